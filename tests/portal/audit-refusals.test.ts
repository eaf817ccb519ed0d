import { beforeEach, describe, expect, test } from "vitest";
import { desc } from "drizzle-orm";
import { handleOperation, type BffDeps } from "../../lib/portal/http/bff.ts";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import { PortalError } from "../../lib/portal/context/errors.ts";
import { runInContext } from "../../lib/portal/context/request-context.ts";
import { changeLevel } from "../../lib/portal/users/user-changes.ts";
import {
  MAX_ANONYMOUS,
  MAX_PER_ACCOUNT,
  auditRefusal,
  auditRefusedSignIn,
} from "../../lib/portal/audit/audit-refusals.ts";
import { signInWithPassword } from "../../lib/portal/auth/sign-in.ts";
import { attemptCounters, audit } from "../../lib/portal/db/schema.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { startFakeService } from "./fake-service.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const ADDRESS = "192.0.2.7";
const HOST = "portal.example:3000";

beforeEach(() => world.db.delete(attemptCounters));

/** Rows that are there after something and were not before. */
async function rowsOf(act: () => Promise<unknown>) {
  const newest = world.db.select().from(audit).orderBy(desc(audit.id)).limit(1);
  const before = (await newest)[0]?.id ?? 0;
  await act();
  const rows = await world.db.select().from(audit).orderBy(audit.id);
  return rows.filter(({ id }) => id > before);
}

async function order(user: User | null, headers: Record<string, string> = {}) {
  const service = await startFakeService("with extensions");
  const routeDeps: BffDeps = {
    currentUser: async () => user,
    createPortalClient: (signedIn) => createPortalClientWith(world.deps(service), signedIn),
    publicUrl: undefined,
    auditDb: () => world.db,
  };
  const request = new Request(`http://${HOST}/api/groups/grp_north/control`, {
    method: "POST",
    headers: {
      host: HOST,
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      "x-forwarded-for": ADDRESS,
      ...headers,
    },
    body: JSON.stringify({ type: "ZERO_EXPORT" }),
  });
  const response = await handleOperation(routeDeps, "controlGroup", request, {
    group_id: "grp_north",
  });
  return { response, service };
}

describe("each refused request is one row of the audit trail", () => {
  const common = {
    kind: "refusal",
    operation: "controlGroup",
    target: "group_id=grp_north",
    address: ADDRESS,
  };

  test("a control without a session, 401", async () => {
    const rows = await rowsOf(() => order(null));
    expect(rows).toMatchObject([{ ...common, who: "", role: "nobody", status: 401 }]);
  });

  test("a control without the right, 403, with role and session", async () => {
    const viewer = { ...(await world.staff()), level: "viewer" as const };
    const rows = await rowsOf(() => order(viewer));
    expect(rows).toMatchObject([
      { ...common, who: viewer.email, level: "viewer", sessionId: viewer.sessionId, status: 403 },
    ]);
    const anna = await world.anna();
    expect(await rowsOf(() => order(anna))).toMatchObject([{ who: anna.email, status: 403 }]);
  });

  test("a cross-site control, 403", async () => {
    const staff = await world.staff();
    const rows = await rowsOf(() => order(staff, { "sec-fetch-site": "cross-site" }));
    expect(rows).toMatchObject([{ ...common, status: 403 }]);
  });

  test("a change on a route of the portal", async () => {
    const deps = world.deps(await startFakeService("ten only"));
    const user = await world.anna();
    const params = { account_id: "9b2f7c54-0000-4000-8000-000000000000" };
    const route = "POST /api/users/{account_id}/level";
    const rows = await rowsOf(() =>
      callPortalRoute(deps, route, changeLevel, { user, params, body: { level: "admin" } }),
    );
    expect(rows).toMatchObject([
      { kind: "refusal", operation: "changeLevel", who: user.email, status: 403 },
    ]);
  });

  test("a refused sign-in, with its client address", async () => {
    const given = { email: "staff@example.org", password: "wrong" };
    const rows = await rowsOf(() => signInWithPassword(world.db, given, { address: ADDRESS }, NOW));
    expect(rows).toMatchObject([
      { kind: "refusal", operation: "signIn", who: given.email, address: ADDRESS, status: 401 },
    ]);
  });

  test("text in place of an e-mail address is not stored: it may be a password", async () => {
    const given = { email: "my secret words", password: "x" };
    const rows = await rowsOf(() => signInWithPassword(world.db, given, { address: ADDRESS }, NOW));
    expect(rows).toMatchObject([{ who: "", status: 401 }]);
    expect(JSON.stringify(rows)).not.toContain("secret");
  });
});

test("an executed change has its intent and outcome, and no refusal", async () => {
  const staff = await world.staff();
  const rows = await rowsOf(() => order(staff));
  expect(rows.map(({ kind, address, sessionId }) => [kind, address, sessionId])).toEqual([
    ["intent", ADDRESS, staff.sessionId],
    ["outcome", ADDRESS, staff.sessionId],
  ]);
});

test("requests without a session do not fill the audit trail", async () => {
  const rows = await rowsOf(async () => {
    for (let tries = 0; tries < MAX_ANONYMOUS + 20; tries++) {
      await runInContext({ address: ADDRESS }, () =>
        auditRefusedSignIn(world.db, "kim@example.org", "throttled"),
      );
    }
  });
  expect(rows).toHaveLength(MAX_ANONYMOUS);
});

test("requests without the right do not fill it either", async () => {
  const [anna, staff] = [await world.anna(), await world.staff()];
  const db = () => world.db;
  const attempt = (user: User) => ({
    user,
    operation: "createGroup",
    params: undefined,
    requestId: "refused-often",
  });
  const refusal = new PortalError("forbidden", "no", "refused-often");
  const rows = await rowsOf(async () => {
    for (let tries = 0; tries < MAX_PER_ACCOUNT + 20; tries++)
      await auditRefusal(db, refusal, attempt(anna));
    await auditRefusal(db, refusal, attempt(staff));
  });
  expect(rows.filter(({ accountId }) => accountId === anna.id)).toHaveLength(MAX_PER_ACCOUNT);
  expect(rows.filter(({ accountId }) => accountId === staff.id)).toHaveLength(1);
});
