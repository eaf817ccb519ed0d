import { serve } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Page } from "@playwright/test";
import { freePort, newDataDir, start } from "../world/started.ts";
import { signInByForm, test as base } from "./people.ts";
import type { Curtail } from "./curtail.ts";

const EMAIL = "watch@gate.example";
const PASSWORD = "only-for-browser-tests";

/** What stands between a portal and its service, for a test to shut and to alter what passes. */
export interface Gate {
  portalUrl: string;
  isShut: boolean;
  /** Alters an answer by the path it answers. */
  alter: (path: string, answer: Record<string, unknown>) => Record<string, unknown>;
}

async function openGate(serviceUrl: string) {
  const gate: Gate = { portalUrl: "", isShut: false, alter: (_, answer) => answer };
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (gate.isShut) return new Response("", { status: 503 });
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "GET" ? undefined : await request.text();
      const sent = new Headers(headers);
      for (const name of ["host", "connection", "accept-encoding"]) sent.delete(name);
      const answer = await fetch(serviceUrl + pathname + search, { method, headers: sent, body });
      const told = (await answer.json()) as Record<string, unknown>;
      const passed = gate.alter(pathname, told);
      const kept = new Headers(answer.headers);
      const untrue = passed === told ? [] : ["x-total-count"];
      for (const name of ["content-length", "content-encoding", ...untrue]) kept.delete(name);
      return new Response(JSON.stringify(passed), { status: answer.status, headers: kept });
    },
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { gate, baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function startBehindGate(curtail: Curtail) {
  const { gate, baseUrl, close } = await openGate(curtail.serviceUrl);
  const dataDir = newDataDir();
  const port = await freePort();
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(port),
    FLEX_BASE_URL: baseUrl,
    FLEX_API_KEY: curtail.apiKey,
    STAFF_EMAIL: EMAIL,
    STAFF_PASSWORD: PASSWORD,
  });
  const stop = async () => {
    started.child.kill("SIGTERM");
    await started.ended;
    close();
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
  };
  await started.ready;
  gate.portalUrl = `http://127.0.0.1:${port}`;
  return { gate, stop };
}

/** A second portal in front of the worker's service, through a gate; its staff is signed in. */
export const test = base.extend<{ watcher: Page }, { gate: Gate }>({
  gate: [
    async ({ curtail }, provide) => {
      const { gate, stop } = await startBehindGate(curtail);
      await provide(gate);
      await stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ gate }, provide) => provide(gate.portalUrl),
  watcher: async ({ page, gate }, provide) => {
    gate.isShut = false;
    gate.alter = (_, answer) => answer;
    await page.goto("/");
    await signInByForm(page, EMAIL, PASSWORD);
    await provide(page);
  },
});

export { expect } from "@playwright/test";
