import { describe, expect, test } from "vitest";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { startFakeService } from "./fake-service.ts";
import * as plant from "./fixtures.ts";
import { catchError, portalWorld } from "./portal-world.ts";

const world = portalWorld();

const staffOn = async (kind: "ten only" | "with extensions" = "ten only") => {
  const service = await startFakeService(kind);
  return { service, portal: await world.portal(service, await world.staff()) };
};
const house = (customer_id: string, address: string) => ({
  body: { customer_id, latitude: 52, longitude: 5, metadata: { address } },
});
const north = { params: { group_id: "grp_new" }, body: { type: "ZERO_EXPORT" as const } };

describe("with a service of documented operations only", () => {
  test("an extension is not offered, and answers that when called", async () => {
    const { portal } = await staffOn();
    expect(portal.supports("listLocations")).toBe(false);
    expect(portal.supports("controlGroup")).toBe(true);
    const error = await catchError<PortalError>(portal.call("listLocations", {}));
    expect(error.status).toBe(501);
  });

  test("groups, customers and locations are listed, searched and sorted from the local cache", async () => {
    const { portal } = await staffOn();
    const { directory } = portal;
    await portal.call("createGroup", { body: { name: "100% _North_", bidding_zone: "NL" } });
    const params = { customer_id: plant.anna.id };
    await portal.call("updateCustomer", { params, body: { name: "Anna", group_id: "grp_new" } });
    await portal.call("createLocation", house(plant.anna.id, "Zeedijk 1"));
    await portal.call("createLocation", house(plant.bram.id, "Achterweg 2"));

    expect((await directory.getGroup("grp_new"))?.name).toBe("100% _North_");
    expect((await directory.listGroups({ search: "100%" })).total).toBe(1);
    expect((await directory.listGroups({ search: "%x" })).total).toBe(0);
    expect((await directory.listCustomers({ group_id: "grp_new" })).items).toHaveLength(1);
    const addresses = (sort: string) =>
      directory
        .listLocations({ sort })
        .then(({ items }) => items.map(({ metadata }) => metadata.address));
    expect(await addresses("address")).toEqual(["Achterweg 2", "Zeedijk 1"]);
    expect(await addresses("-address")).toEqual(["Zeedijk 1", "Achterweg 2"]);
    expect(await addresses("group_name")).toEqual(["Zeedijk 1", "Achterweg 2"]);
    expect(await addresses("-group_name")).toEqual(["Achterweg 2", "Zeedijk 1"]);
    const members = await directory.listLocations({ group_id: "grp_new" });
    expect(members.items[0]).toMatchObject({ customer_name: "Anna", group_id: "grp_new" });
    expect(members).toMatchObject({ total: 1, complete: false });
  });

  test("a list is cut into pages", async () => {
    const { portal } = await staffOn();
    for (const name of ["a", "b", "c"]) {
      await portal.call("createLocation", house(`cus_${name}`, name));
    }
    const page = await portal.directory.listLocations({ page: 1, page_size: 2 });
    expect(page.items.map(({ metadata }) => metadata.address)).toEqual(["c"]);
    expect(page.total).toBe(3);
  });

  test("a device is cached once it was read, and removed when it is gone", async () => {
    const { portal } = await staffOn();
    expect(await portal.directory.getDevice("dev_nowhere")).toBeNull();
    expect((await portal.directory.getDevice("dev_anna"))?.brand).toBe("BRAND_A");
    const at = await portal.directory.listDevices({ location_id: "loc_anna" });
    expect(at.items.map(({ id }) => id)).toEqual(["dev_anna"]);
    expect((await portal.directory.listDevices({ device_type: "BATTERY" })).total).toBe(0);
  });

  test("a deleted customer is removed with locations, devices and sign-in", async () => {
    const { portal } = await staffOn();
    const bram = await world.signIn(plant.bram.email);
    await portal.call("createLocation", house(plant.bram.id, "Kade 2"));
    await portal.call("deleteCustomer", { params: { customer_id: plant.bram.id } });
    expect((await portal.directory.listLocations({})).total).toBe(0);
    expect(await portal.directory.getCustomer(plant.bram.id)).toBeNull();
    await expect(world.signIn(bram.email)).resolves.toBeNull();
  });

  test("a control issued here keeps its target, and others are listed without", async () => {
    const { service, portal } = await staffOn();
    service.controls.push(plant.control("ctrl_elsewhere", "2026-05-30T10:00:00Z"));
    await portal.call("createGroup", { body: { name: "North", bidding_zone: "NL" } });
    const issued = await portal.call("controlGroup", north);
    const { items, complete } = await portal.directory.listControls({});
    expect(items.map(({ id, target }) => [id, target])).toEqual([
      [issued.data.id, { kind: "group", id: "grp_new", name: "North" }],
      ["ctrl_elsewhere", null],
    ]);
    expect(items[0]).toMatchObject({ state: "active", energy_kwh: -2.5, locations: null });
    expect(items[0]).not.toHaveProperty("results");
    expect(complete).toBe(true);
    const found = await portal.directory.getControl(issued.data.id);
    expect(found?.results).toHaveLength(1);
  });

  test("controls are filtered and sorted from the service's list", async () => {
    const { service, portal } = await staffOn();
    for (let index = 0; index < 120; index++) {
      const created = new Date(Date.UTC(2026, 4, 1) - index * 60_000).toISOString();
      service.controls.push(plant.control(`ctrl_${index}`, created));
    }
    const oldest = await portal.directory.listControls({ sort: "created_at", page_size: 1 });
    expect(oldest).toMatchObject({ items: [{ id: "ctrl_119" }], total: 120, complete: true });
    const of = await portal.directory.listControls({ group_id: "grp_new" });
    expect(of).toMatchObject({ items: [], total: 0 });
    expect((await portal.directory.getControl("ctrl_110"))?.type).toBe("ZERO_EXPORT");
    expect(await portal.directory.getControl("ctrl_nowhere")).toBeNull();
  });

  test("controls are searched by id and cached target", async () => {
    const { service, portal } = await staffOn();
    service.controls.push(plant.control("ctrl_elsewhere", "2026-05-30T10:00:00Z"));
    await portal.call("createGroup", { body: { name: "North", bidding_zone: "NL" } });
    const { id } = (await portal.call("controlGroup", north)).data;
    const found = async (query: object) =>
      (await portal.directory.listControls(query)).items.map((control) => control.id);
    expect(await found({ search: "NORTH" })).toEqual([id]);
    expect(await found({ search: "elsewhere" })).toEqual(["ctrl_elsewhere"]);
    expect(await found({ search: "south" })).toEqual([]);
    expect(await found({ sort: "target" })).toEqual([id, "ctrl_elsewhere"]);
    expect(await found({ sort: "-target" })).toEqual(["ctrl_elsewhere", id]);
    expect(await found({ reason: "price" })).toEqual([]);
  });

  test("the controls of one location are unknown", async () => {
    const { portal } = await staffOn();
    const page = await portal.directory.listLocatedControls({ locationId: "loc_anna" }, {});
    expect(page).toEqual({ items: [], total: 0, complete: false });
  });

  test("data cached from another service is not shown", async () => {
    const first = await staffOn();
    await first.portal.call("createGroup", { body: { name: "Theirs", bidding_zone: "NL" } });
    const second = await staffOn();
    expect((await second.portal.directory.listGroups({})).total).toBe(0);
  });

  test.each(["\0", "a\0b", "x".repeat(300), "' or true --", "..", "%"])(
    "the identifier %j finds nothing and causes no error",
    async (id) => {
      const { directory } = (await staffOn()).portal;
      for (const find of [
        directory.getCustomer,
        directory.getGroup,
        directory.getLocation,
        directory.getDevice,
        directory.getControl,
      ]) {
        expect(await find(id)).toBeNull();
      }
      expect((await directory.listLocations({ customer_id: id.slice(0, 200) })).total).toBe(0);
    },
  );
});

describe("with a service that lists its resources", () => {
  test("its lists and totals are used", async () => {
    const { portal } = await staffOn("with extensions");
    const page = await portal.directory.listLocations({});
    expect(page).toMatchObject({ total: 2, complete: true });
    expect(page.items[0]?.customer_name).toBe(plant.anna.name);
    expect((await portal.directory.getDevice("dev_anna"))?.ratings).toHaveProperty("pv_peak_kw", 8);
  });

  test("missing lists are completed from the local cache", async () => {
    const { portal } = await staffOn("with extensions");
    await portal.call("createGroup", { body: { name: "North", bidding_zone: "NL" } });
    expect(await portal.directory.listGroups({})).toMatchObject({ total: 1, complete: false });
  });
});
