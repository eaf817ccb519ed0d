import type { QueryOf } from "../../lib/contract/index.ts";
import { DAY_MS, QUARTER_MS, floorQuarter } from "../../lib/time/amsterdam.ts";
import { parseInstant } from "../engine/window.ts";
import { getGroup } from "../store/groups.ts";
import { locationExists } from "../store/locations.ts";
import type { Deps } from "./deps.ts";
import { invalid, unknown } from "./problems.ts";

const MAX_DAYS = 366;

/** The finished intervals of a query, as `[fromMs, toMs)` of their starts. */
export function parseRange(query: QueryOf<"getLocationHistorical">, nowMs: number) {
  const endMs = query.end ? parseInstant(query.end) : nowMs;
  const startMs = query.start ? parseInstant(query.start) : endMs - 30 * DAY_MS;
  if (startMs > endMs)
    throw invalid([
      { pointer: "query/start", detail: "must not be after end", code: "start-after-end" },
    ]);
  if (endMs - startMs > MAX_DAYS * DAY_MS)
    throw invalid([
      {
        pointer: "query/start",
        detail: `must be at most ${MAX_DAYS} days before end`,
        code: "range-too-long",
        values: { days: MAX_DAYS },
      },
    ]);
  const lastFinished = floorQuarter(nowMs) - QUARTER_MS;
  return { fromMs: Math.max(0, startMs), toMs: Math.min(endMs, lastFinished + 1) };
}

/** The id of an existing group; a 404 for any other. */
export async function groupThere({ db }: Deps, id: string): Promise<string> {
  if (!(await getGroup(db, id))) throw unknown("group");
  return id;
}

/** The id of an existing location; a 404 for any other. */
export async function locationThere({ db }: Deps, id: string): Promise<string> {
  if (!(await locationExists(db, id))) throw unknown("location");
  return id;
}
