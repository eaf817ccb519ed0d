import type { AnswerOf, LiveStatus, QueryOf } from "../../lib/contract/index.ts";
import {
  DAY_MS,
  floorQuarter,
  ispNumber,
  localDate,
  MINUTE_MS,
  QUARTER_MS,
} from "../../lib/time/amsterdam.ts";
import { roundToWatt } from "../engine/control.ts";
import { parseInstant } from "../engine/window.ts";
import {
  areaItems,
  coverageItems,
  forecastItems,
  groupItems,
  MIN_REPORTING_SHARE,
  locationItems,
  type ForecastRow,
} from "../planning/history.ts";
import { outlookAfterNow, computeOutlooks } from "../planning/flexibility-forecast.ts";
import { loadWeather } from "../planning/weather.ts";
import { readLocationDays } from "../store/read-days.ts";
import { getAreaForecast, type AreaKind, type Outlook } from "../store/area-forecasts.ts";
import { plannedChangeAt, readCurrentShifts } from "../planning/planned-changes.ts";
import type { ShiftArea } from "../store/planned-shifts.ts";
import { readLiveTotals, type LiveTotals } from "../store/live-totals.ts";
import { slotAt } from "../store/interval-slot.ts";
import { readSlot } from "../store/read-slot.ts";
import type { Db } from "../store/store.ts";
import { loadSites, type Selection } from "../store/sites.ts";
import { readWeatherInForce } from "../store/weather.ts";
import { checkPeriod } from "./period.ts";
import { parseBiddingZone, invalid, unknown } from "./problems.ts";
import type { Deps } from "./deps.ts";
import type { Handlers } from "./register-operations.ts";
import { SerializedDays } from "./serialized-days.ts";
import { getGroup } from "../store/groups.ts";
import { locationExists } from "../store/locations.ts";

/** The finished intervals of a query, as `[fromMs, toMs)` of their starts. */
export function parseRange(query: QueryOf<"getLocationHistorical">, nowMs: number) {
  const endMs = query.end ? parseInstant(query.end) : nowMs;
  const startMs = query.start ? parseInstant(query.start) : endMs - 30 * DAY_MS;
  checkPeriod(startMs, endMs);
  const lastFinished = floorQuarter(nowMs) - QUARTER_MS;
  return { fromMs: Math.max(0, startMs), toMs: Math.min(endMs, lastFinished + 1) };
}

/** The id of an existing group; a 404 for any other. */
export async function groupThere(db: Db, id: string): Promise<string> {
  if (!(await getGroup(db, id))) throw unknown("group");
  return id;
}

/** The id of an existing location; a 404 for any other. */
export async function locationThere(db: Db, id: string): Promise<string> {
  if (!(await locationExists(db, id))) throw unknown("location");
  return id;
}

function parseForecastRange(query: QueryOf<"getLocationForecast">, nowMs: number) {
  const toMs = query.end ? parseInstant(query.end) : nowMs + DAY_MS;
  if (toMs > nowMs + 7 * DAY_MS)
    throw invalid([
      { pointer: "query/end", detail: "must be at most 7 days from now", code: "end-too-far" },
    ]);
  return { fromMs: floorQuarter(nowMs), toMs };
}

/** Reads histories of areas: of what, in which range, and what they answer of each day. */
function areaHistories({ now }: Deps) {
  const days = new SerializedDays();
  return (
    db: Db,
    area: { kind: AreaKind; id: string },
    query: QueryOf<"getGroupHistorical">,
    items: Pick<Parameters<SerializedDays["read"]>[1], "name" | "read">,
  ) => days.read(db, { ...area, ...items, ...parseRange(query, now()) });
}

const powers = { name: "history", read: areaItems } as const;
const powersAndCoverage = { name: "history", read: groupItems } as const;
const shares = { name: "coverage", read: coverageItems } as const;

async function areaForecast(
  deps: Deps,
  kind: AreaKind,
  id: string,
  query: QueryOf<"getGroupForecast">,
) {
  const { fromMs, toMs } = parseForecastRange(query, deps.now());
  const row = await getAreaForecast(deps.db, kind, id);
  const weather = await readWeatherInForce(deps.db, floorQuarter(deps.now()));
  return { data: row ? forecastItems(row, fromMs, toMs) : [], ...withWeather(weather) };
}

/** The expected values of a location in the current interval, frozen at its start. */
async function locationNow(deps: Deps, id: string): Promise<Expected | null> {
  const nowMs = deps.now();
  const recorded = (await readSlot(deps.db, slotAt(nowMs), [id])).get(id);
  if (!recorded || Number.isNaN(recorded.forecast)) {
    const [now] = await computeOutlooks(deps.db, [id], nowMs);
    return now ? toExpected({ ...now, forecastKw: now.forecastKw.subarray(0, 1) }) : null;
  }
  return {
    start: new Date(floorQuarter(nowMs)),
    forecast: [recorded.forecast],
    upward: [recorded.upward],
    downward: [recorded.downward],
  };
}

