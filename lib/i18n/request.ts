import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { currentUser } from "../portal/session.ts";
import { acceptedLocale, DEFAULT_LOCALE, LOCALE_COOKIE, toLocale, type Locale } from "./locales.ts";
import { messagesOf } from "./messages.ts";

/** What next-intl asks for on each request: the language and its texts. */
export default getRequestConfig(async () => {
  const locale = await localeOfRequest();
  return { locale, timeZone: "Europe/Amsterdam", messages: await messagesOf(locale) };
});

/** The account's own language, else what was chosen in this browser, else what the browser asks for. */
async function localeOfRequest(): Promise<Locale> {
  const user = await currentUser().catch(() => null);
  return (
    toLocale(user?.language) ??
    toLocale((await cookies()).get(LOCALE_COOKIE)?.value) ??
    acceptedLocale((await headers()).get("accept-language")) ??
    DEFAULT_LOCALE
  );
}
