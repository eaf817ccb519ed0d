import { serve } from "@hono/node-server";
import { expect, type BrowserContext } from "@playwright/test";
import type { AddressInfo } from "node:net";
import type { Curtail } from "./start-stack.ts";
import { startPortalBefore } from "./standalone-portal.ts";

/** The first member of staff of the portal behind the gate. */
export const WATCHER = { email: "watch@gate.example", password: "only-for-browser-tests" };

/** A proxy between a portal and its service that a test can close, and that can alter answers. */
export interface FaultProxyPortal {
  portalUrl: string;
  /** The data directory of that portal. */
  dataDir: string;
  isShut: boolean;
  /** Accepts requests without responding. */
  hangs: boolean;
  /** Whether requests to a path are refused, like all while it is closed. */
  refuses: (path: string) => boolean;
  /** Alters an answer by the path it answers. */
  alter: (path: string, answer: Record<string, unknown>) => Record<string, unknown>;
}

/** Forwards everything unchanged. */
export const openAgain = (gate: FaultProxyPortal): FaultProxyPortal =>
  Object.assign(gate, {
    isShut: false,
    hangs: false,
    refuses: () => false,
    alter: (_: string, answer: Record<string, unknown>) => answer,
  });

/** The same, and waits until the portal sees the service; for signed-in users. */
export async function openedAgain(
  gate: FaultProxyPortal,
  { request }: BrowserContext,
): Promise<void> {
  openAgain(gate);
  const unavailableSince = async () => {
    const answer = await request.get(`${gate.portalUrl}/api/service`);
    return ((await answer.json()) as { unavailable_since?: string | null }).unavailable_since;
  };
  await expect.poll(unavailableSince).toBeNull();
}

async function openGate(serviceUrl: string, gate: FaultProxyPortal) {
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (gate.hangs) return new Promise<Response>(() => undefined);
      if (gate.isShut || gate.refuses(pathname)) return new Response("", { status: 503 });
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
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Starts a second portal in front of a service, through a gate. */
export async function startBehindFaultProxy({ serviceUrl, apiKey }: Curtail) {
  const gate = openAgain({ portalUrl: "", dataDir: "" } as FaultProxyPortal);
  const { baseUrl, close } = await openGate(serviceUrl, gate);
  const { portalUrl, dataDir, stop } = await startPortalBefore({ baseUrl, apiKey }, WATCHER);
  Object.assign(gate, { portalUrl, dataDir });
  return {
    gate,
    async stop() {
      await stop();
      close();
    },
  };
}
