/**
 * A semaphore with a queue in order of arrival; urgent tasks go first. Waiting tasks hold no
 * database connection.
 */
export class Semaphore {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.free = permits;
  }

  /** Waits for a permit. @returns a function that releases it; call it once */
  async acquire(position: "first" | "last" = "last"): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else
      await new Promise<void>((granted) => {
        if (position === "first") this.waiting.unshift(granted);
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
