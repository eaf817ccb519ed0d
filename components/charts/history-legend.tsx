import { formatKw, formatNearWindow } from "@/components/format-english.ts";
import type { LivePoint, ShadedWindow } from "./curve.ts";
import { Legend, LegendEntry } from "./legend.tsx";
import type { Interval } from "./series.ts";

/** The controls that share a moment with an interval. */
const namesWithin = (windows: readonly ShadedWindow[], { from, to }: Interval) =>
  [
    ...new Set(
      windows.filter((each) => each.from < to && from < each.to).map(({ label }) => label),
    ),
  ].join(", ");

/** What was measured this minute, where it lies in an interval whose mean is still to come. */
const liveIn = ({ actual, from, to }: Interval, live: LivePoint | null): LivePoint | null =>
  actual === null && live !== null && from <= live.at && live.at < to ? live : null;

/** What the lines and areas of a history chart are, and their values in one interval. */
export function HistoryLegend({
  interval,
  windows,
  live,
  plain,
  now,
}: {
  interval?: Interval;
  windows: readonly ShadedWindow[];
  live: LivePoint | null;
  plain: boolean;
  now: number | null;
}) {
  const value = (kw: number | null) => interval && formatKw(kw);
  const running = interval ? liveIn(interval, live) : null;
  const actual = running?.kw ?? interval?.actual ?? null;
  const name = interval && now !== null && formatNearWindow(interval.from, interval.to, now);
  return (
    <Legend interval={name}>
      <LegendEntry
        swatch={actual !== null && actual < 0 ? "consumption" : "actual"}
        label={running ? "Now" : plain ? "Measured" : "Actual"}
        value={value(actual)}
      />
      <LegendEntry
        swatch="forecast"
        label={plain ? "Expected" : "Forecast"}
        value={value(interval?.forecast ?? null)}
      />
      {!plain && (
        <>
          <LegendEntry swatch="up" label="Up by" value={value(interval?.upward ?? null)} />
          <LegendEntry swatch="down" label="Down by" value={value(interval?.downward ?? null)} />
        </>
      )}
      {windows.length > 0 && (
        <LegendEntry
          swatch="control"
          wide
          label="Control"
          value={interval && (namesWithin(windows, interval) || "none")}
        />
      )}
    </Legend>
  );
}
