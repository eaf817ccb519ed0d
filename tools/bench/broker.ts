import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { runLimited } from "../../lib/run-limited.ts";
import { freePort } from "../ports/free-port.ts";

const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];

async function connect(url: string): Promise<MqttClient> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 0 });
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** A Mosquitto on 127.0.0.1 with a client connected to it. */
export interface BenchBroker {
  url: string;
  client: MqttClient;
  stop(): Promise<void>;
}

/** Starts Mosquitto on a free port; null if it is not installed. */
export async function startMosquitto(): Promise<BenchBroker | null> {
  const program = folders.map((folder) => join(folder, "mosquitto")).find((it) => existsSync(it));
  if (!program) return null;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "curtail-broker-"));
  const file = join(folder, "mosquitto.conf");
  // The number that docs/how-to/connect-devices.md gives; without it 20 messages are unconfirmed.
  const limits = ["max_inflight_messages 10000", "max_queued_messages 100000"];
  const listener = [`listener ${port} 127.0.0.1`, "allow_anonymous true"];
  writeFileSync(file, [...listener, ...limits, ""].join("\n"));
  chmodSync(folder, 0o755);
  const child = spawn(program, ["-c", file], { stdio: "ignore" });
  const ended = once(child, "exit");
  const url = `mqtt://127.0.0.1:${port}`;
  const client = await connect(url);
  return {
    url,
    client,
    stop: async () => {
      await client.endAsync(true);
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Publishes messages with QoS 1, 256 unconfirmed at a time; returns the duration in ms. */
export async function publishAll(
  client: MqttClient,
  messages: readonly { topic: string; payload: string }[],
): Promise<number> {
  const start = performance.now();
  const properties = { messageExpiryInterval: 300, contentType: "application/json" };
  await runLimited(messages, 256, ({ topic, payload }) =>
    client.publishAsync(topic, payload, { qos: 1, retain: true, properties }),
  );
  return performance.now() - start;
}
