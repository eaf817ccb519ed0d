import { floorQuarter, HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { getAreaForecast } from "../store/area-forecasts.ts";
import type { ControlRow } from "../store/control-list.ts";
import { getGroup } from "../store/groups.ts";
import type { Db } from "../store/store.ts";
import type { Draft } from "./control.ts";
import { readPlannedChanges } from "../store/limits.ts";

/** The bidding zone of a control's target. */
export async function getTargetZone(
  db: Db,
  { targetKind, targetId }: Pick<ControlRow, "targetKind" | "targetId">,
): Promise<string> {
  if (targetKind === "bidding_zone") return targetId;
  return (await getGroup(db, targetId))!.bidding_zone;
}

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
 * The expected injection of the draft's bidding zone without it, for each ISP of its window, in kWh;
 * NaN where there is no forecast.
 */
export async function readInjectionWithout(
  db: Db,
  { target, fromMs, toMs }: Draft,
): Promise<Float64Array> {
  const zone = await getTargetZone(db, { targetKind: target.kind, targetId: target.id });
  const injectionKwh = await readZoneInjection(db, zone, { fromMs, toMs });
  const startMs = floorQuarter(fromMs);
  const isps = Math.ceil((toMs - startMs) / QUARTER_MS);
  return Float64Array.from(
    { length: isps },
    (_, i) => injectionKwh(startMs + i * QUARTER_MS) ?? NaN,
  );
}
