import { floorMinute } from "../../lib/time/amsterdam.ts";
import type { Fleet } from "../planning/fleet.ts";
import { REVERT_MS } from "../planning/live-state.ts";
import { findUndispatched } from "../store/outbox.ts";
import { readPartitions, type Partition } from "../store/partitions.ts";
import type { Store } from "../store/store.ts";
import { dispatchDue } from "./dispatch-setpoints.ts";
import type { ServiceGateway } from "./gateway.ts";
import { isOverdue } from "./scheduler.ts";

interface DispatcherDeps {
  store: Pick<Store, "db" | "exclusively">;
  /** The name of this instance. */
  instance: string;
  gateway: ServiceGateway;
  fleet: Pick<Fleet, "bounds">;
  now(): number;
}

/** Locations whose setpoints are read first; of later ones more are read while these are sent. */
const FIRST_READ = 1_000;

/**
 * Dispatches setpoints from this instance: what is due in the partitions that it owns or that are
 * overdue, and in all of them after it accepted a control.
 */
export class Dispatcher {
  /** The partitions whose setpoints were renewed since the start, as there may be missed answers. */
  private readonly renewed = new Set<number>();
  /** At first too: an instance may have been killed between its answer and the dispatch. */
  private isAnywhere = true;

  constructor(private readonly deps: DispatcherDeps) {}

  /** Makes the next run dispatch in the partitions of other instances as well. */
  includeAll(): void {
    this.isAnywhere = true;
  }

  /**
   * Dispatches what is due now.
   * @returns false when other instances have not dispatched theirs: run again, as they may be gone
   */
  async run(): Promise<boolean> {
    const { store, now } = this.deps;
    const nowMs = now();
    const minuteMs = floorMinute(nowMs);
    const all = await readPartitions(store.db);
    const own = all.filter((one) => this.isOwn(one, nowMs));
    const isAnywhere = this.isAnywhere;
    const undispatched = await findUndispatched(store.db, minuteMs, {
      heldForMs: REVERT_MS,
      partitions: all.length,
    });
    const wanted = (isAnywhere ? all : own)
      .filter((one) => this.isRenewalDue(one, nowMs) || undispatched.has(one.partition))
      .map(({ partition }) => partition);
    this.isAnywhere = false;
    let isDone = wanted.length === 0;
    try {
      isDone ||= await this.dispatch(wanted, { partitions: all.length, nowMs });
    } finally {
      if (!isDone) this.isAnywhere ||= isAnywhere;
    }
    return isDone && all.every((one) => one.renewedMinuteMs === minuteMs || own.includes(one));
  }

  private dispatch(
    wanted: readonly number[],
    { partitions, nowMs }: { partitions: number; nowMs: number },
  ): Promise<boolean> {
    const { store, gateway } = this.deps;
    return store.exclusively(
      "dispatch",
      async (db, lease) => {
        const some = [...lease.tokens.keys()];
        for (const [partition, token] of lease.tokens)
          gateway.dispatching({ partition, partitions }, token);
        // Another instance may have renewed them since.
        const renewed = (await readPartitions(db))
          .filter((one) => lease.tokens.has(one.partition) && this.isRenewalDue(one, nowMs))
          .map(({ partition }) => partition);
        const of = { some, partitions };
        const bounds = this.deps.fleet.bounds((FIRST_READ * partitions) / some.length);
        await dispatchDue(db, gateway, nowMs, { of, renewed, lease, bounds });
        for (const partition of renewed) this.renewed.add(partition);
      },
      wanted,
    );
  }

  /** Whether this instance renews a partition's setpoints: once a minute, and after its start. */
  private isRenewalDue(one: Partition, nowMs: number): boolean {
    if (!this.isOwn(one, nowMs)) return false;
    if (one.renewedMinuteMs !== floorMinute(nowMs)) return true;
    const isOthers = one.owner !== null && one.owner !== this.deps.instance;
    return !isOthers && !this.renewed.has(one.partition);
  }

  private isOwn({ owner, renewedMinuteMs }: Partition, nowMs: number): boolean {
    return owner === null || owner === this.deps.instance || isOverdue(renewedMinuteMs, nowMs);
  }
}
