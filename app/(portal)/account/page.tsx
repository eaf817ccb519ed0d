import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { AccountFacts } from "@/components/account/account-facts.tsx";
import { Appearance } from "@/components/account/appearance.tsx";
import { OwnSessions } from "@/components/account/own-sessions.tsx";
import { PasswordForm } from "@/components/account/password-form.tsx";
import { SecondFactor } from "@/components/account/second-factor.tsx";
import { CustomerForm } from "@/components/customers/customer-form.tsx";
import { THEME_COOKIE, toTheme } from "@/components/shell/theme.ts";
import { Card } from "@/components/ui/card.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { ownSecondFactor } from "@/lib/portal/own-second-factor.ts";
import { mustSetUpSecondFactor } from "@/lib/portal/second-factor-duty.ts";
import { openPortal } from "@/lib/portal/door.ts";
import { ownSessions } from "@/lib/portal/own-sessions.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { load } from "../load.tsx";

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
  const { data: sessions, failure } = await load(() => ownSessions(user));
  return (
    <>
      <PageHeader title={t("title")} />
      <div className="grid max-w-3xl gap-4">
        <AccountFacts user={{ name, email, reader: level ?? "customer" }} />
        {customerId !== null && <OwnDetails customerId={customerId} />}
        <Appearance theme={theme} {...(isStaff && { language: user.language })} />
        {!user.atProvider && <PasswordForm email={email} />}
        {isStaff && !user.atProvider && <OwnSecondFactor />}
        {failure ?? <OwnSessions sessions={sessions} now={Date.now()} />}
      </div>
    </>
  );
}

async function OwnSecondFactor() {
  const user = await requireUser();
  const { data: standing, failure } = await load(() => ownSecondFactor(user));
  return failure ?? <SecondFactor {...standing} />;
}

async function OwnDetails({ customerId }: { customerId: string }) {
  const t = await getTranslations("account");
  const user = await requireUser();
  const { directory, offers } = await openPortal(user);
  const { data: customer, failure } = await load(() => directory.getCustomer(customerId));
  if (failure) return failure;
  return (
    <Card title={t("details")}>
      <CustomerForm
        customer={customer ?? { id: customerId, name: user.name }}
        groups={null}
        rereads={offers("getCustomer")}
      />
    </Card>
  );
}
