import type { Logger } from "pino";
import type { ControlLimits } from "../engine/limits.ts";
import type { ServiceMetrics } from "../metrics.ts";
import type { Lane } from "./lane.ts";
import type { RateLimits } from "./rates.ts";
import type { Db } from "../store/store.ts";

/** What the API works with; the clock is among it, so that tests own the time. */
export interface Deps {
  db: Db;
  now(): number;
  /** What waits for the totals of zones and groups passes here, so that it leaves connections free. */
  writers: Lane;
  /** Says that something was accepted that devices are to be told at once. */
  somethingDue(): void;
  /** Whether the service is caught up with the clock; throws when the database is away. */
  ready(): Promise<boolean>;
  log: Pick<Logger, "debug" | "error">;
  metrics: Pick<ServiceMetrics, "answered" | "control">;
  /** Brand identifiers a device may be registered with. */
  brands: readonly string[];
  /** Where device icons are served from, without a trailing slash. */
  mediaUrl: string;
  /** A key from the configuration that is accepted beside the stored ones. */
  configuredKey: string | null;
  controlLimits: ControlLimits;
  rates: RateLimits;
}
