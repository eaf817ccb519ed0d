import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { minutePlan, type PlannedControl } from "../engine/simulate-plan.ts";
import { toPlant } from "../engine/site-model.ts";
import type { LiveRow } from "../store/live-state.ts";
import { listDevices, type StoredSite } from "../store/sites.ts";
import { storedIn } from "./flexibility-forecast.ts";
import type { KwAt, MeasuredSpan, SiteKw } from "./aggregate-minutes.ts";

/**
 * Without renewal a device reverts after this time; until then it may hold a control that ended.
 */
export const REVERT_MS = 5 * MINUTE_MS;

/** A setpoint is valid until devices would revert without renewal, but never past its control. */
export const validUntil = (minuteMs: number, stopMs: number): number =>
  Math.min(minuteMs + REVERT_MS, stopMs);

/** Timeout of an acknowledgement, and after how long a missing one counts as failed. */
export const SILENCE = { answerWithinMs: MINUTE_MS, givenUpAfterMs: REVERT_MS };
/** After a day a control has no effect on a battery's energy any more. */
const MAX_DIVERGENCE_MS = 24 * 60 * MINUTE_MS;
/** Batteries whose energy differs by less than this share of their capacity have converged. */
const CONVERGED_SHARE = 0.01;

/** Context of a location's measurements. */
export interface MinuteContext {
  /** Controls near this time, in order of acceptance. */
  controls: readonly PlannedControl[];
  /** Generation that was expected in this quarter-hour, in kW. */
  expectedPvKw: number;
}

/**
 * Whether a control is active in this minute, or ended so recently that devices may still hold it.
 */
export const isDisturbed = (controls: readonly PlannedControl[], minuteMs: number): boolean =>
  controls.some(({ fromMs, toMs }) => fromMs <= minuteMs && minuteMs < toMs + REVERT_MS);

const emptyLiveRow = (locationId: string): LiveRow => ({
  locationId,
  storedKwh: new Float32Array(),
  freeKwh: new Float32Array(),
  divergedAt: null,
  lastInjectionKw: null,
  storedTotalKwh: null,
  measuredAt: new Date(0),
  pvAt: null,
  batteryAt: null,
});

/** The ids of the batteries of a location, in their order. */
const listBatteryIds = (stored: StoredSite): string[] =>
  stored.site.batteries.length === 0
    ? []
    : listDevices(stored).flatMap(({ id, deviceType }) => (deviceType === "BATTERY" ? [id] : []));

/** Stored energy of each battery after a span: reported, else unchanged; NaN if never reported. */
function storedAfter(
  { batteries }: StoredSite["site"],
  batteryIds: readonly string[],
  before: Float32Array,
  span: MeasuredSpan,
): Float32Array {
  const kwh = new Float32Array(batteries.length);
  const isComplete = before.length === batteries.length;
  for (const [i, { capacityKwh }] of batteries.entries()) {
    const charge = span.devices.find(({ deviceId }) => deviceId === batteryIds[i])?.stateOfCharge;
    if (typeof charge === "number") kwh[i] = charge * capacityKwh;
    else kwh[i] = isComplete ? before[i]! : NaN;
  }
  return kwh;
}

/** Stored energy of the batteries that report it; null if none does. */
function sumReported(storedKwh: Float32Array): number | null {
  const charges = storedKwh.filter((kwh) => !Number.isNaN(kwh));
  return charges.length === 0 ? null : charges.reduce((sum, kwh) => sum + kwh, 0);
}

/**
 * Updates the live state of a location with its measurements of a quarter-hour. Measurements that
 * end before the latest one are ignored.
 */
export function updateLiveState(
  previous: LiveRow | undefined,
  stored: StoredSite,
  spans: readonly MeasuredSpan[],
  kwAt: KwAt,
  context: MinuteContext,
): LiveRow {
  const row = { ...(previous ?? emptyLiveRow(stored.locationId)) };
  const { panels, batteries } = stored.site;
  const batteryIds = listBatteryIds(stored);
  const inOrder = spans.length > 1 ? spans.toSorted((a, b) => a.toMs - b.toMs) : spans;
  for (const span of inOrder) {
    if (span.toMs < row.measuredAt.getTime()) continue;
    const after = storedAfter(stored.site, batteryIds, row.storedKwh, span);
    const fromMs = Math.max(span.fromMs, row.measuredAt.getTime());
    const mayDiverge = row.divergedAt !== null || context.controls.length > 0;
    if (batteries.length > 0 && mayDiverge)
      for (let ms = fromMs; ms < span.toMs; ms += MINUTE_MS)
        carryFree(row, stored, ms, kwAt(span, ms), after, context);
    const { injectionKw, pvKw, batteryKw } = kwAt(span, span.toMs - MINUTE_MS);
    row.lastInjectionKw = Number.isNaN(injectionKw) ? null : injectionKw;
    if (panels.length > 0 && !Number.isNaN(pvKw)) row.pvAt = new Date(span.toMs);
    if (batteries.length > 0 && !Number.isNaN(batteryKw)) row.batteryAt = new Date(span.toMs);
    row.storedKwh = after;
    row.storedTotalKwh = sumReported(after);
    row.measuredAt = new Date(span.toMs);
    if (!row.divergedAt) row.freeKwh = row.storedKwh;
  }
  return row;
}

/**
 * Simulates the energy of the batteries without any control: from the last moment before one, in
 * normal operation, until the reported energy converges with it. A battery that never reported
 * starts half full.
 */
function carryFree(
  row: LiveRow,
  { site }: StoredSite,
  minuteMs: number,
  { injectionKw, pvKw, batteryKw }: SiteKw,
  measuredKwh: Float32Array,
  { controls, expectedPvKw }: MinuteContext,
): void {
  const controlled = isDisturbed(controls, minuteMs);
  if (controlled && !row.divergedAt && row.storedKwh.length === site.batteries.length) {
    row.divergedAt = new Date(minuteMs);
    row.freeKwh = row.storedKwh;
  }
  if (!row.divergedAt) return;
  const free = [...storedIn(site, row.freeKwh)];
  const loadKw = pvKw + batteryKw - injectionKw;
  const sunKw = controlled ? Math.max(pvKw, expectedPvKw) : pvKw;
  minutePlan(toPlant(site), null, sunKw, Math.max(0, loadKw), free);
  row.freeKwh = Float32Array.from(free);
  const met = site.batteries.every(
    ({ capacityKwh }, i) =>
      !(Math.abs(free[i]! - measuredKwh[i]!) >= CONVERGED_SHARE * capacityKwh),
  );
  const old = minuteMs - row.divergedAt.getTime() >= MAX_DIVERGENCE_MS;
  if (!controlled && (met || old)) row.divergedAt = null;
}
