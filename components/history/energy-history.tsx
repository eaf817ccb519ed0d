import { useTranslations } from "next-intl";
import { LegendSwatch } from "@/components/chart/legend.tsx";
import { formatEnergy, large, NEGLIGIBLE_KWH } from "@/components/ui/format-energy.ts";
import { Card } from "@/components/ui/card.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import {
  bucketMark,
  periodTitle,
  type Bucket,
  createBuckets,
  sumTotals,
  type Totals,
} from "./buckets.ts";
import { BucketTable } from "./bucket-table.tsx";
import type { ComparedDay, Measured } from "@/lib/portal/queries/energy-history.ts";
import { toCompared, type Compared } from "./compared-buckets.ts";
import { DayComparison } from "./day-comparison.tsx";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import type { ShadedWindow } from "@/components/chart/series.ts";
import { WindowLanes, WindowShades } from "@/components/chart/window-lanes.tsx";
import { requestWindows } from "@/components/customer-home/request-windows.ts";
import { BarLinks } from "./bar-links.tsx";
import { historyHref } from "./history-href.ts";
import { EnergyBars, isNothing } from "./energy-bars.tsx";
import { type Span, spanAt, type SpanName, upToSamePoint } from "@/lib/time/periods.ts";
import type { Formats } from "@/lib/i18n/format.ts";

type Energies = "produced" | "toGrid" | "fromGrid";

const tones = {
  produced: "text-production",
  selfConsumed: "text-production",
  toGrid: "text-production",
  fromGrid: "text-consumption",
};
type DisplayedEnergy = keyof typeof tones;

/** A location's energy over a period as bars, totals and a table, compared with the previous period. */
export function EnergyHistory({
  location,
  span,
  measured,
  compared,
  controls,
  registeredMs,
  now,
}: {
  location: string;
  span: Span;
  /** What was measured from the span before on. */
  measured: Measured;
  /** The day that a day is compared with. */
  compared: ComparedDay | null;
  /** What was requested there. */
  controls: readonly LocatedControl[];
  /** When the location was registered (ms). */
  registeredMs: number;
  now: number;
}) {
  const t = useTranslations("customerHome.history");
  const f = useFormats();
  const buckets = createBuckets(span, measured, now);
  const before = spanAt(span.name, span.from, -1);
  const until = upToSamePoint(before, span, now);
  const totals = sumTotals(measured, span.from, span.to, now);
  const other = compared && toCompared(span, compared, now, f.day(compared.day.from));
  const earlier = other?.totals ?? sumTotals(measured, before.from, until, now);
  const withPanels = measured.panels !== null;
  const labels = useTranslations("controls");
  const windows = requestWindows(controls, labels);
  const gaps = describeGaps(span.name, buckets, { t, f });
  const ofPanels: DisplayedEnergy[] = withPanels ? ["produced", "selfConsumed"] : [];
  const energies: DisplayedEnergy[] = [...ofPanels, "toGrid", "fromGrid"];
  const comparisons = energies.map((energy) =>
    describeComparison(span.name, totals[energy], earlier[energy], { t, f }, other?.title),
  );
  const isStart = !other && span.from <= registeredMs && earlier.toGrid.kwh === null;
  const comparable = comparisons.some((comparison) => comparison !== null);
  return (
    <div className="grid grid-cols-1 gap-4">
      {span.name === "day" && <DayComparison location={location} span={span} compared={compared} />}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
        {energies.map((energy, index) => (
          <div key={energy} className="rounded-lg border border-line bg-surface p-4">
            <dt className="text-muted">{t(energy)}</dt>
            <dd className={`text-xl font-semibold tracking-tight sm:text-2xl ${tones[energy]}`}>
              {large(formatEnergy(f, totals[energy].kwh))}
            </dd>
            {comparisons[index] && <dd className="mt-1 text-muted">{comparisons[index]}</dd>}
          </div>
        ))}
      </dl>
      <Remarks
        gaps={gaps}
        span={span}
        comparable={comparable}
        hasChosenDay={compared !== null}
        start={isStart ? registeredMs : null}
        now={now}
      />
      <EnergyCharts
        location={location}
        span={span}
        buckets={buckets}
        totals={totals}
        compared={other}
        withPanels={withPanels}
        windows={windows}
        now={now}
      />
      <Card title={t("table")}>
        <BucketTable
          name={span.name}
          buckets={buckets}
          totals={totals}
          compared={other}
          withPanels={withPanels}
        />
      </Card>
    </div>
  );
}

function Remarks({
  gaps,
  span,
  comparable,
  hasChosenDay,
  start,
  now,
}: {
  gaps: string[];
  span: Span;
  comparable: boolean;
  /** Whether a day to compare with was chosen, of which is said elsewhere what it lacks. */
  hasChosenDay: boolean;
  /** When the location was registered (ms), where nothing is before; null elsewhere. */
  start: number | null;
  now: number;
}) {
  const t = useTranslations("customerHome.history");
  const f = useFormats();
  return (
    <div className="text-muted empty:hidden">
      {gaps.length > 0 && <p>{gaps.join(" ")}</p>}
      {start !== null && <p>{t("registeredOn", { day: f.day(start) })}</p>}
      {!comparable && !hasChosenDay && start === null && <p>{t(`notComparable.${span.name}`)}</p>}
      {comparable && span.to > now && <p>{t("sameTime")}</p>}
    </div>
  );
}

