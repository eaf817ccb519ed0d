import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { BIDDING_ZONE } from "../lib/contract/bidding-zones.ts";
import type { Env } from "../lib/env.ts";
import { createApp } from "./api/app.ts";
import { getApiSettings } from "./api/api-settings.ts";
import type { ServiceDeps } from "./api/deps.ts";
import { ruleActions } from "./api/rule-actions.ts";
import { Semaphore } from "./api/semaphore.ts";
import { floorMinute } from "../lib/time/amsterdam.ts";
import { DEMO_DAYS, seedDemo } from "./demo/demo.ts";
import { generatedImbalance, sellForecast } from "./demo/market.ts";
import { RETRY_DELAY_MS, type MinuteTasks } from "./jobs/every-minute.ts";
import { CoalescingRunner } from "./jobs/coalescing-runner.ts";
import { collectReports } from "./jobs/dispatch-setpoints.ts";
import { ClockCheck } from "./jobs/clock-check.ts";
import { Heartbeat } from "./jobs/heartbeat.ts";
import { Dispatcher } from "./jobs/dispatcher.ts";
import { serviceGateway } from "./jobs/gateway.ts";
import { findLateJobs } from "./store/late-jobs.ts";
import { WeatherFeed } from "./jobs/refresh-weather.ts";
import { PriceFeed } from "./jobs/refresh-prices.ts";
import { EventClock } from "./jobs/enqueue-events.ts";
import { AlertRunner } from "./jobs/run-alerts.ts";
import { RuleRunner } from "./jobs/run-rules.ts";
import { Ticker } from "./jobs/scheduler.ts";
import { OutlookThreads } from "./jobs/sum-outlooks.ts";
import { ForecastThreads } from "./threads/forecast-threads.ts";
import { Fleet } from "./planning/fleet.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { GatewayEvents } from "./gateway/mqtt/options.ts";
import { newInstanceId } from "./store/leases.ts";
import { removeInstance } from "./store/instances.ts";
import { divideByHash, earliest, readPartitions } from "./store/partitions.ts";
import { logLeases, logReplica, openLog } from "./log/log.ts";
import { serviceMetrics } from "./metrics/metrics.ts";
import { loadSites } from "./store/sites.ts";
import { openStore } from "./store/store.ts";
import { configuredPriceSources } from "./prices/configured-sources.ts";
import type { PriceSource } from "./prices/price-source.ts";
import { configuredSource } from "./weather/configured-source.ts";
import { WebhookSender } from "./webhooks/webhook-sender.ts";
import type { PostOptions } from "./webhooks/post-event.ts";

/**
 * A running service: its API as a function of a request and its connection, its ticks, and how to
 * stop it.
 */
