import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { giveHistory } from "./history-fixture.ts";
import { expect } from "./users.ts";
import { seeChart } from "./page-ids.ts";

/** The day the clock goes back, at 11:07 in Amsterdam. */
export const LONG_DAY = "2026-10-25T10:07:00Z";

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const plot = (page: Page) => page.getByRole("slider", { name: "Moment in the chart" });
/** The visible range as text. */
export const visibleRange = (page: Page) => page.locator("[aria-live=polite]").first();

/** Opens the zone's chart on that day, with a generated history. */
export async function openZone(page: Page, address = "/"): Promise<void> {
  await page.clock.setFixedTime(LONG_DAY);
  await giveHistory(page, { now: LONG_DAY, unmeasured: ["2026-10-25T06:00:00Z"] });
  await page.goto(address);
  await seeChart(page);
  await expect(plot(page)).toBeVisible();
}

const saved = async (download: Download): Promise<Buffer> => readFileSync(await download.path());

/** Presses a button that downloads a file. */
export async function downloaded(
  page: Page,
  name: string,
): Promise<{ name: string; file: Buffer }> {
  const coming = page.waitForEvent("download");
  await button(page, name).first().click();
  const download = await coming;
  return { name: download.suggestedFilename(), file: await saved(download) };
}
