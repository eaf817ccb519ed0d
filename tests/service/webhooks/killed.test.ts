import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../lib/time/amsterdam.ts";
import { expectErrorLog } from "../../support/error-log.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { KEY } from "../../support/service.ts";
import { spawnService, type SpawnedService } from "../../support/spawned-service.ts";
import { WebhookReceiver } from "../../support/webhook-receiver.ts";

expectErrorLog(/administrator command|Connection terminated|not queryable|ECONNRESET|EPIPE/);

/** Kills while the endpoint is down, and while it answers. */
const KILLS = Number(process.env.KILLS ?? 3);
const CONTROLS = 12;
/** A kill falls within this time after the controls were sent. */
const SPREAD_MS = 4_000;
const PATIENCE = { timeout: 90_000, interval: 200 };

/** The service runs with a clock that is ahead by this much. */
const ahead = (ms: number) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(
    `const now = Date.now; Date.now = () => now() + ${ms};`,
  )}`,
  WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1",
});

async function call<T>({ port }: SpawnedService, path: string, body: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

const delay = (ms: number) => new Promise((done) => setTimeout(done, ms));

it(
  "an endpoint that was down for an hour gets every event, in order, of a service that was killed at any moment",
  async () => {
    const receiver = await WebhookReceiver.open();
    await receiver.stop();
    const databaseUrl = await freshDatabase("service");
    const client = new pg.Client(databaseUrl);
    await client.connect();
    onTestFinished(() => client.end());
    const count = async (where: string) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from webhook_deliveries where ${where}`,
      );
      return rows[0]!.count;
    };

    let service = await spawnService(databaseUrl, ahead(0));
    const groups: string[] = [];
    for (let n = 0; n < CONTROLS; n++) {
      const { id: group_id } = await call<{ id: string }>(service, "/v1/groups", {
        name: `Group ${n}`,
        bidding_zone: "NL",
      });
      const { id: customer_id } = await call<{ id: string }>(service, "/v1/customers", {
        name: `Customer ${n}`,
        email: `customer-${n}@example.org`,
        group_id,
      });
      await call(service, "/v1/locations", { customer_id, latitude: 52, longitude: 5 });
      groups.push(group_id);
    }
    await call(service, "/v1/webhooks", {
      name: "Down for an hour",
      url: receiver.url,
      events: ["accepted", "started", "cancelled", "ended", "delivered"].map(
        (what) => `curtail.control.${what}`,
      ),
    });

    const answered: string[] = [];
    const cancelled: string[] = [];
    /** Issues a control of each group, and cancels every second one; the service dies meanwhile. */
    const issueAndKill = async () => {
      const working = groups.map(async (id, n) => {
        const control = await call<{ id: string }>(service, `/v1/groups/${id}/control`, {
          type: "ZERO_EXPORT",
        });
        answered.push(control.id);
        if (n % 2 === 0) return;
        await call(service, `/v1/controls/${control.id}/cancel`, {});
        cancelled.push(control.id);
      });
      await Promise.race([Promise.allSettled(working), delay(Math.random() * SPREAD_MS)]);
      service.child.kill("SIGKILL");
      await service.ended;
      await Promise.allSettled(working);
    };
    const down = KILLS;
    for (let kill = 0; kill < down; kill++) {
      await issueAndKill();
      service = await spawnService(databaseUrl, ahead(((kill + 1) * HOUR_MS) / down));
    }
    expect(await count("state = 'delivered'")).toBe(0);
    const waiting = await count("state = 'pending'");
    await receiver.listen();
    for (let kill = 0; kill < KILLS; kill++) {
      await issueAndKill();
      service = await spawnService(databaseUrl, ahead(HOUR_MS + (kill + 1) * 4 * HOUR_MS));
    }
    const last = MINUTE_MS + HOUR_MS + (KILLS + 1) * 4 * HOUR_MS;
    service.child.kill("SIGKILL");
    await service.ended;
    service = await spawnService(databaseUrl, ahead(last));
    const { rows } = await client.query<{ id: string }>("select id from controls");
    const ended = () =>
      count("event_id in (select id from webhook_events where type like '%delivered')");
    await expect.poll(ended, PATIENCE).toBeGreaterThanOrEqual(answered.length);
    await expect.poll(() => count("state <> 'delivered'"), PATIENCE).toBe(0);

    const first = new Map<string, (typeof receiver.received)[number]["event"]>();
    for (const { event } of receiver.received) if (!first.has(event.id)) first.set(event.id, event);
    const arrived = [...first.values()];
    const typesOf = (id: string) =>
      arrived.filter(({ subject }) => subject === id).map(({ type }) => type.split(".").at(-1));
    console.info(
      `${2 * KILLS} kills: ${rows.length} controls of which ${answered.length} were answered and ${cancelled.length} cancellations; ` +
        `${waiting} events waited after the hour, ${arrived.length} arrived, ${receiver.received.length - arrived.length} of them twice`,
    );
    expect(answered.length).toBeGreaterThan(0);
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(answered));
    expect(arrived).toHaveLength(await count("true"));
    const order = ["accepted", "started", "cancelled", "ended", "delivered"];
    for (const { id } of rows) {
      const types = typesOf(id);
      expect(types).toEqual(order.filter((type) => type !== "cancelled" || types.includes(type)));
    }
    for (const id of cancelled) expect(typesOf(id)).toContain("cancelled");
  },
  (KILLS + 2) * 120_000,
);
