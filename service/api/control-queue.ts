import { Lane } from "./semaphore.ts";
import { ApiProblem } from "./problems.ts";

const MOST_WAITING = 100;

/**
 * One at a time, in order of arrival: controls wait here, without a database connection, rather
 * than each holding one on the acceptance lock. That lock remains, for other instances.
 */
export class AcceptanceQueue {
  private readonly lane = new Lane(1);
  private waiting = 0;

  /** What takes something back: it is never refused, and waits for nothing that has not begun. */
  runFirst<T>(takeBack: () => Promise<T>): Promise<T> {
    return this.lane.run(takeBack, "first");
  }

  /** @throws ApiProblem 429 when too many wait already. */
  async run<T>(accept: () => Promise<T>): Promise<T> {
    if (this.waiting >= MOST_WAITING)
      throw new ApiProblem(
        "too_many",
        "Too many controls are waiting to be accepted; this one was not recorded.",
        undefined,
        { "Retry-After": "1" },
      );
    this.waiting += 1;
    try {
      return await this.lane.run(accept);
    } finally {
      this.waiting -= 1;
    }
  }
}
