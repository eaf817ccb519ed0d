import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormats } from "@/components/ui/use-formats.ts";
import { locationColumns, type ColumnSet } from "./location-columns.tsx";

/** The columns of a table of locations. */
export function useLocationColumns(whose: ColumnSet) {
  const t = useTranslations("locations");
  const f = useFormats();
  return useMemo(() => locationColumns(t, f, whose), [t, f, whose]);
}
