"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import { toPosition } from "@/components/chart/rows.ts";
import type { ShadedWindow } from "@/components/chart/series.ts";
import { WindowLanes, WindowShades } from "@/components/chart/window-lanes.tsx";
import { toLocalDateTime, type Window, type WindowChoice } from "@/components/controls/window.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import { floorQuarter, HOUR_MS, MINUTE_MS, QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { ZONE_TARGET } from "../control-draft.ts";
import { recentSummaries } from "../control-history-query.ts";
import { targetTitle } from "../control-view-model.ts";
import { shadedWindows } from "../shaded-windows.ts";
import {
  dragRange,
  type Edge,
  getLimits,
  moveByKey,
  moveEdge,
  quarterAt,
  windowBetween,
} from "./window-drag.ts";

const EVERY = 60_000;

/** A day-ahead price in EUR/MWh, by the start of its quarter-hour (ms). */
type Prices = ReadonlyMap<number, number>;

function usePrices({ from, to }: Window, isOffered: boolean): Prices {
  const query = { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
  const input = { params: { bidding_zone_id: ZONE_TARGET.id }, query };
  const { data } = useOperation("getBiddingZonePrices", isOffered ? input : null, {
    keepPreviousData: true,
  });
  const items = data?.data ?? [];
  return new Map(
    items.flatMap(({ time, price }) => (price === undefined ? [] : [[toMillis(time), price]])),
  );
}

/** The prices as bars around zero; the text below has their mean. */
function PriceBars({ prices, range }: { prices: Prices; range: Window }) {
  const values = [...prices.values()];
  if (values.length === 0) return null;
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const height = Math.max(top - bottom, 1);
  const quarters = (range.to - range.from) / QUARTER_MS;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${quarters} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {[...prices].map(([at, price]) => (
        <rect
          key={at}
          x={(at - range.from) / QUARTER_MS}
          y={top - Math.max(price, 0)}
          width={1}
          height={Math.abs(price)}
          className={price < 0 ? "fill-consumption/40" : "fill-production-mark/40"}
        />
      ))}
    </svg>
  );
}

/** The mean price of a window, weighted by time; null unless all of it is known. */
export function getMeanPrice(prices: Prices, { from, to }: Window): number | null {
  let sum = 0;
  for (let at = floorQuarter(from); at < to; at += QUARTER_MS) {
    const price = prices.get(at);
    if (price === undefined) return null;
    sum += price * (Math.min(at + QUARTER_MS, to) - Math.max(at, from));
  }
  return to > from ? sum / (to - from) : null;
}

interface EdgeProps {
  edge: Edge;
  window: Window;
  range: Window;
  now: number;
  onMove: (window: Window) => void;
}

/** The start or the end of the window, moved by the arrow keys. */
function EdgeHandle({ edge, window, range, now, onMove }: EdgeProps) {
  const t = useTranslations("controls.console.window.drag");
  const f = useFormats();
  const limits = getLimits(edge, window, range, now);
  const at = window[edge];
  const toMinutes = (ms: number) => Math.round((ms - range.from) / MINUTE_MS);
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveByKey(event.key, edge, window, range, now);
    if (!moved) return;
    event.preventDefault();
    onMove(moved);
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={t(edge)}
      aria-valuemin={toMinutes(limits.from)}
      aria-valuemax={toMinutes(limits.to)}
      aria-valuenow={toMinutes(at)}
      aria-valuetext={edge === "to" ? f.nearEnd(window.from, at, now) : f.nearMoment(at, now)}
      data-edge={edge}
      onKeyDown={onKeyDown}
      className={classNames(
        "absolute inset-y-0 z-10 w-6 cursor-ew-resize rounded after:absolute after:inset-y-0 after:w-1 after:rounded after:bg-ink",
        edge === "from" ? "-translate-x-full after:right-0" : "after:left-0",
      )}
      style={{ left: toPosition({ from: at, to: range.to }, range).left }}
    />
  );
}

const isInside = ({ from, to }: Window, range: Window) => from < range.to && to > range.from;

