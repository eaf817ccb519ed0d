import { PortalError } from "../context/errors.ts";
import { log } from "../context/log.ts";
import type { Timers } from "../context/timers.ts";

export interface BreakerRule {
  /** As many calls in a row must fail … */
  failures: number;
  /** … within so many milliseconds, until the service counts as away. */
  windowMs: number;
  /** From then on it is tried this often, in milliseconds. */
  probeEveryMs: number;
}

export const breakerRule: BreakerRule = { failures: 3, windowMs: 30_000, probeEveryMs: 2_000 };

interface Failure {
  begunMs: number;
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
export class Breaker {
  private failures: Failure[] = [];
  private sinceMs: number | null = null;
  private answeredMs = -Infinity;
  private isTrying = false;
  private stopWaiting: () => void = () => undefined;

  /** `probe` makes one call that changes nothing, and says whether it was answered. */
  constructor(
    private readonly timers: Timers,
    private readonly probe: () => Promise<boolean>,
    private readonly rule: BreakerRule = breakerRule,
  ) {}

  /** Since when the service is away: when the first of the failed calls began; else null. */
  away(): Date | null {
    return this.sinceMs === null ? null : new Date(this.sinceMs);
  }

  /** The service answered a call as one that is there. */
  answered(): void {
    this.failures = [];
    this.answeredMs = this.nowMs();
    if (this.sinceMs === null) return;
    log.info({ awaySince: this.away() }, "the service answers again");
    this.sinceMs = null;
    this.stopWaiting();
  }

  /** A call failed for the service's part; one begun before its latest answer says nothing new. */
  failed(begun: Date): void {
    const begunMs = begun.getTime();
    if (this.sinceMs !== null || begunMs < this.answeredMs) return;
    const endedMs = this.nowMs();
    const recent = this.failures.filter((one) => one.endedMs > endedMs - this.rule.windowMs);
    this.failures = [...recent, { begunMs, endedMs }];
    if (this.failures.length >= this.rule.failures && !this.isTrying) void this.try();
  }

  private async try(): Promise<void> {
    this.isTrying = true;
    const isAnswered = await this.probe();
    this.isTrying = false;
    if (isAnswered) this.answered();
    else if (this.sinceMs !== null) this.tryLater();
    else if (this.failures.length > 0) this.open();
  }

  private open(): void {
    this.sinceMs = Math.min(...this.failures.map((one) => one.begunMs));
    log.warn({ awaySince: this.away() }, "the service is away: readings are refused at once");
    this.tryLater();
  }

  private tryLater(): void {
    this.stopWaiting = this.timers.after(this.rule.probeEveryMs, () => void this.try());
  }

  private nowMs = () => this.timers.now().getTime();
}

/** What is said at once of a service that is away. */
export function serviceUnavailable(since: Date, requestId: string): PortalError {
  const moment = since.toISOString();
  const words = `It has not responded properly since ${moment}. Nothing was changed. Retrying every few seconds.`;
  return new PortalError("unavailable", words, requestId, {
    code: "service-away",
    values: { since: moment },
    retryAfter: 3,
  });
}
