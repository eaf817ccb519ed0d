import type { Page } from "@playwright/test";
import { HOUR_MS, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { toMillis } from "../../lib/time/instant.ts";
import { demoGroup, expect, test } from "./users.ts";
import type { Service } from "./service.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Issue control…" });
const dialog = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page) =>
  dialog(page).getByRole("button", { name: "Issue control", exact: true }).click();

/** The control whose page is open, once it is. */
async function openControl(page: Page, service: Service, not?: string) {
  await expect(page).toHaveURL(
    (url) => /\/controls\/ctrl_/.test(url.pathname) && !url.pathname.endsWith(`/${not}`),
  );
  const id = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1)!);
  return service.call("getControl", { params: { control_id: id } });
}

/** A control of the demo group from now on, for some minutes. */
async function issued(service: Service, minutes: number) {
  const { id: group_id } = await demoGroup(service);
  const time_to = new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const body = { type: "ZERO_EXPORT" as const, time_to };
  return service.call("controlGroup", { params: { group_id }, body });
}

test("groups are offered with their locations and installed power", async ({
  staff: page,
  service,
}) => {
  const { id } = await demoGroup(service);
  const { data: groups } = await service.call("listGroups", { query: { page_size: 100 } });
  const { name, locations } = groups.find((one) => one.id === id)!;
  expect(locations).toBeGreaterThan(0);
  await page.goto("/controls/new");
  const option = page
    .getByRole("radiogroup", { name: "Group" })
    .locator("label", { hasText: name });
  await expect(option).toContainText(new RegExp(`${locations} locations?.*kW`));
  await page.goto("/groups");
  const row = page.getByRole("row", { name: new RegExp(name) });
  await expect(row.getByRole("cell", { name: String(locations), exact: true })).toBeVisible();
});

test("on a phone the effect and the button stay at the lower edge, over nothing that has the focus", async ({
  staff: page,
  service,
}, testInfo) => {
  const { id } = await demoGroup(service);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(`/controls/new?target=${id}&type=ZERO_EXPORT&window=next-hour`);
  const bar = page.locator("[data-action-bar]");
  await expect(submit(page)).toBeEnabled();
  await expect(submit(page)).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText(/kWh/);
  await page.screenshot({ path: testInfo.outputPath("bar.png") });
  // The last field, then back by the keyboard: the focus is never behind the bar.
  const fields = page.locator("form").getByRole("radio");
  await fields.last().focus();
  for (let step = 0; step < 4; step++) {
    const field = (await page.locator(":focus").boundingBox())!;
    const edge = (await bar.boundingBox())!.y;
    expect(field.y + field.height).toBeLessThanOrEqual(edge - 4);
    await page.keyboard.press("Shift+Tab");
  }
  await page.setViewportSize({ width: 375, height: 400 });
  await expect(bar).toHaveCSS("position", "static");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(bar).toBeHidden();
  await expect(submit(page)).toBeVisible();
});

test("a control until a full hour takes one press, and keeps its end", async ({
  staff: page,
  service,
}) => {
  const { id } = await demoGroup(service);
  await page.goto(`/controls/new?target=${id}&type=ZERO_EXPORT`);
  const until = page.getByRole("radio", { name: /^Until / });
  await expect(until).toHaveCount(3);
  await until.nth(1).check();
  await expect.poll(() => new URL(page.url()).searchParams.get("window")).toBe("until");
  await page.reload();
  await expect(
    page.getByRole("radio", { name: /^Until / }).and(page.locator(":checked")),
  ).toHaveCount(1);
  await submit(page).click();
  await confirm(page);
  const control = await openControl(page, service);
  expect(toMillis(control.time_to) % HOUR_MS).toBe(0);
});

