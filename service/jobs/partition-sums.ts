import { OutlookSums, type CountedSite, type OutlookSum } from "../engine/outlook-sums.ts";
import { HORIZON_QUARTERS } from "../planning/flexibility-forecast.ts";
import type { OutlookThreads } from "./sum-outlooks.ts";

/**
 * Horizon of the bands of zones and groups: two days, and the quarter-hours until the next refresh.
 */
export const BAND_QUARTERS = 2 * 96 + 8;
const HORIZON = { quarters: HORIZON_QUARTERS, bandQuarters: BAND_QUARTERS };

/** What a sum is of: a quarter-hour, the members of zones and groups, and a division of the fleet. */
export interface SumsAt {
  quarterMs: number;
  /** The last change of members; see `MEMBERS_CHANGED_KEY`. */
  changes: string | null;
  partitions: number;
}

/** The forecasts of zones and groups, and how long all parts took, in ms. */
interface Summed {
  areas: ReadonlyMap<string, OutlookSum>;
  tookMs: number;
}

/**
 * Sums the forecasts of zones and groups partition by partition, while the next one is processed. It
 * keeps one sum of everything that this instance has added for a quarter-hour.
 */
export class PartitionSums {
  private at: SumsAt | null = null;
  private completed: SumsAt | null = null;
  private total: OutlookSums | null = null;
  private readonly parts = new Map<number, Promise<void>>();
  private tookMs = 0;

  constructor(private readonly threads: Pick<OutlookThreads, "sum">) {}

  /** Adds the sites of a partition, in the background; a partition is added once. */
  add(at: SumsAt, partition: number, read: () => Promise<readonly CountedSite[]>): void {
    if (isSame(this.completed, at)) return;
    if (!isSame(this.at, at)) this.begin(at);
    if (this.parts.has(partition)) return;
    const part = this.sum(at.quarterMs, read);
    // A failure is reported by `complete`.
    part.catch(() => undefined);
    this.parts.set(partition, part);
  }

  /** The partitions that this instance has added. */
  added(at: SumsAt): ReadonlySet<number> {
    return new Set(isSame(this.at, at) ? this.parts.keys() : []);
  }

  /** The sum of all partitions that were added and of these other sites; later ones are not added. */
  async complete(at: SumsAt, others: () => Promise<readonly CountedSite[]>): Promise<Summed> {
    if (!isSame(this.at, at)) this.begin(at);
    const total = this.total!;
    this.completed = at;
    try {
      await Promise.all([...this.parts.values(), this.sum(at.quarterMs, others)]);
      return { areas: total.areas, tookMs: this.tookMs };
    } catch (error) {
      this.completed = null;
      throw error;
    } finally {
      this.at = this.total = null;
      this.parts.clear();
    }
  }

  private begin(at: SumsAt): void {
    this.at = at;
    this.total = new OutlookSums(at.quarterMs, HORIZON);
    this.parts.clear();
    this.tookMs = 0;
  }

  private async sum(quarterMs: number, read: () => Promise<readonly CountedSite[]>): Promise<void> {
    const total = this.total!;
    const start = performance.now();
    const sites = await read();
    if (sites.length === 0) return;
    total.merge(await this.threads.sum(sites, quarterMs, HORIZON));
    this.tookMs += performance.now() - start;
  }
}

const isSame = (a: SumsAt | null, b: SumsAt): boolean =>
  a?.quarterMs === b.quarterMs && a.changes === b.changes && a.partitions === b.partitions;
