import { createTranslator } from "next-intl";
import type { Locale } from "./locales.ts";
import { loadMessages } from "./messages.ts";

/** All messages in a language, for files. */
export const fileTexts = async (locale: Locale) =>
  createTranslator({ locale, messages: await loadMessages(locale) });

export type FileTexts = Awaited<ReturnType<typeof fileTexts>>;
