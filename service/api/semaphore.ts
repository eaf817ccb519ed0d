/**
 * Admits a few tasks at a time, in order of arrival except for what goes first; the others wait
 * here, without a database connection.
 */
export class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.free = permits;
  }

  /** Waits for a permit. @returns what gives it back, to be called once */
  async acquire(place: "first" | "last" = "last"): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else
      await new Promise<void>((granted) => {
        if (place === "first") this.waiting.unshift(granted);
        else this.waiting.push(granted);
      });
    return () => {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    };
  }

  /** Runs a task with a permit. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await task();
    } finally {
      release();
    }
  }
}
