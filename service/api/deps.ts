import type { Context, Next } from "hono";
import type { Logger } from "pino";
import type { ControlLimits } from "../engine/limits.ts";
import type { LateJob } from "../store/late-jobs.ts";
import type { ServiceMetrics } from "../metrics/metrics.ts";
import type { Semaphore } from "./semaphore.ts";
import type { Fleet } from "../planning/fleet.ts";
import type { OperationId } from "../../lib/contract/index.ts";
import type { KeyRestrictions } from "../store/key-restrictions.ts";
import type { ReplicaStop } from "../store/read-replica.ts";
import type { Db, Store } from "../store/store.ts";
import type { Network } from "../webhooks/public-addresses.ts";

/** Request quotas per minute; each has its own count. */
export interface RateLimits {
  reads: number;
  changes: number;
  /** Reads and changes with the configured key. */
  configured: number;
  /** Requests from one address with an unknown key or none. */
  unknown: number;
}

/** Dependencies of the API; tests inject the clock. */
export interface Deps {
  db: Db;
  /** Runs a read at the replica, if there is one that can be used. */
  read: Store["read"];
  now(): number;
  /**
   * Limits how many requests wait for the totals of zones and groups, so that connections stay
   * free.
   */
  writers: Semaphore;
  /** Triggers the dispatch of accepted setpoints. */
  requestDispatch(): void;
  /** The minute jobs that are overdue, at any instance. */
  lateJobs(): Promise<LateJob[]>;
  log: Pick<Logger, "debug" | "error">;
  metrics: Pick<ServiceMetrics, "answered" | "control">;
  /** Allowed brand identifiers of devices. */
  brands: readonly string[];
  /** Base URL of device icons, without a trailing slash. */
  mediaUrl: string;
  /** The address under which programs reach the service; null if it is not configured. */
  publicUrl: string | null;
  /** A key from the configuration, valid in addition to the stored ones. */
  configuredKey: string | null;
  controlLimits: ControlLimits;
  /** Networks in which webhooks may be although they are not public. */
  webhookNetworks: readonly Network[];
  rates: RateLimits;
}

/** Dependencies of operations that plan. */
export interface PlanningDeps extends Deps {
  /** The locations with their forecast models, in memory. */
  fleet: Fleet;
}

/** Dependencies of the whole API. */
export interface ServiceDeps extends PlanningDeps {
  /** Whether processing has caught up with the clock; throws when the database is unavailable. */
  ready(): Promise<boolean>;
  /** Why reads do not use the configured replica; null while they do, or without one. */
  replicaStop(): ReplicaStop | null;
  /** Why the configured weather source is not in use, in a sentence; null while it is, or without one. */
  weatherStop(): Promise<string | null>;
}

/** Part of a middleware: it sets `c.res`, throws, or goes on with `next`. */
export type Step = (c: Context<Variables>, next: Next) => Promise<void>;

/** The context variables of a request. */
export interface Variables {
  Variables: {
    requestId: string;
    /** Headers of the response; see `addHeaders`. */
    headers: Record<string, string>;
    operation?: OperationId;
    caller: string;
    scopes: readonly string[];
    reach: KeyRestrictions | null;
    /** From here on a change may have taken effect, whatever the response says. */
    committing?: boolean;
  };
}
