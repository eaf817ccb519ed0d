import { randomUUID } from "node:crypto";
import type { Problem } from "../../contract/index.ts";
import { PortalError } from "../context/errors.ts";
import type { Reading } from "./live-area.ts";
import { log, getErrorReason } from "../context/log.ts";
import type { Timers } from "../context/timers.ts";

/** What one reading brought. */
export interface Read<T> {
  value: T;
  version: string;
  at: Date;
}

/** Who follows a reading: told of each that came, and of each that failed. */
export interface Follower<T> {
  told(read: Read<T>): void;
  failed(problem: Problem): void;
}

const EVERY_MS = 5_000;

/** Readings that go on while somebody follows them: one for all, whoever and however many they are. */
export class SharedPolls {
  private readonly running = new Map<string, Poll<unknown>>();

  constructor(private readonly timers: Timers) {}

  /** Follows a reading until what is answered is called; what was read last is told at once. */
  follow<T>(reading: Reading<T>, follower: Follower<T>): () => void {
    const known = this.running.get(reading.key) as Poll<T> | undefined;
    const poll = known ?? new Poll(reading, this.timers);
    if (!known) this.running.set(reading.key, poll as Poll<unknown>);
    poll.join(follower);
    return () => {
      if (poll.leave(follower) && this.running.get(reading.key) === poll) {
        this.running.delete(reading.key);
      }
    };
  }
}

class Poll<T> {
  private readonly followers = new Set<Follower<T>>();
  private last: Read<T> | undefined;
  private stopWaiting: () => void = () => undefined;

  constructor(
    private readonly reading: Reading<T>,
    private readonly timers: Timers,
  ) {}

  join(follower: Follower<T>): void {
    this.followers.add(follower);
    if (this.last) follower.told(this.last);
    if (this.followers.size === 1) void this.run();
  }

  /** True when nobody is left: it has stopped. */
  leave(follower: Follower<T>): boolean {
    this.followers.delete(follower);
    if (this.followers.size === 0) this.stopWaiting();
    return this.followers.size === 0;
  }

  private async run(): Promise<void> {
    const requestId = randomUUID();
    try {
      const value = await this.reading.read(requestId);
      this.last = { value, version: this.reading.versionOf(value), at: this.timers.now() };
      for (const follower of this.followers) follower.told(this.last);
    } catch (error) {
      const problem = problemOf(error, requestId);
      for (const follower of this.followers) follower.failed(problem);
    }
    if (this.followers.size > 0) this.stopWaiting = this.timers.after(EVERY_MS, () => this.run());
  }
}

function problemOf(error: unknown, requestId: string): Problem {
  if (error instanceof PortalError) return error.problem;
  log.error({ requestId, reason: getErrorReason(error) }, "a live reading failed");
  return new PortalError("internal", "Quote the request ID if you report it.", requestId).problem;
}
