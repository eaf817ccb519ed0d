import type { AcceptanceScope } from "../store/acceptance-locks.ts";
import { ApiProblem } from "./problems.ts";

const MAX_WAITING = 100;
/** Controls of different groups that are processed at once, each on a database connection. */
const MAX_RUNNING = 4;

interface Turn {
  scope: AcceptanceScope;
  isCancellation: boolean;
  isRunning: boolean;
  start(): void;
}

const mayShareLocations = (one: AcceptanceScope, other: AcceptanceScope) =>
  one.zone === other.zone &&
  (one.groupId === null || other.groupId === null || one.groupId === other.groupId);

/**
 * Processes controls in order of arrival; controls of different groups at once. They wait here without
 * a database connection, instead of each holding a connection while it waits for the acceptance lock.
 * The lock itself serialises controls across instances.
 */
export class ControlQueue {
  /** Running and waiting turns; a turn starts once none before it may share locations with it. */
  private turns: Turn[] = [];

  /**
   * Waits for a turn to issue, request or decide a control.
   * @returns a function that ends the turn
   * @throws ApiProblem 429 when the queue is full
   */
  async enter(scope: AcceptanceScope): Promise<() => void> {
    if (this.turns.filter(({ isCancellation }) => !isCancellation).length >= MAX_WAITING)
      throw new ApiProblem(
        "too_many",
        "Too many controls are queued; this one was not recorded. Try again in a second.",
        undefined,
        { "Retry-After": "1" },
      );
    return this.queue({ scope, isCancellation: false }, this.turns.length);
  }

  /** A turn to cancel a control: never refused, and before every turn that waits. */
  enterFirst(scope: AcceptanceScope): Promise<() => void> {
    const waiting = this.turns.findIndex(
      ({ isRunning, isCancellation }) => !isRunning && !isCancellation,
    );
    const index = waiting < 0 ? this.turns.length : waiting;
    return this.queue({ scope, isCancellation: true }, index);
  }

  private async queue(
    given: Pick<Turn, "scope" | "isCancellation">,
    index: number,
  ): Promise<() => void> {
    const turn: Turn = { ...given, isRunning: false, start: () => {} };
    const started = new Promise<void>((resolve) => (turn.start = resolve));
    this.turns.splice(index, 0, turn);
    this.startTurns();
    await started;
    return () => {
      this.turns = this.turns.filter((one) => one !== turn);
      this.startTurns();
    };
  }

  private startTurns(): void {
    let running = this.turns.filter(({ isRunning }) => isRunning).length;
    for (const [i, turn] of this.turns.entries()) {
      if (running >= MAX_RUNNING) return;
      if (turn.isRunning) continue;
      const goesBefore = (other: Turn, index: number) => other.isRunning || index < i;
      const isBlocked = this.turns.some(
        (other, index) => goesBefore(other, index) && mayShareLocations(other.scope, turn.scope),
      );
      if (isBlocked) continue;
      turn.isRunning = true;
      running += 1;
      turn.start();
    }
  }
}
