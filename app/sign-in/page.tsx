import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { LanguageSwitch } from "@/components/layout/language-switch.tsx";
import { SyncHtmlLang } from "@/components/layout/sync-html-lang.tsx";
import { MessagesProvider } from "@/components/layout/messages-provider.tsx";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme.ts";
import { ThemeSwitch } from "@/components/layout/theme-switch.tsx";
import { Introduction } from "@/components/sign-in/introduction.tsx";
import { SignInForm } from "@/components/sign-in/sign-in-form.tsx";
import { PasskeySignIn } from "@/components/sign-in/passkey-sign-in.tsx";
import { ProviderSignIn } from "@/components/sign-in/provider-sign-in.tsx";
import { safePath } from "@/lib/http/return-path.ts";
import { getOidcName } from "@/lib/portal/auth/oidc.ts";
import { getRelyingParty } from "@/lib/portal/auth/passkeys.ts";
import { currentUser } from "@/lib/portal/auth/session.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

/** Loads its own messages: a user who was signed out comes from pages in their account's language. */
export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const t = await getTranslations("signIn");
  const { next: wanted, error } = await searchParams;
  const provider = getOidcName();
  const hasPasskeys = getRelyingParty((await headers()).get("host")) !== null;
  const next = safePath(typeof wanted === "string" ? wanted : null);
  if (await currentUser()) redirect(next);
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <MessagesProvider of="sign-in">
      <SyncHtmlLang />
      <div className="relative grid min-h-dvh max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_28rem]">
        <Introduction />
        <main className="grid content-start p-6 sm:p-10 lg:pt-[24dvh]">
          <div className="absolute top-5 right-4 flex">
            <LanguageSwitch />
            <ThemeSwitch initial={theme} />
          </div>
          <div className="mx-auto w-full max-w-sm">
            <h1 className="mb-4 text-xl font-semibold tracking-tight">{t("title")}</h1>
            <SignInForm next={next} />
            {hasPasskeys && <PasskeySignIn next={next} />}
            {provider && (
              <ProviderSignIn name={provider} next={next} refused={String(error ?? "")} />
            )}
          </div>
        </main>
      </div>
    </MessagesProvider>
  );
}
