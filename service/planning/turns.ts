/** Other work gets a turn after this time, which is checked after so many locations. */
const TURN_MS = 4;
const LOCATIONS_PER_CHECK = 16;

const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(goOn);
}

/**
 * Lets requests and other computations have a turn. One of the computations that wait here goes on in each
 * iteration of the event loop, so that a request waits for one of them and not for all.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });

/** The turns of a computation over many locations. */
export class Turns {
  private endsAt = performance.now() + TURN_MS;

  /** @param computed how many locations are; without, the time is looked at each time */
  isOver(computed = 0): boolean {
    return computed % LOCATIONS_PER_CHECK === 0 && performance.now() >= this.endsAt;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.endsAt = performance.now() + TURN_MS;
  }
}
