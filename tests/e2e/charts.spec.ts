import type { Locator, Page } from "@playwright/test";
import { QUARTER_MS, startOfDay } from "../../lib/time/amsterdam.ts";
import { scrollToElement } from "./scroll-into-view.ts";
import { giveHistory } from "./history-fixture.ts";
import { expect, test } from "./users.ts";
import { button, downloaded, openZone, plot, visibleRange } from "./zone-chart.ts";

test.use({ timezoneId: "America/New_York" });

/** Drags the mouse over a part of the chart, in shares of its width. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  await scrollToElement(plot(page));
  const box = (await plot(page).boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, y, { steps: 5 });
  await page.mouse.up();
}

test("a range is chosen by preset, by custom days and by stepping", async ({ staff: page }) => {
  await openZone(page);
  await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026");
  await button(page, "Yesterday").click();
  await expect(visibleRange(page)).toHaveText("Sat 24 Oct 2026");
  await button(page, "Previous period").click();
  await expect(visibleRange(page)).toHaveText("Fri 23 Oct 2026");
  await button(page, "7 days").click();
  await expect(visibleRange(page)).toHaveText("Mon 19 Oct – Sun 25 Oct 2026");
  await button(page, "Previous period").click();
  await expect(visibleRange(page)).toHaveText("Mon 12 Oct – Sun 18 Oct 2026");
  await button(page, "Next period").click();
  await expect(button(page, "7 days")).toHaveAttribute("aria-pressed", "true");

  await button(page, "Custom").click();
  await page.getByLabel("From", { exact: true }).fill("3/10/2026");
  await page.getByLabel("Up to and including").fill("01/10/2026");
  await button(page, "Show").click();
  await expect(page.getByText("The last day is before the first.")).toBeVisible();
  await page.getByLabel("Up to and including").fill("5-10");
  await button(page, "Show").click();
  await expect(visibleRange(page)).toHaveText("Sat 3 Oct – Mon 5 Oct 2026");
});

test("range and axis are in the URL and survive a reload, a link and going back", async ({
  staff: page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/NL\/historical\?/.test(request.url())) asked.push(request.url());
  });
  await openZone(page, "/?range=2026-10-19--2026-10-21&axis=isp");
  await expect(visibleRange(page)).toHaveText("Mon 19 Oct – Wed 21 Oct 2026");
  await expect(button(page, "ISP")).toHaveAttribute("aria-pressed", "true");
  expect(asked.filter((url) => url.includes("start=2026-10-18T22")).length).toBe(1);
  expect(asked.filter((url) => url.includes("start=2026-10-24T22"))).toEqual([]);

  await button(page, "Previous period").click();
  await expect(visibleRange(page)).toHaveText("Fri 16 Oct – Sun 18 Oct 2026");
  await expect(page).toHaveURL(/\?range=2026-10-16--2026-10-18&axis=isp$/);
  await page.reload();
  await expect(visibleRange(page)).toHaveText("Fri 16 Oct – Sun 18 Oct 2026");
  await button(page, "Yesterday").click();
  await button(page, "Time").click();
  await expect(page).toHaveURL(/\?range=yesterday$/);
  await button(page, "Today").click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goBack();
  await expect(visibleRange(page)).toHaveText("Sat 24 Oct 2026");
  await page.goBack();
  await expect(visibleRange(page)).toHaveText("Fri 16 Oct – Sun 18 Oct 2026");
  await page.goForward();
  await expect(visibleRange(page)).toHaveText("Sat 24 Oct 2026");
  await page.getByRole("link", { name: "Overview" }).first().click();
  await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026");
});

test("custom days submitted with Enter leave the focus on the Custom button", async ({
  staff: page,
}) => {
  await openZone(page);
  await button(page, "Custom").click();
  await page.getByLabel("From", { exact: true }).fill("1/10/2026");
  await page.getByLabel("Up to and including").fill("3/10/2026");
  await page.keyboard.press("Enter");
  await expect(visibleRange(page)).toHaveText("Thu 1 Oct – Sat 3 Oct 2026");
  await expect(button(page, "Custom")).toBeFocused();
});

test("a URL without a range shows today", async ({ staff: page }) => {
  await openZone(page, "/?range=2026-02-30&axis=3");
  await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026");
  await expect(button(page, "Time")).toHaveAttribute("aria-pressed", "true");
});

test("zooming works by mouse, buttons and keyboard, and each step can be undone", async ({
  staff: page,
}) => {
  await openZone(page);
  await drag(page, 0.2, 0.6);
  await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026, 04:00–14:00");
  await button(page, "Zoom in").click();
  await expect(visibleRange(page)).toHaveText(/^Sun 25 Oct 2026, .*–/);
  await expect(visibleRange(page)).not.toHaveText(/04:00–14:00/);
  await button(page, "Undo zoom").click();
  await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026, 04:00–14:00");
  await button(page, "Next period").click();
  await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026, 14:00–24:00");
  await button(page, "Undo zoom").click();
  await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026");

  await plot(page).focus();
  await page.keyboard.press("Home");
  await expect(plot(page)).toHaveAttribute("aria-valuetext", /^Today, 00:00–00:15: Actual 1\.00/);
  await page.keyboard.press("ArrowRight");
  await expect(plot(page)).toHaveAttribute("aria-valuetext", /^Today, 00:15–00:30: Actual 2\.00/);
  await page.keyboard.press("+");
  await expect(visibleRange(page)).toHaveText(/, 00:15 CEST–11:45 CET$/);
  await page.keyboard.press("Escape");
  await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026");
});

test("the long day has 100 periods and two hours of 02:00 in any browser time zone", async ({
  staff: page,
}) => {
  await openZone(page);
  await expect(page.getByText("Amsterdam time")).toBeVisible();
  await button(page, "ISP").click();
  await expect(page.getByText("Quarter-hour (ISP) of the Amsterdam day")).toBeVisible();
  await plot(page).focus();
  await page.keyboard.press("End");
  await expect(plot(page)).toHaveAttribute("aria-valuetext", /^Today, 23:45–24:00/);

  await page.getByText("Numbers as a table").click();
  const table = page.getByRole("table", { name: /Sun 25 Oct 2026, per quarter-hour/ });
  await expect(table.locator("tbody tr")).toHaveCount(100);
  const row = (isp: number) => table.locator("tbody tr").nth(isp - 1);
  await expect(row(9)).toContainText("02:00–02:15 CEST");
  await expect(row(13)).toContainText("02:00–02:15 CET");
  await expect(row(100)).toContainText("23:45–00:00 CET");
  const measured = table.getByRole("columnheader", { name: /^Actual/ });
  const column = await measured.evaluate((cell) => (cell as HTMLTableCellElement).cellIndex);
  await expect(row(33).getByRole("cell").nth(column)).toHaveText("–");
});

test("the CSV export opens in a Dutch spreadsheet", async ({ staff: page }) => {
  await openZone(page);
  await expect(page.getByText("Simulated").first()).toBeVisible();
  const { name, file } = await downloaded(page, "Download as CSV");
  expect(name).toBe("net-injection-nl-2026-10-25.csv");
  const text = file.toString("utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  const rows = text.slice(1).trimEnd().split("\r\n");
  expect(rows[0]).toMatch(/^Time \(Europe\/Amsterdam\);Time \(UTC\);ISP;Forecast \(kW, /);
  expect(rows[0]).toMatch(
    /;Actual \(kW, production positive\), simulated;Share of locations measured;80% band /,
  );
  expect(rows).toHaveLength(101);
  expect(rows[1]).toBe("2026-10-25 00:00:00;2026-10-24 22:00:00;1;0;0;2;0,5;1;0,97;;;");
  expect(rows[13]).toBe("2026-10-25 02:00:00;2026-10-25 01:00:00;13;0;0;2;0,5;1;0,97;;;");
  expect(rows[33]).toBe("2026-10-25 07:00:00;2026-10-25 06:00:00;33;0;0;2;0,5;;0,97;;;");
});

test("the chart is exported as an image with title and legend", async ({ staff: page }) => {
  await openZone(page);
  const { name, file } = await downloaded(page, "Download as PNG");
  expect(name).toBe("net-injection-nl-2026-10-25.png");
  expect(file.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1600, 900]);
  expect(file.length).toBeGreaterThan(20_000);
});

/** The duration of each drawing since the last call, in milliseconds. */
const drawings = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const durations = performance.getEntriesByName("chart drawn").map(({ duration }) => duration);
    performance.clearMeasures();
    return durations;
  });