test("the last control is repeated by one press, and any control from its page", async ({
  staff: page,
  service,
}) => {
  const { id, name } = await demoGroup(service);
  await page.goto(`/controls/new?target=${id}&type=MAX_CONSUMPTION&reason=grid&lasts=45`);
  await submit(page).click();
  await confirm(page);
  const first = await openControl(page, service);
  await page.goto("/controls/new");
  await page
    .getByRole("button", { name: new RegExp(`^Repeat the last one: .*${name}.*Grid`) })
    .click();
  await expect(page.getByRole("radio", { name: /^Maximum consumption/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Grid", exact: true })).toBeChecked();
  await submit(page).click();
  await confirm(page);
  const again = await openControl(page, service, first.id);
  expect(again).toMatchObject({ type: first.type, target: first.target, reason: "grid" });
  const length = (one: typeof first) => toMillis(one.time_to) - toMillis(one.time_from);
  expect(Math.abs(length(again) - length(first))).toBeLessThanOrEqual(MINUTE_MS);
  await page.getByRole("link", { name: "Repeat…" }).click();
  await expect(submit(page)).toBeEnabled();
  await expect(page.getByRole("radiogroup", { name: "Group" }).getByLabel(name)).toBeChecked();
});

for (const width of [1440, 375]) {
  test(`a running control is extended, then shortened, by new ones that take over, at ${width} px`, async ({
    staff: page,
    service,
  }, testInfo) => {
    await page.setViewportSize({ width, height: 800 });
    const first = await issued(service, 60);
    await page.goto(`/controls/${first.id}`);
    await page.getByRole("button", { name: "Change the end…" }).click();
    await dialog(page).getByRole("button", { name: "+30 min" }).click();
    await page.screenshot({ path: testInfo.outputPath(`end-${width}.png`) });
    await dialog(page).getByRole("button", { name: "Continue…" }).click();
    await expect(dialog(page)).toContainText("shown as overridden");
    await page.screenshot({ path: testInfo.outputPath(`confirm-${width}.png`) });
    await confirm(page);
    const longer = await openControl(page, service, first.id);
    expect(toMillis(longer.time_to) - toMillis(first.time_to)).toBe(30 * MINUTE_MS);
    const overridden = await service.call("getControl", { params: { control_id: first.id } });
    expect(overridden).toMatchObject({ state: "active", superseded: true });

    await page.getByRole("button", { name: "Change the end…" }).click();
    // From a quarter of an hour after the present end, to the quarter-hour before, four times.
    for (let step = 0; step < 4; step++)
      await dialog(page).getByLabel("End time").press("PageDown");
    await dialog(page).getByRole("button", { name: "Continue…" }).click();
    await expect(dialog(page)).toContainText("cancelled in the same step");
    await confirm(page);
    const shorter = await openControl(page, service, longer.id);
    expect(toMillis(shorter.time_to)).toBeLessThan(toMillis(longer.time_to) - 25 * MINUTE_MS);
    const ended = await service.call("getControl", { params: { control_id: longer.id } });
    expect(ended.state).toBe("cancelled");
  });
}

test("a filled-in form is saved as a template, which fills it in again until it is deleted", async ({
  staff: page,
  service,
}) => {
  const { id, name } = await demoGroup(service);
  await page.goto(`/controls/new?target=${id}&type=MAX_CONSUMPTION&reason=grid&lasts=45`);
  await page.getByRole("button", { name: "Save as template…" }).click();
  await dialog(page).getByLabel("Name").fill("Noon peak");
  await page.keyboard.press("Enter");
  const template = page
    .getByRole("group", { name: "Templates" })
    .getByRole("button", { name: "Noon peak" });
  await expect(template).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto("/controls/new");
  await template.click();
  await expect(page.getByRole("radio", { name: /^Maximum consumption/ })).toBeChecked();
  await expect(page.getByRole("radiogroup", { name: "Group" }).getByLabel(name)).toBeChecked();
  await expect(submit(page)).toBeEnabled();
  await page.getByRole("button", { name: "Manage…" }).click();
  await dialog(page).getByRole("button", { name: "Delete template Noon peak" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(template).toHaveCount(0);
});
