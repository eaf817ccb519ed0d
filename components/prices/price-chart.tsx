"use client";

import { useMemo } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { useOperation } from "@/components/api/use-operation.ts";
import { ChartFrame } from "@/components/chart/chart-frame.tsx";
import { describeReadings } from "@/components/chart/legend.tsx";
import type { Range } from "@/components/chart/ranges.ts";
import { intervalAt, steps, type ShadedWindow } from "@/components/chart/series.ts";
import type { ChartAxis } from "@/components/chart/ticks.ts";
import { useChartLabels } from "@/components/chart/use-chart-labels.ts";
import { faint, useColours } from "@/components/chart/use-colours.ts";
import type { PlotActions } from "@/components/chart/use-gestures.ts";
import { Skeleton } from "@/components/ui/states.tsx";
import type { PriceData } from "@/lib/contract/prices.ts";
import { DAY_MS } from "@/lib/time/amsterdam.ts";
import { useTranslations } from "next-intl";
import { toPriceInterval, type PriceInterval } from "./price-series.ts";
import { PriceTable } from "./price-table.tsx";

const REFRESH_MS = 60_000;
/** Longer ranges show no prices: a page would read tens of thousands. */
const MAX_DAYS = 32;

const isVisible = ({ from, to }: Range, visible: Range) => from < visible.to && to > visible.from;

/** Stretches of negative prices, as marks of the chart. */
function negativeStretches(intervals: readonly PriceInterval[], label: string): ShadedWindow[] {
  return intervals.filter(({ price }) => price < 0).map(({ from, to }) => ({ from, to, label }));
}

/** What is known of tomorrow's prices and of the sources, in sentences. */
function PriceStatus({
  prices,
  intervals,
  now,
}: {
  prices: PriceData;
  /** Those that are shown. */
  intervals: readonly PriceInterval[];
  now: number;
}) {
  const t = useTranslations("prices");
  const { f } = useChartLabels();
  const { feeds, gate_closure: gate, tomorrow_known: hasTomorrow, status } = prices;
  const failed = feeds.filter(({ failure }) => failure !== null);
  const sources = [...new Set(intervals.map(({ source }) => source))];
  const isLate = status === "stale" || status === "unknown";
  return (
    <div className="flex flex-col gap-1 text-xs text-muted">
      <p>
        {t(hasTomorrow ? "tomorrowKnown" : "tomorrowUnknown")}{" "}
        {t("gateClosure", { at: f.moment(gate) })}
      </p>
      {isLate && prices.data.length > 0 && (
        <p className="text-warn">{t("missing", { count: prices.missing })}</p>
      )}
      {failed.map(({ source, failure, checked_at }) => (
        <p key={source} className="text-warn">
          {t("failed", { source, at: f.moment(checked_at), reason: failure ?? "" })}
        </p>
      ))}
      {sources.map((source) => (
        <p key={source}>
          {t("source", {
            source,
            attribution: feeds.find((feed) => feed.source === source)?.attribution ?? "",
          })}
        </p>
      ))}
      {now > 0 && prices.data.length === 0 && <p>{t("none")}</p>}
    </div>
  );
}

interface PriceChartProps {
  zone: string;
  /** The days whose prices are read, and the visible part. */
  days: Range;
  visible: Range;
  axis: ChartAxis;
  now: number;
  cursor: number | null;
  actions: PlotActions;
}

/** The day-ahead prices of a zone on the time axis of the chart above it, with a table. */
export function PriceChart({ zone, days, visible, axis, now, cursor, actions }: PriceChartProps) {
  const t = useTranslations("prices");
  const { f } = useChartLabels();
  const isShort = days.to - days.from <= MAX_DAYS * DAY_MS;
  const query = { start: new Date(days.from).toISOString(), end: new Date(days.to).toISOString() };
  const { data, problem, mutate } = useOperation(
    "getBiddingZonePrices",
    isShort ? { params: { bidding_zone_id: zone }, query } : null,
    { refreshInterval: REFRESH_MS, keepPreviousData: true },
  );
  const all = useMemo(() => (data?.data ?? []).map(toPriceInterval), [data]);
  const intervals = useMemo(() => all.filter((one) => isVisible(one, visible)), [all, visible]);
  const colours = useColours();
  const drawing = useMemo(
    () => ({
      curves: [
        {
          label: t("price"),
          points: steps(intervals, ({ price }) => price),
          colour: colours.ink,
          colourBelow: colours.consumption,
          width: 1.75,
          fill: { above: faint(colours.muted, 0.12), below: faint(colours.consumption, 0.3) },
        },
      ],
      range: visible,
      axis,
      windows: negativeStretches(intervals, t("negative")),
      now,
      nowMark: "",
      // Nothing is curtailed here: the marks are those of negative prices.
      colours: { ...colours, curtailed: colours.consumption },
      f,
    }),
    [intervals, visible, axis, now, colours, f, t],
  );
  if (!isShort) return <p className="text-xs text-muted">{t("tooLong", { days: MAX_DAYS })}</p>;
  if (problem && !data) return <Failure problem={problem} onRetry={mutate} />;
  if (!data) return <Skeleton className="h-48" />;
  if (data.known_until === null && data.feeds.length === 0) return null;
  const at = intervalAt(all, cursor ?? now) ?? intervals.at(-1);
  const negatives = intervals.filter(({ price }) => price < 0).length;
  const reading = {
    label: t("price"),
    value: `${f.number(at?.price ?? null, { decimals: 2 })} €/MWh`,
  };
  const name = at ? f.times(at.from, at.to) : "";
  return (
    <section aria-label={t("title")} className="flex flex-col gap-2">
      <ChartFrame
        unit={t("unit")}
        height="h-32 sm:h-36"
        aside={
          <span className="flex flex-wrap gap-x-3">
            <span className="font-medium text-ink">
              {name} {reading.value}
            </span>
            {negatives > 0 && (
              <span className="text-consumption">{t("negatives", { count: negatives })}</span>
            )}
          </span>
        }
        drawing={drawing}
        label={t("label", { zone, count: negatives })}
        as="div"
        cursorLabel={t("cursor")}
        cursor={cursor}
        described={`${name}: ${describeReadings([reading])}`}
        actions={actions}
      />
      <PriceStatus prices={data} intervals={intervals} now={now} />
      <PriceTable intervals={intervals} />
    </section>
  );
}
