import pino, { type Logger } from "pino";
import type { Env } from "../lib/env.ts";
import { createApp } from "./api/app.ts";
import { MINUTE_MS } from "./engine/calendar.ts";
import { DEMO_DAYS, seedDemo } from "./jobs/demo.ts";
import { noGateway, simulatedGateway } from "./jobs/gateway.ts";
import { tick } from "./jobs/ticker.ts";
import { openStore } from "./store/store.ts";

/** A running service: its API as a function, its clock's hand, and how to end it. */
export interface Service {
  fetch(request: Request): Response | Promise<Response>;
  /** Moves the world up to now; called each minute. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the service on its database: migrated, and with the demo fleet where that is on. Nothing
 * runs by itself: the caller calls `tick`. It is ready once it has ticked up to now.
 */
export async function openService(
  env: Env,
  databaseUrl: string,
  now: () => number = Date.now,
  log: Logger = pino({ level: env.LOG_LEVEL, name: "service" }),
  demoDays = DEMO_DAYS,
): Promise<Service> {
  const store = await openStore(databaseUrl, (error) => log.warn({ err: error }));
  const brands = env.FLEX_BRANDS.split(",").map((brand) => brand.trim());
  if (env.DEMO)
    await store.exclusively(async (db) => {
      if (await seedDemo(db, brands, now(), demoDays)) log.info("demo fleet seeded");
    });
  const gatewayOf = env.DEMO ? simulatedGateway(store.db) : noGateway;
  let caughtUp = false;
  const app = createApp({
    db: store.db,
    now,
    ready: async () => {
      await store.ping();
      return caughtUp;
    },
    log,
    brands,
    mediaUrl: env.MEDIA_URL ?? env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`,
    configuredKey: env.FLEX_API_KEY ?? null,
    controlLimits: { maxHours: env.CONTROL_MAX_HOURS, aheadHours: env.CONTROL_AHEAD_HOURS },
  });
  const advance = async () => {
    await store.exclusively((db) => tick({ db, zone: "NL", gatewayOf }, now()));
    caughtUp = true;
  };
  return { fetch: (request) => app.fetch(request), tick: advance, close: store.close };
}

/** Ticks now and shortly after each full minute; one tick at a time, a failed one is tried again. */
export function everyMinute(service: Service, log: Logger): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  const tickIn = (ms: number) => {
    timer = setTimeout(() => {
      running = service.tick().catch((error) => log.error({ err: error }, "tick failed"));
      void running.then(() => tickIn(MINUTE_MS - (Date.now() % MINUTE_MS) + 50));
    }, ms);
  };
  tickIn(0);
  return {
    stop: async () => {
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}
