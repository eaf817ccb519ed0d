import { afterEach, describe, expect, it } from "vitest";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const NOON = "2026-06-15T10:00:30Z";
const order = { type: "MAX_CONSUMPTION", time_to: "2026-06-15T10:30:00Z" } as const;

const worlds: World[] = [];
const open = async (settings: Record<string, string>, databaseUrl?: string) => {
  const world = await World.open(NOON, { settings, ...(databaseUrl && { databaseUrl }) });
  worlds.push(world);
  return world;
};
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});
const issueZone = (world: World, headers: Record<string, string> = {}) =>
  world.call("controlBiddingZone", { params: NL, body: order, headers });
const recorded = async (world: World) =>
  Number((await world.call("listControls")).headers.get("x-total-count"));

describe("controls of a whole zone", () => {
  it("with a limit of three an hour are exactly three, of fifty at once at two instances", async () => {
    const settings = { CONTROL_ZONE_PER_HOUR: "3" };
    const world = await open(settings);
    await household(world);
    const other = await open(settings, world.databaseUrl);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => issueZone(i % 2 ? world : other)),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(accepted).toHaveLength(3);
    expect(new Set(refused.map(({ problem }) => problem.code))).toEqual(new Set(["zone-limit"]));
    expect(await recorded(world)).toBe(3);
  });

  it("beyond the limit are refused with the count and the time of the next one", async () => {
    const world = await open({ CONTROL_ZONE_PER_HOUR: "1" });
    await issueZone(world);
    world.setClock("2026-06-15T10:20:30Z");
    const refused = await issueZone(world);
    expect(refused.status).toBe(409);
    expect(refused.headers.get("retry-after")).toBe("2400");
    expect(refused.problem.errors).toEqual([
      expect.objectContaining({
        code: "zone-per-hour",
        values: { limit: 1, requested: 2, from: "2026-06-15T11:00:30.000Z" },
      }),
    ]);
    world.setClock("2026-06-15T11:00:30Z");
    const body = { type: "ZERO_EXPORT" } as const;
    expect((await world.call("controlBiddingZone", { params: NL, body })).status).toBe(200);
  });

  it("count even when cancelled; those of groups do not, and a retry counts once", async () => {
    const world = await open({ CONTROL_ZONE_PER_HOUR: "1" });
    const utrecht = await group(world);
    await household(world, { groupId: utrecht.id });
    const params = { group_id: utrecht.id };
    expect((await world.call("controlGroup", { params, body: order })).status).toBe(200);
    const first = await issueZone(world, { "Idempotency-Key": "one" });
    await world.call("cancelControl", { params: { control_id: first.data.id }, body: {} });
    expect((await issueZone(world)).problem.code).toBe("zone-limit");
    expect((await issueZone(world, { "Idempotency-Key": "one" })).data).toEqual(first.data);
    expect((await world.call("controlGroup", { params, body: order })).status).toBe(200);
  });
});

describe("the maximum window", () => {
  const ways = ["controlBiddingZone", "requestBiddingZoneControl", "previewBiddingZoneControl"];
  it.each([
    ["CONTROL_MAX_HOURS", { time_to: "2026-06-15T12:30:00Z" }, "window-too-long"],
    [
      "CONTROL_AHEAD_HOURS",
      { time_from: "2026-06-15T11:30:00Z", time_to: "2026-06-15T12:30:00Z" },
      "window-too-far-ahead",
    ],
  ])("is that of %s, for every way to request it", async (name, window, code) => {
    const world = await open({ [name]: "2" });
    await household(world);
    for (const way of ways as "controlBiddingZone"[]) {
      const body = { ...order, ...window };
      const { status, problem } = await world.call(way, { params: NL, body });
      expect([status, problem.errors]).toEqual([
        422,
        [expect.objectContaining({ pointer: "#/time_to", code, values: { hours: 2 } })],
      ]);
    }
    expect(await recorded(world)).toBe(0);
  });
});

