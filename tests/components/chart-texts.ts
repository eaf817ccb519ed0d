import type { Labels } from "@/components/chart/use-chart-labels.ts";
import { createFormats } from "@/lib/i18n/format.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { createTranslatorFor } from "./in-language.tsx";

/** The labels of charts in a language. */
export const chartTexts = (locale: Locale): Labels => ({
  t: createTranslatorFor(locale, "charts"),
  f: createFormats(locale),
});
