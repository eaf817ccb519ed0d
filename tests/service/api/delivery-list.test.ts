import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { QueryInput } from "../../../lib/contract/index.ts";
import { openScripted } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { household } from "../../support/site.ts";

type Query = QueryInput<"listControlDeliveries">;

describe("the delivery of a control per location", () => {
  let world: World;
  let control_id: string;
  const locations: Record<string, string> = {};

  beforeAll(async () => {
    const opened = await openScripted("2026-06-15T10:00:30Z");
    ({ world } = opened);
    for (const name of ["silent", "failed", "follows"]) {
      const home = await household(world, { email: `${name}@example.org` });
      const { location, customer, inverter } = home;
      locations[name] = location.id;
      await world.call("updateCustomer", {
        params: { customer_id: customer.id },
        body: { name: `Fam. ${name}` },
      });
      if (name !== "silent")
        opened.gateway.answers(
          location.id,
          [inverter.id],
          name === "failed" ? "failed" : "executed",
        );
    }
    const { data } = await world.call("controlBiddingZone", {
      params: { bidding_zone_id: "NL" },
      body: { type: "MAX_CONSUMPTION", time_to: "2026-06-15T11:00:00Z" },
    });
    control_id = data.id;
    await world.liveUntil("2026-06-15T10:03:30Z");
  });
  afterAll(() => world.close());

  const list = (query: Query) =>
    world.call("listControlDeliveries", { params: { control_id }, query });
  const names = async (query: Query) => {
    const byId = new Map(Object.entries(locations).map(([name, id]) => [id, name]));
    return (await list(query)).data.data.map(({ location_id }) => byId.get(location_id));
  };

  it("is searched by customer, address and the location's id", async () => {
    expect(await names({ search: "FAM. SIL" })).toEqual(["silent"]);
    expect(await names({ search: locations.failed!.slice(4) })).toEqual(["failed"]);
    expect(await names({ search: "kerklaan 1" })).toHaveLength(3);
    expect(await names({ search: "kerklaan 2" })).toEqual([]);
    const found = await list({ search: "fam.", page_size: 1 });
    expect(found.headers.get("x-total-count")).toBe("3");
    expect(await names({ search: "fam.", state: "acknowledged", sort: "customer_name" })).toEqual([
      "failed",
      "follows",
    ]);
  });

  it("is narrowed to the locations with a device of an outcome, as the control counts them", async () => {
    const { data } = await world.call("getControlDelivery", { params: { control_id } });
    for (const outcome of [
      "executed",
      "pending",
      "unknown",
      "failed",
      "unsupported",
      "not_dispatched",
    ] as const) {
      const rows = (await list({ outcome })).data.data;
      const devices = rows.reduce((sum, row) => sum + row.devices[outcome], 0);
      expect(devices, outcome).toBe(data.devices[outcome]);
      expect(rows.every((row) => row.devices[outcome] > 0)).toBe(true);
    }
    expect(await names({ outcome: "executed" })).toEqual(["follows"]);
    expect(await names({ outcome: "failed" })).toEqual(["failed"]);
  });

  it("is sorted, each page continuing the one before", async () => {
    expect(await names({ sort: "customer_name" })).toEqual(["failed", "follows", "silent"]);
    expect((await names({ sort: "state" }))[0]).toBe("silent");
    expect((await names({ sort: "-acknowledged_at" }))[0]).toBe("silent");
    for (const sort of ["address", "-address", "dispatched_at", "-state", "location_id"]) {
      const paged = [];
      for (let page = 0; page < 3; page++)
        paged.push(...(await names({ sort, page, page_size: 1 })));
      expect(paged).toEqual(await names({ sort }));
      expect(new Set(paged).size).toBe(3);
    }
    const path = `/v1/controls/${control_id}/deliveries?sort=delivered_kwh`;
    expect((await world.request(path)).status).toBe(422);
  });
});
