/** Runs a task one at a time. Any number of calls during a run lead to one more run. */
export class CoalescingRunner {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly turn: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Resolves when a run that began after this call has ended; never rejects. */
  trigger(): Promise<void> {
    if (this.ended) return Promise.resolve();
    if (!this.running) return this.begin();
    this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.begin();
    });
    return this.next;
  }

  /** Waits for the current run; no run starts afterwards. */
  async end(): Promise<void> {
    this.ended = true;
    await this.running;
  }

  private begin(): Promise<void> {
    if (this.ended) return Promise.resolve();
    const run = this.turn()
      .catch(this.onError)
      .then(() => {
        if (this.running === run) this.running = undefined;
      });
    this.running = run;
    return run;
  }
}
