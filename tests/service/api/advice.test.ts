import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createRule,
  dynamicTerms,
  NL,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../../support/rule-world.ts";
import type { World } from "../../support/service.ts";
import { household } from "../../support/site.ts";
import { openTwoHomes, type Home } from "../../support/two-homes.ts";

/** 11:00:30 in Amsterdam on a Monday in June: the market for tomorrow closes at 12:00. */
const START = "2026-06-15T09:00:30Z";
const TODAY = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
const TOMORROW = ["2026-06-15T22:00:00Z", "2026-06-16T22:00:00Z"] as const;
const NOON = ["2026-06-15T10:00:00Z", "2026-06-15T11:00:00Z"] as const;
const NOON_TOMORROW = ["2026-06-16T10:00:00Z", "2026-06-16T11:00:00Z"] as const;

let world: World;
let utrecht: string;
let home: Home;
beforeEach(async () => {
  ({ world, utrecht, home } = await openTwoHomes(START));
  await world.service.tick();
});
afterEach(() => world.close());

const readAdvice = async () => (await world.call("getBiddingZoneAdvice", { params: NL })).data;
const isNoon = (period: readonly [string, string]) => (ms: number) =>
  ms >= Date.parse(period[0]) && ms < Date.parse(period[1]) ? -41 : 60;

/** Everything that advice on today needs; the position is far below the forecast, so it is long. */
async function giveEverything() {
  await setTerms(world, utrecht);
  await recordDayAhead(world, ...TODAY, 60, "2026-06-14T10:57:00Z");
  await recordImbalance(world, ...TODAY, { long: 60, short: 60 }, "2026-06-15T08:00:00Z");
  await recordImbalance(world, ...NOON, { long: -41, short: -41 }, "2026-06-15T08:30:00Z");
  await recordSold(world, ...TODAY, 0);
}

describe("advice", () => {
  it("says what is worth doing, why, and how sure that is", async () => {
    await giveEverything();
    const rule = await createRule(world, utrecht);
    const { data, missing } = await readAdvice();
    expect(missing.map(({ time_from }) => time_from)).toEqual(
      missing.map(() => TOMORROW[0].replace("Z", ".000Z")),
    );
    expect(data).toHaveLength(1);
    const [item] = data;
    expect(item).toMatchObject({
      rule: { id: rule.id, action: "suggest" },
      target: { kind: "group", id: utrecht },
      type: "ZERO_EXPORT",
      time_from: "2026-06-15T10:00:00.000Z",
      time_to: "2026-06-15T11:00:00.000Z",
      gate_closed: true,
      worth_it: true,
      reasons: [],
      locations: 2,
    });
    const { volume_kwh, gain_eur, sure_volume_kwh, sure_gain_eur, intervals } = item!;
    expect(volume_kwh).toBeGreaterThan(0);
    expect(sure_volume_kwh).toBeGreaterThan(0);
    expect(sure_volume_kwh).toBeLessThan(volume_kwh);
    expect(sure_gain_eur).toBeLessThan(gain_eur!);
    expect(intervals.map(({ market, eur_per_mwh }) => [market, eur_per_mwh])).toEqual(
      Array.from({ length: 4 }, () => ["surplus", -41]),
    );
    // −c·P, the feed-in that is no longer paid at 60, and the compensation.
    expect(gain_eur).toBeCloseTo(volume_kwh * (0.041 + 0.06 - 0.01), 3);
    expect(item!.customers_eur).toBeCloseTo(volume_kwh * (0.01 - 0.06), 3);
  });

  it("is the same for the form: its previews foresee the same energy and the same euros", async () => {
    await giveEverything();
    await recordImbalance(world, ...NOON, { long: -41, short: 55 }, "2026-06-15T08:45:00Z");
    await createRule(world, utrecht);
    const [item] = (await readAdvice()).data;
    const { type, time_from, time_to } = item!;
    const draft = { params: { group_id: utrecht }, body: { type, time_from, time_to } };
    const { data: preview } = await world.call("previewGroupControl", draft);
    const kwh = preview.results.reduce((sum, { delta }) => sum - delta / 4, 0);
    expect(item!.volume_kwh).toBeCloseTo(kwh, 2);
    expect(item!.approval).toEqual(preview.approval);
    const { data: value } = await world.call("previewGroupControlValue", draft);
    expect(value.results.map(({ formula }) => formula)).toEqual(Array(4).fill("portfolio"));
    expect(value.supplier.eur).toBeCloseTo(item!.gain_eur!, 3);
    expect(value.customers.eur).toBeCloseTo(item!.customers_eur!, 3);
  });

  it("equals what the issued control is expected to be worth, also once the forecast changed", async () => {
    await giveEverything();
    const [item] = (await readAdvice()).data;
    const { type, time_from, time_to } = item!;
    const body = { type, time_from, time_to };
    const { data: issued } = await world.call("controlBiddingZone", { params: NL, body });
    const params = { control_id: issued.id };
    const readExpected = async () =>
      (await world.call("getControlValue", { params })).data.revisions[0]!.supplier.eur;
    expect(await readExpected()).toBeCloseTo(item!.gain_eur!, 3);
    await household(world, { email: "third@example.org", groupId: utrecht });
    await world.sleepUntil("2026-06-15T09:45:30Z");
    expect(await readExpected()).toBeCloseTo(item!.gain_eur!, 3);
  });

  it("without rules advises against export below zero in the whole zone", async () => {
    await giveEverything();
    const { data } = await readAdvice();
    expect(data).toMatchObject([{ rule: null, target: { kind: "bidding_zone", id: "NL" } }]);
  });

  it("finds nothing any more once a person has issued that control", async () => {
    await giveEverything();
    await createRule(world, utrecht);
    const body = { type: "ZERO_EXPORT", time_from: NOON[0], time_to: NOON[1] } as const;
    await world.call("controlGroup", { params: { group_id: utrecht }, body });
    const { data } = await readAdvice();
    expect(data.map(({ worth_it, reasons }) => [worth_it, reasons])).toEqual([
      [false, ["no_effect"]],
    ]);
  });
});

