import type { Logger } from "pino";
import { noteInstance, removeStopped, STOPPED_MS } from "../store/instances.ts";
import type { Store } from "../store/store.ts";
import { CoalescingRunner } from "./coalescing-runner.ts";

/**
 * An instance whose heartbeats are further apart stalled or had no database, as others may have: it judges none of
 * them until they could have been seen again.
 */
const PUNCTUAL_MS = 3_000;

interface HeartbeatDeps {
  store: Pick<Store, "reserved">;
  /** The name of this instance. */
  instance: string;
  /** The monotonic clock of this process, in ms. */
  monotonicMs?: () => number;
  log: Logger;
  /** Called when an instance stopped without a word, after its partitions were left to others. */
  onStopped(): void;
}

/** Tells other instances that this one runs, and leaves the partitions of those that stopped to all. */
export class Heartbeat {
  private lastMs = -Infinity;
  private judgesFromMs = Infinity;
  private readonly runner: CoalescingRunner;

  constructor(private readonly deps: HeartbeatDeps) {
    this.runner = new CoalescingRunner(
      () => this.beatOnce(),
      (error) => deps.log.warn({ err: error }, "Failed to note that this instance runs; retrying"),
    );
  }

  /** Beats, after the heartbeat under way. A failure is logged. */
  beat(): Promise<void> {
    return this.runner.trigger();
  }

  /** Waits for the heartbeat under way; none follows, so that the instance can leave. */
  end(): Promise<void> {
    return this.runner.end();
  }

  private async beatOnce(): Promise<void> {
    const { store, instance, log, onStopped, monotonicMs = () => performance.now() } = this.deps;
    const begunMs = monotonicMs();
    await noteInstance(store.reserved, instance);
    if (begunMs - this.lastMs >= PUNCTUAL_MS) this.judgesFromMs = begunMs + STOPPED_MS;
    this.lastMs = begunMs;
    if (begunMs < this.judgesFromMs) return;
    const stopped = await removeStopped(store.reserved, instance);
    if (stopped.length === 0) return;
    log.warn({ stopped, instance }, "Takes partitions over from instances that stopped");
    onStopped();
  }
}
