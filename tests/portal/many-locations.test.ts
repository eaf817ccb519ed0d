import { describe, expect, test } from "vitest";
import type { Portal } from "../../lib/portal/client/portal-client.ts";
import { readEnergyHistory } from "../../lib/portal/queries/energy-history.ts";
import { readStatement } from "../../lib/portal/queries/statement.ts";

const NOW = Date.parse("2026-06-10T10:00:00Z");
const locations = Array.from({ length: 101 }, (_, i) => ({
  id: `loc_${i}`,
  customer_id: "cus_1",
  created_at: "2025-01-01T00:00:00Z",
}));
const noItems = { items: [], total: 0, complete: true };
const listLocations = async ({ page = 0, page_size = 25 }) => ({
  items: locations.slice(page * page_size, (page + 1) * page_size),
  total: locations.length,
  complete: true,
});
const portal = {
  user: { role: "customer", customerId: "cus_1" },
  supports: () => false,
  call: async (operation: string) =>
    operation === "getCustomerStatement"
      ? { data: { customer_id: "cus_1", rows: [{ location_id: "loc_100", missing: [] }] } }
      : { data: { data: [] } },
  directory: {
    listLocations,
    listLocatedControls: async () => noItems,
    getCustomer: async () => ({ id: "cus_1", name: "Woonstichting" }),
  },
} as unknown as Portal;

describe("a customer with 101 locations", () => {
  test("opens the history of each", async () => {
    expect(await readEnergyHistory(portal, { location: "loc_100" }, NOW)).toMatchObject({
      location: "loc_100",
    });
  });

  test("has a statement in which each has its address", async () => {
    const search = { month: "2026-05", customerId: "cus_1", version: undefined, isChecked: false };
    const { locations: named } = await readStatement(portal, search);
    expect(named.map(({ id }) => id)).toContain("loc_100");
  });
});