/** The controls in force and the next ones, with their targets. */
function usePlannedWindows(isOffered: boolean): ShadedWindow[] {
  const t = useTranslations("controls");
  const { data } = useOperation("listControlSummaries", isOffered ? recentSummaries : null, {
    refreshInterval: EVERY,
  });
  return useMemo(
    () =>
      shadedWindows(
        data?.data ?? [],
        t,
        false,
        ({ type, target }) => `${t(`types.${type}.title`)} · ${targetTitle(target, t)}`,
      ),
    [data, t],
  );
}

/**
 * The coming day with its day-ahead prices and the controls planned in it. Dragging over it chooses a window of whole quarter-hours, and
 * the arrow keys move its start and end.
 */
export function WindowTimeline({
  window,
  hasPrices,
  hasSummaries,
  now,
  onChoose,
}: {
  window: Window | null;
  hasPrices: boolean;
  hasSummaries: boolean;
  now: number;
  onChoose: (choice: WindowChoice) => void;
}) {
  const t = useTranslations("controls.console.window.drag");
  const f = useFormats();
  const track = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<Window | null>(null);
  const start = useRef<{ anchor: number } | { edge: Edge } | null>(null);
  const range = dragRange(now);
  const prices = usePrices(range, hasPrices);
  const planned = usePlannedWindows(hasSummaries);
  const displayed = dragged ?? window;
  const mean = displayed && getMeanPrice(prices, displayed);
  const choose = ({ from, to }: Window) =>
    onChoose({ kind: "exact", from: toLocalDateTime(from), to: toLocalDateTime(to) });

  const quarterOf = ({ clientX }: PointerEvent) => {
    const { left, width } = track.current!.getBoundingClientRect();
    return quarterAt(range, (clientX - left) / width);
  };
  const dragTo = (event: PointerEvent): Window | null => {
    const from = start.current;
    if (!from) return null;
    const quarter = quarterOf(event);
    if ("anchor" in from) return windowBetween(from.anchor, quarter, now);
    const at = from.edge === "to" ? quarter + QUARTER_MS : quarter;
    return displayed && moveEdge(from.edge, at, displayed, range, now);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const { edge } = (event.target as HTMLElement).dataset;
    start.current = edge === "from" || edge === "to" ? { edge } : { anchor: quarterOf(event) };
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(dragTo(event));
  };
  const onPointerUp = (event: PointerEvent) => {
    const chosen = dragTo(event);
    start.current = null;
    setDragged(null);
    if (chosen) choose(chosen);
  };
  const cancel = () => {
    start.current = null;
    setDragged(null);
  };
  const ticks = Array.from({ length: 8 }, (_, index) => range.from + index * 3 * HOUR_MS);
  return (
    <div role="group" aria-label={t("title")} className="flex flex-col gap-1">
      <div
        ref={track}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => start.current && setDragged(dragTo(event))}
        onPointerUp={onPointerUp}
        onPointerCancel={cancel}
        className="relative mx-6 h-16 cursor-crosshair touch-pan-y select-none"
      >
        <div className="absolute inset-0 overflow-hidden rounded-md border border-line bg-canvas">
          <PriceBars prices={prices} range={range} />
          <WindowShades windows={planned} range={range} />
          {displayed && isInside(displayed, range) && (
            <span
              className="absolute inset-y-0 border-x-2 border-ink bg-ink/10"
              style={toPosition(displayed, range)}
            />
          )}
        </div>
        {displayed &&
          isInside(displayed, range) &&
          (["from", "to"] as const).map((edge) => (
            <EdgeHandle
              key={edge}
              edge={edge}
              window={displayed}
              range={range}
              now={now}
              onMove={choose}
            />
          ))}
      </div>
      <div aria-hidden className="relative mx-6 h-4 text-xs text-muted">
        {ticks.map((tick, index) => (
          <span
            key={tick}
            className={classNames("absolute", index % 2 === 1 && "max-sm:hidden")}
            style={{ left: toPosition({ from: tick, to: range.to }, range).left }}
          >
            {f.time(tick)}
          </span>
        ))}
      </div>
      <div className="mx-6">
        <WindowLanes plain={false} windows={planned} range={range} now={now} />
      </div>
      <p className="min-h-8 text-xs text-muted">
        {t("hint")} {typeof mean === "number" && t("mean", { price: f.eur(mean) })}
        {hasPrices && displayed && mean === null && t("noPrice")}
      </p>
    </div>
  );
}
