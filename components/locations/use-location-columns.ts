import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormats } from "@/components/ui/use-formats.ts";
import { locationColumns, type Whose } from "./location-columns.tsx";

/** The columns of a table of locations. */
export function useLocationColumns(whose: Whose) {
  const t = useTranslations("locations");
  const f = useFormats();
  return useMemo(() => locationColumns(t, f, whose), [t, f, whose]);
}
