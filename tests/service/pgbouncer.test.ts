import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { openDatabase } from "../../lib/portal/db/database.ts";
import { readSession } from "../../lib/portal/db/sessions.ts";
import { openDatabases } from "../../runtime/databases/databases.ts";
import { openStore } from "../../service/store/store.ts";
import { pgbouncerVersion, startPgbouncer, type Pgbouncer } from "../support/pgbouncer.ts";
import { freshDatabase, getOwnerUrl } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";
import { verify, WebhookReceiver } from "../support/webhook-receiver.ts";

const version = pgbouncerVersion();
if (!version) console.warn("\nLEFT OUT: tests behind pgbouncer; it is not installed.\n");

const START = "2026-06-15T10:00:30Z";
const MINUTES = 16;
/** Fewer than one service instance opens, so that sessions share them. */
const SERVER_CONNECTIONS = 4;
const settings = { DATABASE_POOLER: "transaction" };

describe.skipIf(!version)(`behind ${version} in transaction mode`, () => {
  let directUrl: string;
  let pgbouncer: Pgbouncer;
  beforeAll(async () => {
    directUrl = await freshDatabase("service");
    pgbouncer = await startPgbouncer(directUrl, SERVER_CONNECTIONS);
  });
  afterAll(() => pgbouncer?.stop());

  it("two services record what one without it records, and answer every read", async () => {
    const alone = await World.open(START, { demo: 2 });
    const databaseUrl = pgbouncer.through(directUrl);
    const worlds = [
      await World.open(START, { demo: 2, databaseUrl, settings }),
      await World.open(START, { demo: 2, databaseUrl, settings }),
    ];
    const reads = [
      "/v1/controls?page_size=1",
      "/v1/customers?page_size=1",
      "/v1/locations?page_size=2",
      "/v1/devices?page_size=1",
      "/v1/groups",
      "/v1/bidding-zones/NL/historical",
    ];
    for (let minute = 1; minute <= MINUTES; minute++) {
      const ms = Date.parse(START) + minute * 60_000;
      for (const world of [alone, ...worlds]) world.setClock(ms);
      const ticks = [alone, ...worlds].map((world) => world.service.tick());
      const statuses = worlds.flatMap((world) =>
        reads.map(async (path) => (await world.request(path)).status),
      );
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
      await Promise.all(ticks);
    }
    await worlds[0]!.service.tick();
    const recordOf = async (world: World) => {
      const query = { start: "2026-06-15T10:00:00Z" };
      const params = { bidding_zone_id: "NL" };
      return (await world.call("getBiddingZoneHistorical", { params, query })).data;
    };
    expect(await recordOf(worlds[1]!)).toEqual(await recordOf(alone));
    for (const world of [alone, ...worlds]) await world.close();
  });

  it("controls in parallel are each accepted once, also when they are repeated", async () => {
    const databaseUrl = pgbouncer.through(directUrl);
    const worlds = [
      await World.open("2026-06-15T10:20:30Z", { databaseUrl, settings }),
      await World.open("2026-06-15T10:20:30Z", { databaseUrl, settings }),
    ];
    const order = (hour: number) => ({
      type: "ZERO_EXPORT" as const,
      time_from: `2026-06-15T${11 + hour}:00:00Z`,
      time_to: `2026-06-15T${11 + hour}:30:00Z`,
    });
    const send = async (i: number) => {
      const sent = await worlds[i % 2]!.call("controlBiddingZone", {
        params: { bidding_zone_id: "NL" },
        headers: { "Idempotency-Key": `pooled-${i}` },
        body: order(i),
      });
      return sent.data.id;
    };
    const all = Array.from({ length: 8 }, (_, i) => i);
    const ids = await Promise.all(all.map(send));
    expect(new Set(ids).size).toBe(all.length);
    expect(await Promise.all(all.map((i) => send(i)))).toEqual(ids);
    for (const world of worlds) await world.close();
  });

  it("two services send every event of a webhook once and in order, through failures", async () => {
    const receiver = await WebhookReceiver.open();
    const databaseUrl = pgbouncer.through(await freshDatabase("service"));
    const start = "2026-05-01T10:00:00Z";
    const webhooks = { ...settings, WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" };
    const worlds = [
      await World.open(start, { databaseUrl, settings: webhooks }),
      await World.open(start, { databaseUrl, settings: webhooks }),
    ] as const;
    const [first] = worlds;
    const groupIds: string[] = [];
    for (let n = 0; n < 6; n++) {
      const { id: groupId } = await group(first, `Group ${n}`);
      await household(first, { email: `${n}@example.org`, groupId });
      groupIds.push(groupId);
    }
    const types = ["accepted", "started", "ended", "delivered"] as const;
    const { data: webhook } = await first.call("createWebhook", {
      body: {
        name: "Desk",
        url: receiver.url,
        events: types.map((type) => `curtail.control.${type}` as const),
      },
    });
    let answers = 0;
    receiver.answer = (_, response) =>
      void response.writeHead(answers++ % 3 === 0 ? 503 : 204).end();
    const issued = await Promise.all(
      groupIds.map(async (group_id, n) => {
        const body = { type: "ZERO_EXPORT" as const, time_to: "2026-05-01T10:15:00Z" };
        const { data } = await worlds[n % 2]!.call("controlGroup", { params: { group_id }, body });
        return data.id;
      }),
    );
    for (let minute = 0; minute <= 40; minute++) {
      for (const world of worlds) world.setClock(Date.parse(start) + minute * 60_000);
      await Promise.all(worlds.map((world) => world.service.tick()));
      await Promise.all(worlds.map((world) => world.service.enqueueEvents()));
      await Promise.all(worlds.map((world) => world.service.sendWebhooks()));
    }
    const accepted = receiver.received.filter((_, n) => n % 3 !== 0);
    for (const one of receiver.received) verify(one, webhook.secret!);
    for (const id of issued)
      expect(
        accepted.filter(({ event }) => event.subject === id).map(({ event }) => event.type),
      ).toEqual(types.map((type) => `curtail.control.${type}`));
    expect(accepted).toHaveLength(issued.length * types.length);
    expect(receiver.received.length).toBeGreaterThan(accepted.length);
    for (const world of worlds) await world.close();
  });

  it("limits of one session do not reach others", async () => {
    const store = await openStore(pgbouncer.through(directUrl), () => {}, {
      pooler: "transaction",
    });
    await store.exclusively("weather", async () => {});
    const shown = await Promise.all(
      Array.from({ length: 3 * SERVER_CONNECTIONS }, async () => {
        const { rows } = await store.pools["requests"]!.query(
          "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, pg_sleep(0.01)",
        );
        return `${rows[0].statement} ${rows[0].lock}`;
      }),
    );
    expect(new Set(shown)).toEqual(new Set(["0 0"]));
    await store.close();
  });

  it("the portal reads sessions", async () => {
    const portalUrl = await freshDatabase("portal");
    const { db, pool } = openDatabase(pgbouncer.through(portalUrl), { pooler: "transaction" });
    const read = await Promise.all(
      Array.from({ length: 40 }, () => readSession(db, randomUUID(), new Date())),
    );
    expect(read.every((session) => session === null)).toBe(true);
    await pool.end();
  });

  it("migrations need an address of PostgreSQL itself", async () => {
    const pooled = pgbouncer.through(directUrl);
    const given = { SERVICE_DATABASE_URL: pooled, ...settings };
    await expect(openDatabases(parseEnv(given), ["service"])).rejects.toThrow(
      "DATABASE_POOLER=transaction needs SERVICE_MIGRATION_URL",
    );
    const databases = await openDatabases(
      parseEnv({ ...given, SERVICE_MIGRATION_URL: getOwnerUrl("service", directUrl) }),
      ["service"],
    );
    expect(databases.serviceUrl).toBe(pooled);
    await databases.close();
  });
});
