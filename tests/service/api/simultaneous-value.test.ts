import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput } from "../../../lib/contract/index.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import type { household } from "../../support/site.ts";
import { householdOnTerms } from "../../support/terms.ts";

const NL = { bidding_zone_id: "NL" };
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}:00Z`;
const now = (time: string) => `2026-06-15T${time}:30Z`;
const DUAL = { long: 20, short: 120 };
type Home = Awaited<ReturnType<typeof household>>;

let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
});
afterEach(() => world.close());

const homeOf = (name: string) => householdOnTerms({ world, gateway }, name);

const inject = ({ location, inverter }: Home, from: string, to: string, injectionKw: number) =>
  gateway.reportMinutes([at(from), at(to)], {
    locationId: location.id,
    injectionKw,
    devices: [
      { deviceId: inverter.id, powerKw: injectionKw + 1, availableKw: 4, stateOfCharge: null },
    ],
  });
const ofGroup = async (home: Home, body: BodyInput<"controlGroup">) => {
  const params = { group_id: home.customer.group_id! };
  const { data } = await world.call("controlGroup", { params, body });
  await world.service.tick();
  return data.id;
};
const ofZone = async (body: BodyInput<"controlBiddingZone">) => {
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await world.service.tick();
  return data.id;
};
const TIMES = ["10:15", "10:30", "10:45"];
async function trade(soldKwh: number) {
  const positions = TIMES.map((time) => ({ time_from: at(time), sold_kwh: soldKwh }));
  await world.call("recordBiddingZonePositions", { params: NL, body: { positions } });
  const prices = TIMES.map((time) => ({ time: at(time), ...DUAL }));
  const body = { market: "imbalance", source: "test", known_at: at("11:01"), prices } as const;
  expect((await world.call("recordBiddingZonePrices", { params: NL, body })).data).toBeDefined();
}
const measuredOf = async (control_id: string) => {
  const { data } = await world.call("getControlValue", { params: { control_id } });
  return data.revisions.findLast(({ basis }) => basis !== "expected")!;
};
/** The cash flow of imbalance in euros, of energies in kWh. */
const imbalance = (injected: number, sold: number) =>
  (Math.max(injected - sold, 0) * DUAL.long - Math.max(sold - injected, 0) * DUAL.short) / 1000;

/** The value of the zone with all controls less that without any, and the sum of their terms. */
async function compare(ids: readonly string[], soldKwh: number) {
  const values = await Promise.all(ids.map(measuredOf));
  let wanted = 0;
  for (const time of TIMES) {
    const parts = values.flatMap(({ results }) =>
      results.filter(({ time_from }) => {
        const ms = Date.parse(time_from) - Date.parse(at(time));
        return ms >= 0 && ms < 900_000;
      }),
    );
    if (parts.length === 0) continue;
    const injected = parts[0]!.portfolio_kwh!;
    const curtailed = parts.reduce((sum, { volume_kwh }) => sum + volume_kwh, 0);
    wanted += imbalance(injected, soldKwh) - imbalance(injected + curtailed, soldKwh);
  }
  // The term of a control is rounded to a cent, those of its quarter-hours are not.
  const terms = values.map(({ results }) =>
    results.reduce((sum, one) => sum + one.supplier.energy_eur!, 0),
  );
  return { values, wanted, terms, sum: terms.reduce((a, b) => a + b, 0) };
}

const ORDER = { type: "ZERO_EXPORT", time_from: at("10:15"), time_to: at("10:45") } as const;

describe("controls that run at once, at dual imbalance prices", () => {
  it("of two groups add up to the value of the zone with both less that without any", async () => {
    const [one, other] = [await homeOf("one"), await homeOf("other")];
    for (const home of [one, other]) inject(home, "10:01", "11:00", 0);
    const first = await ofGroup(one, {
      type: "ZERO_EXPORT",
      time_from: at("10:15"),
      time_to: at("10:55"),
    });
    const second = await ofGroup(other, {
      type: "ZERO_EXPORT",
      time_from: at("10:22"),
      time_to: at("10:53"),
    });
    await world.liveUntil(now("11:01"));
    // Sold between the injection without any, with one, and with both: each term has another price.
    await trade(0.9);
    const { values, wanted, terms, sum } = await compare([first, second], 0.9);
    expect(wanted).toBeLessThan(-0.1);
    expect(sum).toBeCloseTo(wanted, 5);
    // The first is compared with the zone without the second one.
    const middle = values[0]!.results[1]!;
    expect(middle.newer_controls_kwh).toBeCloseTo(values[1]!.results[1]!.volume_kwh, 6);
    expect(values[1]!.results[1]!.newer_controls_kwh).toBe(0);
    expect(terms[1]).toBeLessThan(terms[0]!);
  });

  it("of a zone, and of a group in it later, add up as well, in the zone's statement too", async () => {
    const [one, other] = [await homeOf("one"), await homeOf("other")];
    inject(one, "10:01", "11:00", -1);
    inject(other, "10:01", "11:00", 0);
    const zone = await ofZone({
      type: "ZERO_EXPORT",
      time_from: at("10:15"),
      time_to: at("11:00"),
    });
    await world.liveUntil(now("10:26"));
    const within = await ofGroup(one, { type: "MAX_CONSUMPTION", time_to: at("10:45") });
    await world.liveUntil(now("11:01"));
    await trade(0.4);
    const { wanted, terms, sum } = await compare([zone, within], 0.4);
    expect(sum).toBeCloseTo(wanted, 5);
    const params = { ...NL, month: "2026-06" };
    const { data } = await world.call("getBiddingZoneStatement", { params });
    expect(data.controls.map(({ energy_eur }) => energy_eur)).toEqual(
      terms.map((eur) => expect.closeTo(eur, 2)),
    );
  });

  it("are computed from the locations where a control was measured before its sum was stored", async () => {
    const [one, other] = [await homeOf("one"), await homeOf("other")];
    for (const home of [one, other]) inject(home, "10:01", "11:00", 0);
    const first = await ofGroup(one, ORDER);
    const second = await ofGroup(other, ORDER);
    await world.liveUntil(now("11:01"));
    await trade(0.5);
    const before = await compare([first, second], 0.5);
    const client = new pg.Client(world.databaseUrl);
    await client.connect();
    await client.query("update control_totals set valued_curtailed = ''");
    await client.end();
    expect((await compare([first, second], 0.5)).terms).toEqual(before.terms);
    expect(before.sum).toBeCloseTo(before.wanted, 5);
  });
});
