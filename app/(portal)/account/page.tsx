import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { AccountFacts } from "@/components/account/account-facts.tsx";
import { ThemeSettings } from "@/components/account/theme-settings.tsx";
import { MySessions } from "@/components/account/my-sessions.tsx";
import { PasswordForm } from "@/components/account/password-form.tsx";
import { SecondFactor } from "@/components/account/second-factor.tsx";
import { CustomerForm } from "@/components/customers/customer-form.tsx";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme.ts";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { readMySecondFactor } from "@/lib/portal/users/my-mfa.ts";
import { mustSetUpSecondFactor } from "@/lib/portal/auth/require-mfa.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { readMySessions } from "@/lib/portal/users/my-sessions.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { load } from "@/lib/portal/queries/load.ts";
import { LoadError } from "@/components/layout/load-error.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("title") };
}

export default async function AccountPage() {
  const t = await getTranslations("account");
  const user = await requireUser();
  const { name, email, level, customerId } = user;
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  const isStaff = user.role === "staff";
  if (mustSetUpSecondFactor(user)) {
    return (
      <>
        <PageHeader title={t("title")} />
        <div className="grid max-w-3xl gap-4">
          <AccountFacts user={{ name, email, reader: level ?? "customer" }} />
          <OwnSecondFactor />
        </div>
      </>
    );
  }
  const { data: sessions, problem } = await load(() => readMySessions(user));
  return (
    <>
      <PageHeader title={t("title")} />
      <div className="grid max-w-3xl gap-4">
        <AccountFacts user={{ name, email, reader: level ?? "customer" }} />
        {customerId !== null && <OwnDetails customerId={customerId} />}
        <ThemeSettings theme={theme} {...(isStaff && { language: user.language })} />
        {!user.atProvider && <PasswordForm email={email} />}
        {isStaff && !user.atProvider && <OwnSecondFactor />}
        {problem ? (
          <LoadError problem={problem} />
        ) : (
          <MySessions sessions={sessions} now={Date.now()} />
        )}
      </div>
    </>
  );
}

async function OwnSecondFactor() {
  const user = await requireUser();
  const { data: standing, problem } = await load(() => readMySecondFactor(user));
  return problem ? <LoadError problem={problem} /> : <SecondFactor {...standing} />;
}

async function OwnDetails({ customerId }: { customerId: string }) {
  const t = await getTranslations("account");
  const user = await requireUser();
  const { directory, supports } = await createPortalClient(user);
  const { data: customer, problem } = await load(() => directory.getCustomer(customerId));
  if (problem) return <LoadError problem={problem} />;
  return (
    <Card title={t("details")}>
      <CustomerForm
        customer={customer ?? { id: customerId, name: user.name }}
        groups={null}
        rereads={supports("getCustomer")}
      />
    </Card>
  );
}
