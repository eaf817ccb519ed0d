import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { outline } from "./basemap-data.ts";
import { placeLabels } from "./label-placement.ts";
import {
  HEIGHT,
  getHeight,
  toPoint,
  WIDTH,
  getWidth,
  type Degrees,
  type Viewport,
} from "./viewport.ts";

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
      {placeLabels(view, clusters, width).map(({ name, x, y }) => (
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
