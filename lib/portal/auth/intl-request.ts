import { getRequestConfig } from "next-intl/server";
import { headers } from "next/headers";
import { currentUser } from "./session.ts";
import { loadMessages } from "../../i18n/messages.ts";
import { readerLocale } from "../../i18n/reader-locale.ts";

/** What next-intl asks for on each request: the language and its texts. */
export default getRequestConfig(async () => {
  const account = await currentUser().catch(() => null);
  const locale = readerLocale(account, await headers());
  return { locale, timeZone: "Europe/Amsterdam", messages: await loadMessages(locale) };
});
