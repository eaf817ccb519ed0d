import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { AccountSections } from "@/components/account/account-sections.tsx";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme.ts";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { readAccount } from "@/lib/portal/queries/account.ts";
import { withMessages } from "@/components/layout/page-messages.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("title") };
}

async function AccountPage() {
  const user = await requireUser();
  const t = await getTranslations("account");
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <>
      <PageHeader title={t("title")} />
      <AccountSections user={user} account={await readAccount(user)} theme={theme} />
    </>
  );
}

export default withMessages("/account", AccountPage);
