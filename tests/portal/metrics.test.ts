import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Registry } from "prom-client";
import { beforeEach, expect, test, vi } from "vitest";
import { portalMetrics, watchPortal } from "../../lib/portal/context/metrics.ts";
import { StreamSlots } from "../../lib/portal/live/live.ts";
import { signInWithPassword } from "../../lib/portal/auth/sign-in.ts";
import { countSessions } from "../../lib/portal/db/sessions.ts";
import { startFakeService, startService } from "./fake-service.ts";
import { anna } from "./fixtures.ts";
import { createTestClient, NOW, PASSWORD, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const pool = { totalCount: 3, idleCount: 1, waitingCount: 0 };

beforeEach(() => portalMetrics().registry.resetMetrics());

async function told(registry = portalMetrics().registry): Promise<Map<string, number>> {
  const lines = (await registry.metrics()).split("\n").filter((line) => /^\w/.test(line));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]));
}

const one = { params: {}, query: { page: 0, page_size: 1 }, body: undefined };
const calls = "curtail_portal_service_call_duration_seconds_count";

test("requests to the service are counted by operation and outcome", async () => {
  const plain = createTestClient(await startFakeService("ten only"));
  await plain.call("listControls", one, "request-1");
  const broken = createTestClient(await startService(() => Response.json({}, { status: 401 })));
  await expect(broken.call("listControls", one, "request-2")).rejects.toThrow();
  const now = await told();
  expect(now.get(`${calls}{operation="listControls",outcome="answered"}`)).toBe(1);
  expect(now.get(`${calls}{operation="listControls",outcome="service-refused-portal"}`)).toBe(1);
});

test("sign-in attempts are counted by outcome", async () => {
  const caller = { address: "192.0.2.9" };
  const attempt = (password: string) =>
    signInWithPassword(world.db, { email: anna.email, password }, caller, NOW);
  await attempt(PASSWORD);
  for (let tries = 0; tries < 7; tries++) await attempt("wrong");
  const now = await told();
  const count = (outcome: string) =>
    now.get(`curtail_portal_sign_ins_total{way="password",outcome="${outcome}"}`);
  expect(count("success")).toBe(1);
  expect(count("refused")).toBeGreaterThan(0);
  expect(count("throttled")).toBeGreaterThan(0);
  expect(count("refused")! + count("throttled")!).toBe(7);
});

test("open live streams are counted", async () => {
  const places = new StreamSlots();
  const giveUp = [places.acquire("a", "request-1"), places.acquire("b", "request-2")];
  expect((await told()).get("curtail_portal_live_streams")).toBe(2);
  giveUp[0]!();
  expect((await told()).get("curtail_portal_live_streams")).toBe(1);
});

test("open sessions are counted by role, and the service's availability is reported", async () => {
  const { staff: before } = await countSessions(world.db, NOW);
  await world.staff();
  const registry = new Registry();
  const away = vi.fn<() => Date | null>(() => null);
  watchPortal(registry, {
    pool,
    unavailableSince: away,
    openSessions: () => countSessions(world.db, NOW),
  });
  const now = await told(registry);
  expect(now.get('curtail_portal_sessions_open{role="staff"}')).toBe(before + 1);
  expect(now.get("curtail_portal_service_unavailable")).toBe(0);
  expect(now.get('curtail_portal_database_connections{pool="requests",state="used"}')).toBe(2);
  away.mockReturnValue(NOW);
  expect((await told(registry)).get("curtail_portal_service_unavailable")).toBe(1);
});

test("sessions that cannot be counted are reported as missing", async () => {
  const registry = new Registry();
  const openSessions = () => Promise.reject(new Error("the database is away"));
  watchPortal(registry, { pool, unavailableSince: () => null, openSessions });
  expect(await registry.metrics()).toContain('curtail_portal_sessions_open{role="staff"} Nan');
});

test("memory after garbage collection is reported once there was one, and follows usage", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const registry = new Registry();
  watchPortal(registry, {
    pool,
    unavailableSince: () => null,
    openSessions: async () => ({ staff: 0, customer: 0 }),
  });
  const left = async () =>
    (await told(registry)).get("curtail_portal_heap_after_collection_bytes")!;
  collect();
  await vi.waitFor(async () => expect(await left()).toBeGreaterThan(1_000_000));
  const before = await left();
  const held = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
  collect();
  await vi.waitFor(async () => expect(await left()).toBeGreaterThan(before + 10_000_000));
  expect(held).toHaveLength(1_000_000);
});
