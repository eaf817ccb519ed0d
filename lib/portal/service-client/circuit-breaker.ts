import { PortalError } from "../context/errors.ts";
import { log } from "../context/log.ts";
import type { Timers } from "../context/timers.ts";

interface BreakerOptions {
  /** As many calls in a row must fail … */
  maxFailures: number;
  /** … within so many milliseconds to open the breaker. */
  windowMs: number;
  /** While it is open, the service is probed this often, in milliseconds. */
  probeEveryMs: number;
  /** A read brings the next probe forward once the last one ended this long ago … */
  probeAgainMs: number;
  /** … and waits for it at most this long, in milliseconds. */
  maxWaitMs: number;
}

const defaultBreakerOptions: BreakerOptions = {
  maxFailures: 3,
  windowMs: 30_000,
  probeEveryMs: 2_000,
  probeAgainMs: 250,
  maxWaitMs: 250,
};

interface Failure {
  startedMs: number;
  endedMs: number;
}

/**
 * Circuit breaker of a service. After failures in a row it probes the service itself, so that one
 * failing operation does not block the others. Any success closes it:
 *
 *     closed ── failures, and the probe fails ──▶ open ── every 2 s, or ──▶ half open (a probe)
 *       ▲                                          ▲   for a read             │
 *       │                                          └────── fails ─────────────┤
 *       └──────────────── any success ────────────────────────────────────────┘
 */
export class CircuitBreaker {
  private failures: Failure[] = [];
  private openedMs: number | null = null;
  private succeededMs = -Infinity;
  private probing: Promise<void> | null = null;
  private probedMs = -Infinity;
  private cancelProbe: () => void = () => undefined;

  /** @param probe makes one read and returns whether the service responded */
  constructor(
    private readonly timers: Timers,
    private readonly probe: () => Promise<boolean>,
    private readonly options: BreakerOptions = defaultBreakerOptions,
  ) {}

  /** When the first of the failed calls started; null while the breaker is closed. */
  unavailableSince(): Date | null {
    return this.openedMs === null ? null : new Date(this.openedMs);
  }

  /**
   * The same for a read that is about to be refused: a person who tries again should not wait for
   * the next scheduled probe.
   */
  async confirmUnavailable(): Promise<Date | null> {
    if (this.openedMs === null) return null;
    const isDue = this.nowMs() - this.probedMs >= this.options.probeAgainMs;
    if (this.probing ?? isDue) {
      await Promise.race([this.runProbe(), this.wait(this.options.maxWaitMs)]);
    }
    return this.unavailableSince();
  }

  /** Records a response that shows that the service works, and closes the breaker. */
  recordSuccess(): void {
    this.failures = [];
    this.succeededMs = this.nowMs();
    if (this.openedMs === null) return;
    log.info({ unavailableSince: this.unavailableSince() }, "The service is available again");
    this.openedMs = null;
    this.cancelProbe();
  }

  /** Records a failure. A call that started before the latest success shows nothing new. */
  recordFailure(begun: Date): void {
    const begunMs = begun.getTime();
    if (this.openedMs !== null || begunMs < this.succeededMs) return;
    const endedMs = this.nowMs();
    const recent = this.failures.filter((one) => one.endedMs > endedMs - this.options.windowMs);
    this.failures = [...recent, { startedMs: begunMs, endedMs }];
    if (this.failures.length >= this.options.maxFailures) void this.runProbe();
  }

  /** One probe at a time; resolves when it has ended. */
  private runProbe(): Promise<void> {
    return (this.probing ??= this.probeOnce());
  }

  private async probeOnce(): Promise<void> {
    this.cancelProbe();
    const isAnswered = await this.probe();
    this.probing = null;
    this.probedMs = this.nowMs();
    if (isAnswered) this.recordSuccess();
    else if (this.openedMs !== null) this.scheduleProbe();
    else if (this.failures.length > 0) this.open();
  }

  private open(): void {
    this.openedMs = Math.min(...this.failures.map((one) => one.startedMs));
    log.warn(
      { unavailableSince: this.unavailableSince() },
      "The service is unavailable: reads fail at once",
    );
    this.scheduleProbe();
  }

  private scheduleProbe(): void {
    this.cancelProbe = this.timers.after(this.options.probeEveryMs, () => void this.runProbe());
  }

  private wait = (ms: number) =>
    new Promise<void>((resolve) => void this.timers.after(ms, resolve));

  private nowMs = () => this.timers.now().getTime();
}

/** The error of a call while the service is unavailable. */
export function toUnavailable(since: Date, requestId: string): PortalError {
  const moment = since.toISOString();
  const detail = `It has not responded properly since ${moment}. Nothing was changed. Retrying every few seconds.`;
  return new PortalError("unavailable", detail, requestId, {
    code: "service-away",
    values: { since: moment },
    retryAfter: 3,
  });
}
