import type { Texts } from "@/components/charts/use-texts.ts";
import { formatsOf } from "@/components/format.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { textsOf } from "./in-language.tsx";

/** The words of charts in a language. */
export const chartTexts = (locale: Locale): Texts => ({
  t: textsOf(locale, "charts"),
  f: formatsOf(locale),
});
