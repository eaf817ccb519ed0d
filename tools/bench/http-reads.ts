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
export const HTTP_ROWS = ["small-read", "small-read-pages", "zone-30-days"] as const;

/** An endpoint, and what is sent to it; with paths, each connection reads them in an order of its own. */
interface Endpoint {
  url: string;
  paths?: readonly string[];
  headers?: Record<string, string>;
}

/** A slow machine may answer nothing within a second. */
const MAX_SILENT_RUNS = 10;

/**
 * Answers per second of an address under eight connections.
 * @throws Error unless all are 200, or when there are none
 */
async function answersPerSecond(endpoint: Endpoint, duration: number): Promise<number> {
  const { url, paths, headers = {} } = endpoint;
  for (let run = 0; run < MAX_SILENT_RUNS; run++) {
    const result = await autocannon({
      url,
      connections: CONNECTIONS,
      headers,
      duration,
      ...(paths && { setupClient: (client) => client.setRequests(toRandomOrder(paths)) }),
    });
    const { non2xx, errors } = result;
    if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed.`);
    if (result["2xx"] > 0) return result["2xx"] / result.duration;
  }
  throw new Error(`${url}: no answer.`);
}

const toRandomOrder = (paths: readonly string[]) =>
  paths
    .map((path) => ({ path, position: Math.random() }))
    .sort((a, b) => a.position - b.position)
    .map(({ path }) => ({ method: "GET" as const, path }));

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

const READY_WITHIN_MS = 300_000;

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

/** Pages of a list that are read in turn. */
const MAX_PAGES = 50;
/** The rows beside the first of their kind are measured for a shorter time. */
const SHORT = 2 / 3;
/** A service that has just started compiles, and works on its history. */
const FIRST_WARM_UP = 8;

/**
 * Requests per second over HTTP, service and floor in turn: `small-read` for each list's first row and for
 * a device, `small-read-pages` for rows of each list in random order, so that requests at the same time
 * differ, and `zone-30-days` for 30 days of the zone.
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
    const hono = `http://127.0.0.1:${ports.hono}`;
    let warmUp: number | undefined = FIRST_WARM_UP;
    const add = async (
      name: string,
      path: string,
      floorUrl: string,
      { paths, share = 1 }: { paths?: readonly string[]; share?: number } = {},
    ) => {
      const more = { headers, ...(paths && { paths }) };
      const { value, floor } = await compare(
        { url: service.url + path, ...more },
        { url: floorUrl, ...more },
        Math.max(1, Math.floor(seconds * share)),
        warmUp,
      );
      warmUp = undefined;
      const what = `GET ${path}${paths ? `, ${paths.length} pages` : ""}`;
      addRow({ name, what, unit: "req/s", value, floor, ratio: value / floor });
    };
    const readList = async (path: string) => {
      const response = await fetch(service.url + path, { headers });
      const { data } = (await response.json()) as { data: { id: string }[] };
      return { data, total: Number(response.headers.get("X-Total-Count")) };
    };
    if (only.has("small-read")) {
      for (const list of LISTS) {
        const path = `/v1/${list}?page_size=1`;
        const isFirst = list === "controls";
        const name = isFirst ? "small-read" : `small-read-${list}`;
        await add(name, path, hono + path, { share: isFirst ? 1 : SHORT });
      }
      const [device] = (await readList("/v1/devices?page_size=1")).data;
      const path = `/v1/devices/${device!.id}`;
      await add("small-read-device", path, hono + path, { share: SHORT });
    }
    if (only.has("small-read-pages"))
      for (const list of LISTS) {
        const path = `/v1/${list}?page_size=1`;
        const { total } = await readList(path);
        const paths = Array.from(
          { length: Math.min(MAX_PAGES, total) },
          (_, page) => `${path}&page=${page}`,
        );
        await add(`small-read-pages-${list}`, path, hono + path, { paths, share: SHORT });
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
