/** Idle transactions end after some seconds, so that one that computes or waits sends a statement after this time. */
export const KEEPALIVE_MS = 2_000;

/** Sends a statement from time to time in a computation within a transaction: idle transactions end. */
export class Keepalive {
  private sentAt = performance.now();

  /** @param intervalMs after which `send` sends one again */
  constructor(
    private readonly ping: () => Promise<unknown>,
    private readonly intervalMs: number,
  ) {}

  /** Sends a statement if the last one was that long ago. */
  async send(): Promise<void> {
    if (performance.now() - this.sentAt < this.intervalMs) return;
    await this.ping();
    this.sentAt = performance.now();
  }
}
