import { scrollToElement } from "./scroll-into-view.ts";
import { expect, test } from "./users.ts";
import { button, downloaded, openZone, plot, visibleRange } from "./zone-chart.ts";

test.use({ timezoneId: "America/New_York" });

test("more than 7 days are a bar per Amsterdam day, which a click or Enter opens", async ({
  staff: page,
}) => {
  await openZone(page, "/?range=2026-10-18--2026-10-25");
  await expect(page.getByText("Amsterdam days")).toBeVisible();
  await expect(page.getByText(/1 day lacks measurements: its bar is too low/)).toBeVisible();
  await expect(button(page, "ISP")).toHaveCount(0);
  // Each hour of the generated history is 1 + 2 + 3 + 4 kW in its four quarters: 2.5 kWh.
  await plot(page).focus();
  await page.keyboard.press("Home");
  await expect(plot(page)).toHaveAttribute(
    "aria-valuetext",
    /^Sun 18 Oct 2026: To the grid 60\.0.kWh, From the grid 0.kWh, Quarter-hours measured 96 of 96, Forecast 36\.0.kWh to/,
  );
  await page.keyboard.press("End");
  await expect(plot(page)).toHaveAttribute(
    "aria-valuetext",
    /^Sun 25 Oct 2026: .*Quarter-hours measured 47 of 48: incomplete, Forecast 37\.5.kWh to/,
  );
  await page.getByText("Numbers as a table").click();
  const table = page.getByRole("table", { name: /^Per Amsterdam day, in kWh/ });
  await expect(table.locator("tbody tr")).toHaveCount(8);
  await expect(table.locator("tbody tr").first()).toContainText("47 of 48: incomplete");
  const { file } = await downloaded(page, "Download as CSV");
  expect(file.toString("utf8").trimEnd().split("\r\n")).toHaveLength(1 + 7 * 96 + 100);

  await plot(page).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(visibleRange(page)).toHaveText("Sat 24 Oct 2026");
  await expect(page).toHaveURL(/\?range=yesterday$/);
  await page.goBack();
  await expect(page.getByText("Amsterdam days")).toBeVisible();
  await scrollToElement(plot(page));
  const box = (await plot(page).boundingBox())!;
  await page.mouse.click(box.x + (2.5 / 8) * box.width, box.y + box.height / 2);
  await expect(visibleRange(page)).toHaveText("Tue 20 Oct 2026");
  await button(page, "7 days").click();
  await expect(page.getByText("Amsterdam time")).toBeVisible();
});

test("a day is compared with another one, in the chart, the table, the file and the URL", async ({
  staff: page,
}) => {
  await openZone(page);
  await page.getByLabel("Compare with").selectOption({ label: "The day before" });
  await expect(page).toHaveURL(/\?compare=day-before$/);
  await expect(page.getByText(/The clock changed on one of the two days/)).toBeVisible();
  const legend = page.getByText("Actual on Sat 24 Oct 2026").first();
  await expect(legend).toBeVisible();
  await plot(page).focus();
  await page.keyboard.press("End");
  await expect(plot(page)).toHaveAttribute(
    "aria-valuetext",
    /^Today, 23:45–24:00: Actual –, Actual on Sat 24 Oct 2026 4\.00/,
  );
  await page.getByText("Numbers as a table").click();
  const table = page.getByRole("table", { name: /Sun 25 Oct 2026, per quarter-hour/ });
  await expect(table.getByRole("columnheader", { name: "Actual on Sat 24 Oct" })).toBeVisible();
  const { file } = await downloaded(page, "Download as CSV");
  const rows = file.toString("utf8").trimEnd().split("\r\n");
  expect(rows[0]).toContain(";Actual on Sat 24 Oct 2026, same wall-clock time (kW);");
  // The second 02:00 of the long day has no counterpart on the day before.
  expect(rows[9]).toMatch(/^2026-10-25 02:00:00;2026-10-25 00:00:00;9;.*;1;1;0,97;/);
  expect(rows[13]).toMatch(/^2026-10-25 02:00:00;2026-10-25 01:00:00;13;.*;1;;0,97;/);

  await page.reload();
  await expect(page.getByLabel("Compare with")).toHaveValue("day-before");
  await page.getByLabel("Compare with").selectOption({ label: "Another date…" });
  await page.getByLabel("Day", { exact: true }).fill("1/10/2026");
  await page.getByLabel("Day", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\?compare=2026-10-01$/);
  await expect(page.getByText("Actual on Thu 1 Oct 2026").first()).toBeVisible();
  await button(page, "7 days").click();
  await expect(page.getByLabel("Compare with")).toHaveCount(0);
  await button(page, "Today").click();
  await page.getByLabel("Compare with").selectOption({ label: "No other day" });
  await expect(page).toHaveURL(/:\d+\/$/);
});