describe("the maximum change", () => {
  it("in kW is refused above its limit, with the limit, the requested value and the alternative", async () => {
    const world = await open({ CONTROL_MAX_KW: "0.5" });
    await household(world);
    const refused = await issueZone(world);
    expect(refused.status).toBe(409);
    expect(refused.problem.code).toBe("approval-needed");
    expect(refused.problem.detail).toContain("/request");
    const [error] = refused.problem.errors!;
    expect(error).toMatchObject({ pointer: "#", code: "over-max-kw", values: { limit: 0.5 } });
    expect(error!.values!.requested).toBeGreaterThan(1);
    expect(await recorded(world)).toBe(0);
  });

  it("in percent refers to the rated power of the whole zone, also for a group", async () => {
    const world = await open({ CONTROL_MAX_SHARE: "30" });
    const utrecht = await group(world);
    await household(world, { groupId: utrecht.id });
    const params = { group_id: utrecht.id };
    const alone = await world.call("previewGroupControl", { params, body: order });
    expect(alone.data.approval!.map(({ code }) => code)).toEqual(["over-max-share"]);
    for (const email of ["b@example.org", "c@example.org", "d@example.org"])
      await household(world, { email });
    const among = await world.call("previewGroupControl", { params, body: order });
    expect(among.data.approval).toEqual([]);
    expect((await world.call("controlGroup", { params, body: order })).status).toBe(200);
  });

  describe("a change split over groups", () => {
    const ANNA = { "Control-Actor": "anna@example.org" };
    const BEN = { "Control-Actor": "ben@example.org" };
    /** Two groups alike, of which either is within the limit, and both are not. */
    async function openSplit() {
      const before = await open({});
      const groups = await Promise.all(["Utrecht", "Zeist"].map((name) => group(before, name)));
      for (const { id, name } of groups)
        await household(before, { groupId: id, email: `${name}@example.org` });
      const params = groups.map(({ id }) => ({ group_id: id }));
      const { data } = await before.call("previewGroupControl", {
        params: params[0]!,
        body: order,
      });
      const kw = Math.max(...data.results.map(({ delta }) => Math.abs(delta)));
      const settings = { CONTROL_MAX_KW: String(kw * 1.5) };
      const [world, other] = [0, 1].map(() => open(settings, before.databaseUrl));
      return { world: await world!, other: await other!, params, kw };
    }

    it("counts together with other unapproved controls, also if both are simultaneous", async () => {
      const { world, other, params, kw } = await openSplit();
      const [first, second] = await Promise.all(
        [world, other].map((one, i) =>
          one.call("controlGroup", { params: params[i]!, body: order }),
        ),
      );
      const left = first!.status === 200 ? 1 : 0;
      const refused = left === 1 ? second! : first!;
      expect((left === 1 ? first : second)!.status).toBe(200);
      expect([refused.status, refused.problem.code]).toEqual([409, "approval-needed"]);
      const [error] = refused.problem.errors!;
      expect(error!.code).toBe("over-max-kw-together");
      expect(error!.values!.requested).toBeCloseTo(kw * 2, 0);
      const asked = { params: params[left]!, body: order };
      const preview = await world.call("previewGroupControl", asked);
      expect(preview.data.approval!.map(({ code }) => code)).toEqual(["over-max-kw-together"]);
      const { data } = await world.call("requestGroupControl", { ...asked, headers: ANNA });
      const approval = { params: { request_id: data.id }, body: {}, headers: BEN };
      expect((await world.call("approveControlRequest", approval)).status).toBe(200);
    });

    it("excludes controls approved by another person", async () => {
      const { world, params } = await openSplit();
      const asked = { params: params[0]!, body: order, headers: ANNA };
      const { data } = await world.call("requestGroupControl", asked);
      const approval = { params: { request_id: data.id }, body: {}, headers: BEN };
      expect((await world.call("approveControlRequest", approval)).status).toBe(200);
      const second = { params: params[1]!, body: order };
      expect((await world.call("controlGroup", second)).status).toBe(200);
    });

    it("excludes other minutes and cancelled controls", async () => {
      const { world, params } = await openSplit();
      const control = (i: number, window: object = {}) =>
        world.call("controlGroup", { params: params[i]!, body: { ...order, ...window } });
      const { data: first } = await control(0);
      const later = { time_from: order.time_to, time_to: "2026-06-15T10:45:00Z" };
      expect((await control(1, later)).status).toBe(200);
      expect((await control(1)).status).toBe(409);
      await world.call("cancelControl", { params: { control_id: first.id }, body: {} });
      const afterwards = { time_from: "2026-06-15T10:02:00Z" };
      expect((await control(1, afterwards)).status).toBe(200);
    });
  });

  it("is reported by the preview like by the refusal", async () => {
    const world = await open({ CONTROL_MAX_KW: "0.5", CONTROL_APPROVAL: "zone" });
    await household(world);
    const { data } = await world.call("previewBiddingZoneControl", { params: NL, body: order });
    const { problem } = await issueZone(world);
    expect(problem.errors).toEqual(data.approval!.map((one) => ({ pointer: "#", ...one })));
    expect(data.approval!.map(({ code }) => code)).toEqual(["over-max-kw", "zone-wide"]);
  });
});

it("without configured limits nothing is limited", async () => {
  const world = await open({});
  await household(world);
  const answers = await Promise.all(Array.from({ length: 12 }, () => issueZone(world)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});
