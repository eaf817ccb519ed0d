import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormats } from "@/components/use-formats.ts";
import { locationColumns } from "./location-columns.tsx";

/** The columns of a table of locations; with `owner` also whose they are. */
export function useLocationColumns(owner: boolean) {
  const t = useTranslations("locations");
  const f = useFormats();
  return useMemo(() => locationColumns(t, f, owner), [t, f, owner]);
}
