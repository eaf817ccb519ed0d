import { floorMinute, floorQuarter, MINUTE_MS, QUARTER_MS } from "../engine/calendar.ts";
import { runningAt, type PlannedControl } from "../engine/plan.ts";
import type { Gateway, Setpoint } from "../gateway/gateway.ts";
import { controlsAt } from "../store/controls.ts";
import { loadPlanBasis } from "../store/expectations.ts";
import { readFact, writeFact } from "../store/facts.ts";
import { loadLive, saveLive } from "../store/live.ts";
import { recordIsp, slotAt } from "../store/record-isp.ts";
import { loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { freezeForecast, refreshForecasts } from "./quarter.ts";
import { RunningQuarter } from "./running-quarter.ts";

/** Until which minute everything was measured and recorded. */
const TICKED = "ticked_until";
/** Which quarter's forecast was frozen last. */
const FROZEN = "frozen_quarter";
/** A setpoint is renewed each minute; unheard, a device falls back after this long. */
const REVERT_MS = 5 * MINUTE_MS;

export interface TickerDeps {
  db: Db;
  zone: string;
  /** The gateway of these sites; asked again each quarter, for sites come and go. */
  gatewayOf(sites: readonly StoredSite[]): Promise<Gateway>;
}

/**
 * Moves the service's world from where it was left to `nowMs`: minute by minute setpoints go out
 * and measurements come in, quarter by quarter forecasts are made, frozen and met by what was
 * measured. Interrupted anywhere and called again, it goes on where it was. For minutes it slept
 * through nothing goes out: devices had fallen back by themselves.
 *
 *     quarter starts: forecast, freeze     each minute: setpoints, measure     quarter ends: record
 */
export async function tick(deps: TickerDeps, nowMs: number): Promise<void> {
  const untilMs = floorMinute(nowMs);
  const left = await readFact<number>(deps.db, TICKED);
  let fromMs = left ?? untilMs;
  if (left === null) await writeFact(deps.db, TICKED, untilMs);
  for (let quarterMs = floorQuarter(fromMs); quarterMs <= untilMs; quarterMs += QUARTER_MS) {
    const sites = await loadSites(deps.db, { kind: "bidding_zone", id: deps.zone });
    await beginQuarter(deps.db, sites, quarterMs, floorQuarter(untilMs));
    const endMs = Math.min(quarterMs + QUARTER_MS, untilMs);
    if (endMs > fromMs) await runMinutes(deps, sites, quarterMs, { fromMs, toMs: endMs, nowMs });
    fromMs = Math.max(fromMs, endMs);
  }
}

/**
 * Freezes the forecast of a quarter once. For a quarter that was slept through, that is the
 * forecast made before; a new one, from what is known then, only where that does not reach.
 */
async function beginQuarter(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  currentMs: number,
): Promise<void> {
  const frozen = await readFact<number>(db, FROZEN);
  if (frozen !== null && frozen >= quarterMs) return;
  if (quarterMs === currentMs) await refreshForecasts(db, sites, quarterMs);
  const reached = await freezeForecast(db, sites, quarterMs);
  if (!reached && quarterMs !== currentMs) {
    await refreshForecasts(db, sites, quarterMs);
    await freezeForecast(db, sites, quarterMs);
  }
  await writeFact(db, FROZEN, quarterMs);
}

async function runMinutes(
  deps: TickerDeps,
  sites: readonly StoredSite[],
  quarterMs: number,
  minutes: { fromMs: number; toMs: number; nowMs: number },
): Promise<void> {
  const ids = sites.map((site) => site.locationId);
  const siteOf = new Map(sites.map((site) => [site.locationId, site]));
  const gateway = await deps.gatewayOf(sites);
  const plans = await controlsAt(deps.db, ids, minutes.fromMs - REVERT_MS, minutes.toMs);
  const basis = await loadPlanBasis(deps.db, ids, quarterMs, quarterMs + QUARTER_MS);
  const running = new RunningQuarter(quarterMs, await loadLive(deps.db, ids));
  for (let minuteMs = minutes.fromMs; minuteMs < minutes.toMs; minuteMs += MINUTE_MS) {
    const slept = minuteMs < minutes.nowMs - REVERT_MS;
    if (!slept) await gateway.dispatch(setpointsAt(plans, minuteMs));
    for (const measurement of gateway.measure(minuteMs, minuteMs + MINUTE_MS)) {
      const { locationId } = measurement;
      running.add(siteOf.get(locationId)!, measurement, {
        controlled: disturbed(plans.get(locationId) ?? [], minuteMs),
        expectedPvKw: basis.get(locationId)?.pv[0] ?? 0,
      });
    }
  }
  await deps.db.transaction(async (tx) => {
    await saveLive(tx, running.live());
    if (minutes.toMs === quarterMs + QUARTER_MS)
      await recordIsp(tx, slotAt(quarterMs), running.values(sites));
    await writeFact(tx, TICKED, minutes.toMs);
  });
}

/** Whether a control is at work in this minute, or so shortly before that devices may still hold. */
const disturbed = (controls: readonly PlannedControl[], minuteMs: number) =>
  controls.some(({ fromMs, toMs }) => fromMs <= minuteMs && minuteMs < toMs + REVERT_MS);

/** What each controlled location is told for this minute: its newest running control. */
function setpointsAt(
  plans: ReadonlyMap<string, readonly PlannedControl[]>,
  minuteMs: number,
): Setpoint[] {
  return [...plans].flatMap(([locationId, controls]) => {
    const running = runningAt(controls, minuteMs);
    if (!running) return [];
    const validUntilMs = Math.min(minuteMs + REVERT_MS, running.toMs);
    return [{ locationId, type: running.type, validUntilMs }];
  });
}
