import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockAcceptance } from "../../service/store/acceptance-locks.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { openScripted, type ScriptedGateway } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";
import { isWaitingFor } from "../support/waiting-locks.ts";

const UNTIL_MS = Date.parse("2026-06-15T11:00:00Z");

let world: World;
let gateway: ScriptedGateway;
let store: Store;
let home: Awaited<ReturnType<typeof household>>;
let another: { id: string };
beforeEach(async () => {
  ({ world, gateway } = await openScripted("2026-06-15T10:00:30Z"));
  store = await openStore(world.databaseUrl, (error) => {
    throw error;
  });
  home = await household(world, { groupId: (await group(world, "One")).id });
  another = await group(world, "Two");
});
afterEach(async () => {
  await store.close();
  await world.close();
});

const optOut = () =>
  world.call("updateCustomerPreferences", {
    params: { customer_id: home.customer.id },
    body: { opted_out: true },
  });
async function pauseAtSite(): Promise<void> {
  gateway.report({ pauses: [{ locationId: home.location.id, untilMs: UNTIL_MS }] });
  await world.service.exchange();
}

it.each<[string, () => Promise<unknown>]>([
  ["opts out", optOut],
  ["pauses at the site", pauseAtSite],
])(
  "a customer that %s while it changes groups waits for the controls of its new group",
  async (_, exclude) => {
    let isExcluded = false;
    let excluded: Promise<void> | undefined;
    await store.db.transaction(async (accepting) => {
      await lockAcceptance(accepting, { zone: "NL", groupId: another.id });
      await store.db.transaction(async (moving) => {
        await moving.execute(sql`
          update customers set group_id = ${another.id} where id = ${home.customer.id}`);
        excluded = exclude().then(() => {
          isExcluded = true;
        });
        await expect.poll(() => isWaitingFor(store.db, "row")).toBe(true);
      });
      await expect.poll(() => isWaitingFor(store.db, "advisory")).toBe(true);
      expect(isExcluded).toBe(false);
    });
    await excluded;
    const body = { type: "ZERO_EXPORT" as const, time_to: "2026-06-15T11:00:00Z" };
    const { data } = await world.call("controlGroup", { params: { group_id: another.id }, body });
    const { data: control } = await world.call("getControl", { params: { control_id: data.id } });
    expect(control).toMatchObject({ locations: 0, excluded: [{ customers: 1 }] });
  },
);

it("a cancellation waits for the controls of the groups to which customers were moved", async () => {
  const target = { group_id: home.customer.group_id! };
  const body = { type: "ZERO_EXPORT" as const, time_to: "2026-06-15T11:00:00Z" };
  const { data: control } = await world.call("controlGroup", { params: target, body });
  await world.call("updateCustomer", {
    params: { customer_id: home.customer.id },
    body: { name: home.customer.name, group_id: another.id },
  });
  let isCancelled = false;
  let cancelled: Promise<void> | undefined;
  await store.db.transaction(async (accepting) => {
    await lockAcceptance(accepting, { zone: "NL", groupId: another.id });
    const params = { control_id: control.id };
    cancelled = world.call("cancelControl", { params, body: {} }).then(({ status }) => {
      isCancelled = status === 200;
    });
    await expect.poll(() => isWaitingFor(store.db, "advisory")).toBe(true);
    expect(isCancelled).toBe(false);
  });
  await cancelled;
  expect(isCancelled).toBe(true);
});
