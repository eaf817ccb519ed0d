import { serve, type ServerType } from "@hono/node-server";
import type { Logger } from "pino";
import { EnvError, parseEnv, type Env } from "../lib/env.ts";
import { tellLastWords } from "../lib/log/crash-logger.mjs";
import { openMetricsPort } from "../lib/metrics/metrics-port.ts";
import { openMqttGateway } from "./gateway/mqtt/mqtt-gateway.ts";
import { MqttConfigurationError } from "./gateway/mqtt/options.ts";
import { openLog } from "./log.ts";
import { everyMinute, openService, type ServiceOptions } from "./service.ts";

/** How long requests under way may take to finish once the service is told to end. */
const FINISH_WITHIN_MS = 3_000;

tellLastWords("service");
try {
  await main();
} catch (error) {
  if (!(error instanceof EnvError || error instanceof MqttConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const url = env.SERVICE_DATABASE_URL;
  if (!url) throw new EnvError("SERVICE_DATABASE_URL must name the service's database.");
  const log = openLog(env.LOG_LEVEL);
  const field = fieldGateway(env, log);
  const service = await openService(env, url, { log, ...(field && { field }) });
  const clock = everyMinute(service, log);
  const { METRICS_HOST: host, METRICS_PORT: port } = env;
  const metrics =
    port === undefined ? null : await openMetricsPort(service.metrics, { host, port });
  const server = serve(
    { fetch: service.fetch, hostname: env.HOST, port: env.SERVICE_PORT },
    (address) => log.info({ port: address.port }, "listening"),
  );
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await Promise.all([clock.stop(), closeServer(server), metrics?.close()]);
    await service.close();
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
}

/** Devices that are not simulated are reached over the broker, where one is configured. */
function fieldGateway(env: Env, log: Logger): ServiceOptions["field"] {
  const { MQTT_URL } = env;
  if (!MQTT_URL) return undefined;
  return (onReport) =>
    openMqttGateway({
      url: MQTT_URL,
      username: env.MQTT_USERNAME,
      password: env.MQTT_PASSWORD,
      caFile: env.MQTT_CA_FILE,
      clientId: env.MQTT_CLIENT_ID,
      topicPrefix: env.MQTT_TOPIC_PREFIX,
      now: Date.now,
      onReport,
      log,
    });
}

/** Takes no more connections, lets requests finish, and hangs up on those that do not. */
async function closeServer(server: ServerType): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  const hangUp = setTimeout(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  }, FINISH_WITHIN_MS);
  if ("closeIdleConnections" in server) server.closeIdleConnections();
  await closed;
  clearTimeout(hangUp);
}
