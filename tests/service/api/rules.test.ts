import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRule } from "../../support/rule-world.ts";
import { World } from "../../support/service.ts";
import { group } from "../../support/site.ts";

let world: World;
let utrecht: string;
beforeEach(async () => {
  world = await World.open("2026-06-15T09:00:30Z");
  utrecht = (await group(world)).id;
});
afterEach(() => world.close());

describe("writing a rule", () => {
  const refused = async (body: object) => {
    const response = await world.post("/v1/rules", {
      name: "Rule",
      target: { kind: "group", id: utrecht },
      export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
      ...body,
    });
    const { errors } = (await response.json()) as { errors?: { pointer: string }[] };
    return [response.status, errors?.[0]?.pointer];
  };

  it("needs a threshold, a target that exists, and a direction that lowers injection", async () => {
    expect(await refused({ export_threshold: null })).toEqual([422, "#/export_threshold"]);
    const target = { kind: "group", id: "grp_none" };
    expect(await refused({ target })).toEqual([422, "#/target/id"]);
    const up = { below_eur_per_mwh: 0, type: "MAX_PRODUCTION" };
    expect((await refused({ export_threshold: up }))[0]).toBe(422);
    expect(await refused({ notice_minutes: 7 })).toEqual([422, "#/notice_minutes"]);
  });

  it("keeps one threshold at least when it is changed", async () => {
    const { id } = await createRule(world, utrecht);
    const params = { rule_id: id };
    const { problem } = await world.call("updateRule", {
      params,
      body: { export_threshold: null },
    });
    expect(problem.errors![0]!.pointer).toBe("#/export_threshold");
    const import_threshold = { below_eur_per_mwh: 0, type: "MAX_CONSUMPTION" } as const;
    const body = { export_threshold: null, import_threshold };
    const { data } = await world.call("updateRule", { params, body });
    expect(data).toMatchObject(body);
  });

  it("is switched off until it is asked for", async () => {
    const body = {
      name: "Rule",
      target: { kind: "group", id: utrecht } as const,
      export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" } as const,
    };
    expect((await world.call("createRule", { body })).data.enabled).toBe(false);
    const enabled = { ...body, enabled: true };
    expect((await world.call("createRule", { body: enabled })).data.enabled).toBe(true);
  });

  it("is idempotent", async () => {
    const body = {
      name: "Rule",
      target: { kind: "group", id: utrecht },
      export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
    };
    const ids = [];
    for (let i = 0; i < 2; i++) {
      const response = await world.post("/v1/rules", body, { "Idempotency-Key": "one" });
      ids.push(((await response.json()) as { id: string }).id);
    }
    expect(ids[0]).toBe(ids[1]);
    expect((await world.call("listRules")).data.data).toHaveLength(1);
  });
});
