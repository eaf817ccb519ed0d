import { randomUUID } from "node:crypto";
import type { Problem } from "../../contract/index.ts";
import { PortalError } from "../context/errors.ts";
import type { LiveQuery } from "./live-area.ts";
import { log, getErrorReason } from "../context/log.ts";
import type { Timers } from "../context/timers.ts";

/** The result of one poll. */
export interface PollResult<T> {
  value: T;
  version: string;
  at: Date;
}

/** Receives the result or the problem of each poll. */
export interface Subscriber<T> {
  onResult(read: PollResult<T>): void;
  onError(problem: Problem): void;
}

const POLL_MS = 5_000;

/** Polls while there are subscribers, once for all subscribers of the same key. */
export class SharedPolls {
  private readonly running = new Map<string, Poll<unknown>>();

  constructor(private readonly timers: Timers) {}

  /**
   * Subscribes until the returned function is called. The result of the last poll is passed at once,
   * or its problem, as the result before it would seem to be new.
   */
  subscribe<T>(query: LiveQuery<T>, subscriber: Subscriber<T>): () => void {
    const existing = this.running.get(query.key) as Poll<T> | undefined;
    const poll = existing ?? new Poll(query, this.timers);
    if (!existing) this.running.set(query.key, poll as Poll<unknown>);
    poll.add(subscriber);
    return () => {
      if (poll.remove(subscriber) && this.running.get(query.key) === poll) {
        this.running.delete(query.key);
      }
    };
  }
}

class Poll<T> {
  private readonly subscribers = new Set<Subscriber<T>>();
  private last: PollResult<T> | undefined;
  private problem: Problem | null = null;
  private cancelTimer: () => void = () => undefined;

  constructor(
    private readonly query: LiveQuery<T>,
    private readonly timers: Timers,
  ) {}

  add(subscriber: Subscriber<T>): void {
    this.subscribers.add(subscriber);
    if (this.problem) subscriber.onError(this.problem);
    else if (this.last) subscriber.onResult(this.last);
    if (this.subscribers.size === 1) void this.run();
  }

  /** Returns true if there are no subscribers left. */
  remove(subscriber: Subscriber<T>): boolean {
    this.subscribers.delete(subscriber);
    if (this.subscribers.size === 0) this.cancelTimer();
    return this.subscribers.size === 0;
  }

  private async run(): Promise<void> {
    const requestId = randomUUID();
    try {
      const value = await this.query.read(requestId);
      this.last = { value, version: this.query.getVersion(value), at: this.timers.now() };
      this.problem = null;
      for (const subscriber of this.subscribers) subscriber.onResult(this.last);
    } catch (error) {
      this.problem = toProblem(error, requestId);
      for (const subscriber of this.subscribers) subscriber.onError(this.problem);
    }
    if (this.subscribers.size > 0) this.cancelTimer = this.timers.after(POLL_MS, () => this.run());
  }
}

function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof PortalError) return error.problem;
  log.error({ requestId, reason: getErrorReason(error) }, "Failed to poll for live streams");
  return new PortalError("internal", "Quote the request ID if you report it.", requestId).problem;
}
