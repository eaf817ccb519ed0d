import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Formats } from "@/lib/i18n/format.ts";
import { useFormats } from "@/components/ui/use-formats.ts";

/** The words of charts in one language, and how numbers and moments are written in it. */
export interface Labels {
  t: ReturnType<typeof useTranslations<"charts">>;
  f: Formats;
}

/** The reader's. */
export function useChartLabels(): Labels {
  const t = useTranslations("charts");
  const f = useFormats();
  return useMemo(() => ({ t, f }), [t, f]);
}
