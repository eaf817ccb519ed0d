import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../ports/free-port.ts";
import { newApiKey, newToken } from "../../runtime/config/secrets.ts";

/** The script of `npm start`, from the root: a bundle of this file lies elsewhere. */
export const START = join("runtime", "start.mjs");

const HOST = "127.0.0.1";

export type Program = "service" | "portal";

/** A full Curtail with the demo fleet, started for a run and removed after it. */
export interface Product {
  portalUrl: string;
  serviceUrl: string;
  apiKey: string;
  demoPassword: string;
  /** The processes of the two programs, and the metrics address of each. */
  pids: Record<Program, number>;
  metricsUrls: Record<Program, string>;
  stop(): Promise<void>;
}

/** A new directory that PostgreSQL's user can enter, even if this runs as another user. */
export function newDirectory(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `curtail-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts Curtail like `npm start`, on free ports and with a new data directory. */
export async function startProduct(): Promise<Product> {
  const folder = newDirectory("chaos");
  const portalPort = await freePort();
  const servicePort = await freePort();
  const [serviceMetrics, portalMetrics] = [await freePort(), await freePort()];
  const secrets = { apiKey: newApiKey(), demoPassword: newToken() };
  const child = spawn(process.execPath, [START], {
    env: {
      ...process.env,
      PORT: String(portalPort),
      SERVICE_PORT: String(servicePort),
      METRICS_PORT: String(serviceMetrics),
      PORTAL_METRICS_PORT: String(portalMetrics),
      DATA_DIR: join(folder, "data"),
      FLEX_API_KEY: secrets.apiKey,
      DEMO_PASSWORD: secrets.demoPassword,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await waitUntilReady(child);
  return {
    portalUrl: `http://${HOST}:${portalPort}`,
    serviceUrl: `http://${HOST}:${servicePort}`,
    ...secrets,
    metricsUrls: {
      service: `http://${HOST}:${serviceMetrics}/metrics`,
      portal: `http://${HOST}:${portalMetrics}/metrics`,
    },
    pids: { service: childOf(child, "service/main.mjs"), portal: childOf(child, "next") },
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when a started Curtail says that it is ready. @throws Error with its output if it ends */
export function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ready in")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`Curtail ended with ${code}:\n${output}`)));
  });
}

/** The child process of a start whose title or command names a program. */
function childOf({ pid }: ChildProcess, program: string): number {
  const read = (file: string) => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  };
  const children = readdirSync("/proc").filter((name) => {
    const status = read(`/proc/${name}/status`);
    return new RegExp(`^PPid:\\s${pid}$`, "m").test(status);
  });
  const found = children.find((name) => read(`/proc/${name}/cmdline`).includes(program));
  if (!found) throw new Error(`There is no process of ${program}.`);
  return Number(found);
}
