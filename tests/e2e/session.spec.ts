import type { APIRequestContext, Page } from "@playwright/test";
import { operations, problem, type OperationId } from "../../lib/contract/index.ts";
import { CUSTOMER, expect, signIn, signInByForm, STAFF, test } from "./users.ts";
import { addresses, allOperations, apiPath, someIds, type Ids } from "./page-ids.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a signed-out visitor is sent to the sign-in page, and back to the requested page", async ({
  page,
  request,
  curtail,
  service,
}) => {
  for (const address of await addresses(service)) {
    const answer = await request.get(address, { maxRedirects: 0 });
    expect(answer.status(), address).toBeGreaterThanOrEqual(302);
    expect(answer.headers().location, address).toMatch(/\/sign-in(\?|$)/);
  }
  await page.goto("/customers?sort=-name");
  await expect(page).toHaveURL(/\/sign-in/);
  await signInByForm(page, STAFF, curtail.password);
  await expect(heading(page, "Customers")).toBeVisible();
  await expect(page).toHaveURL(/\/customers\?sort=-name$/);
});

test("signing in never leads to another site", async ({ page, curtail }) => {
  await page.goto("/sign-in?next=https%3A%2F%2Fevil.example%2F");
  await signInByForm(page, STAFF, curtail.password);
  await expect(heading(page, "Overview")).toBeVisible();
  expect(new URL(page.url()).origin).toBe(curtail.portalUrl);
});

test("a wrong password shows an error and does not sign in", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(STAFF);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: /Incorrect e-mail address or password/ }),
  ).toBeVisible();
  await page.goto("/controls");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("without a session every operation answers 401 with a problem, never a redirect", async ({
  request,
  curtail,
  service,
}) => {
  const ids = await someIds(service);
  for (const id of allOperations) {
    const answer = await request.fetch(apiPath(id, ids), {
      method: operations[id].method,
      headers: { Origin: curtail.portalUrl },
      maxRedirects: 0,
    });
    expect(answer.status(), id).toBe(401);
    expect(answer.headers()["content-type"], id).toContain("application/problem+json");
    expect(problem.parse(await answer.json()).status, id).toBe(401);
  }
});

test("signing out ends the session: its cookie is refused on the next request", async ({
  page,
  context,
  curtail,
  browser,
}) => {
  await page.goto("/");
  await signInByForm(page, STAFF, curtail.password);
  await expect(heading(page, "Overview")).toBeVisible();
  const storageState = await context.storageState();
  const thief = await browser.newContext({ baseURL: curtail.portalUrl, storageState });
  expect((await thief.request.get("/api/groups")).status()).toBe(200);

  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(heading(page, "Sign in")).toBeVisible();
  expect((await thief.request.get("/api/groups")).status()).toBe(401);
  const again = await thief.newPage();
  await again.goto("/groups");
  await expect(again).toHaveURL(/\/sign-in/);
  await expect(again.getByRole("table")).toHaveCount(0);
  await thief.close();
});

test("signing in again in the same browser ends the previous session", async ({
  context,
  curtail,
  browser,
}) => {
  await signIn(context, curtail, STAFF);
  const storageState = await context.storageState();
  const before = await browser.newContext({ baseURL: curtail.portalUrl, storageState });
  const elsewhere = await browser.newContext({ baseURL: curtail.portalUrl });
  await signIn(elsewhere, curtail, STAFF);
  const wrong = { ...curtail, password: "not the password" };
  await expect(signIn(context, wrong, STAFF)).rejects.toThrow();
  expect((await before.request.get("/api/groups")).status()).toBe(200);

  await signIn(context, curtail, STAFF);
  expect((await before.request.get("/api/groups")).status()).toBe(401);
  for (const still of [context, elsewhere])
    expect((await still.request.get("/api/groups")).status()).toBe(200);
  const stale = await browser.newContext({
    baseURL: curtail.portalUrl,
    storageState: await context.storageState(),
  });
  await signIn(context, curtail, CUSTOMER);
  expect((await stale.request.get("/api/groups")).status()).toBe(401);
  for (const opened of [before, elsewhere, stale]) await opened.close();
});

const foreign: Record<string, Record<string, string>> = {
  "a browser that says it is another site": { "Sec-Fetch-Site": "cross-site" },
  "a browser that says it is a sister site": { "Sec-Fetch-Site": "same-site" },
  "another origin, from a browser that says no more": { Origin: "https://evil.example" },
  "an origin that is none": { Origin: "null" },
  "nobody knows where": {},
};

/** The portal's response to a changing operation whose input the service would reject. */
const attempt = (request: APIRequestContext, id: OperationId, ids: Ids, headers: object) =>
  request.fetch(apiPath(id, ids), {
    method: operations[id].method,
    headers: { ...headers },
    data: operations[id].method === "delete" ? undefined : {},
  });

for (const [whom, headers] of Object.entries(foreign)) {
  test(`changes are refused from ${whom}`, async ({ staff: page, service }) => {
    const ids = await someIds(service);
    const groups = await service.total("listGroups");
    const customers = await service.total("listCustomers");
    for (const id of allOperations.filter((each) => operations[each].method !== "get")) {
      expect((await attempt(page.request, id, ids, headers)).status(), id).toBe(403);
    }
    const group = { name: "Planted", bidding_zone: "NL" };
    const planted = await page.request.post("/api/groups", { headers, data: group });
    expect(planted.status()).toBe(403);
    expect(await service.total("listGroups")).toBe(groups);
    expect(await service.total("listCustomers")).toBe(customers);
    const out = await page.request.post("/api/auth/signout", { headers, form: { json: "true" } });
    expect(out.status()).toBe(403);
    expect((await page.request.get("/api/groups")).status()).toBe(200);
  });
}
