import type { QueryOf } from "../../lib/contract/index.ts";
import { DAY_MS, floorQuarter } from "../../lib/time/amsterdam.ts";
import { parseInstant } from "../engine/window.ts";
import { readCurrentShifts, toPlannedChanges } from "../planning/planned-changes.ts";
import type { ShiftArea } from "../store/planned-shifts.ts";
import type { Db } from "../store/store.ts";
import type { Deps } from "./deps.ts";
import { groupThere, locationThere } from "./historical.ts";
import { checkPeriod } from "./period.ts";
import { parseBiddingZone } from "./problems.ts";
import type { Handlers } from "./register-operations.ts";

function parseChangeRange(query: QueryOf<"getGroupPlannedChanges">, nowMs: number) {
  const fromMs = floorQuarter(query.start ? parseInstant(query.start) : nowMs);
  const toMs = query.end ? parseInstant(query.end) : fromMs + DAY_MS;
  return checkPeriod(fromMs, toMs);
}

/** What controls change in the plans of areas. */
export function plannedChanges({
  now,
}: Deps): Handlers<
  "getBiddingZonePlannedChanges" | "getGroupPlannedChanges" | "getLocationPlannedChanges"
> {
  const read = async (db: Db, area: ShiftArea, query: QueryOf<"getGroupPlannedChanges">) => {
    const { fromMs, toMs } = parseChangeRange(query, now());
    const shifts = await readCurrentShifts(db, area, fromMs, toMs);
    return { data: toPlannedChanges(shifts, fromMs, toMs) };
  };
  return {
    getBiddingZonePlannedChanges: ({ db, params, query }) =>
      read(db, { kind: "bidding_zone", id: parseBiddingZone(params.bidding_zone_id) }, query),

    getGroupPlannedChanges: async ({ db, params, query }) =>
      read(db, { kind: "group", id: await groupThere(db, params.group_id) }, query),

    getLocationPlannedChanges: async ({ db, params, query }) =>
      read(db, { kind: "location", id: await locationThere(db, params.location_id) }, query),
  };
}
