import type { Page } from "@playwright/test";
import { axeViolations } from "./axe-violations.ts";
import { expect, test } from "./users.ts";

/** An American browser whose user reads Dutch. */
test.use({ locale: "en-US", timezoneId: "America/New_York" });

/** Ten past eleven in Amsterdam, on the eve of the day that has 25 hours. */
const EVE = "2026-10-24T09:10:00Z";

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function openExactTimes(page: Page, portalUrl: string): Promise<void> {
  await page.context().addCookies([{ name: "locale", value: "nl", url: portalUrl }]);
  await page.clock.setFixedTime(EVE);
  await page.goto("/controls/new");
  await page.getByRole("radio", { name: /^Volgend kwartier/ }).check();
  await page.getByRole("radio", { name: /^Precieze tijden/ }).check();
  await expect(field(page, "Begindatum")).toHaveValue("24-10-2026");
}

test.beforeEach(({ staff: page, curtail }) => openExactTimes(page, curtail.portalUrl));

test("exact times are in Amsterdam time, in the portal language's format, with their period", async ({
  staff: page,
}) => {
  await expect(field(page, "Begintijd")).toHaveValue("11:15");
  await expect(field(page, "Eindtijd")).toHaveValue("11:30");
  await expect(page.getByText("za 24 okt 2026 · PTU 46 · 11:15–11:30").first()).toBeVisible();
  expect(await page.locator("input[type=date], input[type=datetime-local]").count()).toBe(0);
});

test("dates and times are accepted in common notations, and shown in one", async ({
  staff: page,
}) => {
  for (const typed of ["25-10", "25/10/2026", "25102026", "2026-10-25"]) {
    await field(page, "Begindatum").fill(typed);
    await field(page, "Begindatum").press("Tab");
    await expect(field(page, "Begindatum")).toHaveValue("25-10-2026");
  }
  for (const typed of ["1305", "13.05", "13:05"]) {
    await field(page, "Begintijd").fill(typed);
    await field(page, "Begintijd").press("Tab");
    await expect(field(page, "Begintijd")).toHaveValue("13:05");
  }
  await expect(page.getByText(/^zo 25 okt 2026 · PTU 57/)).toBeVisible();
});

test("arrow and page keys step days, minutes and quarter-hours", async ({ staff: page }) => {
  const date = field(page, "Begindatum");
  await date.press("ArrowUp");
  await expect(date).toHaveValue("25-10-2026");
  await date.press("PageDown");
  await expect(date).toHaveValue("18-10-2026");
  const time = field(page, "Begintijd");
  await time.press("ArrowDown");
  await expect(time).toHaveValue("11:14");
  await time.press("PageUp");
  await time.press("PageUp");
  await expect(time).toHaveValue("11:30");
  await page.getByRole("button", { name: "Nu beginnen" }).click();
  await expect(date).toHaveValue("24-10-2026");
  await expect(time).toHaveValue("11:10");
});

test("either of the two 02:30 of the long day can be selected", async ({ staff: page }) => {
  await field(page, "Begindatum").fill("25-10-2026");
  await field(page, "Begintijd").fill("02:30");
  const which = page.getByLabel("02:30 komt twee keer voor");
  await expect(page.getByText("zo 25 okt 2026 · PTU 11 · 02:30–02:45")).toBeVisible();
  await which.selectOption("Tweede keer, wintertijd (CET)");
  await expect(page.getByText("zo 25 okt 2026 · PTU 15 · 02:30–02:45")).toBeVisible();
  await field(page, "Begintijd").press("ArrowDown");
  await expect(field(page, "Begintijd")).toHaveValue("02:29");
  await expect(page.getByText("zo 25 okt 2026 · PTU 14 · 02:15–02:30")).toBeVisible();
});

test("an invalid or skipped time is refused at its field, with a suggestion", async ({
  staff: page,
}) => {
  const date = field(page, "Begindatum");
  const time = field(page, "Begintijd");
  await time.fill("25:00");
  await time.press("Tab");
  await expect(time).toHaveAccessibleDescription(
    /“25:00” is geen geldige tijd. Schrijf die als 13:05/,
  );
  await time.fill("02:30");
  await date.fill("31-2");
  await date.press("Tab");
  await expect(date).toHaveAccessibleDescription(
    /“31-2” is geen geldige datum. Schrijf die als 24-10-2026/,
  );
  await expect(date).toHaveAttribute("aria-invalid", "true");
  expect(await axeViolations(page, "everything", "main")).toEqual([]);
  await date.fill("28-03-2027");
  await expect(date).not.toHaveAttribute("aria-invalid");
  await expect(time).toHaveAccessibleDescription(/de klok van 02:00 naar 03:00/);
  await expect(page.getByRole("button", { name: "Sturing geven…" })).toBeDisabled();
});
