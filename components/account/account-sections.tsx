import { useTranslations } from "next-intl";
import { AlertMailSettings } from "@/components/alerts/alerts.dynamic.tsx";
import { CustomerForm } from "@/components/customers/customer-form.tsx";
import { SignOut } from "@/components/layout/sign-out.tsx";
import type { UserRole } from "@/components/layout/navigation-items.ts";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { LoadError } from "@/components/layout/load-error.tsx";
import type { Theme } from "@/components/layout/theme.ts";
import { PreferencesCard } from "@/components/preferences/preferences.dynamic.tsx";
import { Card } from "@/components/ui/card.tsx";
import type { User } from "@/lib/portal/db/sessions.ts";
import type { readAccount } from "@/lib/portal/queries/account.ts";
import { MySessions } from "./my-sessions.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { ThemeSettings } from "./theme-settings.tsx";

type Account = Awaited<ReturnType<typeof readAccount>>;

/** Who is signed in, and the way out; a customer's name is one of their details. */
function AccountFacts({ user }: { user: { name: string; email: string; reader: UserRole } }) {
  const t = useTranslations("account");
  const role = useTranslations("layout.roles")(user.reader);
  const isStaff = user.reader !== "customer";
  return (
    <Card title={t("signedInAs")} actions={<SignOut />}>
      <DescriptionList
        roomy
        entries={[
          ...(isStaff ? [[t("name"), user.name] as [string, string]] : []),
          [t("email"), user.email],
          ...(isStaff ? [[t("role"), role] as [string, string]] : []),
        ]}
      />
    </Card>
  );
}

function Details({ customer, rereads, problem }: NonNullable<Account["details"]>) {
  const t = useTranslations("account");
  if (problem) return <LoadError problem={problem} />;
  return (
    <Card title={t("details")}>
      <CustomerForm customer={customer} groups={null} rereads={rereads} />
    </Card>
  );
}

/** The parts of a user's account page. */
export function AccountSections({
  user: { name, email, level, language, atProvider },
  account: { isBarred, passkeys, secondFactor, sessions, details, alertMails },
  theme,
}: {
  user: User;
  account: Account;
  theme: Theme;
}) {
  return (
    <div className="grid max-w-3xl gap-4">
      <AccountFacts user={{ name, email, reader: level ?? "customer" }} />
      {details && <Details {...details} />}
      {details?.hasPreferences && (
        <PreferencesCard
          customerId={details.customer.id}
          initial={details.preferences}
          hasMailServer={details.hasMailServer}
          serverNow={Date.now()}
        />
      )}
      {!isBarred && <ThemeSettings theme={theme} {...(level && { language })} />}
      {alertMails?.data && <AlertMailSettings {...alertMails.data} />}
      {!isBarred && !atProvider && <PasswordForm email={email} />}
      {passkeys?.problem && <LoadError problem={passkeys.problem} />}
      {passkeys?.data && <Passkeys passkeys={passkeys.data} now={Date.now()} />}
      {secondFactor?.problem && <LoadError problem={secondFactor.problem} />}
      {secondFactor?.data && <SecondFactor {...secondFactor.data} />}
      {sessions?.problem && <LoadError problem={sessions.problem} />}
      {sessions?.data && <MySessions sessions={sessions.data} now={Date.now()} />}
    </div>
  );
}
