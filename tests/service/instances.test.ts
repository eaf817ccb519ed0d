import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HeldElsewhere } from "../support/held-lease.ts";
import { openScripted, ScriptedGateway } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;

let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
});
afterEach(() => world.close());

const controlZone = async (time_to: string) => {
  const body = { type: "ZERO_EXPORT", time_to } as const;
  return (await world.call("controlBiddingZone", { params: NL, body })).data;
};

describe("several instances on one database", () => {
  it("one dispatches each minute, and an acknowledgement counts at any instance", async () => {
    const { location, inverter } = await household(world);
    const control = await controlZone(at("10:30:00"));
    await expect.poll(() => gateway.told).toHaveLength(1);
    const others = new ScriptedGateway();
    const other = await World.open(START, {
      databaseUrl: world.databaseUrl,
      field: async () => others,
    });
    others.told.length = 0;
    for (const time of ["10:01:30", "10:02:30", "10:03:30"]) {
      for (const one of [world, other]) one.setClock(at(time));
      await Promise.all([world.service.tick(), other.service.tick()]);
    }
    const told = [...gateway.told.slice(1), ...others.told];
    expect(new Set(told.map(({ validUntilMs }) => validUntilMs)).size).toBe(3);
    // Which of them records is open; one that takes over repeats the setpoints of that minute.
    expect(told.length).toBeLessThanOrEqual(4);
    const devices = [{ deviceId: inverter.id, outcome: "executed" as const }];
    const answer = { locationId: location.id, controlId: control.id, devices };
    gateway.report({ acknowledgements: [answer] });
    others.report({ acknowledgements: [answer] });
    await Promise.all([world.service.tick(), other.service.tick()]);
    const { data } = await other.call("getControlDelivery", {
      params: { control_id: control.id },
    });
    expect(data.devices).toMatchObject({ addressed: 1, executed: 1 });
    await other.close();
  });

  it("a control accepted while another instance dispatches is dispatched without waiting a minute", async () => {
    await household(world);
    const other = await HeldElsewhere.take(world.databaseUrl, "dispatch");
    const before = gateway.asked;
    await controlZone(at("10:30:00"));
    await expect.poll(() => gateway.asked).toBeGreaterThan(before);
    expect(gateway.told).toHaveLength(0);
    await other.release();
    await expect.poll(() => gateway.told).toHaveLength(1);
  });
});
