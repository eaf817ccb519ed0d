import { describe, expect, onTestFinished, test } from "vitest";
import type { WebhookEventType } from "../../../lib/contract/index.ts";
import { World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";
import { verify, WebhookReceiver } from "../../support/webhook-receiver.ts";

/** Two events of one control: the second is sent after the answer to the first. */
const EVENTS: WebhookEventType[] = ["curtail.control.accepted", "curtail.control.started"];

async function open() {
  const receiver = await WebhookReceiver.open();
  const world = await World.open("2026-05-01T10:00:00Z", {
    settings: { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" },
  });
  onTestFinished(() => world.close());
  const { id: groupId } = await group(world, "Rotterdam");
  await household(world, { email: "a@example.org", groupId });
  const body = { name: "Trading", url: receiver.url, events: EVENTS };
  /** Sends the events of a control; `change` happens while the first is under way. */
  const sendWhile = async (change: () => Promise<unknown>) => {
    await world.call("controlGroup", {
      params: { group_id: groupId },
      body: { type: "ZERO_EXPORT" },
    });
    receiver.answer = (_, response) => {
      receiver.answer = (_, next) => void next.writeHead(204).end();
      void change().finally(() => response.writeHead(204).end());
    };
    await world.service.sendWebhooks();
  };
  return { receiver, world, body, sendWhile };
}

describe("while events wait for a webhook", () => {
  test("those sent after its secret was rotated without grace are signed by the new one only", async () => {
    const { receiver, world, body, sendWhile } = await open();
    const { data: webhook } = await world.call("createWebhook", { body });
    let secret = "";
    await sendWhile(async () => {
      const rotated = await world.call("rotateWebhookSecret", {
        params: { webhook_id: webhook.id },
        body: { grace_hours: 0 },
      });
      secret = rotated.data.secret!;
    });
    expect(receiver.types()).toEqual(EVENTS);
    const [before, after] = receiver.received;
    verify(before!, webhook.secret!);
    verify(after!, secret);
    expect(() => verify(after!, webhook.secret!)).toThrow();
  });

  test("none is sent after its key was revoked", async () => {
    const { receiver, world, body, sendWhile } = await open();
    const { data: key } = await world.call("createApiKey", {
      body: { name: "Trading", limits: null, scopes: ["read", "manage"] },
    });
    await world.call("createWebhook", { headers: { "X-API-Key": key.key! }, body });
    await sendWhile(() => world.call("revokeApiKey", { params: { key_id: key.id } }));
    expect(receiver.types()).toEqual(["curtail.control.accepted"]);
    const { data } = await world.call("listWebhooks");
    expect(data.data).toMatchObject([{ state: "key_ended", pending: 1 }]);
  });
});
