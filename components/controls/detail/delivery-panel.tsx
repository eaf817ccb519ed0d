"use client";

import { useOperation } from "@/components/api/use-operation.ts";
import { DeliveryChart } from "@/components/controls/charts/control-charts.dynamic.tsx";
import { toMillis } from "@/lib/time/instant.ts";
import { Freshness } from "@/components/status/data-source.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import type { ControlDelivery, DeviceOutcomes } from "@/lib/contract/deliveries.ts";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link.tsx";
import { useTableUrlState } from "@/components/table/use-table-url-state.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { toneInk } from "@/components/ui/tone.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import { Term } from "@/components/ui/term.tsx";
import { outcomeStyles, addressedOutcomes, visibleOutcomes } from "../outcome-badge.tsx";
import { outcomeNames, type Outcome } from "@/lib/controls/control-state.ts";

const EVERY = 10_000;

/** The element of the page that lists the locations. */
export const TABLE_ID = "deliveries";

interface DeliveryLabels {
  delivery: ControlDelivery;
  /** When the first quarter of an hour of the control is over (ms). */
  firstEnds: number;
}

/** Whether there are totals: at least one interval had finished at that time. */
const hasSums = ({ delivery, firstEnds }: DeliveryLabels): boolean =>
  delivery.delivered_kwh !== null || firstEnds <= toMillis(delivery.time);

/** Why nothing is known to be delivered; null where something is. */
function formatMissing(labels: DeliveryLabels) {
  const { delivered_kwh, results } = labels.delivery;
  if (!hasSums(labels)) return "firstRuns";
  if (delivered_kwh !== null) return null;
  const isMeasured = results.some(({ measured }) => typeof measured === "number");
  return isMeasured ? "notComparable" : "nothingMeasured";
}

function DeliveryFigures(labels: DeliveryLabels) {
  const t = useTranslations("deliveries.figures");
  const f = useFormats();
  const { state, planned_kwh, delivered_kwh, delivered_share, devices } = labels.delivery;
  const { forecast_error_kwh, uncertainty_kwh } = labels.delivery;
  const isMeasured = delivered_kwh !== null;
  const isRunning = state === "active";
  const without = formatMissing(labels);
  const end = f.time(labels.firstEnds);
  return (
    <MetricRow>
      <Metric
        label={<Term name="delivered">{t("delivered")}</Term>}
        value={f.number(delivered_kwh, { signed: true })}
        unit={
          hasSums(labels)
            ? t(isRunning ? "ofCommittedSoFar" : "ofCommitted", {
                kwh: f.number(planned_kwh, { signed: true }),
              })
            : undefined
        }
        hint={t(without ?? "deliveredHint", {
          end,
          uncertainty: f.number(uncertainty_kwh),
          forecastError: f.number(forecast_error_kwh, { signed: true }),
        })}
        tone={isMeasured ? "production" : "unknown"}
      />
      <Metric
        label={t("share")}
        value={f.percent(delivered_share)}
        hint={t(without ?? (delivered_share === null ? "nothingPlanned" : "shareHint"), { end })}
        tone={delivered_share === null ? "unknown" : undefined}
      />
      <Metric
        label={t("responding")}
        value={f.count(devices.executed)}
        unit={t("ofAddressed", { count: f.count(devices.addressed) })}
        hint={t("addressed")}
      />
    </MetricRow>
  );
}

