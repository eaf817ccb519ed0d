import { parseOptionalDecimal } from "@/components/form/decimal-field.tsx";
import type { AlertKind, AlertThresholds } from "@/lib/contract/alerts.ts";
import type { Formats } from "@/lib/i18n/format.ts";

export type ThresholdName = keyof AlertThresholds;

/** The thresholds of each kind, as the form shows them. */
export const thresholdNames: Record<AlertKind, readonly ThresholdName[]> = {
  under_delivery: ["below_share"],
  locations_offline: ["min_locations", "min_share", "for_minutes"],
  prices_stale: ["due_at", "imbalance_hours"],
  weather_stale: ["older_than_hours"],
  approval_waiting: ["for_minutes"],
};

/** The thresholds as they are typed; shares in percent. */
export type ThresholdDraft = Record<ThresholdName, string>;

const shares: readonly ThresholdName[] = ["below_share", "min_share"];

export function toThresholdDraft(thresholds: AlertThresholds, f: Formats): ThresholdDraft {
  const typed = (name: ThresholdName) => {
    const value = thresholds[name];
    if (value === undefined) return "";
    if (typeof value === "string") return value;
    return f.typed(shares.includes(name) ? value * 100 : value);
  };
  return {
    below_share: typed("below_share"),
    min_locations: typed("min_locations"),
    min_share: typed("min_share"),
    for_minutes: typed("for_minutes"),
    due_at: typed("due_at"),
    imbalance_hours: typed("imbalance_hours"),
    older_than_hours: typed("older_than_hours"),
  };
}

/** The thresholds of a kind, from what was typed; empty ones are left out. */
export function toThresholds(kind: AlertKind, draft: ThresholdDraft): AlertThresholds {
  const given = thresholdNames[kind].flatMap((name): [ThresholdName, string | number][] => {
    if (draft[name].trim() === "") return [];
    if (name === "due_at") return [[name, draft[name].trim()]];
    const value = parseOptionalDecimal(draft[name], undefined)!;
    return [[name, shares.includes(name) ? value / 100 : value]];
  });
  return Object.fromEntries(given) as AlertThresholds;
}
