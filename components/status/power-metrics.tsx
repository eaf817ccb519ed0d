import { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import { Figure, type FigureTone } from "@/components/ui/metric.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";

/** The powers of a moment or of an interval, in kW; null where one is not known. */
export type Powers = Pick<LiveStatus, "actual" | "forecast" | "upward" | "downward">;

const toneOf = (kw: number | null): FigureTone =>
  kw === null ? "unknown" : kw < 0 ? "consumption" : "production";

const knownTone = (kw: number | null, tone: FigureTone) => (kw === null ? "unknown" : tone);

type Translator = ReturnType<typeof useTranslations<"status.power">>;

function besideForecast({ actual, forecast }: Powers, t: Translator, f: Formats): string {
  if (forecast === null) return t("noForecast");
  if (actual === null) return t("nothingMeasured", { forecast: f.kw(forecast) });
  const difference = f.number(actual - forecast, { signed: true });
  return t("besideForecast", { forecast: f.number(forecast), difference });
}

/**
 * Net injection beside its forecast, and how far it can be raised and lowered from that; which is
 * without controls, as it says where some are followed.
 */
export function PowerFigures({
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
      <Figure
        label={t("injection")}
        value={f.number(actual)}
        unit="kW"
        tone={toneOf(actual)}
        hint={besideForecast(powers, t, f)}
      />
      <Figure
        label={t("up")}
        value={f.number(upward)}
        unit="kW"
        tone={knownTone(upward, "up")}
        hint={t(isControlled ? "fromForecast" : "upHint")}
      />
      <Figure
        label={t("down")}
        value={f.number(downward)}
        unit="kW"
        tone={knownTone(downward, "down")}
        hint={t(isControlled ? "fromForecast" : "downHint")}
      />
    </>
  );
}
