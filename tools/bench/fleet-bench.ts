import type { Service } from "../../service/service.ts";
import type { BenchField } from "./bench-field.ts";
import type { BenchApi } from "./read-latency.ts";
import { type BenchRow, parseSize } from "./rows.ts";

/** The key of the service's requests. */
export const KEY = "ck_bench-key-of-this-run";

/** Kinds of rows of a fleet; a name is `kind-100k` or, with a duration, `kind-100k-1h`. */
export const FLEET_KINDS = [
  "location-day",
  "zone-30-days",
  "location-30-days",
  "preview-preferences",
  "preview",
  "reads-during-control",
  "reads-during-minute",
  "reads-during-turn",
  "previews-during-turn",
  "control",
  "delivery",
  "cancel",
  "first-setpoint",
  "dispatch",
  "intake",
  "intake-control",
  "quarter",
  "minute-quiet",
  "minute",
  "memory",
] as const;
export type FleetKind = (typeof FLEET_KINDS)[number];

/** Kinds whose names end with the hours of a window. */
const WITH_HOURS: ReadonlySet<string> = new Set<FleetKind>([
  "preview",
  "preview-preferences",
  "control",
]);

const NAME = new RegExp(`^(${FLEET_KINDS.join("|")})-(\\d+k?)(-1h|-24h)?$`);

/** The kind and fleet size of a row's name; null if it is no row of a fleet. */
export function parseFleetRow(name: string): { kind: FleetKind; size: number } | null {
  const [, kind, label, hours] = NAME.exec(name) ?? [];
  if (!kind || !label || WITH_HOURS.has(kind) !== (hours !== undefined)) return null;
  const size = parseSize(label);
  return size >= 100 ? { kind: kind as FleetKind, size } : null;
}

/** A service in this process on a fleet, and where its rows go. */
export interface Bench {
  service: Service;
  api: BenchApi;
  url: string;
  clock: { ms: number };
  field: BenchField;
  /** The hours of the windows that are measured. */
  hours: readonly number[];
  /** Whether floors are measured that read the fleet once more. */
  hasFleetFloors: boolean;
  wants(...kinds: FleetKind[]): boolean;
  row(kind: FleetKind, what: string, value: number, more?: RowDetails): void;
}
interface RowDetails {
  suffix?: string;
  unit?: BenchRow["unit"];
  floor?: number;
}

/** Asks the service in this process; throws unless it answers 200. */
export async function fetchText({ service }: Bench, path: string, body?: unknown): Promise<string> {
  const response = await service.fetch(
    new Request(`http://bench${path}`, {
      method: body ? "POST" : "GET",
      headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  );
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}
