import { describe, expect, test } from "vitest";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { policy } from "../../lib/portal/auth/policy.ts";
import { startFakeService } from "./fake-service.ts";
import * as plant from "./fixtures.ts";
import { catchError, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const all = Object.keys(operations) as OperationId[];

const annasPortal = async (kind: "ten only" | "with extensions" = "with extensions") => {
  const service = await startFakeService(kind);
  return { service, portal: await world.portal(service, await world.anna()) };
};

const others = {
  bidding_zone_id: "NL",
  group_id: "grp_north",
  control_id: "ctrl_1",
  device_type: "BATTERY",
  month: "2026-05",
  customer_id: plant.bram.id,
  location_id: plant.bramsHouse.id,
  device_id: plant.bramsInverter.id,
};
const hers = {
  ...others,
  customer_id: plant.anna.id,
  location_id: plant.annasHouse.id,
  device_id: plant.annasInverter.id,
};
const bodies: Partial<Record<OperationId, unknown>> = {
  updateCustomer: { name: "New name" },
  updateCustomerPreferences: { battery_reserve: 0.2 },
  optOutOfControl: {},
  controlBiddingZone: { type: "ZERO_EXPORT" },
  controlGroup: { type: "ZERO_EXPORT" },
  previewBiddingZoneControl: { type: "ZERO_EXPORT" },
  previewGroupControl: { type: "ZERO_EXPORT" },
  previewBiddingZoneControlValue: { type: "ZERO_EXPORT" },
  previewGroupControlValue: { type: "ZERO_EXPORT" },
  cancelControl: {},
  createGroup: { name: "Mine", bidding_zone: "NL" },
  createLocation: { customer_id: plant.anna.id, latitude: 52, longitude: 5 },
  createCustomer: { name: "Someone", email: "someone@example.org" },
  registerDevice: { location_id: "loc_anna", name: "M", brand: "B", device_type: "METER" },
};
const called = (operation: OperationId, params: object) =>
  ({ params, query: {}, body: bodies[operation] }) as never;

describe("a customer", () => {
  test.each(all.filter((key) => policy[key].customer === "no"))(
    "may not use %s, and the service is not asked",
    async (operation) => {
      const { service, portal } = await annasPortal();
      const before = service.seen.length;
      const error = await catchError<PortalError>(portal.call(operation, called(operation, hers)));
      expect(error.status).toBe(403);
      expect(service.seen).toHaveLength(before);
    },
  );

  test.each(
    all.filter((key) => policy[key].customer === "own" && operations[key].path.includes("{")),
  )("reaches %s of their own, and finds nothing under another's id", async (operation) => {
    const { service, portal } = await annasPortal();
    await portal.call(operation, called(operation, hers));
    const error = await catchError<PortalError>(portal.call(operation, called(operation, others)));
    expect(error.status).toBe(404);
    expect(JSON.stringify(error.problem)).not.toMatch(/bram|Bram|Kade/);
    const changes = service.seen.filter(({ method }) => method !== "GET");
    expect(changes.map(({ path }) => path)).toHaveLength(operations[operation].changes ? 1 : 0);
    for (const { path } of changes) expect(path).toMatch(/^\/v1\/customers\/cus_anna/);
  });

  test("lists only their own data, even from a service that ignores the filter", async () => {
    const { service, portal } = await annasPortal();
    const locations = await portal.call("listLocations", { query: { customer_id: "cus_bram" } });
    expect(locations.data.data.map(({ id }) => id)).toEqual(["loc_anna"]);
    expect(locations.total).toBe(1);
    const devices = await portal.call("listDevices", {});
    expect(devices.data.data.map(({ id }) => id)).toEqual(["dev_anna"]);
    const asked = service.seen.filter(({ path }) => path === "/v1/locations");
    expect(asked[0]!.search).toContain("customer_id=cus_anna");
  });

  test("does not list the devices at another customer's location", async () => {
    const { portal } = await annasPortal();
    const query = { location_id: plant.bramsHouse.id };
    expect((await catchError<PortalError>(portal.call("listDevices", { query }))).status).toBe(404);
  });

  test("changes their name and language, but not their group", async () => {
    const { service, portal } = await annasPortal();
    const params = { customer_id: plant.anna.id };
    const { data } = await portal.call("updateCustomer", { params, body: { name: "Anna Smit" } });
    expect(data.name).toBe("Anna Smit");
    expect((await world.anna()).name).toBe("Anna Smit");
    for (const group_id of ["grp_other", null]) {
      const body = { name: "Anna", group_id };
      const error = await catchError<PortalError>(portal.call("updateCustomer", { params, body }));
      expect(error.status).toBe(403);
    }
    expect(service.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("without a linked customer owns nothing", async () => {
    const service = await startFakeService("with extensions");
    const portal = await world.portal(service, { ...(await world.anna()), customerId: null });
    const { directory } = portal;
    expect((await catchError<PortalError>(portal.call("listLocations", {}))).status).toBe(403);
    expect(await directory.listLocations({})).toEqual({ items: [], total: 0, complete: true });
    expect(await directory.getLocation(plant.annasHouse.id)).toBeNull();
  });
});

describe("a customer's read model", () => {
  test("finds their own data and nothing else", async () => {
    const { directory } = (await annasPortal()).portal;
    expect((await directory.getLocation("loc_anna"))?.id).toBe("loc_anna");
    expect((await directory.getDevice("dev_anna"))?.id).toBe("dev_anna");
    expect((await directory.listCustomers({})).items.map(({ id }) => id)).toEqual(["cus_anna"]);
    expect(await directory.getLocation("loc_bram")).toBeNull();
    expect(await directory.getDevice("dev_bram")).toBeNull();
    expect(await directory.getCustomer("cus_bram")).toBeNull();
    expect(await directory.getGroup("grp_north")).toBeNull();
    expect((await directory.listGroups({})).items).toEqual([]);
    expect((await directory.listControls({})).items).toEqual([]);
    expect(await directory.getControl("ctrl_1")).toBeNull();
    expect((await directory.listLocatedControls({ customerId: "cus_bram" }, {})).items).toEqual([]);
  });

  test("uses what passed through the portal with a service of documented operations only", async () => {
    const { service, portal } = await annasPortal("ten only");
    const staff = await world.portal(service, await world.staff());
    for (const customer_id of [plant.anna.id, plant.bram.id]) {
      const body = { customer_id, latitude: 52, longitude: 5 };
      await staff.call("createLocation", { body });
    }
    const { items, complete } = await portal.directory.listLocations({});
    expect(items.map(({ id }) => id)).toEqual(["loc_of_cus_anna"]);
    expect(complete).toBe(false);
    expect(await portal.directory.getLocation("loc_of_cus_bram")).toBeNull();
    const location_id = "loc_of_cus_anna";
    const own = await portal.call("getLocationHistorical", { params: { location_id } });
    expect(own.data.data).toHaveLength(1);
    const params = { location_id: "loc_of_cus_bram" };
    const error = await catchError<PortalError>(portal.call("getLocationHistorical", { params }));
    expect(error.status).toBe(404);
  });
});
