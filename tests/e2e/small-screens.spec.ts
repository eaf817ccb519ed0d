import type { Locator, Page } from "@playwright/test";
import { demoCustomer, expect, test } from "./users.ts";
import { complete } from "./page-ids.ts";

const LEAST_TARGET = 24;

/** The whole of an element is in sight, and nothing lies over its middle. */
async function expectInSight(page: Page, what: Locator): Promise<void> {
  const { x, y, width, height } = (await what.boundingBox())!;
  const size = page.viewportSize()!;
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(size.height);
  const isOnTop = await what.evaluate(
    (element, [left, top]) => {
      // A disabled button passes a click to its container.
      const seen = element.matches(":disabled") ? element.parentElement! : element;
      return seen.contains(document.elementFromPoint(left, top));
    },
    [x + width / 2, y + height / 2] as const,
  );
  expect(isOnTop).toBe(true);
}

async function askForZone(page: Page): Promise<Locator> {
  await page.goto("/controls/new");
  for (const name of [/^(Bidding zone|Biedzone) NL/, /^(Maximum consumption|Maximaal verbruik)/]) {
    await page.getByRole("radio", { name }).check();
  }
  await page.getByRole("radio", { name: /^(Next hour|Komend uur)/ }).check();
  await page.getByRole("button", { name: /^(Issue control…|Sturing geven…)/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox")).toBeFocused();
  return dialog;
}

for (const locale of ["en", "nl"]) {
  for (const height of [740, 500]) {
    test(`a long dialog opens at its numbers and keeps its title and buttons visible at ${height} pixels, in ${locale}`, async ({
      staff: page,
      context,
      curtail,
    }) => {
      await context.addCookies([{ name: "locale", value: locale, url: curtail.portalUrl }]);
      await page.setViewportSize({ width: 375, height });
      const dialog = await askForZone(page);
      const [title, field] = [dialog.getByRole("heading"), dialog.getByRole("textbox")];
      const buttons = await dialog.getByRole("button").all();
      expect(buttons).toHaveLength(3);
      const numbers = dialog.getByText(/devices at|apparaten op/).first();
      for (const part of [title, numbers, ...buttons]) await expectInSight(page, part);

      await field.pressSequentially("N");
      for (const part of [title, field, ...buttons]) await expectInSight(page, part);
      await expect(field).toBeFocused();
    });
  }
}

for (const [locale, order] of [
  ["en", "Sort by"],
  ["nl", "Sorteren"],
] as const) {
  test(`a list on a phone starts with its rows, and counts the filters behind a button, in ${locale}`, async ({
    staff: page,
    context,
    curtail,
  }) => {
    await context.addCookies([{ name: "locale", value: locale, url: curtail.portalUrl }]);
    await page.setViewportSize({ width: 375, height: 780 });
    await page.goto("/locations");
    const first = (await page.getByRole("row").nth(1).boundingBox())!;
    expect(first.y).toBeLessThan(780 * 0.6);
    const filters = page.getByRole("button", { name: /^Filters/ });
    const select = page.getByRole("combobox", { name: order });
    await expect(filters).toHaveAttribute("aria-expanded", "false");
    await expect(select).toBeHidden();
    await filters.click();
    await expect(filters).toHaveAttribute("aria-expanded", "true");
    await page.getByRole("combobox", { name: /^(State|Status)/ }).selectOption("reporting");
    await expect(page).toHaveURL(/state=reporting/);
    await expect(filters).toHaveText("Filters (1)");
    await page.setViewportSize({ width: 1280, height: 780 });
    await expect(filters).toBeHidden();
    await expect(page.getByRole("combobox", { name: /^(State|Status)/ })).toBeVisible();
  });
}

test("the audit trail on a phone starts with its entries, and its dates are filters", async ({
  staff: page,
}) => {
  await page.setViewportSize({ width: 375, height: 780 });
  for (const path of ["/audit", "/audit?of=calls"]) {
    await page.goto(path);
    await complete(page);
    const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
    const first = (await rows.first().boundingBox())!;
    expect(first.y, path).toBeLessThan(780 * 0.6);
    const filters = page.getByRole("button", { name: /^Filters/ });
    const from = page.getByLabel("From", { exact: true });
    await expect(from).toBeHidden();
    await filters.press("Enter");
    await from.fill("1/10/2026");
    await from.press("Enter");
    await expect(page).toHaveURL(/from=2026-10-01/);
    await expect(filters).toHaveText("Filters (1)");
    await page.reload();
    await expect(filters).toHaveText("Filters (1)");
    await expect(from).toBeHidden();
  }
});

test("a list without JavaScript shows its filters on a phone", async ({
  browser,
  context,
  staff,
  curtail,
}) => {
  const plain = await browser.newContext({
    baseURL: curtail.portalUrl,
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 375, height: 780 },
  });
  await staff.goto("/locations");
  const page = await plain.newPage();
  await page.goto("/locations");
  await expect(page.getByRole("combobox").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Filters/ })).toBeHidden();
  await plain.close();
});

test("each row of a list is a card that fits, labelled like the columns", async ({
  staff: page,
}) => {
  await page.setViewportSize({ width: 375, height: 780 });
  for (const noun of ["customers", "groups", "locations", "devices", "controls"]) {
    await page.goto(`/${noun}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, noun).toBeLessThanOrEqual(375);
    // A value of several parts would be spread over its line.
    const spread = await page
      .getByRole("cell")
      .evaluateAll((cells) =>
        cells
          .filter(({ childNodes }) => [...childNodes].filter((part) => part.textContent).length > 1)
          .map((cell) => cell.textContent),
      );
    expect(spread, noun).toEqual([]);
  }
  await page.goto("/customers");
  await page.getByRole("checkbox").first().check();
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await expect(page.getByText("25 customers selected")).toBeVisible();
});

test("a customer's and a location's page fit at the width where lists become tables", async ({
  staff: page,
  context,
  curtail,
  service,
}) => {
  await context.addCookies([{ name: "locale", value: "nl", url: curtail.portalUrl }]);
  const { customer, locations } = await demoCustomer(service);
  await page.setViewportSize({ width: 640, height: 780 });
  for (const path of [`/customers/${customer.id}`, `/locations/${locations[0]!.id}`]) {
    await page.goto(path);
    await complete(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(640);
  }
});

test("standalone controls are high enough for a finger", async ({ staff: page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  for (const path of ["/", "/docs"]) {
    await page.goto(path);
    if (path === "/") {
      await complete(page);
      await expect(page.getByRole("link", { name: /new customer/ })).toBeVisible();
    }
    const low = await page.getByRole("link").evaluateAll(
      (links, least) =>
        links
          .map((link) => ({ link, height: link.getBoundingClientRect().height }))
          .filter(({ height }) => height > 1 && height < least)
          .map(({ link, height }) => `${link.textContent}: ${height}`),
      LEAST_TARGET - 0.01,
    );
    expect(low, path).toEqual([]);
  }
});

test("a date field shows its date in full", async ({ staff: page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  for (const path of ["/audit?from=2026-10-20&to=2026-10-25", "/controls/new?window=exact"]) {
    await page.goto(path);
    await complete(page);
    const filters = page.getByRole("button", { name: "Filters (2)" });
    if (await filters.isVisible()) await filters.click();
    const dates = page.getByRole("textbox").and(page.getByPlaceholder(/^dd.mm/));
    expect(await dates.count(), path).toBe(2);
    const cut = await dates.evaluateAll((fields) =>
      fields.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
    expect(cut, path).toEqual([0, 0]);
  }
});
