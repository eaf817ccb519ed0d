import { NextRequest } from "next/server";
import { afterAll, expect, test, vi } from "vitest";
import { handleAuth } from "../../lib/portal/http/auth-route.ts";
import { readSession } from "../../lib/portal/db/sessions.ts";
import { NOW, portalWorld } from "./portal-world.ts";
import { expectErrorLog } from "../support/error-log.ts";

/** The cookie's session, and the requests to next-auth, which removes the cookie. */
const browser = vi.hoisted(() => ({ sid: "", leftWith: [] as string[] }));
vi.mock("next-auth", () => ({
  default: async ({ url }: Request) => {
    browser.leftWith.push(new URL(url).pathname);
    return Response.json({ url: "/sign-in" });
  },
}));
vi.mock("next/headers", async () => {
  const { encode } = await import("next-auth/jwt");
  return {
    cookies: async () => {
      const secret = process.env.NEXTAUTH_SECRET!;
      const value = await encode({ token: { sid: browser.sid }, secret });
      return { get: () => ({ value }) };
    },
  };
});
vi.hoisted(() => (process.env.NEXTAUTH_SECRET = "only-for-tests-only-for-tests-only"));

const world = portalWorld();
const RUNTIME = Symbol.for("curtail.portal.runtime");
const shared = globalThis as { [RUNTIME]?: unknown };
afterAll(() => delete shared[RUNTIME]);

function leave(db: unknown) {
  shared[RUNTIME] = { db };
  const headers = {
    "sec-fetch-site": "same-origin",
    "content-type": "application/x-www-form-urlencoded",
  };
  const url = "http://portal.example/api/auth/signout";
  const request = new NextRequest(url, { method: "POST", headers, body: "json=true" });
  return handleAuth(request, { params: Promise.resolve({ nextauth: ["signout"] }) });
}

test("signing out ends the session before its cookie is removed", async () => {
  const user = await world.staff();
  browser.sid = user.sessionId;
  expect((await leave(world.db)).status).toBe(200);
  expect(await readSession(world.db, user.sessionId, NOW)).toBeNull();
  expect(browser.leftWith).toEqual(["/api/auth/signout"]);
});

test("a failed sign-out is not reported as done: its cookie stays", async () => {
  expectErrorLog(/connect ECONNREFUSED/);
  browser.sid = (await world.staff()).sessionId;
  browser.leftWith.length = 0;
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const update = () => {
    throw away;
  };
  expect((await leave({ update })).status).toBe(503);
  expect(browser.leftWith).toEqual([]);
});
