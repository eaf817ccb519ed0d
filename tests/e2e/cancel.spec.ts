import type { Page } from "@playwright/test";
import type { Control, ControlOrder } from "../../lib/contract/index.ts";
import { ending, starting, TIME } from "./clock.ts";
import { demoGroup, expect, test } from "./users.ts";
import type { Service } from "./service.ts";

test.use({ timezoneId: "America/New_York" });

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

async function issued(service: Service, times: Omit<ControlOrder, "type">): Promise<Control> {
  const group = await demoGroup(service);
  return service.call("controlGroup", {
    params: { group_id: group.id },
    body: { type: "MAX_CONSUMPTION", ...times },
  });
}

const read = (service: Service, { id }: Control) =>
  service.call("getControl", { params: { control_id: id } });
const ask = (page: Page) => page.getByRole("button", { name: "Cancel control…" });
const dialog = (page: Page) => page.getByRole("dialog");
const confirm = (page: Page) =>
  dialog(page).getByRole("button", { name: "Cancel control", exact: true });

test("staff cancels an active control once and sees until when it ran and the reversed energy", async ({
  staff: page,
  service,
}) => {
  const control = await issued(service, { time_to: inHours(2) });
  await page.goto(`/controls/${control.id}`);
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await ask(page).click();
  await expect(dialog(page)).toContainText(/From \d\d:\d\d the service returns/);
  await expect(dialog(page)).toContainText(/The control stays on record/);
  const orders: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") orders.push(new URL(request.url()).pathname);
  });
  await confirm(page).dblclick();

  await expect(page.getByText(new RegExp(`^Cancelled(, ends at ${TIME})?$`))).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(ask(page)).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "Cancelled" })).toBeFocused();
  expect(orders).toEqual([`/api/controls/${control.id}/cancel`]);
  const known = await read(service, control);
  expect(known).toMatchObject({ state: "cancelled", time_to: control.time_to });
  // In the repeated hour each moment shows its zone.
  const [begins, ends] = [starting(known.time_from), ending(known.effective_to)];
  await expect(page.getByRole("main")).toContainText(
    new RegExp(`${begins}( CES?T)?–${ends}( CES?T)?, cancelled; planned until`),
  );
  await expect(page.getByRole("status").filter({ hasText: "Cancelled" })).toContainText(
    known.cancelled_effect.length > 0 ? /Reversed in the plan: .*kWh/ : /Nothing was reversed/,
  );

  await page.goto("/controls?state=cancelled");
  const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${control.id}"]`) });
  await expect(row).toContainText("Cancelled");
  await expect(row).toContainText(`–${ends}`);
});

test("a control that has not begun dispatches nothing, and its cancellation does not reach devices", async ({
  staff: page,
  service,
}) => {
  const control = await issued(service, { time_from: inHours(3), time_to: inHours(4) });
  await page.goto(`/controls/${control.id}`);
  await expect(page.getByText("Nothing sent yet")).toBeVisible();
  await ask(page).click();
  await expect(dialog(page)).toContainText(/will not start/);
  await confirm(page).click();
  await expect(page.getByText(/cancelled before it started$/)).toBeVisible();
  await expect(page.getByText("Nothing was sent", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Nothing was sent", { exact: true })).toBeVisible();
});

test("declining the confirmation cancels nothing", async ({ staff: page, service }) => {
  const control = await issued(service, { time_from: inHours(5), time_to: inHours(6) });
  await page.goto(`/controls/${control.id}`);
  await ask(page).click();
  await dialog(page).getByRole("button", { name: "Keep control" }).click();
  await expect(dialog(page)).toBeHidden();
  await ask(page).click();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  expect((await read(service, control)).state).toBe("scheduled");
});

test("a refused cancellation shows its request id, and reloads the control's state", async ({
  staff: page,
  service,
}) => {
  const control = await issued(service, { time_from: inHours(7), time_to: inHours(8) });
  await page.route(`**/api/controls/${control.id}/cancel`, (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({
        type: "urn:curtail:problem:conflict",
        title: "This conflicts with the current situation",
        status: 409,
        detail: "The control has ended.",
        request_id: "req-cancel-7",
      }),
    }),
  );
  await page.goto(`/controls/${control.id}`);
  await ask(page).click();
  const again = page.waitForResponse((answer) =>
    answer.url().endsWith(`/api/controls/${control.id}`),
  );
  await confirm(page).click();
  await expect(dialog(page).getByRole("alert")).toContainText("The control has ended.");
  await expect(dialog(page).getByRole("alert")).toContainText("req-cancel-7");
  expect((await again).status()).toBe(200);
});
