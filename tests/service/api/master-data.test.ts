import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transports, World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

describe.each(transports)("customers, groups, locations and devices, %s", (transport) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z", { transport });
  });
  afterAll(() => world.close());
  const customer = async (email: string, more: { group_id?: string } = {}) =>
    (await world.call("createCustomer", { body: { name: "Anna", email, ...more } })).data;

  it("createGroup answers the group", async () => {
    const { data } = await world.call("createGroup", {
      body: { name: "Zuid", bidding_zone: "NL" },
    });
    expect(data).toEqual({
      id: expect.stringMatching(/^grp_/),
      created_at: "2026-06-15T09:58:30.000Z",
      name: "Zuid",
      bidding_zone: "NL",
    });
    const other = await world.post("/v1/groups", { name: "Zuid", bidding_zone: "BE" });
    expect(other.status).toBe(422);
  });

  it("updateCustomer keeps omitted fields and unassigns with null", async () => {
    const zuid = await group(world, "Zuid");
    const anna = await customer("anna@example.org", { group_id: zuid.id });
    expect(anna.language).toBe("nl-NL");
    const params = { customer_id: anna.id };
    await world.call("updateCustomer", { params, body: { name: "Anna", language: "en-US" } });
    const renamed = await world.call("updateCustomer", { params, body: { name: "Anna B" } });
    expect(renamed.data).toEqual({ ...anna, name: "Anna B", language: "en-US" });
    const left = await world.call("updateCustomer", {
      params,
      body: { name: "Anna B", group_id: null },
    });
    expect(left.data.group_id).toBeNull();
  });

  it("updateCustomer refuses an unknown group and a blank name, and changes nothing", async () => {
    const bert = await customer("bert@example.org");
    const params = { customer_id: bert.id };
    for (const body of [
      { name: "X", group_id: "grp_none" },
      { name: "  " },
      { language: "nl-NL" },
    ]) {
      const response = await world.post(`/v1/customers/${bert.id}`, body);
      expect(response.status).toBe(422);
    }
    expect((await world.call("getCustomer", { params })).data).toEqual(bert);
    const nobody = await world.call("updateCustomer", {
      params: { customer_id: "x" },
      body: { name: "X" },
    });
    expect(nobody.status).toBe(404);
  });

  it("createCustomer refuses a second customer with the same e-mail in any case", async () => {
    await customer("carl@example.org");
    const again = await world.call("createCustomer", {
      body: { name: "C", email: "CARL@example.org" },
    });
    expect(again.problem).toMatchObject({ status: 409, errors: [{ pointer: "#/email" }] });
  });

  it("deleteCustomer returns the deleted customer and deletes its locations and devices", async () => {
    const home = await household(world, { email: "gone@example.org" });
    const past = await world.call("controlBiddingZone", {
      params: { bidding_zone_id: "NL" },
      body: { type: "ZERO_EXPORT" },
    });
    const params = { customer_id: home.customer.id };
    const gone = await world.call("deleteCustomer", { params });
    expect(gone.data).toEqual(home.customer);
    expect((await world.call("deleteCustomer", { params })).status).toBe(404);
    expect(
      (await world.call("getDevice", { params: { device_id: home.inverter.id } })).status,
    ).toBe(404);
    const location = { location_id: home.location.id };
    expect((await world.call("getLocation", { params: location })).status).toBe(404);
    expect((await world.call("getLocationHistorical", { params: location })).status).toBe(404);
    const kept = await world.call("getControl", { params: { control_id: past.data.id } });
    expect(kept.data.results).toEqual(past.data.results);
    expect((await customer("gone@example.org")).id).not.toBe(home.customer.id);
  });

  it("createLocation answers metadata as an object, {} for null or none", async () => {
    const dora = await customer("dora@example.org");
    const place = { customer_id: dora.id, latitude: 52, longitude: 5 };
    for (const metadata of [undefined, null, {}]) {
      const { data } = await world.call("createLocation", { body: { ...place, metadata } });
      expect(data).toEqual({
        id: expect.stringMatching(/^loc_/),
        created_at: "2026-06-15T09:58:30.000Z",
        ...place,
        metadata: {},
      });
    }
    const rich = { address: "Dam 1", nested: { list: [1, "é", null, { "~/": true }] } };
    const { data } = await world.call("createLocation", { body: { ...place, metadata: rich } });
    expect(data.metadata).toEqual(rich);
  });

  it.each([
    [{ latitude: 91 }, "#/latitude"],
    [{ longitude: -180.5 }, "#/longitude"],
    [{ latitude: "52" }, "#/latitude"],
    [{ customer_id: "cus_none" }, "#/customer_id"],
    [{ metadata: [] }, "#/metadata"],
    [{ metadata: { a: "x".repeat(16 * 1024) } }, "#/metadata"],
    [{ address: "Dam 1" }, "#/address"],
  ])("createLocation refuses %j and names %s", async (change, pointer) => {
    const eva = await customer(`eva${Math.random()}@example.org`);
    const body = { customer_id: eva.id, latitude: 52, longitude: 5, ...change };
    const response = await world.post("/v1/locations", body);
    expect(response.status).toBe(422);
    expect((await response.json()).errors[0].pointer).toBe(pointer);
    const { data } = await world.call("listLocations", { query: { customer_id: eva.id } });
    expect(data.data).toEqual([]);
  });

  it("getDevice returns the documented fields only", async () => {
    const { inverter, location } = await household(world, { email: "fred@example.org" });
    const response = await world.request(`/v1/devices/${inverter.id}`);
    const device = await response.json();
    expect(device).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      created_at: "2026-06-15T09:58:30.000Z",
      location_id: location.id,
      name: "Roof",
      device_type: "SOLAR_INVERTER",
      brand: "BRAND_A",
      icon_url: expect.stringMatching(/^http.+\/icons\/solar-inverter\.png$/),
    });
  });

  it("registerDevice refuses an invalid manufacturer, location or rating", async () => {
    const { location } = await household(world, { email: "gina@example.org" });
    const meter = { location_id: location.id, name: "M", brand: "BRAND_A", device_type: "METER" };
    for (const [change, pointer] of [
      [{ brand: "ACME" }, "#/brand"],
      [{ location_id: "loc_none" }, "#/location_id"],
      [{ device_type: "TOASTER" }, "#/device_type"],
      [{ ratings: { connection_limit_kw: -1 } }, "#/ratings/connection_limit_kw"],
    ] as const) {
      const response = await world.post("/v1/devices", { ...meter, ...change });
      expect([response.status, (await response.json()).errors[0].pointer]).toEqual([422, pointer]);
    }
  });

  it("lists search, sort, filter and count", async () => {
    const noord = await group(world, "Noord");
    await household(world, { email: "hans@noord.example", groupId: noord.id, batteryKwh: 10 });
    const found = await world.call("listCustomers", { query: { search: "NOORD.ex" } });
    expect(found.data.data.map((one) => one.email)).toEqual(["hans@noord.example"]);
    expect(found.headers.get("x-total-count")).toBe("1");
    const emails = async (search: string) =>
      (await world.call("listCustomers", { query: { search } })).data.data.map(
        ({ email }) => email,
      );
    await household(world, { email: "town@example.org", city: "Amersfoort" });
    expect(await emails("AMERSF")).toEqual(["town@example.org"]);
    expect(await emails("kerklaan 1")).toContain("hans@noord.example");
    expect(await emails("de bilt")).toContain("hans@noord.example");
    expect(await emails("de bilt")).not.toContain("town@example.org");
    expect(await emails("sfoort")).toEqual([]);
    const percent = await world.call("listCustomers", { query: { search: "%" } });
    expect(percent.data.data).toEqual([]);
    const owned = await world.call("listLocations", { query: { group_id: noord.id } });
    expect(owned.data.data).toMatchObject([
      {
        pv_peak_kw: 6,
        battery_kwh: 10,
        devices: 2,
        data_source: "none",
        connection_limit_kw: null,
      },
    ]);
    const devices = await world.call("listDevices", {
      query: { location_id: owned.data.data[0]!.id, sort: "-device_type" },
    });
    expect(devices.data.data.map((device) => device.device_type)).toEqual([
      "SOLAR_INVERTER",
      "BATTERY",
    ]);
    const groups = await world.call("listGroups", { query: { search: "noord", sort: "-name" } });
    expect(groups.data.data).toMatchObject([noord]);
    expect((await world.request("/v1/customers?sort=password")).status).toBe(422);
  });

  it("listGroups counts the locations of a group and sums what their devices are rated for", async () => {
    const [west, empty] = [await group(world, "West"), await group(world, "West, empty")];
    const email = (who: string) => `${who}@west.example`;
    await household(world, { email: email("one"), groupId: west.id, batteryKwh: 10 });
    const second = await household(world, { email: email("two"), groupId: west.id });
    const sizes = async () =>
      (await world.call("listGroups", { query: { search: "west" } })).data.data.map(
        ({ id, locations, rated_kw }) => ({ id, locations, rated_kw }),
      );
    const nothing = { id: empty.id, locations: 0, rated_kw: 0 };
    await expect.poll(sizes).toEqual([{ id: west.id, locations: 2, rated_kw: 15 }, nothing]);
    await world.call("deleteCustomer", { params: { customer_id: second.customer.id } });
    const fewer = [{ id: west.id, locations: 1, rated_kw: 10 }, nothing];
    await expect.poll(sizes).toEqual(fewer);
  });
});
