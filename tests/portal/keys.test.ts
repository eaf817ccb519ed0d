import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import { audit } from "../../lib/portal/db/schema.ts";
import { API_KEY, startFakeService, startService } from "./fake-service.ts";
import { catchError, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const SECRET = "ck_of-a-program-and-nobody-else";
const record = {
  id: "key_1",
  created_at: "2026-06-01T10:00:00",
  name: "Importer",
  prefix: "ck_of-a-p",
  scopes: ["read"],
  expires_at: "2027-01-01T00:00:00",
  last_used_at: null,
  revoked_at: null,
};
const body = { name: "Importer", scopes: ["read" as const] };

/** A service with keys to manage; it answers a new one with this secret. */
const withKeys = (secret = SECRET) =>
  startService((request) => {
    if (request.url.endsWith("/v1/openapi.json")) {
      const paths = {
        "/v1/api-keys": { get: {}, post: {} },
        "/v1/api-keys/{id}": { delete: {} },
      };
      return Response.json({ paths });
    }
    return Response.json(
      request.method === "GET" ? { data: [record] } : { ...record, key: secret },
    );
  });
const written = () => world.db.select().from(audit).where(eq(audit.operation, "createApiKey"));

test("a new key is passed to the admin once, and recorded without its secret", async () => {
  const portal = await world.portal(await withKeys(), await world.staff());
  const { data } = await portal.call("createApiKey", { body });
  expect(data.key).toBe(SECRET);
  expect(data.expires_at).toBe("2027-01-01T00:00:00Z");
  const rows = await written();
  expect(rows.map(({ target, status }) => [target, status])).toEqual([
    ["name=Importer scopes=read", null],
    [`name=Importer scopes=read key_id=${data.id}`, 200],
  ]);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
});

test("reading the keys is not recorded", async () => {
  const portal = await world.portal(await withKeys(), await world.staff());
  const { requestId, data } = await portal.call("listApiKeys", {});
  expect(data.data).toHaveLength(1);
  const rows = await world.db.select().from(audit).where(eq(audit.requestId, requestId));
  expect(rows).toEqual([]);
});

test("the portal's own key is never passed on, even as a new one", async () => {
  const portal = await world.portal(await withKeys(API_KEY), await world.staff());
  const error = await catchError<PortalError>(portal.call("createApiKey", { body }));
  expect(error.problem.type).toMatch(/change-unknown$/);
  expect(JSON.stringify(error.problem)).not.toContain(API_KEY);
});

test("keys are for admins, and only offered if the service supports them", async () => {
  const admin = await world.staff();
  const deps = world.deps(await withKeys());
  for (const level of ["viewer", "operator"] as const) {
    const portal = await createPortalClientWith(deps, { ...admin, level });
    expect(portal.isAllowed("createApiKey")).toBe(false);
    expect((await catchError<PortalError>(portal.call("listApiKeys", {}))).status).toBe(403);
  }
  const plain = await world.portal(await startFakeService("ten only"), admin);
  expect(plain.supports("listApiKeys")).toBe(false);
  expect((await catchError<PortalError>(plain.call("createApiKey", { body }))).status).toBe(501);
});
