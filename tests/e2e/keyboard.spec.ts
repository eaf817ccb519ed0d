import type { Locator, Page } from "@playwright/test";
import { axeViolations } from "./axe-violations.ts";
import { expect, test } from "./users.ts";
import { complete } from "./page-ids.ts";

const MOST_STOPS = 80;

const isFocused = (wanted: Locator) =>
  wanted.evaluate((element) => element === document.activeElement);

/** Whether the focused element shows its focus: its own outline, or that of its label. */
const isFocusShown = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    return [focused, focused.closest("label")].some(
      (each) => each && getComputedStyle(each).outlineStyle !== "none",
    );
  });

/** Presses a key until an element has the focus, and checks each stop. */
async function reach(page: Page, wanted: Locator, key = "Tab"): Promise<void> {
  await expect(wanted).toBeVisible();
  await expect(wanted).toBeEnabled();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press(key);
    if (!(await isFocused(wanted))) continue;
    expect(await isFocusShown(page), `${wanted} shows its focus`).toBe(true);
    return;
  }
  throw new Error(`${wanted} is not reached by ${key} within ${MOST_STOPS} stops.`);
}

async function press(page: Page, wanted: Locator, key = "Tab"): Promise<void> {
  await reach(page, wanted, key);
  await page.keyboard.press("Enter");
}

test("a control is issued and cancelled without a mouse", async ({ staff: page }) => {
  await page.goto("/");
  await complete(page);
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  await press(page, page.getByRole("link", { name: "Issue control" }));
  await expect(page).toHaveURL(/\/controls\/new/);
  await reach(page, page.getByRole("radio", { name: /^A group/ }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /^Bidding zone NL/ })).toBeChecked();
  await reach(page, page.getByRole("radio", { name: /^Maximum production/ }));
  await page.keyboard.press("Space");
  await reach(page, page.getByRole("radio", { name: /Rest of this quarter-hour/ }));
  for (const name of [/15 minutes from now/, /1 hour from now/, /Next quarter-hour/]) {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name })).toBeChecked();
  }
  await press(page, button("Issue control…"));
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button("Issue control…")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.type("NL");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/controls\/ctrl_/);
  await press(page, button("Cancel control…"), "Shift+Tab");
  await expect(button("Keep control")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button("Cancel control…")).toBeFocused();
  await page.keyboard.press("Enter");
  await press(page, page.getByRole("button", { name: "Cancel control", exact: true }));
  await expect(page.getByText(/^Cancelled .+/).first()).toBeVisible();
});

test("a selection is visible in forced-colours mode", async ({ staff: page }) => {
  const groundOf = (wanted: Locator) =>
    wanted.evaluate((element) => getComputedStyle(element).backgroundColor);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await page.goto("/");
    await complete(page);
    const chosen = await groundOf(page.getByRole("button", { name: "Today" }));
    expect(chosen).not.toBe(await groundOf(page.getByRole("button", { name: "Yesterday" })));
    expect(await groundOf(page.getByRole("link", { name: "Overview" }))).toBe(chosen);
    expect(await groundOf(page.getByRole("link", { name: "Issue control" }))).toBe(chosen);
    expect(await axeViolations(page, "colours")).toEqual([]);
  }
});
