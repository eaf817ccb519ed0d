import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";
import { freePort } from "../support/start-process.ts";

const example = (name: string) =>
  fileURLToPath(new URL(`../../docs/examples/${name}`, import.meta.url));
const receivers = [
  ["TypeScript", process.execPath, ["--import", "tsx", example("receive-webhooks.ts")]],
  ["Python", "python3", [example("receive_webhooks.py")]],
] as const;
const isPythonThere = spawnSync("python3", ["--version"]).status === 0;
if (!isPythonThere)
  console.warn("\nLEFT OUT: the receiver of webhooks in Python; there is no python3.\n");

test.each(receivers.filter(([name]) => name !== "Python" || isPythonThere))(
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
    const receiver = spawn(program, args, {
      env: { ...process.env, WEBHOOK_SECRET: webhook.secret!, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void receiver.kill("SIGKILL"));
    let output = "";
    receiver.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()));
    await expect.poll(() => output, { timeout: 30_000 }).toContain("listening");

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
    const lines = output.split("\n").filter((line) => line && !line.startsWith("listening"));
    expect(lines).toEqual([`curtail.control.accepted ${data.id}`]);
  },
  60_000,
);
