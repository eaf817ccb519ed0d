import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { browserOptions } from "./browser.mjs";
import { serveEmptyPage } from "./bench/baseline-page.ts";
import { medianBy, readArguments } from "./lighthouse-runs.ts";
import { measuredPages, type MeasuredPage } from "./lighthouse-pages.ts";
import { openMeasuredPortal } from "./measured-portal.ts";
import { usablePort } from "../runtime/config/settings.ts";

/*
 * Runs Lighthouse on every page, as a phone and signed in: `npm run lighthouse`. With CURTAIL_URL,
 * CURTAIL_SERVICE_URL, CURTAIL_KEY and DEMO_PASSWORD it measures a running Curtail (with the demo
 * fleet); otherwise it starts one. Arguments filter the pages by name. Single runs vary: a score is
 * the median of `--runs N`, 3 by default. The machine's speed during the run (Lighthouse's
 * benchmark) is printed next to it, because scores fall with it. The first line is an empty Next
 * page for comparison.
 */
const minScores = { performance: 95, accessibility: 100, "best-practices": 100 };
type Category = keyof typeof minScores;
/** Maximum number of lost traces of a page; about one in thirty is lost. */
const MAX_LOST = 3;
const categoryNames = Object.keys(minScores) as Category[];

interface Measured {
  page: MeasuredPage;
  scores: Record<Category, number>;
  figures: string[];
  lacking: string[];
}

/**
 * Starts a new browser for one measurement. In a reused one, Chromium's profiler takes hundreds of
 * milliseconds to start, more each time, which Lighthouse attributes to the page.
 */
async function inNewBrowser<T>(job: (port: number) => Promise<T>): Promise<T> {
  const port = await usablePort("127.0.0.1", 0, "PORT");
  const browser = await chromium.launch(browserOptions(`--remote-debugging-port=${port}`));
  try {
    return await job(port);
  } finally {
    await browser.close();
  }
}

/**
 * Measures a page in several runs: each score is the median, and its metrics are those of the
 * median run. The page is requested once before, so that no run measures its first load on the
 * server.
 */
async function measure(page: MeasuredPage, runs: number): Promise<Measured> {
  await (await fetch(page.url, { headers: { Cookie: page.cookie } })).arrayBuffer();
  const measured: Measured[] = [];
  let lost = 0;
  while (measured.length < runs) {
    const run = await inNewBrowser((port) => measureOnce(page, port));
    if (run) measured.push(run);
    else if (++lost > MAX_LOST) throw new Error(`Lighthouse lost ${lost} traces of ${page.url}.`);
  }
  const middle = (name: Category) => medianBy(measured, ({ scores }) => scores[name]);
  const scores = Object.fromEntries(
    categoryNames.map((name) => [name, middle(name).scores[name]]),
  ) as Measured["scores"];
  const lacking = measured[0]!.lacking.filter((id) =>
    measured.every((run) => run.lacking.includes(id)),
  );
  return { page, scores, figures: middle("performance").figures, lacking };
}

/** One run; null if Lighthouse lost its trace, because its scores are then invalid. */
async function measureOnce(page: MeasuredPage, port: number): Promise<Measured | null> {
  const extraHeaders = { Cookie: page.cookie, "Accept-Language": "en-GB" };
  const result = await lighthouse(page.url, {
    port,
    output: "json",
    logLevel: "error",
    formFactor: "mobile",
    disableStorageReset: true,
    extraHeaders,
    onlyCategories: categoryNames,
  });
  if (!result) throw new Error(`Lighthouse measured nothing at ${page.url}.`);
  const { categories, audits, environment, runtimeError } = result.lhr;
  if (runtimeError?.code === "NO_NAVSTART") return null;
  if (runtimeError) throw new Error(`Lighthouse at ${page.url}: ${runtimeError.message}`);
  const scores = Object.fromEntries(
    categoryNames.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Measured["scores"];
  const lacking = categoryNames
    .filter((name) => name !== "performance" && scores[name] < minScores[name])
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  const figures = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];
  const displayed = figures.map((id) => audits[id]?.displayValue ?? "?");
  displayed.push(String(Math.round(environment.benchmarkIndex)));
  return { page, scores, figures: displayed, lacking };
}

/** The scores of an empty page on this machine, for comparison. */
async function measureEmptyPage(runs: number) {
  const { url, stop } = await serveEmptyPage();
  try {
    const page: MeasuredPage = { name: "an empty page of Next", url, cookie: "" };
    const { scores, figures } = await measure(page, runs);
    console.log(cells([page.name, scores.performance, "", "", ...figures]));
  } finally {
    await stop();
  }
}

const cells = (values: (string | number)[]) =>
  values.map((value, column) => String(value).padEnd(column === 0 ? 40 : 11)).join(" ");

function reportScores({ page, scores, figures, lacking }: Measured): boolean {
  const passes = categoryNames.every((name) => scores[name] >= minScores[name]);
  const mark = passes ? "" : `BELOW ${lacking.join(" ")}`;
  console.log(cells([page.name, ...Object.values(scores), ...figures, mark]));
  return passes;
}

const options = readArguments(process.argv.slice(2));
const curtail = await openMeasuredPortal();
try {
  const pages = (await measuredPages(curtail)).filter(
    ({ name }) =>
      options.filters.length === 0 || options.filters.some((word) => name.includes(word)),
  );
  console.log(`Each score is the median of ${options.runs}.`);
  console.log(
    cells(["page", "perform.", "accessib.", "practices", "LCP", "TBT", "CLS", "machine"]),
  );
  await measureEmptyPage(options.runs);
  let below = 0;
  for (const page of pages) if (!reportScores(await measure(page, options.runs))) below += 1;
  console.log(`\n${pages.length - below} of ${pages.length} pages within 95/100/100.`);
  process.exitCode = below > 0 ? 1 : 0;
} finally {
  await curtail.stop();
}
