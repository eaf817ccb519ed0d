import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BodyInput } from "../../../lib/contract/index.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const at = (time: string) => `2026-06-15T${time}:00Z`;
const now = (time: string) => `2026-06-15T${time}:30Z`;
const EARLY = { time_from: at("10:30"), time_to: at("11:00") };
const LATE = { time_from: at("10:45"), time_to: at("11:15") };
type Window = Pick<BodyInput<"controlGroup">, "time_from" | "time_to">;

let world: World;
let utrecht: string;
let drenthe: string;
let inUtrecht: string;
let inDrenthe: string;
beforeEach(async () => {
  world = await World.open(now("10:00"));
  utrecht = (await group(world)).id;
  drenthe = (await group(world, "Drenthe")).id;
  inUtrecht = (await household(world, { groupId: utrecht })).customer.id;
  const other = { email: "drenthe@example.org", groupId: drenthe };
  inDrenthe = (await household(world, other)).customer.id;
});
afterEach(() => world.close());

const inZone = async (window: Window) =>
  (
    await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "ZERO_EXPORT", ...window },
    })
  ).data.id;
const inGroup = async (group_id: string, window: Window) =>
  (
    await world.call("controlGroup", {
      params: { group_id },
      body: { type: "MAX_CONSUMPTION", ...window },
    })
  ).data.id;
const cancel = async (control_id: string) =>
  (await world.call("cancelControl", { params: { control_id }, body: {} })).data;

/** Which controls are superseded, reported alike by each control and by the list. */
const superseded = async () => {
  const { data } = await world.call("listControlSummaries");
  const inList = data.data.filter((one) => one.superseded).map((one) => one.id);
  const alone: string[] = [];
  for (const { id } of data.data) {
    const one = await world.call("getControl", { params: { control_id: id } });
    if (one.data.superseded) alone.push(id);
  }
  expect(inList).toEqual(alone);
  return inList;
};

/** Which of the controls that touched a customer are superseded there. */
const supersededOf = async (customer_id: string) => {
  const { data } = await world.call("listCustomerControls", { params: { customer_id } });
  return data.data.filter((one) => one.superseded).map((one) => one.control_id);
};

describe("a control is superseded", () => {
  it("by a newer one of a group within its zone, and of a zone around its group", async () => {
    const zone = await inZone(EARLY);
    expect(await superseded()).toEqual([]);
    const ofGroup = await inGroup(utrecht, LATE);
    expect(await superseded()).toEqual([zone]);
    await inZone({ time_from: at("11:00"), time_to: at("11:30") });
    expect(await superseded()).toEqual([ofGroup, zone]);
  });

  it("for customers whose locations the newer one affected, and for nobody else", async () => {
    const zone = await inZone(EARLY);
    const ofGroup = await inGroup(utrecht, LATE);
    expect(await supersededOf(inUtrecht)).toEqual([zone]);
    expect(await supersededOf(inDrenthe)).toEqual([]);
    await cancel(ofGroup);
    expect(await supersededOf(inUtrecht)).toEqual([]);
  });

  it("only at shared locations, whatever time they share", async () => {
    await inGroup(utrecht, EARLY);
    await inGroup(drenthe, EARLY);
    expect(await superseded()).toEqual([]);
  });

  it("only in shared minutes, whatever locations they share", async () => {
    await inZone(EARLY);
    await inGroup(utrecht, { time_from: at("11:00"), time_to: at("11:30") });
    await inGroup(utrecht, { time_from: at("10:15"), time_to: at("10:30") });
    expect(await superseded()).toEqual([]);
  });

  it("not by one at locations without controllable devices", async () => {
    const silent = (await group(world, "Silent")).id;
    await household(world, { email: "s@example.org", groupId: silent, controllable: false });
    await inZone(EARLY);
    await inGroup(silent, LATE);
    expect(await superseded()).toEqual([]);
  });

  it("never by an older one", async () => {
    const older = await inGroup(utrecht, LATE);
    await inZone(EARLY);
    expect(await superseded()).toEqual([older]);
  });
});

describe("when the newer control is cancelled", () => {
  it("before it took over, the older one is complete again", async () => {
    const older = await inZone(EARLY);
    const newer = await inGroup(utrecht, LATE);
    expect(await superseded()).toEqual([older]);
    await world.liveUntil(now("10:43"));
    await cancel(newer);
    expect(await superseded()).toEqual([]);
  });

  it("after it took over, the older one stays superseded", async () => {
    const older = await inZone(EARLY);
    const newer = await inGroup(utrecht, LATE);
    await world.liveUntil(now("10:46"));
    await cancel(newer);
    expect(await superseded()).toEqual([older]);
    await world.liveUntil(now("11:01"));
    expect(await superseded()).toEqual([older]);
  });

  it("the older one stays superseded while a third control overrides it", async () => {
    const older = await inZone(EARLY);
    const newer = await inGroup(utrecht, LATE);
    const third = await inGroup(drenthe, LATE);
    await cancel(newer);
    expect(await superseded()).toEqual([older]);
    await cancel(third);
    expect(await superseded()).toEqual([]);
  });
});

describe("when the older control is cancelled before the newer one takes over", () => {
  it("it lost no minute", async () => {
    const older = await inZone(EARLY);
    await inGroup(utrecht, LATE);
    await world.liveUntil(now("10:40"));
    await cancel(older);
    expect(await superseded()).toEqual([]);
  });
});
