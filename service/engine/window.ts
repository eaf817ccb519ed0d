import { toMillis } from "../../lib/time/instant.ts";
import {
  HOUR_MS,
  QUARTER_MS,
  ceilMinute,
  floorMinute,
  floorQuarter,
} from "../../lib/time/amsterdam.ts";

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

interface WindowOrder {
  time_from?: string | null;
  time_to?: string | null;
}

/** Maximum length of a window, and how far ahead of now it may end. */
export interface WindowLimits {
  maxHours: number;
  aheadHours: number;
}

export interface WindowFault {
  pointer: "#/time_from" | "#/time_to";
  detail: string;
  /** The stable code of the fault, and the limit it refers to. */
  code: string;
  values?: { hours: number };
}

type Wrong = Omit<WindowFault, "pointer">;

type ResolvedWindow =
  { ok: true; fromMs: number; toMs: number } | { ok: false; faults: WindowFault[] };

/**
 * Epoch milliseconds of an ISO 8601 date-time; without an offset it is UTC. NaN if it is invalid.
 */
export const parseInstant = (text: string): number => (STAMP.test(text) ? toMillis(text) : NaN);

const iso = (ms: number) => new Date(ms).toISOString();
const endOfQuarter = (ms: number) => floorQuarter(ms) + QUARTER_MS;
const given = (stamp: string | null | undefined, fallback: number) =>
  stamp ? ceilMinute(parseInstant(stamp)) : fallback;
const NOT_AN_INSTANT: Wrong = {
  detail: "must be an ISO 8601 date-time, such as 2026-05-01T12:00:00Z",
  code: "not-an-instant",
};

function faultOfStart(fromMs: number, nowMs: number, limits: WindowLimits): Wrong | null {
  const earliest = floorMinute(nowMs);
  const latest = ceilMinute(nowMs + limits.aheadHours * HOUR_MS);
  if (Number.isNaN(fromMs)) return NOT_AN_INSTANT;
  if (fromMs < earliest) {
    const detail = `must not be before the current minute (${iso(earliest)})`;
    return { detail, code: "window-before-now" };
  }
  return fromMs < latest ? null : tooFarAhead(limits, `before ${iso(latest)}`);
}

function faultOfEnd(
  fromMs: number,
  toMs: number,
  nowMs: number,
  limits: WindowLimits,
): Wrong | null {
  const latest = ceilMinute(nowMs + limits.aheadHours * HOUR_MS);
  const maxToMs = fromMs + limits.maxHours * HOUR_MS;
  if (Number.isNaN(toMs)) return NOT_AN_INSTANT;
  if (toMs <= fromMs)
    return { detail: `must be after time_from (${iso(fromMs)})`, code: "window-end-before-start" };
  if (toMs > maxToMs) {
    const hours = limits.maxHours;
    const detail = `must be at most ${hours} hours after time_from (${iso(maxToMs)} or earlier)`;
    return { detail, code: "window-too-long", values: { hours } };
  }
  return toMs <= latest ? null : tooFarAhead(limits, `${iso(latest)} or earlier`);
}

const tooFarAhead = ({ aheadHours: hours }: WindowLimits, bound: string): Wrong => ({
  detail: `must be within ${hours} hours from now (${bound})`,
  code: "window-too-far-ahead",
  values: { hours },
});

/**
 * The window of a control in whole minutes, half-open. Both ends are rounded up to the next full
 * minute. Without a start it begins in the current minute; without an end it lasts until the end of
 * the quarter-hour in which it begins. The whole window lies within `aheadHours` of now.
 */
export function resolveWindow(
  order: WindowOrder,
  nowMs: number,
  limits: WindowLimits,
): ResolvedWindow {
  const fromMs = given(order.time_from, floorMinute(nowMs));
  const toMs = given(order.time_to, endOfQuarter(fromMs));
  const faults: WindowFault[] = [];
  const start = faultOfStart(fromMs, nowMs, limits);
  if (start) faults.push({ pointer: "#/time_from", ...start });
  const isEndOmitted = !order.time_to && start !== null;
  const end = isEndOmitted ? null : faultOfEnd(fromMs, toMs, nowMs, limits);
  if (end) faults.push({ pointer: "#/time_to", ...end });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, fromMs, toMs };
}
