import type { Presence, Reports } from "../gateway.ts";
import type { Report } from "./parse-message.ts";

/** How many acknowledgements and readings wait before no more are taken. */
const MAX_BUFFERED = 20_000;
/** How many of them are handed over at once. */
export const BATCH_SIZE = 2_000;

type Queued = Exclude<Report, { kind: "presence" }>;

/**
 * Reports that came and were not kept yet, in memory. Acknowledgements and readings wait in the
 * order they came; of a location's presence only the newest does, so that a fleet that comes back
 * at once fits.
 */
export class WaitingReports {
  private queue: Queued[] = [];
  private readonly presence = new Map<string, Presence>();
  private announced = false;
  private keeping: Promise<void> = Promise.resolve();

  constructor(private readonly onReport: () => void) {}

  get isFull(): boolean {
    return this.queue.length >= MAX_BUFFERED;
  }

  get count(): number {
    return this.queue.length + this.presence.size;
  }

  /** Adds the content of a message and announces it, once until the next `collect`. */
  add(reports: readonly Report[]): void {
    for (const report of reports) {
      if (report.kind === "presence") this.notePresence(report.presence);
      else this.queue.push(report);
    }
    if (this.announced || reports.length === 0) return;
    this.announced = true;
    setImmediate(this.onReport);
  }

  /**
   * Hands over what waits until `toMs` (readings that end later stay), portion by portion, and
   * forgets each once `keep` resolved. One collection at a time.
   */
  collect(toMs: number, keep: (reports: Reports) => Promise<void>): Promise<void> {
    const turn = this.keeping.then(() => this.handOver(toMs, keep));
    this.keeping = turn.catch(() => {});
    return turn;
  }

  private notePresence(presence: Presence): void {
    this.presence.delete(presence.locationId);
    this.presence.set(presence.locationId, presence);
  }

  private async handOver(toMs: number, keep: (reports: Reports) => Promise<void>): Promise<void> {
    this.announced = false;
    for (;;) {
      const queued = this.queue.filter((report) => isDue(report, toMs)).slice(0, BATCH_SIZE);
      const presence = Array.from(this.presence.values()).slice(0, BATCH_SIZE);
      if (queued.length + presence.length === 0) return;
      await keep(toReports(queued, presence));
      this.forget(queued, presence);
    }
  }

  private forget(queued: readonly Queued[], presence: readonly Presence[]): void {
    const kept = new Set(queued);
    this.queue = this.queue.filter((report) => !kept.has(report));
    for (const one of presence) {
      if (this.presence.get(one.locationId) === one) this.presence.delete(one.locationId);
    }
  }
}

const isDue = (report: Queued, toMs: number) =>
  report.kind === "acknowledgement" || report.reading.toMs <= toMs;

const toReports = (queued: readonly Queued[], presence: Presence[]): Reports => ({
  acknowledgements: queued.flatMap((one) =>
    one.kind === "acknowledgement" ? [one.acknowledgement] : [],
  ),
  readings: queued.flatMap((one) => (one.kind === "reading" ? [one.reading] : [])),
  presence,
});
