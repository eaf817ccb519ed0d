import { createClock, type Clock, type ClockFacts } from "./clock.ts";
import { readNumber, averageKw } from "./numbers.ts";
import type { Plan } from "./plan.ts";
import { RowRefusal, RefusedRows } from "./refused-rows.ts";
import type { FileRow } from "./source.ts";
import { readStamp } from "./timestamps.ts";
import { stampText } from "./sniff.ts";

const TWICE = "stands twice, with another value; the first was taken";

/** One value: average power in kW over `[startMs, endMs)`, and the row it comes from. */
export interface Interval {
  startMs: number;
  endMs: number;
  kw: number;
  line: number;
  text: string;
}

interface ReadRow {
  line: number;
  text: string;
  wallMs: number;
  offsetMs: number | undefined;
  values: number[];
}

/** The intervals read so far, one number each, to detect repeats at any distance. */
class Seen {
  private readonly kw: Float64Array;
  constructor(
    readonly fromMs: number,
    toMs: number,
    readonly stepMs: number,
  ) {
    this.kw = new Float64Array(Math.ceil((toMs - fromMs) / stepMs) + 1).fill(NaN);
  }
  private indexOf = (ms: number) => Math.floor((ms - this.fromMs) / this.stepMs);
  at = (ms: number): number => this.kw[this.indexOf(ms)] ?? NaN;
  put(ms: number, kw: number): void {
    this.kw[this.indexOf(ms)] = kw;
  }
  /** The gaps between the first and the last, as `[fromMs, toMs)`. */
  *gaps(): Generator<[number, number]> {
    const first = this.kw.findIndex((kw) => !Number.isNaN(kw));
    if (first < 0) return;
    const last = this.kw.findLastIndex((kw) => !Number.isNaN(kw));
    const msOf = (i: number) => this.fromMs + i * this.stepMs;
    for (let i = first; i <= last; i++) {
      if (!Number.isNaN(this.kw[i] ?? NaN)) continue;
      const from = i;
      while (Number.isNaN(this.kw[i] ?? NaN)) i++;
      yield [msOf(from), msOf(i)];
    }
  }
}

/** Turns the rows of a file, given in its order, into intervals. */
export class IntervalReader {
  readonly refused = new RefusedRows();
  /** The assumptions, as sentences. */
  readonly notes: string[] = [];
  /** Rows that repeat a known value. */
  sameAgain = 0;
  private readonly clock: Clock<ReadRow>;
  private readonly seen: Seen;
  private last: { ms: number; row: ReadRow } | undefined;
  private readonly signs: number[];

  constructor(
    private readonly plan: Plan,
    /** Why an interval cannot be used, if so. */
    private readonly faultOf: (interval: Interval) => string | undefined = () => undefined,
  ) {
    const { fromMs, toMs, clock, values } = plan;
    this.clock = createClock(clock, (sentence) => void this.notes.push(sentence));
    const quarter = 15 * 60_000;
    this.seen = new Seen(Math.floor(fromMs / quarter) * quarter, toMs, clock.intervalMs);
    this.signs = [...values.plus.map(() => 1), ...values.minus.map(() => -1)];
  }

  /** Adds the next row; returns the completed intervals, each once. */
  take(row: FileRow): Interval[] {
    const { writing, source } = this.plan;
    const text = row.cells.join(source.layout.delimiter);
    try {
      const stamp = readStamp(stampText(row, writing.stamp), writing.order);
      const values = writing.columns.map((one) =>
        readNumber(row.cells[one] ?? "", writing.decimal),
      );
      return this.timed(this.clock.take({ line: row.line, text, ...stamp, values }));
    } catch (error) {
      if (!(error instanceof RowRefusal)) throw error;
      this.refused.add(row.line, text, error.message);
      return [];
    }
  }

  end = (): Interval[] => this.timed(this.clock.end());
  gaps = (): [number, number][] => [...this.seen.gaps()];

  private timed(rows: readonly ClockFacts<ReadRow>[]): Interval[] {
    return rows.flatMap((one) => {
      if ("reason" in one) {
        this.refuse(one.row, one.reason);
        return [];
      }
      const interval = this.plan.readings ? this.between(one) : this.at(one);
      return interval && this.isWanted(interval) ? [interval] : [];
    });
  }

  private refuse({ line, text }: { line: number; text: string }, reason: string): void {
    this.refused.add(line, text, reason);
  }

  private kwOf = (values: readonly number[]) => {
    const sum = values.reduce((total, value, i) => total + value * (this.signs[i] ?? 1), 0);
    return averageKw(sum, this.plan.unit, this.plan.intervalMinutes);
  };

  private at({ row, ms }: { row: ReadRow; ms: number }): Interval {
    const { stamps, intervalMs } = this.plan.clock;
    const startMs = stamps === "end" ? ms - intervalMs : ms;
    const { line, text, values } = row;
    return { startMs, endMs: startMs + intervalMs, kw: this.kwOf(values), line, text };
  }

  /** The energy between two readings; if they are too far apart, it belongs to no interval. */
  private between(now: { row: ReadRow; ms: number }): Interval | undefined {
    const { intervalMs } = this.plan.clock;
    const before = this.last;
    this.last = now;
    if (!before) return undefined;
    const [early, late] = before.ms <= now.ms ? [before, now] : [now, before];
    const { line, text } = now.row;
    if (late.ms === early.ms) {
      const same = late.row.values.every((value, i) => value === early.row.values[i]);
      if (same) this.sameAgain++;
      else this.refuse(now.row, TWICE);
      if (!same) this.last = before;
      return undefined;
    }
    if (late.ms - early.ms !== intervalMs) return undefined;
    const used = late.row.values.map((value, i) => value - (early.row.values[i] ?? 0));
    if (used.some((value) => value < 0)) {
      this.refuse(now.row, "the meter reading is lower than the one before it");
      return undefined;
    }
    return { startMs: early.ms, endMs: late.ms, kw: this.kwOf(used), line, text };
  }

  private isWanted(interval: Interval): boolean {
    const { startMs, kw } = interval;
    const fault = this.faultOf(interval);
    const before = this.seen.at(startMs);
    if (fault !== undefined) this.refuse(interval, fault);
    else if (before === kw) this.sameAgain++;
    else if (!Number.isNaN(before)) this.refuse(interval, TWICE);
    else {
      this.seen.put(startMs, kw);
      return true;
    }
    return false;
  }
}
