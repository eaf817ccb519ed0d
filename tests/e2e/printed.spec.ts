import { expect, test } from "./users.ts";
import { complete } from "./page-ids.ts";
import { findMarks, mark } from "./pdf-marks.ts";
import { addMonths, getMonth } from "../../lib/time/month.ts";

/** The width of A4 paper within the margins of a browser, in px. */
const PAPER = { width: 718, height: 1000 };

test("a customer's printed page has its text and colours, and no buttons", async ({
  customer: page,
}) => {
  for (const path of ["/", "/history", "/history?span=month"]) {
    await page.goto(path);
    await complete(page);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByRole("navigation", { name: "Hoofdmenu" })).toBeHidden();
    await expect(page.getByRole("button")).toHaveCount(0);
    const pictures = page.getByRole("img");
    await expect(pictures.first()).toBeVisible();
    const adjusts = await page
      .locator(".bg-production-mark, .bg-consumption, [aria-current]:visible")
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).printColorAdjust));
    expect(new Set(adjusts), path).toEqual(new Set(["exact"]));
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe("rgb(255, 255, 255)");
    await page.emulateMedia({ media: "screen" });
  }
});

test("a printed history names its period and location, and prints no navigation", async ({
  customer: page,
}) => {
  await page.goto("/history?span=month");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Maand", exact: true })).toBeVisible();
  for (const name of ["Dag", "Week", "Vorige maand"]) {
    await expect(page.getByRole("link", { name, exact: true })).toBeHidden();
  }
});

test("a printed control has no links to other controls", async ({ staff: page }) => {
  await page.goto("/controls");
  await page.locator("a[data-row-link]").first().click();
  await expect(page).toHaveURL(/\/controls\/./);
  await complete(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("a printed statement of the zone fits the paper, with a row for each control", async ({
  staff: page,
}) => {
  await page.setViewportSize(PAPER);
  await page.goto(`/statements?month=${getMonth(Date.now())}`);
  await expect(page.getByRole("heading", { name: "Statement of NL" })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const widths = await page
    .locator("main")
    .evaluate((main) => [document.documentElement.scrollWidth, main.scrollWidth]);
  expect(Math.max(...widths)).toBeLessThanOrEqual(PAPER.width);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});

/** As many rows more as fill a sheet of paper. */
const SHEET_ROWS = 40;

test("the heading of a table of a statement is printed on the sheet of its first row", async ({
  staff: page,
}) => {
  await page.goto(`/statements?month=${addMonths(getMonth(Date.now()), -1)}`);
  await complete(page);
  const card = page.locator("main section, main details").filter({ has: page.locator("table") });
  const count = await card.count();
  for (let i = 0; i < count; i++)
    for (const [part, name] of [
      ["h2, summary", "heading"],
      ["th", "columns"],
      ["tbody td", "row"],
    ] as const)
      await card.nth(i).locator(part).first().evaluate(mark, `${i}/${name}`);
  const row = page.getByRole("region", { name: "By control" }).locator("tbody tr").last();
  const seen = new Set<number>();
  for (let rows = 0; rows < SHEET_ROWS; rows++) {
    const marks = findMarks(await page.pdf({ format: "A4" }));
    for (let i = 0; i < count; i++) {
      const sheet = marks.get(`${i}/row`);
      expect(sheet, `the first row of table ${i} with ${rows} rows more`).toBeDefined();
      for (const name of ["heading", "columns"])
        expect(marks.get(`${i}/${name}`), `${name} of table ${i} with ${rows} rows more`).toBe(
          sheet,
        );
      if (i > 0) seen.add(sheet!);
    }
    await row.evaluate((last) => last.after(last.cloneNode(true)));
  }
  expect(seen.size, "sheets on which tables began").toBeGreaterThan(1);
});