describe("after gate closure", () => {
  it("a negative day-ahead price alone is worth nothing", async () => {
    await setTerms(world, utrecht);
    await recordDayAhead(world, ...TODAY, isNoon(NOON));
    await recordImbalance(world, ...TODAY, { long: 30, short: 30 });
    await recordSold(world, ...TODAY, 0);
    await createRule(world, utrecht);
    expect((await readAdvice()).data).toEqual([]);
  });

  it("a negative day-ahead price without imbalance price and position is no advice either", async () => {
    await setTerms(world, utrecht);
    await recordDayAhead(world, ...TODAY, isNoon(NOON));
    await createRule(world, utrecht);
    const { data, missing } = await readAdvice();
    expect(data).toEqual([]);
    expect(missing.map(({ what }) => what)).toEqual(
      expect.arrayContaining(["position", "shortage_price"]),
    );
  });

  it("a surplus counts at its price, and a portfolio in balance at that of a shortage", async () => {
    await giveEverything();
    await createRule(world, utrecht);
    await recordImbalance(world, ...NOON, { long: -80, short: 120 }, "2026-06-15T09:00:15Z");
    const long = (await readAdvice()).data[0];
    expect(long!.intervals[0]).toMatchObject({ market: "surplus", eur_per_mwh: -80 });
    await recordSold(world, ...TODAY, 1_000);
    expect((await readAdvice()).data).toEqual([]);
    await recordImbalance(world, ...NOON, { long: 120, short: -80 }, "2026-06-15T09:00:20Z");
    const short = (await readAdvice()).data[0];
    expect(short!.intervals[0]).toMatchObject({ market: "shortage", eur_per_mwh: -80 });
  });

  it("a surplus that a control turns into a shortage counts at both prices of a dual price", async () => {
    await giveEverything();
    await recordImbalance(world, ...NOON, { long: -100, short: 50 }, "2026-06-15T09:00:15Z");
    await createRule(world, utrecht);
    const { volume_kwh } = (await readAdvice()).data[0]!;
    const { data: forecast } = await world.call("getBiddingZoneForecast", {
      params: NL,
      query: { end: NOON[1] },
    });
    const half = volume_kwh / 8;
    for (const { time, forecast: kw } of forecast.data.filter(
      (one) => one.time >= "2026-06-15T10",
    )) {
      const end = new Date(Date.parse(time) + 900_000).toISOString();
      await recordSold(world, time, end, kw / 4 - half);
    }
    const item = (await readAdvice()).data[0]!;
    const energy = item.intervals.reduce((sum, { gain_eur }) => sum + gain_eur, 0);
    const shares = item.intervals.map(({ volume_kwh: kwh }) => half * 0.1 - (kwh - half) * 0.05);
    expect(item.crosses_position).toBe(true);
    // Less energy is worth more here: the last kWh cost more than they earn.
    const sure = item.sure_volume_kwh / item.volume_kwh;
    expect(item.sure_gain_eur!).toBeGreaterThan(item.gain_eur! * sure);
    const contract = item.volume_kwh * (0.06 - 0.01);
    expect(energy).toBeCloseTo(shares.reduce((a, b) => a + b, 0) + contract, 2);
  });
});

