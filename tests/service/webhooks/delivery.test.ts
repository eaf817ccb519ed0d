import { describe, expect, onTestFinished, test } from "vitest";
import { webhookEventTypes, type WebhookEventType } from "../../../lib/contract/index.ts";
import { HOUR_MS, MINUTE_MS } from "../../../lib/time/amsterdam.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { verify, WebhookReceiver } from "../../support/webhook-receiver.ts";

const NOON = "2026-05-01T10:00:00Z";

async function open() {
  const receiver = await WebhookReceiver.open();
  const world = await World.open(NOON, {
    settings: { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1", SERVICE_PUBLIC_URL: "https://flex.example" },
  });
  onTestFinished(() => world.close());
  const { id: groupId } = await group(world, "Rotterdam");
  await household(world, { email: "a@example.org", groupId });
  return { receiver, world, groupId };
}

const subscribe = async (
  world: World,
  url: string,
  events: readonly WebhookEventType[] = webhookEventTypes,
  more: object = {},
) =>
  (
    await world.call("createWebhook", {
      body: { name: "Trading", url, events: [...events], ...more },
    })
  ).data;

const control = (world: World, groupId: string, body: object = {}) =>
  world.call("controlGroup", {
    params: { group_id: groupId },
    body: { type: "ZERO_EXPORT", time_to: "2026-05-01T10:15:00Z", ...body } as never,
  });

async function advance(world: World, toMs: number): Promise<void> {
  while (world.nowMs < toMs) {
    world.setClock(Math.min(toMs, world.nowMs + MINUTE_MS));
    await world.service.tick();
    await world.service.enqueueEvents();
    await world.service.sendWebhooks();
  }
}

describe("a webhook", () => {
  test("receives what happens to a control, once and in order, as signed CloudEvents", async () => {
    const { receiver, world, groupId } = await open();
    const { secret } = await subscribe(world, receiver.url);
    const { data } = await control(world, groupId);
    await world.service.sendWebhooks();
    expect(receiver.types()).toEqual(["curtail.control.accepted", "curtail.control.started"]);
    await advance(world, Date.parse("2026-05-01T10:20:00Z"));
    expect(receiver.types()).toEqual(
      ["accepted", "started", "ended", "delivered"].map((what) => `curtail.control.${what}`),
    );
    for (const one of receiver.received) {
      expect(one.headers["content-type"]).toBe("application/cloudevents+json; charset=utf-8");
      expect(one.event).toMatchObject({
        specversion: "1.0",
        id: one.headers["webhook-id"],
        source: "https://flex.example/v1",
        subject: data.id,
        datacontenttype: "application/json",
        data: { id: data.id, target: { kind: "group", id: groupId } },
      });
      verify(one, secret!);
      const other = { ...one, body: one.body.replace("ZERO_EXPORT", "MAX_PRODUCTION") };
      expect(() => verify(other, secret!)).toThrow();
    }
    expect(receiver.received[3]!.event.data).toMatchObject({
      state: "ended",
      delivery: { devices: { addressed: expect.any(Number) } },
    });
  });

  test("receives later events of a control only after the earlier ones, through failures", async () => {
    const { receiver, world, groupId } = await open();
    const { id } = await subscribe(world, receiver.url, [
      "curtail.control.accepted",
      "curtail.control.cancelled",
    ]);
    receiver.answer = (_, response) => void response.writeHead(500).end();
    const first = await control(world, groupId, { time_from: "2026-05-01T10:05:00Z" });
    await world.service.sendWebhooks();
    await world.call("cancelControl", { params: { control_id: first.data.id }, body: {} });
    await world.service.sendWebhooks();
    const second = await control(world, groupId, { time_from: "2026-05-01T10:06:00Z" });
    await world.service.sendWebhooks();
    const subjects = receiver.received.map(({ event }) => [event.type, event.subject]);
    expect(subjects).toEqual([
      ["curtail.control.accepted", first.data.id],
      ["curtail.control.accepted", second.data.id],
    ]);
    receiver.answer = (_, response) => void response.writeHead(200).end();
    world.setClock(world.nowMs + 5_000);
    await world.service.sendWebhooks();
    expect(receiver.types().slice(2)).toEqual([
      "curtail.control.accepted",
      "curtail.control.accepted",
      "curtail.control.cancelled",
    ]);
    const { data } = await world.call("listWebhookDeliveries", { params: { webhook_id: id } });
    expect(data.data.map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  });

  test("is sent an event again with growing waits for almost 24 hours, then no more until someone sends it again", async () => {
    const { receiver, world, groupId } = await open();
    const { id } = await subscribe(world, receiver.url, ["curtail.control.accepted"]);
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await control(world, groupId);
    const startMs = world.nowMs;
    const attemptsMs: number[] = [];
    const next = async () =>
      (await world.call("listWebhookDeliveries", { params: { webhook_id: id } })).data.data[0]!;
    for (;;) {
      await world.service.sendWebhooks();
      attemptsMs.push(world.nowMs - startMs);
      const { next_attempt_at: at } = await next();
      if (at === null) break;
      world.setClock(Date.parse(at) - 1);
      await world.service.sendWebhooks();
      expect(receiver.received).toHaveLength(attemptsMs.length);
      world.setClock(at);
    }
    const waits = attemptsMs.slice(1).map((ms, i) => ms - attemptsMs[i]!);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(attemptsMs.at(-1)!).toBeGreaterThan(23 * HOUR_MS);
    expect(attemptsMs.at(-1)!).toBeLessThan(24 * HOUR_MS);
    expect(await next()).toMatchObject({
      state: "failed",
      last_status: 503,
      attempts: attemptsMs.length,
    });
    world.setClock(world.nowMs + 30 * HOUR_MS);
    await world.service.sendWebhooks();
    expect(receiver.received).toHaveLength(attemptsMs.length);
    const { data: webhook } = await world.call("getWebhook", { params: { webhook_id: id } });
    expect(webhook).toMatchObject({ failed: 1, pending: 0 });
    receiver.answer = (_, response) => void response.writeHead(200).end();
    const { data } = await world.call("resendWebhookEvents", {
      params: { webhook_id: id },
      body: {},
    });
    expect(data).toEqual({ resent: 1 });
    await world.service.sendWebhooks();
    expect(await next()).toMatchObject({ state: "delivered" });
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
  });
});
