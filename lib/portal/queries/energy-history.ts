import { notFound } from "next/navigation";

import { toMillis } from "@/lib/time/instant.ts";
import { parseDay, spanAt, spans, type Span } from "@/lib/time/periods.ts";
import type { SearchParams } from "@/lib/portal/queries/list-query.ts";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { getParam } from "./search-params.ts";
import { readEquipped } from "./customer-home.ts";

const MANY = 100;

/** What was measured of a location; `panels` is null where there are none, or nobody tells. */
export interface Measured {
  history: readonly { time: string; actual?: number | undefined }[];
  panels: readonly { time: string; actual?: number | undefined }[] | null;
}

interface ShownHistory {
  places: PartialLocation[];
  location: string;
  /** Since when that is known (ms). */
  knownSince: number;
  span: Span;
  measured: Measured;
}

/**
 * What a customer's history page shows: a location, a span, and what was measured from the span
 * before on; a null location where there is none. What the address names wrongly is today's.
 */
export async function readHistory(
  portal: Portal,
  asked: SearchParams,
  now: number,
): Promise<ShownHistory | { location: null }> {
  const { items: places } = await portal.directory.listLocations({ page_size: MANY });
  const wanted = getParam(asked, "location");
  const place = wanted === "" ? places[0] : places.find(({ id }) => id === wanted);
  if (!place) return wanted === "" ? { location: null } : notFound();
  const name = spans.find((one) => one === getParam(asked, "span")) ?? "day";
  const day = parseDay(getParam(asked, "date"));
  const span = spanAt(name, day === null || day > now ? now : day);
  const measured = await readMeasured(portal, place.id, span, now);
  return { places, location: place.id, knownSince: toMillis(place.created_at), span, measured };
}

async function readMeasured(
  portal: Portal,
  location_id: string,
  span: Span,
  now: number,
): Promise<Measured> {
  const from = spanAt(span.name, span.from, -1).from;
  const query = {
    start: new Date(from).toISOString(),
    end: new Date(Math.min(span.to, now)).toISOString(),
  };
  const equipped = await readEquipped(portal);
  const hasPanels = equipped.some(({ id, panels }) => id === location_id && panels);
  const params = { location_id, device_type: "SOLAR_INVERTER" as const };
  const [history, panels] = await Promise.all([
    portal.call("getLocationHistorical", { params: { location_id }, query }),
    hasPanels ? portal.call("getLocationDeviceHistorical", { params, query }) : null,
  ]);
  return { history: history.data.data, panels: panels?.data.data ?? null };
}
