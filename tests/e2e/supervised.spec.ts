import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { HttpClient } from "../../tools/chaos/http-client.ts";
import { childPid } from "../support/child-pid.ts";
import { freePort } from "../../tools/ports/free-port.ts";
import { newDataDir, start } from "../support/start-process.ts";

const STAFF = { email: "kim@example.org", password: "only-for-browser-tests" };
const PROGRAMS = {
  service: "service/main.mjs",
  portal: /next-server|standalone/,
  PostgreSQL: "bin/postgres",
};
type Part = keyof typeof PROGRAMS;

// Each test starts its own Curtail, so that any worker may run the next one.
test.describe.configure({ mode: "parallel" });

const cleanups: (() => Promise<unknown> | void)[] = [];
test.afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

/** A whole Curtail without a demo, and how to kill a part of it. */
async function startWhole() {
  const dataDir = newDataDir();
  const [portalPort, servicePort] = [await freePort(), await freePort()];
  const started = start([], {
    DATA_DIR: dataDir,
    PORT: String(portalPort),
    SERVICE_PORT: String(servicePort),
    DEMO: "0",
    STAFF_EMAIL: STAFF.email,
    STAFF_PASSWORD: STAFF.password,
    LOG_LEVEL: "warn",
  });
  cleanups.push(async () => {
    started.child.kill("SIGTERM");
    await started.ended;
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
  });
  const pidOf = (part: Part) => childPid(started.child.pid!, PROGRAMS[part]);
  const kill = async (part: Part) => {
    await expect.poll(() => pidOf(part), { intervals: [5], timeout: 60_000 }).toBeDefined();
    process.kill(pidOf(part)!, "SIGKILL");
  };
  return { ...started, dataDir, portalPort, servicePort, kill };
}

type Whole = Awaited<ReturnType<typeof startWhole>>;

async function readiness(port: number): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return answer?.json().catch(() => undefined);
}

async function isReady({ portalPort, servicePort }: Whole): Promise<boolean> {
  const states = await Promise.all([portalPort, servicePort].map(readiness));
  return states.every((state) => (state as { status?: unknown } | undefined)?.status === "ready");
}

const points: [said: string, part: Part][] = [
  ["PostgreSQL ready", "PostgreSQL"],
  ["PostgreSQL ready", "service"],
  ["Service ready", "PostgreSQL"],
  ["Service ready", "service"],
  ["Service ready", "portal"],
];
for (const [said, part] of points) {
  test(`${part} killed after "${said}" ends the start, which names it`, async () => {
    const whole = await startWhole();
    await expect.poll(whole.said, { intervals: [5], timeout: 60_000 }).toContain(said);
    await whole.kill(part);
    expect(await whole.ended).toBe(1);
    const subject = part === "PostgreSQL" ? part : `The ${part}`;
    expect(whole.said()).toContain(`${subject} ended during the start (SIGKILL).`);
  });
}

test("a part killed later is restarted, and both programs report that meanwhile", async () => {
  test.setTimeout(240_000);
  const whole = await startWhole();
  await whole.ready;
  const visitor = new HttpClient(`http://127.0.0.1:${whole.portalPort}`);
  await visitor.signIn(STAFF.email, STAFF.password);
  const watchers = {
    service: [whole.portalPort],
    portal: [whole.servicePort],
    PostgreSQL: [whole.portalPort, whole.servicePort],
  };
  for (const [n, part] of (["service", "portal", "PostgreSQL"] as const).entries()) {
    const name = `before ${part}`;
    const made = await visitor.post(
      "/api/groups",
      { name, bidding_zone: "NL" },
      {
        "Idempotency-Key": name,
      },
    );
    expect(made.status).toBe(200);
    await whole.kill(part);
    for (const port of watchers[part])
      await expect
        .poll(() => readiness(port), { intervals: [10], timeout: 30_000 })
        .toMatchObject({ status: "degraded", down: [part] });
    await expect.poll(() => isReady(whole), { timeout: 60_000 }).toBe(true);
    const subject = part === "PostgreSQL" ? part : `The ${part}`;
    expect(whole.said()).toContain(`${subject} ended (SIGKILL). It is started again in 0.5 s.`);
    expect(whole.said()).toContain(`${subject} is back after`);
    const key = readFileSync(join(whole.dataDir, "api-key"), "utf8").trim();
    const groups = await fetch(`http://127.0.0.1:${whole.servicePort}/v1/groups`, {
      headers: { "X-API-Key": key },
    });
    expect(((await groups.json()) as { data: unknown[] }).data).toHaveLength(n + 1);
  }
});

async function connected(port: number, text = ""): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  cleanups.push(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

test("a signal ends everything despite open clients, without killing a program", async () => {
  const whole = await startWhole();
  await whole.ready;
  const visitor = new HttpClient(`http://127.0.0.1:${whole.portalPort}`);
  await visitor.signIn(STAFF.email, STAFF.password);
  const stream = await visitor.request("/api/live?area=bidding-zone:NL");
  expect(stream.headers.get("content-type")).toContain("text/event-stream");
  const body = 'POST /api/groups HTTP/1.1\r\nHost: h\r\nContent-Length: 99\r\n\r\n{"half';
  for (const port of [whole.portalPort, whole.servicePort]) {
    await connected(port);
    await connected(port, "GET /half-a-head");
    await connected(port, body);
    const kept = await connected(port, "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
    await once(kept, "data");
  }
  whole.child.kill("SIGTERM");
  whole.child.kill("SIGINT");
  whole.child.kill("SIGINT");
  expect(await whole.ended).toBe(0);
  expect(whole.said()).toContain("Stopping");
  expect(whole.said()).not.toContain("was killed");
});

test("everything ends within two seconds of a signal, despite open connections", async () => {
  const { ENDED_BY_MS } = await import("../../runtime/supervisor.ts");
  const { portal, service, PostgreSQL } = ENDED_BY_MS;
  expect(portal).toBeLessThan(service);
  expect(service).toBeLessThan(PostgreSQL);
  expect(PostgreSQL).toBeLessThan(2_000);
});
