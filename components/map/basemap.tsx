import { outline, towns } from "./basemap-data.ts";
import {
  type Degrees,
  getHeight,
  getWidth,
  HEIGHT,
  isVisible,
  toPoint,
  toScreen,
  type Viewport,
  WIDTH,
} from "./viewport.ts";
import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { getReach } from "./cluster-layout.ts";

/** Half of a letter's mean width with some air, and of a line's height, in pixels. */
const LETTER = 3.4;
const LINE = 8;
/** How far the shape of a single location reaches: less than what is pressed. */
const SHAPE = 9;

/** Where a name's middle may be seen from its town: halves of its width, and of its line's height. */
const LABEL_OFFSETS = [0, 1, 2, 3, 4].flatMap((far) => {
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
export function positionLabels(
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
    const room = LABEL_OFFSETS.map(([x = 0, y = 0]) => ({
      ...town,
      x: town.x + x * town.width,
      y: town.y + y * LINE,
    })).find((one) => isWhole(one) && !taken.some((other) => meet(one, other)));
    if (!room) return [];
    taken.push(room);
    return [{ name, x: room.x / width, y: room.y / height }];
  });
}

const line = (ring: readonly Degrees[]) =>
  ring
    .map(toPoint)
    .map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(4)} ${y.toFixed(4)}`)
    .join("");
const closed = (rings: readonly (readonly Degrees[])[]) =>
  rings.map((ring) => `${line(ring)}Z`).join("");

const land = closed(outline.land);
const waters = closed(outline.waters);
const polder = closed(outline.polder);
const dikes = outline.dikes.map(line).join("");

/** Land and water. */
export function Basemap({ view }: { view: Viewport }) {
  const [width, height] = [getWidth(view), getHeight(view)];
  const box = [view.x - width / 2, view.y - height / 2, width, height].join(" ");
  return (
    <svg
      aria-hidden
      viewBox={box}
      className="absolute inset-0 size-full"
      preserveAspectRatio="none"
    >
      <rect width={WIDTH} height={HEIGHT} className="fill-water" />
      <path
        d={land}
        className="fill-surface stroke-line-strong"
        strokeWidth={1}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
      <path
        d={waters}
        className="fill-water stroke-line-strong"
        strokeWidth={0.75}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
      <path
        d={polder}
        className="fill-surface stroke-line-strong"
        strokeWidth={0.75}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
      <path
        d={dikes}
        className="fill-none stroke-line-strong"
        strokeWidth={1}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The labels of towns that fit between the markers: a halo keeps them readable over coasts. */
export function TownLabels({
  view,
  clusters,
  width,
}: {
  view: Viewport;
  clusters: readonly LocationCluster[];
  width: number;
}) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {positionLabels(view, clusters, width).map(({ name, x, y }) => (
        <span
          key={name}
          className="absolute -translate-1/2 text-[0.6875rem] whitespace-nowrap text-muted [text-shadow:0_0_2px_var(--surface),0_0_2px_var(--surface),0_0_3px_var(--surface),0_0_4px_var(--surface)]"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        >
          {name}
        </span>
      ))}
    </div>
  );
}
