import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expectErrorLog } from "../support/error-log.ts";
import { openScripted, type ScriptedGateway } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const BEFORE_THE_MINUTE_ENDS = "2026-06-15T10:00:59Z";
const IN_THE_NEXT_MINUTE = "2026-06-15T10:01:01Z";

let world: World;
let gateway: ScriptedGateway;
let onReport: () => Promise<void>;
let home: Awaited<ReturnType<typeof household>>;
beforeEach(async () => {
  ({ world, gateway, onReport } = await openScripted(BEFORE_THE_MINUTE_ENDS));
  home = await household(world);
});
afterEach(() => world.close());

/** Issues a control; once its setpoint is sent, and before that is recorded, it ends and a minute begins. */
async function endWhileSending(
  end: (controlId: string) => Promise<unknown>,
  { isRecorded }: { isRecorded: boolean },
): Promise<string> {
  const body = { type: "ZERO_EXPORT", time_to: "2026-06-15T11:00:00Z" } as const;
  let hasEnded = false;
  gateway.beforeNoted = async () => {
    gateway.beforeNoted = async () => {};
    const [control] = (await world.call("listControls")).data.data;
    await end(control!.id);
    world.setClock(IN_THE_NEXT_MINUTE);
    await onReport();
    hasEnded = true;
    if (!isRecorded) throw new Error("the instance was stopped");
  };
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await expect.poll(() => hasEnded).toBe(true);
  await world.service.tick();
  await world.liveUntil("2026-06-15T10:04:30Z");
  return data.id;
}

const cancel = (control_id: string) =>
  world.call("cancelControl", { params: { control_id }, body: {} });
const messages = () => gateway.toldTo(home.location.id).map(({ type }) => type);
const delivery = async (control_id: string) =>
  (await world.call("listControlDeliveries", { params: { control_id } })).data.data[0]!;

describe("a control whose setpoint was sent is released at the location", () => {
  it("that was sent while it was cancelled and its minute ended, and is listed as sent", async () => {
    const id = await endWhileSending(cancel, { isRecorded: true });
    expect(messages()).toEqual(["ZERO_EXPORT", "RELEASE"]);
    expect(await delivery(id)).toMatchObject({ state: "failed" });
    expect((await delivery(id)).dispatched_at).not.toBeNull();
  });

  it("also when nobody recorded that it was sent before it was cancelled", async () => {
    expectErrorLog(/the instance was stopped/);
    await endWhileSending(cancel, { isRecorded: false });
    expect(messages()).toEqual(["ZERO_EXPORT", "RELEASE"]);
  });

  it("also when nobody recorded that it was sent before the location was deleted", async () => {
    expectErrorLog(/the instance was stopped/);
    const params = { customer_id: home.customer.id };
    await endWhileSending(() => world.call("deleteCustomer", { params }), { isRecorded: false });
    expect(messages()).toEqual(["ZERO_EXPORT", "RELEASE"]);
  });
});

it("a control that was cancelled before it began is not released", async () => {
  const body = {
    type: "ZERO_EXPORT",
    time_from: "2026-06-15T10:03:00Z",
    time_to: "2026-06-15T11:00:00Z",
  } as const;
  const { data } = await world.call("controlBiddingZone", { params: NL, body });
  await cancel(data.id);
  await world.liveUntil("2026-06-15T10:06:30Z");
  expect(gateway.told).toEqual([]);
  expect(await delivery(data.id)).toMatchObject({ state: "not_dispatched", dispatched_at: null });
});
