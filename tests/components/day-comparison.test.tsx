import { renderToStaticMarkup } from "react-dom/server";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { describe, expect, test } from "vitest";
import { toCompared } from "@/components/history/compared-buckets.ts";
import { EnergyHistory } from "@/components/history/energy-history.tsx";
import type { ComparedDay, Measured } from "@/lib/portal/queries/energy-history.ts";
import { spanAt, type Span } from "@/lib/time/periods.ts";
import { inLanguage } from "./in-language.tsx";

const QUARTER_MS = 900_000;
const at = (time: string) => Date.parse(time);

/** Quarters measured at a power by their position in the day. */
function measured({ from, to }: Span, kwAt: (quarter: number) => number): Measured {
  const history = [];
  for (let time = from; time < to; time += QUARTER_MS)
    history.push({
      time: new Date(time).toISOString(),
      actual: kwAt((time - from) / QUARTER_MS),
    });
  return { history, panels: null };
}

const day = spanAt("day", at("2026-06-10T10:00:00Z"));
const before = spanAt("day", day.from, -1);
const compareWith = (other: Span, rest: Measured | null): ComparedDay => ({
  comparison: "day-before",
  day: other,
  measured: rest,
});

describe("the hours of a second day", () => {
  test("stand beside those of the same wall-clock time, also where the clock changed", () => {
    const autumn = spanAt("day", at("2026-10-25T10:00:00Z"));
    const dayBefore = spanAt("day", autumn.from, -1);
    const kwAt = (quarter: number) => Math.floor(quarter / 4);
    const compared = compareWith(dayBefore, measured(dayBefore, kwAt));
    const { buckets } = toCompared(autumn, compared, autumn.to, "the day before")!;
    expect(buckets).toHaveLength(25);
    // The second 02:00 is none of the day before; 03:00 stands beside 03:00.
    expect(buckets.slice(1, 5).map(({ toGrid }) => toGrid)).toEqual([1, 2, null, 3]);
  });

  test("count in the totals up to the same time of day", () => {
    const noon = day.from + 12 * 3_600_000;
    const { totals } = toCompared(
      day,
      compareWith(
        before,
        measured(before, () => 1),
      ),
      noon,
      "the day before",
    )!;
    expect(totals.toGrid.kwh).toBeCloseTo(12);
  });
});

function read(locale: "en" | "nl", compared: ComparedDay | null) {
  const element = (
    <EnergyHistory
      location="loc_1"
      span={day}
      measured={measured(day, () => 2)}
      compared={compared}
      controls={[]}
      registeredMs={at("2025-01-01T00:00:00Z")}
      now={day.to + 86_400_000}
    />
  );
  return renderToStaticMarkup(
    <AppRouterContext value={{} as never}>{inLanguage(locale, element)}</AppRouterContext>,
  )
    .replaceAll("\u00a0", " ")
    .replaceAll(/<[^>]*>/g, "|");
}

describe("a day compared with another one", () => {
  const lower = compareWith(
    before,
    measured(before, () => 1),
  );

  test("shows the difference, and the figures of both", () => {
    const text = read("en", lower);
    expect(text).toContain("24.0 kWh more than on Tue 9 Jun 2026");
    expect(text).toContain("In small print below each figure: Tue 9 Jun 2026.");
    expect(text).toContain("On Tue 9 Jun 2026: |1.0 kWh");
    expect(read("nl", lower)).toContain("24,0 kWh meer dan op di 9 jun 2026");
  });

  test("says that the other day could not be read, and shows the day itself", () => {
    const text = read("en", compareWith(before, null));
    expect(text).toContain("Tue 9 Jun 2026 could not be read. The chart shows one day only.");
    expect(text).toContain("Try again");
    expect(text).toContain("48.0 kWh");
    expect(read("nl", compareWith(before, null))).toContain(
      "di 9 jun 2026 kon niet worden opgehaald.",
    );
  });

  test("says that nothing was measured on the other day", () => {
    const empty = compareWith(before, { history: [], panels: null });
    expect(read("en", empty)).toContain("Nothing was measured on Tue 9 Jun 2026.");
    expect(read("en", empty)).not.toContain("more than");
  });

  test("offers the choice on a page without a second day", () => {
    expect(read("en", null)).not.toContain("small print");
  });
});
