import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openScripted, ScriptedGateway } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
/** The advisory lock under which one instance at a time dispatches. */
const TELLING = 4_829_303;

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
    expect(gateway.told.length - 1 + others.told.length).toBe(3);
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
    const other = new pg.Client(world.databaseUrl);
    await other.connect();
    await other.query("select pg_advisory_lock($1)", [TELLING]);
    const before = gateway.asked;
    await controlZone(at("10:30:00"));
    const hasTried = async () => {
      const { rows } = await other.query(
        "select count(*)::int as n from pg_locks where not granted and objid = $1",
        [TELLING],
      );
      return gateway.asked > before || rows[0].n > 0;
    };
    await expect.poll(hasTried).toBe(true);
    await other.query("select pg_advisory_unlock($1)", [TELLING]);
    await other.end();
    await expect.poll(() => gateway.told).toHaveLength(1);
  });
});
