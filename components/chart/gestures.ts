import type { Range } from "./ranges.ts";

/** A finger or the mouse on a chart, in pixels from its left edge. */
export interface Pointer {
  start: number;
  now: number;
}

/** Less than this is a press, not a drag, in pixels. */
const DRAG = 6;

/** Whether a pointer stayed where it was put down. */
export const isPress = ({ start, now }: Pointer): boolean => Math.abs(now - start) < DRAG;

/** The moment at a pixel of a chart that is `width` pixels wide. */
export const momentAt = (pixel: number, width: number, { from, to }: Range): number =>
  from + (Math.min(Math.max(pixel, 0), width) / width) * (to - from);

/** The pixel of a moment. */
export const pixelAt = (at: number, width: number, { from, to }: Range): number =>
  ((at - from) / (to - from)) * width;

/** The span a mouse was dragged over; null for a mere press. */
export function toDraggedRange(
  { start, now }: Pointer,
  width: number,
  visible: Range,
): Range | null {
  if (isPress({ start, now })) return null;
  const [left, right] = [Math.min(start, now), Math.max(start, now)];
  return { from: momentAt(left, width, visible), to: momentAt(right, width, visible) };
}

/**
 * What a pinch asks for: how much more time (below 1: a closer look) around which moment, so that
 * what was between the fingers stays between them.
 */
export function toPinchedRange(
  [one, other]: readonly [Pointer, Pointer],
  width: number,
  visible: Range,
): { factor: number; center: number } | null {
  const before = Math.abs(one.start - other.start);
  const after = Math.abs(one.now - other.now);
  if (Math.abs(after - before) < DRAG || after < 1) return null;
  const factor = Math.max(before, 1) / after;
  return { factor, center: momentAt((one.start + other.start) / 2, width, visible) };
}

/** What the end of a gesture asks for; null for a mere press. */
type ZoomRequest = { span: Range } | { factor: number; center: number };

/** What pointers did that were on a chart together; only the mouse selects. */
export function toZoomRequest(
  pointers: readonly Pointer[],
  isMouse: boolean,
  width: number,
  visible: Range,
): ZoomRequest | null {
  const [one, other] = pointers;
  if (one && other) return toPinchedRange([one, other], width, visible);
  const span = one && isMouse ? toDraggedRange(one, width, visible) : null;
  return span && { span };
}
