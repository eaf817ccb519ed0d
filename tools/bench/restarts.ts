import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { secretFile } from "../../runtime/config/secrets.ts";
import { freePort } from "../ports/free-port.ts";
import { newDirectory, waitUntilReady } from "../chaos/product.ts";
import { type AddRow, median } from "./rows.ts";
import { openPostgres } from "../../runtime/postgres/postgres.ts";

const HOST = "127.0.0.1";
const NEXT = join("node_modules", "next", "dist", "bin", "next");

/** Starts Curtail with `npm start` until it is ready and stops it. How long each took, in ms. */
async function startAndStop(env: Record<string, string>) {
  const begunMs = performance.now();
  const child = spawn("npm", ["start"], {
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
 * How long PostgreSQL with the same data and the built portal alone take to start side by side, in
 * ms: no service, no supervisor, nothing checked.
 */
async function startBare(dataDir: string, port: string): Promise<number> {
  const ownerPassword = readFileSync(secretFile(dataDir, "postgres-owner"), "utf8").trim();
  const begunMs = performance.now();
  const next = spawn(process.execPath, [NEXT, "start", "-H", HOST, "-p", port], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(next, "exit");
  const listening = new Promise<void>((resolve, reject) => {
    next.stdout.on("data", (chunk: Buffer) => chunk.includes("Ready in") && resolve());
    void ended.then(() => reject(new Error("The bare portal ended before it was ready.")));
  });
  try {
    const [postgres] = await Promise.all([openPostgres({ dataDir, ownerPassword }), listening]);
    const tookMs = performance.now() - begunMs;
    await postgres.stop();
    return tookMs;
  } finally {
    next.kill("SIGTERM");
    await ended;
  }
}

/**
 * `second-start`: from `npm start` to ready, with the portal built and the demo's data
 * there; `stop`: from SIGTERM to its end. The median of `times`. The floor is PostgreSQL and the
 * portal started without the rest, one after the other with it.
 */
export async function restarts({ times }: { times: number }, addRow: AddRow): Promise<void> {
  const folder = newDirectory("bench");
  const env = {
    DATA_DIR: join(folder, "data"),
    PORT: String(await freePort()),
    SERVICE_PORT: String(await freePort()),
  };
  try {
    await startAndStop(env);
    const runs = [];
    const floors = [];
    for (let n = 0; n < times; n++) {
      runs.push(await startAndStop(env));
      floors.push(await startBare(env.DATA_DIR, env.PORT));
    }
    const [value, floor] = [median(runs.map((run) => run.startMs)), median(floors)];
    const what = "start with data and a build, until ready";
    addRow({ name: "second-start", what, unit: "ms", value, floor, ratio: value / floor });
    const stopMs = median(runs.map((run) => run.stopMs));
    const ending = "SIGTERM until all has ended";
    addRow({ name: "stop", what: ending, unit: "ms", value: stopMs, floor: null, ratio: null });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
