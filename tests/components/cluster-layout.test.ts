import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joined, getReach } from "../../components/map/cluster-layout.ts";
import { sumCounts } from "../../components/map/marker-shape.tsx";
import { positionLabels } from "../../components/map/basemap.tsx";
import {
  HEIGHT,
  MAX_ZOOM,
  toScreen,
  WHOLE,
  WIDTH,
  clampViewport,
} from "../../components/map/viewport.ts";
import type { LocationCluster } from "../../lib/contract/location-clusters.ts";

const some = (max: number) => fc.integer({ min: 0, max });
const someCluster: fc.Arbitrary<LocationCluster> = fc
  .record({
    longitude: fc.double({ min: 3.3, max: 7.3, noNaN: true }),
    latitude: fc.double({ min: 50.7, max: 53.6, noNaN: true }),
    locations: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 9000 })),
    shares: fc.tuple(some(3), some(3), some(3)),
  })
  .map(({ locations, shares: [a, b, c], ...at }) => {
    const [silent, responding, never_reported] = [a, b, c].map((share) =>
      Math.floor((locations * share) / 9),
    ) as [number, number, number];
    const location_id = locations === 1 ? `${at.longitude} ${at.latitude}` : null;
    return { ...at, locations, silent, responding, never_reported, location_id, label: null };
  });
const someClusters = fc.array(someCluster, { maxLength: 120 });
const someZoom = fc.double({ min: 0, max: MAX_ZOOM, noNaN: true });
const someWidth = fc.integer({ min: 288, max: 608 });

/** Marker positions on a map of the whole country at a zoom level, in pixels. */
function pixelsOf({ longitude, latitude }: LocationCluster, zoom: number, width: number) {
  const { x, y } = toScreen(WHOLE, [longitude, latitude]);
  const across = width * 2 ** zoom;
  return { x: x * across, y: (y * across * HEIGHT) / WIDTH };
}

describe("map markers", () => {
  test("never overlap, at any fleet, zoom and width", () => {
    fc.assert(
      fc.property(someClusters, someZoom, someWidth, (clusters, zoom, width) => {
        const marks = joined(clusters, zoom, width).map((mark) => ({
          ...pixelsOf(mark, zoom, width),
          reach: getReach(mark),
          isSquare: mark.locations > 1 && mark.silent + mark.responding > 0,
        }));
        for (const [at, one] of marks.entries()) {
          for (const other of marks.slice(at + 1)) {
            const [right, down] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
            const isSquare = one.isSquare || other.isSquare;
            const apart = isSquare ? Math.max(right, down) : Math.hypot(right, down);
            expect(apart).toBeGreaterThanOrEqual(one.reach + other.reach - 1e-6);
          }
        }
      }),
    );
  });

  test("count every location once, however they are clustered", () => {
    fc.assert(
      fc.property(someClusters, someZoom, someWidth, (clusters, zoom, width) => {
        expect(sumCounts(joined(clusters, zoom, width))).toEqual(sumCounts(clusters));
      }),
    );
  });

  test("do not depend on the order in which the service lists locations", () => {
    const shuffled = someClusters.chain((clusters) =>
      fc.tuple(
        fc.constant(clusters),
        fc.shuffledSubarray(clusters, { minLength: clusters.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, someZoom, someWidth, ([clusters, other], zoom, width) => {
        expect(joined(other, zoom, width)).toEqual(joined(clusters, zoom, width));
      }),
    );
  });

  test("are not merged where there is space", () => {
    const one = { locations: 1, responding: 0, silent: 1, never_reported: 0, label: "Dam 1" };
    const dam = { ...one, longitude: 4.89, latitude: 52.37, location_id: "a" };
    const vrijthof = { ...one, longitude: 5.69, latitude: 50.85, location_id: "b" };
    expect(joined([dam, vrijthof], 0, 343)).toEqual(expect.arrayContaining([dam, vrijthof]));
    const near = { ...dam, longitude: 4.91, location_id: "c" };
    expect(joined([dam, near], 0, 343)).toMatchObject([{ locations: 2, silent: 2 }]);
    expect(joined([dam, near], 5, 343)).toHaveLength(2);
  });
});

test("town names overlap neither markers nor other names and are not cut off", () => {
  const width = 343;
  fc.assert(
    fc.property(someClusters, someZoom, (clusters, zoom) => {
      const view = clampViewport({ ...WHOLE, zoom });
      const height = (width * HEIGHT) / WIDTH;
      const names = positionLabels(view, joined(clusters, zoom, width), width);
      const taken = [
        ...joined(clusters, zoom, width).map((mark) => {
          const { x, y } = toScreen(view, [mark.longitude, mark.latitude]);
          const reach = mark.locations === 1 ? 9 : getReach(mark);
          return { x: x * width, y: y * height, right: reach, down: reach };
        }),
        ...names.map(({ name, x, y }) => ({
          x: x * width,
          y: y * height,
          right: name.length * 3,
          down: 7,
        })),
      ];
      for (const { x, y, right, down } of taken.slice(taken.length - names.length)) {
        const isWhole = x >= right && x <= width - right && y >= down && y <= height - down;
        expect(isWhole).toBe(true);
      }
      for (const [at, one] of taken.entries()) {
        for (const other of taken.slice(Math.max(at + 1, taken.length - names.length))) {
          const isBeside =
            Math.abs(one.x - other.x) >= one.right + other.right - 1e-6 ||
            Math.abs(one.y - other.y) >= one.down + other.down - 1e-6;
          expect(isBeside).toBe(true);
        }
      }
    }),
  );
  const views = positionLabels(WHOLE, [], 608).map(({ name }) => name);
  expect(views).toEqual(expect.arrayContaining(["Amsterdam", "Groningen", "Maastricht"]));
});
