import { duration, reportDuration } from "./process/run-step.mjs";

const FIRST_MS = 500;
const MAX_MS = 30_000;
/** After this uptime a failure does not count as a repeated one. */
const STEADY_MS = 60_000;

/** Restart delays: they double with each failure, up to a maximum. */
export class RestartWait {
  private failures = 0;

  /** @param upMs how long the part was up before it ended */
  next(upMs: number): number {
    if (upMs >= STEADY_MS) this.failures = 0;
    return Math.min(MAX_MS, FIRST_MS * 2 ** this.failures++);
  }
}

/** The parts, with their names in output and `/readyz`. */
export type PartName = "PostgreSQL" | "service" | "portal";

/** A running part. */
export interface Running {
  /** Resolves when it ended, with how; undefined if that is not known. */
  ended: Promise<string | undefined>;
  /** Stops it. @returns false when it was killed after `withinMs` */
  stop(withinMs: number): Promise<boolean>;
  sendDownParts?(names: readonly string[]): void;
  /** Waits until it is ready. @throws the signal's reason */
  ready?(signal: AbortSignal): Promise<unknown>;
}

/** How a part is started and restarted. */
export interface Part {
  name: PartName;
  open(signal: AbortSignal, isRestart: boolean): Promise<Running>;
}

/** How often a program checks whether its PostgreSQL is back. */
const NEEDS_MS = 100;

interface Supervised {
  part: Part;
  running: Running;
  sinceMs: number;
}

const subject = (name: PartName) => (name === "PostgreSQL" ? "PostgreSQL" : `The ${name}`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const killed = "did not end in time and was killed.";
const CUT_SHORT: Record<PartName, string> = {
  PostgreSQL: "did not end in time; it reads its log back at the next start.",
  service: killed,
  portal: killed,
};
const inBrackets = (how: string | undefined) => (how === undefined ? "" : ` (${how})`);
const sentence = (text: string) => console.error(`  ${text}`);

/** Resolves like `work`, or rejects as soon as the signal aborts. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

const pause = (ms: number, signal: AbortSignal) =>
  orAborted(new Promise((resolve) => setTimeout(resolve, ms)), signal);

/**
 * Runs parts: one that ends during the start aborts the start; one that ends later is restarted.
 * Start: PostgreSQL → service and portal, which waits for the service. Restart: ended → wait → open → ready. Stop: in reverse
 * order.
 */
export class Supervision {
  private readonly over = new AbortController();
  private readonly parts = new Map<PartName, Supervised>();
  private readonly down = new Set<PartName>();
  private isStarted = false;

  /** Aborted by a stop, or with an Error when a part ends during the start. */
  readonly signal: AbortSignal;

  constructor(stop: AbortSignal) {
    this.signal = AbortSignal.any([stop, this.over.signal]);
  }

  /** Starts a part and waits until it is ready. @throws the signal's reason */
  async start(part: Part): Promise<void> {
    const startedMs = Date.now();
    const running = await this.open(part, false);
    await orAborted(this.untilReady(part, running), this.signal);
    reportDuration(`${capital(part.name)} ready`, startedMs);
  }

  /** From now on a part that ends is restarted, until the signal aborts. */
  superviseAll(): void {
    this.isStarted = true;
    for (const { part } of this.parts.values()) void this.superviseOne(part).catch(() => undefined);
  }

  /** Stops all parts, last started first, each by its deadline after this call. */
  async stop(byMs: Record<PartName, number>): Promise<void> {
    this.over.abort(new Error("stopped"));
    const startMs = performance.now();
    for (const { part, running } of [...this.parts.values()].toReversed()) {
      const withinMs = byMs[part.name] - (performance.now() - startMs);
      const isClean = await running.stop(withinMs);
      if (!isClean) sentence(`${subject(part.name)} ${CUT_SHORT[part.name]}`);
    }
  }

  private async open(part: Part, isRestart: boolean): Promise<Running> {
    this.signal.throwIfAborted();
    const running = await part.open(this.signal, isRestart);
    this.parts.set(part.name, { part, running, sinceMs: Date.now() });
    running.sendDownParts?.([...this.down]);
    void running.ended.then((how) => {
      if (this.isStarted) return;
      const text = `${subject(part.name)} ended during the start${inBrackets(how)}.`;
      this.over.abort(new Error(text));
    });
    return running;
  }

  private async untilReady(part: Part, running: Running): Promise<void> {
    const ended = running.ended.then((how) => {
      throw new Error(`${subject(part.name)} ended before it was ready${inBrackets(how)}.`);
    });
    await Promise.race([ended, running.ready?.(this.signal)]);
  }

  private async superviseOne(part: Part): Promise<void> {
    const waits = new RestartWait();
    for (;;) {
      const { running, sinceMs } = this.parts.get(part.name)!;
      const how = await running.ended;
      this.signal.throwIfAborted();
      this.setDown(part.name, true);
      const endedMs = Date.now();
      let wait = waits.next(endedMs - sinceMs);
      let failure = `${subject(part.name)} ended${inBrackets(how)}.`;
      for (;;) {
        sentence(`${failure} It is started again in ${duration(wait)}.`);
        const failed = await this.reopen(part, wait);
        if (failed === undefined) break;
        failure = failed;
        wait = waits.next(0);
      }
      this.setDown(part.name, false);
      sentence(`${subject(part.name)} is back after ${duration(Date.now() - endedMs)}.`);
    }
  }

  /** @returns why the part did not become ready; undefined if it is */
  private async reopen(part: Part, waitMs: number): Promise<string | undefined> {
    await pause(waitMs, this.signal);
    while (part.name !== "PostgreSQL" && this.down.has("PostgreSQL"))
      await pause(NEEDS_MS, this.signal);
    try {
      const running = await this.open(part, true);
      await orAborted(this.untilReady(part, running), this.signal);
      return undefined;
    } catch (error) {
      this.signal.throwIfAborted();
      return (error as Error).message;
    }
  }

  private setDown(name: PartName, isDown: boolean): void {
    if (isDown) this.down.add(name);
    else this.down.delete(name);
    for (const { running } of this.parts.values()) running.sendDownParts?.([...this.down]);
  }
}
