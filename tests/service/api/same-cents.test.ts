import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sumExactly } from "../../../lib/energy/exact-sums.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { fixedTerms } from "../../support/terms.ts";

const NL = { bidding_zone_id: "NL" };
const at = (time: string) => `2026-06-15T${time}:00Z`;
type Home = Awaited<ReturnType<typeof household>>;

let world: World;
let gateway: ScriptedGateway;
let homes: Home[];
let groupId: string;
beforeEach(async () => {
  ({ world, gateway } = await openScripted("2026-06-15T10:00:30Z"));
  groupId = (await group(world)).id;
  homes = [];
  for (const email of ["one@example.org", "two@example.org"]) {
    const home = await household(world, { email, groupId });
    gateway.answers(home.location.id, [home.inverter.id]);
    homes.push(home);
  }
});
afterEach(() => world.close());

const TYPES = ["ZERO_EXPORT", "MAX_PRODUCTION", "MAX_CONSUMPTION", "ZERO_EXPORT"] as const;
const TIMES = ["10:00", "10:15", "10:30", "10:45", "11:00"];

/** Four controls of a quarter-hour each, whose amounts are not whole cents. */
async function liveThroughControls(compensation = 0.0333): Promise<string[]> {
  await world.call("setGroupTerms", {
    params: { group_id: groupId },
    body: { valid_from: "2026-01-01", terms: fixedTerms(compensation) },
  });
  const ids = [];
  for (const [i, type] of TYPES.entries()) {
    const { data } = await world.call("controlBiddingZone", {
      params: NL,
      body: { type, time_to: at(TIMES[i + 1]!) },
    });
    ids.push(data.id);
    await world.service.tick();
    for (const [j, home] of homes.entries())
      gateway.reportMinutes([at(TIMES[i]!), at(TIMES[i + 1]!)], {
        locationId: home.location.id,
        injectionKw: [0, 3.517, -2.113, 0][i]! - j * 0.777,
      });
    await world.liveUntil(at(TIMES[i + 1]!).replace(":00Z", ":30Z"));
  }
  return ids;
}

const toCents = (eur: number | null) => Math.round(eur! * 100) / 100;

describe("the euros of a month", () => {
  it.each([0.0333, 0.004])(
    "are the same on the start page, in the table, at each control and in the statement (%s €/kWh)",
    async (compensation) => {
      const ids = await liveThroughControls(compensation);
      for (const { customer } of homes) {
        const params = { customer_id: customer.id };
        const { data: statement } = await world.call("getCustomerStatement", {
          params: { ...params, month: "2026-06" },
        });
        const { rows, totals } = statement;
        expect(rows).toHaveLength(TYPES.length);
        const [month] = (await world.call("getCustomerLostEnergy", { params })).data.data;
        const { feed_in_eur, import_eur, compensation_eur, eur } = totals.customers;
        expect(totals.payable_eur).toBe(toCents(compensation_eur));
        expect(month!.eur).toBe(toCents(eur));
        expect(month!.compensation_eur).toBe(compensation_eur);
        expect(month!.lost_eur).toBe(sumExactly([feed_in_eur, import_eur]));
        expect(month!.lost_kwh).toBe(totals.lost_kwh);
        expect(month!.by_location[0]!.lost_eur).toBe(month!.lost_eur);
        expect(sumExactly(rows.map((row) => row.customers.eur))).toBe(eur);
        for (const control_id of ids) {
          const row = rows.find((one) => one.control_id === control_id)!;
          const { data } = await world.call("getCustomerControlValue", {
            params: { ...params, control_id },
          });
          const { eur, feed_in_eur, import_eur, compensation_eur, wear_eur } =
            data.revisions.at(-1)!;
          expect({ eur, feed_in_eur, import_eur, compensation_eur, wear_eur }).toEqual(
            row.customers,
          );
        }
      }
    },
  );

  it("are the same at a control of staff and in the statement of the zone", async () => {
    const ids = await liveThroughControls();
    const { data: statement } = await world.call("getBiddingZoneStatement", {
      params: { ...NL, month: "2026-06" },
    });
    for (const control_id of ids) {
      const { data } = await world.call("getControlValue", { params: { control_id } });
      const { customers, supplier } = data.revisions.at(-1)!;
      const rows = statement.rows.filter((one) => one.control_id === control_id);
      const sum = (read: (row: (typeof rows)[number]) => number | null) =>
        sumExactly(rows.map(read));
      expect(customers.eur).toBe(sum((row) => row.customers.eur));
      expect(supplier.feed_in_eur).toBe(sum((row) => row.supplier!.feed_in_eur));
      expect(supplier.compensation_eur).toBe(sum((row) => row.supplier!.compensation_eur));
    }
  });
});
