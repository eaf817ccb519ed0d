import { ApiProblem } from "./problems.ts";
import { Semaphore } from "./semaphore.ts";

const MAX_WAITING = 100;

/**
 * Processes one control at a time, in order of arrival. Controls wait here without a database
 * connection, instead of each holding a connection while it waits for the acceptance lock. The lock
 * itself serialises controls across instances.
 */
export class ControlQueue {
  private readonly semaphore = new Semaphore(1);
  private waiting = 0;

  /**
   * Waits for a turn to issue, request or decide a control.
   * @returns a function that ends the turn
   * @throws ApiProblem 429 when the queue is full
   */
  async enter(): Promise<() => void> {
    if (this.waiting >= MAX_WAITING)
      throw new ApiProblem(
        "too_many",
        "Too many controls are queued; this one was not recorded. Try again in a second.",
        undefined,
        { "Retry-After": "1" },
      );
    this.waiting += 1;
    const release = await this.semaphore.acquire();
    return () => {
      this.waiting -= 1;
      release();
    };
  }

  /** A turn to cancel a control: never refused, and next after the current one. */
  enterFirst(): Promise<() => void> {
    return this.semaphore.acquire("first");
  }
}
