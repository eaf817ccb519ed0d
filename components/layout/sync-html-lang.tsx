"use client";

import { useLocale } from "next-intl";
import { useEffect } from "react";

/**
 * Says in the document which language the texts around it are in. The way to a page leaves the
 * document as it was, though nobody may be signed in any more and the language another one.
 */
export function SyncHtmlLang() {
  const locale = useLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return null;
}
