import { expect, it } from "vitest";
import { freshDatabase } from "../support/postgres.ts";
import { KEY } from "../support/service.ts";
import { spawnService } from "../support/spawned-service.ts";

const post = async (port: number, path: string, body: unknown) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as { id: string };
};

const list = async (port: number, path: string) => {
  const ids: string[] = [];
  for (let page = 0; ; page++) {
    const address = `http://127.0.0.1:${port}${path}?page_size=100&page=${page}`;
    const response = await fetch(address, { headers: { "X-API-Key": KEY } });
    const { data } = (await response.json()) as { data: { id: string }[] };
    ids.push(...data.map((item) => item.id));
    if (data.length < 100) return ids;
  }
};

it("loses nothing it had answered when killed while writing", async () => {
  const databaseUrl = await freshDatabase("service");
  const first = await spawnService(databaseUrl);
  const answered = { groups: [] as string[], controls: [] as string[] };
  const write = async () => {
    for (;;) {
      const group = await post(first.port, "/v1/groups", { name: "G", bidding_zone: "NL" });
      answered.groups.push(group.id);
      const control = await post(first.port, `/v1/groups/${group.id}/control`, {
        type: "ZERO_EXPORT",
      });
      answered.controls.push(control.id);
      if (answered.controls.length === 40) first.child.kill("SIGKILL");
    }
  };
  await Promise.allSettled([write(), write(), write(), write()]);
  const second = await spawnService(databaseUrl);
  const groups = await list(second.port, "/v1/groups");
  const controls = await list(second.port, "/v1/controls");
  second.child.kill("SIGTERM");
  expect(answered.controls.length).toBeGreaterThanOrEqual(40);
  expect(groups).toEqual(expect.arrayContaining(answered.groups));
  expect(controls).toEqual(expect.arrayContaining(answered.controls));
  expect(new Set(controls).size).toBe(controls.length);
  expect(await second.ended).toBe(0);
});
