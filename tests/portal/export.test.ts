import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { PROBLEM_TYPE, type Customer } from "../../lib/contract/index.ts";
import { exportRows } from "../../lib/portal/exports/export.ts";
import { controlColumns } from "../../lib/portal/exports/export-columns.ts";
import { buildFileName } from "../../lib/portal/exports/export-rows.ts";
import { exportMessages } from "../../lib/i18n/messages.ts";
import { handlePortalRoute } from "../../lib/portal/http/portal-route.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { startFakeService, startService, type FakeService } from "./fake-service.ts";
import { anna, annasHouse, bramsHouse, control, detail, north } from "./fixtures.ts";
import { portalWorld } from "./portal-world.ts";
import { unzip } from "./unzip.ts";
import { expectErrorLog } from "../support/error-log.ts";

const world = portalWorld();

async function take(service: FakeService, user: User | null, path: string, language = "en") {
  const deps = world.deps(service);
  const routeDeps = { currentUser: async () => user, deps, publicUrl: undefined };
  const headers = { "accept-language": language };
  const request = new Request(`http://portal.example/api/exports/${path}`, { headers });
  const params = { noun: path.split("?")[0]! };
  return handlePortalRoute(routeDeps, "GET /api/exports/{noun}", exportRows, request, params);
}

const rowsOf = async (response: Response) => {
  expect(response.status).toBe(200);
  const text = await response.text();
  return parse(text, { bom: true, delimiter: ";", columns: true }) as Record<string, string>[];
};

const customers = (count: number): Customer[] =>
  Array.from({ length: count }, (_, index) => ({
    ...anna,
    id: `cus_${index}`,
    name: index === 0 ? "=HYPERLINK(1)" : `Customer ${index}; nr. ${index}`,
  }));

/** A service that lists the given items page by page; `spoilt` changes the response of a page. */
function listing(all: Customer[], spoilt: (page: number) => Response | null = () => null) {
  return startService((request) => {
    const { pathname, searchParams } = new URL(request.url);
    const page = Number(searchParams.get("page"));
    const size = Number(searchParams.get("page_size"));
    if (pathname === "/v1/openapi.json") {
      const listed = { get: {} };
      return Response.json({
        openapi: "3.1.0",
        paths: { "/v1/customers": listed, "/v1/groups": listed },
      });
    }
    if (pathname === "/v1/groups") return Response.json({ data: [north] });
    const data = all.slice(page * size, (page + 1) * size);
    return spoilt(page) ?? Response.json({ data }, { headers: { "X-Total-Count": "250" } });
  });
}

const rebound = "Rebound after the window, change of net injection, production positive (kWh)";

