import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { DURATIONS, watchProcess, type WatchedPool } from "../../lib/metrics/metrics.ts";
import { jobNames, type JobName } from "../store/leases.ts";
import { outboxStates } from "../store/schema-controls.ts";
import { alertMetrics, type AlertMetrics } from "./alert-metrics.ts";
import { gatewayMetrics, type GatewayMetrics } from "./gateway-metrics.ts";
import { requestMetrics, type RequestMetrics } from "./request-metrics.ts";
import { ruleMetrics, type RuleMetrics } from "./rule-metrics.ts";
import { readServiceStatus, type ServiceStatus } from "../store/metrics-queries.ts";
import type { Db } from "../store/store.ts";

/** The metrics the service records itself, and the recorders passed to other modules. */
export interface ServiceMetrics extends RequestMetrics {
  registry: Registry;
  weatherFetched(outcome: WeatherFetch): void;
  pricesFetched(source: string, outcome: PriceFetch): void;
  /** This instance took over a job from a stalled instance. */
  leaseTakenOver(lease: JobName): void;
  /** An event was sent to a webhook: delivered, failed or given up. */
  webhookAttempt(outcome: AttemptOutcome, seconds: number): void;
  rules: RuleMetrics;
  alerts: AlertMetrics;
  gateway: GatewayMetrics;
}

/** What came of sending an event. */
export type AttemptOutcome = (typeof attemptOutcomes)[number];
const attemptOutcomes = ["delivered", "failed", "given_up"] as const;
/** The outcome of reading a price source. */
export type PriceFetch = (typeof weatherFetches)[number];
const weatherFetches = ["stored", "unchanged", "failed"] as const;
/** The outcome of a weather fetch. */
export type WeatherFetch = (typeof weatherFetches)[number];

export const SERVICE_PREFIX = "curtail_service";

/** What is read at each scrape besides the status of the service. */
interface Sources {
  /** Undefined while the replica is away, or without one. */
  replicaLag?(): number | undefined;
  /** In seconds; negative when this clock is ahead. */
  clockBehind?(): number;
}

/** The metrics of one service; its status is read at each scrape. */
export function serviceMetrics(
  db: Db,
  pools: Record<string, WatchedPool>,
  now: () => number,
  { replicaLag, clockBehind }: Sources = {},
): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  watchProcess(registry, SERVICE_PREFIX, pools);
  watchServiceStatus(registry, () => readServiceStatus(db, now()));
  const requests = requestMetrics(registry, SERVICE_PREFIX);
  const weather = new Counter({
    name: `${SERVICE_PREFIX}_weather_fetches_total`,
    help: "Times weather forecasts were fetched: stored, unchanged or failed.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of weatherFetches) weather.inc({ outcome }, 0);
  const prices = new Counter({
    name: `${SERVICE_PREFIX}_price_fetches_total`,
    help: "Times a price source was read: stored, unchanged or failed.",
    labelNames: ["source", "outcome"],
    registers,
  });
  const takeovers = new Counter({
    name: `${SERVICE_PREFIX}_lease_takeovers_total`,
    help: "Jobs that this instance took over from one that stalled or was killed.",
    labelNames: ["lease"],
    registers,
  });
  for (const lease of jobNames) takeovers.inc({ lease }, 0);
  const attempts = new Histogram({
    name: `${SERVICE_PREFIX}_webhook_attempt_duration_seconds`,
    help: "How long webhooks took to answer, by outcome: delivered, failed or given up.",
    labelNames: ["outcome"],
    buckets: DURATIONS,
    registers,
  });
  for (const outcome of attemptOutcomes) attempts.zero({ outcome });
  new Gauge({
    name: `${SERVICE_PREFIX}_replica_lag_seconds`,
    help: "By how much the replica lags; NaN while it is away, or without one.",
    registers,
    collect() {
      this.set(replicaLag?.() ?? NaN);
    },
  });
  return {
    registry,
    ...requests,
    weatherFetched: (outcome) => weather.inc({ outcome }),
    pricesFetched: (source, outcome) => prices.inc({ source, outcome }),
    leaseTakenOver: (lease) => takeovers.inc({ lease }),
    webhookAttempt: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    rules: ruleMetrics(registry, SERVICE_PREFIX, now),
    alerts: alertMetrics(registry, SERVICE_PREFIX),
    gateway: gatewayMetrics(registry, SERVICE_PREFIX, () => clockBehind?.() ?? NaN),
  };
}

/** Gauges that one query reads at each scrape; unknown values are NaN. */
function watchServiceStatus(registry: Registry, read: () => Promise<ServiceStatus>): void {
  let reading: Promise<ServiceStatus | null> | undefined;
  const now = () =>
    (reading ??= read()
      .catch(() => null)
      .finally(() => (reading = undefined)));
  const named = (name: string, help: string, value: (status: ServiceStatus | null) => number) =>
    new Gauge({
      name: `${SERVICE_PREFIX}_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(value(await now()));
      },
    });
  const orNaN = (value: number | null | undefined) => value ?? NaN;
  named("database_up", "1 when the database answered while this was asked.", (s) => (s ? 1 : 0));
  named("tick_lag_seconds", "Since the minute until which everything is recorded.", (s) =>
    orNaN(s?.tickLagSeconds),
  );
  named("dispatch_lag_seconds", "Since the minute whose setpoints were sent last.", (s) =>
    orNaN(s?.dispatchLagSeconds),
  );
  named("forecast_age_seconds", "Since the quarter-hour began that was forecast last.", (s) =>
    orNaN(s?.forecastAgeSeconds),
  );
  named(
    "outbox_age_seconds",
    "Age of the oldest setpoint that is not sent yet; 0 without one.",
    (s) => orNaN(s?.outboxAgeSeconds),
  );
  named(
    "not_reporting_locations",
    "Locations that reported before, but not in the last 5 minutes.",
    (s) => orNaN(s?.silentLocations),
  );
  named("weather_age_seconds", "Since the newest weather forecast was issued.", (s) =>
    orNaN(s?.weatherAgeSeconds),
  );
  named(
    "price_ahead_seconds",
    "Until the last day-ahead price of NL ends; negative after it.",
    (s) => orNaN(s?.priceAheadSeconds),
  );
  named(
    "imbalance_price_ahead_seconds",
    "Until the last imbalance price of NL ends; negative after it.",
    (s) => orNaN(s?.imbalancePriceAheadSeconds),
  );
  named("webhook_events_pending", "Events that are not delivered to a webhook yet.", (s) =>
    orNaN(s?.webhooks.pending),
  );
  named("webhook_events_failed", "Events that were given up, and not sent again.", (s) =>
    orNaN(s?.webhooks.failed),
  );
  named(
    "webhook_pending_age_seconds",
    "Since the oldest event was enqueued that is not delivered; 0 without one.",
    (s) => orNaN(s?.webhooks.ageSeconds),
  );
  new Gauge({
    name: `${SERVICE_PREFIX}_setpoints`,
    help: "Setpoints of controls that run or ran in the last hour, by how far they got.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      const status = await now();
      for (const state of outboxStates)
        this.set({ state }, status ? (status.setpoints.get(state) ?? 0) : NaN);
    },
  });
}
