import { expect, type Page, type Request } from "@playwright/test";
import { answersTo, expectWithoutKey } from "./responses.ts";
import { expectWithinBudget, metered } from "./budget.ts";
import { watchConsoleErrors } from "./console-errors.ts";
import type { Curtail } from "./start-stack.ts";
import { axeViolations } from "./axe-violations.ts";
import type { Opening } from "./dialogs.ts";
import { overflows } from "./overflows.ts";
import { complete } from "./page-ids.ts";
import { DESK, PHONE, type Size } from "./sizes.ts";

const softly = expect.configure({ soft: true });

type ColorScheme = "light" | "dark";

/** The URLs of a page's pending requests, without streams. */
function underWay(page: Page): () => string[] {
  const asked = new Set<Request>();
  const over = (request: Request) => void asked.delete(request);
  page.on("request", (request) => {
    if (request.resourceType() !== "eventsource") asked.add(request);
  });
  page.on("requestfinished", over);
  page.on("requestfailed", over);
  return () => [...asked].map((request) => request.url());
}

/** Loads a page at a size; nothing moves in it any more. The HTML it came as. */
async function load(page: Page, url: string, size: Size, colorScheme: ColorScheme, status: number) {
  const left = underWay(page);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, reducedMotion: "no-preference" });
  const answer = await page.goto(url);
  expect(answer?.status(), "status of the page").toBe(status);
  await complete(page);
  // A page that asks for something every half second is never idle, though nothing is missing.
  await page.waitForLoadState("networkidle", { timeout: 30_000 }).catch(() => {
    if (left().length > 0) throw new Error(`${url} does not come to rest: ${left().join(", ")}`);
  });
  return answer!.text();
}

const sidewaysPixels = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

async function expectInOrder(page: Page, { width }: Size): Promise<void> {
  const scrolls = { message: `sideways scroll at ${width} px` };
  await softly.poll(() => sidewaysPixels(page), scrolls).toBe(0);
  await softly(page.getByRole("heading", { level: 1 }), "one main heading").toHaveCount(1);
  await softly(page, "title").toHaveTitle(/^\S.*Curtail$/);
}

async function expectReadable(
  page: Page,
  colorScheme: ColorScheme,
  what: string,
  within?: string,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // Another theme changes colours only.
  const looked = colorScheme === "light" ? "everything" : "colours";
  // A re-rendering element may be reported once; a real violation remains. A long page takes long.
  const finds = { message: `what axe finds: ${what}, ${colorScheme}`, timeout: 60_000 };
  await softly.poll(() => axeViolations(page, looked, within), finds).toEqual([]);
}

async function expectReadableOpen(page: Page, { name, size, within, open, close }: Opening) {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await open(page);
  await expectReadable(page, "light", `${name}, ${size.width} px`, within);
  await expectReadable(page, "dark", `${name}, ${size.width} px`, within);
  await (close ? close(page) : page.keyboard.press("Escape"));
}

export interface Place {
  /** The name of the page in the output: its pattern, and its user. */
  name: string;
  address: string;
  status?: number;
  /** What opens on it. */
  openings?: readonly Opening[];
}

export type PageCheck = (page: Page, curtail: Curtail, place: Place) => Promise<void>;

interface Opened extends Place {
  page: Page;
  /** Expects the scripts and layout shifts so far to be within the budget. */
  weigh: () => Promise<void>;
}

/**
 * Loads a page as itself, without a jump, and axe finds nothing; then takes another look at it. During
 * all of it the browser complains of nothing and receives no API key.
 */
const checkPage =
  (size: Size, colorScheme: ColorScheme, look: (opened: Opened) => Promise<void>): PageCheck =>
  async (page, curtail, place) => {
    const consoleErrors = watchConsoleErrors(page);
    const answers = answersTo(page.context());
    const meter = await metered(page);
    const url = curtail.portalUrl + place.address;
    const html = await load(page, url, size, colorScheme, place.status ?? 200);
    const shifts = [await meter.shift()];
    const weigh = () =>
      expectWithinBudget(place.name, url, { html, scripts: meter.scripts(), shifts });
    await expectInOrder(page, size);
    await expectReadable(page, colorScheme, `${size.width} px`);
    await look({ ...place, page, weigh });
    await expectWithoutKey(curtail, answers, 1);
    expect.soft(consoleErrors, "what the browser complains of").toEqual([]);
  };

/** Holds a page to what it promises on a phone in light: also, it fits windows of any width. */
export const checkPhonePage = checkPage(PHONE, "light", async ({ page, weigh }) => {
  softly(await overflows(page), "wider than the window").toEqual([]);
  await weigh();
});

/** The same on a desk in dark and in light, and with everything open that opens on it. */
export const checkDeskPage = checkPage(DESK, "dark", async ({ page, weigh, openings = [] }) => {
  await expectReadable(page, "light", `${DESK.width} px`);
  await weigh();
  for (const opening of openings) await expectReadableOpen(page, opening);
});
