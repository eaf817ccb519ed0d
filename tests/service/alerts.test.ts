import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { alertKinds, type AlertKind } from "../../lib/contract/index.ts";
import { parseEnv } from "../../lib/env.ts";
import { openService } from "../../service/service.ts";
import {
  causes,
  failFor,
  imbalanceSource,
  liveMinutes,
  openAlertWorld,
  START,
  type AlertWorld,
} from "../support/alert-world.ts";
import { recordDayAhead, recordImbalance } from "../support/rule-world.ts";
import { KEY } from "../support/service.ts";
import { group, household } from "../support/site.ts";
import { verify, WebhookReceiver } from "../support/webhook-receiver.ts";

let opened: AlertWorld;
beforeEach(async () => {
  opened = await openAlertWorld();
});
afterEach(() => opened.close());

const list = async (query: { state?: "open" | "silenced" | "resolved"; kind?: AlertKind } = {}) =>
  (await opened.world.call("listAlerts", { query: { ...query, page_size: 100 } })).data.data;
const rules = async () =>
  (await opened.world.call("listAlertRules", { query: { page_size: 100 } })).data.data;
const runAt = async (time: string) => {
  opened.world.setClock(time);
  await opened.world.service.runAlerts();
};
const silence = (alert_id: string, until: string | null, reason?: string) =>
  opened.world.call("silenceAlert", {
    params: { alert_id },
    body: { until, ...(reason && { reason }) },
    headers: { "Control-Actor": "sam@example.org" },
  });

describe("an alert", () => {
  test.each(alertKinds)("of the kind %s is raised once by its cause", async (kind) => {
    await opened.world.service.runAlerts();
    expect(await list({ kind })).toEqual([]);
    await causes[kind](opened);
    await opened.world.service.runAlerts();
    const [alert, ...others] = await list({ kind });
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ kind, state: "open", resolved_at: null, silence: null });
    expect(alert!.details).toMatchObject(
      {
        under_delivery: { control_type: "ZERO_EXPORT", delivered_share: expect.any(Number) },
        locations_offline: { locations_offline: 1, locations: 1 },
        prices_stale: { known_until: "2026-06-15T22:00:00.000Z" },
        weather_stale: { issued_at: "2026-06-15T07:00:30.000Z" },
        approval_waiting: { requested_by: "sam@example.org", requested_at: expect.any(String) },
      }[kind],
    );
  });

  test("is resolved when its cause is over, and raised again when that returns", async () => {
    await causes.locations_offline(opened);
    await liveMinutes(opened, 2, 1);
    expect(await list({ kind: "locations_offline", state: "open" })).toEqual([]);
    const [resolved] = await list({ kind: "locations_offline", state: "resolved" });
    expect(resolved!.resolved_at).not.toBeNull();
    await liveMinutes(opened, 17, null);
    const states = (await list({ kind: "locations_offline" })).map(({ state }) => state);
    expect(states).toEqual(["open", "resolved"]);
  });

  test("of prices is resolved when they are known", async () => {
    await causes.prices_stale(opened);
    await recordDayAhead(opened.world, "2026-06-15T22:00:00Z", "2026-06-16T22:00:00Z", 60);
    await runAt("2026-06-15T12:01:30Z");
    expect((await list({ kind: "prices_stale" }))[0]!.state).toBe("resolved");
  });

  test("of an approval is resolved by the decision", async () => {
    await causes.approval_waiting(opened);
    const [alert] = await list({ kind: "approval_waiting" });
    const params = { request_id: alert!.subject.id };
    const headers = { "Control-Actor": "noor@example.org" };
    await opened.world.call("rejectControlRequest", { params, body: {}, headers });
    await runAt("2026-06-15T10:12:30Z");
    expect((await list({ kind: "approval_waiting" }))[0]!.state).toBe("resolved");
  });

  test("is not raised from what is not known: no prices, no forecast, no reports ever", async () => {
    const { world } = opened;
    await runAt("2026-06-15T10:05:30Z");
    expect(await list()).toEqual([]);
    const { data } = await world.call("controlGroup", {
      params: { group_id: opened.groupId },
      body: { type: "ZERO_EXPORT" },
    });
    world.setClock("2026-06-15T10:31:00Z");
    await world.service.tick();
    await world.service.runAlerts();
    expect((await list()).map(({ subject }) => subject.id)).not.toContain(data.id);
  });

  test("of a control is not raised while less than 0.1 kWh is short", async () => {
    const { world } = opened;
    const { id: groupId } = await group(world, "Balcony");
    const home = await household(world, { groupId, email: "balcony@example.org", peakKw: 0.3 });
    await liveMinutes({ ...opened, home }, 2, 0.2);
    await causes.under_delivery({ ...opened, groupId, home });
    const { data } = await world.call("listControls", { query: { page_size: 1 } });
    const input = { params: { control_id: data.data[0]!.id } };
    const { data: delivery } = await world.call("getControlDelivery", input);
    expect(Math.abs(delivery.planned_kwh)).toBeLessThan(0.1);
    expect(delivery.delivered_share).toBeLessThan(0.8);
    expect(await list({ kind: "under_delivery" })).toEqual([]);
  });

  test("is not raised about locations while the service itself was away", async () => {
    await liveMinutes(opened, 2, 1);
    opened.world.setClock("2026-06-15T12:30:30Z");
    await opened.world.service.tick();
    await opened.world.service.enqueueEvents();
    await opened.world.service.runAlerts();
    expect(await list({ kind: "locations_offline" })).toEqual([]);
  });

  test("is raised once by two instances at the same time", async () => {
    const { world } = opened;
    const env = parseEnv({ DEMO: "0", FLEX_API_KEY: KEY });
    const other = await openService(env, world.databaseUrl, { now: () => world.nowMs });
    world.setClock("2026-06-15T12:00:30Z");
    await Promise.all([world.service.runAlerts(), other.runAlerts(), world.service.runAlerts()]);
    await other.runAlerts();
    await other.close();
    expect(await list({ kind: "prices_stale" })).toHaveLength(1);
  });
});

