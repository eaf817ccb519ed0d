"use client";

import { useMemo, useState } from "react";
import { startOfQuarter } from "@/components/amsterdam.ts";
import { useNow } from "@/components/use-now.ts";
import { rangeOf, type Choice, type Range } from "./ranges.ts";
import { shownRange, stepped, unzoomed, viewOf, zoomedBy, zoomedTo, type View } from "./view.ts";

/** What a chart shows and how its reader changes that. */
export interface ViewState {
  view: View;
  now: number | null;
  /** The chosen days; null until the page runs. */
  days: Range | null;
  /** The part of them that is shown. */
  shown: Range | null;
  choose: (choice: Choice) => void;
  step: (direction: -1 | 1) => void;
  zoomTo: (range: Range) => void;
  /** Shows `factor` times as much time around a moment, or around the middle. */
  zoomBy: (factor: number, around?: number | null) => void;
  undoZoom: () => void;
}

/** The view of one chart, on the browser's clock. */
export function useView(initial: Choice): ViewState {
  const now = useNow(30_000);
  const [view, setView] = useState<View>(() => viewOf(initial));
  const quarter = now === null ? null : startOfQuarter(now);
  const days = useMemo(
    () => (quarter === null ? null : rangeOf(view.choice, quarter)),
    [quarter, view.choice],
  );
  const shown = useMemo(
    () => (quarter === null ? null : shownRange(view, quarter)),
    [quarter, view],
  );
  const change = useMemo(() => {
    const at = quarter ?? 0;
    return {
      choose: (choice: Choice) => setView(viewOf(choice)),
      step: (direction: -1 | 1) => setView((before) => stepped(before, direction, at)),
      zoomTo: (range: Range) => setView((before) => zoomedTo(before, range, at)),
      zoomBy: (factor: number, around: number | null = null) =>
        setView((before) => {
          const { from, to } = shownRange(before, at);
          return zoomedBy(before, factor, around ?? (from + to) / 2, at);
        }),
      undoZoom: () => setView(unzoomed),
    };
  }, [quarter]);
  return { view, now, days, shown, ...change };
}
