import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reports } from "../../service/gateway/gateway.ts";
import { WaitingReports } from "../../service/gateway/mqtt/message-buffer.ts";
import { openScripted, type ScriptedGateway } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
const ms = (time: string) => Date.parse(at(time));
const NUL = "\u0000";
const HALF = "a\ud800b";
type Home = Awaited<ReturnType<typeof household>>;

/** Values that no database can store, reported by devices of an existing location. */
const refusals: [string, (home: Home, controlId: string) => Partial<Reports>][] = [
  ["an answer to a control whose id holds NUL", (home) => answered(home, `x${NUL}`)],
  ["an answer with NUL in its detail", (home, id) => answered(home, id, `a${NUL}b`)],
  ["an answer with half a character in its detail", (home, id) => answered(home, id, HALF)],
  ["presence of a location named NUL", () => ({ presence: [present(NUL)] })],
  ["presence of the year 275760", (home) => ({ presence: [present(home.location.id, 8.64e15)] })],
  ["a measurement of a location named NUL", () => ({ readings: [measured(NUL, "10:00:00")] })],
];

const answered = ({ location, inverter }: Home, controlId: string, detail?: string) => ({
  acknowledgements: [
    {
      locationId: location.id,
      controlId,
      devices: [{ deviceId: inverter.id, outcome: "executed" as const, ...(detail && { detail }) }],
    },
  ],
});
const present = (locationId: string, atMs = ms("10:01:00")) => ({ locationId, online: true, atMs });
const measured = (locationId: string, from: string) => ({
  locationId,
  fromMs: ms(from),
  toMs: ms(from) + 60_000,
  injectionKw: 2,
  devices: [],
});

describe("a report that cannot be stored", () => {
  let world: World;
  let gateway: ScriptedGateway;
  beforeEach(async () => {
    ({ world, gateway } = await openScripted(START));
  });
  afterEach(() => world.close());

  const controlled = async () =>
    (
      await world.call("controlBiddingZone", {
        params: NL,
        body: { type: "ZERO_EXPORT", time_to: at("10:30:00") },
      })
    ).data.id;
  const connected = async () => {
    const client = new pg.Client(world.databaseUrl);
    await client.connect();
    const { rows } = await client.query("select location_id from connections");
    await client.end();
    return rows.map((row) => row.location_id as string);
  };

  it.each(refusals)("blocks no other report: %s", async (_, refused) => {
    const faulty = await household(world);
    const sound = await household(world, { email: "sound@example.org" });
    const id = await controlled();
    await expect.poll(() => gateway.told).toHaveLength(2);
    gateway.report(refused(faulty, id));
    gateway.report(answered(sound, id));
    const { location } = sound;
    gateway.report({
      readings: [measured(location.id, "10:00:00")],
      presence: [present(location.id)],
    });
    await world.liveUntil(at("10:01:30"));
    const { data: delivery } = await world.call("getControlDelivery", {
      params: { control_id: id },
    });
    expect(delivery.devices).toMatchObject({ addressed: 2, executed: 1 });
    const { data: status } = await world.call("getLocationStatus", {
      params: { location_id: location.id },
    });
    expect(status).toMatchObject({ actual: 2, measured_at: at("10:01:00").replace("Z", ".000Z") });
    expect(await connected()).toEqual([location.id]);
  });

  it("is dropped alone, and the others of its message count", async () => {
    const home = await household(world);
    const other = await household(world, { email: "other@example.org" });
    gateway.report({ presence: [present(home.location.id), present(NUL), present("loc_nowhere")] });
    gateway.report({ presence: [present(other.location.id)] });
    await world.liveUntil(at("10:01:30"));
    expect((await connected()).sort()).toEqual([home.location.id, other.location.id].sort());
  });

  it("stores no presence of an unknown location", async () => {
    gateway.report({ presence: [present("loc_nowhere")] });
    await world.liveUntil(at("10:01:30"));
    expect(await connected()).toEqual([]);
  });
});

describe("a connection with a report that cannot be stored", () => {
  it("is drained afterwards, and later messages are processed in the same minute", async () => {
    const waiting = new WaitingReports(() => {});
    const world = await World.open(START, {
      field: async () => ({
        dispatch: async () => new Set(),
        collect: (_fromMs, toMs, keep) => waiting.collect(toMs, keep),
        close: async () => {},
      }),
    });
    const home = await household(world);
    const [acknowledgement] = answered(home, `x${NUL}`).acknowledgements;
    waiting.add([{ kind: "acknowledgement", acknowledgement: acknowledgement! }]);
    waiting.add([{ kind: "presence", presence: present(NUL) }]);
    waiting.add([{ kind: "reading", reading: measured(home.location.id, "10:00:00") }]);
    await world.liveUntil(at("10:01:30"));
    expect(waiting.count).toBe(0);
    const { data } = await world.call("getLocationStatus", {
      params: { location_id: home.location.id },
    });
    expect(data.actual).toBe(2);
    await world.close();
  });
});