describe("a silence", () => {
  test("says who, until when and why, ends by itself, and is in the audit trail", async () => {
    await causes.prices_stale(opened);
    const { id } = (await list())[0]!;
    const { data } = await silence(id, "2026-06-15T13:00:00Z", "The exchange is late");
    expect(data).toMatchObject({
      state: "silenced",
      silence: { by: "sam@example.org", reason: "The exchange is late" },
    });
    expect(await list({ state: "open" })).toEqual([]);
    await runAt("2026-06-15T13:00:30Z");
    expect((await list({ state: "open" })).map((one) => one.id)).toEqual([id]);
    const { data: calls } = await opened.world.call("listApiCalls");
    expect(calls.data.find(({ operation }) => operation === "silenceAlert")).toMatchObject({
      actor: "sam@example.org",
      status: 200,
      target: expect.stringContaining(id),
    });
  });

  test("stays when the alert is resolved and raised again, and can be ended", async () => {
    await causes.locations_offline(opened);
    const { id } = (await list())[0]!;
    await silence(id, "2026-06-16T10:00:00Z");
    await liveMinutes(opened, 2, 1);
    await liveMinutes(opened, 17, null);
    const [again] = await list({ kind: "locations_offline" });
    expect(again).toMatchObject({ state: "silenced" });
    expect(again!.id).not.toBe(id);
    expect((await silence(again!.id, null)).data).toMatchObject({ state: "open", silence: null });
  });

  test("must lie ahead by at most 90 days, and is refused for a resolved alert", async () => {
    await causes.prices_stale(opened);
    const { id } = (await list())[0]!;
    expect((await silence(id, START)).status).toBe(422);
    expect((await silence(id, "2027-06-15T10:00:00Z")).status).toBe(422);
    await recordDayAhead(opened.world, "2026-06-15T22:00:00Z", "2026-06-16T22:00:00Z", 60);
    await runAt("2026-06-15T12:01:30Z");
    expect((await silence(id, "2026-06-15T13:00:00Z")).problem.code).toBe("alert-resolved");
  });
});

describe("alert rules", () => {
  test("of each kind exist in a new service, with documented thresholds", async () => {
    expect((await rules()).map(({ kind, target }) => [kind, target.id])).toEqual(
      alertKinds.map((kind) => [kind, "NL"]),
    );
  });

  test("that are disabled, deleted or changed resolve their alerts within a minute", async () => {
    await causes.prices_stale(opened);
    const rule = (await rules()).find(({ kind }) => kind === "prices_stale")!;
    const params = { alert_rule_id: rule.id };
    const update = (body: object) => opened.world.call("updateAlertRule", { params, body });
    expect((await update({ thresholds: { due_at: "16:00" } })).data.thresholds).toEqual({
      due_at: "16:00",
      imbalance_hours: 48,
    });
    await runAt("2026-06-15T12:01:30Z");
    expect(await list({ state: "open" })).toEqual([]);
    await runAt("2026-06-15T14:00:30Z");
    expect(await list({ state: "open", kind: "prices_stale" })).toHaveLength(1);
    await update({ enabled: false });
    await runAt("2026-06-15T14:01:30Z");
    expect(await list({ state: "open", kind: "prices_stale" })).toEqual([]);
    await opened.world.call("deleteAlertRule", { params });
    expect((await update({ enabled: true })).status).toBe(404);
  });

  test("refuse thresholds and targets of another kind, and unknown targets", async () => {
    const create = async (body: object) =>
      (await opened.world.call("createAlertRule", { body: body as never })).status;
    const zone = { kind: "bidding_zone", id: "NL" };
    const { id } = await group(opened.world);
    expect(await create({ kind: "weather_stale", target: { kind: "group", id } })).toBe(422);
    expect(
      await create({ kind: "weather_stale", target: zone, thresholds: { due_at: "10:00" } }),
    ).toBe(422);
    expect(await create({ kind: "locations_offline", target: { kind: "group", id: "none" } })).toBe(
      422,
    );
    expect(await create({ kind: "locations_offline", target: { kind: "group", id } })).toBe(200);
    const location = { kind: "location", id: opened.home.location.id };
    expect(await create({ kind: "locations_offline", target: location })).toBe(200);
    expect(await create({ kind: "under_delivery", target: location })).toBe(422);
  });
});

