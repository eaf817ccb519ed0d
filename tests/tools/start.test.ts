import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, onTestFailed, onTestFinished, test } from "vitest";
import { alive, gone } from "../../runtime/process/process-utils.mjs";
import { childPid } from "../support/child-pid.ts";
import { freePort } from "../../tools/ports/free-port.ts";
import { newDataDir, start, type Started } from "../support/start-process.ts";

function dataDir(): string {
  const path = newDataDir();
  onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true, maxRetries: 3 }));
  return path;
}

function startService(variables: Record<string, string>): Started {
  const started = start(["service"], { DEMO: "0", LOG_LEVEL: "warn", ...variables });
  onTestFinished(async () => {
    started.child.kill("SIGTERM");
    await started.ended;
  });
  return started;
}

async function variables(DATA_DIR = dataDir()) {
  return { DATA_DIR, SERVICE_PORT: String(await freePort()) };
}

const postmasterPid = (DATA_DIR: string) =>
  Number(readFileSync(join(DATA_DIR, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0]);

const status = async (port: string, path: string, headers = {}) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status;

test("an old Node is refused with a message", async () => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.4"})`;
  const started = start([], {}, ["--import", pretend]);
  expect(await started.ended).toBe(1);
  expect(started.said()).toBe(
    "Curtail needs Node 20.19 or later; this is 18.20.4. See https://nodejs.org.\n",
  );
});

test.each([
  [{ PORT: "eighty" }, "PORT must be a port number."],
  [{ PORT: "4000", SERVICE_PORT: "4000" }, "PORT and SERVICE_PORT must differ."],
  [{ DATABASE_URL: "mysql://here" }, "DATABASE_URL must start with postgres://."],
  [{ FLEX_BASE_URL: "http://127.0.0.1:1" }, "FLEX_API_KEY must be set"],
  [{ SMTP_URL: "mail.example" }, "SMTP_URL must be smtp(s)://user:password@host:port."],
  [{ SMTP_URL: "smtp://mail.example" }, "MAIL_FROM must be set with SMTP_URL"],
])("an invalid configuration is refused with a message: %o", async (wrong, sentence) => {
  const started = start([], { DATA_DIR: dataDir(), ...wrong });
  expect(await started.ended).toBe(1);
  expect(started.said()).toContain(sentence);
  expect(started.said()).not.toContain("    at ");
});

test("a port in use is named, with the variable to set", async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const started = startService({ DATA_DIR: dataDir(), SERVICE_PORT: String(port) });
  expect(await started.ended).toBe(1);
  const sentence = `Port ${port} on 127.0.0.1 is taken: set SERVICE_PORT to another one.`;
  expect(started.said()).toContain(sentence);
});

test("serves, refuses a second start on its data, and stops cleanly with PostgreSQL last", async () => {
  const settings = await variables();
  const first = startService(settings);
  await first.ready;
  const key = readFileSync(join(settings.DATA_DIR, "api-key"), "utf8").trim();
  const port = settings.SERVICE_PORT;
  expect(await status(port, "/healthz")).toBe(200);
  expect(await status(port, "/v1/controls")).toBe(401);
  expect(await status(port, "/v1/controls", { "X-API-Key": key })).toBe(200);
  expect(first.said()).not.toContain(key);

  const second = startService({ ...settings, SERVICE_PORT: String(await freePort()) });
  expect(await second.ended).toBe(1);
  expect(second.said()).toContain(`Curtail already runs on ${settings.DATA_DIR}`);

  const postgres = postmasterPid(settings.DATA_DIR);
  first.child.kill("SIGTERM");
  first.child.kill("SIGINT");
  expect(await first.ended).toBe(0);
  expect(alive(postgres)).toBe(false);
  const log = readFileSync(join(settings.DATA_DIR, "postgres", "postgres.log"), "utf8");
  expect(log.trimEnd()).toMatch(/database system is shut down$/);
});

/** Two whole starts, each of which has the time of a test with one. */
const TWO_STARTS_MS = 240_000;

test(
  "after kill -9 nothing keeps running, and the next start continues with the same data",
  async () => {
    const settings = await variables();
    const first = startService(settings);
    onTestFailed(() => console.error("The first start wrote:", first.said()));
    await first.ready;
    const service = childPid(first.child.pid!, "service/main.mjs")!;
    const key = readFileSync(join(settings.DATA_DIR, "api-key"), "utf8").trim();
    const postgres = postmasterPid(settings.DATA_DIR);
    first.child.kill("SIGKILL");
    expect(await gone(service, 20_000)).toBe(true);
    expect(await status(settings.SERVICE_PORT, "/healthz").catch(() => 0)).toBe(0);

    const second = startService(settings);
    onTestFailed(() => console.error("The second start wrote:", second.said()));
    await second.ready;
    expect(postmasterPid(settings.DATA_DIR)).toBe(postgres);
    expect(await status(settings.SERVICE_PORT, "/v1/controls", { "X-API-Key": key })).toBe(200);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(await gone(postgres, 20_000)).toBe(true);
  },
  TWO_STARTS_MS,
);

test("PostgreSQL is restarted after a kill, and the service continues with its data", async () => {
  const settings = await variables();
  const started = startService(settings);
  await started.ready;
  const key = readFileSync(join(settings.DATA_DIR, "api-key"), "utf8").trim();
  const before = postmasterPid(settings.DATA_DIR);
  process.kill(before, "SIGKILL");
  await expect.poll(started.said).toContain("PostgreSQL ended (SIGKILL). It is started again in");
  await expect.poll(started.said, { timeout: 60_000 }).toContain("PostgreSQL is back after");
  expect(postmasterPid(settings.DATA_DIR)).not.toBe(before);
  const calls = () => status(settings.SERVICE_PORT, "/v1/controls", { "X-API-Key": key });
  await expect.poll(calls).toBe(200);
});

test.each([
  ["PostgreSQL ready", "bin/postgres", "PostgreSQL"],
  ["PostgreSQL ready", "service/main.mjs", "The service"],
])("a part that dies after %o ends the start: %s", async (said, program, subject) => {
  const started = startService(await variables());
  await expect.poll(started.said, { interval: 5, timeout: 60_000 }).toContain(said);
  const pid = () => childPid(started.child.pid!, program);
  await expect.poll(pid, { interval: 5, timeout: 60_000 }).toBeDefined();
  process.kill(pid()!, "SIGKILL");
  expect(await started.ended).toBe(1);
  expect(started.said()).toContain(`${subject} ended during the start (SIGKILL).`);
});

test("a signal before it is ready also stops it cleanly", async () => {
  const settings = await variables();
  const started = startService(settings);
  await expect.poll(started.said, { timeout: 30_000 }).toContain("PostgreSQL ready");
  const postgres = postmasterPid(settings.DATA_DIR);
  started.child.kill("SIGTERM");
  expect(await started.ended).toBe(0);
  expect(alive(postgres)).toBe(false);
});
