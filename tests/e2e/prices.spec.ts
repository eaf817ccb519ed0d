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

test("prices of another day that cannot be read are not those of the day before it", async ({
  staff: page,
}) => {
  await page.goto("/");
  await page.mouse.wheel(0, 2_000);
  const prices = page.getByRole("region", { name: "Prices", exact: true });
  await expect(prices.getByRole("listitem").filter({ hasText: "Day-ahead" })).toHaveText(/€/);
  const type = "urn:curtail:problem:internal";
  const problem = { type, status: 500, title: "Failed", detail: "Failed.", request_id: "req_1" };
  const body = JSON.stringify(problem);
  await page.route(/\/prices\?/, (route) =>
    route.fulfill({ status: 500, contentType: "application/problem+json", body }),
  );
  await page.getByRole("button", { name: "Previous period" }).click();
  const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await expect(prices).toHaveCount(0);
  await page.unroute(/\/prices\?/);
  await retry.click();
  await expect(prices.getByRole("listitem").filter({ hasText: "Day-ahead" })).toHaveText(/€/);
});
