import { and, count, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { earliest, readPartitions } from "./partitions.ts";
import { isSilent } from "./location-state.ts";
import { controls, deliveries, type OutboxState } from "./schema-controls.ts";
import { liveState } from "./schema-series.ts";
import { locations } from "./schema.ts";
import type { Db } from "./store.ts";
import { readLastPriceEnd } from "./prices.ts";
import { newestRun } from "./weather.ts";
import { readQueueStatus, type WebhookQueueStatus } from "./webhook-deliveries.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";

/** Status of the service for its metrics. */
export interface ServiceStatus {
  /** Seconds since the last processed minute; null before the first tick. */
  tickLagSeconds: number | null;
  /** Seconds since the last minute with dispatched setpoints; null before the first dispatch. */
  dispatchLagSeconds: number | null;
  /**
   * Seconds since the start of the last quarter-hour with frozen forecasts; null before the first.
   */
  forecastAgeSeconds: number | null;
  /** Seconds since the newest weather forecast was issued; null without one. */
  weatherAgeSeconds: number | null;
  /** Seconds until the last day-ahead price of NL ends; null without one. */
  priceAheadSeconds: number | null;
  /** The same for imbalance prices. */
  imbalancePriceAheadSeconds: number | null;
  /** Age in seconds of the oldest waiting setpoint; 0 when none waits. */
  outboxAgeSeconds: number;
  /** Locations that reported before, but not in the last five minutes. */
  silentLocations: number;
  /** Events on their way to webhooks. */
  webhooks: WebhookQueueStatus;
  /** Setpoints of controls that run, or ran in the last hour, by state. */
  setpoints: Map<OutboxState, number>;
}

/** Reads the status of the service with few, cheap queries. */
export async function readServiceStatus(db: Db, nowMs: number): Promise<ServiceStatus> {
  const now = new Date(nowMs);
  const until = (ms: number | null) => (ms === null ? null : (ms - nowMs) / 1000);
  const since = (ms: number | null) => (ms === null ? null : Math.max(0, (nowMs - ms) / 1000));
  const [partitions, weather, priceEndMs, imbalanceEndMs, oldest, [silent], setpoints, webhooks] =
    await Promise.all([
      readPartitions(db),
      newestRun(db),
      readLastPriceEnd(db, { zone: "NL", market: "day-ahead" }, nowMs),
      readLastPriceEnd(db, { zone: "NL", market: "imbalance" }, nowMs),
      oldestWaiting(db, now),
      db
        .select({ count: count() })
        .from(locations)
        .innerJoin(liveState, eq(liveState.locationId, locations.id))
        .where(and(isNull(locations.deletedAt), isSilent(now))),
      db
        .select({ state: deliveries.state, count: count() })
        .from(controls)
        .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
        .where(and(lte(controls.timeFrom, now), gt(controls.stopAt, new Date(nowMs - HOUR_MS))))
        .groupBy(deliveries.state),
      readQueueStatus(db, nowMs),
    ]);
  return {
    tickLagSeconds: since(earliest(partitions, "recordedUntilMs")),
    dispatchLagSeconds: since(earliest(partitions, "renewedMinuteMs")),
    forecastAgeSeconds: since(earliest(partitions, "frozenQuarterMs")),
    weatherAgeSeconds: since(weather?.issuedAt.getTime() ?? null),
    priceAheadSeconds: until(priceEndMs),
    imbalancePriceAheadSeconds: until(imbalanceEndMs),
    outboxAgeSeconds: since(oldest) ?? 0,
    silentLocations: silent?.count ?? 0,
    webhooks,
    setpoints: new Map(setpoints.map((row) => [row.state, row.count])),
  };
}

/** When the oldest waiting setpoint was queued (ms); null when none waits. */
async function oldestWaiting(db: Db, now: Date): Promise<number | null> {
  const since = sql<string | null>`min(greatest(${controls.timeFrom}, ${controls.createdAt}))`;
  const [row] = await db
    .select({ since })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .innerJoin(locations, eq(locations.id, deliveries.locationId))
    .where(
      and(
        lte(controls.timeFrom, now),
        gt(controls.stopAt, now),
        eq(deliveries.state, "waiting"),
        isNull(locations.deletedAt),
      ),
    );
  return row?.since ? new Date(row.since).getTime() : null;
}
