import { notFound } from "next/navigation";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";

import { toMillis } from "@/lib/time/instant.ts";
import { parseComparison, toComparedDay, type Comparison } from "@/lib/time/compare-day.ts";
import { parseDay, spanAt, spans, type Span } from "@/lib/time/periods.ts";
import { type SearchParams, getParam } from "@/lib/portal/queries/list-query.ts";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { DAY_MS } from "@/lib/time/amsterdam.ts";
import { readAllLocations } from "./all-locations.ts";
import { readEquipment } from "./customer-home.ts";
import { nullOnError } from "./load.ts";

/**
 * The measurements of a location; `panels` is null without panels or if the service does not return
 * them.
 */
export interface Measured {
  history: readonly { time: string; actual?: number | undefined }[];
  panels: readonly { time: string; actual?: number | undefined }[] | null;
}

/** A second day, by its name in the address, and what was measured; null where it cannot be read. */
export interface ComparedDay {
  comparison: Comparison;
  day: Span;
  measured: Measured | null;
}

interface HistoryView {
  locations: PartialLocation[];
  location: string;
  /** When the location was created (ms). */
  registeredMs: number;
  span: Span;
  measured: Measured;
  /** The day that the day is compared with; null without one. */
  compared: ComparedDay | null;
  /** What was requested there in the span and shortly before. */
  controls: readonly LocatedControl[];
}

/**
 * The data of a customer's history page: a location, a period, and measurements from the period
 * before on; a null location if there is none. Invalid search params fall back to today.
 */
export async function readEnergyHistory(
  portal: Portal,
  searchParams: SearchParams,
  now: number,
): Promise<HistoryView | { location: null }> {
  const locations = await readAllLocations(portal);
  const wantedId = getParam(searchParams, "location");
  const location = wantedId === "" ? locations[0] : locations.find(({ id }) => id === wantedId);
  if (!location) return wantedId === "" ? { location: null } : notFound();
  const name = spans.find((one) => one === getParam(searchParams, "span")) ?? "day";
  const day = parseDay(getParam(searchParams, "date"));
  const span = spanAt(name, day === null || day > now ? now : day);
  const before = spanAt(span.name, span.from, -1).from;
  const read = measurementsOf(portal, location.id, now);
  const [measured, compared, controls] = await Promise.all([
    read({ from: before, to: span.to }),
    readCompared(read, { span, search: getParam(searchParams, "compare"), now }),
    readControls(portal, location.id, span.from),
  ]);
  return {
    locations,
    location: location.id,
    registeredMs: toMillis(location.created_at),
    span,
    measured,
    compared,
    controls,
  };
}

async function readCompared(
  read: ReturnType<typeof measurementsOf>,
  { span, search, now }: { span: Span; search: string; now: number },
): Promise<ComparedDay | null> {
  const comparison = span.name === "day" ? parseComparison(search) : null;
  const range = toComparedDay(comparison, span);
  if (comparison === null || range === null) return null;
  const measured =
    range.from < now ? await nullOnError(read(range)) : { history: [], panels: null };
  return { comparison, day: { name: "day", ...range }, measured };
}

/** A control lasts a week at most after it was accepted, and a day more where clocks differ (ms). */
const MAX_AGE = 8 * DAY_MS;
/** Earlier ones are not shaded. */
const MAX_PAGES = 10;

/** The controls at a location that may have been in force after a moment, newest first. */
async function readControls(
  { directory }: Portal,
  locationId: string,
  from: number,
): Promise<LocatedControl[]> {
  const all: LocatedControl[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { page, page_size: MAX_PAGE_SIZE };
    const read = await nullOnError(directory.listLocatedControls({ locationId }, query));
    all.push(...(read?.items ?? []));
    const oldest = read?.items.at(-1);
    if (!read || !oldest || all.length >= read.total) break;
    if (toMillis(oldest.created_at) + MAX_AGE < from) break;
  }
  return all;
}

/** Reads what was measured at a location over periods; its devices are read once. */
function measurementsOf(portal: Portal, location_id: string, now: number) {
  const equipment = readEquipment(portal);
  return async ({ from, to }: { from: number; to: number }): Promise<Measured> => {
    const query = {
      start: new Date(from).toISOString(),
      end: new Date(Math.min(to, now)).toISOString(),
    };
    const hasPanels = (await equipment).some(({ id, panels }) => id === location_id && panels);
    const params = { location_id, device_type: "SOLAR_INVERTER" as const };
    const [history, panels] = await Promise.all([
      portal.call("getLocationHistorical", { params: { location_id }, query }),
      hasPanels ? portal.call("getLocationDeviceHistorical", { params, query }) : null,
    ]);
    return { history: history.data.data, panels: panels?.data.data ?? null };
  };
}
