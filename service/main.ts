import type { Logger } from "pino";
import { EnvError, parseEnv, type Env } from "../lib/env.ts";
import { logUncaughtErrors } from "../lib/log/crash-logger.mjs";
import { openMetricsPort } from "../lib/metrics/metrics-port.ts";
import { startTracing } from "../lib/tracing/start-tracing.ts";
import { ApiThread } from "./api-thread/api-thread.ts";
import { mergeMetrics } from "./api-thread/merged-metrics.ts";
import { getBrokerOptions, MqttConfigurationError } from "./gateway/mqtt/options.ts";
import { openLog } from "./log/log.ts";
import { everyMinute } from "./jobs/every-minute.ts";
import { openService, type ServiceOptions } from "./service.ts";

/** How long open requests may take to finish after the stop signal. */
const FINISH_TIMEOUT_MS = process.channel ? 500 : 1_000;
/** How much longer all other work may take; interrupted work resumes at the next start. */
const CLOSE_TIMEOUT_MS = 150;

logUncaughtErrors("service");
try {
  await main();
} catch (error) {
  if (!(error instanceof EnvError || error instanceof MqttConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const endTracing = await startTracing("curtail-service");
  const url = env.SERVICE_DATABASE_URL;
  if (!url) throw new EnvError("SERVICE_DATABASE_URL must name the service's database.");
  const log = openLog(env.LOG_LEVEL);
  const field = fieldGateway(env, log);
  const [service, api] = await Promise.all([
    openService(env, url, { log, ...(field && { field }) }),
    ApiThread.open(process.env),
  ]);
  const clock = everyMinute(service, log);
  const { METRICS_HOST: host, METRICS_PORT: port } = env;
  const metrics =
    port === undefined
      ? null
      : await openMetricsPort(mergeMetrics(service.metrics, api), { host, port });
  log.info({ port: await api.listen(service.fetch) }, "Listening");
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    setTimeout(() => {
      log.warn("Stopped before all work was done; it resumes at the next start");
      process.exit(0);
    }, FINISH_TIMEOUT_MS + CLOSE_TIMEOUT_MS).unref();
    await Promise.all([clock.stop(), api.close(FINISH_TIMEOUT_MS), metrics?.close()]);
    await service.close();
    await endTracing();
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
}

/** Devices that are not simulated are reached over the broker, if one is configured. */
function fieldGateway(env: Env, log: Logger): ServiceOptions["field"] {
  const broker = getBrokerOptions(env);
  return (
    broker &&
    (async (onReport, events) => {
      // Loading the client of MQTT takes part of each start, also without a broker.
      const { openMqttGateway } = await import("./gateway/mqtt/mqtt-gateway.ts");
      return openMqttGateway({ ...broker, ...events, now: Date.now, onReport, log });
    })
  );
}
