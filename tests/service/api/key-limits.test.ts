import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations, type KeyLimits, type OperationId } from "../../../lib/contract/index.ts";
import { bodyOn, side, type Side } from "../../support/example-calls.ts";
import { World } from "../../support/service.ts";

const all = Object.keys(operations) as OperationId[];
const scopes = ["read", "control", "manage"] as const;
const last: OperationId[] = [
  "deleteWebhook",
  "cancelControl",
  "rejectControlRequest",
  "deleteCustomer",
];
/** Operations that delete a resource run after all others on it. */
const inOrder = [...all.filter((one) => !last.includes(one)), ...last];

let world: World;
let mine: Side;
let others: Side;
beforeAll(async () => {
  world = await World.open("2026-06-15T09:58:30Z");
});
afterAll(() => world.close());

async function limitedKey(limits: KeyLimits, more: string[] = []) {
  const body = { name: "limited", scopes: [...scopes, ...more], limits };
  return world.post("/v1/api-keys", body);
}

async function ask(operation: OperationId, of: Side, key: string) {
  const { method, path } = operations[operation];
  const body = bodyOn(operation, of, world.nowMs);
  const asked: Partial<Record<OperationId, string>> = {
    listLocationClusters: "?west=3&south=50&east=8&north=54",
  };
  const response = await world.request(
    path.replace(/\{(\w+)\}/g, (_, name: keyof Side) => of[name]) + (asked[operation] ?? ""),
    {
      method: method.toUpperCase(),
      headers: {
        "X-API-Key": key,
        "Control-Actor": "bert",
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    },
  );
  return { status: response.status, text: await response.text() };
}

/** The ids of a side that no answer for another may show. */
const idsOf = ({ bidding_zone_id: _zone, device_type: _type, month: _month, ...ids }: Side) =>
  Object.values(ids);

const isOfZone = (operation: OperationId) => operations[operation].path.includes("bidding_zone_id");
const ownPath = (operation: OperationId) =>
  /\{(?!bidding_zone_id|device_type)/.test(operations[operation].path);
const keysOnly = (operation: OperationId) => operations[operation].scope === "keys";

/** The response to a limited key about resources outside of its limits. */
function refusedWith(operation: OperationId): number | null {
  if (keysOnly(operation) || operations[operation].limit === "unrestricted-only") return 403;
  if (operations[operation].limit === "filtered" || isOfZone(operation)) return null;
  return ownPath(operation) ? 404 : 403;
}

/** The bidding zone that there is not in the contract yet: rows of another one. */
async function moveToAnotherZone(of: Side) {
  const client = new pg.Client(world.databaseUrl);
  await client.connect();
  await client.query("update groups set bidding_zone = 'BE' where id = $1", [of.group_id]);
  await client.query("update locations set bidding_zone = 'BE' where id = $1", [of.location_id]);
  await client.end();
}

const kinds = [
  ["a group", (own: Side): KeyLimits => ({ group_ids: [own.group_id], bidding_zones: [] })],
  ["a bidding zone", (): KeyLimits => ({ group_ids: [], bidding_zones: ["NL"] })],
] as const;

describe.each(kinds)("a key restricted to %s", (kind, limitsOf) => {
  let key: string;
  beforeAll(async () => {
    mine = await side(world, `mine-${kind.replaceAll(" ", "-")}`);
    others = await side(world, `others-${kind.replaceAll(" ", "-")}`);
    if (kind === "a bidding zone") await moveToAnotherZone(others);
    key = ((await (await limitedKey(limitsOf(mine))).json()) as { key: string }).key;
    // A webhook is visible to the key that created it.
    const { text } = await ask("createWebhook", mine, key);
    mine = { ...mine, webhook_id: (JSON.parse(text) as { id: string }).id };
  });

  it.each(inOrder)("%s: does not see resources of others", async (operation) => {
    const status = refusedWith(operation);
    const { status: answered, text } = await ask(operation, others, key);
    if (status !== null) expect(answered).toBe(status);
    if (answered >= 400) return;
    for (const id of idsOf(others)) expect(text).not.toContain(id);
  });

  it.each(inOrder)("%s: sees its own resources", async (operation) => {
    const { status, text } = await ask(operation, mine, key);
    const isForbidden =
      refusedWith(operation) === 403 && operations[operation].limit === "unrestricted-only";
    if (isForbidden || (isOfZone(operation) && kind === "a group")) return expect(status).toBe(403);
    expect([200, 409]).toContain(status);
    for (const id of idsOf(others)) expect(text).not.toContain(id);
    if (operation === "listGroups") expect(text).toContain(mine.group_id);
    if (operation === "listCustomers") expect(text).toContain(mine.customer_id);
    if (operation === "listLocations") expect(text).toContain(mine.location_id);
    if (operation === "listDevices") expect(text).toContain(mine.device_id);
    if (operation === "listControls") expect(text).toContain(mine.control_id);
  });
});

describe("restrictions of a key", () => {
  it("prevent it from moving its own resources elsewhere", async () => {
    const [here, there] = [await side(world, "here"), await side(world, "there")];
    const made = await limitedKey({ group_ids: [here.group_id], bidding_zones: [] });
    const { key } = (await made.json()) as { key: string };
    for (const group_id of [there.group_id, null]) {
      const body = { name: "moved", group_id };
      const moved = await world.post(`/v1/customers/${here.customer_id}`, body, {
        "X-API-Key": key,
      });
      expect(moved.status).toBe(403);
    }
    const body = { name: "new", email: "nowhere@example.org" };
    expect((await world.post("/v1/customers", body, { "X-API-Key": key })).status).toBe(403);
  });

  it("must name existing resources, and are refused for keys that manage keys", async () => {
    const here = await side(world, "named");
    expect((await limitedKey({ group_ids: [], bidding_zones: [] })).status).toBe(422);
    expect((await limitedKey({ group_ids: ["grp_none"], bidding_zones: [] })).status).toBe(422);
    const limits = { group_ids: [here.group_id], bidding_zones: [] };
    expect((await limitedKey(limits, ["keys"])).status).toBe(422);
    const made = (await (await limitedKey(limits)).json()) as { limits: KeyLimits };
    expect(made.limits).toEqual(limits);
  });
});
