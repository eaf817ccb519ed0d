import { floorMinute } from "../../lib/time/amsterdam.ts";
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
  now(): number;
}

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

  /** @returns false when other instances dispatch in some of the partitions, so that it must run again */
  async run(): Promise<boolean> {
    const isAnywhere = this.isAnywhere;
    this.isAnywhere = false;
    let isDone = false;
    try {
      isDone = await this.dispatch(isAnywhere);
    } finally {
      if (!isDone) this.isAnywhere ||= isAnywhere;
    }
    return isDone;
  }

  private async dispatch(isAnywhere: boolean): Promise<boolean> {
    const { store, gateway, now } = this.deps;
    const nowMs = now();
    const minuteMs = floorMinute(nowMs);
    const all = await readPartitions(store.db);
    const partitions = all.length;
    const undispatched = await findUndispatched(store.db, minuteMs, {
      heldForMs: REVERT_MS,
      partitions,
    });
    const own = all.filter((one) => this.isOwn(one, nowMs));
    const isDue = ({ partition, renewedMinuteMs }: Partition) =>
      renewedMinuteMs !== minuteMs || !this.renewed.has(partition);
    const due = new Set(own.filter(isDue).map(({ partition }) => partition));
    const wanted = new Set(due);
    for (const { partition } of isAnywhere ? all : own)
      if (undispatched.has(partition)) wanted.add(partition);
    if (wanted.size === 0) return true;
    return store.exclusively(
      "dispatch",
      async (db, lease) => {
        const some = [...lease.tokens.keys()];
        for (const [partition, token] of lease.tokens)
          gateway.dispatching({ partition, partitions }, token);
        const renewed = some.filter((partition) => due.has(partition));
        await dispatchDue(db, gateway, nowMs, { of: { some, partitions }, renewed, lease });
        for (const partition of renewed) this.renewed.add(partition);
      },
      [...wanted],
    );
  }

  private isOwn({ owner, renewedMinuteMs }: Partition, nowMs: number): boolean {
    return owner === null || owner === this.deps.instance || isOverdue(renewedMinuteMs, nowMs);
  }
}
