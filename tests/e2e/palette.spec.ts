import { axeViolations } from "./axe-violations.ts";
import { expect, test } from "./users.ts";
import { complete } from "./page-ids.ts";

test("Ctrl+K finds a page, a customer by address and an action, without a mouse", async ({
  staff: page,
  service,
}) => {
  await page.goto("/devices");
  await complete(page);
  const dialog = page.getByRole("dialog", { name: "Search and commands" });
  const field = dialog.getByRole("combobox");
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.type("audit");
  await expect(dialog.getByRole("option", { name: "Audit trail" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/audit$/);
  await expect(dialog).toBeHidden();

  const { data } = await service.call("listLocations", { query: { page_size: 1 } });
  const [location] = data;
  await page.keyboard.press("Control+k");
  await page.keyboard.type(String(location!.metadata.address));
  await expect(dialog.getByRole("group", { name: "Locations" })).toBeVisible();
  const first = dialog.getByRole("group", { name: "Customers" }).getByRole("option").first();
  await expect(first).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/customers/${location!.customer_id}$`));

  await page.keyboard.press("Control+k");
  await page.keyboard.type("colours: dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("its button opens it on a phone, and nothing found is said", async ({ staff: page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto("/devices");
  await complete(page);
  await page.getByRole("button", { name: "Search and commands" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("zzzz nobody");
  await expect(dialog.getByRole("status")).toHaveText("No results");
});

test("single keys open pages and the search, not while typing, and can be turned off", async ({
  staff: page,
}) => {
  await page.goto("/devices");
  await complete(page);
  await page.keyboard.press("/");
  const search = page.getByRole("main").getByRole("searchbox");
  await expect(search).toBeFocused();
  await page.keyboard.type("gun?");
  await expect(search).toHaveValue("gun?");
  await search.fill("");
  await search.blur();
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/customers$/);
  await complete(page);
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/controls\/new$/);
  await complete(page);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Search and commands" });
  await expect(dialog.getByRole("option", { name: "Customers" })).toContainText("g u");
  await page.keyboard.type("turn off keyboard");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("?");
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.keyboard.press("Control+k");
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/controls\/new$/);
  await expect(dialog.getByRole("option", { name: "Customers" })).not.toContainText("g u");
});