describe("before gate closure", () => {
  it("the day-ahead price counts, whatever the position", async () => {
    await setTerms(world, utrecht, { ...dynamicTerms, compensation_eur_per_kwh: 0 });
    await recordDayAhead(world, ...TOMORROW, isNoon(NOON_TOMORROW));
    await createRule(world, utrecht);
    const { data } = await readAdvice();
    expect(data).toMatchObject([
      { gate_closed: false, time_from: "2026-06-16T10:00:00.000Z", worth_it: false },
    ]);
    // With feed-in at the day-ahead price the customer bears it: the supplier gains nothing.
    expect(data[0]!.gain_eur).toBeCloseTo(0, 6);
    const fixed = { ...dynamicTerms, feed_in: { day_ahead_factor: 0, eur_per_kwh: 0 } };
    await world.sleepUntil("2026-06-15T09:01:30Z");
    await setTerms(world, utrecht, { ...fixed, compensation_eur_per_kwh: 0 });
    const [item] = (await readAdvice()).data;
    expect(item!.worth_it).toBe(true);
    expect(item!.intervals[0]).toMatchObject({ market: "day_ahead", eur_per_mwh: -41 });
    expect(item!.gain_eur).toBeCloseTo(item!.volume_kwh * 0.041, 3);
  });

  it("a day with a gap in its day-ahead prices is not acted on", async () => {
    const fixed = { ...dynamicTerms, feed_in: { day_ahead_factor: 0, eur_per_kwh: 0 } };
    await setTerms(world, utrecht, fixed);
    await recordDayAhead(world, TOMORROW[0], "2026-06-16T21:45:00Z", isNoon(NOON_TOMORROW));
    await createRule(world, utrecht);
    expect((await readAdvice()).data).toEqual([]);
    await recordDayAhead(world, "2026-06-16T21:45:00Z", TOMORROW[1], 60);
    expect((await readAdvice()).data).toHaveLength(1);
  });
});

describe("what is missing", () => {
  it("is named, and there is no advice: prices, position and terms", async () => {
    await createRule(world, utrecht);
    const whatOf = async () => (await readAdvice()).missing.map(({ what }) => what);
    expect(await whatOf()).toEqual(
      expect.arrayContaining(["position", "shortage_price", "day_ahead_price", "terms"]),
    );
    await recordDayAhead(world, ...TODAY, 60);
    await recordImbalance(world, ...NOON, { long: -41, short: -41 });
    await recordSold(world, ...NOON, 0);
    const withoutTerms = await readAdvice();
    expect(withoutTerms.data).toEqual([]);
    expect(withoutTerms.missing).toContainEqual({
      what: "terms",
      intervals: 0,
      customers: 2,
      time_from: null,
    });
    await setTerms(world, utrecht);
    expect((await readAdvice()).data).toHaveLength(1);
  });

  it("imbalance prices that were last reported over two hours ago are stale and never act", async () => {
    await setTerms(world, utrecht);
    await recordDayAhead(world, ...TODAY, 60);
    await recordSold(world, ...TODAY, 0);
    await recordImbalance(world, ...NOON, { long: -41, short: -41 }, "2026-06-15T06:59:00Z");
    await createRule(world, utrecht);
    const { data, missing } = await readAdvice();
    expect(data).toEqual([]);
    expect(missing).toContainEqual({
      what: "stale_price",
      intervals: 4,
      customers: 0,
      time_from: "2026-06-15T10:00:00.000Z",
    });
  });

  it("a price that its source reports again is not stale", async () => {
    await setTerms(world, utrecht);
    await recordDayAhead(world, ...TODAY, 60);
    await recordSold(world, ...TODAY, 0);
    await createRule(world, utrecht);
    const price = { long: -41, short: -41 };
    await recordImbalance(world, ...NOON, price, "2026-06-13T09:00:00Z");
    expect((await readAdvice()).data).toEqual([]);
    await recordImbalance(world, ...NOON, price, "2026-06-15T08:00:00Z");
    const { data, missing } = await readAdvice();
    expect(missing.map(({ what }) => what)).not.toContain("stale_price");
    expect(data).toHaveLength(1);
    expect(data[0]!.intervals[0]!.known_at).toBe("2026-06-13T09:00:00.000Z");
  });
});

