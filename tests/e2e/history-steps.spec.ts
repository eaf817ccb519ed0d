import { shiftedDate } from "../../lib/time/local-input.ts";
import { localDate } from "../../lib/time/amsterdam.ts";
import { hold } from "./delay-response.ts";
import { expect, test } from "./users.ts";

test("each click on the previous-period button counts, however fast", async ({
  customer: page,
}) => {
  const weekAgo = shiftedDate(localDate(Date.now()), -7);
  await page.goto(`/history?span=day&date=${weekAgo}`);
  await page.waitForLoadState("networkidle");
  const arrive = await hold(page, /\/history\?/);
  const back = page.getByRole("link", { name: "Vorige dag" });
  for (let press = 0; press < 6; press += 1) await back.click({ noWaitAfter: true });
  arrive();
  const reached = shiftedDate(weekAgo, -6);
  await expect(page).toHaveURL(new RegExp(`date=${reached}`));
  const day = new RegExp(`\\b${Number(reached.slice(-2))} \\p{L}+`, "u");
  await expect(page.getByRole("heading", { name: day })).toBeVisible();
});

test("switching from a month that includes now selects the current day and week", async ({
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

test("history before a location was registered shows since when data exists", async ({
  customer: page,
}) => {
  await page.goto("/history?span=month&date=2020-05-01");
  await expect(page.getByText(/^Deze locatie is aangemeld op \w+ \d+ \w+ \d{4}\.$/)).toBeVisible();
});
