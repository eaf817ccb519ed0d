import type { OutlookSum } from "../engine/outlook-sums.ts";
import { FarSums, type HashedSite, type QuarterSums, type SumsAt } from "./far-sums.ts";
import type { OutlookThreads } from "./sum-outlooks.ts";

/** The forecasts of zones and groups, and how long summing all of them anew takes, in ms. */
interface Summed {
  areas: ReadonlyMap<string, OutlookSum>;
  tookMs: number;
}

/**
 * Sums the forecasts of zones and groups partition by partition, while the next one is processed. It
 * keeps one sum of everything that this instance has added for a quarter-hour.
 */
export class PartitionSums {
  private sums: QuarterSums | null = null;
  private completed: SumsAt | null = null;
  private readonly far = new FarSums();
  private readonly parts = new Map<number, Promise<void>>();
  private tookMs = 0;

  constructor(private readonly threads: Pick<OutlookThreads, "sum">) {}

  /**
   * Adds the sites of a partition, in the background; a partition is added once.
   * @returns when they are no longer in use
   */
  add(at: SumsAt, partition: number, read: () => Promise<readonly HashedSite[]>): Promise<void> {
    if (isSame(this.completed, at)) return Promise.resolve();
    const sums = this.sumsAt(at);
    if (this.parts.has(partition)) return Promise.resolve();
    const part = this.sum(sums, read);
    this.parts.set(partition, part);
    // A failure is reported by `complete`.
    return part.catch(() => undefined);
  }

  /** The partitions that this instance has added. */
  added(at: SumsAt): ReadonlySet<number> {
    return new Set(isSame(this.sums?.at, at) ? this.parts.keys() : []);
  }

  /** The sum of all partitions that were added and of these other sites; later ones are not added. */
  async complete(at: SumsAt, others: () => Promise<readonly HashedSite[]>): Promise<Summed> {
    const sums = this.sumsAt(at);
    this.completed = at;
    try {
      await Promise.all([...this.parts.values(), this.sum(sums, others)]);
      this.far.save(sums);
      return { areas: sums.areas, tookMs: this.tookMs / sums.share };
    } catch (error) {
      this.completed = null;
      throw error;
    } finally {
      this.sums = null;
      this.parts.clear();
    }
  }

  private sumsAt(at: SumsAt): QuarterSums {
    if (this.sums && isSame(this.sums.at, at)) return this.sums;
    this.parts.clear();
    this.tookMs = 0;
    return (this.sums = this.far.begin(at));
  }

  private async sum(sums: QuarterSums, read: () => Promise<readonly HashedSite[]>): Promise<void> {
    const start = performance.now();
    const sites = await read();
    if (sites.length === 0) return;
    await Promise.all(
      sums.divide(sites).map(async (part) => {
        const { quarterMs } = sums.at;
        sums.add(part, await this.threads.sum(part.sites, quarterMs, part.horizon, sites.length));
      }),
    );
    this.tookMs += performance.now() - start;
  }
}

const isSame = (a: SumsAt | null | undefined, b: SumsAt): boolean =>
  a?.quarterMs === b.quarterMs && a.changes === b.changes && a.partitions === b.partitions;
