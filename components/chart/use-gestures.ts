"use client";

import { startTransition, useRef, useState, type PointerEvent } from "react";
import { isPress, toZoomRequest, toDraggedRange, momentAt, type Pointer } from "./gestures.ts";
import type { Range } from "./ranges.ts";

/** What a reader does with a chart, whatever they do it with. */
export interface PlotActions {
  onCursor: (at: number | null) => void;
  onZoom?: (range: Range) => void;
  onZoomBy?: (factor: number, center: number | null) => void;
  onUndo?: () => void;
  /** A press on the chart, or Enter, opens what is there. */
  onOpen?: (at: number) => void;
  /** Arrow keys move between days instead of quarter-hours. */
  byDay?: boolean;
}

/**
 * The mouse points, and selects by dragging; one finger points while it moves sideways (moving up
 * or down scrolls the page, and the browser then takes it away); two fingers pinch.
 */
export function useGestures(
  visible: Range,
  width: number,
  { onCursor, onZoom, onZoomBy, onOpen }: PlotActions,
) {
  const pointers = useRef(new Map<number, Pointer>());
  const [selection, setSelection] = useState<Range | null>(null);
  const pixelOf = (event: PointerEvent) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    const at = pixelOf(event);
    pointers.current.set(event.pointerId, { start: at, now: at });
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent) {
    const at = pixelOf(event);
    const pointer = pointers.current.get(event.pointerId);
    if (pointer) pointer.now = at;
    if (pointers.current.size > 1) return;
    if (pointer && event.pointerType === "mouse" && onZoom) {
      setSelection(toDraggedRange(pointer, width, visible));
    }
    if (pointer || event.pointerType === "mouse") onCursor(momentAt(at, width, visible));
  }

  function stop() {
    pointers.current.clear();
    setSelection(null);
  }

  function onPointerUp(event: PointerEvent) {
    if (!pointers.current.has(event.pointerId)) return;
    const all = [...pointers.current.values()];
    const request = toZoomRequest(all, event.pointerType === "mouse", width, visible);
    pointers.current.clear();
    // The selection stays until the chart of it is rendered, which takes longer than a frame.
    if (request)
      return startTransition(() => {
        setSelection(null);
        if ("span" in request) onZoom?.(request.span);
        else onZoomBy?.(request.factor, request.center);
      });
    setSelection(null);
    if (all.length === 1) {
      const at = momentAt(pixelOf(event), width, visible);
      if (onOpen && isPress(all[0]!)) onOpen(at);
      else onCursor(at);
    }
  }

  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && pointers.current.size === 0) onCursor(null);
  };
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerLeave };
  return { selection, handlers: { ...handlers, onPointerCancel: stop } };
}
