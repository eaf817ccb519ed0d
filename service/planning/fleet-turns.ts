import { waitWithTimeout } from "../../lib/time/timeout.ts";
import { KEEPALIVE_MS } from "../store/keepalive.ts";
import { ping, type Db } from "../store/store.ts";

/** Reads and changes of the fleet in memory: one at a time, in the order of the calls. */
export class FleetTurns {
  private last: Promise<unknown> = Promise.resolve();

  /** @param keepaliveMs after which a transaction that waits sends a statement */
  constructor(private readonly keepaliveMs = KEEPALIVE_MS) {}

  /** Does work in its turn. The transaction of `waiting`, if given, does not end while it waits. */
  async run<Result>(work: () => Promise<Result>, waiting?: Db): Promise<Result> {
    const earlier = this.last;
    let hasBegun = false;
    let pinging = Promise.resolve();
    const running = earlier.then(async () => {
      hasBegun = true;
      await pinging;
      return work();
    });
    this.last = running.catch(() => undefined);
    while (waiting && !hasBegun) {
      await waitWithTimeout(earlier, this.keepaliveMs);
      if (hasBegun) break;
      pinging = ping(waiting);
      // A failure is that of the work.
      await pinging.catch(() => undefined);
    }
    return running;
  }
}
