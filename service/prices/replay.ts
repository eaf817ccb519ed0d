import { readFileSync } from "node:fs";
import {
  DAY_MS,
  getLocalDay,
  HOUR_MS,
  localDate,
  MINUTE_MS,
  QUARTER_MS,
  startOfDay,
  wallQuarter,
} from "../../lib/time/amsterdam.ts";
import { toDayAhead, type PriceSource } from "./price-source.ts";

const FILE = new URL("../gateway/simulator/series/apx.csv", import.meta.url);
const FIRST_DAY = Date.parse("2020-10-05T00:00:00Z");
/** Twelve weeks, so that a day of the week replays the same one. */
const CYCLE_DAYS = 84;
/** Local time at which the prices of the next day become known. */
const PUBLISHED_MS = 12 * HOUR_MS + 57 * MINUTE_MS;

let hours: Float64Array | undefined;

/** The prices by day of the cycle and hour of the clock. */
function readHours(): Float64Array {
  const found = new Float64Array(CYCLE_DAYS * 24);
  const lines = readFileSync(FILE, "utf8").trim().split("\n").slice(1);
  for (const line of lines.reverse()) {
    const [time, price] = line.split(",") as [string, string];
    found[hourOf(Date.parse(time))] = Number(price);
  }
  return found;
}

const hourOf = (ms: number) => {
  const days = (Date.parse(`${localDate(ms)}T00:00:00Z`) - FIRST_DAY) / DAY_MS;
  const day = ((days % CYCLE_DAYS) + CYCLE_DAYS) % CYCLE_DAYS;
  return day * 24 + Math.floor(wallQuarter(ms) / 4);
};

/** When the day-ahead prices of a day that starts then became known. */
const publishedAt = (startMs: number) => {
  const before = startOfDay(startMs, -1);
  return before + PUBLISHED_MS + (startMs - before - DAY_MS);
};

/**
 * Replays the Dutch day-ahead prices of autumn 2020 for the demo: each day has the prices of the
 * same day of the week in a cycle of twelve weeks, by the clock.
 */
export const replay = (): PriceSource => ({
  name: "replay-2020",
  zone: "NL",
  market: "day-ahead",
  everyMs: 10 * MINUTE_MS,
  daysBack: 60,
  isReplay: true,
  async fetchPrices({ fromMs, toMs }, nowMs) {
    hours ??= readHours();
    const vintages = [];
    for (let dayMs = startOfDay(fromMs); dayMs < toMs; dayMs = startOfDay(dayMs, 1)) {
      const vintageMs = publishedAt(dayMs);
      if (vintageMs > nowMs) break;
      const { startMs, isps } = getLocalDay(localDate(dayMs));
      const prices = Array.from({ length: isps }, (_, i) => {
        const timeMs = startMs + i * QUARTER_MS;
        return toDayAhead(timeMs, hours![hourOf(timeMs)]!);
      });
      vintages.push({ vintageMs, prices });
    }
    return {
      attribution: "OpenSTEF example data, MPL-2.0",
      vintages,
    };
  },
});
