import { describe, expect, onTestFinished, test } from "vitest";
import type { WebhookEventType } from "../../../lib/contract/index.ts";
import { MINUTE_MS } from "../../../lib/time/amsterdam.ts";
import { openScripted } from "../../support/scripted-gateway.ts";
import {
  createRule,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../../support/rule-world.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { verify, WebhookReceiver } from "../../support/webhook-receiver.ts";

const NOON = "2026-05-01T10:00:00Z";
const settings = { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" };

async function open(more: Record<string, string> = {}) {
  const receiver = await WebhookReceiver.open();
  const world = await World.open(NOON, { settings: { ...settings, ...more } });
  onTestFinished(() => world.close());
  const { id: groupId } = await group(world, "Rotterdam");
  const home = await household(world, { email: "a@example.org", groupId });
  return { receiver, world, groupId, home };
}

type Filter = { group_ids?: string[]; bidding_zones?: "NL"[] };
const order = (url: string, events: WebhookEventType[], filter: Filter = {}) => ({
  name: "Desk",
  url,
  events,
  ...filter,
});

const control = (world: World, groupId: string) =>
  world.call("controlGroup", { params: { group_id: groupId }, body: { type: "ZERO_EXPORT" } });

/** Creates a webhook with a key of its own. */
async function withKey(world: World, body: object, limits: object | null) {
  const key = await world.call("createApiKey", {
    body: { name: "limited", scopes: ["read", "manage"], limits } as never,
  });
  const headers = { "X-API-Key": key.data.key!, "Content-Type": "application/json" };
  const created = await world.request("/v1/webhooks", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: created.status, keyId: key.data.id, headers };
}

describe("a webhook receives", () => {
  test("controls of the groups and bidding zones that it is limited to only", async () => {
    const { receiver, world, groupId } = await open();
    const { id: otherId } = await group(world, "Utrecht");
    await household(world, { email: "b@example.org", groupId: otherId });
    const accepted = ["curtail.control.accepted" as const];
    const body = order(receiver.url, accepted, { group_ids: [groupId] });
    await world.call("createWebhook", { body });
    await control(world, otherId);
    const { data } = await control(world, groupId);
    await world.call("controlBiddingZone", {
      params: { bidding_zone_id: "NL" },
      body: { type: "ZERO_EXPORT" },
    });
    await world.service.sendWebhooks();
    expect(receiver.received.map(({ event }) => event.subject)).toEqual([data.id]);
    const zone = order(receiver.url, accepted, { bidding_zones: ["NL"] });
    await world.call("createWebhook", { body: zone });
    await control(world, otherId);
    await world.service.sendWebhooks();
    expect(receiver.received).toHaveLength(2);
  });

  test("no more than its key may read, and nothing once the key is revoked", async () => {
    const { receiver, world, groupId } = await open();
    const { id: otherId } = await group(world, "Utrecht");
    await household(world, { email: "b@example.org", groupId: otherId });
    const limits = { group_ids: [groupId], bidding_zones: [] };
    const body = order(receiver.url, ["curtail.control.accepted"]);
    const { keyId, headers } = await withKey(world, body, limits);
    const beyond = order(receiver.url, ["curtail.control.accepted"], { group_ids: [otherId] });
    expect((await withKey(world, beyond, limits)).status).toBe(422);
    await control(world, otherId);
    await control(world, groupId);
    await world.service.sendWebhooks();
    expect(receiver.received).toHaveLength(1);
    const listed = await world.request("/v1/webhooks", { headers });
    expect(((await listed.json()) as { data: object[] }).data).toHaveLength(1);

    receiver.answer = (_, response) => void response.writeHead(500).end();
    await control(world, groupId);
    await world.service.sendWebhooks();
    await world.call("revokeApiKey", { params: { key_id: keyId } });
    await control(world, groupId);
    world.setClock(world.nowMs + MINUTE_MS);
    await world.service.sendWebhooks();
    expect(receiver.received).toHaveLength(2);
    const { data } = await world.call("listWebhooks");
    expect(data.data).toMatchObject([{ state: "key_ended", pending: 1 }]);
  });

  test("nothing while it is switched off, and not what happened meanwhile", async () => {
    const { receiver, world, groupId } = await open();
    const body = order(receiver.url, ["curtail.control.accepted"]);
    const { data: webhook } = await world.call("createWebhook", { body });
    const params = { webhook_id: webhook.id };
    await world.call("updateWebhook", { params, body: { enabled: false } });
    await control(world, groupId);
    expect((await world.call("testWebhook", { params, body: {} })).problem).toMatchObject({
      status: 409,
      code: "webhook-off",
    });
    await world.call("updateWebhook", { params, body: { enabled: true } });
    await world.call("testWebhook", { params, body: {} });
    await world.service.sendWebhooks();
    expect(receiver.types()).toEqual(["curtail.webhook.test"]);
  });

  test("events signed with both secrets while its secret is rotated, then with the new one only", async () => {
    const { receiver, world } = await open();
    const { data: webhook } = await world.call("createWebhook", {
      body: order(receiver.url, ["curtail.control.accepted"]),
    });
    const params = { webhook_id: webhook.id };
    const rotated = await world.call("rotateWebhookSecret", { params, body: { grace_hours: 1 } });
    const send = async () => {
      await world.call("testWebhook", { params, body: {} });
      await world.service.sendWebhooks();
      return receiver.received.at(-1)!;
    };
    const during = await send();
    verify(during, webhook.secret!);
    verify(during, rotated.data.secret!);
    world.setClock(world.nowMs + 60 * MINUTE_MS);
    const after = await send();
    verify(after, rotated.data.secret!);
    expect(() => verify(after, webhook.secret!)).toThrow();
  });

  test("nothing more after its endpoint answered that it is gone", async () => {
    const { receiver, world, groupId } = await open();
    const body = order(receiver.url, ["curtail.control.accepted"]);
    await world.call("createWebhook", { body });
    receiver.answer = (_, response) => void response.writeHead(410).end();
    await control(world, groupId);
    await world.service.sendWebhooks();
    await control(world, groupId);
    world.setClock(world.nowMs + MINUTE_MS);
    await world.service.sendWebhooks();
    expect(receiver.received).toHaveLength(1);
    const { data } = await world.call("listWebhooks");
    expect(data.data).toMatchObject([{ state: "gone", enabled: false }]);
  });
});

describe("an event tells", () => {
  test("that an approval was requested and decided, and that its control was accepted", async () => {
    const { receiver, world, groupId } = await open();
    const events = [
      "curtail.approval.requested",
      "curtail.approval.decided",
      "curtail.control.accepted",
    ] as const;
    await world.call("createWebhook", { body: order(receiver.url, [...events]) });
    const requested = async () => {
      const { data } = await world.call("requestGroupControl", {
        params: { group_id: groupId },
        headers: { "Control-Actor": "sam@example.org" },
        body: { type: "ZERO_EXPORT" },
      });
      return { params: { request_id: data.id }, headers: { "Control-Actor": "noor@example.org" } };
    };
    await world.call("rejectControlRequest", { ...(await requested()), body: {} });
    const second = await requested();
    await world.call("approveControlRequest", { ...second, body: {} });
    await world.call("approveControlRequest", { ...second, body: {} });
    await world.service.sendWebhooks();
    const sent = receiver.received.map(({ event: { type, data } }) => [type, data.state]);
    expect(sent.toSorted()).toEqual([
      ["curtail.approval.decided", "approved"],
      ["curtail.approval.decided", "rejected"],
      ["curtail.approval.requested", "pending"],
      ["curtail.approval.requested", "pending"],
      ["curtail.control.accepted", "active"],
    ]);
  });

  test("that a control was cancelled before its start, which then neither starts nor ends", async () => {
    const { receiver, world, groupId } = await open();
    await world.call("createWebhook", {
      body: order(receiver.url, [
        "curtail.control.accepted",
        "curtail.control.started",
        "curtail.control.cancelled",
        "curtail.control.ended",
        "curtail.control.delivered",
      ]),
    });
    const body = {
      type: "ZERO_EXPORT" as const,
      time_from: "2026-05-01T10:05:00Z",
      time_to: "2026-05-01T10:10:00Z",
    };
    const issue = () => world.call("controlGroup", { params: { group_id: groupId }, body });
    const { data: early } = await issue();
    const { data: late } = await issue();
    await world.call("cancelControl", { params: { control_id: early.id }, body: {} });
    world.setClock("2026-05-01T10:05:30Z");
    // Its start was not enqueued yet: it comes before the cancellation.
    await world.call("cancelControl", { params: { control_id: late.id }, body: {} });
    await world.liveUntil("2026-05-01T10:20:00Z");
    await world.service.enqueueEvents();
    await world.service.sendWebhooks();
    const typesOf = (id: string) =>
      receiver.received
        .filter(({ event }) => event.subject === id)
        .map(({ event }) => event.type.split(".").at(-1));
    expect(typesOf(early.id)).toEqual(["accepted", "cancelled"]);
    expect(typesOf(late.id)).toEqual(["accepted", "started", "cancelled", "ended", "delivered"]);
  });

  test("that the devices of a location stopped reporting and report again, and not that the service slept", async () => {
    const { receiver, world, home } = await open();
    await world.call("createWebhook", {
      body: order(receiver.url, ["curtail.device.unreachable", "curtail.device.reachable"]),
    });
    const report = (from: string, to: string) =>
      world.call("recordMeasurements", {
        params: { location_id: home.location.id },
        body: { measurements: [{ time_from: from, time_to: to, injection_kw: 1 }] },
      });
    const advance = async (to: string) => {
      while (world.nowMs < Date.parse(to)) {
        world.setClock(world.nowMs + MINUTE_MS);
        await world.service.tick();
        await world.service.enqueueEvents();
      }
      await world.service.sendWebhooks();
    };
    await report("2026-05-01T09:58:00Z", "2026-05-01T10:00:00Z");
    await advance("2026-05-01T10:05:00Z");
    expect(receiver.types()).toEqual([]);
    await advance("2026-05-01T10:10:00Z");
    expect(receiver.types()).toEqual(["curtail.device.unreachable"]);
    expect(receiver.received[0]!.event).toMatchObject({
      subject: home.location.id,
      data: {
        customer_id: home.customer.id,
        device_ids: expect.arrayContaining([home.inverter.id]),
      },
    });
    await report("2026-05-01T10:09:00Z", "2026-05-01T10:10:00Z");
    await advance("2026-05-01T10:12:00Z");
    expect(receiver.types().slice(1)).toEqual(["curtail.device.reachable"]);
    world.setClock("2026-05-01T13:00:00Z");
    await report("2026-05-01T12:00:00Z", "2026-05-01T12:01:00Z");
    await advance("2026-05-01T13:03:00Z");
    expect(receiver.received).toHaveLength(2);
    await advance("2026-05-01T13:07:00Z");
    expect(receiver.types().slice(2)).toEqual(["curtail.device.unreachable"]);
  });

  test("that a rule found a window worth a control, and what it issued", async () => {
    const receiver = await WebhookReceiver.open();
    const { world, gateway } = await openScripted("2026-06-15T09:00:30Z", { settings });
    onTestFinished(() => world.close());
    const { id: groupId } = await group(world);
    const home = await household(world, { groupId });
    gateway.answers(home.location.id, [home.inverter.id]);
    await world.service.tick();
    await setTerms(world, groupId);
    const today = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
    await recordDayAhead(world, ...today, 60, "2026-06-14T10:57:00Z");
    await recordSold(world, ...today, 0);
    const surplus = { long: -41, short: -41 };
    await recordImbalance(world, "2026-06-15T11:00:00Z", "2026-06-15T12:00:00Z", surplus);
    await world.call("createWebhook", {
      body: order(receiver.url, ["curtail.price.advice", "curtail.control.accepted"]),
    });
    const rule = await createRule(world, groupId, { action: "issue" });
    for (const time of ["09:01:30", "09:02:30", "10:00:30", "10:01:30"]) {
      world.setClock(`2026-06-15T${time}Z`);
      await world.service.runRules();
      await world.service.sendWebhooks();
    }
    const advice = receiver.received.filter(({ event }) => event.type === "curtail.price.advice");
    expect(advice.map(({ event }) => event.data.outcome)).toEqual(["waiting", "issued"]);
    const { data: issued } = (await world.call("listControls")).data;
    expect(advice[1]!.event).toMatchObject({
      subject: rule.id,
      data: { control_id: issued[0]!.id, target: { id: groupId }, type: "ZERO_EXPORT" },
    });
    expect(receiver.types()).toContain("curtail.control.accepted");
  });
});
