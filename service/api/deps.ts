import type { Logger } from "pino";
import type { ControlLimits } from "../engine/limits.ts";
import type { LateJob } from "../store/late-jobs.ts";
import type { ServiceMetrics } from "../metrics/metrics.ts";
import type { Semaphore } from "./semaphore.ts";
import type { OperationId } from "../../lib/contract/index.ts";
import type { KeyRestrictions } from "../store/key-restrictions.ts";
import type { Db } from "../store/store.ts";

/** How many requests a minute are taken, each by its own count. */
export interface RateLimits {
  reads: number;
  changes: number;
  /** Reads, and changes, with the key from the configuration. */
  configured: number;
  /** Requests from one address with a key that is not known, or with none. */
  unknown: number;
}

/** Dependencies of the API; the clock is one, so that tests set the time. */
export interface Deps {
  db: Db;
  now(): number;
  /** What waits for the totals of zones and groups passes here, so that it leaves connections free. */
  writers: Semaphore;
  /** Requests that accepted setpoints are dispatched now. */
  requestDispatch(): void;
  /** Whether the service is caught up with the clock; throws when the database is away. */
  ready(): Promise<boolean>;
  /** The jobs of each minute that are overdue, at whichever instance. */
  lateJobs(): Promise<LateJob[]>;
  log: Pick<Logger, "debug" | "error">;
  metrics: Pick<ServiceMetrics, "answered" | "control">;
  /** Brand identifiers a device may be registered with. */
  brands: readonly string[];
  /** Where device icons are served from, without a trailing slash. */
  mediaUrl: string;
  /** A configured key, valid in addition to the stored ones. */
  configuredKey: string | null;
  controlLimits: ControlLimits;
  rates: RateLimits;
}

/** What travels with each request inside the service. */
export interface Variables {
  Variables: {
    requestId: string;
    operation?: OperationId;
    caller: string;
    scopes: readonly string[];
    reach: KeyRestrictions | null;
    /** A change may have taken effect, whatever is answered from here on. */
    committing?: boolean;
  };
}
