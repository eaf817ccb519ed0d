import type { AreaSumPart, SumsAt } from "../store/area-sum-parts.ts";
import { FarSums, type HashedSite, type QuarterSums } from "./far-sums.ts";
import type { OutlookThreads } from "./sum-outlooks.ts";

type Read = () => Promise<readonly HashedSite[]>;

/** A partition, and those that an instance plans to train: its own that are not trained yet. */
export interface PlannedPartition {
  partition: number;
  planned: ReadonlySet<number>;
}

/** Gives work what reads the sites of some partitions, whose models do not change meanwhile. */
export type WithSites = <Result>(
  partitions: ReadonlySet<number>,
  work: (read: Read) => Promise<Result>,
) => Promise<Result>;

/** The sums of a quarter-hour. */
interface Running {
  at: SumsAt;
  sums: QuarterSums;
  /** The planned partitions that were added. */
  added: Map<number, Promise<void>>;
  /** The sum of the planned partitions, once it is taken. */
  planned: Promise<AreaSumPart> | null;
  /** The sums of other partitions. */
  others: Map<number, Promise<AreaSumPart>>;
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
   * Adds the sites of a partition, in the background; a partition is added once in a quarter-hour.
   * The plan of the first call of a quarter-hour counts.
   * @returns when they are no longer in use
   */
  add(at: SumsAt, { partition, planned }: PlannedPartition, read: Read): Promise<void> {
    const running = this.begin(at, planned);
    const { sums, added, others } = running;
    const isPlanned = sums.planned.has(partition);
    if (added.has(partition) || others.has(partition) || (isPlanned && running.planned))
      return Promise.resolve();
    let part: Promise<unknown>;
    if (isPlanned) {
      const sum = this.sum(sums, read, true);
      added.set(partition, sum);
      part = sum;
    } else {
      const other = this.sumAnew(at, new Set([partition]), (_, work) => work(read));
      others.set(partition, other);
      part = other;
    }
    // A failure is reported by `take`.
    return part.then(ignore, ignore);
  }

  /**
   * The sums of what was added in a quarter-hour: of the planned partitions once all are frozen, and of
   * others. Planned ones that another instance trained are read. After a failure all is forgotten.
   */
  async take(
    at: SumsAt,
    frozen: ReadonlySet<number>,
    withSites: WithSites,
  ): Promise<readonly AreaSumPart[]> {
    const { running } = this;
    if (!running || !isSame(running.at, at)) return [];
    try {
      const { sums, added } = running;
      if (added.size > 0 && [...sums.planned].every((partition) => frozen.has(partition)))
        running.planned ??= this.takePlanned(running, withSites);
      const planned = await running.planned;
      return [...(planned ? [planned] : []), ...(await Promise.all(running.others.values()))];
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** Sums these partitions over the whole horizon. */
  sumAnew(at: SumsAt, partitions: ReadonlySet<number>, withSites: WithSites): Promise<AreaSumPart> {
    // Far sums are used again by an instance that has all partitions.
    const planned = partitions.size === at.partitions ? partitions : new Set<number>();
    const sums = this.far.begin(at, planned);
    const sum = withSites(partitions, (read) => this.sum(sums, read, planned.size > 0));
    return this.finish(sums, partitions, [sum]);
  }

  /** Forgets the sums. */
  release(): void {
    this.running = null;
  }

  private begin(at: SumsAt, planned: ReadonlySet<number>): Running {
    if (this.running && isSame(this.running.at, at)) return this.running;
    const sums = this.far.begin(at, planned);
    return (this.running = { at, sums, added: new Map(), planned: null, others: new Map() });
  }

  private async finish(
    sums: QuarterSums,
    partitions: ReadonlySet<number>,
    parts: readonly Promise<void>[],
  ): Promise<AreaSumPart> {
    await Promise.all(parts);
    this.far.save(sums);
    const { changes } = sums.at;
    return { partitions, changes, areas: sums.areas };
  }

  /** The sums of the planned partitions: those that were not added are read. */
  private takePlanned({ sums, added }: Running, withSites: WithSites): Promise<AreaSumPart> {
    const lacking = new Set([...sums.planned].filter((partition) => !added.has(partition)));
    const rest = lacking.size > 0 ? [withSites(lacking, (read) => this.sum(sums, read, true))] : [];
    return this.finish(sums, sums.planned, [...added.values(), ...rest]);
  }

  private async sum(sums: QuarterSums, read: Read, arePlanned: boolean): Promise<void> {
    const sites = await read();
    if (sites.length === 0) return;
    const { quarterMs } = sums.at;
    await Promise.all(
      sums.divide(sites, arePlanned).map(async (part) => {
        sums.add(part, await this.threads.sum(part.sites, quarterMs, part.horizon, sites.length));
      }),
    );
  }
}

const ignore = () => undefined;

/** What members were is not compared: parts of one quarter-hour may be of different ones. */
const isSame = (a: SumsAt, b: SumsAt): boolean =>
  a.quarterMs === b.quarterMs && a.partitions === b.partitions;
