import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { monthAt } from "./preferences.ts";
import type { RuleConditions, RuleControlType } from "./rule.ts";
import { getGateClosure } from "./value.ts";

/** What a control gains in an ISP: decided before gate closure, or after it. */
export interface ForesightValue {
  beforeGate: number;
  afterGate: number;
}

/** The past, for the best schedule of a rule. */
export interface ForesightPast {
  fromMs: number;
  toMs: number;
  /** The longest window of a control, in ms. */
  maxMs: number;
  types: readonly RuleControlType[];
  /** The gain of the supplier in an ISP, by what is known now; null where no control may lie. */
  getValue(type: RuleControlType, startMs: number): ForesightValue | null;
}

/** Which of a rule's conditions the best schedule keeps: not its thresholds, nor its smallest gain. */
type Bounds = Pick<RuleConditions, "minMs" | "maxMonthMs" | "noticeMs">;

const quarters = (ms: number): number => Math.floor(ms / QUARTER_MS);

/** Sums from the start of a period until each ISP; `stops` has where the next gap begins. */
interface Course {
  before: Float64Array;
  after: Float64Array;
  stops: Int32Array;
}

function toCourse(past: ForesightPast, type: RuleControlType, count: number): Course {
  const [before, after] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  const isGap = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const value = past.getValue(type, past.fromMs + i * QUARTER_MS);
    if (!value) isGap[i] = 1;
    before[i + 1] = before[i]! + (value?.beforeGate ?? 0);
    after[i + 1] = after[i]! + (value?.afterGate ?? 0);
  }
  const stops = new Int32Array(count + 1).fill(count);
  for (let i = count - 1; i >= 0; i--) stops[i] = isGap[i] === 1 ? i : stops[i + 1]!;
  return { before, after, stops };
}

/** The gain of windows, each decided when it suits best within the notice. */
class Windows {
  private readonly courses: Course[];
  /** For each start the first ISPs whose market may still be open when it is decided. */
  private readonly opens: number[][];

  constructor(past: ForesightPast, { noticeMs }: Bounds, count: number) {
    this.courses = past.types.map((type) => toCourse(past, type, count));
    const notice = quarters(noticeMs);
    const gates = Float64Array.from({ length: count }, (_, i) =>
      quarters(getGateClosure(past.fromMs + i * QUARTER_MS) - past.fromMs),
    );
    const opens = new Int32Array(count + notice);
    let first = 0;
    for (let at = 0; at < opens.length; at++) {
      while (first < count && gates[first]! <= at - notice) first += 1;
      opens[at] = first;
    }
    this.opens = Array.from({ length: count }, (_, i) => [
      ...new Set(opens.subarray(i, i + notice + 1)),
    ]);
  }

  /** The ISPs that a window from this one on can have. */
  maxLength(from: number): number {
    return this.courses.reduce((max, { stops }) => Math.max(max, stops[from]! - from), 0);
  }

  getGain(from: number, length: number): number {
    const to = from + length;
    let best = -Infinity;
    for (const { before, after, stops } of this.courses) {
      if (stops[from]! < to) continue;
      for (const opensAt of this.opens[from]!) {
        const open = Math.min(to, Math.max(from, opensAt));
        best = Math.max(best, after[open]! - after[from]! + before[to]! - before[open]!);
      }
    }
    return best;
  }
}

/** Windows that no other choice replaces: not shorter, nor as two, with the same gain. */
function* usefulWindows(
  windows: Windows,
  from: number,
  { min, max }: { min: number; max: number },
): Generator<{ length: number; gain: number }, void> {
  const limit = Math.min(max, windows.maxLength(from));
  let shorter = -Infinity;
  for (let length = min; length <= limit; length++) {
    const gain = windows.getGain(from, length);
    const isSplit =
      length >= 2 * min &&
      windows.getGain(from, min) + windows.getGain(from + min, length - min) >= gain;
    if (gain > 0 && gain > shorter && !isSplit) yield { length, gain };
    shorter = Math.max(shorter, gain);
  }
}

/**
 * What the best schedule would have gained, known afterwards, by the start of the local month: windows
 * of at least the rule's minimum and at most the longest of a control, within its monthly limit, each
 * decided at most its notice before. Found from the end backwards: the gain from an ISP on, by the
 * quarter-hours that the month's limit has left. A window over the end of a month uses of both limits
 * what lies in each month. Returns a generator that yields after each day.
 */
export function* foresightSteps(
  bounds: Bounds,
  past: ForesightPast,
): Generator<void, Map<number, number>> {
  const count = quarters(past.toMs - past.fromMs);
  const months = Array.from({ length: count }, () => 0);
  let month = { fromMs: Infinity, toMs: -Infinity };
  for (let i = 0; i < count; i++) {
    const ms = past.fromMs + i * QUARTER_MS;
    if (ms < month.fromMs || ms >= month.toMs) month = monthAt(ms);
    months[i] = month.fromMs;
  }
  const min = Math.max(1, Math.ceil(bounds.minMs / QUARTER_MS));
  const max = quarters(past.maxMs);
  const isCapped = bounds.maxMonthMs !== null && quarters(bounds.maxMonthMs) < 31 * 96 + 4;
  const cap = isCapped ? quarters(bounds.maxMonthMs!) : 0;
  const windows = new Windows(past, bounds, count);
  const rows = Array.from({ length: max + 1 }, () => new Float64Array(cap + 1));
  const found = new Map<number, number>();
  let later = 0;
  let monthEnd = count;
  for (let i = count - 1; i >= 0; i--) {
    if (months[i] !== months[i + 1]) monthEnd = i + 1;
    const isSameMonth = (at: number) => at >= count || months[at] === months[i];
    const row = rows[i % (max + 1)]!;
    const next = rows[(i + 1) % (max + 1)]!;
    if (i === count - 1) row.fill(0);
    else if (isSameMonth(i + 1)) row.set(next);
    else row.fill(next[cap]!);
    for (const { length, gain } of usefulWindows(windows, i, { min, max })) {
      const end = i + length;
      const rest = end < count ? rows[end % (max + 1)]! : null;
      if (!isCapped) {
        row[0] = Math.max(row[0]!, gain + (rest?.[0] ?? 0));
        continue;
      }
      const beyond = Math.max(0, end - monthEnd);
      if (beyond > cap) continue;
      for (let left = length - beyond; left <= cap; left++) {
        const after = rest ? rest[isSameMonth(end) ? left - length : cap - beyond]! : 0;
        if (gain + after > row[left]!) row[left] = gain + after;
      }
    }
    if (i === 0 || months[i - 1] !== months[i]) {
      found.set(months[i]!, row[cap]! - later);
      later = row[cap]!;
    }
    if (i % 96 === 0) yield;
  }
  return found;
}
