/** A quarter of an hour as a bar: its power in kW, null where unknown. */
export interface Bar {
  kw: number | null;
  /** A power to compare with, in kW; the difference is filled in violet. */
  reference?: number;
  /** A forecast instead of a measurement. */
  expected?: boolean;
}

const STEP = 10;
const HEIGHT = 200;
/** Keeps noise around zero from looking like a lot, in kW. */
const MIN_SPAN = 0.05;

/**
 * Where the axis of some bars ends, in kW, at or above zero and at or below it: at the greatest
 * power of either direction, yet never so close together that noise looks like a lot.
 */
export function getAxis(bars: readonly Bar[]): { top: number; bottom: number } {
  const values = bars.flatMap(({ kw, reference }) => [kw ?? 0, reference ?? 0]);
  const [top, bottom] = [Math.max(...values, 0), Math.min(...values, 0)];
  const lacking = Math.max(MIN_SPAN - (top - bottom), 0);
  return top >= -bottom ? { top: top + lacking, bottom } : { top, bottom: bottom - lacking };
}

const getFill = (kw: number, expected = false) => {
  if (expected) return "var(--forecast)";
  return kw < 0 ? "var(--consumption)" : "var(--production-mark)";
};

/**
 * Quarters of a day as bars around zero: injection up in amber, consumption down in blue, the
 * difference to a reference in violet, forecasts in grey. A page that shows it describes it in text too.
 */
export function DayBars({
  bars,
  label,
  className,
}: {
  bars: readonly Bar[];
  label?: string;
  className?: string;
}) {
  const { top, bottom } = getAxis(bars);
  const scale = HEIGHT / (top - bottom);
  const zero = top * scale;
  const yOf = (kw: number) => zero - kw * scale;
  const block = (from: number, to: number) => ({
    y: Math.min(yOf(from), yOf(to)),
    height: Math.max(Math.abs(yOf(from) - yOf(to)), 0.5),
    width: STEP * 0.78,
  });
  return (
    <svg
      viewBox={`0 0 ${Math.max(bars.length, 1) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={className}
    >
      {bars.map(({ kw, reference, expected }, index) => (
        <g key={index} transform={`translate(${index * STEP} 0)`}>
          {reference !== undefined && kw !== null && (
            <rect {...block(kw, reference)} fill="var(--curtailed)" opacity={0.45} />
          )}
          {kw !== null && (
            <rect {...block(0, kw)} fill={getFill(kw, expected)} opacity={expected ? 0.5 : 0.95} />
          )}
        </g>
      ))}
      <line
        x1={0}
        x2={bars.length * STEP}
        y1={zero}
        y2={zero}
        stroke="var(--line-strong)"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
