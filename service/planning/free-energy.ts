import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { ControlAt } from "../store/controls.ts";
import type { PartOfDelivery } from "../store/deliveries.ts";
import type { MinuteRows } from "../store/minute-rows.ts";
import type { StoredSite } from "../store/sites.ts";
import { storedKwhAt } from "./aggregate-minutes.ts";
import { storedIn } from "./flexibility-forecast.ts";

/**
 * The energy of the batteries without the control in kWh: at its start the actual energy, later the
 * energy carried over from the quarter-hour before. Half full if unknown.
 */
export function getFreeKwh(
  control: ControlAt,
  site: StoredSite,
  minutes: MinuteRows,
  { quarterMs, part, inputs }: { quarterMs: number; part: number; inputs: PartOfDelivery },
): readonly number[] {
  const count = site.site.batteries.length;
  if (count === 0) return [];
  const carriedOver =
    part > 0 ? inputs.freeKwh?.subarray((part - 1) * count, part * count) : undefined;
  if (carriedOver?.length === count && carriedOver.every((kwh) => !Number.isNaN(kwh)))
    return [...carriedOver];
  const startMinute = Math.max(0, (control.fromMs - quarterMs) / MINUTE_MS);
  return storedIn(site.site, storedKwhAt(minutes, site, startMinute));
}

/** The energies of earlier intervals with those at the end of this one; null without batteries. */
export function saveFreeKwh(
  carriedOver: Float32Array | null,
  storedKwh: readonly number[],
  part: number,
  parts: number,
): Float32Array | null {
  const count = storedKwh.length;
  if (count === 0) return null;
  const all = new Float32Array(parts * count).fill(NaN);
  if (carriedOver?.length === all.length) all.set(carriedOver);
  all.set(storedKwh, part * count);
  return all;
}
