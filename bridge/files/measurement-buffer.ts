import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { measurement, type Measurement } from "../../lib/contract/index.ts";
import type { BridgeLog } from "../adapter/runtime.ts";
import { writeAtomically } from "./atomic-file.ts";

/** A day of minutes. */
const CAPACITY = 1_440;
/** A broker that died may have lost what it had confirmed: this many minutes are sent again. */
const REPEATED = 5;
const COMPACT_LINES = 2 * CAPACITY;

function parseLine(line: string): Measurement[] {
  try {
    return [measurement.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

/**
 * Minutes that the service has not confirmed yet, oldest first, on disk: a day of them. After a crash
 * some may be sent twice, which changes nothing. While the disk takes no more they wait in memory only.
 */
export class MeasurementBuffer {
  private readonly file: string;
  private waiting: Measurement[];
  private sent: Measurement[] = [];
  private lines: number;
  /** The last write failed: the file lacks minutes, or has some that were sent. */
  private isBehind = false;

  constructor(
    folder: string,
    private readonly log?: BridgeLog,
  ) {
    this.file = join(folder, "measurements.jsonl");
    mkdirSync(dirname(this.file), { recursive: true });
    const text = existsSync(this.file) ? readFileSync(this.file, "utf8") : "";
    this.waiting = text.split("\n").flatMap(parseLine).slice(-CAPACITY);
    this.lines = text.split("\n").length;
    // A crash may have cut the last line.
    if (text !== "" && !text.endsWith("\n")) this.compact();
  }

  get count(): number {
    return this.waiting.length;
  }

  /** Queues a minute, unless the service would refuse it, and the minutes in the same message. */
  add(one: Measurement): void {
    const { error } = measurement.safeParse(one);
    if (error) {
      const fields = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
      return this.log?.warn(`left out the minute ${one.time_from}: ${fields.join(", ")}`);
    }
    this.waiting = [...this.waiting, one].slice(-CAPACITY);
    if (this.isBehind || this.lines >= COMPACT_LINES) return this.compact();
    this.write(() => appendFileSync(this.file, `${JSON.stringify(one)}\n`));
    this.lines += 1;
  }

  /** The oldest minutes that wait. */
  next(max: number): Measurement[] {
    return this.waiting.slice(0, max);
  }

  /** The service has these. */
  confirm(these: readonly Measurement[]): void {
    const done = new Set(these);
    this.waiting = this.waiting.filter((one) => !done.has(one));
    this.sent = [...this.sent, ...these].slice(-REPEATED);
    if (this.waiting.length === 0) this.compact();
  }

  /** Queues the last confirmed minutes again, in order. */
  repeat(): void {
    this.waiting = [...this.sent, ...this.waiting];
    this.sent = [];
  }

  private compact(): void {
    if (this.lines === 0) return;
    const text = this.waiting.map((one) => `${JSON.stringify(one)}\n`).join("");
    this.write(() => {
      writeAtomically(this.file, text);
      this.lines = this.waiting.length;
    });
  }

  private write(change: () => void): void {
    try {
      change();
      if (this.isBehind) this.log?.info("measurements are saved again");
      this.isBehind = false;
    } catch (error) {
      if (!this.isBehind) this.log?.warn(`measurements are not saved: ${(error as Error).message}`);
      this.isBehind = true;
    }
  }
}
