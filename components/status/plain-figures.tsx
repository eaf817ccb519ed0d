import { formatNumber, formatPercent, formatTime, UNKNOWN } from "@/components/format-english.ts";
import { Figure, FigureRow } from "@/components/ui/figure.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";

const direction = (kw: number) => (kw < 0 ? "from the grid" : "to the grid");

function NowFigure({ status: { actual, measured_at } }: { status: LiveStatus }) {
  if (actual === null || measured_at === null) {
    return <Figure label="Now" value={UNKNOWN} tone="unknown" hint="nothing was measured" />;
  }
  return (
    <Figure
      label={actual < 0 ? "From the grid now" : "To the grid now"}
      value={formatNumber(Math.abs(actual))}
      unit="kW"
      tone={actual < 0 ? "consumption" : "production"}
      hint={`measured at ${formatTime(measured_at)}`}
    />
  );
}

/** How a location stands, in the words of the people who live there. */
export function PlainFigures({ status }: { status: LiveStatus }) {
  const { forecast, state_of_charge, curtailed } = status;
  return (
    <FigureRow>
      <NowFigure status={status} />
      {forecast !== null && (
        <Figure
          label="Expected"
          value={formatNumber(Math.abs(forecast))}
          unit="kW"
          tone="forecast"
          hint={`${direction(forecast)}, this quarter of an hour`}
        />
      )}
      {state_of_charge !== null && (
        <Figure label="Battery" value={formatPercent(state_of_charge)} hint="charged" />
      )}
      <Figure
        label="Control"
        value={curtailed > 0 ? "Followed" : "None"}
        tone={curtailed > 0 ? "curtailed" : undefined}
        hint={
          curtailed > 0 ? "your devices said so, this minute" : "none is being followed just now"
        }
      />
    </FigureRow>
  );
}
