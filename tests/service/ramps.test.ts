import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reading } from "../../service/gateway/gateway.ts";
import { openScripted, type ScriptedGateway } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const MINUTE_MS = 60_000;
/** 12:00:30 in Amsterdam on a Monday in June. */
const START = "2026-06-15T10:00:30Z";
const START_MS = Date.parse("2026-06-15T10:00:00Z");
const momentAt = (minute: number) => new Date(START_MS + minute * MINUTE_MS).toISOString();
const FREE_KW = 4;
/** Share of the way to a new setpoint that the panels have covered in the minutes after it. */
const RAMP = [0.25, 0.75];

describe("how fast devices reach a setpoint", () => {
  let world: World;
  let gateway: ScriptedGateway;
  let home: Awaited<ReturnType<typeof household>>;
  let groupId: string;
  beforeEach(async () => {
    ({ world, gateway } = await openScripted(START));
    groupId = (await group(world)).id;
    home = await household(world, { groupId });
    gateway.answers(home.location.id, [home.inverter.id]);
  });
  afterEach(() => world.close());

  /** Reports minutes in which the panels have an off setpoint from `offMinute` until `onMinute`. */
  const report = (from: number, to: number, [offMinute = to, onMinute = to] = [to, to]) => {
    const powerAt = (minute: number) => {
      if (minute < offMinute) return FREE_KW;
      if (minute < onMinute) return FREE_KW * (1 - (RAMP[minute - offMinute] ?? 1));
      return FREE_KW * (RAMP[minute - onMinute] ?? 1);
    };
    const readings = Array.from({ length: to - from }, (_, i): Reading => {
      const pvKw = powerAt(from + i);
      return {
        locationId: home.location.id,
        fromMs: START_MS + (from + i) * MINUTE_MS,
        toMs: START_MS + (from + i + 1) * MINUTE_MS,
        injectionKw: pvKw - 1,
        devices: [{ deviceId: home.inverter.id, powerKw: pvKw, stateOfCharge: null }],
      };
    });
    gateway.report({ readings });
  };
  const issue = async (from: number, to: number) => {
    const body = {
      type: "MAX_CONSUMPTION" as const,
      time_from: momentAt(from),
      time_to: momentAt(to),
    };
    const params = { bidding_zone_id: "NL" };
    await world.call("controlBiddingZone", { params, body });
    await world.service.tick();
  };
  /** The expected change of a control of these minutes, averaged over them, in kW. */
  const expectedKw = async (from: number, to: number) => {
    const body = {
      type: "MAX_CONSUMPTION" as const,
      time_from: momentAt(from),
      time_to: momentAt(to),
    };
    const params = { bidding_zone_id: "NL" };
    const { data } = await world.call("previewBiddingZoneControl", { params, body });
    return data.results[0]!.delta;
  };

  it.each([
    ["within a quarter-hour", 18],
    ["at its first minute", 15],
    ["in its last minutes", 28],
  ])("is learned from a control that starts %s, and short ones promise less", async (_, start) => {
    await world.liveUntil(momentAt(14.5));
    report(0, 15);
    expect((await expectedKw(62, 64)) / (await expectedKw(62, 67))).toBeCloseTo(1, 2);
    await issue(start, 40);
    await world.liveUntil(momentAt(15.5));
    report(15, 60, [start, 40]);
    await world.liveUntil(momentAt(60.5));
    const sum = RAMP[0]! + RAMP[1]!;
    const [ofTwo, ofFive] = [sum / 2, (sum + 3) / 5];
    const share = (await expectedKw(62, 64)) / (await expectedKw(62, 67));
    expect(share).toBeCloseTo(ofTwo / ofFive, 2);
  });

  it("is not learned from devices that do not follow", async () => {
    await issue(3, 15);
    report(0, 30);
    await world.liveUntil(momentAt(30.5));
    expect((await expectedKw(32, 34)) / (await expectedKw(32, 37))).toBeCloseTo(1, 2);
  });
});
