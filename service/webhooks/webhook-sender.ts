import type { Logger } from "pino";
import { HOUR_MS, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  readDueEvents,
  recordOutcomes,
  releaseEndpoint,
  renewEndpoint,
  takeEndpoints,
  type DueEvent,
  type HeldEndpoint,
  type SendOutcome,
} from "../store/webhook-deliveries.ts";
import type { Db } from "../store/store.ts";
import type { AttemptOutcome } from "../metrics/metrics.ts";
import { postEvent, type PostOptions } from "./post-event.ts";

/** The waits before an event is sent again: 10 times, until almost 24 hours after the first. */
export const RETRY_WAITS_MS: readonly number[] = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS,
];

/** Endpoints that one instance sends to at once, and events under way to one of them. */
const ENDPOINTS_AT_ONCE = 16;
const EVENTS_AT_ONCE = 8;

interface Options extends Pick<PostOptions, "networks" | "source" | "resolver" | "ca"> {
  db: Db;
  instance: string;
  now(): number;
  log: Pick<Logger, "warn" | "error">;
  onAttempt(outcome: AttemptOutcome, seconds: number): void;
}

/**
 * Sends what is due to endpoints. An instance holds an endpoint while it sends to it, so that events of
 * one subject arrive in order; another takes over when it stops. An outcome is recorded after the
 * answer: what was under way when an instance stopped is sent again.
 */
export class WebhookSender {
  private readonly sending = new Map<string, Promise<void>>();
  private readonly ending = new AbortController();

  constructor(private readonly options: Options) {}

  /** Takes endpoints with due events and begins to send to them. @returns when those are done */
  async sendDue(): Promise<void> {
    const { db, instance, now, log } = this.options;
    const free = ENDPOINTS_AT_ONCE - this.sending.size;
    if (free <= 0 || this.ending.signal.aborted) return;
    const taken = await takeEndpoints(db, instance, now(), free);
    await Promise.all(
      taken.map((endpoint) => {
        const lane = this.sendTo(endpoint)
          .catch((error: unknown) =>
            log.error({ webhookId: endpoint.id, err: error }, "Failed to send to a webhook"),
          )
          .finally(() => this.sending.delete(endpoint.id));
        this.sending.set(endpoint.id, lane);
        return lane;
      }),
    );
  }

  /** Ends what is under way; it is sent again later. */
  async close(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.sending.values());
  }

  private async sendTo(endpoint: HeldEndpoint): Promise<void> {
    const { db, now } = this.options;
    try {
      while (!this.ending.signal.aborted) {
        const secrets = await renewEndpoint(db, endpoint, now());
        if (!secrets) break;
        const due = await readDueEvents(db, endpoint, now(), EVENTS_AT_ONCE);
        if (due.length === 0) break;
        const outcomes = await Promise.all(
          due.map((event) => this.attempt(endpoint, secrets, event)),
        );
        const recorded = outcomes.filter((outcome) => outcome !== null);
        if (recorded.length > 0 && !(await recordOutcomes(db, endpoint, recorded))) break;
      }
    } finally {
      await releaseEndpoint(db, endpoint);
    }
  }

  /** @returns null if the instance stops meanwhile */
  private async attempt(
    endpoint: HeldEndpoint,
    secrets: readonly string[],
    event: DueEvent,
  ): Promise<SendOutcome | null> {
    const { now, log, onAttempt } = this.options;
    const startedMs = performance.now();
    const result = await postEvent({ url: endpoint.url, secrets }, event, {
      ...this.options,
      nowMs: now(),
      signal: this.ending.signal,
    }).catch(() => null);
    if (!result) return null;
    const wait = RETRY_WAITS_MS[event.attempts];
    const isGivenUp = result.error !== null && wait === undefined;
    const outcome = result.error === null ? "delivered" : isGivenUp ? "given_up" : "failed";
    onAttempt(outcome, (performance.now() - startedMs) / 1000);
    if (isGivenUp)
      log.warn(
        { webhookId: endpoint.id, eventId: event.id, reason: result.error },
        "Gave up sending an event",
      );
    const mayRetry = result.error !== null && wait !== undefined;
    return {
      deliveryId: event.deliveryId,
      at: new Date(now()),
      ...result,
      nextAttemptAt: mayRetry ? new Date(now() + wait) : null,
    };
  }
}
