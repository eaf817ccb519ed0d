"use client";

import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { floorQuarter } from "@/lib/time/amsterdam.ts";
import { useNow } from "@/components/ui/use-now.ts";
import { type Choice, daysFault, presets, type Range, rangeOf } from "./ranges.ts";
import {
  visibleRange,
  stepped,
  unzoomed,
  viewOf,
  zoomedBy,
  zoomedTo,
  type View,
} from "./viewport.ts";
import { rangeInFileName } from "./range-label.ts";
import type { AxisName } from "./ticks.ts";

/** A choice as an address names it: `week`, `2026-10-25`, `2026-10-19--2026-10-25`. */
export const rangeInAddress = (choice: Choice): string =>
  typeof choice === "string" ? choice : rangeInFileName(choice);

/** The choice an address names (`?range=…`); null for what is none. */
export function rangeFromAddress(text: string | null): Choice | null {
  const preset = presets.find((name) => name === text);
  if (preset || text === null) return preset ?? null;
  const [first = "", last = first, ...more] = text.split("--");
  const days = { first, last };
  return more.length === 0 && daysFault(days) === null ? days : null;
}

/** The axis an address names (`?axis=…`); the clock's unless it is the other. */
export const axisFromAddress = (text: string | null): AxisName => (text === "isp" ? "isp" : "time");

/** The same address with one of its names changed; null takes it out. */
export function addressWith(
  { pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">,
  name: "range" | "axis",
  value: string | null,
): string {
  const params = new URLSearchParams(search);
  if (value === null) params.delete(name);
  else params.set(name, value);
  return `${pathname}${params.size > 0 ? `?${params}` : ""}${hash}`;
}

/** What a chart shows and how its reader changes that. */
export interface ViewState {
  view: View;
  now: number;
  /** The chosen days. */
  days: Range;
  /** The part of them that is shown. */
  shown: Range;
  choose: (choice: Choice) => void;
  step: (direction: -1 | 1) => void;
  zoomTo: (range: Range) => void;
  /** Shows `factor` times as much time around a moment, or around the middle. */
  zoomBy: (factor: number, around?: number | null) => void;
  undoZoom: () => void;
}

/**
 * A view whose choice of days stands in the page's address: each choice is a step of the browser's
 * history, and going back there shows it again. A zoom is not kept.
 */
function useViewInAddress(initial: Choice) {
  const asked = useSearchParams().get("range");
  const choiceIn = (text: string | null) => rangeFromAddress(text) ?? initial;
  const [state, setState] = useState(() => ({ asked, view: viewOf(choiceIn(asked)) }));
  if (asked !== state.asked) {
    const isShown = rangeInAddress(choiceIn(asked)) === rangeInAddress(state.view.choice);
    setState({ asked, view: isShown ? state.view : viewOf(choiceIn(asked)) });
  }
  const change = (next: View) => {
    setState((before) => ({ ...before, view: next }));
    const text = rangeInAddress(next.choice);
    if (text === rangeInAddress(choiceIn(new URLSearchParams(location.search).get("range"))))
      return;
    const isDefault = text === rangeInAddress(initial);
    history.pushState(null, "", addressWith(location, "range", isDefault ? null : text));
  };
  return { view: state.view, change };
}

/** The view of one chart, on the browser's clock: a chart is never drawn on the server. */
export function useView(initial: Choice): ViewState {
  const now = useNow(30_000, Date.now());
  const { view, change } = useViewInAddress(initial);
  const quarter = floorQuarter(now);
  const days = useMemo(() => rangeOf(view.choice, quarter), [quarter, view.choice]);
  const shown = useMemo(() => visibleRange(view, quarter), [quarter, view]);
  return {
    view,
    now,
    days,
    shown,
    choose: (choice) => change(viewOf(choice)),
    step: (direction) => change(stepped(view, direction, quarter)),
    zoomTo: (range) => change(zoomedTo(view, range, quarter)),
    zoomBy: (factor, around = null) => {
      const { from, to } = shown;
      change(zoomedBy(view, factor, around ?? (from + to) / 2, quarter));
    },
    undoZoom: () => change(unzoomed(view)),
  };
}

/** What the axis of a chart counts, as the page's address says. */
export function useAxis(): { value: AxisName; onChoose: (axis: AxisName) => void } {
  const value = axisFromAddress(useSearchParams().get("axis"));
  const onChoose = (axis: AxisName) =>
    history.replaceState(null, "", addressWith(location, "axis", axis === "isp" ? axis : null));
  return { value, onChoose };
}
