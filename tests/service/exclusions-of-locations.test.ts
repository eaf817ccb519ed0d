import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isExcludedAt, readExclusions } from "../../service/store/exclusions.ts";
import { controlsAt } from "../../service/store/controls.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { NL } from "../support/rule-world.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const HOURS_OFF = [{ days: [1] as (1 | 2)[], time_from: "12:30", time_to: "12:45" }];
const FROM = "2026-06-15T10:15:00Z";
const TO = "2026-06-15T11:00:00Z";

describe("the exclusions of a control", () => {
  let world: World;
  let store: Store;
  let control: string;
  let ids: string[];
  beforeAll(async () => {
    world = await World.open("2026-06-15T10:00:30Z");
    store = await openStore(world.databaseUrl, (error) => {
      throw error;
    });
    const homes = [
      await household(world, { email: "one@example.org" }),
      await household(world, { email: "two@example.org" }),
      await household(world, { email: "three@example.org" }),
    ];
    ids = homes.map(({ location }) => location.id);
    for (const { customer } of homes.slice(0, 2))
      await world.call("updateCustomerPreferences", {
        params: { customer_id: customer.id },
        body: { hours_off: HOURS_OFF },
      });
    const body = { type: "ZERO_EXPORT" as const, time_from: FROM, time_to: TO };
    control = (await world.call("controlBiddingZone", { params: NL, body })).data.id;
  });
  afterAll(() => Promise.all([world.close(), store.close()]));

  it("are read at the locations that matter, so that those of others cost nothing", async () => {
    const locationsOf = async (...at: Parameters<typeof isExcludedAt>[0][]) => {
      const found = await readExclusions(store.db, [control], at[0] && isExcludedAt(at[0]));
      return [...(found.get(control)?.keys() ?? [])].sort();
    };
    expect(await locationsOf()).toEqual(ids.slice(0, 2).sort());
    expect(await locationsOf([ids[0]!, ids[2]!])).toEqual([ids[0]]);
    expect(await locationsOf([ids[2]!])).toEqual([]);
  });

  it("are part of the controls at a location", async () => {
    const at = async (id: string) => {
      const found = await controlsAt(store.db, [id], Date.parse(FROM), Date.parse(TO));
      return found.get(id)!.map(({ except }) => except?.length ?? 0);
    };
    expect(await Promise.all(ids.map(at))).toEqual([[1], [1], [0]]);
  });
});
