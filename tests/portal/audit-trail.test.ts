import { beforeAll, describe, expect, test } from "vitest";
import { exportAudit } from "../../lib/portal/audit-log/audit-export.ts";
import {
  parseAuditQuery,
  auditedOperations,
  readAuditPage,
} from "../../lib/portal/audit-log/audit.ts";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { audit } from "../../lib/portal/db/schema.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import en from "../../messages/en/index.ts";
import { startFakeService } from "./fake-service.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { catchError, portalWorld } from "./portal-world.ts";

const world = portalWorld();
let admin: User;

/** A recorded action: its intent and outcome; null if unknown. */
async function done(what: {
  id: string;
  at: string;
  who?: string;
  operation?: string;
  target?: string | null;
  status: number | null;
}) {
  const { id, at, who = "kim@example.org", operation = "controlGroup", target = null } = what;
  const line = { at: new Date(at), who, role: "staff", operation, target, requestId: id };
  await world.db.insert(audit).values({ ...line, kind: "intent" });
  if (what.status === null) return;
  await world.db.insert(audit).values({ ...line, kind: "outcome", status: what.status });
}

beforeAll(async () => {
  admin = await world.staff();
  await done({ id: "r1", at: "2026-10-24T21:59:00Z", status: 200 });
  await done({ id: "r2", at: "2026-10-24T22:00:00Z", status: 422, who: "lee_1@example.org" });
  await done({ id: "r3", at: "2026-10-25T00:30:00Z", status: 502, operation: "cancelControl" });
  await done({ id: "r4", at: "2026-10-25T01:30:00Z", status: null, target: '=1+1;"x"' });
  await done({ id: "r5", at: "2026-10-25T23:00:00Z", status: 200, who: "leex1@example.org" });
});

const ids = async (asked: Record<string, string>) =>
  (await readAuditPage(world, admin, parseAuditQuery(asked))).items.map(
    ({ request_id }) => request_id,
  );

describe("the audit trail", () => {
  test("has one entry for an intent and its outcome, newest first", async () => {
    const { items, total } = await readAuditPage(world, admin, parseAuditQuery({}));
    expect(total).toBe(5);
    expect(items.map(({ request_id, outcome }) => [request_id, outcome])).toEqual([
      ["r5", "done"],
      ["r4", "unknown"],
      ["r3", "unclear"],
      ["r2", "refused"],
      ["r1", "done"],
    ]);
  });

  test("filters by user, operation, outcome and Amsterdam days", async () => {
    expect(await ids({ search: "LEE_1" })).toEqual(["r2"]);
    expect(await ids({ operation: "cancelControl" })).toEqual(["r3"]);
    expect(await ids({ outcome: "unknown" })).toEqual(["r4"]);
    expect(await ids({ outcome: "refused" })).toEqual(["r2"]);
    expect(await ids({ from: "2026-10-25" })).toEqual(["r5", "r4", "r3", "r2"]);
    expect(await ids({ to: "2026-10-24" })).toEqual(["r1"]);
    expect(await ids({ from: "2026-10-25", to: "2026-10-25" })).toEqual(["r4", "r3", "r2"]);
  });

  test("is paged, and ignores invalid query parameters", async () => {
    expect(await ids({ page: "1", page_size: "2" })).toEqual(["r3", "r2"]);
    expect(await ids({ page_size: "2", from: "yesterday", outcome: "fine" })).toHaveLength(2);
    const { total } = await readAuditPage(world, admin, parseAuditQuery({ page_size: "2" }));
    expect(total).toBe(5);
  });

  test("is for admins only", async () => {
    const asked = parseAuditQuery({});
    const user = { ...admin, level: "operator" as const };
    expect((await catchError<PortalError>(readAuditPage(world, user, asked))).status).toBe(403);
    const customer = await world.anna();
    expect((await catchError<PortalError>(readAuditPage(world, customer, asked))).status).toBe(403);
  });

  test("has a label for every recorded operation", () => {
    expect(Object.keys(en.audit.operations).sort()).toEqual([...auditedOperations].sort());
  });
});

describe("the exported audit trail", () => {
  const file = async (query: string, language = "en") => {
    const user = { ...admin, language: language as "en" };
    const deps = world.deps(await startFakeService("ten only"));
    return callPortalRoute(deps, "GET /api/audit/export", exportAudit, { user, query });
  };

  test("has every matching entry, in local time and UTC, and neutralises formulas", async () => {
    const response = await file("?from=2026-10-25&to=2026-10-25");
    expect(response.headers.get("content-disposition")).toContain("audit-2026-06-01.csv");
    const [head, ...lines] = (await response.text()).trimEnd().split("\r\n");
    expect(head).toContain("Time (Europe/Amsterdam);Time (UTC);User;");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("2026-10-25 02:30:00;2026-10-25 01:30:00");
    expect(lines[1]).toContain("2026-10-25 02:30:00;2026-10-25 00:30:00");
    expect(lines[0]).toContain(`"'=1+1;""x"""`);
    expect(lines[0]).toContain("Unknown");
  });

  test("labels users and targets like the page", async () => {
    const line = { who: "made@example.org", role: "staff", level: "admin" as const };
    const made = { ...line, operation: "createApiKey", requestId: "made", kind: "intent" as const };
    const at = new Date("2026-11-01T10:00:00Z");
    const target = "name=Importer of two scopes=read,control key_id=key_1 odd=1";
    await world.db.insert(audit).values({ ...made, at, target });
    const text = await (await file("?search=made@", "nl")).text();
    expect(text).toContain(";medewerker;Beheerder;");
    expect(text).toContain("Importer of two; mag ");
    expect(text).toContain("; API-sleutel key_1; odd=1");
    expect(text).not.toMatch(/scopes=|key_id=|name=/);
  });

  test("is complete beyond one database page", async () => {
    const rows = Array.from({ length: 2_300 }, (_, index) => ({
      at: new Date("2026-11-02T10:00:00Z"),
      who: "many@example.org",
      role: "staff",
      operation: "signIn",
      kind: "intent" as const,
      requestId: `many-${index}`,
    }));
    await world.db.insert(audit).values(rows);
    const text = await (await file("?search=many@")).text();
    expect(new Set(text.match(/many-\d+/g)).size).toBe(2_300);
  });

  test("is in the reader's language, and refuses an invalid filter", async () => {
    expect(await (await file("?outcome=unknown", "nl")).text()).toContain("Onbekend");
    const signedIn = await (await file("?search=many@", "nl")).text();
    expect(signedIn).toContain(";medewerker;;;;Inloggen;");
    expect((await file("?outcome=fine")).status).toBe(422);
  });
});
