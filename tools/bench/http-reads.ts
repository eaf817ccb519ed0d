import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import { createClient } from "../../packages/client/src/index.ts";
import { median, type AddRow } from "./rows.ts";
import { serveEmptyPage } from "./baseline-page.ts";
import { HttpClient } from "../chaos/http-client.ts";
import { startProduct } from "../chaos/product.ts";
import { freePort } from "../ports/free-port.ts";

const STAFF = "staff@demo.example";
const PATH = "/api/controls?page_size=1";

/**
 * `portal-read`: requests per second of a signed-in user's list of controls through the portal. The
 * floor is a route handler of the same Next that only fetches the same list from the same service.
 */
export async function portalReads({ seconds }: { seconds: number }, addRow: AddRow): Promise<void> {
  const product = await startProduct();
  try {
    const { serviceUrl, portalUrl, apiKey, demoPassword } = product;
    const browser = new HttpClient(portalUrl);
    await browser.signIn(STAFF, demoPassword);
    const headers = { Cookie: browser.cookieHeader };
    const fetched = { url: `${serviceUrl}/v1/controls?page_size=1`, key: apiKey };
    // Building it takes longer than the service works on after its start.
    const empty = await serveEmptyPage(fetched);
    try {
      const endpoint = { url: portalUrl + PATH, headers };
      const { value, floor } = await compare(
        endpoint,
        { url: `${empty.url}api/fetch` },
        seconds,
        15,
      );
      const what = `GET ${PATH}, signed in`;
      addRow({ name: "portal-read", what, unit: "req/s", value, floor, ratio: value / floor });
    } finally {
      await empty.stop();
    }
  } finally {
    await product.stop();
  }
}

const CONNECTIONS = 8;
const KEY = "ck_bench-key-of-this-run";

/** Rows that this file measures. */
export const HTTP_ROWS = ["small-read", "zone-30-days"] as const;

/** An endpoint, and what is sent to it. */
interface Endpoint {
  url: string;
  headers?: Record<string, string>;
}

/** Answers per second of an address under eight connections. @throws Error unless all are 200. */
async function answersPerSecond(
  { url, headers = {} }: Endpoint,
  duration: number,
): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    headers,
    duration,
  });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed.`);
  return requests.average;
}

const TURNS = 3;

/**
 * Medians of the answers per second of an address and of its floor, which are asked in turn: what
 * else the machine does then changes both. V8 compiles while they serve, so each is asked for
 * `warmUp` seconds first.
 */
async function compare(endpoint: Endpoint, floor: Endpoint, seconds: number, warmUp = 2) {
  // A run of a second only shows that the row works.
  const [turns, duration] =
    seconds > 1 ? [TURNS, Math.max(1, Math.floor(seconds / TURNS))] : [1, 1];
  const sides = [
    { ...endpoint, rates: [] as number[] },
    { ...floor, rates: [] as number[] },
  ];
  if (seconds > 1) for (const side of sides) await answersPerSecond(side, warmUp);
  for (let turn = 0; turn < turns; turn++)
    for (const side of sides) side.rates.push(await answersPerSecond(side, duration));
  const [value, floorValue] = sides.map(({ rates }) => median(rates)) as [number, number];
  return { value, floor: floorValue };
}

const start = (
  file: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> },
): ChildProcess =>
  fork(new URL(`../../${file}`, import.meta.url), args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

const READY_WITHIN_MS = 120_000;

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}

/** A service of its own process on the given database, and a stored key for it. */
async function openServiceProcess(databaseUrl: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    SERVICE_DATABASE_URL: databaseUrl,
    SERVICE_PORT: String(port),
    FLEX_API_KEY: KEY,
    DEMO: "1",
    LOG_LEVEL: "error",
    RATE_READS: "1000000",
  };
  const child = start("service/main.mjs", { env });
  for (const since = performance.now(); !(await isReady(url)); await delay(100))
    if (child.exitCode !== null || performance.now() - since > READY_WITHIN_MS)
      throw new Error("The service did not become ready.");
  const curtail = createClient({ baseUrl: url, apiKey: KEY });
  const { key } = await curtail.createApiKey({ body: { name: "bench", scopes: ["read"] } });
  if (key === null) throw new Error("No key was made.");
  return { url, key, stop: () => stop(child) };
}

/** Lists of which small reads are measured. */
export const LISTS = ["controls", "groups", "customers", "locations", "devices"];

/**
 * Requests per second over HTTP, service and floor in turn:
 * `small-read` for each list's first row, `zone-30-days` for 30 days of the zone.
 */
export async function httpReads(
  databaseUrl: string,
  { only, seconds }: { only: ReadonlySet<string>; seconds: number },
  addRow: AddRow,
): Promise<void> {
  const service = await openServiceProcess(databaseUrl);
  const floors = start("tools/bench/floor-server.mjs", { args: [databaseUrl] });
  try {
    const [ports] = (await once(floors, "message")) as [{ hono: number; raw: number }];
    const headers = { "X-API-Key": service.key };
    const add = async (name: string, path: string, floorUrl: string) => {
      const endpoint = { url: service.url + path, headers };
      const { value, floor } = await compare(endpoint, { url: floorUrl, headers }, seconds);
      addRow({ name, what: `GET ${path}`, unit: "req/s", value, floor, ratio: value / floor });
    };
    if (only.has("small-read"))
      for (const list of LISTS) {
        const path = `/v1/${list}?page_size=1`;
        const name = list === "controls" ? "small-read" : `small-read-${list}`;
        await add(name, path, `http://127.0.0.1:${ports.hono}${path}`);
      }
    if (only.has("zone-30-days")) {
      const path = "/v1/bidding-zones/NL/historical";
      const answer = await (await fetch(service.url + path, { headers })).json();
      floors.send(answer as object);
      await once(floors, "message");
      await add("zone-30-days", path, `http://127.0.0.1:${ports.raw}/`);
    }
  } finally {
    await stop(floors);
    await service.stop();
  }
}
