import { beforeEach, describe, expect, test } from "vitest";
import {
  removeTemplate,
  saveTemplate,
} from "../../lib/portal/control-templates/template-actions.ts";
import { createAccount } from "../../lib/portal/db/accounts.ts";
import { listAuditRows } from "../../lib/portal/db/audit-trail.ts";
import { listTemplates, MAX_TEMPLATES } from "../../lib/portal/db/control-templates.ts";
import { controlTemplates } from "../../lib/portal/db/schema-templates.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { startFakeService } from "./fake-service.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { createTestClient, NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const noon = {
  name: "Noon peak",
  type: "ZERO_EXPORT",
  target: { kind: "group", id: "grp_north", name: "North" },
  minutes: 45,
  reason: "grid",
};

let operator: User;
beforeEach(async () => {
  await world.db.delete(controlTemplates);
  const email = "operator@example.org";
  const account = {
    email,
    name: "Op",
    role: "staff",
    level: "operator",
    passwordHash: "",
  } as const;
  operator ??= (await createAccount(world.db, account), await world.signIn(email));
});

const deps = async () => ({
  db: world.db,
  client: createTestClient(await startFakeService("with extensions")),
  now: () => NOW,
});
const save = async (body: object, user: User = operator) =>
  callPortalRoute(await deps(), "POST /api/control-templates", saveTemplate, { user, body });
const remove = async (template_id: string) =>
  callPortalRoute(await deps(), "DELETE /api/control-templates/{template_id}", removeTemplate, {
    user: operator,
    params: { template_id },
  });
const names = async () => (await listTemplates(world.db)).map(({ name }) => name);

describe("a template of a control", () => {
  test("is saved for all, listed by name, and deleted; the audit trail says who did", async () => {
    const saved = (await (await save({ ...noon, name: " Noon peak " })).json()) as { id: string };
    expect((await save({ ...noon, name: "afternoon", reason: null })).status).toBe(200);
    expect(await listTemplates(world.db)).toMatchObject([
      { name: "afternoon", reason: null },
      { ...noon, id: saved.id },
    ]);
    expect((await remove(saved.id)).status).toBe(200);
    expect((await remove(saved.id)).status).toBe(404);
    expect(await names()).toEqual(["afternoon"]);
    const rows = await listAuditRows(world.db, {}, { limit: 10 });
    expect(JSON.stringify(rows)).toMatch(/deleteTemplate.*saveTemplate/s);
  });

  test("has a name of its own, whatever the case", async () => {
    await save(noon);
    const taken = await save({ ...noon, name: "NOON PEAK" });
    expect([taken.status, ((await taken.json()) as { code: string }).code]).toEqual([
      409,
      "template-exists",
    ]);
  });

  test.each([
    ["name", { name: " " }],
    ["name", { name: "x".repeat(61) }],
    ["minutes", { minutes: 0 }],
    ["minutes", { minutes: 7 * 24 * 60 + 1 }],
    ["type", { type: "EVERYTHING" }],
  ])("is refused for its %s: %o", async (field, part) => {
    const refused = await save({ ...noon, ...part });
    expect(refused.status).toBe(422);
    const { errors } = (await refused.json()) as { errors: { pointer: string }[] };
    expect(errors[0]!.pointer).toBe(`#/${field}`);
    expect(await names()).toEqual([]);
  });

  test("is one of thirty at most, also when saved at once", async () => {
    const all = Array.from({ length: MAX_TEMPLATES + 2 }, (_, index) =>
      save({ ...noon, name: `Template ${index}` }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    expect(await names()).toHaveLength(MAX_TEMPLATES);
  });
});