test("30 days are drawn within 100 ms", async ({ staff: page }) => {
  // The clock is the machine's: a set one measures nothing.
  const now = Date.now();
  await giveHistory(page, { now: new Date(now).toISOString() });
  await page.goto("/");
  await button(page, "30 days").click();
  const finished = (now - startOfDay(now, -29)) / QUARTER_MS;
  const [all, more] = [0, 1].map((late) => Math.floor(finished + late).toLocaleString("en-GB"));
  // One more is finished, and not measured, where a quarter ends meanwhile.
  const measured = new RegExp(`^${all} of (${all}|${more}) finished quarter-hours measured`);
  await expect(page.getByText(measured)).toBeVisible();
  await drawings(page);
  const times: number[] = [];
  for (const name of ["Zoom in", "Undo zoom", "Zoom in", "Undo zoom", "Zoom in"]) {
    await button(page, name).click();
    const before = times.length;
    const drawn = async () => times.push(...(await drawings(page)));
    await expect.poll(drawn).toBeGreaterThan(before);
  }
  expect(Math.min(...times)).toBeLessThan(100);
});

test("a year is fetched in chunks and shown whole", async ({ staff: page }) => {
  await openZone(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/NL\/historical\?start=202[56]/.test(request.url())) asked.push(request.url());
  });
  await button(page, "Custom").click();
  await page.getByLabel("From", { exact: true }).fill("2025-10-25");
  await page.getByLabel("Up to and including").fill("2026-10-25");
  await button(page, "Show").click();
  await expect(visibleRange(page)).toHaveText("Sat 25 Oct 2025 – Sun 25 Oct 2026");
  await expect(page.getByText(/^35,087 of 35,088 finished quarter-hours measured/)).toBeVisible();
  expect(asked.length).toBeGreaterThanOrEqual(12);
  await button(page, "Zoom in").click();
  await expect(visibleRange(page)).toHaveText(/Jan 2026, .*–.* Jul 2026/);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } });

  type Touch = [x: number, y: number];

  /** One finger on the chart, from its middle. */
  async function swipe(page: Page, target: Locator, [dx, dy]: Touch): Promise<void> {
    const box = (await target.boundingBox())!;
    const client = await page.context().newCDPSession(page);
    const at = (part: number) => [
      { x: box.x + box.width / 2 + dx * part, y: box.y + box.height / 2 + dy * part },
    ];
    const send = (type: "touchStart" | "touchMove" | "touchEnd", points: object[]) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: points as never });
    await send("touchStart", at(0));
    for (let step = 1; step <= 8; step += 1) await send("touchMove", at(step / 8));
    await send("touchEnd", []);
  }

  test("a vertical swipe scrolls the page, and a horizontal one moves the cursor", async ({
    staff: page,
  }) => {
    await openZone(page);
    await scrollToElement(plot(page));
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    await swipe(page, plot(page), [0, -150]);
    await expect.poll(scrolled).toBeGreaterThan(before + 50);

    await scrollToElement(plot(page));
    // The page continues to scroll after the touch ends.
    let rest = NaN;
    const glides = async () => rest !== (rest = await scrolled());
    await expect.poll(glides).toBe(false);
    await swipe(page, plot(page), [90, 0]);
    await expect(plot(page)).toHaveAttribute("aria-valuetext", /^Today, (19|2\d):/);
    expect(await scrolled()).toBe(rest);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });

  test("a chart below the fold is drawn when it becomes visible or is printed", async ({
    staff: page,
  }) => {
    const drawing = page.locator("figure canvas");
    await page.goto("/");
    await expect(page.getByRole("figure")).toHaveCount(1);
    await expect(page.getByRole("figure")).not.toBeInViewport();
    await expect(drawing).toHaveCount(0);
    const printed = () =>
      page.evaluate(() => {
        dispatchEvent(new Event("beforeprint"));
        return document.querySelectorAll("figure canvas").length;
      });
    await expect.poll(printed).toBe(1);
    await page.reload();
    await scrollToElement(page.getByRole("figure"));
    await expect(drawing).toHaveCount(1);
  });

  test("spreading two fingers zooms in", async ({ staff: page }) => {
    await openZone(page);
    await scrollToElement(plot(page));
    const box = (await plot(page).boundingBox())!;
    const client = await page.context().newCDPSession(page);
    const fingers = (apart: number) =>
      [-1, 1].map((side, id) => ({
        id,
        x: box.x + box.width / 2 + (side * apart) / 2,
        y: box.y + box.height / 2,
      }));
    const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: object[]) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: touchPoints as never });
    await send("touchStart", fingers(60));
    for (const apart of [80, 120, 160, 180]) await send("touchMove", fingers(apart));
    await send("touchEnd", []);
    await expect(visibleRange(page)).toHaveText(/^Sun 25 Oct 2026, 0\d:\d\d.*–1\d:\d\d/);
    await expect(button(page, "Chart tools")).toHaveAttribute("aria-expanded", "false");
    await button(page, "Undo zoom").tap();
    await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026");
    await expect(button(page, "Undo zoom")).toBeHidden();
    await expect(button(page, "Chart tools")).toBeFocused();
  });

  test("the chart and its range share a screen; the other tools open by touch and keyboard", async ({
    staff: page,
  }) => {
    await openZone(page);
    const tools = button(page, "Chart tools");
    const folded = [
      page.getByRole("group", { name: "Measuring point" }),
      page.getByRole("group", { name: "Axis" }),
      page.getByRole("group", { name: "Zoom" }),
      page.getByRole("group", { name: "Download" }).first(),
      page.getByLabel("Compare with"),
    ];
    for (const part of folded) await expect(part).toBeHidden();
    const range = page.getByRole("group", { name: "Range" });
    await range.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 60));
    await expect(range).toBeInViewport({ ratio: 1 });
    await expect(button(page, "Previous period")).toBeInViewport({ ratio: 1 });
    await expect(page.locator("figure canvas").first()).toBeInViewport({ ratio: 0.9 });

    await tools.tap();
    await expect(tools).toHaveAttribute("aria-expanded", "true");
    for (const part of folded) await expect(part).toBeVisible();
    await tools.press("Enter");
    await expect(tools).toHaveAttribute("aria-expanded", "false");
    for (const part of folded) await expect(part).toBeHidden();
    await tools.press("Space");
    await page.keyboard.press("Tab");
    await expect(button(page, "Connection")).toBeFocused();
    await button(page, "ISP").tap();
    await expect(page).toHaveURL(/axis=isp/);
    await button(page, "Zoom in").tap();
    await expect(button(page, "Undo zoom")).toHaveCount(1);
    await button(page, "Undo zoom").tap();
    await expect(visibleRange(page)).toHaveText("Sun 25 Oct 2026");
  });
});
