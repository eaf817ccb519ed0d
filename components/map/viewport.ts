/** Degrees east and north. */
export type Degrees = readonly [longitude: number, latitude: number];

/** A position on the map: x and y in degrees of latitude from its north-west corner. */
export interface Point {
  x: number;
  y: number;
}

/** The part of the map that is seen: its middle, and how often it is doubled. */
export interface Viewport extends Point {
  zoom: number;
}

/** A box on the ground, in degrees. */
interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** In the middle of the country a degree east is this much of a degree north on the ground. */
const SQUEEZE = Math.cos((52.2 * Math.PI) / 180);
const WEST = 3.2;
const NORTH = 53.62;
/** The whole map, in degrees of latitude. */
export const WIDTH = 4.2 * SQUEEZE;
export const HEIGHT = 2.98;
export const MAX_ZOOM = 8;

export const WHOLE: Viewport = { x: WIDTH / 2, y: HEIGHT / 2, zoom: 0 };

/** Equirectangular, true to shape at 52.2° north. */
export const toPoint = ([longitude, latitude]: Degrees): Point => ({
  x: (longitude - WEST) * SQUEEZE,
  y: NORTH - latitude,
});

export const toDegrees = ({ x, y }: Point): Degrees => [WEST + x / SQUEEZE, NORTH - y];

export const getWidth = ({ zoom }: Viewport): number => WIDTH / 2 ** zoom;
export const getHeight = ({ zoom }: Viewport): number => HEIGHT / 2 ** zoom;

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** A view that shows nothing beyond the map. */
export function clampViewport(view: Viewport): Viewport {
  const zoom = clamp(view.zoom, 0, MAX_ZOOM);
  const [halfWidth, halfHeight] = [WIDTH / 2 ** zoom / 2, HEIGHT / 2 ** zoom / 2];
  return {
    zoom,
    x: clamp(view.x, halfWidth, WIDTH - halfWidth),
    y: clamp(view.y, halfHeight, HEIGHT - halfHeight),
  };
}

/** Moved by shares of what is seen: `right` 0.5 is half a width. */
export const pan = (view: Viewport, right: number, down: number): Viewport =>
  clampViewport({
    ...view,
    x: view.x + right * getWidth(view),
    y: view.y + down * getHeight(view),
  });

/** Zoomed by doublings about a place that stays where it is: shares of width and height. */
export function zoomAt(view: Viewport, by: number, about: Point = { x: 0.5, y: 0.5 }): Viewport {
  const zoom = clamp(view.zoom + by, 0, MAX_ZOOM);
  const next = { ...view, zoom };
  return clampViewport({
    zoom,
    x: view.x + (about.x - 0.5) * (getWidth(view) - getWidth(next)),
    y: view.y + (about.y - 0.5) * (getHeight(view) - getHeight(next)),
  });
}

/** A position in the viewport, as fractions of its width and height. */
export function toScreen(view: Viewport, at: Degrees): Point {
  const { x, y } = toPoint(at);
  return { x: (x - view.x) / getWidth(view) + 0.5, y: (y - view.y) / getHeight(view) + 0.5 };
}

/** Whether a position is in the viewport, extended by a margin (a fraction of it). */
export function isVisible(view: Viewport, at: Degrees, margin = 0): boolean {
  const { x, y } = toScreen(view, at);
  return x >= -margin && x <= 1 + margin && y >= -margin && y <= 1 + margin;
}

/** Columns of cells in the width of a view. */
const COLUMNS = 14;

/**
 * The box to ask the service for: the view at its whole zoom, widened to steps of half a view, so
 * that small moves ask for nothing new and cells stay where they are.
 */
export function toQueryBox(view: Viewport): Box & { columns: number } {
  const level = { ...view, zoom: Math.floor(view.zoom) };
  const [stepX, stepY] = [getWidth(level) / 2, getHeight(level) / 2];
  const [halfX, halfY] = [getWidth(view) / 2, getHeight(view) / 2];
  const left = Math.floor((view.x - halfX) / stepX + 1e-9);
  const right = Math.ceil((view.x + halfX) / stepX - 1e-9);
  const top = Math.floor((view.y - halfY) / stepY + 1e-9);
  const bottom = Math.ceil((view.y + halfY) / stepY - 1e-9);
  const [west, north] = toDegrees({ x: left * stepX, y: top * stepY });
  const [east, south] = toDegrees({ x: right * stepX, y: bottom * stepY });
  const columns = (right - left) * (COLUMNS / 2);
  return {
    west: short(west),
    south: short(south),
    east: short(east),
    north: short(north),
    columns,
  };
}

const short = (degrees: number) => Number(degrees.toFixed(5));

/** The name of what is nearest to a place, as the crow flies. */
export function findNearest<T extends { at: Degrees }>(
  all: readonly T[],
  at: Degrees,
): T | undefined {
  const here = toPoint(at);
  const far = (one: T) => {
    const there = toPoint(one.at);
    return (there.x - here.x) ** 2 + (there.y - here.y) ** 2;
  };
  return all.reduce<T | undefined>(
    (best, one) => (!best || far(one) < far(best) ? one : best),
    undefined,
  );
}
