import { setTimeout } from "node:timers/promises";
import { connectAsync } from "mqtt";
import { runLimited } from "../../lib/run-limited.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { buildTopic } from "../../service/gateway/mqtt/topics.ts";
import { listMeters } from "./fleet-copies.ts";

/**
 * What the publisher is asked: to report this minute of every meter, on topics with this prefix, at once or at
 * a steady rate.
 */
export interface PublishRequest {
  minuteMs: number;
  prefix: string;
  perMinute?: number;
}

const UNCONFIRMED = 256;

/**
 * The gateways of a fleet on one connection, in a process of its own: `BROKER_URL DATABASE_URL`. It says how many
 * meters it has and, for each request, when the broker has all their reports.
 */
const [brokerUrl, databaseUrl] = process.argv.slice(2) as [string, string];
const meters = (await listMeters(databaseUrl)).flatMap((lines) => lines.split("\n"));
const client = await connectAsync(brokerUrl, { protocolVersion: 5 });

async function publish({ minuteMs, prefix, perMinute = Infinity }: PublishRequest): Promise<void> {
  const [time_from, time_to] = [minuteMs, minuteMs + MINUTE_MS].map((ms) =>
    new Date(ms).toISOString(),
  );
  const start = performance.now();
  await runLimited(meters.entries(), UNCONFIRMED, async ([i, line]) => {
    const waitMs = start + (i * MINUTE_MS) / perMinute - performance.now();
    if (waitMs > 1) await setTimeout(waitMs);
    const [locationId, device_id] = line.split(",") as [string, string];
    const devices = [{ device_id, power_kw: 1.234 }];
    const payload = JSON.stringify({ measurements: [{ time_from, time_to, devices }] });
    await client.publishAsync(buildTopic(prefix, locationId, "measurement"), payload, { qos: 1 });
  });
}

process.on("message", (request: PublishRequest) => {
  void publish(request).then(() => process.send!("published"));
});
process.on("disconnect", () => void client.endAsync(true).then(() => process.exit(0)));
process.send!({ meters: meters.length });
