import { expect, it } from "vitest";
import { freshDatabase } from "../support/postgres.ts";
import { KEY } from "../support/service.ts";
import { spawnService } from "../support/spawned-service.ts";

const ROUNDS = 4;

interface Change {
  path: string;
  body: object;
}
const changes: [string, Change][] = [
  ["control", { path: "/v1/bidding-zones/NL/control", body: { type: "ZERO_EXPORT" } }],
  ["group", { path: "/v1/groups", body: { name: "East", bidding_zone: "NL" } }],
];
const lists: Record<string, string> = { control: "/v1/controls", group: "/v1/groups?sort=-id&" };

const make = async (port: number, { path, body }: Change, key: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as { id: string };
};

it.each(changes)(
  "issues one %s, whenever the service is killed between request and answer",
  async (noun, change) => {
    const databaseUrl = await freshDatabase("service");
    const answered: string[] = [];
    let service = await spawnService(databaseUrl);
    for (let round = 0; round < ROUNDS; round++) {
      const key = `round-${round}`;
      const ask = () => make(service.port, change, key);
      const first = ask().catch(() => null);
      const more = Array.from({ length: round }, () => ask().catch(() => null));
      if (round % 2 === 0) await Promise.race([first, ...more]);
      service.child.kill("SIGKILL");
      await Promise.all([first, ...more, service.ended]);
      service = await spawnService(databaseUrl);
      const again = await ask();
      const before = (await Promise.all([first, ...more])).flatMap((one) => one?.id ?? []);
      expect(new Set([...before, again.id]).size).toBe(1);
      answered.push(again.id);
    }
    const [path, query = ""] = lists[noun]!.split("?");
    const all = await fetch(`http://127.0.0.1:${service.port}${path}?${query}page_size=100`, {
      headers: { "X-API-Key": KEY },
    });
    const { data } = (await all.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(answered.toReversed());
    service.child.kill("SIGKILL");
  },
  120_000,
);
