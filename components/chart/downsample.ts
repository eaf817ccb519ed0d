import type { Range } from "./ranges.ts";
import type { Point } from "./series.ts";

/**
 * The points of a line that can be seen at a width in pixels: of each pixel its lowest and its
 * highest point and the first break, in their order. A line with few points stays as it is. Points
 * must be ordered by time.
 */
export function decimated(points: Point[], { from, to }: Range, pixels: number): Point[] {
  if (pixels < 1 || points.length <= pixels * 2) return points;
  const perPixel = (to - from) / pixels;
  const kept: Point[] = [];
  let start = 0;
  while (start < points.length) {
    const edge = from + (Math.floor((points[start]!.x - from) / perPixel) + 1) * perPixel;
    let end = start + 1;
    while (end < points.length && points[end]!.x < edge) end += 1;
    keep(points, start, end, kept);
    start = end;
  }
  return kept;
}

/** The points in `[start, end)` that stand for all of them. */
function keep(points: Point[], start: number, end: number, kept: Point[]): void {
  let lowest = -1;
  let highest = -1;
  let gap = -1;
  for (let index = start; index < end; index += 1) {
    const y = points[index]!.y;
    if (y === null) gap = gap < 0 ? index : gap;
    else {
      if (lowest < 0 || y < points[lowest]!.y!) lowest = index;
      if (highest < 0 || y > points[highest]!.y!) highest = index;
    }
  }
  let last = -1;
  for (const index of [lowest, highest, gap].sort((a, b) => a - b)) {
    if (index > last) kept.push(points[index]!);
    last = Math.max(last, index);
  }
}
