import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../../packages/client/src/index.ts";
import type { Product } from "./product.ts";
import { HttpClient } from "./http-client.ts";

const STAFF = "staff@demo.example";
const CUSTOMER = "customer@demo.example";
const READERS = ["operator@demo.example", "viewer@demo.example"];
/** The stream limit of one session less one, for the moment of a reconnect. */
const STREAMS = 3;
/** How long a reader stays before it reconnects, as pages do. */
const STAYS_MS = 45_000;

const PAGES = ["/", "/controls", "/groups", "/locations", "/customers"];

/** The responses during a load by status, and the failed requests. */
export interface Tally {
  answers: Map<number, number>;
  events: number;
  unanswered: number;
}

interface Load {
  product: Product;
  staff: HttpClient;
  customer: HttpClient;
  tally: Tally;
  groupId: string;
  locationId: string;
}

async function house(product: Product): Promise<{ groupId: string; locationId: string }> {
  const curtail = createClient({ baseUrl: product.serviceUrl, apiKey: product.apiKey });
  const name = "Steady";
  const { id: group_id } = await curtail.createGroup({ body: { name, bidding_zone: "NL" } });
  const owner = { name, email: "steady@example.org", group_id };
  const { id: customer_id } = await curtail.createCustomer({ body: owner });
  const location = { customer_id, latitude: 52.1, longitude: 5.2 };
  const { id: location_id } = await curtail.createLocation({ body: location });
  await curtail.registerDevice({
    body: {
      location_id,
      name: "Roof",
      brand: "BRAND_A",
      device_type: "SOLAR_INVERTER",
      ratings: { pv_peak_kw: 5, inverter_kw: 5, tilt: 35, azimuth: 180 },
    },
  });
  return { groupId: group_id, locationId: location_id };
}

/** Counts the status of a response and reads its body. */
async function counted({ tally }: Load, response: Promise<Response>): Promise<string> {
  try {
    const answer = await response;
    const text = await answer.text();
    tally.answers.set(answer.status, (tally.answers.get(answer.status) ?? 0) + 1);
    return text;
  } catch {
    tally.unanswered += 1;
    return "";
  }
}

const reads: ((load: Load, turn: number) => Promise<unknown>)[] = [
  (load, turn) => counted(load, load.staff.request(PAGES[turn % PAGES.length]!)),
  (load) => counted(load, load.staff.request("/api/bidding-zones/NL/status")),
  (load) => counted(load, load.staff.request("/api/bidding-zones/NL/historical")),
  (load, turn) => counted(load, load.staff.request(`/api/locations?page=${turn % 3}`)),
  (load) => counted(load, load.staff.request("/api/control-summaries")),
  (load) => counted(load, load.customer.request("/")),
  (load) => counted(load, load.customer.request("/api/locations")),
  (load) => counted(load, load.staff.request("/api/devices?page_size=100")),
];

async function control(load: Load): Promise<void> {
  const order = { type: "ZERO_EXPORT", time_to: new Date(Date.now() + 600_000).toISOString() };
  const issued = load.staff.post(`/api/groups/${load.groupId}/control`, order);
  const { id } = JSON.parse((await counted(load, issued)) || "{}") as { id?: string };
  if (id) await counted(load, load.staff.post(`/api/controls/${id}/cancel`, {}));
}

async function measure(load: Load): Promise<void> {
  const { serviceUrl, apiKey } = load.product;
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const time = (ms: number) => new Date(ms).toISOString();
  const injection_kw = Math.round(Math.random() * 4_000) / 1_000;
  const one = { time_from: time(minute - 60_000), time_to: time(minute), injection_kw };
  const sent = fetch(`${serviceUrl}/v1/locations/${load.locationId}/measurements`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ measurements: [one] }),
  });
  await counted(load, sent);
}

/**
 * Subscribes to the stream of the zone, leaves after a while and reconnects, until the load ends.
 */
async function follow(load: Load, reader: HttpClient, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const leave = AbortSignal.any([signal, AbortSignal.timeout(STAYS_MS)]);
    try {
      const answer = await reader.request("/api/live?area=bidding-zone:NL", { signal: leave });
      if (answer.status !== 200) await pause(1_000);
      for await (const _ of answer.body!) load.tally.events += 1;
    } catch {
      if (!leave.aborted) load.tally.unanswered += 1;
    }
  }
}

/** Runs a task at an interval, whether or not the previous run has ended. */
function every(ms: number, run: (turn: number) => void): () => void {
  let turn = 0;
  const timer = setInterval(() => run(turn++), ms);
  return () => clearInterval(timer);
}

/**
 * Puts a steady load on a product: 8 reads a second of pages and /api, a measurement a second, a
 * control issued and cancelled every 10 seconds, 6 readers of the live stream.
 * @returns the counts so far, and how to end it
 */
export async function steadyLoad(product: Product): Promise<{ tally: Tally; end: () => void }> {
  const tally: Tally = { answers: new Map(), events: 0, unanswered: 0 };
  const staff = new HttpClient(product.portalUrl);
  const customer = new HttpClient(product.portalUrl);
  await staff.signIn(STAFF, product.demoPassword);
  await customer.signIn(CUSTOMER, product.demoPassword);
  const load: Load = { product, staff, customer, tally, ...(await house(product)) };
  const ending = new AbortController();
  for (const email of READERS) {
    const reader = new HttpClient(product.portalUrl);
    await reader.signIn(email, product.demoPassword);
    for (let n = 0; n < STREAMS; n++) void follow(load, reader, ending.signal);
  }
  const stops = [
    every(125, (turn) => void reads[turn % reads.length]!(load, turn)),
    every(1_000, () => void measure(load)),
    every(10_000, () => void control(load)),
  ];
  const end = () => {
    for (const stop of stops) stop();
    ending.abort();
  };
  return { tally, end };
}
