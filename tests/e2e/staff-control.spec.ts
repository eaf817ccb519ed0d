import type { Locator, Page } from "@playwright/test";
import type { ControlEffect } from "../../lib/contract/index.ts";
import { demoGroup, expect, signInByForm, STAFF, test } from "./users.ts";
import { seeChart } from "./page-ids.ts";
import type { Service } from "./service.ts";

const controlsIn = (service: Service) => service.total("listControls");
const choose = (page: Page | Locator, name: RegExp) => page.getByRole("radio", { name }).check();
const figure = (page: Page, label: string) =>
  page.locator("dt").filter({ hasText: label }).locator("xpath=following-sibling::dd").first();
const rowsOf = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");
/** The rows of the control's window; those of its rebound have no plan before. */
const windowRowsOf = (page: Page) =>
  rowsOf(page).filter({ has: page.locator("td:nth-child(3)", { hasNotText: /^–$/ }) });
const ask = (page: Page) => page.getByRole("button", { name: "Issue control…" });
const confirmation = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page) =>
  confirmation(page).getByRole("button", { name: "Issue control", exact: true });

async function accepted(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/controls\/(?!new)[^/]+$/);
  await expect(page.getByRole("heading", { name: "Planned net injection" })).toBeVisible();
  return decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1)!);
}

/** The number a cell shows, and by how much rounding may have moved it. */
function shownNumber(text: string): { value: number; slack: number } {
  const plain = text.replace("−", "-").replace(/,/g, "");
  const decimals = plain.split(".")[1]?.length ?? 0;
  return { value: Number(plain), slack: 0.51 * 10 ** -decimals };
}

async function expectRow(row: Locator, effect: ControlEffect): Promise<void> {
  const [isp, , ...powers] = await row.getByRole("cell").allInnerTexts();
  expect(Number(isp)).toBe(effect.isp);
  for (const [index, kw] of [effect.before, effect.after, effect.delta].entries()) {
    const { value, slack } = shownNumber(powers[index] ?? "");
    expect(Math.abs(value - kw), `${powers[index]} for ${kw}`).toBeLessThanOrEqual(slack);
  }
}

test("staff signs in and sees the zone's figures and its day, marked as simulated", async ({
  page,
  curtail,
}) => {
  await page.goto("/");
  await signInByForm(page, STAFF, curtail.password);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  for (const label of ["Net injection", "Upward flexibility", "Downward flexibility"]) {
    await expect(figure(page, label)).toHaveText(/^[−\d.,]+\s*kW/);
  }
  await expect(figure(page, "Reporting")).toHaveText(/of \d+/);
  await seeChart(page);
  await expect(page.getByText("Simulated").first()).toBeVisible();
});

test("a control of a group is previewed, confirmed, shown per quarter-hour and listed", async ({
  staff: page,
  service,
}) => {
  const group = await demoGroup(service);
  const before = await controlsIn(service);
  await page.goto("/controls");
  await page.getByRole("main").getByRole("link", { name: "Issue control" }).first().click();
  await choose(page, /^A group/);
  await choose(page.getByRole("radiogroup", { name: "Group" }), new RegExp(`^${group.name}`));
  await choose(page, /^Maximum consumption/);
  await choose(page, /^Next hour/);

  for (const name of ["ISP", "Before", "After", "Change"]) {
    await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
  }
  await expect(windowRowsOf(page)).toHaveCount(4);
  await seeChart(page);
  const locations = await figure(page, "Locations").innerText();
  const devices = await figure(page, "Devices").innerText();
  expect(await controlsIn(service)).toBe(before);

  await ask(page).click();
  await expect(confirmation(page)).toContainText(group.name);
  await expect(confirmation(page)).toContainText(/draw from the grid/);
  await expect(confirmation(page)).toContainText(/ends automatically/);
  await confirm(page).dblclick();
  const id = await accepted(page);

  const control = await service.call("getControl", { params: { control_id: id } });
  expect(control).toMatchObject({ type: "MAX_CONSUMPTION", target: { id: group.id } });
  expect(parseInt(locations, 10)).toBe(control.locations);
  expect(parseInt(devices, 10)).toBe(control.devices);
  await expect(figure(page, "Locations")).toContainText(String(control.locations));
  await seeChart(page);
  await expect(windowRowsOf(page)).toHaveCount(control.results.length);
  const rebound = control.rebound?.length ?? 0;
  await expect(rowsOf(page)).toHaveCount(control.results.length);
  if (rebound > 0)
    await page.getByRole("button", { name: /^Show the .*after the window$/ }).click();
  await expect(rowsOf(page)).toHaveCount(control.results.length + rebound);
  for (const [index, effect] of control.results.entries()) {
    await expectRow(rowsOf(page).nth(index), effect);
  }

  await page.reload();
  await accepted(page);
  expect(await controlsIn(service)).toBe(before + 1);
  await page.getByRole("link", { name: "Controls" }).first().click();
  const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${id}"]`) });
  await expect(row).toContainText("Maximum consumption");
  await expect(row).toContainText(group.name);
});

