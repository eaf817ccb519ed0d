import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { openService } from "../../service/service.ts";
import { openScripted, type ScriptedGateway } from "../support/scripted-gateway.ts";
import {
  createRule,
  NL,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../support/rule-world.ts";
import { KEY, type World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const START = "2026-06-15T09:00:30Z";
const TODAY = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
const NOON = ["2026-06-15T11:00:00Z", "2026-06-15T12:00:00Z"] as const;
/** An hour before noon, the notice of a rule if nothing else is given. */
const DUE = "2026-06-15T10:00:30Z";

let world: World;
let gateway: ScriptedGateway;
let utrecht: string;
const open = async (settings: Record<string, string> = {}) => {
  ({ world, gateway } = await openScripted(START, { settings }));
  utrecht = (await group(world)).id;
  const home = await household(world, { groupId: utrecht });
  gateway.answers(home.location.id, [home.inverter.id]);
  await world.service.tick();
  await setTerms(world, utrecht);
  await recordDayAhead(world, ...TODAY, 60, "2026-06-14T10:57:00Z");
  await recordSold(world, ...TODAY, 0);
};
const lowAtNoon = () => recordImbalance(world, ...NOON, { long: -41, short: -41 });
beforeEach(() => open());
afterEach(() => world.close());

const controls = async () => (await world.call("listControlSummaries")).data.data;
const requests = async () => (await world.call("listControlRequests")).data.data;
const decisions = async (rule_id: string) =>
  (await world.call("listRuleDecisions", { params: { rule_id }, query: { page_size: 100 } })).data
    .data;
const outcomes = async (rule_id: string) =>
  (await decisions(rule_id)).map(({ outcome, reasons }) => [outcome, ...reasons]).toReversed();
const runAt = async (time: string) => {
  world.setClock(time);
  await world.service.runRules();
};

describe("a rule that suggests", () => {
  it("records its advice once, with the prices known then, and issues nothing", async () => {
    await lowAtNoon();
    const rule = await createRule(world, utrecht);
    await runAt("2026-06-15T09:01:30Z");
    await runAt("2026-06-15T09:02:30Z");
    await runAt("2026-06-15T10:58:30Z");
    const [decision, ...others] = await decisions(rule.id);
    expect(others).toEqual([]);
    expect(decision).toMatchObject({
      outcome: "suggested",
      time: "2026-06-15T09:01:30.000Z",
      type: "ZERO_EXPORT",
      time_from: "2026-06-15T11:00:00.000Z",
      time_to: "2026-06-15T12:00:00.000Z",
      control_id: null,
    });
    expect(decision!.gain_eur).toBeGreaterThan(0);
    expect(decision!.intervals).toHaveLength(4);
    expect(decision!.intervals[0]).toMatchObject({
      market: "surplus",
      eur_per_mwh: -41,
      source: "operator",
      known_at: "2026-06-15T09:00:30.000Z",
    });
    expect(await controls()).toEqual([]);
  });

  it("explains why it does nothing: no low price, or what is missing", async () => {
    const rule = await createRule(world, utrecht);
    await runAt("2026-06-15T09:01:30Z");
    expect((await outcomes(rule.id))[0]).toContain("shortage_price");
    const later = "2026-06-16T22:00:00Z";
    await recordDayAhead(world, TODAY[1], later, 60);
    await recordSold(world, TODAY[1], later, 0);
    await recordImbalance(world, TODAY[0], later, { long: 30, short: 30 });
    await runAt("2026-06-15T09:02:30Z");
    await runAt("2026-06-15T09:03:30Z");
    expect((await outcomes(rule.id)).slice(1)).toEqual([["nothing", "price_not_low"]]);
  });
});

describe("a rule that issues", () => {
  it("waits for its notice, then issues one control in the same steps as a person", async () => {
    await lowAtNoon();
    const rule = await createRule(world, utrecht, { action: "issue" });
    await runAt("2026-06-15T09:01:30Z");
    expect(await controls()).toEqual([]);
    for (const time of [DUE, "2026-06-15T10:01:30Z", "2026-06-15T11:30:30Z"]) await runAt(time);
    const [control, ...others] = await controls();
    expect(others).toEqual([]);
    expect(control).toMatchObject({
      type: "ZERO_EXPORT",
      reason: "price",
      target: { kind: "group", id: utrecht },
      time_from: "2026-06-15T11:00:00.000Z",
      time_to: "2026-06-15T12:00:00.000Z",
    });
    expect((await outcomes(rule.id)).slice(0, 2)).toEqual([["waiting", "not_due"], ["issued"]]);
    const issued = (await decisions(rule.id)).find(({ outcome }) => outcome === "issued");
    expect(issued!.control_id).toBe(control!.id);
    const { data } = await world.call("listApiCalls");
    expect(data.data.find(({ operation }) => operation === "controlGroup")).toMatchObject({
      caller: `rule:${rule.id}`,
      actor: rule.name,
      status: 200,
      target: `group_id=${utrecht} type=ZERO_EXPORT control_id=${control!.id}`,
    });
  });

  it("issues the rest of a window that it missed, while that is worth it", async () => {
    world.setClock("2026-06-15T10:30:30Z");
    await lowAtNoon();
    await createRule(world, utrecht, { action: "issue", min_minutes: 30 });
    await runAt("2026-06-15T11:20:30Z");
    expect(await controls()).toMatchObject([{ time_from: "2026-06-15T11:20:00.000Z" }]);
  });

  it("leaves a window of which too little is left", async () => {
    world.setClock("2026-06-15T10:30:30Z");
    await lowAtNoon();
    await createRule(world, utrecht, { action: "issue", min_minutes: 30 });
    await runAt("2026-06-15T11:35:30Z");
    expect(await controls()).toEqual([]);
  });

  it("does not repeat a control that a person cancelled", async () => {
    await lowAtNoon();
    await createRule(world, utrecht, { action: "issue" });
    await runAt(DUE);
    const [control] = await controls();
    const params = { control_id: control!.id };
    await world.call("cancelControl", { params, body: {} });
    await runAt("2026-06-15T10:16:30Z");
    await runAt("2026-06-15T11:16:30Z");
    expect(await controls()).toHaveLength(1);
  });

  it("does not repeat what another instance issued", async () => {
    await lowAtNoon();
    await createRule(world, utrecht, { action: "issue" });
    world.setClock(DUE);
    const env = parseEnv({ DEMO: "0", FLEX_API_KEY: KEY });
    const other = await openService(env, world.databaseUrl, { now: () => world.nowMs });
    onTestFinished(() => other.close());
    await Promise.all([world.service.runRules(), other.runRules()]);
    await other.runRules();
    await world.service.runRules();
    expect(await controls()).toHaveLength(1);
  });

  it("stops with its cap per customer: a window is cut, the next is left", async () => {
    await lowAtNoon();
    const rule = await createRule(world, utrecht, {
      action: "issue",
      notice_minutes: 120,
      max_hours_per_month: 0.5,
    });
    await runAt(DUE);
    expect(await controls()).toMatchObject([{ effective_to: "2026-06-15T11:30:00.000Z" }]);
    await runAt("2026-06-15T10:15:30Z");
    expect((await outcomes(rule.id)).at(-1)).toEqual(["not_worth_it", "monthly_cap"]);
    expect(await controls()).toHaveLength(1);
  });

  it("does nothing while disabled, and nothing more once deleted", async () => {
    await lowAtNoon();
    const rule = await createRule(world, utrecht, { action: "issue", enabled: false });
    const params = { rule_id: rule.id };
    await runAt(DUE);
    await world.call("updateRule", { params, body: { enabled: true } });
    await world.call("deleteRule", { params });
    await runAt("2026-06-15T10:01:30Z");
    expect(await controls()).toEqual([]);
    expect((await world.call("getRule", { params })).status).toBe(404);
  });
});

describe("missing or stale data never acts", () => {
  const nothingHappens = async (action: "suggest" | "request_approval" | "issue" = "issue") => {
    const rule = await createRule(world, utrecht, { action });
    await runAt(DUE);
    await runAt("2026-06-15T11:00:30Z");
    expect(await controls()).toEqual([]);
    expect(await requests()).toEqual([]);
    expect(gateway.told).toEqual([]);
    return rule;
  };

  it.each(["suggest", "request_approval", "issue"] as const)(
    "missing imbalance prices: a rule does not %s",
    async (action) => {
      const rule = await nothingHappens(action);
      const [outcome, ...reasons] = (await outcomes(rule.id))[0]!;
      expect(outcome).toBe("nothing");
      expect(reasons).toContain("shortage_price");
    },
  );

  it.each([
    ["suggest", "suggested"],
    ["request_approval", "requested"],
    ["issue", "issued"],
  ] as const)("stale prices: a rule does not %s before they are fresh", async (action, outcome) => {
    await recordImbalance(world, ...NOON, { long: -40, short: -40 }, "2026-06-13T08:00:00Z");
    const rule = await createRule(world, utrecht, { action });
    await runAt(DUE);
    const [stale] = await outcomes(rule.id);
    expect(stale![0]).toBe("nothing");
    expect(stale).toContain("stale_price");
    expect([...(await controls()), ...(await requests()), ...gateway.told]).toEqual([]);
    await lowAtNoon();
    await runAt("2026-06-15T10:01:30Z");
    expect((await outcomes(rule.id)).at(-1)![0]).toBe(outcome);
  });

  it("a missing position", async () => {
    const tomorrow = ["2026-06-16T11:00:00Z", "2026-06-16T12:00:00Z"] as const;
    await recordImbalance(world, ...tomorrow, { long: -41, short: -41 });
    await createRule(world, utrecht, { action: "issue", notice_minutes: 2_880 });
    await runAt(DUE);
    expect(await controls()).toEqual([]);
    await recordSold(world, ...tomorrow, 0);
    await recordDayAhead(world, ...tomorrow, 60);
    await runAt("2026-06-15T10:01:30Z");
    expect(await controls()).toHaveLength(1);
  });

  it("missing contract terms of one customer", async () => {
    await lowAtNoon();
    const { customer } = await household(world, { email: "new@example.org", groupId: utrecht });
    const params = { customer_id: customer.id };
    await world.call("updateCustomer", { params, body: { name: "New", group_id: null } });
    await createRule(world, utrecht, {
      action: "issue",
      target: { kind: "bidding_zone", id: "NL" },
    });
    await runAt(DUE);
    expect(await controls()).toEqual([]);
    await world.call("updateCustomer", { params, body: { name: "New", group_id: utrecht } });
    await runAt("2026-06-15T10:01:30Z");
    expect(await controls()).toHaveLength(1);
  });

  it("a negative day-ahead price after gate closure, without a low imbalance price", async () => {
    await recordDayAhead(world, ...NOON, -41);
    await recordImbalance(world, ...NOON, { long: 20, short: 20 });
    await nothingHappens();
  });
});

describe("a rule is a person of its own", () => {
  it("is refused while controls are paused, and issues once they are resumed", async () => {
    await lowAtNoon();
    const rule = await createRule(world, utrecht, { action: "issue" });
    await world.call("pauseControls", { body: { reason: "Work on the grid" } });
    await runAt(DUE);
    await runAt("2026-06-15T10:01:30Z");
    expect(await outcomes(rule.id)).toEqual([["refused", "paused"]]);
    expect((await decisions(rule.id))[0]!.detail).toContain("Work on the grid");
    await world.call("resumeControls");
    await runAt("2026-06-15T10:02:30Z");
    expect(await controls()).toHaveLength(1);
  });

  it("never issues what a person could not: over a limit it requests approval", async () => {
    await world.close();
    await open({ CONTROL_MAX_KW: "0.1" });
    await lowAtNoon();
    const rule = await createRule(world, utrecht, { action: "issue" });
    await runAt(DUE);
    expect(await controls()).toEqual([]);
    expect(await requests()).toMatchObject([{ state: "pending", requested_by: rule.name }]);
    expect(await outcomes(rule.id)).toEqual([["requested"]]);
    await runAt("2026-06-15T10:16:30Z");
    expect(await requests()).toHaveLength(1);
  });

  it("is refused beyond the controls of a zone per hour", async () => {
    await world.close();
    await open({ CONTROL_ZONE_PER_HOUR: "1" });
    await lowAtNoon();
    await world.call("controlBiddingZone", { params: NL, body: { type: "ZERO_EXPORT" } });
    const rule = await createRule(world, utrecht, {
      action: "issue",
      notice_minutes: 120,
      target: { kind: "bidding_zone", id: "NL" },
    });
    await runAt("2026-06-15T09:30:30Z");
    expect(await outcomes(rule.id)).toEqual([["refused", "zone-limit"]]);
    await runAt("2026-06-15T10:01:30Z");
    expect(await controls()).toHaveLength(2);
  });

  it("needs approval by someone who neither created nor changed it last", async () => {
    await lowAtNoon();
    const rule = await createRule(world, utrecht, { action: "request_approval" }, "anna");
    await world.call("updateRule", {
      params: { rule_id: rule.id },
      body: { min_gain_eur: 0.01 },
      headers: { "Control-Actor": "bram" },
    });
    await runAt(DUE);
    const [request] = await requests();
    const approve = (actor: string) =>
      world.call("approveControlRequest", {
        params: { request_id: request!.id },
        body: {},
        headers: { "Control-Actor": actor },
      });
    for (const editor of ["anna", "Bram"]) {
      const { status, problem } = await approve(editor);
      expect([status, problem.code]).toEqual([409, "second-person"]);
    }
    const { data } = await approve("chris");
    expect(data.state).toBe("approved");
    expect(await controls()).toMatchObject([{ id: data.control_id }]);
  });

  it("shows who wrote it, in the audit trail too", async () => {
    const rule = await createRule(world, utrecht, {}, "anna");
    expect([rule.created_by, rule.updated_by]).toEqual(["anna", "anna"]);
    const { data } = await world.call("listApiCalls");
    expect(data.data[0]).toMatchObject({
      operation: "createRule",
      actor: "anna",
      target: `rule_id=${rule.id}`,
    });
  });
});
