import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations, type OperationId, type QueryInput } from "../../../lib/contract/index.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

type ListId = "listCustomers" | "listGroups" | "listLocations" | "listDevices";
const lists: ListId[] = ["listCustomers", "listGroups", "listLocations", "listDevices"];

/** The sort fields of a list in the contract. */
const sortsOf = (key: OperationId): string[] => {
  const { sort } = operations[key].query.shape as { sort: { unwrap(): { options: string[] } } };
  return sort.unwrap().options;
};

describe("lists of customers, groups, locations and devices", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    const [zuid, noord] = [await group(world, "zuid"), await group(world, "Noord")];
    const places = [
      { email: "a@example.org", groupId: zuid.id, batteryKwh: 10 },
      { email: "b@example.org", groupId: noord.id },
      { email: "c@example.org", controllable: false },
      { email: "d@example.org", groupId: noord.id, batteryKwh: 5 },
    ];
    const homes = [];
    for (const place of places) homes.push(await household(world, place));
    const [first, second] = homes;
    await world.call("updateCustomer", {
      params: { customer_id: first!.customer.id },
      body: { name: "Anna", language: "en-US" },
    });
    const heard = (home: typeof first, to: string) =>
      world.call("recordMeasurements", {
        params: { location_id: home!.location.id },
        body: {
          measurements: [
            {
              time_from: `2026-06-15T${to.slice(0, 4)}0:00Z`,
              time_to: `2026-06-15T${to}:00Z`,
              injection_kw: 1,
            },
          ],
        },
      });
    expect((await heard(second, "09:45")).status).toBe(200);
    expect((await heard(first, "09:58")).status).toBe(200);
  });
  afterAll(() => world.close());

  const read = async <K extends ListId>(key: K, query: QueryInput<K>) =>
    (await world.call(key, { query: { page_size: 100, ...query } } as never)).data.data as {
      id: string;
    }[];
  const column = async (key: ListId, sort: string, of: string) =>
    (await read(key, { sort })).map((row) => (row as Record<string, unknown>)[of]);

  it.each(lists.flatMap((key) => sortsOf(key).map((sort) => [key, sort] as const)))(
    "%s by %s holds each once, page by page, and reversed when asked in reverse",
    async (key, sort) => {
      const whole = (await read(key, { sort })).map(({ id }) => id);
      const paged: string[] = [];
      for (let page = 0; page < whole.length; page++)
        paged.push(...(await read(key, { sort, page, page_size: 1 })).map(({ id }) => id));
      expect(paged).toEqual(whole);
      expect(new Set(whole).size).toBe(whole.length);
      const other = sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
      expect((await read(key, { sort: other })).map(({ id }) => id)).toEqual(whole.reverse());
    },
  );

  it("customers are sorted by their group's name whatever its case, those without a group last", async () => {
    const groups = new Map((await read("listGroups", {})).map((one) => [one.id, one as object]));
    const ids = (await column("listCustomers", "group_name", "group_id")) as (string | null)[];
    expect(ids.map((id) => id && (groups.get(id) as { name: string }).name)).toEqual([
      "Noord",
      "Noord",
      "zuid",
      null,
    ]);
    expect(await column("listCustomers", "language", "language")).toEqual([
      "en-US",
      "nl-NL",
      "nl-NL",
      "nl-NL",
    ]);
  });

  it("groups are sorted by name whatever case and accents", async () => {
    for (const name of ["Ééklo", "samen", "Zon"]) await group(world, name);
    expect(await column("listGroups", "name", "name")).toEqual([
      "Ééklo",
      "Noord",
      "samen",
      "Zon",
      "zuid",
    ]);
  });

  it("locations are sorted by current state, and by their last report", async () => {
    const last = "2026-06-15T09:58:00.000Z";
    const before = "2026-06-15T09:45:00.000Z";
    expect(await column("listLocations", "state", "last_reported_at")).toEqual([
      last,
      before,
      null,
      null,
    ]);
    expect(await column("listLocations", "last_reported_at", "last_reported_at")).toEqual([
      null,
      null,
      before,
      last,
    ]);
    expect(await column("listLocations", "data_source", "data_source")).toEqual([
      "measured",
      "measured",
      "none",
      "none",
    ]);
    expect(await column("listLocations", "-devices", "devices")).toEqual([2, 2, 1, 1]);
    expect(await column("listLocations", "-battery_kwh", "battery_kwh")).toEqual([10, 5, 0, 0]);
  });

  it("controllable devices are sorted before those only measured", async () => {
    const ratings = await column("listDevices", "controllable", "ratings");
    const follows = ratings.map((one) => (one as { controllable?: boolean }).controllable);
    expect(follows).toEqual([true, true, true, true, true, false]);
  });

  it("devices are found by the address of their location", async () => {
    const [{ id: customer_id } = { id: "" }] = await read("listCustomers", {});
    const place = await world.call("createLocation", {
      body: { customer_id, latitude: 52, longitude: 5, metadata: { address: "Merelstraat 12" } },
    });
    const made = await world.call("registerDevice", {
      body: { location_id: place.data.id, name: "Meter", device_type: "METER", brand: "BRAND_A" },
    });
    expect(await read("listDevices", { search: "merelSTRAAT" })).toEqual([made.data]);
    expect(await read("listDevices", { search: "merelstraat 13" })).toEqual([]);
  });

  it("an address of maximum length is stored and found", async () => {
    const [{ id: customer_id } = { id: "" }] = await read("listCustomers", {});
    const address = `Langstraat ${"é".repeat(7_000)}`;
    const made = await world.call("createLocation", {
      body: { customer_id, latitude: 52, longitude: 5, metadata: { address } },
    });
    expect((await read("listLocations", { search: "langstraat éé" })).map(({ id }) => id)).toEqual([
      made.data.id,
    ]);
  });
});
