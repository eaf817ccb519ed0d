import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { statement, type Statement } from "../../lib/contract/statements.ts";
import { exportRows } from "../../lib/portal/exports/export.ts";
import { handlePortalRoute } from "../../lib/portal/http/portal-route.ts";
import { startService } from "./fake-service.ts";
import { anna, annasHouse, north } from "./fixtures.ts";
import { portalWorld } from "./portal-world.ts";

const world = portalWorld();

const amounts = {
  eur: 0.1,
  feed_in_eur: 0,
  import_eur: 0,
  compensation_eur: 0.1,
  wear_eur: 0,
};
const energies = { volume_kwh: 1.5, lost_kwh: 1.5 };
const SHA256 = "a".repeat(64);

const rowOf = (customer_id: string | null, location_id: string | null, group_id: string) => ({
  control_id: "ctl_1",
  customer_id,
  location_id,
  group_id,
  ...energies,
  uncertainty_kwh: 0,
  customers: amounts,
  supplier: amounts,
  missing: [],
});

/** The statement of a customer, or else of the zone, with these rows. */
const statementOf = (rows: Statement["rows"], customer_id: string | null): Statement =>
  statement.parse({
    customer_id,
    bidding_zone: customer_id === null ? "NL" : null,
    month: "2026-06",
    time_from: "2026-05-31T22:00:00.000Z",
    time_to: "2026-06-30T22:00:00.000Z",
    as_of: "2026-07-01T10:00:00.000Z",
    is_complete: true,
    version: null,
    issued_at: null,
    sha256: SHA256,
    format: 4,
    rows_by: "location",
    controls: [
      {
        control_id: "ctl_1",
        type: "ZERO_EXPORT",
        time_from: "2026-06-15T10:00:00.000Z",
        time_to: "2026-06-15T11:00:00.000Z",
        formulas: ["balanced"],
        uncertainty_kwh: 0,
        format: 4,
        energy_eur: 0.5,
        prices: [],
        missing: [],
      },
    ],
    rows,
    groups: [],
    totals: {
      controls: 1,
      ...energies,
      customers: amounts,
      supplier: { ...amounts, energy_eur: 0.5 },
      missing: [],
    },
    versions: [],
  });

/** A service with a statement, and as many customers as fill a page and a half. */
async function serve(rows: Statement["rows"], customerId: string | null) {
  const others = Array.from({ length: 149 }, (_, i) => ({ ...anna, id: `cus_${i}` }));
  const last = { ...anna, id: "cus_last", name: "=Anna" };
  const lists: Record<string, unknown[]> = {
    "/v1/customers": [...others, last],
    "/v1/locations": [annasHouse],
    "/v1/groups": [north],
  };
  return startService((request) => {
    const { pathname, searchParams } = new URL(request.url);
    const paths = [
      "/v1/bidding-zones/{id}/statements/{month}",
      "/v1/customers/{id}",
      "/v1/customers/{id}/statements/{month}",
      ...Object.keys(lists),
    ];
    if (pathname === "/v1/openapi.json")
      return Response.json({
        openapi: "3.1.0",
        paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])),
      });
    const listed = lists[pathname];
    if (pathname === `/v1/customers/${last.id}`) return Response.json(last);
    if (!listed) return Response.json(statementOf(rows, customerId));
    const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("page_size"))];
    return Response.json({ data: listed.slice(page * size, (page + 1) * size) });
  });
}

/** The lines of the file that staff download, of a customer or else of the zone. */
async function download(rows: Statement["rows"], customerId: string | null = null) {
  const service = await serve(rows, customerId);
  const user = await world.staff();
  const routeDeps = {
    currentUser: async () => user,
    deps: world.deps(service),
    publicUrl: undefined,
  };
  const [noun, whose] =
    customerId === null
      ? ["zone-statement", "bidding_zone_id=NL"]
      : ["customer-statement", `customer_id=${customerId}`];
  const query = `${whose}&month=2026-06&format=csv`;
  const request = new Request(`http://portal.example/api/exports/${noun}?${query}`, {
    headers: { "accept-language": "en" },
  });
  const params = { noun };
  const response = await handlePortalRoute(
    routeDeps,
    "GET /api/exports/{noun}",
    exportRows,
    request,
    params,
  );
  expect(response.status).toBe(200);
  const options = { bom: true, delimiter: ";", columns: true } as const;
  const lines = parse(await response.text(), options) as Record<string, string>[];
  // In a zone's file the energy of the control comes first.
  return { lines: customerId === null ? lines.slice(1) : lines, service };
}

test("the file of a zone's statement names customers, addresses and groups beside their ids", async () => {
  const { lines } = await download([
    rowOf("cus_last", annasHouse.id, north.id),
    rowOf("cus_removed", "loc_removed", "grp_removed"),
  ]);
  expect(lines).toMatchObject([
    {
      "Customer ID": "cus_last",
      Customer: "'=Anna",
      "Location ID": annasHouse.id,
      Address: annasHouse.metadata.address,
      "Group ID": north.id,
      Group: north.name,
      "SHA-256 of the rows": SHA256,
    },
    { "Customer ID": "cus_removed", Customer: "", Address: "", Group: "" },
  ]);
});

test("a statement with rows of groups reads no customers and no locations for its file", async () => {
  const { lines, service } = await download([rowOf(null, null, north.id)]);
  expect(lines).toMatchObject([{ Customer: "", Address: "", Group: north.name }]);
  const paths = service.seen.map(({ path }) => path);
  expect(paths).toContain("/v1/groups");
  expect(paths).not.toContain("/v1/customers");
  expect(paths).not.toContain("/v1/locations");
});

test("the file of a customer's statement reads that customer, not all of them", async () => {
  const rows = [rowOf("cus_last", annasHouse.id, north.id)];
  const { lines, service } = await download(rows, "cus_last");
  expect(lines).toMatchObject([{ Customer: "'=Anna", Address: annasHouse.metadata.address }]);
  const paths = service.seen.map(({ path }) => path);
  expect(paths).toContain("/v1/locations");
  expect(paths).not.toContain("/v1/customers");
  expect(paths).not.toContain("/v1/groups");
});
