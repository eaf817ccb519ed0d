"use client";

import type { KeyboardEvent } from "react";
import { QUARTER_MS, floorQuarter } from "@/lib/time/amsterdam.ts";
import { pixelAt } from "./gestures.ts";
import type { Plot } from "./annotations-plugin.ts";
import type { Range } from "./ranges.ts";
import { useGestures, type PlotActions } from "./use-gestures.ts";
import { useChartLabels } from "./use-chart-labels.ts";

/** What lies over the curves: takes what the reader does, shows the cursor and the selection. */
export function InteractionLayer({
  plot,
  visible,
  cursor,
  described,
  cursorLabel,
  actions,
}: {
  plot: Plot;
  visible: Range;
  /** The moment that is pointed at, in milliseconds. */
  cursor: number | null;
  /** The values there, in words. */
  described: string;
  cursorLabel?: string;
  actions: PlotActions;
}) {
  const { t } = useChartLabels();
  const { selection, handlers } = useGestures(visible, plot.width, actions);
  const at = Math.min(Math.max(cursor ?? visible.from, visible.from), visible.to);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={cursorLabel ?? t("plot.label")}
      aria-valuemin={visible.from}
      aria-valuemax={visible.to}
      aria-valuenow={at}
      aria-valuetext={described}
      aria-description={actions.onZoom ? t("plot.hint") : undefined}
      style={plot}
      className="absolute cursor-crosshair touch-pan-y overflow-hidden outline-offset-0 select-none"
      onKeyDown={(event) => pressed(event, visible, cursor, actions)}
      {...handlers}
    >
      <CursorAndSelection
        cursor={cursor}
        selection={selection}
        visible={visible}
        width={plot.width}
      />
    </div>
  );
}

function CursorAndSelection({
  cursor,
  selection,
  visible,
  width,
}: {
  cursor: number | null;
  selection: Range | null;
  visible: Range;
  width: number;
}) {
  const pixel = (at: number) => pixelAt(at, width, visible);
  return (
    <>
      {cursor !== null && cursor >= visible.from && cursor <= visible.to && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 border-l border-dashed border-ink"
          style={{ left: pixel(cursor) }}
        />
      )}
      {selection && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 border-x border-focus bg-focus/15"
          style={{
            left: pixel(selection.from),
            width: pixel(selection.to) - pixel(selection.from),
          }}
        />
      )}
    </>
  );
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -4, PageDown: 4 };

/** Arrows and page keys move the cursor by quarters, plus and minus zoom, Escape undoes that. */
function pressed(
  event: KeyboardEvent,
  { from, to }: Range,
  cursor: number | null,
  { onCursor, onZoomBy, onUndo }: PlotActions,
) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const middle = floorQuarter((from + to) / 2);
  const step = steps[event.key];
  if (step !== undefined) {
    const moved = floorQuarter(cursor ?? middle) + (cursor === null ? 0 : step * QUARTER_MS);
    onCursor(Math.min(Math.max(moved, from), to - 1));
  } else if (event.key === "Home") onCursor(from);
  else if (event.key === "End") onCursor(to - 1);
  else if (event.key === "+" || event.key === "=") onZoomBy?.(0.5, cursor);
  else if (event.key === "-") onZoomBy?.(2, cursor);
  else if (event.key === "Escape" && onUndo) onUndo();
  else return;
  event.preventDefault();
}
