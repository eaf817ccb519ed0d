import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { inServiceDatabase } from "./portal-database.ts";
import { anotherCustomer, expect, signIn, test } from "./users.ts";

const OPERATOR = "operator@demo.example";
const VIEWER = "viewer@demo.example";
const CHOSEN = "a few words together";

/** A unique address, also if a test runs again on the same data. */
const address = (who: string) => `${who}-${Math.random().toString(36).slice(2, 8)}@example.org`;
const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Somebody else's browser. */
async function elsewhere(browser: Browser, baseURL: string, locale = "en-GB"): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale });
  return context.newPage();
}

/** Sends the open invitation and returns its link. */
async function linkTo(page: Page, email: string): Promise<string> {
  await page.getByLabel("E-mail").fill(email);
  await button(page, "Invite").click();
  const link = await dialog(page).getByLabel("Link", { exact: true }).inputValue();
  await page.keyboard.press("Escape");
  await button(page, "I have saved it").click();
  await expect(dialog(page)).toBeHidden();
  return link;
}

async function inviteColleague(page: Page, email: string, level: string): Promise<string> {
  await page.goto("/users");
  await page.getByRole("button", { name: "Invite" }).click();
  await dialog(page).getByRole("radio", { name: level }).check();
  return linkTo(page, email);
}

async function accept(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(CHOSEN);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page).toHaveURL(/\/$/);
}

test("a colleague is invited, joins once, gets another role and loses access", async ({
  staff: page,
  browser,
  baseURL,
}) => {
  const email = address("kim");
  const link = await inviteColleague(page, email, "Viewer");
  await expect(row(page, email)).toContainText("Viewer");

  const colleague = await elsewhere(browser, baseURL);
  await accept(colleague, link, "Kim de Boer");
  await expect(colleague.getByText("Kim de Boer")).toBeVisible();
  expect((await colleague.goto("/users"))!.status()).toBe(404);
  await colleague.goto(link);
  await expect(colleague.getByRole("heading", { level: 1 })).toHaveText("This link does not work");

  await page.reload();
  await page.getByRole("button", { name: "Manage Kim de Boer" }).click();
  await dialog(page).getByRole("radio", { name: "Admin" }).check();
  await button(page, "Change role").click();
  await expect(dialog(page)).toBeHidden();
  expect((await colleague.goto("/users"))!.status()).toBe(200);

  await page.getByRole("button", { name: "Manage Kim de Boer" }).click();
  await button(page, "Close account").click();
  await expect(row(page, email)).toContainText("Closed since");
  await colleague.reload();
  await expect(colleague).toHaveURL(/\/sign-in/);
});