describe("customers", () => {
  it("who opted out do not count, also not with missing terms", async () => {
    await giveEverything();
    await createRule(world, utrecht);
    const both = (await readAdvice()).data[0]!;
    await world.call("updateCustomerPreferences", {
      params: { customer_id: home.customer.id },
      body: { opted_out: true },
    });
    const one = (await readAdvice()).data[0]!;
    expect(one.locations).toBe(1);
    expect(one.volume_kwh).toBeCloseTo(both.volume_kwh / 2, 2);
    expect(one.excluded).toMatchObject([{ reason: "opted_out", customers: 1 }]);
  });

  it("who opted out of a control are not advised a second one in its hours", async () => {
    await giveEverything();
    await createRule(world, utrecht);
    const { type, time_from, time_to, worth_it } = (await readAdvice()).data[0]!;
    expect(worth_it).toBe(true);
    const params = { group_id: utrecht };
    const body = { type, time_to, ...(time_from > "2026-06-15T10:00:30" && { time_from }) };
    const { data: control } = await world.call("controlGroup", { params, body });
    await world.call("optOutOfControl", {
      params: { customer_id: home.customer.id, control_id: control.id },
      body: {},
    });
    expect((await readAdvice()).data).toMatchObject([{ worth_it: false, volume_kwh: 0 }]);
  });
});

describe("two thresholds", () => {
  it("ask for zero export, and for consumption once customers are paid for it", async () => {
    await giveEverything();
    await createRule(world, utrecht, {
      import_threshold: { below_eur_per_mwh: 0, type: "MAX_CONSUMPTION" },
    });
    // With markup and energy tax a kWh from the grid costs €0.11157 more than day ahead.
    const price = (ms: number) => (ms < Date.parse("2026-06-15T10:30:00Z") ? -111 : -112);
    await recordDayAhead(world, ...NOON, price, "2026-06-15T09:00:15Z");
    const { data } = await readAdvice();
    expect(data.map(({ type, time_from }) => [type, time_from.slice(11, 16)])).toEqual([
      ["ZERO_EXPORT", "10:00"],
      ["MAX_CONSUMPTION", "10:30"],
    ]);
  });
});

describe("conditions", () => {
  it("of minimum length, hours and gain hold", async () => {
    await giveEverything();
    const rule = await createRule(world, utrecht, { min_minutes: 75 });
    const update = async (body: object) => {
      await world.call("updateRule", { params: { rule_id: rule.id }, body });
      return (await readAdvice()).data;
    };
    expect((await readAdvice()).data).toEqual([]);
    expect(await update({ min_minutes: 60 })).toHaveLength(1);
    const evening = { days: [0, 1, 2, 3, 4, 5, 6], time_from: "17:00", time_to: "21:00" };
    expect(await update({ hours: [evening] })).toEqual([]);
    const noon = { ...evening, time_from: "12:15", time_to: "12:45" };
    expect(await update({ hours: [noon], min_minutes: 30 })).toMatchObject([
      { time_from: "2026-06-15T10:15:00.000Z", time_to: "2026-06-15T10:45:00.000Z" },
    ]);
    expect(await update({ min_gain_eur: 1_000 })).toMatchObject([
      { worth_it: false, reasons: ["below_min_gain"] },
    ]);
  });
});
