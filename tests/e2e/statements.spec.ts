import { readFile } from "node:fs/promises";
import { addMonths, getMonth } from "../../lib/time/month.ts";
import { overflows } from "./overflows.ts";
import { PHONE } from "./sizes.ts";
import { anotherCustomer, demoCustomer, expect, test } from "./users.ts";

const thisMonth = () => getMonth(Date.now());
const lastMonth = () => addMonths(thisMonth(), -1);

test("staff issue the statement of a zone, check it, and get its rows as a file", async ({
  staff: page,
  service,
}) => {
  const month = lastMonth();
  await page.goto(`/statements?month=${month}`);
  await expect(page.getByRole("heading", { name: "Statement of NL" })).toBeVisible();
  await page.getByRole("button", { name: "Issue statement" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Issue statement" }).click();
  await expect(page.getByText("Version 1, issued on")).toBeVisible();
  const params = { bidding_zone_id: "NL", month };
  const issued = await service.call("getBiddingZoneStatement", { params, query: { version: "1" } });
  await expect(page.getByText(issued.sha256).first()).toBeVisible();
  await page.getByRole("link", { name: "Check" }).click();
  await expect(page.getByRole("status").filter({ hasText: "version 1" })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(1 + issued.controls.length + issued.rows.length);
});

test("the statement of a month with controls is as wide as its window, whole or in blocks", async ({
  staff: page,
  service,
}) => {
  const month = lastMonth();
  const params = { bidding_zone_id: "NL", month };
  const { controls } = await service.call("getBiddingZoneStatement", { params });
  expect(controls.length).toBeGreaterThan(0);
  await page.goto(`/statements?month=${month}`);
  const table = page.getByRole("region", { name: "By control" });
  await expect(table.getByRole("row")).toHaveCount(1 + controls.length + 1);
  expect(await overflows(page, [320, 375, 640, 700, 768, 1024, 1280, 1440])).toEqual([]);
  const hasAllColumns = () => table.evaluate((box) => box.scrollWidth <= box.clientWidth);
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await hasAllColumns()).toBe(true);
    await expect(table.getByRole("columnheader", { name: "Formula" })).toBeInViewport();
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("a customer reads and prints their own statement, and not another's", async ({
    customer: page,
    service,
  }) => {
    const { customer } = await demoCustomer(service);
    const month = thisMonth();
    const params = { customer_id: customer.id, month };
    const own = await service.call("getCustomerStatement", { params });
    const other = await anotherCustomer(service);
    await page.goto(`/statements?month=${month}&customer=${other.customer.id}`);
    await expect(page.getByRole("heading", { name: "Je afrekening" })).toBeVisible();
    await expect(page.getByText(own.sha256).first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText(customer.name);
    await expect(page.getByText("Vergoeding die je krijgt")).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("Leverancier");
    await expect(page.getByRole("button", { name: "Afrekening vaststellen" })).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(page.locator("details:not([open])")).toHaveCount(0);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { name: "Je afrekening" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Afdrukken of opslaan als pdf" })).toBeHidden();
    await expect(page.getByRole("navigation").first()).toBeHidden();
  });
});
