import { describe, expect, test, vi } from "vitest";
import { isUserActivity } from "../../lib/portal/auth/session.ts";
import { endOtherSessions, endSession } from "../../lib/portal/users/account.ts";
import { createAccount } from "../../lib/portal/db/accounts.ts";
import { setLevel } from "../../lib/portal/db/users.ts";
import { listSessions, readSession } from "../../lib/portal/db/sessions.ts";
import { collectEvents, HeldClock, liveService, openings } from "./live-world.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const MINUTE = 60_000;
const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
const until = (condition: () => void) => vi.waitFor(condition, { timeout: 20_000, interval: 5 });

describe("an idle staff session", () => {
  test("ends after 30 minutes, and is no longer listed", async () => {
    const { sessionId, id } = await world.staff();
    expect(await readSession(world.db, sessionId, at(29.9))).not.toBeNull();
    expect(await readSession(world.db, sessionId, at(30), true)).toBeNull();
    const listed = await listSessions(world.db, id, at(30));
    expect(listed.map((session) => session.id)).not.toContain(sessionId);
  });

  test("is extended by user activity, and not by a page's own requests", async () => {
    const byPerson = await world.staff();
    await readSession(world.db, byPerson.sessionId, at(20), true);
    expect(await readSession(world.db, byPerson.sessionId, at(45))).not.toBeNull();
    const byPage = await world.staff();
    await readSession(world.db, byPage.sessionId, at(20));
    expect(await readSession(world.db, byPage.sessionId, at(45))).toBeNull();
  });

  test("is not extended by a live stream, which ends with it", async () => {
    const clock = new HeldClock();
    const open = openings(world, clock, (await liveService(clock)).service);
    const stream = collectEvents(await open(await world.staff(), "bidding-zone:NL"));
    await until(() => expect(stream.names()).toContain("status"));
    await until(() => {
      clock.pass(15_000);
      expect(stream.isOver()).toBe(true);
    });
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(at(30).getTime());
  });

  test("of a customer does not end", async () => {
    const { sessionId } = await world.anna();
    expect(await readSession(world.db, sessionId, at(29 * 24 * 60))).not.toBeNull();
  });
});

describe("user activity", () => {
  const asks = (headers: Record<string, string>) => isUserActivity(new Headers(headers));

  test("is a navigation, or a request that a page marks as active", () => {
    expect(asks({ "x-portal-path": "/controls" })).toBe(true);
    expect(asks({ "x-person": "1" })).toBe(true);
  });

  test("is not a background read or a prefetch", () => {
    expect(asks({})).toBe(false);
    expect(asks({ "x-portal-path": "/", "sec-purpose": "prefetch" })).toBe(false);
  });
});

describe("a session ended from another browser", () => {
  const away = { baseUrl: "http://127.0.0.1:9", seen: [], controls: [] };

  test.each(["one by one", "all at once"])(
    "is refused on the next request and closes its live stream (%s)",
    async (how) => {
      const clock = new HeldClock();
      const open = openings(world, clock, (await liveService(clock)).service);
      const here = await world.staff();
      const elsewhere = await world.staff();
      const stream = collectEvents(await open(elsewhere, "bidding-zone:NL"));
      await until(() => expect(stream.names()).toContain("status"));
      const deps = world.deps(away as never);
      const answer =
        how === "one by one"
          ? await callPortalRoute(deps, "DELETE /api/account/sessions/{session_id}", endSession, {
              user: here,
              params: { session_id: elsewhere.sessionId },
            })
          : await callPortalRoute(deps, "POST /api/account/end-other-sessions", endOtherSessions, {
              user: here,
            });
      expect(answer.status).toBe(200);
      expect(await readSession(world.db, elsewhere.sessionId, NOW)).toBeNull();
      clock.pass(15_000);
      await until(() => expect(stream.isOver()).toBe(true));
      expect((await open(elsewhere, "bidding-zone:NL")).status).toBe(401);
      expect((await open(here, "bidding-zone:NL")).status).toBe(200);
    },
  );
});

test("a role change applies from the next request", async () => {
  const email = "rising@example.org";
  const account = { email, name: "R", role: "staff" as const, passwordHash: "" };
  await createAccount(world.db, { ...account, level: "viewer" });
  const { sessionId, id } = await world.signIn(email);
  await setLevel(world.db, id, "operator");
  expect(await readSession(world.db, sessionId, NOW)).toMatchObject({ level: "operator" });
});
