import { afterEach, beforeEach, expect, test } from "vitest";
import { createAccount, findAccount } from "../../lib/portal/db/accounts.ts";
import { openDatabase, type OpenDatabase } from "../../lib/portal/db/database.ts";
import { listNotices } from "../../lib/portal/db/notices.ts";
import { runNotices } from "../../lib/portal/notices/notices.ts";
import { createServiceClient } from "../../lib/portal/service-client/service-client.ts";
import { freshDatabase } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";
import { API_KEY, startService } from "./fake-service.ts";

const START = "2026-06-15T10:00:30Z";
const NL = { bidding_zone_id: "NL" };
const HOMES = 6;

let world: World;
let open: OpenDatabase;
let homes: Awaited<ReturnType<typeof household>>[];
/** The paths that the service was asked for. */
let asked: string[];
/** The path that the service fails to answer; null for none. */
let failing: string | null;
/** Whether the service is one that does not list the customers of a control. */
let isOlder: boolean;
let run: () => Promise<unknown>;

const addressOf = (n: number) => `home${n}@example.org`;
beforeEach(async () => {
  [asked, failing, isOlder] = [[], null, false];
  world = await World.open(START);
  const { baseUrl } = await startService(async (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname);
    if (pathname === failing) return new Response("", { status: 500 });
    const response = await world.request(pathname + search);
    if (!isOlder || pathname !== "/v1/openapi.json") return response;
    const document = (await response.json()) as { paths: Record<string, object> };
    delete document.paths["/v1/controls/{control_id}/customers"];
    return Response.json(document);
  });
  open = openDatabase(await freshDatabase("portal"), { connections: 4 });
  homes = [];
  for (let n = 0; n < HOMES; n++) {
    const home = await household(world, { email: addressOf(n) });
    const account = { email: addressOf(n), name: `Home ${n}`, language: "en" as const };
    const customer = { role: "customer" as const, customerId: home.customer.id };
    await createAccount(open.db, { ...account, ...customer, passwordHash: "-" });
    homes.push(home);
  }
  const client = createServiceClient({ baseUrl, apiKey: API_KEY });
  const deps = { db: open.db, client, now: () => new Date(world.nowMs) };
  run = () => runNotices(deps, null);
});
afterEach(async () => {
  await open.pool.end();
  await world.close();
});

const issue = async () => {
  const window = { time_from: "2026-06-15T12:00:00Z", time_to: "2026-06-15T13:00:00Z" };
  const body = { type: "ZERO_EXPORT", ...window } as const;
  return (await world.call("controlBiddingZone", { params: NL, body })).data.id;
};
const optOut = (n: number) =>
  world.call("updateCustomerPreferences", {
    params: { customer_id: homes[n]!.customer.id },
    body: { opted_out: true },
  });
const noticesOf = async (n: number) =>
  (await listNotices(open.db, (await findAccount(open.db, addressOf(n)))!.id)).length;
const allNotices = () => Promise.all(homes.map((_, n) => noticesOf(n)));

test("notices of a control cost one read, and none for each customer", async () => {
  await optOut(2);
  const id = await issue();
  await run();
  expect(await allNotices()).toEqual([1, 1, 0, 1, 1, 1]);
  expect(asked.filter((path) => path === `/v1/controls/${id}/customers`)).toHaveLength(1);
  expect(asked.filter((path) => path.startsWith("/v1/customers/"))).toEqual([]);
});

test("the customers of a control are read in parts, those of deleted locations left out", async () => {
  const id = await issue();
  await world.call("deleteCustomer", { params: { customer_id: homes[1]!.customer.id } });
  const read = async (query: { after?: string; limit?: number }) =>
    (await world.call("listControlCustomers", { params: { control_id: id }, query })).data;
  const ids = homes.flatMap(({ customer }, n) => (n === 1 ? [] : [customer.id])).toSorted();
  expect(await read({})).toEqual({ control_id: id, customer_ids: ids, next: null });
  const parts: string[] = [];
  for (let after: string | undefined; ;) {
    const part = await read({ limit: 2, ...(after && { after }) });
    parts.push(...part.customer_ids);
    if (part.next === null) break;
    after = part.next;
  }
  expect(parts).toEqual(ids);
});

test("notices of a control whose customers cannot be read are made by the next run", async () => {
  const unread = await issue();
  await issue();
  failing = `/v1/controls/${unread}/customers`;
  await run();
  expect(await noticesOf(0)).toBe(1);
  failing = null;
  await run();
  expect(await noticesOf(0)).toBe(2);
});

test("a service without lists of them is asked for each customer, and later for one that it could not read", async () => {
  isOlder = true;
  failing = `/v1/customers/${homes[1]!.customer.id}/controls`;
  await issue();
  await optOut(1);
  world.setClock("2026-06-15T10:01:30Z");
  await issue();
  await run();
  expect([await noticesOf(0), await noticesOf(1)]).toEqual([2, 0]);
  failing = null;
  await run();
  expect([await noticesOf(0), await noticesOf(1)]).toEqual([2, 1]);
});
