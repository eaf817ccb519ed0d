import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { usablePort } from "../../runtime/config/settings.ts";
import { newDirectory, START, waitUntilReady } from "../chaos/product.ts";
import { type AddRow, median } from "./rows.ts";

const HOST = "127.0.0.1";
const TIMES = 5;

/** Starts Curtail until it is ready and stops it. How long each took, in ms. */
async function startAndStop(env: Record<string, string>) {
  const begunMs = performance.now();
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, ...env, DEMO: "1", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await waitUntilReady(child);
  const readyMs = performance.now();
  child.kill("SIGTERM");
  await ended;
  return { startMs: readyMs - begunMs, stopMs: performance.now() - readyMs };
}

/**
 * `second-start`: from `npm start`'s process to ready, with the portal built and the demo's data
 * there; `stop`: from SIGTERM to its end. The median of five.
 */
export async function restarts(addRow: AddRow): Promise<void> {
  const folder = newDirectory("bench");
  const env = {
    DATA_DIR: join(folder, "data"),
    PORT: String(await usablePort(HOST, 0, "PORT")),
    SERVICE_PORT: String(await usablePort(HOST, 0, "SERVICE_PORT")),
  };
  try {
    await startAndStop(env);
    const runs = [];
    for (let n = 0; n < TIMES; n++) runs.push(await startAndStop(env));
    const add = (name: string, what: string, value: number) =>
      addRow({ name, what, unit: "ms", value, floor: null, ratio: null });
    add(
      "second-start",
      "start with data and a build, until ready",
      median(runs.map((r) => r.startMs)),
    );
    add("stop", "SIGTERM until all has ended", median(runs.map((r) => r.stopMs)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
