import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import { getLocationName } from "@/lib/i18n/address.ts";
import type { PaletteItem } from "./palette-list.tsx";

/** The lists that the palette searches. */
export type Searchable = "listCustomers" | "listLocations" | "listGroups" | "listControlSummaries";

const MIN_LENGTH = 2;
const PAUSE_MS = 200;

/** The text once nobody has typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** What the lists have for a text, with links; lists that the service lacks are not asked. */
export function useFoundItems(typed: string, searchable: Searchable[]) {
  const t = useTranslations("controls");
  const f = useFormats();
  const search = usePaused(typed.trim());
  const request = <K extends Searchable>(list: K) =>
    searchable.includes(list) && search.length >= MIN_LENGTH
      ? { query: { search, page_size: 5 } }
      : null;
  const customers = useOperation("listCustomers", request("listCustomers"));
  const locations = useOperation("listLocations", request("listLocations"));
  const groups = useOperation("listGroups", request("listGroups"));
  const controls = useOperation("listControlSummaries", request("listControlSummaries"));
  const readings = [customers, locations, groups, controls];
  const items: PaletteItem[] = [
    ...(customers.data?.data ?? []).map(({ id, name, email }) => ({
      kind: "customers" as const,
      key: id,
      label: name,
      detail: email,
      href: `/customers/${id}`,
    })),
    ...(locations.data?.data ?? []).map((location) => ({
      kind: "locations" as const,
      key: location.id,
      label: getLocationName(location, f),
      href: `/locations/${location.id}`,
    })),
    ...(groups.data?.data ?? []).map(({ id, name }) => ({
      kind: "groups" as const,
      key: id,
      label: name,
      href: `/groups/${id}`,
    })),
    ...(controls.data?.data ?? []).map(({ id, type, target, time_from }) => ({
      kind: "controls" as const,
      key: id,
      label: `${t(`types.${type}.title`)}, ${target.name}`,
      detail: f.moment(time_from),
      href: `/controls/${id}`,
    })),
  ];
  return {
    items,
    isLoading: search !== typed.trim() || readings.some(({ isLoading }) => isLoading),
    hasFailed: readings.some(({ problem }) => problem !== null),
  };
}
