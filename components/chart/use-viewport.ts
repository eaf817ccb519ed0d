"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { floorQuarter } from "@/lib/time/amsterdam.ts";
import { useNow } from "@/components/ui/use-now.ts";
import {
  type RangeChoice,
  validateDays,
  presets,
  type Range,
  toRange,
  rangeInFileName,
} from "./ranges.ts";
import {
  visibleRange,
  stepRange,
  resetZoom,
  toViewport,
  zoomByFactor,
  zoomToRange,
  type Viewport,
} from "./viewport.ts";
import type { AxisName } from "./ticks.ts";

/** A choice as an address names it: `week`, `2026-10-25`, `2026-10-19--2026-10-25`. */
export const rangeToParam = (choice: RangeChoice): string =>
  typeof choice === "string" ? choice : rangeInFileName(choice);

/** The choice an address names (`?range=…`); null for what is none. */
export function parseRangeParam(text: string | null): RangeChoice | null {
  const preset = presets.find((name) => name === text);
  if (preset || text === null) return preset ?? null;
  const [first = "", last = first, ...more] = text.split("--");
  const days = { first, last };
  return more.length === 0 && validateDays(days) === null ? days : null;
}

/** The axis an address names (`?axis=…`); the clock's unless it is the other. */
export const parseAxisParam = (text: string | null): AxisName => (text === "isp" ? "isp" : "time");

/** The same address with one of its names changed; null takes it out. */
export function hrefWith(
  { pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">,
  name: "range" | "axis" | "compare",
  value: string | null,
): string {
  const params = new URLSearchParams(search);
  if (value === null) params.delete(name);
  else params.set(name, value);
  return `${pathname}${params.size > 0 ? `?${params}` : ""}${hash}`;
}

/** What a chart shows and how its reader changes that. */
export interface ViewportState {
  view: Viewport;
  now: number;
  /** The chosen days. */
  days: Range;
  /** The visible part of the data. */
  visible: Range;
  choose: (choice: RangeChoice) => void;
  step: (direction: -1 | 1) => void;
  zoomTo: (range: Range) => void;
  /** Shows `factor` times as much time around a moment, or around the middle. */
  zoomBy: (factor: number, center?: number | null) => void;
  undoZoom: () => void;
}

/**
 * A view whose choice of days is in the URL: each choice is a step of the browser's
 * history, and going back there shows it again. A zoom is not kept.
 */
function useViewportUrlState(initial: RangeChoice) {
  const rangeParam = useSearchParams().get("range");
  const initialRef = useRef(initial);
  const choiceIn = (text: string | null) => parseRangeParam(text) ?? initial;
  const [state, setState] = useState(() => ({
    rangeParam,
    view: toViewport(choiceIn(rangeParam)),
  }));
  if (rangeParam !== state.rangeParam) {
    const isCurrent = rangeToParam(choiceIn(rangeParam)) === rangeToParam(state.view.choice);
    setState({ rangeParam, view: isCurrent ? state.view : toViewport(choiceIn(rangeParam)) });
  }
  useEffect(() => {
    // Next applies a pushed address a little later: one left before that would change nothing.
    const goBack = () => {
      const choice =
        parseRangeParam(new URLSearchParams(location.search).get("range")) ?? initialRef.current;
      setState((before) =>
        rangeToParam(choice) === rangeToParam(before.view.choice)
          ? before
          : { ...before, view: toViewport(choice) },
      );
    };
    addEventListener("popstate", goBack);
    return () => removeEventListener("popstate", goBack);
  }, []);
  const change = (next: Viewport) => {
    setState((before) => ({ ...before, view: next }));
    const text = rangeToParam(next.choice);
    if (text === rangeToParam(choiceIn(new URLSearchParams(location.search).get("range")))) return;
    const isDefault = text === rangeToParam(initial);
    history.pushState(null, "", hrefWith(location, "range", isDefault ? null : text));
  };
  return { view: state.view, change };
}

/** The viewport of one chart, on the browser's clock: a chart is never rendered on the server. */
export function useViewport(initial: RangeChoice): ViewportState {
  const now = useNow(30_000, Date.now());
  const { view, change } = useViewportUrlState(initial);
  const quarter = floorQuarter(now);
  const days = useMemo(() => toRange(view.choice, quarter), [quarter, view.choice]);
  const visible = useMemo(() => visibleRange(view, quarter), [quarter, view]);
  return {
    view,
    now,
    days,
    visible,
    choose: (choice) => change(toViewport(choice)),
    step: (direction) => change(stepRange(view, direction, quarter)),
    zoomTo: (range) => change(zoomToRange(view, range, quarter)),
    zoomBy: (factor, center = null) => {
      const { from, to } = visible;
      change(zoomByFactor(view, factor, center ?? (from + to) / 2, quarter));
    },
    undoZoom: () => change(resetZoom(view)),
  };
}

/** What the axis of a chart counts, as the page's address says. */
export function useAxis(): { value: AxisName; onChoose: (axis: AxisName) => void } {
  const value = parseAxisParam(useSearchParams().get("axis"));
  const onChoose = (axis: AxisName) =>
    history.replaceState(null, "", hrefWith(location, "axis", axis === "isp" ? axis : null));
  return { value, onChoose };
}
