/**
 * Turns of talking to devices, or of listening, one at a time: asked for while one runs, one more
 * follows, however often it was asked for.
 */
export class Conversation {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly turn: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Resolves when a turn that began after this call is over; never rejects. */
  goOn(): Promise<void> {
    if (this.ended) return Promise.resolve();
    if (!this.running) return this.begin();
    this.next ??= this.running.then(() => {
      this.next = undefined;
      return this.begin();
    });
    return this.next;
  }

  /** Lets what runs come to its end; nothing begins afterwards. */
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
