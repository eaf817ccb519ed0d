import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { listScripts, sumOfBytes } from "../../tools/page-weight.ts";

/** Of an empty page of the same versions: before anything is done, and with a chart. */
const FIRST_LOAD = 1.33;
const IN_ALL = 2;
const LAYOUT_SHIFT = 0.02;

export const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
const { emptyPageBytes } = read("tools/budget.json");

/** The measured size of a page: its HTML, all later scripts, and its layout shifts. */
export interface Cost {
  html: string;
  scripts: ReadonlySet<string>;
  shifts: Shift[];
}

/** The layout shift of a document, and the elements that moved by much. */
interface Shift {
  total: number;
  moved: string[];
}

interface ShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Adds up the layout shifts of each document that were not caused by input. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const own: Shift = { total: 0, moved: [] };
    Object.assign(window, { curtailShift: own });
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ShiftEntry[]) {
        if (entry.hadRecentInput) continue;
        own.total += entry.value;
        if (entry.value < 0.005) continue;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const text = node?.textContent?.slice(0, 40);
          own.moved.push(
            `${node?.nodeName} "${text}" ${place(previousRect)} → ${place(currentRect)}`,
          );
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Measures a page from now on. */
export async function metered(page: Page) {
  const scripts = new Set<string>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.add(response.url());
  });
  await watchShifts(page);
  const shift = () =>
    page.evaluate(() => (window as unknown as { curtailShift: Shift }).curtailShift);
  /** The scripts so far, and the layout shifts of the document that is shown. */
  return { scripts: () => new Set(scripts), shift };
}

/** Expects a page to stay within its budget, and prints the measurement. */
export async function expectWithinBudget(name: string, url: string, cost: Cost): Promise<void> {
  const first = await sumOfBytes(listScripts(cost.html, url));
  const all = await sumOfBytes(cost.scripts);
  const [firstShare, allShare] = [first / emptyPageBytes, all / emptyPageBytes];
  console.log(
    [
      name.padEnd(44),
      `${(first / 1000).toFixed(1).padStart(6)} kB ×${firstShare.toFixed(2)}`,
      `in all ${(all / 1000).toFixed(1).padStart(6)} kB ×${allShare.toFixed(2)}`,
      `shift ${cost.shifts.map(({ total }) => total.toFixed(3)).join(" ")}`,
    ].join("  "),
  );
  expect.soft(firstShare, "first load of an empty page's").toBeLessThanOrEqual(FIRST_LOAD);
  expect.soft(allShare, "all scripts of an empty page's").toBeLessThanOrEqual(IN_ALL);
  for (const { total, moved } of cost.shifts)
    expect.soft(total, `layout shift: ${moved.join("; ")}`).toBeLessThanOrEqual(LAYOUT_SHIFT);
}
