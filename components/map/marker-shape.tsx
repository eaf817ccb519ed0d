import type { MapState } from "./location-states.ts";

const shapes: Record<MapState, { path: string; colour: string; hollow?: true }> = {
  reporting: { path: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z", colour: "text-good" },
  responding: { path: "M8 1.2L14.8 8L8 14.8L1.2 8z", colour: "text-curtailed" },
  silent: { path: "M8 1.6L15 14H1z", colour: "text-bad" },
  never_reported: {
    path: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z",
    colour: "text-unknown",
    hollow: true,
  },
};

/** A location's state as a shape of its own: disc, diamond, triangle, broken ring. */
export function MarkerShape({
  state,
  className = "size-4",
}: {
  state: MapState;
  className?: string;
}) {
  const { path, colour, hollow } = shapes[state];
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={`${className} ${colour} shrink-0`}>
      <path
        d={path}
        fill={hollow ? "var(--surface)" : "currentColor"}
        stroke={hollow ? "currentColor" : "var(--surface)"}
        strokeWidth={hollow ? 2 : 1.25}
        strokeDasharray={hollow ? "3 2" : undefined}
        strokeLinejoin="round"
      />
    </svg>
  );
}
