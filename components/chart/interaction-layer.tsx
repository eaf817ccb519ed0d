"use client";

import type { KeyboardEvent } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { QUARTER_MS, floorQuarter } from "@/lib/time/amsterdam.ts";
import { pixelAt } from "./gestures.ts";
import type { Plot } from "./annotations-plugin.ts";
import { middleOfDay, type Range } from "./ranges.ts";
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
      aria-description={
        actions.onZoom ? t(actions.byDay ? "plot.dayHint" : "plot.hint") : undefined
      }
      style={plot}
      className={classNames(
        "absolute touch-pan-y overflow-hidden outline-offset-0 select-none",
        actions.onOpen ? "cursor-pointer" : "cursor-crosshair",
      )}
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

/** The moment some quarters, or days, after the cursor; in the middle of the range without one. */
function moveCursor(
  { from, to }: Range,
  cursor: number | null,
  by: number,
  byDay: boolean,
): number {
  const at = cursor ?? (from + to) / 2;
  const moves = cursor === null ? 0 : by;
  return byDay ? middleOfDay(at, moves) : floorQuarter(at) + moves * QUARTER_MS;
}

/** Arrows and page keys move the cursor, plus and minus zoom, Escape undoes that, Enter opens. */
function pressed(
  event: KeyboardEvent,
  visible: Range,
  cursor: number | null,
  { onCursor, onZoomBy, onUndo, onOpen, byDay = false }: PlotActions,
) {
  const { from, to } = visible;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = steps[event.key];
  if (step !== undefined) {
    const moved = moveCursor(visible, cursor, step, byDay);
    onCursor(Math.min(Math.max(moved, from), to - 1));
  } else if (event.key === "Home") onCursor(from);
  else if (event.key === "End") onCursor(to - 1);
  else if (event.key === "+" || event.key === "=") onZoomBy?.(0.5, cursor);
  else if (event.key === "-") onZoomBy?.(2, cursor);
  else if (event.key === "Escape" && onUndo) onUndo();
  else if (event.key === "Enter" && onOpen && cursor !== null) onOpen(cursor);
  else return;
  event.preventDefault();
}
