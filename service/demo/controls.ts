import type { ControlReason, ControlType } from "../../lib/contract/index.ts";
import { HOUR_MS, dayAt } from "../../lib/time/amsterdam.ts";

/** A control of the demo's past; `groupKey` is one of the demo fleet, null the whole zone. */
export interface DemoControl {
  groupKey: string | null;
  type: ControlType;
  reason: ControlReason;
  acceptedMs: number;
  fromMs: number;
  toMs: number;
  /** When it was cancelled. */
  cancelledMs: number | null;
}

interface Row {
  daysAgo: number;
  groupKey: string | null;
  type: ControlType;
  reason: ControlReason;
  /** Local hours, 3 or later, so that they exist on days with a clock change. */
  from: number;
  to: number;
  /** Hours from acceptance to its start, and from its start to cancellation. */
  ahead: number;
  cancelledAfter?: number;
}

// prettier-ignore
const ROWS: Row[] = [
  { daysAgo: 48, groupKey: null, type: "MAX_CONSUMPTION", reason: "price", from: 12.5, to: 14, ahead: 1 },
  { daysAgo: 41, groupKey: "noordoost", type: "ZERO_EXPORT", reason: "grid", from: 12, to: 13.25, ahead: 0.5 },
  { daysAgo: 34, groupKey: null, type: "ZERO_EXPORT", reason: "price", from: 11.75, to: 13.75, ahead: 1.25 },
  { daysAgo: 20, groupKey: null, type: "MAX_CONSUMPTION", reason: "price", from: 12, to: 13.5, ahead: 1.25 },
  { daysAgo: 13, groupKey: "brabant", type: "ZERO_EXPORT", reason: "grid", from: 13, to: 14.5, ahead: 0.75 },
  { daysAgo: 8, groupKey: "noord-holland", type: "ZERO_EXPORT", reason: "test", from: 12.5, to: 13, ahead: 0.5 },
  { daysAgo: 6, groupKey: null, type: "MAX_PRODUCTION", reason: "price", from: 17.5, to: 18.5, ahead: 1.25 },
  { daysAgo: 4, groupKey: "noordoost", type: "ZERO_EXPORT", reason: "grid", from: 11.5, to: 13, ahead: 0.5 },
  { daysAgo: 3, groupKey: null, type: "MAX_CONSUMPTION", reason: "price", from: 12, to: 13.5, ahead: 1 },
  { daysAgo: 3, groupKey: "noord-holland", type: "ZERO_EXPORT", reason: "grid", from: 12.75, to: 14, ahead: 0.5 },
  { daysAgo: 2, groupKey: "noord-holland", type: "MAX_CONSUMPTION", reason: "price", from: 12.25, to: 14.25, ahead: 0.75, cancelledAfter: 0.75 },
  { daysAgo: 1, groupKey: "noord-holland", type: "MAX_CONSUMPTION", reason: "price", from: 12.5, to: 13.5, ahead: 0.5 },
  { daysAgo: 1, groupKey: "noord-holland", type: "MAX_PRODUCTION", reason: "grid", from: 17.5, to: 18.5, ahead: 1 },
];

/** Seconds after the full minute at which a control is issued. */
const PRESSED_MS = 17_000;

/**
 * The past controls of the demo that were accepted at `fromMs` or later, in order of acceptance.
 * Their times of day do not depend on when the demo starts.
 */
export function demoControls(fromMs: number, nowMs: number): DemoControl[] {
  return ROWS.map((row) => on(dayAgo(nowMs, row.daysAgo), row))
    .filter(({ acceptedMs }) => acceptedMs >= fromMs)
    .toSorted((a, b) => a.acceptedMs - b.acceptedMs);
}

const dayAgo = (nowMs: number, days: number) =>
  dayAt(dayAt(nowMs).startMs + (12 - 24 * days) * HOUR_MS);

function on({ endMs }: { endMs: number }, row: Row): DemoControl {
  const { groupKey, type, reason } = row;
  const at = (hour: number) => endMs - (24 - hour) * HOUR_MS;
  const [fromMs, toMs] = [at(row.from), at(row.to)];
  const after = row.cancelledAfter;
  return {
    groupKey,
    type,
    reason,
    fromMs,
    toMs,
    acceptedMs: at(row.from - row.ahead) + PRESSED_MS,
    cancelledMs: after === undefined ? null : at(row.from + after) + PRESSED_MS,
  };
}