describe("imbalance prices", () => {
  let source: ReturnType<typeof imbalanceSource>;
  beforeEach(async () => {
    await opened.close();
    source = imbalanceSource();
    opened = await openAlertWorld([source]);
    await opened.world.service.refreshPrices();
  });
  const ofImbalance = async () =>
    (await list({ kind: "prices_stale" })).filter(({ details }) => details.market === "imbalance");

  test("of a source that fails raise an alert of their own after 48 hours, until they return", async () => {
    await failFor(opened, source, 47);
    expect(await ofImbalance()).toEqual([]);
    await failFor(opened, source, 2);
    expect(await ofImbalance()).toMatchObject([
      {
        state: "open",
        subject: { kind: "market", id: "imbalance" },
        target: { kind: "bidding_zone", id: "NL" },
        details: { known_until: "2026-06-15T10:00:00.000Z" },
      },
    ]);
    const states = (await list({ kind: "prices_stale", state: "open" })).length;
    expect(states, "that of the day-ahead market is another").toBe(2);
    source.failure = null;
    opened.world.setClock(opened.world.nowMs + 15 * 60_000);
    await opened.world.service.refreshPrices();
    await opened.world.service.runAlerts();
    expect((await ofImbalance()).map(({ state }) => state)).toEqual(["resolved"]);
  });

  test("are watched as the rule says: after other hours, or not at all", async () => {
    const rule = (await rules()).find(({ kind }) => kind === "prices_stale")!;
    expect(rule.thresholds).toEqual({ due_at: "14:00", imbalance_hours: 48 });
    const change = (imbalance_hours: number) =>
      opened.world.call("updateAlertRule", {
        params: { alert_rule_id: rule.id },
        body: { thresholds: { imbalance_hours } },
      });
    await change(0);
    await failFor(opened, source, 60);
    expect(await ofImbalance()).toEqual([]);
    await change(61);
    await opened.world.service.runAlerts();
    expect(await ofImbalance()).toEqual([]);
    await failFor(opened, source, 2);
    expect(await ofImbalance()).toMatchObject([{ state: "open" }]);
  });

  test("of a source that never gave any are not known", async () => {
    await opened.close();
    source = imbalanceSource();
    source.failure = new Error("unreachable");
    opened = await openAlertWorld([source]);
    await opened.world.service.refreshPrices();
    await opened.world.service.runAlerts();
    const [alert] = await ofImbalance();
    expect(alert!.details).toEqual({ market: "imbalance" });
  });

  test("that nobody reads automatically raise no alert", async () => {
    await opened.close();
    opened = await openAlertWorld();
    await recordImbalance(opened.world, "2026-06-15T08:00:00Z", "2026-06-15T09:00:00Z", {
      long: 20,
      short: 60,
    });
    await runAt("2026-06-19T10:00:30Z");
    expect(await ofImbalance()).toEqual([]);
  });
});

describe("webhooks", () => {
  test("receive signed events of an alert that is raised and resolved", async () => {
    const { world } = opened;
    const receiver = await WebhookReceiver.open();
    const { data: webhook } = await world.call("createWebhook", {
      body: {
        name: "Desk",
        url: receiver.url,
        events: ["curtail.alert.raised", "curtail.alert.resolved"],
      },
    });
    await causes.prices_stale(opened);
    await world.service.sendWebhooks();
    await recordDayAhead(world, "2026-06-15T22:00:00Z", "2026-06-16T22:00:00Z", 60);
    await runAt("2026-06-15T12:01:30Z");
    await world.service.sendWebhooks();
    expect(receiver.received.map(({ event }) => event.type)).toEqual([
      "curtail.alert.raised",
      "curtail.alert.resolved",
    ]);
    const { id } = (await list())[0]!;
    for (const one of receiver.received) {
      expect(one.event.data).toMatchObject({ id, kind: "prices_stale" });
      verify(one, webhook.secret!);
    }
  });
});
