import type { Locale } from "./locales.ts";
import type en from "../../messages/en/index.ts";
import { createTranslator } from "next-intl";

/** All messages in a language, for files. */
export const exportMessages = async (locale: Locale) =>
  createTranslator({ locale, messages: await loadMessages(locale) });

export type ExportMessages = Awaited<ReturnType<typeof exportMessages>>;

/** All messages of the portal in one language, by namespace. */
export type Messages = typeof en;

/** Loads the messages of a language. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const loaded =
    locale === "nl"
      ? await import("../../messages/nl/index.ts")
      : await import("../../messages/en/index.ts");
  return loaded.default;
}
