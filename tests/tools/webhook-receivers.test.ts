import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { webhookEventTypes } from "../../lib/contract/index.ts";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  createRule,
  recordDayAhead,
  recordImbalance,
  recordSold,
  setTerms,
} from "../support/rule-world.ts";
import { openScripted } from "../support/scripted-gateway.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";
import { freePort } from "../../tools/ports/free-port.ts";

const example = (name: string) =>
  fileURLToPath(new URL(`../../docs/examples/${name}`, import.meta.url));
const receivers = [
  ["TypeScript", process.execPath, ["--import", "tsx", example("receive-webhooks.ts")]],
  ["Python", "python3", [example("receive_webhooks.py")]],
] as const;
const isPythonThere = spawnSync("python3", ["--version"]).status === 0;
if (!isPythonThere)
  console.warn("\nLEFT OUT: the receiver of webhooks in Python; there is no python3.\n");

const present = receivers.filter(([name]) => name !== "Python" || isPythonThere);

/** Starts a receiver until the test ends. @returns what it has printed so far */
async function startReceiver(
  program: string,
  args: readonly string[],
  secret: string,
  port: number,
): Promise<() => string> {
  const receiver = spawn(program, args, {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void receiver.kill("SIGKILL"));
  let output = "";
  receiver.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 30_000 }).toContain("listening");
  return () => output;
}

test.each(present)(
  "the documented receiver in %s takes signed events once, and no others",
  async (_, program, args) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    // Receivers refuse signatures older than five minutes.
    const world = await World.open(new Date().toISOString(), {
      settings: { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" },
    });
    onTestFinished(() => world.close());
    const { id: groupId } = await group(world, "Rotterdam");
    await household(world, { groupId });
    const { data: webhook } = await world.call("createWebhook", {
      body: { name: "Example", url, events: ["curtail.control.accepted"] },
    });
    const said = await startReceiver(program, args, webhook.secret!, port);

    const { data } = await world.call("controlGroup", {
      params: { group_id: groupId },
      body: { type: "ZERO_EXPORT" },
    });
    const params = { webhook_id: webhook.id };
    await world.service.sendWebhooks();
    const all = async () => (await world.call("listWebhookDeliveries", { params })).data.data;
    const [delivery] = await all();
    expect(delivery).toMatchObject({ state: "delivered", last_status: 204 });
    const body = { delivery_ids: [delivery!.id] };
    await world.call("resendWebhookEvents", { params, body });
    await world.service.sendWebhooks();
    expect(await all()).toMatchObject([{ state: "delivered", last_status: 204 }]);

    const forged = await fetch(url, {
      method: "POST",
      headers: {
        "webhook-id": "evt_forged",
        "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
        "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
      },
      body: JSON.stringify({ id: "evt_forged", type: "forged", subject: "none" }),
    });
    expect(forged.status).toBe(401);
    const lines = said()
      .split("\n")
      .filter((line) => line && !line.startsWith("listening"));
    expect(lines).toEqual([`curtail.control.accepted ${data.id}`]);
  },
  60_000,
);

