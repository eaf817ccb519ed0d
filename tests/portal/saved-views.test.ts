import { beforeEach, describe, expect, test } from "vitest";
import { createAccount } from "../../lib/portal/db/accounts.ts";
import { listAuditRows } from "../../lib/portal/db/audit-trail.ts";
import { MAX_VIEWS } from "../../lib/portal/db/saved-views.ts";
import { savedViews } from "../../lib/portal/db/schema-views.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { readViews, removeView, saveView } from "../../lib/portal/saved-views/view-actions.ts";
import type { SavedView } from "../../lib/tables/saved-view.ts";
import { startFakeService } from "./fake-service.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { createTestClient, NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const offline = { page: "/locations", name: "Offline", query: "state=silent", shared: false };

const people = {} as Record<"viewer" | "operator" | "admin", User>;
beforeEach(async () => {
  await world.db.delete(savedViews);
  if (people.admin) return;
  for (const level of ["viewer", "operator", "admin"] as const) {
    const email = `${level}@views.example`;
    const account = { email, name: level, role: "staff", level, passwordHash: "" } as const;
    await createAccount(world.db, account);
    people[level] = await world.signIn(email);
  }
});

const deps = async () => ({
  db: world.db,
  client: createTestClient(await startFakeService("with extensions")),
  now: () => NOW,
});
const save = async (user: User, body: object = offline) =>
  callPortalRoute(await deps(), "POST /api/saved-views", saveView, { user, body });
const saved = async (user: User, body: object = offline) =>
  ((await (await save(user, body)).json()) as { id: string }).id;
const list = async (user: User, page = "/locations") => {
  const call = { user, query: `?${new URLSearchParams({ page })}` };
  const response = await callPortalRoute(await deps(), "GET /api/saved-views", readViews, call);
  return (await response.json()) as { views: SavedView[]; mayShare: boolean };
};
const remove = async (user: User, view_id: string) =>
  (
    await callPortalRoute(await deps(), "DELETE /api/saved-views/{view_id}", removeView, {
      user,
      params: { view_id },
    })
  ).status;

describe("a saved view", () => {
  test("is listed on its page, for who saved it only", async () => {
    const id = await saved(people.viewer);
    const own = { name: "Offline", query: "state=silent", isShared: false, by: null };
    expect((await list(people.viewer)).views).toEqual([{ id, ...own, mayDelete: true }]);
    expect((await list(people.viewer, "/devices")).views).toEqual([]);
    expect((await list(people.admin)).views).toEqual([]);
  });

  test("that is shared is listed for all staff after their own, with the name of who shares it", async () => {
    await save(people.operator, { ...offline, shared: true });
    await save(people.viewer, { ...offline, name: "South" });
    const { views, mayShare } = await list(people.viewer);
    expect(views.map(({ name, by, mayDelete }) => [name, by, mayDelete])).toEqual([
      ["South", null, true],
      ["Offline", "operator", false],
    ]);
    expect(mayShare).toBe(false);
  });

  test("keeps no page number, and its parameters in one order", async () => {
    await save(people.viewer, { ...offline, query: "?sort=-name&page=3&search=a%26b&state=" });
    expect((await list(people.viewer)).views[0]!.query).toBe("search=a%26b&sort=-name");
  });

  test("is shared by operators only, and deleted by its owner or, if shared, by an administrator", async () => {
    expect((await save(people.viewer, { ...offline, shared: true })).status).toBe(403);
    const own = await saved(people.operator);
    const shared = await saved(people.operator, { ...offline, name: "All", shared: true });
    expect([await remove(people.viewer, shared), await remove(people.admin, own)]).toEqual([
      404, 404,
    ]);
    expect([await remove(people.admin, shared), await remove(people.operator, own)]).toEqual([
      200, 200,
    ]);
    expect((await list(people.operator)).views).toEqual([]);
    const rows = JSON.stringify(await listAuditRows(world.db, {}, { limit: 10 }));
    expect(rows).toMatch(/deleteView.*saveView/s);
  });

  test("has a name of its own per person and page, and there is a maximum", async () => {
    await save(people.viewer);
    const codes = async (response: Response) => [
      response.status,
      ((await response.json()) as { code?: string }).code,
    ];
    expect(await codes(await save(people.viewer, { ...offline, name: "OFFLINE " }))).toEqual([
      409,
      "view-exists",
    ]);
    expect((await save(people.viewer, { ...offline, page: "/devices" })).status).toBe(200);
    expect((await save(people.operator)).status).toBe(200);
    for (let i = 1; i < MAX_VIEWS; i++) await save(people.viewer, { ...offline, name: `v${i}` });
    expect(await codes(await save(people.viewer, { ...offline, name: "one more" }))).toEqual([
      409,
      "too-many-views",
    ]);
  });

  test.each([
    ["page", { page: "/keys" }],
    ["name", { name: " " }],
    ["name", { name: "x".repeat(61) }],
    ["query", { query: "x".repeat(1_001) }],
    ["shared", { shared: "yes" }],
  ])("is refused with its %s invalid, and nothing is saved", async (field, wrong) => {
    const refused = await save(people.operator, { ...offline, ...wrong });
    const { errors } = (await refused.json()) as { errors: { pointer: string }[] };
    expect([refused.status, errors[0]!.pointer]).toEqual([422, `#/${field}`]);
    expect((await list(people.operator)).views).toEqual([]);
  });

  test("is not there for customers", async () => {
    const anna = await world.anna();
    expect((await save(anna)).status).toBe(403);
  });
});
