const FIRST_MS = 500;
const MAX_MS = 30_000;
/** One that stayed up so long has nothing to do with the failures before. */
const STEADY_MS = 60_000;

/** How long to wait before a part is started again: twice as long each time, up to a cap. */
export class RestartWait {
  private failures = 0;

  /** @param upMs how long the part was up before it ended */
  next(upMs: number): number {
    if (upMs >= STEADY_MS) this.failures = 0;
    return Math.min(MAX_MS, FIRST_MS * 2 ** this.failures++);
  }
}
