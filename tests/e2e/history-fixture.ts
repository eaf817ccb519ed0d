import type { Page, Route } from "@playwright/test";

const QUARTER = 900_000;

/** A generated history, so that the expected chart is known. */
export interface MadeHistory {
  /** Until when anything was measured. */
  now: string;
  /** Starts of intervals without measurements, and of intervals that are missing. */
  unmeasured?: string[];
  untold?: string[];
}

/** Every interval's forecast in kW is its number within the hour; 1 more was measured. */
const forecastOf = (at: number) => (at / QUARTER) % 4;

function items({ now, unmeasured = [], untold = [] }: MadeHistory, from: number, to: number) {
  const starts: number[] = [];
  for (let at = Math.ceil(from / QUARTER) * QUARTER; at < to; at += QUARTER) starts.push(at);
  const isIn = (times: string[], at: number) => times.some((time) => Date.parse(time) === at);
  return starts
    .filter((at) => !isIn(untold, at))
    .map((at) => ({
      time: new Date(at).toISOString(),
      forecast: forecastOf(at),
      upward: 2,
      downward: 0.5,
      ...(at + QUARTER > Date.parse(now) || isIn(unmeasured, at)
        ? {}
        : { actual: forecastOf(at) + 1 }),
    }));
}

const between = (route: Route) => {
  const query = new URL(route.request().url()).searchParams;
  return { start: Date.parse(query.get("start") ?? ""), end: Date.parse(query.get("end") ?? "") };
};

/** Responds to the page's reads of the zone with a generated history. */
export async function giveHistory(page: Page, made: MadeHistory): Promise<void> {
  const now = Date.parse(made.now);
  await page.route(/\/api\/bidding-zones\/NL\/historical\?/, (route) => {
    const { start, end } = between(route);
    const over = Math.floor(now / QUARTER) * QUARTER;
    return route.fulfill({ json: { data: items(made, start, Math.min(end, over)) } });
  });
  await page.route(/\/api\/bidding-zones\/NL\/coverage\?/, (route) => {
    const { start, end } = between(route);
    const over = Math.floor(now / QUARTER) * QUARTER;
    const data = items(made, start, Math.min(end, over)).map(({ time }) => ({
      time,
      coverage: 0.97,
    }));
    return route.fulfill({ json: { data } });
  });
  await page.route(/\/api\/bidding-zones\/NL\/forecast/, (route) => {
    const running = Math.floor(now / QUARTER) * QUARTER;
    const data = items(made, running, between(route).end).map((item) => ({
      ...item,
      p10: item.forecast - 0.5,
      p90: item.forecast + 0.5,
    }));
    return route.fulfill({ json: { data } });
  });
}
