"use client";

import { useEffect, useRef, type Dispatch, type RefObject, type SetStateAction } from "react";
import { pan, zoomAt, type Point, type Viewport } from "./viewport.ts";

type SetView = Dispatch<SetStateAction<Viewport>>;

const WHEEL_DOUBLES_IN = 240;

/** A place on the screen as shares of the pane. */
function shareIn(
  pane: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top, width, height } = pane.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

/** Drag with the mouse: the ground follows the pointer. */
function listenToMouse(pane: HTMLElement, setView: SetView): () => void {
  let last: Point | null = null;
  const down = (event: PointerEvent) => {
    if (event.pointerType === "touch" || event.button !== 0) return;
    if ((event.target as Element).closest("button, a")) return;
    last = shareIn(pane, event);
    pane.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!last) return;
    const here = shareIn(pane, event);
    const { x, y } = last;
    last = here;
    setView((view) => pan(view, x - here.x, y - here.y));
  };
  const up = () => {
    last = null;
  };
  return listen(pane, { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up });
}

/** The wheel zooms with ctrl or cmd held (a pinch on a touchpad says ctrl); alone it scrolls the page. */
function listenToWheel(pane: HTMLElement, setView: SetView): () => void {
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const about = shareIn(pane, event);
    const pixels = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
    setView((view) => zoomAt(view, -pixels / WHEEL_DOUBLES_IN, about));
  };
  return listen(pane, { wheel });
}

/** Two fingers move and zoom; one finger scrolls the page, as anywhere else. */
function listenToFingers(pane: HTMLElement, setView: SetView): () => void {
  let last: { middle: Point; apart: number } | null = null;
  const read = ([a, b]: TouchList) => {
    if (!a || !b) return null;
    const [one, other] = [shareIn(pane, a), shareIn(pane, b)];
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    return { middle, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
  };
  const start = (event: TouchEvent) => {
    last = event.touches.length === 2 ? read(event.touches) : null;
    if (last) event.preventDefault();
  };
  const move = (event: TouchEvent) => {
    const here = event.touches.length === 2 ? read(event.touches) : null;
    if (!here || !last) return;
    event.preventDefault();
    const { middle, apart } = last;
    last = here;
    setView((view) => {
      const nearer = zoomAt(view, Math.log2(here.apart / Math.max(1, apart)), here.middle);
      return pan(nearer, middle.x - here.middle.x, middle.y - here.middle.y);
    });
  };
  return listen(pane, { touchstart: start, touchmove: move, touchend: start, touchcancel: start });
}

type Listeners = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

function listen(pane: HTMLElement, listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  // Not passive: what these take over, the page must not scroll by as well.
  for (const [name, listener] of all) pane.addEventListener(name, listener, { passive: false });
  return () => {
    for (const [name, listener] of all) pane.removeEventListener(name, listener);
  };
}

const steps: Record<string, (view: Viewport) => Viewport> = {
  ArrowLeft: (view) => pan(view, -0.25, 0),
  ArrowRight: (view) => pan(view, 0.25, 0),
  ArrowUp: (view) => pan(view, 0, -0.25),
  ArrowDown: (view) => pan(view, 0, 0.25),
  "+": (view) => zoomAt(view, 1),
  "=": (view) => zoomAt(view, 1),
  "-": (view) => zoomAt(view, -1),
};

/** The view a key leads to; null where the key means nothing here, or there is no further to go. */
export function viewAfterKey(view: Viewport, key: string): Viewport | null {
  const next = steps[key]?.(view);
  const stays = !next || (next.x === view.x && next.y === view.y && next.zoom === view.zoom);
  return stays ? null : next;
}

/** Moves and zooms a view by mouse, wheel and fingers on the pane that is answered. */
export function usePanZoom(setView: SetView): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const stops = [
      listenToMouse(element, setView),
      listenToWheel(element, setView),
      listenToFingers(element, setView),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [setView]);
  return pane;
}
