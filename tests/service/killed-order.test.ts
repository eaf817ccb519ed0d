import { expect, it } from "vitest";
import { freshDatabase } from "../world/postgres.ts";
import { KEY } from "../world/service.ts";
import { spawnService } from "../world/spawned-service.ts";

const ROUNDS = 6;

const issue = async (port: number, key: string, signal?: AbortSignal) => {
  const response = await fetch(`http://127.0.0.1:${port}/v1/bidding-zones/NL/control`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify({ type: "ZERO_EXPORT" }),
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as { id: string };
};

it("issues one control, however the service is killed between order and answer", async () => {
  const databaseUrl = await freshDatabase("service");
  const answered: string[] = [];
  let service = await spawnService(databaseUrl);
  for (let round = 0; round < ROUNDS; round++) {
    const key = `round-${round}`;
    const first = issue(service.port, key).catch(() => null);
    const more = Array.from({ length: round }, () => issue(service.port, key).catch(() => null));
    if (round % 2 === 0) await Promise.race([first, ...more]);
    service.child.kill("SIGKILL");
    await Promise.all([first, ...more, service.ended]);
    service = await spawnService(databaseUrl);
    const again = await issue(service.port, key);
    const before = (await Promise.all([first, ...more])).flatMap((one) => one?.id ?? []);
    expect(new Set([...before, again.id]).size).toBe(1);
    answered.push(again.id);
  }
  const list = await fetch(`http://127.0.0.1:${service.port}/v1/controls?page_size=100`, {
    headers: { "X-API-Key": KEY },
  });
  const { data } = (await list.json()) as { data: { id: string }[] };
  expect(data.map(({ id }) => id)).toEqual(answered.toReversed());
  service.child.kill("SIGKILL");
}, 120_000);
