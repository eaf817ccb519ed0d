"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Locale, LOCALE_COOKIE } from "@/lib/i18n/locales.ts";

const YEAR = 31_536_000;

/** Changes the language of this browser; a cookie remembers it. */
function changeByCookie(language: Locale): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${LOCALE_COOKIE}=${language}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
}

/** Switches to the other language; without an account, for this browser. */
export function LanguageSwitch({
  change = changeByCookie,
}: {
  change?: (language: Locale) => void | Promise<void>;
}) {
  const t = useTranslations("layout.language");
  const other = useLocale() === "en" ? "nl" : "en";
  const [failed, setFailed] = useState(false);
  const router = useRouter();
  const choose = async () => {
    setFailed(false);
    try {
      await change(other);
      router.refresh();
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className="relative">
      <button
        type="button"
        onClick={() => void choose()}
        aria-label={t("change")}
        title={t("change")}
        className="grid size-9 place-items-center rounded-md text-xs font-semibold text-muted hover:bg-sunken hover:text-ink"
      >
        <span aria-hidden>{t("short")}</span>
      </button>
      {failed && (
        <p
          role="alert"
          className="absolute top-full right-0 z-30 mt-1 w-56 rounded-md border border-bad bg-raised p-3 text-sm text-bad"
        >
          {t("notChanged")}
        </p>
      )}
    </div>
  );
}
