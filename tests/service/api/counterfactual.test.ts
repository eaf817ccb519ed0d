import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput } from "../../../lib/contract/index.ts";
import { openScripted, type ScriptedGateway } from "../../support/scripted-gateway.ts";
import type { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const NL = { bidding_zone_id: "NL" };
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}:00Z`;
const now = (time: string) => `2026-06-15T${time}:30Z`;
type Home = Awaited<ReturnType<typeof household>>;
type Order = BodyInput<"controlBiddingZone">;

const deliveryOf = async (world: World, control_id: string) =>
  (await world.call("getControlDelivery", { params: { control_id } })).data;

describe("what a control delivered, apart from the weather", () => {
  let world: World;
  let gateway: ScriptedGateway;
  let home: Home;
  beforeEach(async () => {
    ({ world, gateway } = await openScripted(START));
    home = await household(world, { groupId: (await group(world)).id });
    gateway.answers(home.location.id, [home.inverter.id]);
  });
  afterEach(() => world.close());

  const report = (powers: { injectionKw: number; pvKw: number; freeKw?: number }) =>
    gateway.reportMinutes([at("10:00"), at("10:15")], {
      locationId: home.location.id,
      injectionKw: powers.injectionKw,
      devices: [
        {
          deviceId: home.inverter.id,
          powerKw: powers.pvKw,
          stateOfCharge: null,
          ...(powers.freeKw !== undefined && { availableKw: powers.freeKw }),
        },
      ],
    });
  const order = async (type: Order["type"]) => {
    const { data } = await world.call("controlBiddingZone", { params: NL, body: { type } });
    await world.service.tick();
    return data;
  };

  it("counts what the inverter could have given, and the rest as forecast error", async () => {
    const control = await order("ZERO_EXPORT");
    report({ injectionKw: 0, pvKw: 0.5, freeKw: 3 });
    await world.liveUntil(now("10:16"));
    const [part] = (await deliveryOf(world, control.id)).results;
    expect(part!.counterfactual).toBeCloseTo(2.5, 2);
    expect(part!.delivered).toBeCloseTo(-2.5, 2);
    expect(part!.uncertainty).toBe(0);
    expect(part!.forecast_error).toBeCloseTo(part!.counterfactual! - part!.before!, 2);
  });

  it("counts nothing where the site imports anyway", async () => {
    const control = await order("ZERO_EXPORT");
    report({ injectionKw: -2, pvKw: 0.3 });
    await world.liveUntil(now("10:16"));
    const delivery = await deliveryOf(world, control.id);
    expect(delivery.delivered_kwh).toBeCloseTo(0, 2);
    expect(delivery.uncertainty_kwh).toBe(0);
  });

  it("returns how uncertain it is where the sun is estimated", async () => {
    const control = await order("MAX_CONSUMPTION");
    report({ injectionKw: -1, pvKw: 0 });
    await world.liveUntil(now("10:16"));
    const delivery = await deliveryOf(world, control.id);
    expect(delivery.delivered_kwh).toBeLessThan(0);
    expect(delivery.uncertainty_kwh).toBeGreaterThan(0.1);
  });
});
