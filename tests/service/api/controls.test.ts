import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transports, World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

/** A Monday in June; 11:58:30 in Amsterdam, where the sun is high. */
const NOON = "2026-06-15T09:58:30Z";
const NL = { bidding_zone_id: "NL" };

describe.each(transports)("controls, %s", (transport) => {
  let world: World;
  let utrecht: Awaited<ReturnType<typeof group>>;
  let home: Awaited<ReturnType<typeof household>>;
  beforeAll(async () => {
    world = await World.open(NOON, { transport });
    utrecht = await group(world);
    home = await household(world, { groupId: utrecht.id });
    await household(world, { email: "fixed@example.org", controllable: false });
  });
  afterAll(() => world.close());

  it("controlBiddingZone starts in the current minute and ends with the current quarter", async () => {
    const { status, data } = await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "MAX_CONSUMPTION" },
    });
    expect(status).toBe(200);
    expect(data.id).toMatch(/^ctrl_/);
    expect(data.time_from).toBe("2026-06-15T09:58:00.000Z");
    expect(data.time_to).toBe("2026-06-15T10:00:00.000Z");
    expect(data.results.map((result) => result.isp)).toEqual([48]);
  });

  it("controlGroup answers with the same shape and no other fields", async () => {
    const { data } = await world.call("controlGroup", {
      params: { group_id: utrecht.id },
      body: { type: "ZERO_EXPORT", time_from: "", time_to: null },
    });
    const response = await world.post(`/v1/groups/${utrecht.id}/control`, { type: "ZERO_EXPORT" });
    expect(Object.keys(await response.json()).sort()).toEqual(Object.keys(data).sort());
    expect(Object.keys(data).sort()).toEqual(
      ["created_at", "id", "results", "time_from", "time_to", "type"].sort(),
    );
  });

  it("rounds both ends up to the next full minute and splits at quarter-hours", async () => {
    const { data } = await world.call("controlGroup", {
      params: { group_id: utrecht.id },
      body: {
        type: "MAX_CONSUMPTION",
        time_from: "2026-06-15T12:09:01+02:00",
        time_to: "2026-06-15T10:31:00",
      },
    });
    expect(
      data.results.map((r) => [r.time_from.slice(11, 16), r.time_to.slice(11, 16), r.isp]),
    ).toEqual([
      ["10:10", "10:15", 49],
      ["10:15", "10:30", 50],
      ["10:30", "10:31", 51],
    ]);
    expect(data.time_from).toBe("2026-06-15T10:10:00.000Z");
  });

  it("lowers injection with MAX_CONSUMPTION by the panels' forecast", async () => {
    const { data: preview } = await world.call("previewGroupControl", {
      params: { group_id: utrecht.id },
      body: { type: "MAX_CONSUMPTION", time_from: "2026-06-16T10:00:00Z" },
    });
    const [effect] = preview.results;
    expect(effect!.before).toBeGreaterThan(1);
    expect(effect!.after).toBeCloseTo(0, 6);
    expect(effect!.delta).toBeCloseTo(effect!.after - effect!.before, 6);
    expect(preview).toMatchObject({ locations: 1, devices: 1, unsupported: 0, overlapping: 0 });
  });

  it("counts locations without a controllable device as unsupported and leaves them unchanged", async () => {
    const { data } = await world.call("previewBiddingZoneControl", {
      params: NL,
      body: { type: "MAX_CONSUMPTION", time_from: "2026-06-16T10:00:00Z" },
    });
    const { data: alone } = await world.call("previewGroupControl", {
      params: { group_id: utrecht.id },
      body: { type: "MAX_CONSUMPTION", time_from: "2026-06-16T10:00:00Z" },
    });
    expect(data).toMatchObject({ locations: 1, unsupported: 1 });
    expect(data.results[0]!.delta).toBeCloseTo(alone.results[0]!.delta, 2);
    expect(data.results[0]!.after).toBeGreaterThan(1);
  });

  it("uses the current plan as baseline, so that overlapping deltas add up", async () => {
    const order = { time_from: "2026-06-17T10:00:00Z", time_to: "2026-06-17T10:30:00Z" };
    const params = { group_id: utrecht.id };
    const first = await world.call("controlGroup", {
      params,
      body: { type: "ZERO_EXPORT", ...order },
    });
    const second = await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "MAX_PRODUCTION", ...order },
    });
    const { data: own } = await world.call("listLocationControls", {
      params: { location_id: home.location.id },
    });
    const [newer, older] = own.data;
    expect(newer!.control_id).toBe(second.data.id);
    expect(newer!.results[0]!.before).toBeCloseTo(older!.results[0]!.after, 3);
    expect(first.data.results[0]!.delta).toBeLessThan(-1);
    expect(newer!.results[0]!.delta + older!.results[0]!.delta).toBeCloseTo(
      newer!.results[0]!.after - older!.results[0]!.before,
      3,
    );
  });

  it("previews exactly the control's later effect, and records nothing", async () => {
    const params = { group_id: utrecht.id };
    const body = { type: "MAX_CONSUMPTION", time_from: "2026-06-18T09:07:00Z" } as const;
    const before = await world.call("listControls");
    const preview = await world.call("previewGroupControl", { params, body });
    const after = await world.call("listControls");
    expect(after.headers.get("x-total-count")).toBe(before.headers.get("x-total-count"));
    const control = await world.call("controlGroup", { params, body });
    expect(control.data.results).toEqual(preview.data.results);
    const again = await world.call("previewGroupControl", { params, body });
    expect(again.data.overlapping).toBe(1);
    expect(again.data.results.every((result) => result.delta === 0)).toBe(true);
  });

  it("returns a control with what it was issued for", async () => {
    const issued = await world.call("controlGroup", {
      params: { group_id: utrecht.id },
      body: { type: "ZERO_EXPORT", time_from: "2026-06-19T10:00:00Z" },
    });
    const { data } = await world.call("getControl", { params: { control_id: issued.data.id } });
    expect(data).toMatchObject({
      ...issued.data,
      target: { kind: "group", id: utrecht.id, name: "Utrecht" },
      state: "scheduled",
      locations: 1,
    });
    const listed = await world.call("listControlSummaries", {
      query: { state: "scheduled", group_id: utrecht.id },
    });
    expect(listed.data.data[0]).toMatchObject({ id: issued.data.id, energy_kwh: data.energy_kwh });
    expect((await world.call("getControl", { params: { control_id: "ctrl_x" } })).status).toBe(404);
  });

  it.each([
    [{}, "#/type"],
    [{ type: "OFF" }, "#/type"],
    [{ type: "ZERO_EXPORT", time_form: "2026-06-16T10:00:00Z" }, "#/time_form"],
    [{ type: "ZERO_EXPORT", time_from: "tomorrow" }, "#/time_from"],
    [{ type: "ZERO_EXPORT", time_from: "2026-02-30T10:00:00Z" }, "#/time_from"],
    [{ type: "ZERO_EXPORT", time_from: "2026-06-15T09:57:00Z" }, "#/time_from"],
    [{ type: "ZERO_EXPORT", time_from: "2026-06-23T10:00:00Z" }, "#/time_from"],
    [{ type: "ZERO_EXPORT", time_to: "2026-06-15T09:57:00Z" }, "#/time_to"],
    [{ type: "ZERO_EXPORT", time_to: "2026-06-16T10:00:00Z" }, "#/time_to"],
    [[], "#"],
    [null, "#"],
  ])("refuses %j, names %s and records nothing", async (body, pointer) => {
    const before = await world.call("listControls");
    const response = await world.post("/v1/bidding-zones/NL/control", body);
    const refusal = await response.json();
    expect(response.status).toBe(422);
    expect(refusal.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    const after = await world.call("listControls");
    expect(after.headers.get("x-total-count")).toBe(before.headers.get("x-total-count"));
  });

  it("answers 404 for an unknown zone or group", async () => {
    const body = { type: "ZERO_EXPORT" } as const;
    const zone = await world.call("controlBiddingZone", {
      params: { bidding_zone_id: "nl" },
      body,
    });
    expect(zone.problem.status).toBe(404);
    const other = await world.call("controlGroup", { params: { group_id: "grp_%00 é/" }, body });
    expect(other.problem).toMatchObject({ status: 404, type: "urn:curtail:problem:not-found" });
  });
});

