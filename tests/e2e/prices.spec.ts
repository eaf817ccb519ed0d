import { expect, test } from "./users.ts";

test("prices of the day-ahead market and of imbalance are shown with their sources", async ({
  staff: page,
}) => {
  await page.goto("/");
  await page.mouse.wheel(0, 2_000);
  const prices = page.getByRole("region", { name: "Prices", exact: true });
  await prices.scrollIntoViewIfNeeded();
  for (const label of ["Day-ahead", "Imbalance, surplus", "Imbalance, shortage"])
    await expect(prices.getByRole("listitem").filter({ hasText: label })).toHaveText(
      /€[\d,]+\.\d\d\/MWh$/,
    );
  await expect(prices.getByText("Source: replay-2020.")).toBeVisible();
  await expect(prices.getByText("Generated for the demo")).toBeVisible();
  await prices.getByText("Show prices as a table").click();
  const table = prices.getByRole("table");
  for (const column of ["Day-ahead, €/MWh", "Surplus, €/MWh", "Shortage, €/MWh"])
    await expect(table.getByRole("columnheader", { name: column })).toBeVisible();
});

test("imbalance prices that could not be read are said to be, and the others stay", async ({
  staff: page,
}) => {
  const body = JSON.stringify({ status: 403, title: "Forbidden", detail: "Not for this key." });
  await page.route(/\/prices\?.*market=imbalance/, (route) =>
    route.fulfill({ status: 403, contentType: "application/problem+json", body }),
  );
  await page.goto("/");
  const prices = page.getByRole("region", { name: "Prices", exact: true });
  await page.mouse.wheel(0, 2_000);
  await expect(prices.getByText("Imbalance prices could not be read.")).toBeVisible();
  await expect(prices.getByText("Source: replay-2020.")).toBeVisible();
  await expect(prices.getByText("Imbalance, surplus")).toHaveCount(0);
});
