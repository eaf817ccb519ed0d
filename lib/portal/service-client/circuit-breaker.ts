import { PortalError } from "../context/errors.ts";
import { log } from "../context/log.ts";
import type { Timers } from "../context/timers.ts";

interface BreakerOptions {
  /** As many calls in a row must fail … */
  maxFailures: number;
  /** … within so many milliseconds, until the service counts as away. */
  windowMs: number;
  /** From then on it is tried this often, in milliseconds. */
  probeEveryMs: number;
}

const defaultBreakerOptions: BreakerOptions = {
  maxFailures: 3,
  windowMs: 30_000,
  probeEveryMs: 2_000,
};

interface Failure {
  startedMs: number;
  endedMs: number;
}

/**
 * Knows whether the service is away. Failures in a row make it try the service itself, so that one
 * operation that fails closes nothing else; it closes with the first answer, whoever got it:
 *
 *     closed ── failures, and a trial call fails ──▶ open ── every 2 s ──▶ half open (a trial call)
 *       ▲                                             ▲──────── fails ──────────┤
 *       └───────────────── answered, by anything ─────────────────────────────┘
 */
export class CircuitBreaker {
  private failures: Failure[] = [];
  private openedMs: number | null = null;
  private succeededMs = -Infinity;
  private isProbing = false;
  private cancelProbe: () => void = () => undefined;

  /** `probe` makes one call that changes nothing, and says whether it was answered. */
  constructor(
    private readonly timers: Timers,
    private readonly probe: () => Promise<boolean>,
    private readonly options: BreakerOptions = defaultBreakerOptions,
  ) {}

  /** Since when the service is away: when the first of the failed calls began; else null. */
  unavailableSince(): Date | null {
    return this.openedMs === null ? null : new Date(this.openedMs);
  }

  /** The service answered a call as one that is there. */
  recordSuccess(): void {
    this.failures = [];
    this.succeededMs = this.nowMs();
    if (this.openedMs === null) return;
    log.info({ awaySince: this.unavailableSince() }, "the service answers again");
    this.openedMs = null;
    this.cancelProbe();
  }

  /** A call failed for the service's part; one begun before its latest answer says nothing new. */
  recordFailure(begun: Date): void {
    const begunMs = begun.getTime();
    if (this.openedMs !== null || begunMs < this.succeededMs) return;
    const endedMs = this.nowMs();
    const recent = this.failures.filter((one) => one.endedMs > endedMs - this.options.windowMs);
    this.failures = [...recent, { startedMs: begunMs, endedMs }];
    if (this.failures.length >= this.options.maxFailures && !this.isProbing) void this.runProbe();
  }

  private async runProbe(): Promise<void> {
    this.isProbing = true;
    const isAnswered = await this.probe();
    this.isProbing = false;
    if (isAnswered) this.recordSuccess();
    else if (this.openedMs !== null) this.scheduleProbe();
    else if (this.failures.length > 0) this.open();
  }

  private open(): void {
    this.openedMs = Math.min(...this.failures.map((one) => one.startedMs));
    log.warn(
      { awaySince: this.unavailableSince() },
      "the service is away: readings are refused at once",
    );
    this.scheduleProbe();
  }

  private scheduleProbe(): void {
    this.cancelProbe = this.timers.after(this.options.probeEveryMs, () => void this.runProbe());
  }

  private nowMs = () => this.timers.now().getTime();
}

/** What is said at once of a service that is away. */
export function toUnavailable(since: Date, requestId: string): PortalError {
  const moment = since.toISOString();
  const words = `It has not responded properly since ${moment}. Nothing was changed. Retrying every few seconds.`;
  return new PortalError("unavailable", words, requestId, {
    code: "service-away",
    values: { since: moment },
    retryAfter: 3,
  });
}
