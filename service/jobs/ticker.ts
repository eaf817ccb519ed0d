import { floorMinute, floorQuarter, QUARTER_MS } from "../engine/calendar.ts";
import { learnQuarter } from "../planning/outlook.ts";
import { readFact, writeFact } from "../store/facts.ts";
import { loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import type { ServiceGateway } from "./gateway.ts";
import { closeQuarter, freezeForecast, sumOutlooks } from "./quarter.ts";
import { keepReports } from "./reports.ts";

/** Until which minute everything was measured and recorded. */
const TICKED = "ticked_until";
/** Which quarter's forecast was frozen last. */
const FROZEN = "frozen_quarter";

export interface TickerDeps {
  db: Db;
  zone: string;
  gateway: ServiceGateway;
}

/**
 * Moves the service's world from where it was left to `nowMs`: measurements come in, and quarter by
 * quarter forecasts are made, frozen and met by what was measured. Interrupted anywhere and called
 * again, it goes on where it was. Setpoints go out elsewhere (`exchange`): for minutes that were
 * slept through nothing goes out, and devices have fallen back by themselves.
 *
 *     quarter starts: learn the last, forecast, freeze     minutes: measure     quarter ends: record
 */
export async function tick(deps: TickerDeps, nowMs: number): Promise<void> {
  const untilMs = floorMinute(nowMs);
  const left = await readFact<number>(deps.db, TICKED);
  let fromMs = left ?? untilMs;
  if (left === null) await writeFact(deps.db, TICKED, untilMs);
  for (let quarterMs = floorQuarter(fromMs); quarterMs <= untilMs; quarterMs += QUARTER_MS) {
    const sites = await loadSites(deps.db, { kind: "bidding_zone", id: deps.zone });
    await deps.gateway.know(sites);
    await beginQuarter(deps.db, sites, quarterMs, floorQuarter(untilMs));
    const endMs = Math.min(quarterMs + QUARTER_MS, untilMs);
    if (endMs > fromMs) await runUntil(deps, sites, { quarterMs, fromMs, endMs });
    fromMs = Math.max(fromMs, endMs);
  }
}

/**
 * Freezes the forecast of a quarter once, from what lay before it; for one that was slept through
 * that is the forecast that would have been made.
 */
async function beginQuarter(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  currentMs: number,
): Promise<void> {
  const frozen = await readFact<number>(db, FROZEN);
  if (frozen !== null && frozen >= quarterMs) return;
  const learned = await learnQuarter(db, sites, quarterMs);
  await freezeForecast(db, sites, learned, quarterMs);
  if (quarterMs === currentMs) await sumOutlooks(db, sites, learned, quarterMs);
  await writeFact(db, FROZEN, quarterMs);
}

async function runUntil(
  { db, gateway }: TickerDeps,
  sites: readonly StoredSite[],
  { quarterMs, fromMs, endMs }: { quarterMs: number; fromMs: number; endMs: number },
): Promise<void> {
  const at = { sites, nowMs: endMs, runningQuarterMs: quarterMs };
  await gateway.collect(fromMs, endMs, (reports) => keepReports(db, reports, at));
  if (endMs === quarterMs + QUARTER_MS) await closeQuarter(db, sites, quarterMs);
  await writeFact(db, TICKED, endMs);
}
