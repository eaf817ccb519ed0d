import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import pg from "pg";
import type { ContractTerms } from "../../../lib/contract/index.ts";
import { sumExactly } from "../../../lib/energy/exact-sums.ts";
import { readChain, readChainHead, verifyChain } from "../../../lib/database/audit-chain.ts";
import { apiCallsChain } from "../../../service/store/schema-calls.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import { recordDayAhead, recordImbalance, recordSold } from "../../support/rule-world.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

/** 23:44:30 on 30 June in Amsterdam; June ends at 22:00 UTC. */
const START = "2026-06-30T21:44:30Z";
const JUNE = "2026-06";
const ZONE = { bidding_zone_id: "NL", month: JUNE };
type Home = Awaited<ReturnType<typeof household>>;

const terms: ContractTerms = {
  feed_in: { day_ahead_factor: 1, eur_per_kwh: -0.01 },
  import: { day_ahead_factor: 1, eur_per_kwh: 0 },
  markup_eur_per_kwh: 0.02,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: 0.0333,
  netting: false,
};

let world: World;
let gateway: ScriptedGateway;
let homes: Home[];
let groupId: string;
const begin = async () => {
  ({ world, gateway } = await openScripted(START));
  groupId = (await group(world)).id;
  const haarlem = (await group(world, "Haarlem")).id;
  homes = [];
  for (const [i, id] of [groupId, groupId, haarlem].entries()) {
    const home = await household(world, {
      email: `h${i}@example.org`,
      groupId: id,
      batteryKwh: 20,
    });
    gateway.answers(home.location.id, [home.inverter.id]);
    homes.push(home);
  }
  for (const id of [groupId, haarlem])
    await world.call("setGroupTerms", {
      params: { group_id: id },
      body: { valid_from: "2026-01-01", terms },
    });
};

const prices = async () => {
  await recordDayAhead(world, "2026-06-30T21:00:00Z", "2026-06-30T23:00:00Z", -33.37);
  await recordSold(world, "2026-06-30T21:00:00Z", "2026-06-30T23:00:00Z", -0.3);
};
/** Settles the imbalance of the ISPs that have ended. */
const settle = () =>
  recordImbalance(world, "2026-06-30T21:00:00Z", "2026-06-30T22:15:00Z", {
    long: 12.34,
    short: 98.76,
  });

/** A control from 23:45 to 00:15 in Amsterdam, of which half lies in June. */
const acrossMidnight = async () => {
  const { data } = await world.call("controlBiddingZone", {
    params: { bidding_zone_id: "NL" },
    body: {
      type: "MAX_CONSUMPTION",
      time_from: "2026-06-30T21:45:00Z",
      time_to: "2026-06-30T22:15:00Z",
    },
  });
  for (const [i, home] of homes.entries())
    gateway.reportMinutes(["2026-06-30T21:45:00Z", "2026-06-30T22:15:00Z"], {
      locationId: home.location.id,
      injectionKw: -3.1 - i * 0.777,
    });
  await world.liveUntil("2026-06-30T22:16:30Z");
  return data.id;
};

const ofZone = async (query = {}) =>
  (await world.call("getBiddingZoneStatement", { params: ZONE, query })).data;
const ofCustomer = async ({ customer }: Home, month = JUNE) =>
  (await world.call("getCustomerStatement", { params: { customer_id: customer.id, month } })).data;
const issue = () => world.call("issueBiddingZoneStatement", { params: ZONE, body: {} });
const check = async () => (await world.call("checkBiddingZoneStatement", { params: ZONE })).data;

