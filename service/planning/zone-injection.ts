import { floorQuarter, getIspParts, HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ControlTarget } from "../../lib/contract/index.ts";
import { getAreaForecast } from "../store/area-forecasts.ts";
import { getGroup } from "../store/groups.ts";
import { readPlannedChanges } from "../store/limits.ts";
import type { Db } from "../store/store.ts";
import type { Draft } from "./control.ts";

/** The bidding zone of a control's target, which exists. */
export const getTargetZone = async (
  db: Db,
  { kind, id }: Pick<ControlTarget, "kind" | "id">,
): Promise<string> => (kind === "bidding_zone" ? id : (await getGroup(db, id))!.bidding_zone);

/** The expected injection of a bidding zone by ISP in kWh, with the controls in force. */
export async function readZoneInjection(
  db: Db,
  zone: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<(startMs: number) => number | undefined> {
  const forecast = await getAreaForecast(db, "bidding_zone", zone);
  if (!forecast) return () => undefined;
  const window = { from: new Date(fromMs), to: new Date(toMs) };
  const changeKwh = new Map<number, number>();
  for (const { results, stopMs } of await readPlannedChanges(db, zone, window))
    for (const { delta, time_from, time_to } of results) {
      const [partMs, endMs] = [Date.parse(time_from), Math.min(Date.parse(time_to), stopMs)];
      if (endMs <= partMs) continue;
      const isp = floorQuarter(partMs);
      changeKwh.set(isp, (changeKwh.get(isp) ?? 0) + (delta * (endMs - partMs)) / HOUR_MS);
    }
  return (startMs) => {
    const kw = forecast.forecast[Math.round((startMs - forecast.start.getTime()) / QUARTER_MS)];
    return kw === undefined || Number.isNaN(kw)
      ? undefined
      : kw / 4 + (changeKwh.get(startMs) ?? 0);
  };
}

/**
 * The expected injection of the draft's bidding zone without it, for each part of its window (by its
 * index) the energy in the whole ISP, in kWh; NaN where there is no forecast.
 */
export async function readInjectionWithout(
  db: Db,
  { target, fromMs, toMs }: Draft,
): Promise<Float64Array> {
  const zone = await getTargetZone(db, target);
  const injectionKwh = await readZoneInjection(db, zone, { fromMs, toMs });
  const parts = getIspParts(fromMs, toMs);
  return Float64Array.from(parts, (part) => injectionKwh(floorQuarter(part.fromMs)) ?? NaN);
}
