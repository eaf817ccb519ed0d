import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HistoricalDataItem } from "../../lib/contract/index.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };

describe("totals of zones and groups", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z", { demo: 2 });
  });
  afterAll(() => world.close());

  const quarter = async (
    key: "getBiddingZoneHistorical" | "getGroupHistorical" | "getLocationHistorical",
    params: Record<string, string>,
    start: string,
  ): Promise<HistoricalDataItem | undefined> => {
    const end = new Date(Date.parse(start) + 1).toISOString();
    const { data } = await world.call(key, { params: params as never, query: { start, end } });
    return data.data[0];
  };
  const sumOfLocations = async (group_id: string | undefined, start: string) => {
    const { data } = await world.call("listLocations", { query: { page_size: 100, group_id } });
    const sum = { forecast: 0, actual: 0 };
    for (const { id } of data.data) {
      const item = await quarter("getLocationHistorical", { location_id: id }, start);
      sum.forecast += item?.forecast ?? 0;
      sum.actual += item?.actual ?? 0;
    }
    return sum;
  };

  it("follow customers who are deleted or change groups during an interval", async () => {
    const { data: groups } = await world.call("listGroups");
    const [first, second] = groups.data;
    await world.liveUntil("2026-06-15T10:05:10Z");
    const { data: members } = await world.call("listCustomers", {
      query: { group_id: first!.id, page_size: 100 },
    });
    const [gone, moved] = members.data.filter((one) => one.email !== "customer@demo.example");
    await world.call("deleteCustomer", { params: { customer_id: gone!.id } });
    await world.call("updateCustomer", {
      params: { customer_id: moved!.id },
      body: { name: moved!.name, group_id: second!.id },
    });
    const line = await world.call("getGroupForecast", { params: { group_id: second!.id } });
    const plan = await world.call("previewGroupControl", {
      params: { group_id: second!.id },
      body: { type: "ZERO_EXPORT", time_from: "2026-06-15T10:15:00Z" },
    });
    expect(line.data.data[1]!.forecast).toBeCloseTo(plan.data.results[0]!.before, -1);
    await world.liveUntil("2026-06-15T10:16:10Z");
    for (const area of [first, second]) {
      const item = await quarter(
        "getGroupHistorical",
        { group_id: area!.id },
        "2026-06-15T10:00:00Z",
      );
      const sum = await sumOfLocations(area!.id, "2026-06-15T10:00:00Z");
      expect(item!.forecast).toBeCloseTo(sum.forecast, 1);
      expect(item!.actual).toBeCloseTo(sum.actual, 1);
    }
    const zone = await quarter("getBiddingZoneHistorical", NL, "2026-06-15T10:00:00Z");
    expect(zone!.actual).toBeCloseTo(
      (await sumOfLocations(undefined, "2026-06-15T10:00:00Z")).actual,
      1,
    );
  });

  it("keep the zone's measured value when locations without reports are added", async () => {
    for (const name of ["a", "b", "c", "d", "e"])
      await household(world, { email: `${name}@silent.example` });
    await world.liveUntil("2026-06-15T10:46:10Z");
    const item = await quarter("getBiddingZoneHistorical", NL, "2026-06-15T10:30:00Z");
    const sum = await sumOfLocations(undefined, "2026-06-15T10:30:00Z");
    const silent = item!.actual! - sum.actual;
    expect(silent).toBeGreaterThan(0);
    expect(silent).toBeLessThan(5 * 5);
    const { data: status } = await world.call("getBiddingZoneStatus", { params: NL });
    expect(status.actual).not.toBeNull();
  });

  it("have no forecast left for a group whose last customer left", async () => {
    const lonely = await group(world, "Lonely");
    const { customer } = await household(world, { email: "l@lonely.example", groupId: lonely.id });
    const params = { group_id: lonely.id };
    expect((await world.call("getGroupForecast", { params })).data.data).toHaveLength(97);
    await world.call("deleteCustomer", { params: { customer_id: customer.id } });
    const left = await world.call("getGroupForecast", { params });
    expect(left.data.data.every((item) => Math.abs(item.forecast) < 0.001)).toBe(true);
    await world.liveUntil("2026-06-15T11:01:10Z");
    expect((await world.call("getGroupForecast", { params })).data.data).toEqual([]);
  });
});
