import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { LocationBadge } from "@/components/locations/location-columns.tsx";
import { ClusterMark } from "@/components/map/cluster-mark.tsx";
import { locationStates, MarkerShape, type MapState } from "@/components/map/marker-shape.tsx";
import { ConnectionBadge } from "@/components/status/connection.tsx";
import { inLanguage } from "./in-language.tsx";

const now = Date.parse("2026-06-10T08:46:00Z");
const colours: Record<MapState, { badge: string; map: string }> = {
  reporting: { badge: "good", map: "good" },
  responding: { badge: "curtailed", map: "curtailed" },
  silent: { badge: "bad", map: "bad" },
  never_reported: { badge: "ink", map: "unknown" },
};
const reports: Record<MapState, { last_reported_at: string | null; responding: boolean }> = {
  reporting: { last_reported_at: "2026-06-10T08:45:00Z", responding: false },
  responding: { last_reported_at: "2026-06-10T08:45:00Z", responding: true },
  silent: { last_reported_at: "2026-06-10T08:00:00Z", responding: false },
  never_reported: { last_reported_at: null, responding: false },
};
const place = {
  id: "loc_1",
  customer_id: "cus_1",
  latitude: 52,
  longitude: 5,
  metadata: {},
  created_at: "2026-06-01T08:00:00Z",
};
const none = { locations: 2, reporting: 0, responding: 0, silent: 0, never_reported: 0 };
const markup = (element: React.ReactElement) => renderToStaticMarkup(inLanguage("en", element));

describe.each(locationStates)("the state %s of a location", (state) => {
  const { badge, map } = colours[state];

  it("has one colour in lists, on the map and in a cluster", () => {
    const location = { ...place, ...reports[state] };
    expect(markup(<LocationBadge location={location} now={now} />)).toContain(`text-${badge}`);
    expect(markup(<MarkerShape state={state} />)).toContain(`text-${map}`);
    const mark = { label: "2", left: 0, top: 0, selected: false, onPress: () => undefined };
    const ring = markup(<ClusterMark counts={{ ...none, [state]: 2 }} {...mark} />);
    const drawn = [...ring.matchAll(/stroke-(\w+)"[^>]*stroke-dasharray="([\d.]+) /g)];
    expect(drawn.filter(([, , length]) => Number(length) > 0).map(([, name]) => name)).toEqual([
      map,
    ]);
  });
});

it("a device that is offline has the colour and icon of a location that is not reporting", () => {
  const offline = markup(<ConnectionBadge connection="offline" />);
  const silent = markup(<LocationBadge location={{ ...place, ...reports.silent }} now={now} />);
  expect(offline).toContain("text-bad");
  const getIcon = (html: string) =>
    /class="lucide ([\w-]+)/.exec(html)?.[1] ?? html.match(/<path[^>]*>/)?.[0];
  expect(getIcon(offline)).toBe(getIcon(silent));
});

it("a customer reads of a request, staff of a control", () => {
  const location = { ...place, ...reports.responding };
  expect(markup(<LocationBadge location={location} now={now} />)).toContain("Following a control");
  expect(markup(<LocationBadge location={location} now={now} plain />)).toContain(
    "Following a request",
  );
});
