import type { ReactNode } from "react";
import { AxisLabel, ZERO } from "@/components/chart/axis-label.tsx";
import { formatEnergy } from "@/components/ui/format-energy.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Bucket, Totals } from "./buckets.ts";

/** Heights are shares of the largest of all: up what goes one way, down what goes the other. */
interface TwoWay {
  up: (bucket: Bucket) => number | null;
  down?: (bucket: Bucket) => number | null;
}

const barStyles = { up: "bg-production-mark", down: "bg-consumption" };

/** Keeps noise from looking like a lot, in kWh. */
const MIN_SPAN = 0.05;

/**
 * Where the axis ends up and down, in kWh: at the most of either way, together no less than the
 * least span; `whole` is what both are, `upShare` the part of it that is up. Where all is nothing
 * (`isFlat`) the least span is the end of nothing, and not worth writing.
 */
export function getSpan(buckets: readonly Bucket[], { up, down }: TwoWay) {
  const getMax = (of: (bucket: Bucket) => number | null) =>
    Math.max(0, ...buckets.map((bucket) => of(bucket) ?? 0));
  const [top, bottom] = [getMax(up), down ? getMax(down) : 0];
  const whole = Math.max(top + bottom, MIN_SPAN);
  const upShare = top + bottom === 0 ? 1 : top / (top + bottom);
  const isFlat = top + bottom < ZERO;
  return { top: whole * upShare, bottom: whole * (1 - upShare), whole, upShare, isFlat };
}

/** Whether all of it was measured and came to nothing worth writing, which leaves no bar to see. */
export const isNothing = ({ kwh, whole }: Totals[keyof Totals]): boolean =>
  whole && kwh !== null && kwh < ZERO;

const percent = (share: number) => `${share * 100}%`;

/**
 * Bars of hours or days around a zero line: up to the grid, down from it. Times without measurements
 * are hatched, future ones empty. Decorative: the table has the same values.
 */
export function EnergyBars({
  buckets,
  compared = [],
  ways,
  label,
  nothing,
  nameOf,
  shades,
  children,
}: {
  buckets: readonly Bucket[];
  /** The buckets of a second day, which are drawn as lines across the bars. */
  compared?: readonly Bucket[] | undefined;
  ways: TwoWay;
  label: string;
  /** Replaces the bars if all are zero; else undefined. */
  nothing: string | undefined;
  /** The label under a bar; empty for none. */
  nameOf: (bucket: Bucket, index: number) => string;
  /** What lies behind the bars. */
  shades?: ReactNode;
  /** What lies over the bars. */
  children?: ReactNode;
}) {
  const f = useFormats();
  const { top, bottom, whole, upShare, isFlat } = getSpan([...buckets, ...compared], ways);
  const hasData = buckets.some((bucket) => ways.up(bucket) !== null);
  const write = (kwh: number) => formatEnergy(f, kwh);
  const names = buckets.map(nameOf);
  // Every other name goes where there is room for half of them.
  const isSpare = (index: number) => names.slice(0, index).filter(Boolean).length % 2 === 0;
  const upward = ways.down ? "toGrid" : "oneWay";
  return (
    <div>
      <AxisLabel way={upward} value={hasData && !isFlat ? top : null} write={write} />
      <div className="relative my-0.5">
        <div role="img" aria-label={label} className="relative flex h-40 gap-px sm:h-52 sm:gap-0.5">
          <span
            aria-hidden
            style={{ top: percent(upShare) }}
            className="absolute inset-x-0 h-px bg-line-strong"
          />
          {shades}
          {nothing && (
            <p className="absolute inset-0 content-center text-center text-muted">{nothing}</p>
          )}
          {buckets.map((bucket, index) => (
            <Column
              key={bucket.from}
              bucket={bucket}
              compared={compared[index]}
              ways={ways}
              whole={whole}
              upShare={upShare}
            />
          ))}
        </div>
        {children}
      </div>
      <AxisLabel way="fromGrid" value={hasData ? (isFlat ? 0 : bottom) : null} write={write} />
      <div aria-hidden className="@container mt-1 flex h-4 gap-px text-xs text-muted sm:gap-0.5">
        {buckets.map((bucket, index) => (
          <span key={bucket.from} className="relative flex-1">
            <span
              className={`absolute left-1/2 -translate-x-1/2 whitespace-nowrap ${isSpare(index) ? "@max-[14rem]:hidden" : ""}`}
            >
              {names[index]}
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}

function Column({
  bucket,
  compared,
  ways,
  whole,
  upShare,
}: {
  bucket: Bucket;
  compared: Bucket | undefined;
  ways: TwoWay;
  whole: number;
  upShare: number;
}) {
  const line = "absolute inset-x-0 border-ink";
  const [otherUp, otherDown] = compared ? [ways.up(compared), ways.down?.(compared)] : [];
  const lines = (
    <>
      {typeof otherUp === "number" && (otherUp > 0 || !otherDown) && (
        <span
          style={{ bottom: percent(1 - upShare), height: percent(otherUp / whole) }}
          className={`${line} border-t-2`}
        />
      )}
      {typeof otherDown === "number" && otherDown > 0 && (
        <span
          style={{ top: percent(upShare), height: percent(otherDown / whole) }}
          className={`${line} border-b-2`}
        />
      )}
    </>
  );
  if (bucket.coverage === "none")
    return <span className="hatched relative h-full flex-1 rounded-xs">{lines}</span>;
  const up = (ways.up(bucket) ?? 0) / whole;
  const down = (ways.down?.(bucket) ?? 0) / whole;
  const faint = bucket.coverage === "part" ? " opacity-55" : "";
  return (
    <span className="relative h-full flex-1">
      <span
        style={{ bottom: percent(1 - upShare), height: percent(up) }}
        className={`absolute inset-x-0 rounded-t-xs ${barStyles.up}${faint}`}
      />
      <span
        style={{ top: percent(upShare), height: percent(down) }}
        className={`absolute inset-x-0 rounded-b-xs ${barStyles.down}${faint}`}
      />
      {lines}
    </span>
  );
}