describe("many simultaneous controls", () => {
  it("are accepted one after another, while reads continue", async () => {
    const world = await World.open(NOON, { transport: "over HTTP" });
    const utrecht = await group(world);
    await household(world, { groupId: utrecht.id });
    const body = { type: "MAX_CONSUMPTION", time_from: "2026-06-16T10:00:00Z" } as const;
    const issue = () => world.call("controlGroup", { params: { group_id: utrecht.id }, body });
    const issued = Array.from({ length: 60 }, issue);
    const reads = Array.from({ length: 20 }, () => world.call("listGroups"));
    expect((await Promise.all(reads)).every((answer) => answer.status === 200)).toBe(true);
    const answers = await Promise.all(issued);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const deltas = answers.map((answer) => answer.data.results[0]!.delta);
    expect(deltas.filter((delta) => delta !== 0)).toHaveLength(1);
    await world.close();
  });

  it("beyond the queue are refused with 429 and not recorded", async () => {
    const world = await World.open(NOON);
    const utrecht = await group(world);
    const params = { group_id: utrecht.id };
    const answers = await Promise.all(
      Array.from({ length: 130 }, () =>
        world.call("controlGroup", { params, body: { type: "ZERO_EXPORT" } }),
      ),
    );
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.headers.get("retry-after")).toBe("1");
    const { headers } = await world.call("listControls");
    expect(headers.get("x-total-count")).toBe(String(130 - refused.length));
    await world.close();
  });
});

