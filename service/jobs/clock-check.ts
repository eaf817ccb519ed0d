import type { Logger } from "pino";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { readDatabaseMs } from "../store/database-clock.ts";
import type { Store } from "../store/store.ts";
import { CoalescingRunner } from "./coalescing-runner.ts";

/** A difference beyond this is logged: less than the 5 seconds that a measurement may end in the future. */
const LOGGED_MS = 2_000;
/** Measurements wait until this clock has reached their end, so that a greater lag would fill their buffer. */
const MAX_LAG_MS = MINUTE_MS;

interface ClockDeps {
  store: Pick<Store, "reserved">;
  now(): number;
  log: Pick<Logger, "info" | "warn">;
}

/** Compares the clock of this instance with PostgreSQL's, which all instances share. */
export class ClockCheck {
  private behindMs = NaN;
  private isLogged = false;
  private readonly runner: CoalescingRunner;

  constructor(private readonly deps: ClockDeps) {
    // Without a database nothing is compared; the heartbeat logs that.
    this.runner = new CoalescingRunner(
      () => this.compareOnce(),
      () => (this.behindMs = NaN),
    );
  }

  /** By how much this clock is behind, in seconds; negative when it is ahead, NaN when that is unknown. */
  get behindSeconds(): number {
    return this.behindMs / 1e3;
  }

  /** By how much this clock is behind, as far as measurements allow for it: at most a minute. */
  get lagMs(): number {
    return this.behindMs > 0 && this.behindMs <= MAX_LAG_MS ? this.behindMs : 0;
  }

  /** Compares, after the comparison under way. It never throws. */
  compare(): Promise<void> {
    return this.runner.trigger();
  }

  /** Waits for the comparison under way; none follows. */
  end(): Promise<void> {
    return this.runner.end();
  }

  /** PostgreSQL reads its clock between the request and the answer: within these the clocks agree. */
  private async compareOnce(): Promise<void> {
    const { store, now } = this.deps;
    const requestedMs = now();
    const databaseMs = await readDatabaseMs(store.reserved);
    this.behindMs = databaseMs - Math.min(Math.max(databaseMs, requestedMs), now());
    this.logChange();
  }

  private logChange(): void {
    const { log } = this.deps;
    const isWrong = Math.abs(this.behindMs) > LOGGED_MS;
    if (isWrong === this.isLogged) return;
    this.isLogged = isWrong;
    if (!isWrong) return log.info("The clock of this instance agrees with PostgreSQL's again");
    const seconds = Math.abs(this.behindSeconds).toFixed(1);
    const side = this.behindMs > 0 ? "behind" : "ahead of";
    log.warn(
      { behindSeconds: this.behindSeconds },
      `The clock of this instance is ${seconds} s ${side} PostgreSQL's: synchronize both with NTP`,
    );
  }
}
