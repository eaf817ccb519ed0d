import { floorMinute, floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ForecastModel } from "../engine/forecast.ts";
import { loadCurrentModels, trainQuarter } from "../planning/forecast-training.ts";
import {
  FROZEN,
  MEMBERS_CHANGED,
  readServiceState,
  TICKED,
  writeServiceState,
} from "../store/service-state.ts";
import { loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import type { ServiceGateway } from "./gateway.ts";
import { closeQuarter, freezeForecast, sumOutlooks } from "./close-interval.ts";
import { storeReports } from "./reports.ts";

/** What the sums of zones and groups were made of, and how long that took. */
const SUMS = "outlook_sums";
interface Sums {
  quarterMs: number;
  changes: string | null;
  tookMs: number;
}
/** Sums that take longer are made once a quarter. */
const AFFORDABLE_MS = 5_000;

interface TickerDeps {
  db: Db;
  zone: string;
  gateway: ServiceGateway;
  /** Hears of a report that cannot be kept. */
  onRefused(error: unknown): void;
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
  const left = await readServiceState<number>(deps.db, TICKED);
  let fromMs = left ?? untilMs;
  if (left === null) await writeServiceState(deps.db, TICKED, untilMs);
  for (let quarterMs = floorQuarter(fromMs); quarterMs <= untilMs; quarterMs += QUARTER_MS) {
    const changes = await readServiceState<string>(deps.db, MEMBERS_CHANGED);
    const sites = await loadSites(deps.db, { kind: "bidding_zone", id: deps.zone });
    await deps.gateway.know(sites);
    const isCurrent = quarterMs === floorQuarter(untilMs);
    const learned = await beginQuarter(deps.db, sites, quarterMs);
    if (isCurrent) await refreshSums(deps.db, sites, quarterMs, { learned, changes });
    const endMs = Math.min(quarterMs + QUARTER_MS, untilMs);
    if (endMs > fromMs) await runUntil(deps, sites, { quarterMs, fromMs, endMs });
    fromMs = Math.max(fromMs, endMs);
  }
}

/**
 * Freezes the forecast of a quarter once, from what lay before it; for one that was slept through
 * that is the forecast that would have been made.
 * @returns what the sites have taught until then; null when it was frozen before.
 */
async function beginQuarter(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<Map<string, ForecastModel> | null> {
  const frozen = await readServiceState<number>(db, FROZEN);
  if (frozen !== null && frozen >= quarterMs) return null;
  const learned = await trainQuarter(db, sites, quarterMs);
  await freezeForecast(db, sites, learned, quarterMs);
  await writeServiceState(db, FROZEN, quarterMs);
  return learned;
}

/**
 * Adds up what zones and groups are expected to do: when a quarter has begun, and when their
 * members changed since, unless that takes so long that it can wait for the next quarter.
 */
async function refreshSums(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  { learned, changes }: { learned: Map<string, ForecastModel> | null; changes: string | null },
): Promise<void> {
  const made = await readServiceState<Sums>(db, SUMS);
  const outdated = made?.quarterMs !== quarterMs || made.changes !== changes;
  const affordable = (made?.tookMs ?? 0) < AFFORDABLE_MS || made?.quarterMs !== quarterMs;
  if (!learned && !(outdated && affordable)) return;
  const start = performance.now();
  await sumOutlooks(
    db,
    sites,
    learned ?? (await loadCurrentModels(db, sites, quarterMs)),
    quarterMs,
  );
  const tookMs = Math.round(performance.now() - start);
  await writeServiceState(db, SUMS, { quarterMs, changes, tookMs } satisfies Sums);
}

async function runUntil(
  { db, gateway, onRefused }: TickerDeps,
  sites: readonly StoredSite[],
  { quarterMs, fromMs, endMs }: { quarterMs: number; fromMs: number; endMs: number },
): Promise<void> {
  const at = { sites, nowMs: endMs, runningQuarterMs: quarterMs, onRefused };
  await gateway.collect(fromMs, endMs, (reports) => storeReports(db, reports, at));
  if (endMs === quarterMs + QUARTER_MS) await closeQuarter(db, sites, quarterMs);
  await writeServiceState(db, TICKED, endMs);
}