export interface Service extends MinuteTasks {
  fetch(request: Request, connection?: object): Response | Promise<Response>;
  /** The metrics of the service. */
  metrics: Registry;
  /** Whether processing has reached the current time, by any instance. */
  isRecorded(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  now?: () => number;
  log?: Logger;
  /** Days of history the demo fleet starts with. */
  demoDays?: number;
  /** Whether demo plants go offline at times, and a few are lost or broken. */
  outages?: boolean;
  /** Whether controls were issued in the demo's past. */
  demoControls?: boolean;
  /** Whether the demo has contract terms, positions and a rule. */
  demoMarket?: boolean;
  /** The price sources, instead of those of the settings. */
  priceSources?: readonly PriceSource[];
  /** Resolves the names of webhooks, and the certificate to trust besides those of Node. */
  webhooks?: Pick<PostOptions, "resolver" | "ca">;
  /** Timeout of a request's statement. */
  databaseWaitMs?: number;
  /** The gateway of devices that are not simulated; without it there are none. */
  field?: (onReport: () => Promise<void>, events: GatewayEvents) => Promise<Gateway>;
}

/**
 * Opens the service on its database: migrated, and with the demo fleet if that is on. It starts no
 * timers: the caller calls `tick`; setpoints of a request are dispatched at once. It is ready once
 * it has ticked up to now.
 */
export async function openService(
  env: Env,
  databaseUrl: string,
  { now = Date.now, log = openLog(env.LOG_LEVEL), ...options }: ServiceOptions = {},
): Promise<Service> {
  const warn = (error: Error) => log.warn({ err: error }, "A database connection failed");
  const instance = newInstanceId();
  const store = await openStore(databaseUrl, warn, {
    ...(options.databaseWaitMs && { waitMs: options.databaseWaitMs }),
    instance,
    pooler: env.DATABASE_POOLER,
    replicaUrl: env.DATABASE_REPLICA_URL,
    replicaEvents: logReplica(log, (outcome) => metrics.replicaRead(outcome)),
    leaseEvents: logLeases(log, instance, (lease) => metrics.leaseTakenOver(lease)),
  });
  const clock = new ClockCheck({ store, now, log });
  const metrics = serviceMetrics(store.db, store.pools, now, {
    replicaLag: () => store.replica?.lagSeconds,
    clockBehind: () => clock.behindSeconds,
  });
  const settings = getApiSettings(env);
  const { brands, controlLimits, webhookNetworks } = settings;
  const {
    demoDays: days = DEMO_DAYS,
    outages = true,
    demoControls: controls = true,
    demoMarket: market = true,
  } = options;
  if (env.DEMO)
    await store.exclusively("tick", async (db) => {
      if (await seedDemo(db, brands, now(), { days, outages, controls, market }))
        log.info("Seeded the demo fleet");
    });
  const threads = new ForecastThreads();
  const fleet = new Fleet(threads);
  const refused = (error: unknown) =>
    log.warn({ err: error }, "Dropped a report that cannot be stored");
  const failed = (error: unknown) =>
    log.error({ err: error }, "Failed to exchange with devices; retrying next minute");
  const dispatching = new CoalescingRunner(async () => {
    let isDone = false;
    try {
      isDone = await dispatcher.run();
    } finally {
      if (!isDone) setTimeout(() => void exchange(), RETRY_DELAY_MS).unref();
    }
  }, failed);
  const collecting = new CoalescingRunner(
    () => collectReports(store.db, gateway, now(), { fleet, onRefused: refused }),
    failed,
  );
  const exchange = async () => {
    await dispatching.trigger();
    await collecting.trigger();
  };
  // Before messages arrive that a broker has queued.
  if (options.field) await clock.compare();
  const field = await options.field?.(() => collecting.trigger(), {
    clockBehindMs: () => clock.lagMs,
    onMessageRefused: metrics.gateway.messageRefused,
  });
  const simulate = env.DEMO && env.DEMO_DEVICES === "service";
  // The whole fleet is read by the first tick: requests are answered before.
  const simulated = simulate ? await loadSites(store.db, { kind: "simulated" }) : [];
  const opened = new Set(simulated.map(({ locationId }) => locationId));
  const isSimulated = (locationId: string) =>
    fleet.size === 0 ? opened.has(locationId) : fleet.isSimulated(locationId);
  const gateway = serviceGateway(store.db, {
    simulate,
    outages,
    isSimulated,
    ...(field && { field }),
  });
  const dispatcher = new Dispatcher({ store, instance, gateway, fleet, now });
  const sites = simulated.filter(({ biddingZone }) => biddingZone === BIDDING_ZONE);
  const { length: partitions } = await readPartitions(store.db);
  for (const [partition, members] of divideByHash(sites, partitions).entries())
    await gateway.openSites({ partition, partitions }, members);
  const partitionLocations = env.PARTITION_LOCATIONS;
  const ticker = new Ticker({
    store,
    threads: new OutlookThreads(threads),
    instance,
    fleet,
    zone: BIDDING_ZONE,
    gateway,
    partitionLocations,
    onRefused: refused,
  });
  let caughtUp = false;
  /** Whether the fleet was read: before, this instance could not take its share of the partitions. */
  let takesPart = false;
  const source = configuredSource(env);
  const weather =
    source &&
    new WeatherFeed({
      store,
      source,
      maxAgeHours: env.WEATHER_MAX_AGE_HOURS,
      log,
      onFetch: metrics.weatherFetched,
    });
  const refreshWeather = async () => weather?.refresh(now());
  const hasDemoMarket = env.DEMO && market && !env.PRICE_SOURCES;
  const priceFeed = new PriceFeed({
    store,
    sources: options.priceSources ?? [
      ...configuredPriceSources(env),
      ...(hasDemoMarket ? [generatedImbalance()] : []),
    ],
    log,
    onFetch: metrics.pricesFetched,
  });
  const deps: ServiceDeps = {
    ...settings,
    db: store.db,
    fleet,
    read: (work) => store.read(work),
    now,
    ready: async () => {
      await store.ping();
      return caughtUp;
    },
    lateJobs: () => findLateJobs(store, now()),
    replicaStop: () => store.replica?.stopped ?? null,
    weatherStop: async () => (await weather?.describeStop(now())) ?? null,
    requestDispatch: () => {
      dispatcher.includeAll();
      void exchange();
    },
    writers: new Semaphore(WRITERS_AT_ONCE),
    log,
    metrics,
  };
  const heartbeat = new Heartbeat({ store, instance, log, onStopped: deps.requestDispatch });
  const app = createApp(deps);
  const forRules = { store, fleet, controlLimits, log, metrics: metrics.rules };
  const ruleRunner = new RuleRunner({ ...forRules, actions: ruleActions(deps) });
  const alertRunner = new AlertRunner({ store, log, metrics: metrics.alerts });
  const events = new EventClock({ store, log });
  const webhooks = new WebhookSender({
    db: store.db,
    instance,
    now,
    log,
    networks: webhookNetworks,
    source: `${env.SERVICE_PUBLIC_URL ?? ""}/v1`,
    onAttempt: metrics.webhookAttempt,
    ...options.webhooks,
  });
  const isRecorded = async () =>
    earliest(await readPartitions(store.db), "recordedUntilMs") === floorMinute(now());
  const advance = async () => {
    if (fleet.size === 0) await fleet.sites(store.db, { kind: "locations", ids: [] });
    takesPart = true;
    await exchange();
    const isDone = await ticker.tick(now());
    caughtUp ||= isDone || (await findLateJobs(store, now())).length === 0;
    return isDone;
  };
  const close = async () => {
    await Promise.all([
      dispatching.end(),
      collecting.end(),
      webhooks.close(),
      heartbeat.end(),
      clock.end(),
    ]);
    await collectReports(store.db, gateway, now(), { fleet, onRefused: refused }).catch((error) =>
      log.error({ err: error }, "Failed to store the last reports"),
    );
    await gateway.close();
    await removeInstance(store.db, instance).catch((error) =>
      log.warn({ err: error }, "Failed to leave the partitions to other instances"),
    );
    await threads.close();
    await store.close();
  };
  const { registry } = metrics;
  const fetch: Service["fetch"] = (request, connection) => app.fetch(request, connection);
  return {
    fetch,
    exchange,
    tick: advance,
    refreshFleet: () => fleet.refresh(store.db, now()),
    isRecorded,
    refreshWeather,
    refreshPrices: async () => {
      await priceFeed.refresh(now());
      if (!hasDemoMarket) return;
      await sellForecast(store.db, now()).catch((error) =>
        log.warn({ err: error }, "Failed to record the demo's position"),
      );
    },
    runRules: () => ruleRunner.run(now()),
    runAlerts: () => alertRunner.run(now()),
    enqueueEvents: () => events.run(now()),
    beat: async () => void (await Promise.all([clock.compare(), takesPart && heartbeat.beat()])),
    sendWebhooks: () =>
      webhooks
        .sendDue()
        .catch((error) => log.warn({ err: error }, "Failed to look for due events of webhooks")),
    metrics: registry,
    close,
  };
}

/** Maximum number of connections that wait for the totals; the others stay free for reads. */
const WRITERS_AT_ONCE = 3;
