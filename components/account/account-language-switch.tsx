"use client";

import { LanguageSwitch } from "@/components/layout/language-switch.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import type { LanguageOwner } from "./change-language.ts";

/** Switches the language of the signed-in person with one press; it is kept with the account. */
export function AccountLanguageSwitch({ customer }: { customer: LanguageOwner | null }) {
  const change = async (language: Locale) => {
    const { changeLanguage } = await import("./change-language.ts");
    await changeLanguage(language, customer);
  };
  return <LanguageSwitch change={change} />;
}
