import { getRequestConfig } from "next-intl/server";
import { headers } from "next/headers";
import { currentUser } from "./session.ts";
import { loadMessages } from "../../i18n/messages.ts";
import { readerLocale } from "../../i18n/reader-locale.ts";
import { ZONE } from "../../time/amsterdam.ts";

/** The language and messages of a request, for next-intl. */
export default getRequestConfig(async () => {
  const account = await currentUser().catch(() => null);
  const locale = readerLocale(account, await headers());
  return { locale, timeZone: ZONE, messages: await loadMessages(locale) };
});
