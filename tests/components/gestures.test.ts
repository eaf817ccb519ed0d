import { expect, test } from "vitest";
import {
  toZoomRequest,
  toDraggedRange,
  momentAt,
  toPinchedRange,
  pixelAt,
} from "@/components/chart/gestures.ts";

const shown = { from: 1000, to: 2000 };

test("a pixel maps to a moment and back, within the displayed range", () => {
  expect(momentAt(250, 500, shown)).toBe(1500);
  expect(pixelAt(1500, 500, shown)).toBe(250);
  expect([momentAt(-9, 500, shown), momentAt(999, 500, shown)]).toEqual([1000, 2000]);
});

test("a drag in either direction selects a range, and a click selects none", () => {
  const span = { from: 1200, to: 1600 };
  expect(toDraggedRange({ start: 100, now: 300 }, 500, shown)).toEqual(span);
  expect(toDraggedRange({ start: 300, now: 100 }, 500, shown)).toEqual(span);
  expect(toDraggedRange({ start: 100, now: 103 }, 500, shown)).toBeNull();
});

test("spreading fingers zoom in around their midpoint, and pinching fingers zoom out", () => {
  const fingers = (...at: [number, number, number, number]) =>
    [
      { start: at[0], now: at[1] },
      { start: at[2], now: at[3] },
    ] as const;
  expect(toPinchedRange(fingers(200, 150, 300, 350), 500, shown)).toEqual({
    factor: 0.5,
    center: 1500,
  });
  expect(toPinchedRange(fingers(150, 200, 350, 300), 500, shown)).toEqual({
    factor: 2,
    center: 1500,
  });
  expect(toPinchedRange(fingers(200, 201, 300, 302), 500, shown)).toBeNull();
});

test("one finger never selects, a mouse does, and two fingers pinch", () => {
  const moved = [{ start: 100, now: 300 }];
  expect(toZoomRequest(moved, true, 500, shown)).toEqual({ span: { from: 1200, to: 1600 } });
  expect(toZoomRequest(moved, false, 500, shown)).toBeNull();
  const fingers = [...moved, { start: 300, now: 500 }];
  expect(toZoomRequest(fingers, false, 500, shown)).toBeNull();
  expect(
    toZoomRequest(
      [
        { start: 200, now: 150 },
        { start: 300, now: 350 },
      ],
      false,
      500,
      shown,
    ),
  ).toEqual({
    factor: 0.5,
    center: 1500,
  });
});
