"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { LOCALE_COOKIE } from "@/lib/i18n/locales.ts";

const YEAR = 31_536_000;

/** Switches to the other language without an account; a cookie remembers it. */
export function LanguageSwitch() {
  const t = useTranslations("layout.language");
  const other = useLocale() === "en" ? "nl" : "en";
  const router = useRouter();
  const choose = () => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `${LOCALE_COOKIE}=${other}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
    router.refresh();
  };
  return (
    <button
      type="button"
      onClick={choose}
      aria-label={t("change")}
      title={t("change")}
      className="grid size-9 place-items-center rounded-md text-xs font-semibold text-muted hover:bg-sunken hover:text-ink"
    >
      <span aria-hidden>{t("short")}</span>
    </button>
  );
}
