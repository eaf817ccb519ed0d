"use client";

import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { classNames } from "@/components/ui/class-names.ts";
import { ChunkError } from "@/components/ui/dynamic.tsx";
import { delayUntilIdle } from "@/components/ui/dynamic-on-visible.tsx";
import { Skeleton } from "@/components/ui/states.tsx";
import type { LineChartData } from "./line-chart.tsx";
import type { Plot } from "./annotations-plugin.ts";
import { InteractionLayer } from "./interaction-layer.tsx";
import type { PlotActions } from "./use-gestures.ts";
import { useChartLabels } from "./use-chart-labels.ts";

type Canvas = (typeof import("./line-chart.tsx"))["default"];

/** The canvas, loaded once it is visible or the page is idle; null until then. */
function useCanvas(isSeen: boolean) {
  const [canvas, setCanvas] = useState<Canvas | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (isLost) return;
    const fetchNow = () =>
      void import("./line-chart.tsx").then(
        (fetched) => setCanvas(() => fetched.default),
        () => setLost(isSeen),
      );
    if (isSeen) return fetchNow();
    const unseen = setTimeout(fetchNow, delayUntilIdle());
    return () => clearTimeout(unseen);
  }, [isSeen, isLost]);
  return { canvas, isLost, retry: () => setLost(false) };
}

const isSamePlot = (one: Plot | null, other: Plot) =>
  one !== null &&
  one.left === other.left &&
  one.top === other.top &&
  one.width === other.width &&
  one.height === other.height;

/** The width of an element in pixels, 0 until measured, and whether it was ever visible. */
function useVisibleWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const size = new ResizeObserver(() => setWidth(Math.round(element.clientWidth)));
    const sight = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    const onPaper = () => flushSync(() => setSeen(true));
    size.observe(element);
    sight.observe(element);
    addEventListener("beforeprint", onPaper);
    return () => {
      size.disconnect();
      sight.disconnect();
      removeEventListener("beforeprint", onPaper);
    };
  }, []);
  return { ref, isSeen, width };
}

/** The canvas, and the layer for gestures above it. */
function CanvasPlot({
  canvas: CurveCanvas,
  drawing,
  pixels,
  label,
  onPlot,
  ...surface
}: {
  canvas: Canvas;
  drawing: LineChartData;
  pixels: number;
  label: string;
  onPlot?: ((plot: Plot) => void) | undefined;
  cursor: number | null;
  described: string;
  cursorLabel?: string;
  actions: PlotActions;
}) {
  const [plot, setPlot] = useState<Plot | null>(null);
  const saveSize = useCallback(
    (next: Plot) => setPlot((before) => (isSamePlot(before, next) ? before : next)),
    [],
  );
  useEffect(() => {
    if (plot) onPlot?.(plot);
  }, [plot, onPlot]);
  return (
    <>
      <CurveCanvas drawing={drawing} pixels={pixels} label={label} onPlot={saveSize} />
      {plot && <InteractionLayer plot={plot} visible={drawing.range} {...surface} />}
    </>
  );
}

/**
 * The drawing with the units of its axes, at a height that never changes. Its code is fetched when
 * the first chart is shown, and it is drawn once it is looked at.
 */
export function ChartFrame({
  unit,
  height = "h-64 sm:h-80",
  aside,
  drawing,
  as: Frame = "figure",
  ...plot
}: {
  unit: string;
  /** A chart that belongs to the one above it is no figure of its own. */
  as?: "figure" | "div";
  /** Classes of its height. */
  height?: string;
  /** Freshness and data source. */
  aside?: ReactNode;
  /** Null until there is data. */
  drawing: LineChartData | null;
  /** The accessible label. */
  label: string;
  cursor: number | null;
  /** The values at the cursor, for screen readers. */
  described: string;
  /** The accessible name of the cursor, if a page has several. */
  cursorLabel?: string;
  /** Receives where the plot area is. */
  onPlot?: (plot: Plot) => void;
  actions: PlotActions;
}) {
  const { t } = useChartLabels();
  const { ref, isSeen, width } = useVisibleWidth();
  const { canvas, isLost, retry } = useCanvas(isSeen);
  const Caption = Frame === "figure" ? "figcaption" : "div";
  return (
    <Frame className="m-0">
      <Caption
        className={classNames(
          "mb-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-muted",
          aside !== undefined && "min-h-12 sm:min-h-6",
        )}
      >
        <span>{unit}</span>
        {aside}
      </Caption>
      <div ref={ref} className={classNames("relative w-full", height)}>
        {isSeen &&
          (isLost ? (
            <ChunkError onRetry={retry} />
          ) : canvas && drawing && width > 0 ? (
            <CanvasPlot canvas={canvas} drawing={drawing} pixels={width} {...plot} />
          ) : (
            <Skeleton className="h-full" />
          ))}
      </div>
      {Frame === "figure" && (
        <p aria-hidden className="mt-0.5 text-right text-xs text-muted">
          {t(`axis.${drawing?.axis ?? "time"}Title`)}
        </p>
      )}
    </Frame>
  );
}
