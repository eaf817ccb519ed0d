import { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import { Metric, type MetricTone } from "@/components/ui/metric.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { Term } from "@/components/ui/term.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";

/** The powers of a moment or of an interval, in kW; null where one is not known. */
type Powers = Pick<LiveStatus, "actual" | "forecast" | "planned_change" | "upward" | "downward">;

const getTone = (kw: number | null): MetricTone =>
  kw === null ? "unknown" : kw < 0 ? "consumption" : "production";

const getMeasuredTone = (kw: number | null, tone: MetricTone) => (kw === null ? "unknown" : tone);

type Translator = ReturnType<typeof useTranslations<"status.power">>;

/** Compares with what is expected with controls, where they change the plan, else with the forecast. */
export function compareWithExpected(
  { actual, forecast, planned_change: change }: Powers,
  t: Translator,
  f: Formats,
): string {
  if (forecast === null) return t("noForecast");
  if (actual === null) return t("nothingMeasured", { forecast: f.kw(forecast) });
  const isChanged = change !== undefined && change !== null && change !== 0;
  const expected = isChanged ? forecast + change : forecast;
  const difference = f.number(actual - expected, { signed: true });
  const values = { forecast: f.number(forecast), expected: f.number(expected), difference };
  return isChanged ? t("versusExpected", values) : t("versusForecast", values);
}

/**
 * Net injection beside its forecast, and how far it can be raised and lowered from that; which is
 * without controls, as it says where some are followed.
 */
export function PowerMetrics({
  powers,
  isControlled = false,
}: {
  powers: Powers;
  isControlled?: boolean;
}) {
  const t = useTranslations("status.power");
  const f = useFormats();
  const { actual, upward, downward } = powers;
  return (
    <>
      <Metric
        label={<Term name="netInjection">{t("injection")}</Term>}
        value={f.number(actual)}
        unit="kW"
        tone={getTone(actual)}
        hint={compareWithExpected(powers, t, f)}
      />
      <Metric
        label={<Term name="upward">{t("up")}</Term>}
        value={f.number(upward)}
        unit="kW"
        tone={getMeasuredTone(upward, "up")}
        hint={t(isControlled ? "fromForecast" : "upHint")}
      />
      <Metric
        label={<Term name="downward">{t("down")}</Term>}
        value={f.number(downward)}
        unit="kW"
        tone={getMeasuredTone(downward, "down")}
        hint={t(isControlled ? "fromForecast" : "downHint")}
      />
    </>
  );
}
