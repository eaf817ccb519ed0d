import { notFound } from "next/navigation";
import type { Measured } from "@/components/history/buckets.ts";
import { toMillis } from "@/components/format.ts";
import { dayOf, spanAt, spans, type Span } from "@/components/history/spans.ts";
import type { SearchParams } from "@/components/table/table-query.ts";
import type { KnownLocation } from "@/lib/portal/directory.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { askedFor } from "../asked.ts";
import { readEquipped } from "../home-readings.ts";

const MANY = 100;

interface ShownHistory {
  places: KnownLocation[];
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
  const wanted = askedFor(asked, "location");
  const place = wanted === "" ? places[0] : places.find(({ id }) => id === wanted);
  if (!place) return wanted === "" ? { location: null } : notFound();
  const name = spans.find((one) => one === askedFor(asked, "span")) ?? "day";
  const day = dayOf(askedFor(asked, "date"));
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
