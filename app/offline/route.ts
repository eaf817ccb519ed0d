import { createHash } from "node:crypto";
import { createTranslator } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { OFFLINE_STYLE, offlineDocument } from "@/components/offline/offline-document.ts";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme.ts";
import { locales, type Locale } from "@/lib/i18n/locales.ts";
import { loadMessages } from "@/lib/i18n/messages.ts";

const style = createHash("sha256").update(OFFLINE_STYLE).digest("base64");
const policy =
  `default-src 'none'; img-src 'self'; style-src 'sha256-${style}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function readLabels(locale: Locale) {
  const messages = await loadMessages(locale);
  const t = createTranslator({ locale, messages, namespace: "offline" });
  return {
    title: t("title"),
    nothingLive: t("nothingLive"),
    nothingSent: t("nothingSent"),
    retry: t("retry"),
  };
}

/** The page the service worker keeps for when there is no connection. */
export async function GET() {
  const current = await getLocale();
  const other = locales.find((locale) => locale !== current) ?? current;
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  const product = (await getTranslations("layout"))("product");
  const both = [
    [current, await readLabels(current)],
    [other, await readLabels(other)],
  ] as const;
  return new Response(offlineDocument(product, theme, [[...both[0]], [...both[1]]]), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": "private, no-store",
    },
  });
}