test("a zone is controlled only after its code is typed, and once however often it is submitted", async ({
  staff: page,
  service,
}) => {
  const before = await controlsIn(service);
  await page.goto("/controls/new");
  await choose(page, /^Bidding zone NL/);
  await choose(page, /^Zero export/);
  await choose(page, /^Next quarter-hour/);
  await expect(rowsOf(page)).toHaveCount(1);
  await ask(page).click();
  await expect(confirm(page)).toBeDisabled();
  const code = confirmation(page).getByRole("textbox");
  await code.fill("BE");
  await expect(confirm(page)).toBeDisabled();
  await code.press("Enter");
  await code.fill("NL");
  await expect(confirm(page)).toBeEnabled();
  await confirm(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const id = await accepted(page);
  expect(await controlsIn(service)).toBe(before + 1);
  const control = await service.call("getControl", { params: { control_id: id } });
  expect(control).toMatchObject({
    type: "ZERO_EXPORT",
    target: { kind: "bidding_zone", id: "NL" },
  });
});

test("a control is issued by keyboard alone: form, Enter, confirmation, result", async ({
  staff: page,
  service,
}) => {
  const group = await demoGroup(service);
  const before = await controlsIn(service);
  await page.goto(`/controls/new?target=${group.id}`);
  await page.getByRole("radio", { name: /^Zero export/ }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("radio", { name: /^Maximum production/ })).toBeChecked();
  await page.keyboard.press("Tab");
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: /^Next hour/ })).toBeChecked();
  await expect(
    page.getByText(/^1 h · ISP \d+(–| – tomorrow ISP )\d+ · 4 quarter-hours$/),
  ).toBeVisible();
  for (const edge of ["Start", "End"]) {
    const handle = page.getByRole("slider", { name: edge, exact: true });
    await expect(handle).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(handle).toBeFocused();
  }
  // Controls of the coming day, if there are any, are one Tab stop between the handles and the reasons.
  const planned = page.getByRole("group", { name: "Drag to choose a window" }).getByRole("link");
  await page.keyboard.press("Tab");
  if ((await planned.count()) > 0) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Price", exact: true })).toBeChecked();
  await expect(ask(page)).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(confirmation(page)).toContainText("Price; visible to customers");
  await expect(confirmation(page).getByRole("button", { name: "Go back" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const id = await accepted(page);
  expect(await controlsIn(service)).toBe(before + 1);
  const control = await service.call("getControl", { params: { control_id: id } });
  expect(control).toMatchObject({ type: "MAX_PRODUCTION", reason: "price" });
  await expect(page.getByText(/^Issued .* for /)).toBeFocused();
  await expect(figure(page, "Reason")).toContainText("Price");
});

test("a preview names the controls it would override, and links to them", async ({
  staff: page,
  service,
}) => {
  const group = await demoGroup(service);
  const time_to = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const earlier = await service.call("controlGroup", {
    params: { group_id: group.id },
    body: { type: "ZERO_EXPORT", time_to },
  });
  await page.goto(`/controls/new?target=${group.id}`);
  await choose(page, /^Zero export/);
  await choose(page, /^Next hour/);
  const overlaps = page.getByRole("list", { name: "Overlapping controls" });
  const entry = overlaps
    .getByRole("listitem")
    .filter({ has: page.locator(`a[href="/controls/${earlier.id}"]`) });
  await expect(entry).toContainText(group.name);
});

test("the console starts with a group, and neither Enter nor a click issues what was not chosen", async ({
  staff: page,
}) => {
  const group = page.getByRole("radiogroup", { name: "Group" });
  await page.goto("/controls/new");
  await expect(page.getByRole("radio", { name: /^A group/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Bidding zone NL/ })).not.toBeChecked();
  await expect(group.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(page.getByText(/\d+ min · ISP|quarter/).first()).toBeVisible();
  await expect(page.getByText("No preview yet")).toBeVisible();
  for (const name of [/^Maximum production/, /^Zero export/, /^Maximum consumption/]) {
    await expect(page.getByRole("radio", { name })).not.toBeChecked();
  }
  await choose(page, /^Next hour/);
  await page.keyboard.press("Enter");
  await group.getByRole("radio").first().check();
  await page.keyboard.press("Enter");
  await expect(ask(page)).toBeDisabled();
  await expect(confirmation(page)).toHaveCount(0);
  await choose(page, /^Zero export/);
  await expect(ask(page)).toBeEnabled();
});

test("declining the confirmation issues nothing", async ({ staff: page, service }) => {
  const before = await controlsIn(service);
  await page.goto("/controls/new?target=NL");
  await choose(page, /^Zero export/);
  await ask(page).click();
  await confirmation(page).getByRole("button", { name: "Go back" }).click();
  await expect(confirmation(page)).toBeHidden();
  await ask(page).click();
  await page.keyboard.press("Escape");
  await expect(confirmation(page)).toBeHidden();
  expect(await controlsIn(service)).toBe(before);
});

test("an invalid time window is refused at its field, and nothing is recorded", async ({
  staff: page,
  service,
}) => {
  const before = await controlsIn(service);
  await page.goto("/controls/new?target=NL");
  await choose(page, /^Zero export/);
  await choose(page, /^Next hour/);
  await choose(page, /^Exact times/);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const date = field("End date");
  const time = field("End time");
  await time.fill(await field("Start time").inputValue());
  await date.fill(await field("Start date").inputValue());
  // The day before: in the repeated hour, the same time of the same day may be later.
  await date.press("ArrowDown");
  await expect(time).toHaveAccessibleDescription(/after the start/);
  await expect(time).toHaveAttribute("aria-invalid", "true");
  await expect(ask(page)).toBeDisabled();

  for (let days = 0; days < 3; days += 1) await date.press("ArrowUp");
  await expect(time).toHaveAccessibleDescription(/at most 24 hours/);
  await expect(ask(page)).toBeDisabled();
  expect(await controlsIn(service)).toBe(before);
});
