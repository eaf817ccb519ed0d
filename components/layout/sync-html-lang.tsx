"use client";

import { useLocale } from "next-intl";
import { useEffect } from "react";

/**
 * Sets the language of the document to that of its texts. Navigation does not reload the document,
 * but a sign-out may change the language.
 */
export function SyncHtmlLang() {
  const locale = useLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return null;
}
