import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BodyInput, ControlSummary, QueryInput } from "../../../lib/contract/index.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const at = (time: string) => `2026-06-15T${time}:00Z`;
type Query = QueryInput<"listControlSummaries">;

describe("the list of controls", () => {
  let world: World;
  /** The controls by the names this test has for them. */
  const ids: Record<string, string> = {};
  let home: Awaited<ReturnType<typeof household>>;

  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    const [noord, zuid] = [await group(world, "Wijk Noord"), await group(world, "wijk 50%_zuid")];
    home = await household(world, { groupId: noord.id });
    await household(world, { email: "zuid@example.org", groupId: zuid.id, city: "Amersfoort" });
    const issue = async (
      name: string,
      target: string | null,
      body: BodyInput<"controlGroup">,
      reason?: string,
    ) => {
      const headers: Record<string, string> = reason ? { "Control-Reason": reason } : {};
      const { data } = target
        ? await world.call("controlGroup", { params: { group_id: target }, body, headers })
        : await world.call("controlBiddingZone", {
            params: { bidding_zone_id: "NL" },
            body,
            headers,
          });
      ids[name] = data.id;
    };
    await issue("ended", noord.id, { type: "ZERO_EXPORT", time_to: at("10:10") }, "price");
    await issue("cancelled", null, { type: "MAX_CONSUMPTION", time_to: at("12:00") }, "grid");
    await world.call("cancelControl", { params: { control_id: ids.cancelled! }, body: {} });
    await issue("active", zuid.id, { type: "MAX_CONSUMPTION", time_to: at("11:00") });
    const later = { time_from: at("13:00"), time_to: at("14:00") };
    await issue("scheduled", noord.id, { type: "ZERO_EXPORT", ...later }, "test");
    world.setClock(at("10:20"));
  });
  afterAll(() => world.close());

  const list = async (query: Query): Promise<ControlSummary[]> =>
    (await world.call("listControlSummaries", { query: { page_size: 100, ...query } })).data.data;
  const names = async (query: Query) => {
    const byId = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return (await list(query)).map(({ id }) => byId.get(id));
  };

  it.each([
    ["WIJK", ["scheduled", "active", "ended"]],
    ["noord", ["scheduled", "ended"]],
    ["50%_zuid", ["active"]],
    ["%", ["active"]],
    ["nl", ["cancelled"]],
    ["price", ["ended"]],
    ["Kerklaan 1, De Bilt", ["scheduled", "active", "cancelled", "ended"]],
    ["KERKLAAN 1", ["scheduled", "active", "cancelled", "ended"]],
    ["amersf", ["active", "cancelled"]],
    ["laan 1", []],
    ["kerklaan_1", []],
    ["nothing like it", []],
  ])("is searched by %s, newest first", async (search, found) => {
    expect(await names({ search })).toEqual(found);
  });

  it("is searched by id: part of the control's or the group's, or the whole of a location's", async () => {
    expect(await names({ search: ids.active!.slice(-8).toUpperCase() })).toEqual(["active"]);
    const [{ target } = { target: { id: "" } }] = await list({ search: ids.ended! });
    expect(await names({ search: target.id })).toEqual(["scheduled", "ended"]);
    expect(await names({ search: home.location.id })).toEqual(["scheduled", "cancelled", "ended"]);
    expect(await names({ search: home.location.id.slice(0, -1) })).toEqual([]);
  });

  it("counts the matches, and combines all filters", async () => {
    const query = { search: "noord", type: "ZERO_EXPORT", state: "ended", reason: "price" };
    expect(await names(query)).toEqual(["ended"]);
    expect(await names({ ...query, reason: "none" })).toEqual([]);
    expect(await names({ reason: "none" })).toEqual(["active"]);
    const first = await world.call("listControlSummaries", {
      query: { search: "wijk", page_size: 1 },
    });
    expect(first.headers.get("x-total-count")).toBe("3");
    expect(first.headers.get("link")).toContain("search=wijk");
  });

  it.each([
    ["state", ["scheduled", "active", "ended", "cancelled"]],
    ["target", ["cancelled", "active", "ended", "scheduled"]],
    ["reason", ["cancelled", "ended", "scheduled", "active"]],
    ["-reason", ["active", "scheduled", "ended", "cancelled"]],
    ["-locations", ["cancelled", "scheduled", "active", "ended"]],
    ["time_from", ["ended", "cancelled", "active", "scheduled"]],
  ])("is sorted by %s, each page continuing the one before", async (sort, expected) => {
    const paged = [];
    for (let page = 0; page < 4; page++) paged.push(...(await names({ sort, page, page_size: 1 })));
    expect(paged).toEqual(expected);
  });

  it("is sorted by planned energy", async () => {
    const energies = (await list({ sort: "energy_kwh" })).map(({ energy_kwh }) => energy_kwh);
    expect(energies).toEqual([...energies].sort((a, b) => a - b));
    expect((await world.request("/v1/control-summaries?sort=results")).status).toBe(422);
  });
});
