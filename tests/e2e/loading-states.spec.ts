import type { Page } from "@playwright/test";
import { TIME } from "./clock.ts";
import { hold } from "./delay-response.ts";
import { demoCustomer, demoGroup } from "./users.ts";
import { complete, someIds } from "./page-ids.ts";
import { expect, test } from "./user-fixtures.ts";

const standsIn = (page: Page) => page.getByRole("main").locator(".animate-pulse").first();

test("navigation shows a progress line at the top until the page is there", async ({
  staffReader: page,
}) => {
  await page.goto("/account");
  await complete(page);
  const release = await hold(page, /\/groups\?_rsc=/);
  await page.getByRole("link", { name: "Groups", exact: true }).click();
  const line = page.locator(".underway");
  await expect(line).toBeVisible();
  expect((await line.boundingBox())!.y).toBe(0);
  release();
  await expect(page).toHaveURL(/\/groups$/);
  await expect(line).toHaveCount(0);
});

test("a chart has a placeholder while it loads", async ({ staffReader: page, service }) => {
  const { locations } = await someIds(service);
  const release = await hold(page, "**/historical*");
  await page.goto(`/locations/${locations}`);
  await expect(standsIn(page)).toBeVisible();
  release();
  await complete(page);
});

test("the map shows no counts before it knows them", async ({ staffReader: page, gate }) => {
  const release = await hold(page, /\/api\/location-clusters/);
  await page.goto("/map");
  await expect(standsIn(page)).toBeVisible();
  const map = page.getByRole("group", { name: /^Map of the Netherlands/ });
  await expect(map).toHaveAccessibleName("Map of the Netherlands");
  await expect(page.getByText(/\b0\b/)).toHaveCount(0);
  gate.isShut = true;
  release();
  const failure = page.getByRole("main").getByRole("alert");
  await expect(failure).toContainText(/Request ID \S{36}/);
  await expect(map).toHaveAccessibleName("Map of the Netherlands");
  gate.isShut = false;
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(map).toHaveAccessibleName(/with \d+ locations$/);
});

test("a customer's locations load and fail independently", async ({
  customerReader: page,
  gate,
}) => {
  gate.refuses = (path) => /\/(status|historical)$/.test(path);
  const release = await hold(page, /\/api\/(live|locations\/[^/]+\/(status|historical))/);
  await page.goto("/");
  await expect(standsIn(page)).toBeVisible();
  await expect(page.getByText("Nu geen meting")).toHaveCount(0);
  release();
  const failures = page.getByRole("main").getByRole("alert");
  await expect(failures.first()).toContainText(/Verzoeknummer \S{36}/);
  gate.refuses = () => false;
  await expect(async () => {
    const failure = failures.getByRole("button", { name: "Opnieuw proberen" }).first();
    if (await failure.isVisible()) await failure.click({ timeout: 1000 });
    await expect(failures).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await complete(page);
  await expect(page.getByText(new RegExp(`^Gemeten om ${TIME}$`)).first()).toBeVisible();
});

test("a chart that cannot be loaded shows the reason, and offers a retry", async ({
  staffReader: page,
  gate,
  service,
}) => {
  const { locations } = await someIds(service);
  gate.refuses = (path) => path.endsWith("/historical");
  await page.goto(`/locations/${locations}`);
  const failure = page.getByRole("alert").filter({ hasText: /Request ID \S{36}/ });
  await expect(failure.first()).toBeVisible();
  gate.refuses = () => false;
  await failure.first().getByRole("button", { name: "Try again" }).click();
  await expect(failure).toHaveCount(0);
});

/** Advances the clock until a condition is met; polling reads are made at once. */
async function pass(page: Page, expected: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expected();
  }).toPass({ timeout: 40_000 });
}

const notRefreshed = (page: Page) => page.getByText(/Not refreshed(\. Shown as of| since)/).first();

for (const pattern of ["/", "/map", "/locations/[id]", "/controls/[id]"]) {
  test(`${pattern} that cannot be refreshed stays, shows its age, and recovers`, async ({
    staffReader: page,
    gate,
    service,
  }) => {
    const control = await scheduled(service);
    const { locations } = await someIds(service);
    await page.clock.install();
    await page.goto(
      pattern.replace("controls/[id]", `controls/${control}`).replace("[id]", locations),
    );
    await complete(page);
    await expect(page.getByText(/updated \d\d:\d\d:\d\d/i).first()).toBeVisible();
    gate.isShut = true;
    await pass(page, () => expect(notRefreshed(page)).toBeVisible({ timeout: 2000 }));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    gate.isShut = false;
    await pass(page, () => expect(notRefreshed(page)).toHaveCount(0, { timeout: 2000 }));
  });
}

test("a customer's start page that cannot be refreshed stays, and shows its age", async ({
  customerReader: page,
  gate,
}) => {
  const failed = page.getByText(/^De gegevens konden niet worden ververst\./).first();
  const controlsFailed = page.getByText(/^Verzoeken konden niet worden opgehaald/);
  await page.clock.install();
  await page.goto("/");
  await complete(page);
  await expect(failed).toHaveCount(0);
  gate.isShut = true;
  await pass(page, async () => {
    await expect(failed).toBeVisible({ timeout: 2000 });
    await expect(controlsFailed).toBeVisible({ timeout: 2000 });
  });
  await expect(page.getByText("Opgewekt").first()).toBeVisible();
  gate.isShut = false;
  await pass(page, async () => {
    await expect(failed).toHaveCount(0, { timeout: 2000 });
    await expect(controlsFailed).toHaveCount(0, { timeout: 2000 });
  });
});

test("a customer's start page reports a lost connection at once", async ({
  customerReader: page,
  context,
}) => {
  await page.goto("/");
  await complete(page);
  const banner = page.getByText(/^Je bent offline\. De gegevens/);
  const stale = page.getByText(new RegExp(`^Geen verbinding\\. Stand van ${TIME}\\.$`)).first();
  await expect(banner).toBeHidden();
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await expect(stale).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await expect(stale).toBeHidden();
});

/** A control of a group that has not started yet: its page is read again and again. */
async function scheduled(service: Parameters<typeof someIds>[0]): Promise<string> {
  const { customer } = await demoCustomer(service);
  const from = Date.now() + 20 * 3_600_000;
  const control = await service.call("controlGroup", {
    params: { group_id: customer.group_id! },
    body: {
      type: "ZERO_EXPORT",
      time_from: new Date(from).toISOString(),
      time_to: new Date(from + 900_000).toISOString(),
    },
  });
  return control.id;
}

test("a control submitted offline is refused, and not sent then or later", async ({
  staffReader: page,
  context,
  service,
}) => {
  const group = await demoGroup(service);
  const orders: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/control")) {
      orders.push(request.url());
    }
  });
  await page.goto(`/controls/new?target=${group.id}`);
  await page.getByRole("radio", { name: /^Zero export/ }).check();
  await page.getByRole("radio", { name: /^Next hour/ }).check();
  await page.getByRole("button", { name: "Issue control…" }).click();
  const before = await service.total("listControls");
  const question = page.getByRole("dialog");
  const yes = question.getByRole("button", { name: "Issue control", exact: true });
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\. Data is not updated/)).toBeVisible();
  await yes.click();
  await expect(question.getByRole("alert")).toContainText("Nothing was sent or queued.");
  await context.setOffline(false);
  await page.reload();
  await complete(page);
  await expect(page.getByText("Unknown whether")).toHaveCount(0);
  expect(orders).toEqual([]);
  expect(await service.total("listControls")).toBe(before);
});