describe("listControls", () => {
  it("pages newest first, ten per page, and is stable along Link while new ones arrive", async () => {
    const world = await World.open(NOON);
    const utrecht = await group(world);
    const issue = () =>
      world.call("controlGroup", {
        params: { group_id: utrecht.id },
        body: { type: "ZERO_EXPORT" },
      });
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.unshift((await issue()).data.id);
    const first = await world.call("listControls");
    expect(first.data.data.map((control) => control.id)).toEqual(ids.slice(0, 10));
    expect(first.headers.get("x-total-count")).toBe("12");
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link")!)![1]!;
    await issue();
    const second = await (await world.request(next)).json();
    expect(second.data.map((control: { id: string }) => control.id)).toEqual(ids.slice(10));
    const unknown = await world.call("listControls", { query: { as_of: "ctrl_none" } });
    expect(unknown.problem.errors).toEqual([
      { pointer: "query/as_of", detail: "must be the id of a control" },
    ]);
    const extra = Array.from({ length: 200 }, (_, i) => `extra${i}=1`).join("&");
    const repeated = await world.request(`/v1/controls?page_size=5&${extra}`);
    expect(repeated.headers.get("link")).not.toContain("extra");
    expect(repeated.headers.get("link")).toContain("page_size=5");
    const beyond = await world.call("listControls", { query: { page: 99 } });
    expect(beyond.data.data).toEqual([]);
    await world.close();
  });

  it.each([
    "page=-1",
    "page_size=0",
    "page_size=101",
    "page=1.5",
    "page=x",
    "page=",
    "page=1&page=2",
  ])("refuses ?%s with 422", async (query) => {
    const world = await World.open(NOON);
    const response = await world.request(`/v1/controls?${query}`);
    expect(response.status).toBe(422);
    const { errors } = await response.json();
    expect(errors[0].detail).toMatch(/^must be (a whole number|0 or more|1 or more|100 or less)$/);
    await world.close();
  });
});
