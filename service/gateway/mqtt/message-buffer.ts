import type { Presence, Reports } from "../gateway.ts";
import type { Report } from "./parse-message.ts";

/**
 * Maximum number of buffered acknowledgements and readings: some more than the 100,000 messages that a broker may
 * queue. Mosquitto 2.0.11 sends all of them at once after the first PUBACK, whatever the receive maximum. A
 * reading takes half a kilobyte.
 */
const MAX_BUFFERED = 120_000;
/** Maximum batch size. */
export const BATCH_SIZE = 2_000;

interface Queued {
  report: Exclude<Report, { kind: "presence" }>;
  message: { remaining: number; onStored(): void };
}

/**
 * Received reports that are not stored yet, in memory. Acknowledgements and readings are queued in
 * order of arrival; of a location's presence only the newest is held, so that a whole fleet may
 * reconnect at once.
 */
export class WaitingReports {
  private queue: Queued[] = [];
  private readonly presence = new Map<string, Presence>();
  private announced = false;
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly onReport: () => void,
    private readonly maxBuffered = MAX_BUFFERED,
  ) {}

  get isFull(): boolean {
    return this.queue.length >= this.maxBuffered;
  }

  get count(): number {
    return this.queue.length + this.presence.size;
  }

  /**
   * Adds the content of a message and calls back once until the next `collect`. `onStored` is called
   * when its acknowledgements and readings are stored; presence is not waited for.
   */
  add(reports: readonly Report[], onStored = () => {}): void {
    const message = { remaining: 0, onStored };
    for (const report of reports) {
      if (report.kind === "presence") this.notePresence(report.presence);
      else {
        this.queue.push({ report, message });
        message.remaining += 1;
      }
    }
    if (message.remaining === 0) onStored();
    if (this.announced || reports.length === 0) return;
    this.announced = true;
    setImmediate(this.onReport);
  }

  /**
   * Passes the reports received until `toMs` to `store` in batches and deletes each batch once `store`
   * has resolved. Readings that end later stay, and so do reports that arrive meanwhile: a steady stream
   * of them would otherwise never let it end. One collection runs at a time.
   */
  collect(toMs: number, store: (reports: Reports) => Promise<void>): Promise<void> {
    const turn = this.storing.then(() => this.handOver(toMs, store));
    this.storing = turn.catch(() => {});
    return turn;
  }

  private notePresence(presence: Presence): void {
    this.presence.delete(presence.locationId);
    this.presence.set(presence.locationId, presence);
  }

  private async handOver(toMs: number, store: (reports: Reports) => Promise<void>): Promise<void> {
    this.announced = false;
    const due = this.queue.filter(({ report }) => isDue(report, toMs));
    const presence = [...this.presence.values()];
    for (let from = 0; from < Math.max(due.length, presence.length); from += BATCH_SIZE) {
      const to = from + BATCH_SIZE;
      const batch = [due.slice(from, to), presence.slice(from, to)] as const;
      await store(toReports(...batch));
      this.forget(...batch);
    }
  }

  private forget(queued: readonly Queued[], presence: readonly Presence[]): void {
    const stored = new Set(queued);
    this.queue = this.queue.filter((one) => !stored.has(one));
    for (const one of presence) {
      if (this.presence.get(one.locationId) === one) this.presence.delete(one.locationId);
    }
    for (const { message } of queued) if (--message.remaining === 0) message.onStored();
  }
}

const isDue = (report: Queued["report"], toMs: number) =>
  report.kind !== "reading" || report.reading.toMs <= toMs;

const toReports = (queued: readonly Queued[], presence: Presence[]): Reports => ({
  acknowledgements: queued.flatMap(({ report }) =>
    report.kind === "acknowledgement" ? [report.acknowledgement] : [],
  ),
  readings: queued.flatMap(({ report }) => (report.kind === "reading" ? [report.reading] : [])),
  presence,
  pauses: queued.flatMap(({ report }) => (report.kind === "pause" ? [report.pause] : [])),
});