describe("a statement of a month", () => {
  let id: string;
  beforeAll(async () => {
    await begin();
    await prices();
    id = await acrossMidnight();
    await settle();
  });
  afterAll(() => world.close());

  it("holds the ISPs that begin in the month in Amsterdam, and no others", async () => {
    const june = await ofCustomer(homes[0]!);
    const july = await ofCustomer(homes[0]!, "2026-07");
    expect(june.time_to).toBe("2026-06-30T22:00:00.000Z");
    expect(june.controls).toMatchObject([{ control_id: id, time_to: "2026-06-30T22:00:00.000Z" }]);
    expect(july.controls).toMatchObject([
      { control_id: id, time_from: "2026-06-30T22:00:00.000Z" },
    ]);
    const value = await world.call("getCustomerControlValue", {
      params: { customer_id: homes[0]!.customer.id, control_id: id },
    });
    const whole = value.data.revisions.at(-1)!;
    const volume = june.totals.volume_kwh + july.totals.volume_kwh;
    expect(june.totals.volume_kwh).toBeGreaterThan(0);
    expect(july.totals.volume_kwh).toBeGreaterThan(0);
    expect(volume).toBeCloseTo(whole.volume_kwh, 2);
    expect([june.is_complete, july.is_complete]).toEqual([true, false]);
  });

  it("agrees exactly from locations to groups, customers and the zone", async () => {
    const zone = await ofZone();
    const customers = await Promise.all(homes.map((home) => ofCustomer(home)));
    expect(zone.rows).toHaveLength(3);
    for (const name of ["eur", "feed_in_eur", "import_eur", "compensation_eur"] as const) {
      const total = zone.totals.customers[name];
      expect(sumExactly(zone.rows.map((row) => row.customers[name]))).toBe(total);
      expect(sumExactly(zone.groups.map((one) => one.customers[name]))).toBe(total);
      expect(sumExactly(customers.map((one) => one.totals.customers[name]))).toBe(total);
    }
    const supplier = zone.totals.supplier!;
    expect(supplier.energy_eur).not.toBe(0);
    expect(supplier.eur).toBe(
      sumExactly([
        ...zone.rows.map((row) => row.supplier!.eur),
        ...zone.controls.map(({ energy_eur }) => energy_eur),
      ]),
    );
    expect(sumExactly(customers.map(({ totals }) => totals.lost_kwh))).toBe(zone.totals.lost_kwh);
    expect(zone.totals.payable_eur).toBeNull();
    for (const { totals } of customers)
      expect(totals.payable_eur).toBe(Math.round(totals.customers.compensation_eur! * 100) / 100);
  });

  it("names formula and prices with the moment each became known", async () => {
    const [control] = (await ofZone()).controls;
    expect(control!.formulas).toEqual(["portfolio"]);
    expect(control!.prices).toHaveLength(3);
    expect(control!.prices[2]).toMatchObject({
      time_from: "2026-06-30T21:45:00.000Z",
      market: "shortage",
      eur_per_mwh: 98.76,
      source: "operator",
    });
    const [own] = (await ofCustomer(homes[0]!)).controls;
    expect(own!.prices.map(({ market }) => market)).toEqual(["day_ahead"]);
  });

  it("of a customer says nothing of the supplier, and of other customers", async () => {
    const own = await ofCustomer(homes[0]!);
    expect(own.totals.supplier).toBeNull();
    expect(own.rows.map(({ supplier }) => supplier)).toEqual([null]);
    expect(own.controls.map(({ energy_eur, formulas }) => [energy_eur, formulas])).toEqual([
      [null, []],
    ]);
    const text = JSON.stringify(own);
    for (const other of homes.slice(1)) expect(text).not.toContain(other.customer.id);
    expect(text).not.toContain("surplus");
  });
});

describe("a statement without the inputs it needs", () => {
  beforeEach(begin);
  afterEach(() => world.close());

  it("cannot be read or checked in a version that does not exist", async () => {
    expect((await world.call("checkBiddingZoneStatement", { params: ZONE })).status).toBe(404);
    const query = { version: "3" };
    expect((await world.call("getBiddingZoneStatement", { params: ZONE, query })).status).toBe(404);
  });

  it("calls unknown unknown, and never invents a euro", async () => {
    await acrossMidnight();
    const zone = await ofZone();
    expect(zone.totals.volume_kwh).toBeGreaterThan(0);
    expect(zone.totals.customers.eur).toBeNull();
    expect(zone.totals.supplier).toMatchObject({ eur: null, energy_eur: null });
    expect(zone.rows.map(({ missing }) => missing)).toEqual(
      zone.rows.map(() => ["day_ahead_price"]),
    );
    expect(zone.totals.missing).toContainEqual({ what: "position", count: 1 });
  });

  it("is refused before the month begins, and issued only after it has ended", async () => {
    const params = { customer_id: homes[0]!.customer.id, month: "2026-07" };
    expect((await world.call("getCustomerStatement", { params })).problem.errors).toEqual([
      { pointer: "path/month", detail: "must have begun" },
    ]);
    const june = { ...params, month: JUNE };
    expect((await world.call("issueCustomerStatement", { params: june, body: {} })).status).toBe(
      409,
    );
    const wrong = { ...params, month: "2026-13" };
    expect((await world.call("getCustomerStatement", { params: wrong })).status).toBe(404);
  });
});

