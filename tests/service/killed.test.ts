import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freshDatabase } from "../world/postgres.ts";

const KEY = "ck_the-key-of-the-tests";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function start(databaseUrl: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", "service/main.ts"], {
    env: {
      ...process.env,
      SERVICE_DATABASE_URL: databaseUrl,
      SERVICE_PORT: String(port),
      FLEX_API_KEY: KEY,
      DEMO: "0",
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of child.stdout!) if (String(line).includes("listening")) break;
  return child;
}

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

it("loses nothing it had answered when it is killed in the middle of writing", async () => {
  const databaseUrl = await freshDatabase("service");
  const port = await freePort();
  const first = await start(databaseUrl, port);
  const answered = { groups: [] as string[], controls: [] as string[] };
  const write = async () => {
    for (;;) {
      const group = await post(port, "/v1/groups", { name: "G", bidding_zone: "NL" });
      answered.groups.push(group.id);
      const control = await post(port, `/v1/groups/${group.id}/control`, { type: "ZERO_EXPORT" });
      answered.controls.push(control.id);
      if (answered.controls.length === 40) first.kill("SIGKILL");
    }
  };
  await Promise.allSettled([write(), write(), write(), write()]);
  const second = await start(databaseUrl, port);
  const groups = await list(port, "/v1/groups");
  const controls = await list(port, "/v1/controls");
  second.kill("SIGTERM");
  await once(second, "exit");
  expect(answered.controls.length).toBeGreaterThanOrEqual(40);
  expect(groups).toEqual(expect.arrayContaining(answered.groups));
  expect(controls).toEqual(expect.arrayContaining(answered.controls));
  expect(new Set(controls).size).toBe(controls.length);
  expect(second.exitCode).toBe(0);
}, 60_000);
