import { chromium, type Browser, type Page } from "@playwright/test";
import { browserOptions } from "./browser.mjs";
import { people, sessionCookie } from "./lighthouse-pages.ts";
import { medianBy, readArguments } from "./lighthouse-runs.ts";
import { openMeasuredPortal, type MeasuredPortal } from "./measured-portal.ts";

/*
 * Measures how long the portal takes from an interaction to the next paint, with the processor slowed
 * four times: `npm run interactions`. Each figure is the median of `--runs N`, and in each run the
 * slowest of the events that the interaction caused, as the browser's Event Timing reports them.
 */

const SLOWED = 4;
/** What the browser reports in steps of 8 ms; it reports no shorter events than 16 ms. */
const SHORTEST_MS = 16;
/** Within this a good page answers; see web.dev/inp. */
const GOOD_MS = 200;

interface Interaction {
  name: string;
  who: keyof typeof people;
  path: string;
  /** Brings the page to where the interaction begins. */
  prepare?: (page: Page) => Promise<void>;
  act: (page: Page) => Promise<void>;
}

const plot = (page: Page) => page.getByRole("slider", { name: "Moment in the chart" });
const search = (page: Page) => page.getByRole("main").getByRole("searchbox").first();

async function pan(page: Page): Promise<void> {
  const box = (await plot(page).boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 0.3 * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.6 * box.width, y, { steps: 10 });
  await page.mouse.up();
}

/** Scrolls to the chart, which is drawn when it is in view. */
async function seeChart(page: Page): Promise<void> {
  await page.getByRole("figure").first().scrollIntoViewIfNeeded();
  await plot(page).waitFor();
}

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").waitFor();
};

const INTERACTIONS: readonly Interaction[] = [
  {
    name: "type in the search of locations",
    who: "staff",
    path: "/locations",
    act: (page) => search(page).pressSequentially("straat", { delay: 60 }),
  },
  {
    name: "filter locations by state",
    who: "staff",
    path: "/locations",
    act: async (page) => {
      const state = page.getByRole("main").getByRole("combobox").first();
      await state.focus();
      await page.keyboard.press("ArrowDown");
    },
  },
  {
    name: "sort customers by a column",
    who: "staff",
    path: "/customers",
    act: (page) => page.getByRole("columnheader", { name: "E-mail" }).getByRole("link").click(),
  },
  { name: "open the palette", who: "staff", path: "/", act: openPalette },
  {
    name: "type in the palette",
    who: "staff",
    path: "/",
    prepare: openPalette,
    act: (page) => page.keyboard.type("straat", { delay: 60 }),
  },
  {
    name: "pan the overview's chart",
    who: "staff",
    path: "/",
    prepare: seeChart,
    act: pan,
  },
  {
    name: "move along the overview's chart by keys",
    who: "staff",
    path: "/",
    prepare: async (page) => {
      await seeChart(page);
      await plot(page).focus();
    },
    act: async (page) => {
      for (let press = 0; press < 5; press++) await page.keyboard.press("ArrowLeft");
    },
  },
  {
    name: "filter the map by state",
    who: "staff",
    path: "/map",
    act: (page) => page.getByRole("button", { name: /^Not reporting/ }).click(),
  },
  {
    name: "go back a day in a customer's history",
    who: "customer",
    path: "/history",
    act: (page) => page.getByRole("link", { name: "Vorige dag" }).click(),
  },
];

interface ObservedWindow extends Window {
  slowestMs: number;
}

/** Keeps the longest duration of an event of an interaction in `slowestMs`. */
function observeEvents(): void {
  const observed = window as unknown as ObservedWindow;
  observed.slowestMs = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) observed.slowestMs = Math.max(observed.slowestMs, entry.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: false } as PerformanceObserverInit);
}

/** The duration of an interaction in ms; 0 if the browser reported none of its events. */
async function measureOnce(
  browser: Browser,
  { portalUrl }: MeasuredPortal,
  cookie: string,
  { path, prepare, act }: Interaction,
): Promise<number> {
  const [name, value] = cookie.split(/=(.*)/s) as [string, string];
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
  });
  try {
    await context.addCookies([{ name, value, url: portalUrl }]);
    const page = await context.newPage();
    await page.goto(portalUrl + path);
    await page.waitForLoadState("networkidle").catch(() => undefined);
    await prepare?.(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
    await page.evaluate(observeEvents);
    await act(page);
    await page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))),
        ),
    );
    return await page.evaluate(() => (window as unknown as ObservedWindow).slowestMs);
  } finally {
    await context.close();
  }
}

const { runs, filters } = readArguments(process.argv.slice(2));
const curtail = await openMeasuredPortal();
const browser = await chromium.launch(browserOptions());
try {
  const cookies = {
    staff: await sessionCookie(curtail, people.staff),
    customer: await sessionCookie(curtail, people.customer),
  };
  const chosen = INTERACTIONS.filter(
    ({ name }) => filters.length === 0 || filters.some((word) => name.includes(word)),
  );
  console.log(`From an interaction to the next paint, processor slowed ${SLOWED} times.`);
  let slow = 0;
  for (const interaction of chosen) {
    const measured: number[] = [];
    for (let run = 0; run < runs; run++)
      measured.push(await measureOnce(browser, curtail, cookies[interaction.who], interaction));
    const median = medianBy(measured, (ms) => ms);
    const text = median < SHORTEST_MS ? `under ${SHORTEST_MS} ms` : `${median} ms`;
    const mark = median > GOOD_MS ? "ABOVE" : "";
    if (median > GOOD_MS) slow += 1;
    console.log([interaction.name.padEnd(44), text.padEnd(12), measured.join(" "), mark].join(" "));
  }
  console.log(`\n${chosen.length - slow} of ${chosen.length} within ${GOOD_MS} ms.`);
  process.exitCode = slow > 0 ? 1 : 0;
} finally {
  await browser.close();
  await curtail.stop();
}
