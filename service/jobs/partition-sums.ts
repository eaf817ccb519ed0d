import type { AreaSumPart, SumsAt } from "../store/area-sum-parts.ts";
import { FarSums, type HashedSite, type QuarterSums } from "./far-sums.ts";
import type { OutlookThreads } from "./sum-outlooks.ts";

/** Reads the sites of some partitions. */
type Read = (partitions: ReadonlySet<number>) => Promise<readonly HashedSite[]>;

/** The sums of a quarter-hour. */
interface Running {
  at: SumsAt;
  sums: QuarterSums;
  /** The planned partitions that were added. */
  added: Map<number, Promise<void>>;
  /** The sum of the planned partitions, once it is taken. */
  planned: Promise<AreaSumPart> | null;
  /** The sums of other partitions. */
  others: { partitions: ReadonlySet<number>; part: Promise<AreaSumPart> }[];
}

/**
 * Sums the forecasts of zones and groups partition by partition, while the next one is processed. The
 * partitions that this instance plans to train have one sum, others have a sum each.
 */
export class PartitionSums {
  private running: Running | null = null;
  private readonly far = new FarSums();

  constructor(private readonly threads: Pick<OutlookThreads, "sum">) {}

  /**
   * Adds the sites of a partition, in the background; a partition is added once.
   * @param planned the partitions that this instance plans to add at that moment; those of the first call count
   * @returns when they are no longer in use
   */
  add(
    at: SumsAt,
    partition: number,
    planned: ReadonlySet<number>,
    read: () => Promise<readonly HashedSite[]>,
  ): Promise<void> {
    const running = this.begin(at, planned);
    const { sums, added, others } = running;
    const isAdded = added.has(partition) || others.some((other) => other.partitions.has(partition));
    if (isAdded || (sums.planned.has(partition) && running.planned)) return Promise.resolve();
    let part: Promise<unknown>;
    if (sums.planned.has(partition)) {
      const sum = this.sum(sums, read, true);
      added.set(partition, sum);
      part = sum;
    } else part = this.sumAnew(at, new Set([partition]), read);
    // A failure is reported by `take`.
    return part.then(ignore, ignore);
  }

  /**
   * The sums of what was added: of the planned partitions once all are frozen, and of others. Planned ones
   * that another instance trained are read.
   */
  async take(at: SumsAt, frozen: ReadonlySet<number>, read: Read): Promise<AreaSumPart[]> {
    const { running } = this;
    if (!running || !isSame(running.at, at)) return [];
    const { sums, added, others } = running;
    try {
      if (added.size > 0 && [...sums.planned].every((partition) => frozen.has(partition)))
        running.planned ??= this.takePlanned(running, read);
      const planned = await running.planned;
      return [
        ...(planned ? [planned] : []),
        ...(await Promise.all(others.map(({ part }) => part))),
      ];
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** Sums these partitions over the whole horizon. */
  sumAnew(at: SumsAt, partitions: ReadonlySet<number>, read: Read): Promise<AreaSumPart> {
    // Far sums are used again by an instance that has all partitions.
    const planned = partitions.size === at.partitions ? partitions : new Set<number>();
    const sums = this.far.begin(at, planned);
    const part = this.finish(sums, partitions, [
      this.sum(sums, () => read(partitions), planned.size > 0),
    ]);
    this.begin(at, new Set()).others.push({ partitions, part });
    return part;
  }

  /** Forgets the sums that were taken. */
  release(): void {
    this.running = null;
  }

  private begin(at: SumsAt, planned: ReadonlySet<number>): Running {
    if (this.running && isSame(this.running.at, at)) return this.running;
    const sums = this.far.begin(at, planned);
    return (this.running = { at, sums, added: new Map(), planned: null, others: [] });
  }

  private async finish(
    sums: QuarterSums,
    partitions: ReadonlySet<number>,
    parts: readonly Promise<void>[],
  ): Promise<AreaSumPart> {
    await Promise.all(parts);
    this.far.save(sums);
    return { partitions, areas: sums.areas, tookMs: sums.allMs };
  }

  /** The sums of the planned partitions: those that were not added are read. */
  private takePlanned({ sums, added }: Running, read: Read): Promise<AreaSumPart> {
    const lacking = new Set([...sums.planned].filter((partition) => !added.has(partition)));
    const rest = lacking.size > 0 ? [this.sum(sums, () => read(lacking), true)] : [];
    return this.finish(sums, sums.planned, [...added.values(), ...rest]);
  }

  private async sum(
    sums: QuarterSums,
    read: () => Promise<readonly HashedSite[]>,
    arePlanned: boolean,
  ): Promise<void> {
    const start = performance.now();
    const sites = await read();
    if (sites.length === 0) return;
    const { quarterMs } = sums.at;
    await Promise.all(
      sums.divide(sites, arePlanned).map(async (part) => {
        sums.add(part, await this.threads.sum(part.sites, quarterMs, part.horizon, sites.length));
      }),
    );
    sums.tookMs += performance.now() - start;
  }
}

const ignore = () => undefined;

const isSame = (a: SumsAt, b: SumsAt): boolean =>
  a.quarterMs === b.quarterMs && a.changes === b.changes && a.partitions === b.partitions;
