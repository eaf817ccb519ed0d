import { and, eq, gt, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { ControlShift } from "../../lib/contract/index.ts";
import { DAY_MS, getIspParts } from "../../lib/time/amsterdam.ts";
import {
  getPlannedKw,
  plannedColumns,
  readLaterExclusions,
  type LaterExclusionRow,
} from "./later-exclusions.ts";
import { controlRestatements, controls, deliveries } from "./schema-controls.ts";
import { customers, groups, locations } from "./schema.ts";
import type { Db } from "./store.ts";

/** A change of the plan in kW over a period in ms. */
export interface Shift {
  fromMs: number;
  toMs: number;
  kw: number;
}

/** A zone, a group or a location. */
export type ShiftArea = { kind: "bidding_zone" | "group" | "location"; id: string };

/** A rebound ends at most so long after the window of its control. */
const MAX_REBOUND_MS = 7 * DAY_MS;

const near = (fromMs: number, toMs: number) =>
  and(gt(controls.timeTo, new Date(fromMs)), lt(controls.timeFrom, new Date(toMs)));

const toShift = ({ time_from, time_to, delta }: ControlShift): Shift => ({
  fromMs: Date.parse(time_from),
  toMs: Date.parse(time_to),
  kw: delta,
});

/** The changes of controls in a plan, and of which of them locations were excluded later. */
export interface PlannedShifts {
  shifts: Shift[];
  excluded: (LaterExclusionRow & { untilMs: number })[];
}

const NO_SHIFTS: PlannedShifts = { shifts: [], excluded: [] };

/** The changes of controls as they were summed over all of their locations. */
async function readSummedShifts(
  db: Db,
  where: SQL | undefined,
  fromMs: number,
  toMs: number,
): Promise<PlannedShifts> {
  const { id, results, cancelledEffect, rebound } = controls;
  const rows = await db
    .select({ id, results, cancelledEffect, rebound })
    .from(controls)
    .where(and(where, near(fromMs - MAX_REBOUND_MS, toMs)));
  if (rows.length === 0) return NO_SHIFTS;
  const ids = rows.map((row) => row.id);
  const restatements = await db
    .select({ results: controlRestatements.results })
    .from(controlRestatements)
    .where(inArray(controlRestatements.controlId, ids));
  const excluded = await readLaterExclusions(db, ids);
  return {
    shifts: [
      ...rows.flatMap((row) => [...row.results, ...row.cancelledEffect, ...row.rebound]),
      ...restatements.flatMap((row) => row.results),
    ].map(toShift),
    // What cancelling changed is a shift of its own.
    excluded: excluded.map((row) => ({ ...row, untilMs: row.timeTo.getTime() })),
  };
}

/** The changes of controls at some locations, without those after their windows. */
async function readLocatedShifts(
  db: Db,
  atLocations: SQL,
  where: SQL | undefined,
  fromMs: number,
  toMs: number,
): Promise<PlannedShifts> {
  const rows = await db
    .select({
      id: controls.id,
      ...plannedColumns,
    })
    .from(controls)
    .innerJoin(deliveries, eq(deliveries.controlId, controls.id))
    .where(and(where, near(fromMs, toMs), atLocations));
  const shifts = rows.flatMap((row) =>
    getIspParts(row.timeFrom.getTime(), row.timeTo.getTime()).flatMap((part, i) => {
      const end = Math.min(part.toMs, row.stopAt.getTime());
      return end > part.fromMs
        ? [{ fromMs: part.fromMs, toMs: end, kw: getPlannedKw(row, i) }]
        : [];
    }),
  );
  const ids = [...new Set(rows.map((row) => row.id))];
  const excluded = await readLaterExclusions(db, ids, atLocations);
  return {
    shifts,
    excluded: excluded.map((row) => ({ ...row, untilMs: row.stopAt.getTime() })),
  };
}

/**
 * What controls change in the plan of an area within `[fromMs, toMs)`. A location, and a group under a
 * control of its zone, lack what batteries do after the windows.
 */
export async function readPlannedShifts(
  db: Db,
  { kind, id }: ShiftArea,
  fromMs: number,
  toMs: number,
): Promise<PlannedShifts> {
  const ofZone = eq(controls.targetKind, "bidding_zone");
  const ofGroup = eq(controls.targetKind, "group");
  if (kind === "location")
    return readLocatedShifts(db, eq(deliveries.locationId, id), undefined, fromMs, toMs);
  if (kind === "bidding_zone") {
    const inZone = db.select({ id: groups.id }).from(groups).where(eq(groups.biddingZone, id));
    const where = or(
      and(ofZone, eq(controls.targetId, id)),
      and(ofGroup, inArray(controls.targetId, inZone)),
    );
    return readSummedShifts(db, where, fromMs, toMs);
  }
  const members = db
    .select({ id: locations.id })
    .from(locations)
    .innerJoin(customers, eq(customers.id, locations.customerId))
    .where(eq(customers.groupId, id));
  const atMembers = sql`${deliveries.locationId} = any(array(${members}))`;
  const own = and(ofGroup, eq(controls.targetId, id));
  const [summed, located] = await Promise.all([
    readSummedShifts(db, own, fromMs, toMs),
    readLocatedShifts(db, atMembers, ofZone, fromMs, toMs),
  ]);
  return {
    shifts: [...summed.shifts, ...located.shifts],
    excluded: [...summed.excluded, ...located.excluded],
  };
}
