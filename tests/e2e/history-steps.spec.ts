import { hold } from "./hold.ts";
import { expect, test } from "./people.ts";

test("each press on the way back through history counts, however quick", async ({
  customer: page,
}) => {
  await page.goto("/history?span=day&date=2026-10-20");
  await page.waitForLoadState("networkidle");
  const arrive = await hold(page, /\/history\?/);
  const back = page.getByRole("link", { name: "Vorige dag" });
  for (let press = 0; press < 6; press += 1) await back.click({ noWaitAfter: true });
  arrive();
  await expect(page).toHaveURL(/date=2026-10-14/);
  await expect(page.getByRole("heading", { name: /14 okt/ })).toBeVisible();
});

test("from a month that holds now, a day and a week of history are those of now", async ({
  customer: page,
}) => {
  await page.goto("/history?span=month");
  await page.getByRole("link", { name: "Week", exact: true }).click();
  await expect(page.getByText("Deze week")).toBeVisible();
  await page.getByRole("link", { name: "Maand", exact: true }).click();
  await page.getByRole("link", { name: "Dag", exact: true }).click();
  await expect(page.getByText("Vandaag", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Volgende dag" })).toHaveCount(0);
});

test("history before a location was known says since when it is", async ({ customer: page }) => {
  await page.goto("/history?span=month&date=2020-05-01");
  await expect(
    page.getByText(/^Deze locatie is hier bekend sinds \w+ \d+ \w+ \d{4}\.$/),
  ).toBeVisible();
});
