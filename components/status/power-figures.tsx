import { formatKw, formatNumber } from "@/components/format-english.ts";
import { Figure, type FigureTone } from "@/components/ui/figure.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";

/** The powers of a moment or of an interval, in kW; null where one is not known. */
export type Powers = Pick<LiveStatus, "actual" | "forecast" | "upward" | "downward">;

const toneOf = (kw: number | null): FigureTone =>
  kw === null ? "unknown" : kw < 0 ? "consumption" : "production";

const knownTone = (kw: number | null, tone: FigureTone) => (kw === null ? "unknown" : tone);

function besideForecast({ actual, forecast }: Powers): string {
  if (forecast === null) return "no forecast for this quarter";
  if (actual === null) return `nothing measured; forecast ${formatKw(forecast)}`;
  return `forecast ${formatNumber(forecast)} (${formatNumber(actual - forecast, { signed: true })})`;
}

/** Net injection beside its forecast, and how far it can be raised and lowered. */
export function PowerFigures({ powers }: { powers: Powers }) {
  const { actual, upward, downward } = powers;
  return (
    <>
      <Figure
        label="Net injection"
        value={formatNumber(actual)}
        unit="kW"
        tone={toneOf(actual)}
        hint={besideForecast(powers)}
      />
      <Figure
        label="Can go up by"
        value={formatNumber(upward)}
        unit="kW"
        tone={knownTone(upward, "up")}
        hint="raise injection"
      />
      <Figure
        label="Can go down by"
        value={formatNumber(downward)}
        unit="kW"
        tone={knownTone(downward, "down")}
        hint="lower injection"
      />
    </>
  );
}