describe("a list exported as CSV", () => {
  test("contains every matching row, not only the page", async () => {
    const service = await listing(customers(250));
    const path = "customers?format=csv&search=cus&group_id=grp_north&sort=-name&page=2";
    const response = await take(service, await world.staff(), path);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      'attachment; filename="customers-2026-06-01.csv"',
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    const rows = await rowsOf(response);
    expect(rows.map(({ ID }) => ID)).toEqual(customers(250).map(({ id }) => id));
    expect(rows[1]).toMatchObject({
      Name: "Customer 1; nr. 1",
      Group: "North",
      Language: "Nederlands",
      "Since (Amsterdam)": "2026-03-01 10:00:00",
      "Since (UTC)": "2026-03-01 09:00:00",
    });
    const asked = service.seen.filter((seen) => seen.path === "/v1/customers");
    expect(asked.map(({ search }) => new URLSearchParams(search).get("page"))).toEqual([
      "0",
      "1",
      "2",
    ]);
    for (const { search } of asked) {
      expect(Object.fromEntries(new URLSearchParams(search))).toMatchObject({
        search: "cus",
        group_id: "grp_north",
        sort: "-name",
        page_size: "100",
      });
    }
  });

  test("stays text in a spreadsheet if a name looks like a formula", async () => {
    const response = await take(
      await listing(customers(1)),
      await world.staff(),
      "customers?format=csv",
    );
    expect((await rowsOf(response))[0]!.Name).toBe("'=HYPERLINK(1)");
  });

  test("is in the reader's language, with decimal commas and units in both", async () => {
    const service = await startFakeService("with extensions");
    const dutch = await take(service, await world.staff(), "locations?format=csv", "nl");
    expect(dutch.headers.get("content-disposition")).toContain("locaties-2026-06-01.csv");
    expect((await rowsOf(dutch))[0]).toMatchObject({
      Adres: "Dorpsstraat 1, Utrecht",
      "Zonnepanelen (kWp)": "8",
      "Breedtegraad (°)": "52,1",
    });
    const english = await take(service, await world.staff(), "locations?format=csv");
    expect((await rowsOf(english))[0]).toMatchObject({
      "PV (kWp)": "8",
      "Battery (kWh)": "",
      "Latitude (°)": "52,1",
      State: "Not reporting",
    });
  });

  test.each([
    [true, "Yes"],
    [false, "No"],
    [null, null],
  ])(
    "shows whether a control was overridden, if the service reports it (%s)",
    async (told, said) => {
      const columns = controlColumns(await exportMessages("en"));
      const overtaken = columns.find(
        ({ header }) => header === "Overridden, wholly or partly, by a newer control",
      )!;
      expect(overtaken.value({ ...detail(control("ctrl_1")), superseded: told })).toBe(said);
    },
  );

  test("ends if a service returns the same page again and again", async () => {
    const service = await listing(customers(100), () => Response.json({ data: customers(100) }));
    const rows = await rowsOf(await take(service, await world.staff(), "customers?format=csv"));
    expect(rows).toHaveLength(100);
  });

  test("is aborted if a later page cannot be read, instead of looking complete", async () => {
    expectErrorLog(/Export aborted/);
    const service = await listing(customers(250), (page) =>
      page === 2 ? Response.json({}, { status: 503 }) : null,
    );
    const response = await take(service, await world.staff(), "customers?format=csv");
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test("contains what passed through this portal if the service offers no list", async () => {
    const service = await startFakeService("ten only");
    service.controls.push(control("ctrl_1"));
    const rows = await rowsOf(await take(service, await world.staff(), "controls?format=csv"));
    expect(rows[0]).toMatchObject({ ID: "ctrl_1", Control: "Zero export", Target: "" });
    const planned = "Planned change of net injection, production positive (kWh)";
    expect(rows[0]![planned]).toBe("-2,5");
    expect(rows[0]![rebound]).toBe("");
  });

  test("contains the rebound of each control where the service returns it", async () => {
    const { results: _, cancelled_effect: __, ...summary } = detail(control("ctrl_1"));
    const service = await startService((request) =>
      new URL(request.url).pathname === "/v1/openapi.json"
        ? Response.json({ openapi: "3.1.0", paths: { "/v1/control-summaries": { get: {} } } })
        : Response.json({ data: [{ ...summary, rebound_kwh: 1.25 }] }),
    );
    const rows = await rowsOf(await take(service, await world.staff(), "controls?format=csv"));
    expect(rows[0]![rebound]).toBe("1,25");
  });
});

describe("the exported delivery of a control", () => {
  const path =
    "deliveries?format=csv&control_id=ctrl_1&search=dorp&state=acknowledged&sort=address";

  test("is a CSV with units, decimal commas, and times in Amsterdam and UTC", async () => {
    const service = await startFakeService("with extensions");
    const response = await take(service, await world.staff(), `${path}&page=3&columns=state`);
    expect(response.headers.get("content-disposition")).toContain(
      "deliveries-ctrl_1-2026-06-01.csv",
    );
    const [row] = await rowsOf(response);
    expect(row).toMatchObject({
      "Control ID": "ctrl_1",
      "Location ID": "loc_anna",
      Location: "Dorpsstraat 1, Utrecht",
      State: "Answered",
      "Sent (Amsterdam)": "2026-06-01 12:00:02",
      "Sent (UTC)": "2026-06-01 10:00:02",
      "Answered (Amsterdam)": "2026-06-01 12:00:03",
      "Devices: addressed (number)": "1",
      "Devices: Confirmed (number)": "1",
      "Change of net injection committed so far, production positive (kWh)": "-2,5",
      "Change of net injection delivered so far, production positive (kWh)": "",
    });
    const asked = service.seen.filter((seen) => seen.path === "/v1/controls/ctrl_1/deliveries");
    expect(Object.fromEntries(new URLSearchParams(asked[0]!.search))).toEqual({
      search: "dorp",
      state: "acknowledged",
      sort: "address",
      page: "0",
      page_size: "100",
    });
  });

  test("is also a workbook, in Dutch for a Dutch reader", async () => {
    const service = await startFakeService("with extensions");
    const asked = path.replace("csv", "xlsx");
    const response = await take(service, await world.staff(), asked, "nl");
    expect(response.headers.get("content-disposition")).toContain(
      "leveringen-ctrl_1-2026-06-01.xlsx",
    );
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    expect(files.get("xl/worksheets/sheet1.xml")).toContain("<v>-2.5</v>");
    const words = [...files.values()].join();
    expect(words).toContain(
      "Tot nu toe toegezegde verandering van netto-invoeding, productie positief (kWh)",
    );
    expect(words).toContain("Verstuurd (UTC)");
  });

  test("has the control's id in its file name, whatever that contains", async () => {
    const named = (id: string) => buildFileName("deliveries", id, "2026-06-01");
    expect(named("ctrl_1")).toBe("deliveries-ctrl_1-2026-06-01");
    expect(named('../a";\r\nb/é')).toBe("deliveries--a-b--2026-06-01");
    expect(named("x".repeat(500))).toHaveLength("deliveries--2026-06-01".length + 64);
    expect(buildFileName("customers", undefined, "2026-06-01")).toBe("customers-2026-06-01");
  });

  test("is of one control, and needs a service that reports delivery", async () => {
    const service = await startFakeService("with extensions");
    const staff = await world.staff();
    expect((await take(service, staff, "deliveries?format=csv")).status).toBe(404);
    const bare = await startFakeService("ten only");
    expect((await take(bare, staff, path)).status).toBe(501);
  });
});

describe("a list exported as a workbook", () => {
  test("has real numbers and dates, and a bold frozen header", async () => {
    const service = await startFakeService("with extensions");
    const response = await take(service, await world.staff(), "locations?format=xlsx");
    expect(response.headers.get("content-disposition")).toContain("locations-2026-06-01.xlsx");
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const sheet = files.get("xl/worksheets/sheet1.xml")!;
    expect(sheet).toMatch(/<pane[^>]*ySplit="1"[^>]*state="frozen"/);
    expect(sheet).toMatch(/<col [^>]*width="\d/);
    expect(sheet).toContain("<v>52.1</v>");
    const since = Date.UTC(2026, 2, 1, 10) / 86_400_000 + 25_569;
    expect(sheet).toContain(`<v>${since}</v>`);
    expect(files.get("xl/styles.xml")).toMatch(/<b\s*\/>/);
    expect(files.get("xl/styles.xml")).toContain("yyyy-mm-dd hh:mm:ss");
    expect([...files.values()].join()).toContain("Dorpsstraat 1, Utrecht");
  });
});

describe("the right to export a list", () => {
  test("is denied without a session", async () => {
    const service = await startFakeService("with extensions");
    const response = await take(service, null, "customers?format=csv");
    expect(response.status).toBe(401);
    expect(service.seen).toEqual([]);
  });

  test.each(["customers", "groups", "controls", "deliveries"])(
    "is denied to customers for the %s",
    async (noun) => {
      const service = await startFakeService("with extensions");
      const response = await take(service, await world.anna(), `${noun}?format=csv`);
      expect(response.status).toBe(403);
      expect(response.headers.get("content-type")).toBe(PROBLEM_TYPE);
      expect(service.seen.filter(({ path }) => path !== "/v1/openapi.json")).toEqual([]);
    },
  );

  test("is limited to a customer's own locations and devices, even if the service returns others", async () => {
    const service = await startFakeService("with extensions");
    const path = `locations?format=csv&customer_id=${bramsHouse.customer_id}`;
    const rows = await rowsOf(await take(service, await world.anna(), path, "en"));
    expect(rows.map(({ ID }) => ID)).toEqual([annasHouse.id]);
    const devices = await take(service, await world.anna(), "devices?format=csv");
    expect((await rowsOf(devices)).map(({ ID }) => ID)).toEqual(["dev_anna"]);
  });

  test("is checked first, and an invalid request is refused with a problem", async () => {
    const service = await startFakeService("with extensions");
    const staff = await world.staff();
    expect((await take(service, staff, "accounts?format=csv")).status).toBe(404);
    expect((await take(service, staff, "customers?format=pdf")).status).toBe(422);
    expect((await take(service, staff, "devices?format=csv&device_type=TOASTER")).status).toBe(422);
  });
});
