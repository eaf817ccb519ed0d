/** The clock and timers of background work. */
export interface Timers {
  now(): Date;
  /** Runs something once after a delay in milliseconds; returns how to cancel it. */
  after(ms: number, run: () => void): () => void;
}

/** The system's timers; a pending one does not keep the process alive. */
export const realTimers: Timers = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
