import { axeViolations } from "./axe-violations.ts";
import { watchConsoleErrors } from "./console-errors.ts";
import { expect, test } from "./users.ts";

test("the API reference of the service is accessible and loads nothing from elsewhere", async ({
  page,
  context,
  curtail,
}) => {
  const consoleErrors = watchConsoleErrors(page);
  const asked: string[] = [];
  page.on("request", (sent) => asked.push(sent.url()));
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${curtail.serviceUrl}/v1/docs`);
    await expect(page.getByRole("heading", { level: 3, name: /controls/ })).toBeVisible();
    expect(await axeViolations(page), `${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  }
  await page.goto(`${curtail.serviceUrl}/v1/docs#/controls/controlGroup`);
  await page.reload();
  const operation = page.locator("#operations-controls-controlGroup");
  await expect(operation.getByText("ZERO_EXPORT").first()).toBeVisible();
  await expect(operation.getByText("urn:curtail:problem:conflict")).toBeVisible();
  expect(await axeViolations(page, "everything", "#operations-controls-controlGroup")).toEqual([]);
  expect(
    asked.filter((url) => !/^(data:|blob:)/.test(url) && !url.startsWith(curtail.serviceUrl)),
  ).toEqual([]);
  expect(await context.cookies(curtail.serviceUrl)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("a reader sends a request with their own key, which is not stored", async ({
  page,
  context,
  curtail,
}) => {
  await page.goto(`${curtail.serviceUrl}/v1/docs`);
  await page.getByRole("button", { name: "Authorize" }).click();
  const dialog = page.getByRole("dialog").or(page.locator(".modal-ux"));
  await dialog.getByRole("textbox").fill(curtail.apiKey);
  await dialog.getByRole("button", { name: "Apply credentials" }).click();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await page
    .getByRole("textbox", { name: "Filter" })
    .or(page.locator(".operation-filter-input"))
    .fill("groups");
  const operation = page.locator("#operations-groups-listGroups");
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(
    operation.locator(".live-responses-table td.response-col_status:not(.col_header)"),
  ).toContainText("200");
  const stored = JSON.stringify([
    await context.storageState(),
    await page.evaluate(() => ({ ...localStorage, ...sessionStorage })),
  ]);
  expect(stored).not.toContain(curtail.apiKey);
});
