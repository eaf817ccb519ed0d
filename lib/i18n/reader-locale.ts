import { acceptedLocale, DEFAULT_LOCALE, LOCALE_COOKIE, toLocale, type Locale } from "./locales.ts";

/** The account's language, else the one chosen in this browser, else the browser's preference. */
export const readerLocale = (
  account: { language: string | null } | null,
  headers: Pick<Headers, "get">,
): Locale =>
  toLocale(account?.language) ??
  toLocale(cookieIn(headers.get("cookie"))) ??
  acceptedLocale(headers.get("accept-language")) ??
  DEFAULT_LOCALE;

const cookieIn = (header: string | null): string | undefined =>
  header
    ?.split(";")
    .map((pair) => pair.trim().split("="))
    .find(([name]) => name === LOCALE_COOKIE)?.[1];
