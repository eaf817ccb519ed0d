import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { downsample } from "@/components/chart/chartjs-config.ts";
import type { Point } from "@/components/chart/series.ts";

const range = { from: 0, to: 1000 };
/** Heights of which none is −0, which is no other height than 0. */
const heights = fc.option(
  fc.double({ min: -100, max: 100, noNaN: true }).map((y) => y + 0),
  { freq: 8 },
);
const lines = fc
  .array(heights, { minLength: 50, maxLength: 1000 })
  .map((all) => all.map((y, x): Point => ({ x: (x * 1000) / all.length, y })));
function byPixel(points: Point[], pixels: number): Map<number, Point[]> {
  const grouped = new Map<number, Point[]>();
  for (const point of points) {
    const pixel = Math.floor((point.x * pixels) / 1000);
    grouped.set(pixel, [...(grouped.get(pixel) ?? []), point]);
  }
  return grouped;
}
const known = (points: Point[] = []) => points.flatMap(({ y }) => (y === null ? [] : [y]));

describe("a line with more points than pixels", () => {
  test("keeps the minimum and maximum of each pixel, its gaps and its order", () => {
    fc.assert(
      fc.property(lines, (points) => {
        const kept = downsample(points, range, 10);
        expect(kept.every((point) => points.includes(point))).toBe(true);
        expect(kept.map(({ x }) => x)).toEqual(kept.map(({ x }) => x).sort((a, b) => a - b));
        const before = byPixel(points, 10);
        const after = byPixel(kept, 10);
        for (const [pixel, all] of before) {
          const few: Point[] = after.get(pixel) ?? [];
          if (points.length > 20) expect(few.length).toBeLessThanOrEqual(3);
          expect(few.some(({ y }) => y === null)).toBe(all.some(({ y }: Point) => y === null));
          if (known(all).length === 0) continue;
          expect(Math.min(...known(few))).toBe(Math.min(...known(all)));
          expect(Math.max(...known(few))).toBe(Math.max(...known(all)));
        }
      }),
    );
  });

  test("of a year has a few points per pixel", () => {
    const year = Array.from({ length: 35_136 }, (_, x): Point => ({ x, y: Math.sin(x) }));
    expect(downsample(year, { from: 0, to: 35_136 }, 1000).length).toBeLessThanOrEqual(2010);
  });

  test("with few points is unchanged", () => {
    const few: Point[] = [{ x: 0, y: 1 }];
    expect(downsample(few, range, 100)).toBe(few);
    expect(downsample(few, range, 0)).toBe(few);
  });
});
