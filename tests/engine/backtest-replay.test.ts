import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { backtest, replay, type Score } from "../../tools/backtest/replay.ts";
import { readSeries } from "../../tools/backtest/read-series.ts";
import { PLACE, START, sunKw } from "./backtest-files.ts";

const OPTIONS = { position: PLACE, peakKw: undefined, warmUpDays: 7 };
const DAYS = 21;
const seriesOf = (kind: "pv" | "load", kw: (ms: number) => number) => ({
  kind,
  quarters: {
    startMs: START,
    kw: Float64Array.from({ length: DAYS * 96 }, (_, i) => kw(START + i * QUARTER_MS)),
  },
});

const known = (score: Score | undefined) => {
  if (!score) throw new Error("not scored");
  return score;
};

describe("a synthetic series", () => {
  it("with a clear sky is forecast almost without error, unlike by persistence", () => {
    for (const { nMae, bias, lead } of backtest(seriesOf("pv", sunKw), OPTIONS)) {
      expect(nMae).toBeLessThan(lead < 96 ? 0.015 : 0.03);
      expect(Math.abs(bias)).toBeLessThan(0.03);
    }
    const persistence = known(backtest(seriesOf("pv", sunKw), OPTIONS)[2]).persistenceNMae;
    expect(persistence).toBeGreaterThan(0.3);
  });

  it("with a constant load is forecast without error", () => {
    const scores = backtest(
      seriesOf("load", () => 4),
      OPTIONS,
    );
    for (const { nMae, bias, intervals, lead } of scores) {
      expect([nMae, bias]).toEqual([0, 0]);
      expect(intervals).toBe((DAYS - 7) * 96 - lead);
    }
  });

  it("forecast by its last value has no skill over persistence", () => {
    const isOdd = (ms: number) => (Math.floor(ms / QUARTER_MS / 96) % 2 === 0 ? 2 : 6);
    const [, , , dayAhead] = backtest(seriesOf("load", isOdd), OPTIONS);
    expect(known(dayAhead).persistenceNMae).toBeCloseTo(4 / 6, 6);
  });

  it("scores panels in daytime only, and does not score missing values", () => {
    const all = known(backtest(seriesOf("pv", sunKw), OPTIONS)[0]).intervals;
    expect(all).toBeLessThan(0.7 * 14 * 96);
    expect(all).toBeGreaterThan(0.5 * 14 * 96);
    const NOON = START + (14 * 96 + 46) * QUARTER_MS;
    const holed = seriesOf("pv", (ms) => (ms === NOON ? NaN : sunKw(ms)));
    expect(known(backtest(holed, OPTIONS)[0]).intervals).toBe(all - 2);
  });
});

it("is forecast independently of later values", () => {
  const FROM = 12 * 96 + 40;
  const made = (later: number) => {
    const forecasts: number[][] = [];
    const pv = seriesOf("pv", (ms) =>
      ms < START + FROM * QUARTER_MS ? 0.4 * sunKw(ms) : later * sunKw(ms),
    );
    replay(pv, OPTIONS, (index, expectedKw) => {
      forecasts[index] = [...expectedKw];
    });
    return forecasts;
  };
  const [low, high] = [made(0.1), made(0.9)];
  expect(low.slice(0, FROM)).toEqual(high.slice(0, FROM));
  expect(low[FROM]).not.toEqual(high[FROM]);
});

describe("the measured series in the product", () => {
  it.each(["hfdp", "owd"])(
    "%s is forecast as well as docs/reference/performance.md says",
    async (name) => {
      const path = `../../service/gateway/simulator/series/${name}.csv`;
      const file = fileURLToPath(new URL(path, import.meta.url));
      const asked = { columns: ["solar_mw"], position: PLACE, kind: undefined };
      const { series } = await readSeries(file, asked);
      const [quarter, hour, fourHours, day] = backtest(series[0]!, OPTIONS).map(
        ({ skill }) => skill,
      );
      expect(quarter).toBeGreaterThan(0.1);
      expect(hour).toBeGreaterThan(0.3);
      expect(fourHours).toBeGreaterThan(0.5);
      expect(day).toBeGreaterThan(0.15);
      for (const { bias, coverage, belowMedian } of backtest(series[0]!, OPTIONS)) {
        expect(Math.abs(bias)).toBeLessThan(0.015);
        expect(coverage).toBeGreaterThan(0.75);
        expect(coverage).toBeLessThan(0.85);
        expect(belowMedian).toBeGreaterThan(0.45);
        expect(belowMedian).toBeLessThan(0.56);
      }
    },
  );
});
