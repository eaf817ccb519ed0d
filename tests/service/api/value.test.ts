import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput, ContractTerms } from "../../../lib/contract/index.ts";
import type { ScriptedGateway } from "../../support/scripted-gateway.ts";
import { World } from "../../support/service.ts";
import { household } from "../../support/site.ts";
import { fixedTerms } from "../../support/terms.ts";
import { openTwoHomes, type Home } from "../../support/two-homes.ts";

const NL = { bidding_zone_id: "NL" };
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}:00Z`;
const now = (time: string) => `2026-06-15T${time}:30Z`;

let world: World;
let gateway: ScriptedGateway;
let utrecht: string;
let home: Home;
let other: Home;
beforeEach(async () => {
  ({ world, gateway, utrecht, home, other } = await openTwoHomes(START));
});
afterEach(() => world.close());

const control = async (body: BodyInput<"controlBiddingZone">) => {
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  return data.id;
};
/** The injection of a location per minute; it arrives as time advances. */
const inject = ({ location }: Home, from: string, to: string, injectionKw: number) =>
  gateway.reportMinutes([at(from), at(to)], { locationId: location.id, injectionKw });
const setGroupTerms = (terms: ContractTerms | null, valid_from = "2026-01-01") =>
  world.call("setGroupTerms", { params: { group_id: utrecht }, body: { valid_from, terms } });
const setCustomerTerms = (of: Home, terms: ContractTerms | null, valid_from = "2026-01-01") =>
  world.call("setCustomerTerms", {
    params: { customer_id: of.customer.id },
    body: { valid_from, terms },
  });
const sell = (sold_kwh: number, ...times: string[]) =>
  world.call("recordBiddingZonePositions", {
    params: NL,
    body: { positions: times.map((time) => ({ time_from: at(time), sold_kwh })) },
  });
const valueOf = async (control_id: string) =>
  (await world.call("getControlValue", { params: { control_id } })).data;
const customerValueOf = async (of: Home, control_id: string) =>
  (
    await world.call("getCustomerControlValue", {
      params: { customer_id: of.customer.id, control_id },
    })
  ).data;
const micro = (eur: number | null) => Math.round(eur! * 1e6);

describe("the value of a control", () => {
  it("shows kWh and names what is missing, never an invented euro", async () => {
    const id = await control({ type: "MAX_CONSUMPTION", time_to: at("10:30") });
    for (const one of [home, other]) inject(one, "10:00", "10:30", 0);
    await world.liveUntil(now("10:31"));
    const { revisions } = await valueOf(id);
    expect(revisions.map(({ basis }) => basis)).toEqual(["expected", "measured"]);
    for (const revision of revisions) {
      expect(revision.volume_kwh).toBeGreaterThan(0);
      expect([revision.supplier.eur, revision.supplier.energy_eur]).toEqual([null, null]);
      expect(revision.customers.eur).toBeNull();
      for (const side of [revision.supplier, revision.customers])
        expect(side).toMatchObject({ feed_in_eur: null, import_eur: null, compensation_eur: null });
      expect(revision.missing).toContainEqual({
        what: "terms",
        count: 2,
        customers: [home, other]
          .map(({ customer: { id: customer_id, name } }) => ({ customer_id, name }))
          .toSorted((a, b) => (a.customer_id < b.customer_id ? -1 : 1)),
      });
    }
    const [expected, measured] = revisions;
    expect(expected!.missing).toContainEqual({ what: "shortage_price", count: 2 });
    expect(measured!.missing).toContainEqual({ what: "position", count: 2 });
  });

  it("is that of the delivery, in kWh with its band", async () => {
    const id = await control({ type: "MAX_CONSUMPTION", time_to: at("10:30") });
    for (const one of [home, other]) inject(one, "10:00", "10:30", 0);
    await world.liveUntil(now("10:31"));
    const { data: delivery } = await world.call("getControlDelivery", {
      params: { control_id: id },
    });
    const measured = (await valueOf(id)).revisions.at(-1)!;
    expect(measured.volume_kwh).toBeCloseTo(-delivery.delivered_kwh!, 2);
    expect(measured.uncertainty_kwh).toBeCloseTo(delivery.uncertainty_kwh!, 2);
  });

  it("agrees exactly from quarter-hours, locations and customers to the zone", async () => {
    await setGroupTerms(fixedTerms(0.05));
    await setCustomerTerms(other, fixedTerms(0.0333));
    const id = await control({ type: "MAX_CONSUMPTION", time_to: at("10:43") });
    inject(home, "10:00", "10:45", -1.377);
    inject(other, "10:00", "10:45", 0.713);
    await world.liveUntil(now("10:46"));
    const { revisions } = await valueOf(id);
    for (const [i, { customers, supplier, volume_kwh, results }] of revisions.entries()) {
      const byCustomer = await Promise.all(
        [home, other].map(async (one) => (await customerValueOf(one, id)).revisions[i]!),
      );
      const sum = (amounts: (number | null)[]) => amounts.reduce<number>((a, b) => a + micro(b), 0);
      expect(customers.eur).not.toBeNull();
      expect(sum(byCustomer.map(({ eur }) => eur))).toBe(micro(customers.eur));
      expect(sum(byCustomer.flatMap((one) => one.by_location.map(({ eur }) => eur)))).toBe(
        micro(customers.eur),
      );
      expect(sum(results.map((one) => one.customers.eur))).toBe(micro(customers.eur));
      const feedIn = sum(results.map((one) => one.supplier.feed_in_eur));
      expect(feedIn).toBe(micro(supplier.feed_in_eur));
      expect(sum(byCustomer.map((one) => one.volume_kwh))).toBe(micro(volume_kwh));
      expect(micro(supplier.compensation_eur)).toBe(0 - micro(customers.compensation_eur));
    }
  });

  it("has the customer's own terms before those of the group, from their first day on", async () => {
    await setGroupTerms(fixedTerms(0.05));
    await setCustomerTerms(other, fixedTerms(0.5));
    await setCustomerTerms(other, fixedTerms(9), "2026-06-16");
    const id = await control({ type: "MAX_CONSUMPTION", time_to: at("10:15") });
    for (const one of [home, other]) inject(one, "10:00", "10:15", -1);
    await world.liveUntil(now("10:16"));
    const seeCompensation = async (of: Home, eurPerKwh: number) => {
      const { compensation_eur, volume_kwh } = (await customerValueOf(of, id)).revisions.at(-1)!;
      expect(compensation_eur).toBeCloseTo(volume_kwh * eurPerKwh, 5);
    };
    await seeCompensation(home, 0.05);
    await seeCompensation(other, 0.5);
    await setCustomerTerms(other, null);
    await seeCompensation(other, 0.05);
  });

  it("is restated when terms or a position change afterwards, and each revision is kept", async () => {
    await setGroupTerms(fixedTerms(0.05));
    await sell(2, "10:00");
    const id = await control({ type: "MAX_CONSUMPTION", time_to: at("10:15") });
    for (const one of [home, other]) inject(one, "10:00", "10:15", -1);
    await world.liveUntil(now("10:16"));
    const before = await valueOf(id);
    await world.liveUntil(now("10:20"));
    await setGroupTerms(fixedTerms(0.07));
    await world.liveUntil(now("10:21"));
    await sell(3, "10:00");
    const { revisions } = await valueOf(id);
    expect(revisions.map(({ basis }) => basis)).toEqual([
      "expected",
      "measured",
      "restated",
      "restated",
    ]);
    expect(revisions.slice(0, 2)).toEqual(before.revisions);
    expect(revisions.map(({ results }) => results[0]!.sold_kwh)).toEqual([2, 2, 2, 3]);
    expect(revisions[2]!.customers.compensation_eur!).toBeGreaterThan(
      revisions[1]!.customers.compensation_eur!,
    );
  });

  it("hides from a customer the controls of others", async () => {
    const { data } = await world.call("controlGroup", {
      params: { group_id: utrecht },
      body: { type: "ZERO_EXPORT" },
    });
    const stranger = await household(world, { email: "stranger@example.org" });
    const params = { customer_id: stranger.customer.id, control_id: data.id };
    expect((await world.call("getCustomerControlValue", { params })).status).toBe(404);
    const own = { customer_id: home.customer.id, control_id: data.id };
    const { data: value } = await world.call("getCustomerControlValue", { params: own });
    expect(JSON.stringify(value)).not.toContain("supplier");
  });
});

describe("the position sold", () => {
  it("is listed by ISP as last recorded", async () => {
    await sell(100, "10:00", "10:15");
    await world.liveUntil(now("10:01"));
    expect((await sell(120, "10:15")).data).toEqual({ changed: 1 });
    expect((await sell(120, "10:15")).data).toEqual({ changed: 0 });
    const { data } = await world.call("getBiddingZonePositions", { params: NL });
    expect(data.data.map(({ isp, sold_kwh }) => [isp, sold_kwh])).toEqual([
      [49, 100],
      [50, 120],
    ]);
  });

  it("is recorded whole or not at all", async () => {
    const refused = await world.call("recordBiddingZonePositions", {
      params: NL,
      body: {
        positions: [
          { time_from: at("10:00"), sold_kwh: 1 },
          { time_from: at("10:07"), sold_kwh: 1 },
          { time_from: at("10:00"), sold_kwh: 2 },
        ],
      },
    });
    expect(refused.status).toBe(422);
    expect(refused.problem.errors?.map(({ pointer }) => pointer)).toEqual([
      "#/positions/1/time_from",
      "#/positions/2/time_from",
    ]);
    expect((await world.call("getBiddingZonePositions", { params: NL })).data.data).toEqual([]);
  });
});

describe("lost energy", () => {
  it("adds what controls that raise injection earned to the month, as its statement does", async () => {
    await setGroupTerms(fixedTerms(0.05));
    await control({ type: "MAX_CONSUMPTION", time_to: at("10:15") });
    for (const one of [home, other]) inject(one, "10:00", "10:15", -1);
    await world.liveUntil(now("10:15"));
    await control({ type: "MAX_PRODUCTION", time_to: at("10:30") });
    for (const one of [home, other]) inject(one, "10:15", "10:30", 4);
    await world.liveUntil(now("10:31"));
    const params = { customer_id: home.customer.id };
    const [month] = (await world.call("getCustomerLostEnergy", { params })).data.data;
    const statement = await world.call("getCustomerStatement", {
      params: { ...params, month: "2026-06" },
    });
    const { totals, rows } = statement.data;
    expect(month!.controls).toBe(2);
    expect(rows).toHaveLength(2);
    expect(month!.eur).toBe(Math.round(totals.customers.eur! * 100) / 100);
    expect(totals.customers.eur).toBeCloseTo(month!.lost_eur! + month!.compensation_eur!, 6);
  });

  it("is the delivery by month and location, with its band and the customer's euros", async () => {
    await setGroupTerms(fixedTerms(0.05));
    const id = await control({ type: "MAX_CONSUMPTION", time_to: at("10:30") });
    for (const one of [home, other]) inject(one, "10:00", "10:30", -1);
    await world.liveUntil(now("10:31"));
    const value = (await customerValueOf(home, id)).revisions.at(-1)!;
    const { data } = await world.call("getCustomerLostEnergy", {
      params: { customer_id: home.customer.id },
    });
    const own = {
      lost_kwh: value.volume_kwh,
      uncertainty_kwh: value.uncertainty_kwh,
      lost_eur: (micro(value.feed_in_eur) + micro(value.import_eur)) / 1e6,
      compensation_eur: value.compensation_eur,
    };
    expect(data.data).toEqual([
      {
        month: "2026-06",
        controls: 1,
        ...own,
        eur: Math.round(value.eur! * 100) / 100,
        missing: [],
        by_location: [{ location_id: home.location.id, ...own }],
      },
    ]);
  });
});

describe("the prices of a value", () => {
  const price = (market: "day-ahead" | "imbalance", values: object, known_at: string) =>
    world.call("recordBiddingZonePrices", {
      params: NL,
      body: { market, source: "test", known_at, prices: [{ time: at("10:15"), ...values }] },
    });
  const curtail = async () => {
    const id = await control({
      type: "MAX_CONSUMPTION",
      time_from: at("10:15"),
      time_to: at("10:30"),
    });
    for (const one of [home, other]) inject(one, "10:00", "10:30", -1);
    await world.liveUntil(now("10:31"));
    return id;
  };

  it("after gate closure are those of imbalance: a negative day-ahead price alone earns nothing", async () => {
    await price("day-ahead", { price: -400 }, at("10:00"));
    await sell(0, "10:15");
    const id = await curtail();
    const [, before] = (await valueOf(id)).revisions;
    expect(before!.supplier.energy_eur).toBeNull();
    expect(before!.missing).toContainEqual({ what: "shortage_price", count: 1 });
    await price("imbalance", { long: 0, short: 0 }, at("10:31"));
    const after = (await valueOf(id)).revisions.at(-1);
    expect(after!.supplier.energy_eur).toBe(0);
    expect(after!.results[0]!.prices).toEqual([
      {
        market: "day_ahead",
        eur_per_mwh: -400,
        source: "test",
        vintage: "2026-06-15T10:00:00.000Z",
      },
      { market: "surplus", eur_per_mwh: 0, source: "test", vintage: "2026-06-15T10:31:00.000Z" },
      { market: "shortage", eur_per_mwh: 0, source: "test", vintage: "2026-06-15T10:31:00.000Z" },
    ]);
  });

  it("cost the shortage price of a balanced portfolio, and are restated by the settlement", async () => {
    const id = await curtail();
    const { volume_kwh, results } = (await valueOf(id)).revisions[1]!;
    const soldKwh = results[0]!.portfolio_kwh! + volume_kwh;
    await sell(soldKwh, "10:15");
    await price("imbalance", { long: 20, short: 120 }, at("10:31"));
    const energy = async () =>
      (await valueOf(id)).revisions.map(({ basis, supplier }) => [basis, supplier.energy_eur]);
    const first = -(volume_kwh * 120) / 1_000;
    await world.liveUntil(now("10:35"));
    await price("imbalance", { long: 20, short: 90 }, at("10:34"));
    expect((await energy()).slice(1)).toEqual([
      ["measured", null],
      ["restated", expect.closeTo(first, 5)],
      ["restated", expect.closeTo((first * 90) / 120, 5)],
    ]);
  });

  it("make a control accepted before gate closure worth −c·DA, as it was not sold", async () => {
    const tomorrow = (time: string) => `2026-06-16T${time}:00Z`;
    const id = await control({
      type: "MAX_CONSUMPTION",
      time_from: tomorrow("10:00"),
      time_to: tomorrow("10:15"),
    });
    const late = (await valueOf(id)).revisions[0]!;
    expect(late.results[0]!.formula).toBe("balanced");
    const afterTomorrow = await control({
      type: "MAX_CONSUMPTION",
      time_from: "2026-06-17T10:00:00Z",
      time_to: "2026-06-17T10:15:00Z",
    });
    await world.call("recordBiddingZonePrices", {
      params: NL,
      body: {
        market: "day-ahead",
        source: "test",
        prices: [{ time: "2026-06-17T10:00:00Z", price: -60 }],
      },
    });
    const { results, volume_kwh, supplier } = (await valueOf(afterTomorrow)).revisions[0]!;
    expect(results[0]!.formula).toBe("not_sold");
    expect(supplier.energy_eur).toBeCloseTo((volume_kwh * 60) / 1_000, 5);
  });
});
