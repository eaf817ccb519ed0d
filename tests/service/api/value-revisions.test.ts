import { QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ContractTerms, ValueRevision } from "../../../lib/contract/index.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { fixedTerms } from "../../support/terms.ts";

const NL = { bidding_zone_id: "NL" };
const at = (time: string) => `2026-06-15T${time}:00Z`;
const now = (time: string) => `2026-06-15T${time}:30Z`;

let world: World;
let gateway: ScriptedGateway;
let groupId: string;
let home: Awaited<ReturnType<typeof household>>;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(now("10:00")));
  groupId = (await group(world)).id;
  home = await household(world, { groupId });
  gateway.answers(home.location.id, [home.inverter.id]);
});
afterEach(() => world.close());

const setGroupTerms = (terms: ContractTerms | null, valid_from = "2026-01-01") =>
  world.call("setGroupTerms", { params: { group_id: groupId }, body: { valid_from, terms } });
const setCustomerTerms = (terms: ContractTerms | null, valid_from = "2026-01-01") =>
  world.call("setCustomerTerms", {
    params: { customer_id: home.customer.id },
    body: { valid_from, terms },
  });
const sell = (sold_kwh: number) =>
  world.call("recordBiddingZonePositions", {
    params: NL,
    body: { positions: [{ time_from: at("10:15"), sold_kwh }] },
  });
const imbalance = (eur: number, from: { source?: string; known_at?: string } = {}) =>
  world.call("recordBiddingZonePrices", {
    params: NL,
    body: {
      market: "imbalance",
      source: "test",
      ...from,
      prices: [{ time: at("10:15"), long: eur, short: eur }],
    },
  });
/** A control from 10:15 to 10:30 that took 1 kW from the grid, a minute after its end. */
async function curtail() {
  const { data } = await world.call("controlBiddingZone", {
    params: NL,
    body: { type: "MAX_CONSUMPTION", time_from: at("10:15"), time_to: at("10:30") },
  });
  gateway.reportMinutes([at("10:00"), at("10:30")], {
    locationId: home.location.id,
    injectionKw: -1,
  });
  await world.liveUntil(now("10:31"));
  return data.id;
}
const revisionsOf = async (control_id: string) =>
  (await world.call("getControlValue", { params: { control_id } })).data.revisions;
const customerRevisionsOf = async (control_id: string) =>
  (
    await world.call("getCustomerControlValue", {
      params: { customer_id: home.customer.id, control_id },
    })
  ).data.revisions;
const basesOf = (revisions: readonly Pick<ValueRevision, "basis" | "restated_by">[]) =>
  revisions.map(({ basis, restated_by }) => [basis, ...(restated_by ?? [])].join(" "));

describe("contract terms that are recorded after a control has ended", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["of its group, from a later first day", () => setGroupTerms(fixedTerms(0.5), "2026-06-10")],
    ["of its customer, for the first time", () => setCustomerTerms(fixedTerms(0.5))],
    ["of its group, which has none any more", () => setGroupTerms(null, "2026-06-10")],
  ])("%s, restate its value and leave the measured one", async (_, record) => {
    await setGroupTerms(fixedTerms(0.05));
    const id = await curtail();
    const before = { zone: await revisionsOf(id), own: await customerRevisionsOf(id) };
    expect(basesOf(before.zone)).toEqual(["expected", "measured"]);
    expect(before.own[1]!.eur).not.toBeNull();
    await world.liveUntil(now("10:35"));
    await record();
    const after = { zone: await revisionsOf(id), own: await customerRevisionsOf(id) };
    for (const name of ["zone", "own"] as const) {
      expect(after[name].slice(0, 2)).toEqual(before[name]);
      expect(basesOf(after[name])).toEqual(["expected", "measured", "restated terms"]);
    }
    expect(after.own[2]!.eur).not.toBe(before.own[1]!.eur);
  });

  it("of a later day than its own change nothing", async () => {
    await setGroupTerms(fixedTerms(0.05));
    const id = await curtail();
    await world.liveUntil(now("10:35"));
    await setGroupTerms(fixedTerms(0.5), "2026-06-16");
    expect(basesOf(await revisionsOf(id))).toEqual(["expected", "measured"]);
  });
});

describe("prices of a value", () => {
  const energyOf = async (id: string) =>
    (await revisionsOf(id)).map(({ basis, supplier }) => [basis, supplier.energy_eur]);

  it("that settle a control after its delivery restate it, and leave the measured value", async () => {
    await sell(0);
    const id = await curtail();
    const before = await revisionsOf(id);
    expect(before[1]!.supplier.energy_eur).toBeNull();
    await world.liveUntil(now("10:35"));
    await imbalance(100);
    const after = await revisionsOf(id);
    expect(after.slice(0, 2)).toEqual(before);
    expect(basesOf(after)).toEqual(["expected", "measured", "restated price"]);
    expect(after[2]!.supplier.energy_eur).toBeLessThan(0);
  });

  it("were not known at the decision if they were sent later, whatever known_at says", async () => {
    const id = await curtail();
    const before = (await revisionsOf(id))[0];
    await imbalance(100, { known_at: at("10:00") });
    expect((await revisionsOf(id))[0]).toEqual(before);
  });

  it("that were forecast count before delivery and never as a settlement", async () => {
    await sell(0);
    await imbalance(-100);
    const id = await curtail();
    const [expected, measured] = await revisionsOf(id);
    expect(expected!.supplier.energy_eur).toBeGreaterThan(0);
    expect(measured!.supplier.energy_eur).toBeNull();
    expect(measured!.missing).toContainEqual({ what: "shortage_price", count: 1 });
    expect(measured!.results[0]!.prices).toEqual([]);
  });

  it("settle at the price that was forecast as well", async () => {
    await sell(0);
    await imbalance(-100);
    const id = await curtail();
    await imbalance(-100);
    expect((await energyOf(id)).at(-1)).toEqual(["restated", expect.any(Number)]);
  });

  it("are those of the settlement of the zone before others, also those known later", async () => {
    await sell(0);
    const id = await curtail();
    for (const [eur, source] of [
      [10, "entsoe"],
      [20, "tennet"],
      [30, "broker"],
      [40, "csv"],
    ] as const)
      await imbalance(eur, { source, known_at: new Date(world.nowMs).toISOString() });
    const prices = (await revisionsOf(id)).at(-1)!.results[0]!.prices;
    expect(prices.map(({ source, eur_per_mwh }) => [source, eur_per_mwh])).toEqual([
      ["tennet", 20],
      ["tennet", 20],
    ]);
    const { data } = await world.call("getBiddingZonePrices", {
      params: NL,
      query: { market: "imbalance", start: at("10:15"), end: at("10:30") },
    });
    expect(data.data.map(({ source, long }) => [source, long])).toEqual([["tennet", 20]]);
  });
});

describe("prices of other quarter-hours of the day", () => {
  it("restate nothing, and hide nothing that restated a value", async () => {
    await setGroupTerms(fixedTerms(0.05));
    await sell(0);
    const id = await curtail();
    await world.liveUntil(now("10:35"));
    await imbalance(100);
    const before = await revisionsOf(id);
    for (let i = 0; i < 12; i++) {
      const ms = Date.parse(at("10:30")) + i * QUARTER_MS;
      await world.liveUntil(new Date(ms + QUARTER_MS + 330_000).toISOString());
      const prices = [{ time: new Date(ms).toISOString(), long: 50, short: 50 }];
      const body = { market: "imbalance", source: "test", prices } as const;
      await world.call("recordBiddingZonePrices", { params: NL, body });
    }
    expect(await revisionsOf(id)).toEqual(before);
  });
});
