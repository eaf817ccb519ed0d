"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { Skeleton } from "@/components/ui/states.tsx";
import type { Curve, ShadedWindow } from "./curve.ts";
import type { Range } from "./ranges.ts";
import type { Colours } from "./use-colours.ts";

const CurveCanvas = dynamic(() => import("./curve-canvas.tsx"), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

/** The drawing with its unit; the library is fetched when the first chart is shown. */
export function ChartFrame({
  unit = "kW · production positive",
  curves,
  range,
  now,
  windows,
  colours,
  label,
  onCursor,
}: {
  unit?: string;
  curves: Curve[] | null;
  range: Range | null;
  now: number | null;
  windows: ShadedWindow[];
  colours: Colours | null;
  label: string;
  onCursor: (at: number | null) => void;
}) {
  const marks = useMemo(
    () => colours && { windows, now, colours, onCursor },
    [windows, now, colours, onCursor],
  );
  return (
    <figure className="m-0">
      <figcaption className="mb-1 text-xs text-muted">{unit}</figcaption>
      <div className="relative h-64 w-full sm:h-80">
        {curves && range && marks ? (
          <CurveCanvas curves={curves} range={range} marks={marks} label={label} />
        ) : (
          <Skeleton className="h-full" />
        )}
      </div>
    </figure>
  );
}
