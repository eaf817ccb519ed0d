import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormats } from "@/components/ui/use-formats.ts";
import { deviceColumns } from "./device-columns.tsx";

/** The columns of a table of devices; with `place` also where they are. */
export function useDeviceColumns(place: boolean) {
  const t = useTranslations("devices");
  const f = useFormats();
  return useMemo(() => deviceColumns(t, f, place), [t, f, place]);
}
