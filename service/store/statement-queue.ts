/**
 * Runs statements of one connection one after the other, in the order in which they were given: the
 * driver takes the next one only when the last has ended.
 */
export class StatementQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(statement: () => Promise<Result>): Promise<Result> {
    const running = this.last.then(statement);
    this.last = running.catch(() => undefined);
    return running;
  }

  /** Waits until all that were given have ended, also after a failure. */
  async settle(): Promise<void> {
    await this.last;
  }
}
