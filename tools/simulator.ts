import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connect, type MqttClient } from "mqtt";
import { EnvError, parseEnv, type Env } from "../lib/env.ts";
import { floorMinute, MINUTE_MS } from "../lib/time/amsterdam.ts";
import { openDatabases } from "../runtime/databases/databases.ts";
import {
  getBrokerOptions,
  getTopicPrefix,
  MqttConfigurationError,
  toClientOptions,
  type BrokerOptions,
} from "../service/gateway/mqtt/options.ts";
import { divideByHash, MAX_PARTITIONS } from "../service/store/partitions.ts";
import { loadSites, type StoredSite } from "../service/store/sites.ts";
import { openStore } from "../service/store/store.ts";
import { SimulatedFleet } from "./simulator/simulated-fleet.ts";

const USAGE = `npm run simulator [-- --part 1/4]

Plays the devices of the demo locations over MQTT, for services with DEMO_DEVICES=mqtt. It reads the
locations from the service's database and connects to MQTT_URL. With --part several of these programs
share the locations: 1/4 to 4/4, or another power of two.`;

const RETRY_MS = 5_000;
const FILTERS_AT_ONCE = 1_000;
const SESSION_TAKEN_OVER = 142;

const log = (line: string) => console.log(`${new Date().toISOString()}  ${line}`);

/** A wrong argument; the message shows the correct usage. */
class UsageError extends Error {}

function readPart(): { part: number; parts: number } {
  const wrong = (why: string) => new UsageError(`${why}\n\n${USAGE}`);
  try {
    const { values } = parseArgs({ options: { part: { type: "string", default: "1/1" } } });
    const [part = NaN, parts = NaN] = values.part.split("/").map(Number);
    const isPowerOfTwo = Number.isInteger(parts) && (parts & (parts - 1)) === 0;
    if (isPowerOfTwo && parts <= MAX_PARTITIONS && Number.isInteger(part))
      if (part >= 1 && part <= parts) return { part, parts };
  } catch (error) {
    throw wrong((error as Error).message);
  }
  throw wrong("--part takes a part and a number of parts that is a power of two, such as 1/4.");
}

/** The connection of this part; the broker ends it when another program plays the same part. */
function openClient(broker: BrokerOptions, name: string): MqttClient {
  const { will: _will, ...options } = toClientOptions({ ...broker, clientId: name });
  const client = connect(broker.url, {
    ...options,
    clean: true,
    resubscribe: true,
    subscribeBatchSize: FILTERS_AT_ONCE,
  });
  client.on("connect", () => log(`connected to ${broker.url}`));
  client.on("disconnect", ({ reasonCode }) => {
    if (reasonCode === SESSION_TAKEN_OVER) log(`another program plays this part as ${name}`);
  });
  let reason = "";
  client.on("connect", () => (reason = ""));
  client.on("error", ({ message }) => {
    if (message !== reason) log(`not connected: ${message || broker.url}; trying again`);
    reason = message;
  });
  return client;
}

/** Plays this part of the fleet from minute to minute until the signal. */
async function play(
  fleet: SimulatedFleet,
  client: MqttClient,
  readSites: () => Promise<StoredSite[]>,
  signal: AbortSignal,
): Promise<void> {
  let size = NaN;
  const takeTurn = async () => {
    if (!client.connected) return false;
    await fleet.update(await readSites());
    if (fleet.size !== size) log(`plays ${fleet.size} locations`);
    size = fleet.size;
    const isReceived = await fleet.report();
    if (!isReceived) log("no service received the measurements; sending them again");
    return isReceived;
  };
  while (!signal.aborted) {
    const isDone = await takeTurn().catch((error: Error) => {
      log(`did not report: ${error.message}`);
      return false;
    });
    const nextMs = floorMinute(Date.now()) + MINUTE_MS - Date.now();
    await setTimeout(isDone ? nextMs : RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function simulate(env: Env): Promise<void> {
  const { part, parts } = readPart();
  const broker = getBrokerOptions(env);
  if (!broker) throw new EnvError("MQTT_URL must name the broker.");
  const prefix = getTopicPrefix(broker);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const databases = await openDatabases(env, ["service"]);
  const store = await openStore(databases.serviceUrl, (error) => log(error.message), {
    pooler: env.DATABASE_POOLER,
  });
  const client = openClient(broker, `${prefix}-simulator-${part}-of-${parts}`);
  const fleet = new SimulatedFleet(client, { db: store.db, prefix, now: Date.now, log });
  const readSites = async () =>
    divideByHash(await loadSites(store.db, { kind: "simulated" }), parts)[part - 1]!;
  try {
    await play(fleet, client, readSites, stop.signal);
    if (client.connected) await fleet.close();
    await client.endAsync(!client.connected);
    log("left");
  } finally {
    await store.close();
    await databases.close();
  }
}

try {
  await simulate(parseEnv(process.env));
} catch (error) {
  const isRefused = [EnvError, MqttConfigurationError, UsageError].some(
    (kind) => error instanceof kind,
  );
  console.error(isRefused ? (error as Error).message : error);
  process.exitCode = 1;
}
