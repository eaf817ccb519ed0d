import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { getReach } from "./cluster-layout.ts";
import { towns } from "./basemap-data.ts";
import { HEIGHT, isVisible, toScreen, WIDTH, type Degrees, type Viewport } from "./viewport.ts";

/** Half of a letter's mean width with some air, and of a line's height, in pixels. */
const LETTER = 3.4;
const LINE = 8;
/** How far the shape of a single location reaches: less than what is pressed. */
const SHAPE = 9;

/** Where a name's middle may be seen from its town: halves of its width, and of its line's height. */
const places = [0, 1, 2, 3, 4].flatMap((far) => {
  const [down, right] = [1.75 + far, 1.1 + far / 4];
  const row = [0, 0.6, -0.6, 1.1, -1.1].flatMap((aside) => [
    [aside, down],
    [aside, -down],
  ]);
  return [...row, [right, 0], [-right, 0]];
});

interface LabelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

const meet = (a: LabelBox, b: LabelBox) =>
  Math.abs(a.x - b.x) < a.width + b.width && Math.abs(a.y - b.y) < a.height + b.height;

/**
 * The names of the towns there is room for, whole, beside marks and each other, on a map that is so many
 * pixels wide: where their middles stand, as shares of it.
 */
export function placeLabels(
  view: Viewport,
  clusters: readonly LocationCluster[],
  width: number,
): { name: string; x: number; y: number }[] {
  const height = (width * HEIGHT) / WIDTH;
  const roomAt = (at: Degrees, half: { width: number; height: number }): LabelBox => {
    const { x, y } = toScreen(view, at);
    return { x: x * width, y: y * height, ...half };
  };
  const taken = clusters.map((cluster) => {
    const reach = cluster.locations === 1 ? SHAPE : getReach(cluster);
    return roomAt([cluster.longitude, cluster.latitude], { width: reach, height: reach });
  });
  const isWhole = ({ x, y, ...half }: LabelBox) =>
    Math.min(x, width - x) >= half.width && Math.min(y, height - y) >= half.height;
  return towns.flatMap(({ name, at, from }) => {
    if (view.zoom < from || !isVisible(view, at)) return [];
    const town = roomAt(at, { width: name.length * LETTER, height: LINE });
    const room = places
      .map(([x = 0, y = 0]) => ({ ...town, x: town.x + x * town.width, y: town.y + y * LINE }))
      .find((one) => isWhole(one) && !taken.some((other) => meet(one, other)));
    if (!room) return [];
    taken.push(room);
    return [{ name, x: room.x / width, y: room.y / height }];
  });
}
