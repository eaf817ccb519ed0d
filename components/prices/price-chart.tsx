"use client";

import { useMemo } from "react";
import { Failure } from "@/components/api/failure.tsx";
import { request, toFetched } from "@/components/api/request.ts";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { useReading } from "@/components/api/use-operation.ts";
import { ChartFrame } from "@/components/chart/chart-frame.tsx";
import { describeReadings, Legend } from "@/components/chart/legend.tsx";
import type { Range } from "@/components/chart/ranges.ts";
import { intervalAt, steps, type ShadedWindow } from "@/components/chart/series.ts";
import type { ChartAxis } from "@/components/chart/ticks.ts";
import { useChartLabels } from "@/components/chart/use-chart-labels.ts";
import { faint, useColours } from "@/components/chart/use-colours.ts";
import type { PlotActions } from "@/components/chart/use-gestures.ts";
import { Skeleton } from "@/components/ui/states.tsx";
import type { ParamsOf, QueryInput } from "@/lib/contract/operations.ts";
import type { PriceData } from "@/lib/contract/prices.ts";
import { DAY_MS } from "@/lib/time/amsterdam.ts";
import { useTranslations } from "next-intl";
import { isNegative, toPriceIntervals, type PriceInterval } from "./price-series.ts";
import { formatUnitPrice } from "@/lib/i18n/unit-price.ts";
import { PriceTable } from "./price-table.tsx";

type PriceQuery = QueryInput<"getBiddingZonePrices">;

const REFRESH_MS = 60_000;
/** Longer ranges show no prices: a page would read tens of thousands. */
const MAX_DAYS = 32;

const isVisible = ({ from, to }: Range, visible: Range) => from < visible.to && to > visible.from;

/** Stretches of negative prices, as marks of the chart. */
function negativeStretches(intervals: readonly PriceInterval[], label: string): ShadedWindow[] {
  return intervals.filter(isNegative).map(({ from, to }) => ({ from, to, label }));
}

/** Sources of the demo, which say here what they are: their licence line does not. */
const demoSources = ["replay-2020", "generated"] as const;

/** The sources of prices that are shown, and those that could not be read. */
export function PriceSources({ feeds, sources }: Pick<PriceData, "feeds"> & { sources: string[] }) {
  const t = useTranslations("prices");
  const { f } = useChartLabels();
  const failed = feeds.filter(({ failure }) => failure !== null);
  return (
    <>
      {failed.map(({ source, failure, failure_code: code, checked_at }) => (
        <p key={source} className="text-warn">
          {t("failed", {
            source,
            at: f.moment(checked_at),
            reason: code ? t(`failures.${code}`) : (failure ?? ""),
          })}
        </p>
      ))}
      {[...new Set(sources)].map((source) => {
        const demo = demoSources.find((one) => one === source);
        const attribution = feeds.find((feed) => feed.source === source)?.attribution;
        const sentences = [t("source", { source }), demo && t(`demo.${demo}`), attribution];
        return <p key={source}>{sentences.filter(Boolean).join(" ")}</p>;
      })}
    </>
  );
}

/** What is known of tomorrow's prices and of the sources, in sentences. */
function PriceStatus({
  prices,
  imbalance,
  isImbalanceUnread,
  intervals,
  now,
}: {
  prices: PriceData;
  imbalance: PriceData | undefined;
  isImbalanceUnread: boolean;
  /** Those that are shown. */
  intervals: readonly PriceInterval[];
  now: number;
}) {
  const t = useTranslations("prices");
  const { f } = useChartLabels();
  const { feeds, gate_closure: gate, tomorrow_known: hasTomorrow, status } = prices;
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
      <PriceSources
        feeds={feeds}
        sources={intervals.flatMap(({ dayAhead }) => dayAhead?.source ?? [])}
      />
      {imbalance && (
        <PriceSources
          feeds={imbalance.feeds}
          sources={intervals.flatMap((one) => one.imbalance?.source ?? [])}
        />
      )}
      {isImbalanceUnread && <p className="text-warn">{t("imbalanceUnread")}</p>}
      {now > 0 && prices.data.length === 0 && <p>{t("none")}</p>}
    </div>
  );
}

/**
 * The prices of a market in a range; `null` reads nothing. Those of the range before stay while they are
 * read, not once that failed.
 */