test("an invalid address stays in the form with its error", async ({ staff: page }) => {
  await page.goto("/users");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail").fill("nowhere");
  await button(page, "Invite").click();
  await expect(dialog(page).getByText("This must be an e-mail address.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("E-mail").fill(VIEWER);
  await button(page, "Invite").click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    "An account with this e-mail address already exists",
  );
});

test("a withdrawn invitation gives no access", async ({ staff: page, browser, baseURL }) => {
  const email = address("gone");
  const link = await inviteColleague(page, email, "Operator");
  await page.getByRole("button", { name: `Withdraw the invitation to ${email}` }).click();
  await expect(row(page, email)).toHaveCount(0);
  const stranger = await elsewhere(browser, baseURL);
  await stranger.goto(link);
  await expect(stranger.getByText("It was withdrawn")).toBeVisible();
});

test("an admin cannot change their own role or close their own account", async ({
  staff: page,
}) => {
  await page.goto("/users");
  await page.getByRole("button", { name: "Manage Demo staff" }).click();
  await expect(dialog(page).getByText("Only another admin")).toBeVisible();
  await expect(button(page, "Close account")).toHaveCount(0);
  await expect(button(page, "Change role")).toHaveCount(0);
});

test("an operator invites a customer, who gets their own language", async ({
  page,
  context,
  curtail,
  service,
  browser,
  baseURL,
}) => {
  const { customer, location } = await anotherCustomer(service);
  await service.call("updateCustomer", {
    params: { customer_id: customer.id },
    body: { name: customer.name, language: "nl-NL", group_id: customer.group_id ?? null },
  });
  await signIn(context, curtail, OPERATOR);
  await page.goto(`/customers/${customer.id}`);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await linkTo(page, address("partner"));
  await expect(page.getByRole("button", { name: "Invite again" })).toBeVisible();

  const partner = await elsewhere(browser, baseURL);
  await partner.goto(link);
  await expect(partner.getByRole("heading", { level: 1 })).toHaveText("Welkom");
  await expect(partner.getByText(/^Zie wat je zonnepanelen en batterij/)).toBeVisible();
  await partner.getByLabel("Wachtwoord", { exact: true }).fill("welkom123456");
  await partner.getByRole("button", { name: "Beginnen" }).click();
  await expect(partner.getByLabel("Wachtwoord", { exact: true })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await expect(partner.getByText("Een waarde klopt niet")).toHaveCount(0);
  await partner.getByLabel("Wachtwoord", { exact: true }).fill(CHOSEN);
  await partner.getByRole("button", { name: "Beginnen" }).click();
  await expect(partner).toHaveURL(/\/$/);
  await expect(partner.locator("html")).toHaveAttribute("lang", "nl");
  expect((await partner.goto(`/locations/${location.id}`))!.status()).toBe(200);
  expect((await partner.goto(`/customers/${customer.id}`))!.status()).toBe(404);
});

test("users without the right neither see nor use user, key and audit management", async ({
  page,
  context,
  curtail,
  service,
}) => {
  const { customer } = await anotherCustomer(service);
  await signIn(context, curtail, VIEWER);
  for (const path of ["/users", "/keys", "/audit"])
    expect((await page.goto(path))!.status()).toBe(404);
  await page.goto(`/customers/${customer.id}`);
  await expect(page.getByRole("heading", { name: "Portal access" })).toHaveCount(0);
  const headers = { Origin: curtail.portalUrl };
  const data = { role: "customer", email: address("x"), customer_id: customer.id };
  const refused = await context.request.post("/api/invitations", { headers, data });
  expect(refused.status()).toBe(403);
  expect((await context.request.get("/api/audit/export")).status()).toBe(403);
  expect((await context.request.get("/api/api-keys")).status()).toBe(403);
});

test("the first API key is shown once, works, and is refused once revoked", async ({
  staff: page,
  curtail,
  request,
}) => {
  // The page of an empty list is another one, which a new key replaces.
  await inServiceDatabase(curtail.dataDir, "delete from api_keys");
  const name = `Importer ${Math.random().toString(36).slice(2, 8)}`;
  await page.goto("/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill(name);
  await button(page, "Create key").click();
  const key = await dialog(page).getByLabel("Key", { exact: true }).inputValue();
  expect(key).toMatch(/^ck_/);
  await button(page, "I have saved it").click();

  const call = () =>
    request.get(`${curtail.serviceUrl}/v1/groups`, { headers: { "X-API-Key": key } });
  expect((await call()).status()).toBe(200);
  await page.reload();
  await expect(row(page, name)).toContainText("Valid");
  expect(await page.content()).not.toContain(key);
  expect(curtail.said()).not.toContain(key);

  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await button(page, "Revoke key").click();
  await expect(row(page, name)).toContainText("Revoked");
  expect((await call()).status()).toBe(401);
});

test("the audit trail filters by action in the URL and exports a file", async ({ staff: page }) => {
  const email = address("trail");
  await inviteColleague(page, email, "Viewer");
  await page.goto("/audit");
  await page.getByRole("combobox", { name: "Action" }).selectOption("Invite user");
  await expect(page).toHaveURL(/operation=invite/);
  await expect(row(page, email)).toContainText("Done");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8").split("\r\n");
  expect(lines[0]).toContain("Time (Europe/Amsterdam);Time (UTC);User");
  expect(lines.find((line) => line.includes(email))).toContain(";Invite user;");
  expect(lines.some((line) => line.includes(";signIn;"))).toBe(false);

  await page.goto("/audit?from=2001-01-01&to=2001-01-02");
  await expect(page.getByText("No entries in this period")).toBeVisible();
});
