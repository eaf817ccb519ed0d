import type { AreaSumPart, SumsAt } from "../store/area-sum-parts.ts";
import { FarSums, type HashedSite, type QuarterSums } from "./far-sums.ts";
import type { OutlookThreads } from "./sum-outlooks.ts";

type Read = () => Promise<readonly HashedSite[]>;

/**
 * Sums the forecasts of zones and groups partition by partition, while the next one is processed. It
 * has one sum of everything that this instance adds for a quarter-hour.
 */
export class PartitionSums {
  private sums: QuarterSums | null = null;
  private readonly parts = new Map<number, Promise<void>>();
  private taken: { at: SumsAt; part: Promise<AreaSumPart> } | null = null;
  private readonly far = new FarSums();

  constructor(private readonly threads: Pick<OutlookThreads, "sum">) {}

  /**
   * Adds the sites of a partition, in the background; a partition is added once.
   * @param own all partitions that this instance is going to add at that moment
   * @returns when they are no longer in use
   */
  add(at: SumsAt, partition: number, own: ReadonlySet<number>, read: Read): Promise<void> {
    if (isSame(this.taken?.at, at)) return Promise.resolve();
    if (!this.sums || !isSame(this.sums.at, at)) {
      this.parts.clear();
      this.sums = this.far.begin(at, own);
    }
    if (this.parts.has(partition)) return Promise.resolve();
    const part = this.sum(this.sums, read, own.has(partition));
    this.parts.set(partition, part);
    // A failure is reported by `take`.
    return part.catch(() => undefined);
  }

  /** Whether some partitions were added, and others are going to be. */
  isGrowing(at: SumsAt): boolean {
    const { sums, parts } = this;
    return isSame(sums?.at, at) && [...sums!.own].some((partition) => !parts.has(partition));
  }

  /**
   * The sum of the partitions that were added; later ones are not added. Null if none was, or others
   * are going to be.
   */
  async take(at: SumsAt): Promise<AreaSumPart | null> {
    if (isSame(this.taken?.at, at)) return this.taken!.part;
    if (!isSame(this.sums?.at, at) || this.isGrowing(at)) return null;
    const sums = this.sums!;
    const parts = new Map(this.parts);
    this.sums = null;
    this.parts.clear();
    const part = this.finish(sums, parts);
    this.taken = { at, part };
    part.catch(() => (this.taken = null));
    return part;
  }

  /** The sum of these partitions, whose sites are read now. */
  sumAnew(at: SumsAt, partitions: ReadonlySet<number>, read: Read): Promise<AreaSumPart> {
    // Far sums are of all that an instance sums: those of a part that others left are not used again.
    const areAll = partitions.size === at.partitions;
    const sums = this.far.begin(at, areAll ? partitions : new Set());
    const part = this.sum(sums, read, areAll);
    return this.finish(sums, new Map([...partitions].map((partition) => [partition, part])));
  }

  private async finish(
    sums: QuarterSums,
    parts: ReadonlyMap<number, Promise<void>>,
  ): Promise<AreaSumPart> {
    await Promise.all(parts.values());
    this.far.save(sums);
    return { partitions: new Set(parts.keys()), areas: sums.areas, tookMs: sums.allMs };
  }

  private async sum(sums: QuarterSums, read: Read, areOwn: boolean): Promise<void> {
    const start = performance.now();
    const sites = await read();
    if (sites.length === 0) return;
    const { quarterMs } = sums.at;
    await Promise.all(
      sums.divide(sites, areOwn).map(async (part) => {
        sums.add(part, await this.threads.sum(part.sites, quarterMs, part.horizon, sites.length));
      }),
    );
    sums.tookMs += performance.now() - start;
  }
}

const isSame = (a: SumsAt | null | undefined, b: SumsAt): boolean =>
  a?.quarterMs === b.quarterMs && a.changes === b.changes && a.partitions === b.partitions;