/** Programs whose clock is ahead, since receivers refuse signatures of other times. */
const ahead = (ms: number) => ({
  TypeScript: [
    "--import",
    `data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${ms};`)}`,
  ],
  Python: [
    "-c",
    `import runpy, sys, time
now = time.time
time.time = lambda: now() + ${ms / 1000}
runpy.run_path(sys.argv[1], run_name="__main__")`,
  ],
});

/**
 * Causes every type of event from 09:00 to 10:02: a control that runs to its end, one that is
 * cancelled, one that is approved, a location that stops reporting and reports again, and a rule
 * that finds a window and issues a control. Nothing is sent meanwhile.
 * @returns the types of events of each cause's subject, in their order
 */
async function causeEveryEvent(
  { world, gateway }: Awaited<ReturnType<typeof openScripted>>,
  webhookId: string,
  home: Awaited<ReturnType<typeof household>>,
  groupId: string,
) {
  gateway.answers(home.location.id, [home.inverter.id]);
  const { id: otherId } = await group(world, "Rotterdam");
  const other = await household(world, { email: "b@example.org", groupId: otherId });
  await setTerms(world, groupId);
  const today = ["2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z"] as const;
  await recordDayAhead(world, ...today, 60, "2026-06-14T10:57:00Z");
  await recordSold(world, ...today, 0);
  const surplus = { long: -41, short: -41 };
  await recordImbalance(world, "2026-06-15T11:00:00Z", "2026-06-15T12:00:00Z", surplus);
  const rule = await createRule(world, groupId, { action: "issue" });

  const params = { group_id: otherId };
  const whole = { type: "ZERO_EXPORT" as const, time_to: "2026-06-15T09:15:00Z" };
  const { data: runs } = await world.call("controlGroup", { params, body: whole });
  const later = {
    type: "ZERO_EXPORT" as const,
    time_from: "2026-06-15T20:00:00Z",
    time_to: "2026-06-15T20:15:00Z",
  };
  const { data: cancelled } = await world.call("controlGroup", { params, body: later });
  await world.call("cancelControl", { params: { control_id: cancelled.id }, body: {} });
  const { data: requested } = await world.call("requestGroupControl", {
    params,
    headers: { "Control-Actor": "sam@example.org" },
    body: later,
  });
  const { data: approved } = await world.call("approveControlRequest", {
    params: { request_id: requested.id },
    headers: { "Control-Actor": "noor@example.org" },
    body: {},
  });
  await world.call("testWebhook", { params: { webhook_id: webhookId }, body: {} });
  const report = (from: string, to: string) =>
    world.call("recordMeasurements", {
      params: { location_id: other.location.id },
      body: { measurements: [{ time_from: from, time_to: to, injection_kw: 1 }] },
    });
  const liveUntil = async (to: string) => {
    while (world.nowMs < Date.parse(to)) {
      world.setClock(world.nowMs + MINUTE_MS);
      await world.service.tick();
      await world.service.runRules();
      await world.service.enqueueEvents();
    }
  };
  await report("2026-06-15T08:58:00Z", "2026-06-15T09:00:00Z");
  await liveUntil("2026-06-15T09:20:30Z");
  await report("2026-06-15T09:19:00Z", "2026-06-15T09:20:00Z");
  await liveUntil("2026-06-15T10:02:30Z");
  const alertId = await causeAlert(world);
  const { data: all } = (await world.call("listControls")).data;
  const others = [runs.id, cancelled.id, approved.control_id];
  const ofRule = all.find(({ id }) => !others.includes(id))!;
  const named = (...names: string[]) => names.map((name) => `curtail.${name}`);
  return new Map([
    [runs.id, named("control.accepted", "control.started", "control.ended", "control.delivered")],
    [cancelled.id, named("control.accepted", "control.cancelled")],
    [requested.id, named("approval.requested", "approval.decided")],
    [approved.control_id!, named("control.accepted")],
    // It stops reporting again after the minute that it reported.
    [other.location.id, named("device.unreachable", "device.reachable", "device.unreachable")],
    [rule.id, named("price.advice", "price.advice")],
    [ofRule.id, named("control.accepted")],
    [alertId, named("alert.raised", "alert.resolved")],
    [webhookId, named("webhook.test")],
  ]);
}

/** Raises an alert, as the prices of tomorrow are missing, and resolves it. @returns its id */
async function causeAlert(world: World): Promise<string> {
  const { data: rule } = await world.call("createAlertRule", {
    body: {
      kind: "prices_stale",
      target: { kind: "bidding_zone", id: "NL" },
      thresholds: { due_at: "00:00" },
    },
  });
  await world.service.runAlerts();
  const { data } = (await world.call("listAlerts")).data;
  await world.call("deleteAlertRule", { params: { alert_rule_id: rule.id } });
  await world.service.runAlerts();
  return data.find(({ rule_id }) => rule_id === rule.id)!.id;
}

test.each(present)(
  "the documented receiver in %s verifies an event of every type, from its cause on",
  async (name, program, args) => {
    const port = await freePort();
    const opened = await openScripted("2026-06-15T09:00:30Z", {
      settings: { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" },
    });
    const { world } = opened;
    onTestFinished(() => world.close());
    const { id: groupId } = await group(world);
    const home = await household(world, { groupId });
    await world.service.tick();
    const { data: webhook } = await world.call("createWebhook", {
      body: {
        name: "Everything",
        url: `http://127.0.0.1:${port}/`,
        events: [...webhookEventTypes],
      },
    });
    const expected = await causeEveryEvent(opened, webhook.id, home, groupId);
    const said = await startReceiver(
      program,
      [...ahead(world.nowMs - Date.now())[name], ...args],
      webhook.secret!,
      port,
    );
    await world.service.sendWebhooks();

    const lines = said()
      .split("\n")
      .filter((line) => line && !line.startsWith("listening"))
      .map((line) => line.split(" "));
    for (const [subject, types] of expected)
      expect(lines.filter((line) => line[1] === subject).map(([type]) => type)).toEqual(types);
    const types = new Set(lines.map(([type]) => type));
    expect([...types].toSorted()).toEqual(
      [...webhookEventTypes, "curtail.webhook.test"].toSorted(),
    );
    const { data } = await world.call("listWebhookDeliveries", {
      params: { webhook_id: webhook.id },
      query: { page_size: 100 },
    });
    for (const { last_status } of data.data) expect(last_status).toBe(204);
  },
  120_000,
);
