import type { Page } from "@playwright/test";
import { axeViolations } from "./axe-violations.ts";
import { demoGroup, expect, signInByForm, STAFF, test } from "./users.ts";
import type { Service } from "./service.ts";

const QUARTER = 15 * 60_000;
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const choice = (page: Page, name: RegExp) => page.getByRole("radio", { name });
const ask = (page: Page) => page.getByRole("button", { name: "Issue control…" });
const question = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page) =>
  question(page).getByRole("button", { name: "Issue control", exact: true });
const kept = (page: Page) => expect.poll(() => new URL(page.url()).searchParams.get("reason"));

/** Drafts a control of a group at custom times and returns the group's name. */
async function drawnUp(page: Page, service: Service): Promise<string> {
  const { id, name } = await demoGroup(service);
  await page.goto(`/controls/new?target=${id}`);
  await choice(page, /^Zero export/).check();
  await choice(page, /^Next hour/).check();
  await choice(page, /^Exact times/).check();
  await field(page, "End time").press("ArrowUp");
  await choice(page, /^Grid$/).check();
  await kept(page).toBe("grid");
  await expect(ask(page)).toBeEnabled();
  return name;
}

const timesOf = (page: Page) =>
  Promise.all(
    ["Start date", "Start time", "End date", "End time"].map((name) =>
      field(page, name).inputValue(),
    ),
  );

async function expectDraft(page: Page, group: string, times: string[]): Promise<void> {
  await expect(page.getByRole("radiogroup", { name: "Group" }).getByLabel(group)).toBeChecked();
  await expect(choice(page, /^Zero export/)).toBeChecked();
  await expect(choice(page, /^Exact times/)).toBeChecked();
  await expect(choice(page, /^Grid$/)).toBeChecked();
  await expect(field(page, "End time")).toBeVisible();
  expect(await timesOf(page)).toEqual(times);
  await expect(question(page)).toHaveCount(0);
}

test("a draft survives a reload, its URL in another tab and going back, without being sent", async ({
  staff: page,
  context,
  service,
}) => {
  const before = await service.total("listControls");
  const group = await drawnUp(page, service);
  const times = await timesOf(page);
  await page.getByRole("link", { name: "Groups" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Groups" })).toBeVisible();
  await page.goBack();
  await expectDraft(page, group, times);
  await page.reload();
  await expectDraft(page, group, times);
  const other = await context.newPage();
  await other.goto(page.url());
  await expectDraft(other, group, times);
  await other.close();
  expect(await service.total("listControls")).toBe(before);
});

test("a signed-out user cannot confirm, signs in again and finds the draft", async ({
  staff: page,
  context,
  curtail,
  service,
}) => {
  const group = await drawnUp(page, service);
  const times = await timesOf(page);
  await ask(page).click();
  await expect(confirm(page)).toBeEnabled();
  await context.clearCookies();
  await confirm(page).click();
  const again = question(page).getByRole("link", { name: "Sign in again" });
  await expect(again).toBeVisible();
  await expect(confirm(page)).toBeDisabled();
  expect(await axeViolations(page, "everything", "dialog[open]")).toEqual([]);
  await again.click();
  await signInByForm(page, STAFF, curtail.password);
  await expectDraft(page, group, times);
});

test("an accepted control leaves no draft in the browser history", async ({
  staff: page,
  service,
}) => {
  await drawnUp(page, service);
  await page.reload();
  await ask(page).click();
  await confirm(page).click();
  await expect(page.getByRole("heading", { name: "Planned net injection" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/controls\/new$/);
  await expect(page.getByRole("heading", { name: "Control window" })).toBeVisible();
  for (const name of [/^Zero export/, /^Exact times/, /^Grid$/]) {
    await expect(choice(page, name)).not.toBeChecked();
  }
  await expect(ask(page)).toBeDisabled();
});

test("an invalid draft URL starts with an empty draft", async ({ staff: page }) => {
  await page.goto(
    "/controls/new?target=NL&type=ALL&window=exact&from=x&to=2026-13-01T99&reason=no",
  );
  await expect(choice(page, /^Bidding zone NL/)).toBeChecked();
  await expect(choice(page, /^Zero export/)).not.toBeChecked();
  await expect(field(page, "Start date")).toHaveValue("");
  await expect(choice(page, /^No reason given/)).toBeChecked();
});

test("a confirmation that outlives its window says so, and leads back to the window selection", async ({
  staff: page,
  service,
}) => {
  const { id } = await demoGroup(service);
  await page.goto(`/controls/new?target=${id}`);
  await choice(page, /^Zero export/).check();
  await choice(page, /^Rest of this quarter-hour/).check();
  await ask(page).click();
  await expect(confirm(page)).toBeEnabled();
  const end = Math.ceil(Date.now() / QUARTER) * QUARTER;
  await page.clock.setFixedTime(end + 8_000);
  await expect(question(page).getByRole("alert")).toContainText(/^This window ended at \d\d:\d\d/);
  await expect(confirm(page)).toBeDisabled();
  const other = question(page).getByRole("button", { name: "Choose another window" });
  await expect(other).toBeFocused();
  expect(await axeViolations(page, "everything", "dialog[open]")).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeHidden();
  await expect(choice(page, /^Rest of this quarter-hour/)).toBeFocused();
});

test("exact times that the service refuses are reported at their fields", async ({
  staff: page,
}) => {
  await page.goto("/controls/new?target=NL");
  await choice(page, /^Zero export/).check();
  await choice(page, /^Next quarter-hour/).check();
  await choice(page, /^Exact times/).check();
  const [date, time] = [field(page, "End date"), field(page, "End time")];
  await date.press("ArrowUp");
  await expect(time).toHaveAccessibleDescription("A control lasts at most 24 hours.");
  await expect(time).toHaveAttribute("aria-invalid", "true");
  await expect(ask(page)).toBeDisabled();
  const main = page.getByRole("main");
  await expect(main).toContainText("Check the marked fields.");
  await expect(main.getByRole("button", { name: "Try again" })).toHaveCount(0);

  await field(page, "Start date").press("PageUp");
  await field(page, "Start date").press("ArrowUp");
  await date.press("PageUp");
  await expect(time).toHaveAccessibleDescription("This must be within 168 hours from now.");
  await expect(main).not.toContainText("#/");
  expect(await axeViolations(page, "everything", "main")).toEqual([]);
});
