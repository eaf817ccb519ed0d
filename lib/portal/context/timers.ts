/** The clock and the timers of what goes on by itself. */
export interface Timers {
  now(): Date;
  /** Runs something once, so many milliseconds on; answers how to call it off. */
  after(ms: number, run: () => void): () => void;
}

/** The machine's own; what waits here keeps no program from ending. */
export const realTimers: Timers = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