/** The planned and measured change of a control, and the outcome per device. */
export function DeliveryPanel({
  controlId,
  firstEnds,
  isLive,
  now,
  listsLocations,
}: {
  controlId: string;
  /** When its first quarter of an hour is over (ms). */
  firstEnds: number;
  /** Whether it is read again by itself. */
  isLive: boolean;
  now: number;
  /** Whether the page lists the locations too. */
  listsLocations: boolean;
}) {
  const t = useTranslations("deliveries");
  const { address } = useTableUrlState();
  const { data, problem, at, isStale, mutate } = useOperation(
    "getControlDelivery",
    { params: { control_id: controlId } },
    { refreshInterval: isLive ? EVERY : 0 },
  );
  if (!data) {
    return problem ? (
      <Failure problem={problem} onRetry={mutate} />
    ) : (
      <Skeleton className="h-192" />
    );
  }
  return (
    <Card
      title={t("title")}
      subtitle={t("subtitle")}
      actions={<Freshness at={at} isStale={isStale} />}
    >
      <div className="flex flex-col gap-5">
        <DeliveryFigures delivery={data} firstEnds={firstEnds} />
        <DeviceOutcomesList
          devices={data.devices}
          hrefOf={(outcome) => (listsLocations ? address.href({ outcome }) + `#${TABLE_ID}` : null)}
        />
        <section aria-label={t("chart.title")} className="flex flex-col gap-2">
          <h3 className="font-medium">{t("chart.title")}</h3>
          <p className="max-w-prose text-muted">{t("chart.hint")}</p>
          <DeliveryChart effects={data.results} readAt={toMillis(data.time)} now={now} />
        </section>
      </div>
    </Card>
  );
}

/** A bar of the addressed devices, divided by outcome. */
function Share({ devices }: { devices: DeviceOutcomes }) {
  const some = outcomeNames.filter((name) => devices[name] > 0);
  if (some.length === 0) return null;
  return (
    <div
      aria-hidden
      className="flex h-2.5 gap-0.5 overflow-hidden rounded-full forced-color-adjust-none"
    >
      {some.map((name) => (
        <span
          key={name}
          style={{ flexGrow: devices[name] }}
          className={classNames("min-w-1", outcomeStyles[name].bar)}
        />
      ))}
    </div>
  );
}

function Entry({ name, count, href }: { name: Outcome; count: number; href: string | null }) {
  const { icon: Icon, tone } = outcomeStyles[name];
  const t = useTranslations("deliveries.outcomes");
  const f = useFormats();
  const figure = classNames("text-lg font-semibold", count === 0 && "text-muted");
  return (
    <div className="min-w-0">
      <dt className={classNames("flex items-center gap-2.5", count === 0 && "text-muted")}>
        <Icon
          aria-hidden
          className={classNames(
            "size-4 shrink-0",
            count > 0 ? toneInk[tone] : "text-muted opacity-60",
          )}
        />
        {t(`${name}.title`)}
      </dt>
      <dd className="pl-[1.625rem]">
        {href !== null && count > 0 ? (
          <Link
            href={href}
            className={classNames(figure, "link")}
            aria-label={`${f.count(count)}: ${t("show", { state: t(`${name}.title`) })}`}
          >
            {f.count(count)}
          </Link>
        ) : (
          <span className={figure}>{f.count(count)}</span>
        )}
        <span className="ml-2 text-xs text-muted">{t(`${name}.description`)}</span>
      </dd>
    </div>
  );
}

/** The dispatch outcomes of a control's devices, each with its count and label. */
export function DeviceOutcomesList({
  devices,
  hrefOf = () => null,
}: {
  devices: DeviceOutcomes;
  /** Where the locations with an outcome are listed; null where they are not. */
  hrefOf?: (outcome: Outcome) => string | null;
}) {
  const t = useTranslations("deliveries.devices");
  const f = useFormats();
  const { addressed, notAddressed } = addressedOutcomes(devices);
  const counted = (count: number) => ({ count, shown: f.count(count) });
  return (
    <section aria-label={t("region")} className="flex flex-col gap-3">
      <h3 className="font-medium">{t("addressed", counted(devices.addressed))}</h3>
      <Share devices={addressed} />
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {visibleOutcomes(addressed).map((name) => (
          <Entry key={name} name={name} count={addressed[name]} href={hrefOf(name)} />
        ))}
      </dl>
      {notAddressed > 0 && <p className="text-muted">{t("notAddressed", counted(notAddressed))}</p>}
    </section>
  );
}
