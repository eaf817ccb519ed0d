/**
 * Lets a few through at a time, in order of arrival except for what comes first; the others wait
 * here, without a database connection.
 */
export class Lane {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(width: number) {
    this.free = width;
  }

  /** Runs a task when its turn comes. */
  async run<T>(task: () => Promise<T>, place: "first" | "last" = "last"): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else
      await new Promise<void>((turn) => {
        if (place === "first") this.waiting.unshift(turn);
        else this.waiting.push(turn);
      });
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
