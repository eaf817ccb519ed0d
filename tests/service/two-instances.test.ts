import { describe, expect, it } from "vitest";
import { nearly } from "../support/nearly.ts";
import { freshDatabase } from "../support/postgres.ts";
import { KEY, World } from "../support/service.ts";
import { spawnService, type SpawnedService } from "../support/spawned-service.ts";

const START = "2026-06-15T10:00:30Z";
const MINUTES = 20;
const WRITES = 30;
const READERS = 8;
const NL = { bidding_zone_id: "NL" };

/** The records of the zone and its controls. */
async function recordOf(world: World) {
  const query = { start: "2026-06-15T10:00:00Z" };
  const { data } = await world.call("getBiddingZoneHistorical", { params: NL, query });
  const status = await world.call("getBiddingZoneStatus", { params: NL });
  return { history: data.data, status: status.data };
}

const post = async ({ port }: SpawnedService, name: string) => {
  const response = await fetch(`http://127.0.0.1:${port}/v1/groups`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json", "Idempotency-Key": name },
    body: JSON.stringify({ name, bidding_zone: "NL" }),
  });
  const { id } = (await response.json()) as { id: string };
  return { status: response.status, id };
};

describe("two services on one database", () => {
  it("record each minute once, with the same result as one alone", async () => {
    const options = { demo: 2, databaseUrl: await freshDatabase("service") };
    const alone = await World.open(START, { demo: 2 });
    const one = await World.open(START, options);
    const other = await World.open(START, options);
    for (let minute = 1; minute <= MINUTES; minute++) {
      const ms = Date.parse(START) + minute * 60_000;
      for (const world of [alone, one, other]) world.setClock(ms);
      await Promise.all([alone, one, other].map((world) => world.service.tick()));
    }
    await one.service.tick();
    const expected = await recordOf(alone);
    expect(expected.status.reporting).toBeGreaterThan(0);
    expect(await recordOf(one)).toEqual(nearly(expected));
    expect(await recordOf(other)).toEqual(nearly(expected));
    await Promise.all([alone, one, other].map((world) => world.close()));
  });

  it("dispatch at once what the other accepted", async () => {
    const databaseUrl = await freshDatabase("service");
    const one = await World.open(START, { databaseUrl });
    const other = await World.open(START, { databaseUrl });
    const body = { type: "ZERO_EXPORT" } as const;
    const { data: control } = await one.call("controlBiddingZone", { params: NL, body });
    expect((await other.call("listControls")).data.data.map(({ id }) => id)).toEqual([control.id]);
    await one.close();
    await other.close();
  });

  it("refuse a key that the other revoked within a second, also while it is in use", async () => {
    const databaseUrl = await freshDatabase("service");
    const unlimited = { RATE_READS: "1000000" };
    const [one, other] = [
      await spawnService(databaseUrl),
      await spawnService(databaseUrl, unlimited),
    ];
    const keysAddress = `http://127.0.0.1:${one.port}/v1/api-keys`;
    const headers = { "X-API-Key": KEY, "Content-Type": "application/json" };
    const body = JSON.stringify({ name: "Reader", scopes: ["read"] });
    const made = await fetch(keysAddress, { method: "POST", headers, body });
    const { id, key } = (await made.json()) as { id: string; key: string };
    const read = async () => {
      const address = `http://127.0.0.1:${other.port}/v1/groups`;
      const answer = await fetch(address, { headers: { "X-API-Key": key } });
      await answer.arrayBuffer();
      return answer.status;
    };

    let accepted = 0;
    let refused = 0;
    const readers = Array.from({ length: READERS }, async () => {
      let status = await read();
      for (; status === 200; status = await read()) accepted += 1;
      expect(status).toBe(401);
      refused += 1;
    });
    await expect.poll(() => accepted).toBeGreaterThan(10 * READERS);
    expect(refused).toBe(0);
    expect((await fetch(`${keysAddress}/${id}`, { method: "DELETE", headers })).status).toBe(200);
    await expect.poll(() => refused, { timeout: 1_000 }).toBe(READERS);
    await Promise.all(readers);
    expect(await read()).toBe(401);
  });

  it("survive a kill of either while writing: the other answers everything", async () => {
    const databaseUrl = await freshDatabase("service");
    let [first, second] = [await spawnService(databaseUrl), await spawnService(databaseUrl)];
    const made: string[] = [];
    for (let round = 0; round < 2; round++) {
      const doomed = Array.from({ length: WRITES }, (_, n) =>
        post(first, `doomed-${round}-${n}`).then(
          ({ id }) => void made.push(id),
          () => undefined,
        ),
      );
      const kept = Array.from({ length: WRITES }, (_, n) => post(second, `kept-${round}-${n}`));
      await Promise.race(doomed);
      first.child.kill("SIGKILL");
      for (const { status, id } of await Promise.all(kept)) {
        expect(status).toBe(200);
        made.push(id);
      }
      await Promise.all(doomed);
      const address = `http://127.0.0.1:${second.port}/readyz`;
      await expect.poll(async () => (await fetch(address)).status).toBe(200);
      [first, second] = [second, await spawnService(databaseUrl)];
    }
    const ids: string[] = [];
    for (let page = 0; ids.length === page * 100; page++) {
      const address = `http://127.0.0.1:${second.port}/v1/groups?page_size=100&page=${page}`;
      const answer = await fetch(address, { headers: { "X-API-Key": KEY } });
      const { data } = (await answer.json()) as { data: { id: string }[] };
      ids.push(...data.map(({ id }) => id));
    }
    expect(ids).toEqual(expect.arrayContaining(made));
    expect(new Set(ids).size).toBe(ids.length);
  }, 120_000);
});