describe("an issued statement", () => {
  let pool: pg.Pool;
  beforeEach(async () => {
    await begin();
    pool = new pg.Pool({ connectionString: world.databaseUrl, max: 1 });
    await prices();
    await acrossMidnight();
    await settle();
  });
  afterEach(async () => {
    await pool.end();
    await world.close();
  });

  it("has its SHA-256 in the audit chain, and is unchanged while nothing else becomes known", async () => {
    const [first, same] = (await Promise.all([issue(), issue()])).map(({ data }) => data);
    expect(same).toEqual(first);
    expect(first).toMatchObject({ version: 1, sha256: (await ofZone()).sha256 });
    const { rows } = await pool.query("select target from api_calls where kind = 'statement'");
    expect(rows[0].target).toBe(
      `bidding_zone_id=NL month=2026-06 version=1 sha256=${first!.sha256}`,
    );
    expect(await check()).toMatchObject({
      result: "unchanged",
      issued_sha256: first!.sha256,
      audit_sha256: first!.sha256,
      differences: [],
    });
    expect((await issue()).data).toEqual(first);
    expect((await ofZone({ version: "1" })).rows).toEqual(first!.rows);
    const end = await readChainHead(pool, apiCallsChain);
    expect((await verifyChain(readChain(pool, apiCallsChain), [], end)).faults).toEqual([]);
  });

  it("is restated by later prices: the check says what differs, and both versions are kept", async () => {
    const { data: first } = await issue();
    await world.liveUntil("2026-06-30T22:18:30Z");
    const [from, to] = ["2026-06-30T21:45:00Z", "2026-06-30T22:00:00Z"] as const;
    await recordImbalance(world, from, to, { long: 12.34, short: 55.5 });
    const checked = await check();
    expect(checked.result).toBe("restated");
    expect(checked.audit_sha256).toBe(first.sha256);
    expect(checked.current_sha256).not.toBe(first.sha256);
    expect(checked.differences.map(({ field }) => field)).toContain("energy_eur");
    expect(checked.differences).toContainEqual({
      control_id: first.controls[0]!.control_id,
      location_id: null,
      field: "prices.2026-06-30T21:45:00.000Z.shortage",
      issued: expect.stringMatching(/^98\.76 EUR\/MWh \(operator, /),
      current: expect.stringMatching(/^55\.5 EUR\/MWh \(operator, /),
    });
    const { data: second } = await issue();
    expect(second.versions.map(({ version, sha256 }) => [version, sha256])).toEqual([
      [1, first.sha256],
      [2, checked.current_sha256],
    ]);
    expect((await check()).result).toBe("unchanged");
    expect((await ofZone({ version: "1" })).totals).toEqual(first.totals);
  });

  it("of a customer stays on record when the customer is deleted", async () => {
    const params = { customer_id: homes[0]!.customer.id, month: JUNE };
    const { data: issued } = await world.call("issueCustomerStatement", { params, body: {} });
    expect((await world.call("deleteCustomer", { params })).status).toBe(200);
    expect((await world.call("getCustomerStatement", { params })).status).toBe(404);
    const query = { version: "1" };
    const { data } = await world.call("getCustomerStatement", { params, query });
    expect(data).toEqual(issued);
    const { data: checked } = await world.call("checkCustomerStatement", { params });
    expect(checked).toMatchObject({ result: "unchanged", audit_sha256: issued.sha256 });
    expect((await ofZone()).rows.map(({ customer_id }) => customer_id)).toContain(
      params.customer_id,
    );
    expect((await world.call("issueCustomerStatement", { params, body: {} })).status).toBe(404);
    const other = { customer_id: "cus_0123456789abcdefghjkmnpqrs", month: JUNE };
    expect((await world.call("checkCustomerStatement", { params: other })).status).toBe(404);
  });

  it("is found altered when its stored rows or its row in the audit chain are not as issued", async () => {
    await issue();
    const update = (change: string) => pool.query(`update statements set ${change}`);
    await update("lines = lines || E'{}\\n'");
    expect((await check()).result).toBe("altered");
    await update("lines = left(lines, -3)");
    expect((await check()).result).toBe("unchanged");
    await update("audit_id = audit_id - 1");
    expect(await check()).toMatchObject({ result: "altered", audit_sha256: null });
  });
});
