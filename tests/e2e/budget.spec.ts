import { readFileSync } from "node:fs";
import type { Page, TestInfo } from "@playwright/test";
import { scriptsOf, sumOfBytes } from "../../scripts/first-load.ts";
import { CUSTOMER, expect, signIn, STAFF, test } from "./people.ts";
import { addressOf, complete, pagePatterns } from "./places.ts";
import { customersPages, idsOf } from "./own-places.ts";

test.describe.configure({ mode: "parallel", timeout: 180_000 });

/** Of an empty page of the same versions: before anything is done, and with a chart. */
const FIRST_LOAD = 1.3;
const IN_ALL = 1.9;
const LAYOUT_SHIFT = 0.02;

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
const { emptyPageBytes, measuredWith } = read("scripts/budget.json");

test("the empty page was measured with the versions that are installed", () => {
  const { dependencies } = read("package.json");
  for (const [name, version] of Object.entries(measuredWith)) {
    expect(dependencies[name], `${name}: run npm run budget -- --baseline`).toBe(version);
  }
});

interface Shifts {
  curtailShifts: number;
}

/** Adds up every layout shift nobody caused by typing or pressing. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const own = window as unknown as Shifts;
    own.curtailShifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) own.curtailShifts += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as Shifts).curtailShifts);

async function shiftsAt(page: Page, address: string, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(address);
  await complete(page);
  await page.waitForLoadState("networkidle");
  return shiftsOf(page);
}

async function expectWithinBudget(page: Page, address: string, { title }: TestInfo) {
  await watchShifts(page);
  const loaded = new Set<string>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") loaded.add(response.url());
  });
  const html = await (await page.request.get(address)).text();
  const first = await sumOfBytes(scriptsOf(html, address));
  const shifts = [await shiftsAt(page, address, 375), await shiftsAt(page, address, 1440)];
  const all = await sumOfBytes(loaded);
  const [firstShare, allShare] = [first / emptyPageBytes, all / emptyPageBytes];
  console.log(
    [
      title.padEnd(44),
      `${(first / 1000).toFixed(1).padStart(6)} kB ×${firstShare.toFixed(2)}`,
      `in all ${(all / 1000).toFixed(1).padStart(6)} kB ×${allShare.toFixed(2)}`,
      `shift ${shifts.map((shift) => shift.toFixed(3)).join(" ")}`,
    ].join("  "),
  );
  expect.soft(firstShare, "first load of an empty page's").toBeLessThanOrEqual(FIRST_LOAD);
  expect.soft(allShare, "all scripts of an empty page's").toBeLessThanOrEqual(IN_ALL);
  expect.soft(Math.max(...shifts), "layout shift").toBeLessThanOrEqual(LAYOUT_SHIFT);
}

for (const address of ["/sign-in", "/docs", "/docs/controls"]) {
  test(`${address} is within its budget`, async ({ page, baseURL }, info) => {
    await expectWithinBudget(page, `${baseURL}${address}`, info);
  });
}

for (const [who, patterns] of [
  [STAFF, pagePatterns],
  [CUSTOMER, customersPages],
] as const) {
  for (const pattern of patterns) {
    test(`${pattern} of ${who.split("@")[0]} is within its budget`, async ({
      page,
      context,
      curtail,
      service,
    }, info) => {
      await signIn(context, curtail, who);
      const address = addressOf(pattern, await idsOf(service, who));
      await expectWithinBudget(page, curtail.portalUrl + address, info);
    });
  }
}