function usePrices(params: ParamsOf<"getBiddingZonePrices">, query: PriceQuery | null) {
  const url = query && buildOperationUrl("getBiddingZonePrices", params, query).url;
  const read = async () => {
    const { data: prices, total } = await request<PriceData>({ method: "GET", url: url! });
    return toFetched({ url, prices }, total);
  };
  const { data, problem, mutate } = useReading(url && `prices ${url}`, read, {
    refreshInterval: REFRESH_MS,
    keepPreviousData: true,
  });
  const isOutdated = problem !== null && data?.url !== url;
  return { prices: isOutdated ? undefined : data?.prices, problem, mutate };
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

/** The prices of a zone on the time axis of the chart above it, with a table. */
export function PriceChart({ zone, days, visible, axis, now, cursor, actions }: PriceChartProps) {
  const t = useTranslations("prices");
  const { f } = useChartLabels();
  const isShort = days.to - days.from <= MAX_DAYS * DAY_MS;
  const query = { start: new Date(days.from).toISOString(), end: new Date(days.to).toISOString() };
  const params = { bidding_zone_id: zone };
  const { prices: data, problem, mutate } = usePrices(params, isShort ? query : null);
  const { prices: imbalance, problem: imbalanceProblem } = usePrices(
    params,
    isShort ? { ...query, market: "imbalance" } : null,
  );
  const all = useMemo(
    () => toPriceIntervals(data?.data ?? [], imbalance?.data ?? []),
    [data, imbalance],
  );
  const intervals = useMemo(() => all.filter((one) => isVisible(one, visible)), [all, visible]);
  const colours = useColours();
  const drawing = useMemo(
    () => ({
      curves: [
        {
          label: t("price"),
          points: steps(intervals, ({ dayAhead }) => dayAhead?.price ?? null),
          colour: colours.ink,
          colourBelow: colours.consumption,
          width: 1.75,
          fill: { above: faint(colours.muted, 0.12), below: faint(colours.consumption, 0.3) },
        },
        {
          label: t("surplus"),
          points: steps(intervals, (one) => one.imbalance?.surplus ?? null),
          colour: colours.forecast,
          width: 1.25,
        },
        {
          label: t("shortage"),
          points: steps(intervals, (one) => one.imbalance?.shortage ?? null),
          colour: colours.forecast,
          width: 1.25,
          dash: [4, 3],
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
  const sources = [data, ...(imbalance ? [imbalance] : [])];
  if (sources.every((one) => one.known_until === null && one.feeds.length === 0)) return null;
  const hasImbalance = all.some((one) => one.imbalance !== null);
  const at = intervalAt(all, cursor ?? now) ?? intervals.at(-1);
  const negatives = intervals.filter(isNegative).length;
  const toValue = (price: number | null | undefined) => formatUnitPrice(f.locale, price, "MWh");
  const readings = [
    { label: t("price"), value: toValue(at?.dayAhead?.price), swatch: "h-0.5 bg-ink" },
    ...(hasImbalance
      ? [
          {
            label: t("surplus"),
            value: toValue(at?.imbalance?.surplus),
            swatch: "h-0 border-t-2 border-forecast",
          },
          {
            label: t("shortage"),
            value: toValue(at?.imbalance?.shortage),
            swatch: "h-0 border-t-2 border-dashed border-forecast",
          },
        ]
      : []),
  ];
  const name = at ? f.times(at.from, at.to) : "";
  return (
    <section aria-label={t("title")} className="flex flex-col gap-2">
      <ChartFrame
        unit={t("unit")}
        height="h-32 sm:h-36"
        aside={
          negatives > 0 && (
            <span className="text-consumption">{t("negatives", { count: negatives })}</span>
          )
        }
        drawing={drawing}
        label={t("label", { zone, count: negatives })}
        as="div"
        cursorLabel={t("cursor")}
        cursor={cursor}
        described={`${name}: ${describeReadings(readings)}`}
        actions={actions}
      />
      <Legend name={name} readings={readings} />
      <PriceStatus
        prices={data}
        imbalance={imbalance}
        isImbalanceUnread={!imbalance && imbalanceProblem !== null}
        intervals={intervals}
        now={now}
      />
      <PriceTable intervals={intervals} hasImbalance={hasImbalance} />
    </section>
  );
}
