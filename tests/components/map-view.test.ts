import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outline, towns } from "../../components/map/basemap-data.ts";
import {
  inState,
  locationStates,
  mainState,
  sumCounts,
  toCounts,
} from "../../components/map/marker-shape.tsx";
import { viewAfterKey } from "../../components/map/use-pan-zoom.ts";
import {
  toQueryBox,
  getHeight,
  isVisible,
  MAX_ZOOM,
  pan,
  findNearest,
  toScreen,
  toDegrees,
  toPoint,
  WHOLE,
  getWidth,
  clampViewport,
  zoomAt,
} from "../../components/map/viewport.ts";

const someView = fc
  .record({
    x: fc.double({ min: -1, max: 4, noNaN: true }),
    y: fc.double({ min: -1, max: 4, noNaN: true }),
    zoom: fc.double({ min: 0, max: MAX_ZOOM, noNaN: true }),
  })
  .map(clampViewport);
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("the viewport of a map", () => {
  test("converts a coordinate to a pixel and back", () => {
    const [longitude, latitude] = toDegrees(toPoint([5.12, 52.09]));
    expect(longitude).toBeCloseTo(5.12);
    expect(latitude).toBeCloseTo(52.09);
  });

  test("shows the whole country and every town at first", () => {
    for (const at of [...outline.land.flat(), ...towns.map((town) => town.at)]) {
      expect(isVisible(WHOLE, at), String(at)).toBe(true);
    }
  });

  test("never shows area beyond the map, however it is moved and zoomAt", () => {
    fc.assert(
      fc.property(
        someView,
        share,
        share,
        fc.double({ min: -9, max: 9, noNaN: true }),
        (view, x, y, by) => {
          const next = pan(zoomAt(view, by, { x, y }), x * 3, y * -3);
          expect(next.x - getWidth(next) / 2).toBeGreaterThanOrEqual(-1e-9);
          expect(next.y - getHeight(next) / 2).toBeGreaterThanOrEqual(-1e-9);
          expect(next.x + getWidth(next) / 2).toBeLessThanOrEqual(getWidth(WHOLE) + 1e-9);
          expect(next.y + getHeight(next) / 2).toBeLessThanOrEqual(getHeight(WHOLE) + 1e-9);
        },
      ),
    );
  });

  test("keeps the point under the cursor in place when zooming", () => {
    const view = clampViewport({ x: 1.3, y: 1.5, zoom: 3 });
    const at = toDegrees({ x: view.x + 0.3 * getWidth(view), y: view.y - 0.2 * getHeight(view) });
    const { x, y } = toScreen(zoomAt(view, 2, toScreen(view, at)), at);
    expect(x).toBeCloseTo(0.8);
    expect(y).toBeCloseTo(0.3);
  });

  test("moves by key only where there is more map in that direction", () => {
    expect(viewAfterKey(WHOLE, "ArrowLeft")).toBeNull();
    expect(viewAfterKey(WHOLE, "-")).toBeNull();
    expect(viewAfterKey(WHOLE, "x")).toBeNull();
    expect(viewAfterKey(WHOLE, "+")?.zoom).toBe(1);
  });
});

describe("the requested bounding box", () => {
  test("contains the viewport, in no more columns than the contract allows", () => {
    fc.assert(
      fc.property(someView, (view) => {
        const { west, south, east, north, columns } = toQueryBox(view);
        const corner = toDegrees({
          x: view.x - getWidth(view) / 2,
          y: view.y + getHeight(view) / 2,
        });
        const other = toDegrees({
          x: view.x + getWidth(view) / 2,
          y: view.y - getHeight(view) / 2,
        });
        expect(west).toBeLessThanOrEqual(corner[0] + 1e-4);
        expect(south).toBeLessThanOrEqual(corner[1] + 1e-4);
        expect(east).toBeGreaterThanOrEqual(other[0] - 1e-4);
        expect(north).toBeGreaterThanOrEqual(other[1] - 1e-4);
        expect(columns).toBeGreaterThanOrEqual(1);
        expect(columns).toBeLessThanOrEqual(64);
      }),
    );
  });

  test("stays the same through small moves", () => {
    const view = clampViewport({ x: 1.3, y: 1.5, zoom: 4 });
    expect(toQueryBox(pan(view, 0.01, 0.01))).toEqual(toQueryBox(view));
  });
});

test("a place is named by the nearest town", () => {
  expect(findNearest(towns, [5.1, 52.1])?.name).toBe("Utrecht");
  expect(findNearest(towns, [5.7, 50.9])?.name).toBe("Maastricht");
});

describe("a cluster", () => {
  const cluster = {
    latitude: 52,
    longitude: 5,
    locations: 7,
    responding: 1,
    silent: 1,
    never_reported: 2,
    location_id: null,
    label: null,
  };

  test("counts each location once, so that the states add up to all of them", () => {
    expect(toCounts(cluster).reporting).toBe(3);
    const { locations, ...states } = sumCounts([cluster, cluster]);
    expect(Object.values(states).reduce((sum, count) => sum + count)).toBe(locations);
    expect({ locations, ...states }).toEqual({
      locations: 14,
      reporting: 6,
      responding: 2,
      silent: 2,
      never_reported: 4,
    });
  });

  test("counts in one state only its locations there, and is left out without any", () => {
    for (const state of locationStates) {
      const only = inState([cluster], state);
      const counts = sumCounts(only);
      expect([counts.locations, counts[state]]).toEqual(Array(2).fill(toCounts(cluster)[state]));
    }
    expect(inState([{ ...cluster, silent: 0 }], "silent")).toEqual([]);
    expect(inState([cluster], null)).toEqual([cluster]);
  });

  test("shows the state that needs attention most", () => {
    const one = { locations: 1, reporting: 0, responding: 0, silent: 0, never_reported: 0 };
    expect(mainState({ ...one, silent: 1, responding: 1 })).toBe("silent");
    expect(mainState({ ...one, reporting: 1, responding: 1 })).toBe("responding");
    expect(mainState({ ...one, never_reported: 1 })).toBe("never_reported");
  });
});
