import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NL, recordDayAhead, setTerms } from "../../support/rule-world.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const at = (time: string) => `2026-06-15T${time}:00Z`;

let world: World;
let params: { group_id: string };
beforeEach(async () => {
  world = await World.open("2026-06-15T10:00:30Z");
  params = { group_id: (await group(world)).id };
  await household(world, { groupId: params.group_id });
  await household(world, { email: "other@example.org", groupId: params.group_id });
});
afterEach(() => world.close());

describe("the value of a control that is not issued yet", () => {
  it("is what is expected of it once it is issued, and is not recorded", async () => {
    await setTerms(world, params.group_id);
    await recordDayAhead(world, at("10:00"), at("11:00"), -41);
    const body = { type: "ZERO_EXPORT", time_to: at("10:43") } as const;
    const ofZone = await world.call("previewBiddingZoneControlValue", { params: NL, body });
    const ofGroup = await world.call("previewGroupControlValue", { params, body });
    expect((await world.call("listControls")).data.data).toEqual([]);
    const { data: control } = await world.call("controlBiddingZone", { params: NL, body });
    const issued = { control_id: control.id };
    const { revisions } = (await world.call("getControlValue", { params: issued })).data;
    expect(revisions[0]!.basis).toBe("expected");
    expect(revisions[0]!.customers.eur).not.toBeNull();
    expect(ofZone.data).toEqual(revisions[0]);
    expect(ofGroup.data).toEqual(revisions[0]);
  });

  it("has no euros where terms and prices are missing", async () => {
    const body = { type: "ZERO_EXPORT", time_to: at("10:30") } as const;
    const { data } = await world.call("previewBiddingZoneControlValue", { params: NL, body });
    expect([data.supplier.eur, data.customers.eur]).toEqual([null, null]);
    expect(data.volume_kwh).toBeGreaterThan(0);
    expect(data.missing).toContainEqual(expect.objectContaining({ what: "terms", count: 2 }));
  });

  it("is refused for a window in the past", async () => {
    const body = { type: "ZERO_EXPORT", time_to: at("09:30") } as const;
    const refused = await world.call("previewGroupControlValue", { params, body });
    expect([refused.status, refused.problem!.errors![0]!.pointer]).toEqual([422, "#/time_to"]);
  });
});
