import { useTranslations } from "next-intl";
import { UNKNOWN } from "@/lib/i18n/format.ts";
import { Metric, MetricRow } from "@/components/ui/metric.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";

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
export function CustomerStatus({ status }: { status: LiveStatus }) {
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