/** The expected values of a location: the current interval, then the coming ones. */
async function locationForecast(
  deps: Deps,
  id: string,
  query: QueryOf<"getLocationForecast">,
): Promise<AnswerOf<"getLocationForecast">> {
  const { fromMs, toMs } = parseForecastRange(query, deps.now());
  const [stored] = await loadSites(deps.db, { kind: "locations", ids: [id] });
  if (!stored) return { data: [] };
  const current = await locationNow(deps, id);
  const ahead = toExpected(await outlookAfterNow(deps.db, stored, deps.now()));
  const weather = await loadWeather(deps.db, [stored], fromMs);
  return {
    data: [...(current ? [current] : []), ahead].flatMap((row) => forecastItems(row, fromMs, toMs)),
    ...withWeather(weather?.at(stored.site) ? weather : null),
  };
}

type Expected = ForecastRow;

const toExpected = (outlook: Outlook): Expected => ({
  start: new Date(outlook.startMs),
  forecast: outlook.forecastKw,
  upward: outlook.upwardKw,
  downward: outlook.downwardKw,
  p10: outlook.p10Kw,
  p50: outlook.p50Kw,
  p90: outlook.p90Kw,
});

const withWeather = (run: { attribution: string; issuedAt: Date } | null) =>
  run && { weather: { attribution: run.attribution, issued_at: run.issuedAt.toISOString() } };

async function readAreaStatus(
  deps: Deps,
  area: ShiftArea,
  expected: Expected | null,
): Promise<LiveStatus> {
  const nowMs = deps.now();
  const selection: Selection =
    area.kind === "location" ? { kind: "locations", ids: [area.id] } : (area as Selection);
  const quarter = floorQuarter(nowMs);
  const [current] = expected ? forecastItems(expected, quarter, quarter + QUARTER_MS) : [];
  const totals = await readLiveTotals(deps.db, selection, new Date(nowMs));
  const shifts = await readCurrentShifts(deps.db, area, nowMs, nowMs + MINUTE_MS);
  return {
    time: new Date(nowMs).toISOString(),
    isp: ispNumber(nowMs),
    measured_at: totals.measuredAt?.toISOString() ?? null,
    actual: getActualKw(totals),
    forecast: current?.forecast ?? null,
    planned_change: plannedChangeAt(shifts, nowMs),
    upward: current?.upward ?? null,
    downward: current?.downward ?? null,
    locations: totals.locations,
    reporting: totals.reporting,
    devices: totals.devices,
    data_source: totals.simulated ? "simulated" : totals.measuredAt ? "measured" : "none",
    curtailed: totals.curtailed,
    state_of_charge: getStateOfCharge(totals),
  };
}

const getStateOfCharge = ({ storedKwh, capacityKwh }: LiveTotals): number | null =>
  storedKwh !== null && capacityKwh > 0 ? Math.min(1, roundToWatt(storedKwh / capacityKwh)) : null;

const getActualKw = (totals: LiveTotals): number | null =>
  totals.injectionKw !== null && totals.reporting >= MIN_REPORTING_SHARE * totals.expectedToReport
    ? roundToWatt(totals.injectionKw)
    : null;

export const historical = (
  deps: Deps,
): Handlers<
  | `getBiddingZone${"Historical" | "Coverage" | "Forecast" | "Status"}`
  | `getGroup${"Historical" | "Forecast" | "Status"}`
  | `getLocation${"Historical" | "Forecast" | "Status"}`
> => {
  const areaHistory = areaHistories(deps);
  const zone = (id: string) => ({ kind: "bidding_zone", id: parseBiddingZone(id) }) as const;
  const group = (id: string) => groupThere(deps.db, id);
  const location = (id: string) => locationThere(deps.db, id);
  return {
    getBiddingZoneHistorical: ({ db, params, query }) =>
      areaHistory(db, zone(params.bidding_zone_id), query, powers),

    getBiddingZoneCoverage: ({ db, params, query }) =>
      areaHistory(db, zone(params.bidding_zone_id), query, shares),

    getGroupHistorical: async ({ db, params, query }) => {
      const id = await groupThere(db, params.group_id);
      return areaHistory(db, { kind: "group", id }, query, powersAndCoverage);
    },

    getLocationHistorical: async ({ db, params, query }) => {
      const id = await locationThere(db, params.location_id);
      const { fromMs, toMs } = parseRange(query, deps.now());
      if (toMs <= fromMs) return { data: [] };
      const days = await readLocationDays(db, id, localDate(fromMs), localDate(toMs));
      return { data: days.flatMap((day) => locationItems(day, fromMs, toMs)) };
    },

    getBiddingZoneForecast: async ({ params, query }) =>
      areaForecast(deps, "bidding_zone", parseBiddingZone(params.bidding_zone_id), query),

    getGroupForecast: async ({ params, query }) =>
      areaForecast(deps, "group", await group(params.group_id), query),

    getLocationForecast: async ({ params, query }) =>
      locationForecast(deps, await location(params.location_id), query),

    getBiddingZoneStatus: async ({ params }) => {
      const id = parseBiddingZone(params.bidding_zone_id);
      const expected = await getAreaForecast(deps.db, "bidding_zone", id);
      return readAreaStatus(deps, { kind: "bidding_zone", id }, expected);
    },

    getGroupStatus: async ({ params }) => {
      const id = await group(params.group_id);
      const expected = await getAreaForecast(deps.db, "group", id);
      return readAreaStatus(deps, { kind: "group", id }, expected);
    },

    getLocationStatus: async ({ params }) => {
      const id = await location(params.location_id);
      return readAreaStatus(deps, { kind: "location", id }, await locationNow(deps, id));
    },
  };
};
