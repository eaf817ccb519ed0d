import { axeViolations } from "./axe-violations.ts";
import { complete } from "./page-ids.ts";
import { expect, test } from "./users.ts";

test("a list's filters and order are saved, shared, opened again and deleted", async ({
  staff: page,
}) => {
  const name = `Batteries ${Math.random().toString(36).slice(2, 8)}`;
  await page.goto("/devices?device_type=BATTERY&sort=-name&page=1");
  await complete(page);
  const views = page.getByRole("group", { name: "Views" });
  await page.getByRole("button", { name: "Views" }).click();
  await views.getByRole("button", { name: "Save this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Share with all staff").check();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog).toBeHidden();

  await page.goto("/devices");
  await complete(page);
  await page.getByRole("button", { name: "Views" }).click();
  const view = views.getByRole("link", { name });
  await expect(view).toContainText("Shared with all staff");
  // The open list covers parts of the table below it, whose links are then smaller for axe.
  expect(await axeViolations(page, "everything", '[role="group"][aria-label="Views"]')).toEqual([]);
  await view.click();
  await expect(page).toHaveURL(/\/devices\?device_type=BATTERY&sort=-name$/);
  await complete(page);
  if (!(await views.isVisible())) await page.getByRole("button", { name: "Views" }).click();
  await expect(view).toHaveAttribute("aria-current", "page");
  await views.getByRole("button", { name: `Delete the view ${name}` }).click();
  await expect(view).toHaveCount(0);
});

test("customers have no views to save", async ({ customer: page }) => {
  await page.goto("/devices");
  await complete(page);
  await expect(page.getByRole("button", { name: "Views" })).toHaveCount(0);
  const refused = await page.request.get("/api/saved-views?page=/devices");
  expect(refused.status()).toBe(403);
});
