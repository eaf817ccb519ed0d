import { createTranslator } from "next-intl";
import type { Locale } from "./locales.ts";
import { loadMessages } from "./messages.ts";

/** All texts in a language, for what is written to files. */
export const fileTexts = async (locale: Locale) =>
  createTranslator({ locale, messages: await loadMessages(locale) });

export type FileTexts = Awaited<ReturnType<typeof fileTexts>>;