function EnergyCharts({
  location,
  span,
  buckets,
  totals,
  compared,
  withPanels,
  windows,
  now,
}: {
  location: string;
  span: Span;
  buckets: Bucket[];
  totals: Totals;
  compared: Compared | null;
  withPanels: boolean;
  windows: readonly ShadedWindow[];
  now: number;
}) {
  const t = useTranslations("customerHome");
  const f = useFormats();
  const mark = (bucket: Bucket, index: number) => bucketMark(span.name, bucket, index, { t, f });
  const title = periodTitle(span, { t, f });
  const formatEntry = (name: string, kwh: number | null) => `${name}: ${formatEnergy(f, kwh)}`;
  const range = { from: span.from, to: span.to };
  const shades = <WindowShades windows={windows} range={range} />;
  const links = (energies: readonly Energies[]) =>
    span.name !== "day" && (
      <BarLinks
        label={t("history.openDay")}
        links={buckets.map((bucket) => ({
          key: bucket.from,
          href: bucket.coverage === "ahead" ? null : historyHref(location, "day", bucket.from),
          label: [
            f.shortDay(bucket.from),
            ...energies.map((energy) => formatEntry(t(`history.${energy}`), bucket[energy])),
            ...(bucket.coverage === "part" ? [t("history.partlyMark")] : []),
          ].join(", "),
        }))}
      />
    );
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Card title={t("history.chart")} subtitle={t("history.unit")}>
        <EnergyBars
          buckets={buckets}
          compared={compared?.buckets}
          ways={{ up: ({ toGrid }) => toGrid, down: ({ fromGrid }) => fromGrid }}
          label={[
            title,
            formatEntry(t("history.toGrid"), totals.toGrid.kwh),
            formatEntry(t("history.fromGrid"), totals.fromGrid.kwh),
          ].join(", ")}
          nothing={
            isNothing(totals.toGrid) && isNothing(totals.fromGrid)
              ? t("history.nothing")
              : undefined
          }
          nameOf={mark}
          shades={shades}
        >
          {links(["toGrid", "fromGrid"])}
        </EnergyBars>
        {span.name !== "month" && <WindowLanes plain windows={windows} range={range} now={now} />}
        <p className="mt-3 flex flex-wrap gap-x-4 text-xs text-muted">
          <LegendSwatch colour="bg-production-mark" label={t("history.up")} />
          <LegendSwatch colour="bg-consumption" label={t("history.down")} />
          {compared && <LegendSwatch colour="border-t-2 border-ink mt-2" label={compared.title} />}
          {buckets.some(({ coverage }) => coverage === "none") && (
            <LegendSwatch colour="hatched" label={t("history.notMeasured")} />
          )}
        </p>
      </Card>
      {withPanels && (
        <Card title={t("history.chartProduced")} subtitle={t("history.unit")}>
          <EnergyBars
            buckets={buckets}
            compared={compared?.buckets}
            ways={{ up: ({ produced }) => produced }}
            label={[title, formatEntry(t("history.produced"), totals.produced.kwh)].join(", ")}
            nothing={isNothing(totals.produced) ? t("history.nothingProduced") : undefined}
            nameOf={mark}
            shades={shades}
          >
            {links(["produced"])}
          </EnergyBars>
        </Card>
      )}
    </div>
  );
}

/** Translations and formats of history texts. */
interface HistoryLabels {
  t: ReturnType<typeof useTranslations<"customerHome.history">>;
  f: Formats;
}

type Total = Totals["toGrid"];

/** How one energy compares with the span before, or another day; null where either was not measured whole. */
export function describeComparison(
  name: SpanName,
  current: Total,
  earlier: Total,
  { t, f }: HistoryLabels,
  day?: string,
): string | null {
  if (current.kwh === null || earlier.kwh === null) return null;
  if (!current.whole || !earlier.whole) return null;
  const more = current.kwh - earlier.kwh;
  const kwh = formatEnergy(f, Math.abs(more));
  const way = Math.abs(more) < NEGLIGIBLE_KWH ? "sameAs" : more > 0 ? "moreThan" : "lessThan";
  return day === undefined ? t(`${way}.${name}`, { kwh }) : t(`${way}.date`, { kwh, day });
}

/** What is missing of a span, in sentences. */
export function describeGaps(
  name: SpanName,
  buckets: readonly { coverage: string }[],
  { t, f }: HistoryLabels,
): string[] {
  const of = (coverage: string) => buckets.filter((bucket) => bucket.coverage === coverage).length;
  const units = name === "day" ? "hours" : "days";
  const [missing, part] = [of("none"), of("part")];
  const over = buckets.length - of("ahead");
  if (missing === over) return [t("noneYet")];
  return [
    ...(missing > 0 ? [t(`missing.${units}`, { missing: f.count(missing), count: over })] : []),
    ...(part > 0 ? [t(`partly.${units}`, { count: part })] : []),
    ...(missing + part > 0 ? [t("countsOnly")] : []),
  ];
}
