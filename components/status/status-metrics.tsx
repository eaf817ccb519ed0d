"use client";

import type { ReactNode } from "react";
import type { Area } from "@/lib/contract/areas.ts";
import { useStatus } from "@/components/live/use-live.ts";
import { type Formats, UNKNOWN } from "@/lib/i18n/format.ts";
import { Failure } from "@/components/api/failure.tsx";
import { Skeleton, Stale } from "@/components/ui/states.tsx";
import { PowerMetrics } from "./power-metrics.tsx";
import { useTranslations } from "next-intl";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";

function ReportingMetrics({ status }: { status: LiveStatus }) {
  const t = useTranslations("status");
  const f = useFormats();
  return (
    <>
      <Metric
        label={t("reporting.label")}
        value={f.count(status.reporting)}
        unit={t("reporting.of", { total: f.count(status.locations) })}
        hint={t("reporting.hint")}
      />
      <Metric
        label={t("responding.label")}
        value={f.count(status.curtailed)}
        tone={status.curtailed > 0 ? "curtailed" : undefined}
        hint={t("responding.hint")}
      />
    </>
  );
}

function ControlMetric({ isFollowed }: { isFollowed: boolean }) {
  const t = useTranslations("status.control");
  return (
    <Metric
      label={t("label")}
      value={t(isFollowed ? "followed" : "none")}
      tone={isFollowed ? "curtailed" : undefined}
      hint={t(isFollowed ? "followedHint" : "noneHint")}
    />
  );
}

function AllMetrics({ area, status }: { area: Area; status: LiveStatus }) {
  const t = useTranslations("status.batteries");
  const f = useFormats();
  const { state_of_charge, curtailed } = status;
  return (
    <MetricRow many>
      <PowerMetrics powers={status} isControlled={curtailed > 0} />
      {area.kind === "location" ? (
        <ControlMetric isFollowed={curtailed > 0} />
      ) : (
        <ReportingMetrics status={status} />
      )}
      {state_of_charge !== null && (
        <Metric label={t("label")} value={f.percent(state_of_charge)} hint={t("hint")} />
      )}
    </MetricRow>
  );
}

type Translator = ReturnType<typeof useTranslations<"status">>;

const details = ({ isp, measured_at, time }: LiveStatus, t: Translator, f: Formats) => [
  t("isp", { isp: String(isp) }),
  ...(measured_at === null ? [] : [t("measuredAt", { time: f.besideTime(measured_at, time) })]),
];

/**
 * The live status of an area; `initial` is the status at page load. `plain` is the wording for
 * customers.
 */
export function StatusMetrics({
  area,
  initial = null,
  plain = false,
  note,
}: {
  area: Area;
  initial?: LiveStatus | null;
  plain?: boolean;
  /** Says how fresh this is, instead of the line that is there otherwise. */
  note?: ReactNode;
}) {
  const t = useTranslations("status");
  const f = useFormats();
  const { data, problem, at, mutate } = useStatus(area);
  const status = data ?? initial;
  if (!status) {
    return problem ? <Failure problem={problem} onRetry={mutate} /> : <Skeleton className="h-24" />;
  }
  const since = at ?? status.time;
  return (
    <div className="flex flex-col gap-2">
      {plain ? <CustomerStatus status={status} /> : <AllMetrics area={area} status={status} />}
      <div className="text-right text-xs text-muted">
        {note !== undefined ? (
          note
        ) : problem ? (
          <Stale since={f.moment(since)} />
        ) : (
          [
            ...(plain ? [] : details(status, t, f)),
            t("updatedAt", { time: f.seconds(since) }),
          ].join(" · ")
        )}
      </div>
    </div>
  );
}

function CurrentPower({ status: { actual, measured_at, time } }: { status: LiveStatus }) {
  const t = useTranslations("status.plain");
  const f = useFormats();
  if (actual === null || measured_at === null) {
    return <Metric label={t("now")} value={UNKNOWN} tone="unknown" hint={t("nothingMeasured")} />;
  }
  return (
    <Metric
      label={t(actual < 0 ? "fromGridNow" : "toGridNow")}
      value={f.number(Math.abs(actual))}
      unit="kW"
      tone={actual < 0 ? "consumption" : "production"}
      hint={t("measuredAt", { time: f.besideTime(measured_at, time) })}
    />
  );
}

/** The status of a location for customers. */
function CustomerStatus({ status }: { status: LiveStatus }) {
  const t = useTranslations("status.plain");
  const control = useTranslations("status.control");
  const f = useFormats();
  const { forecast, state_of_charge, curtailed } = status;
  return (
    <MetricRow>
      <CurrentPower status={status} />
      {forecast !== null && (
        <Metric
          label={t("expected")}
          value={f.number(Math.abs(forecast))}
          unit="kW"
          tone="forecast"
          hint={t(forecast < 0 ? "expectedFromGrid" : "expectedToGrid")}
        />
      )}
      {state_of_charge !== null && (
        <Metric label={t("battery")} value={f.percent(state_of_charge)} hint={t("charged")} />
      )}
      <Metric
        label={t("request")}
        value={control(curtailed > 0 ? "followed" : "none")}
        tone={curtailed > 0 ? "curtailed" : undefined}
        hint={t(curtailed > 0 ? "followedHint" : "noneHint")}
      />
    </MetricRow>
  );
}
