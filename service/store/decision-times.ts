import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** The moments of decisions: of the versions that are new to one decision, the one that counts is read. */
export interface DecisionTimes {
  /** Versions that are recorded later are not read. */
  nowMs: number;
  /** Decisions of the past: at each quarter-hour from so long before an ISP until its start. */
  reachMs?: number;
}

/**
 * A number for the first decision that a version is new to; the same for all that are older than every
 * decision, and for all that are younger than those of the past.
 * @param lateMs decisions of the past end so long after the start of the ISP
 */
export const firstDecision = (
  vintage: SQLWrapper,
  ispStart: SQLWrapper,
  { reachMs }: DecisionTimes,
  lateMs: SQL,
): SQL =>
  reachMs === undefined
    ? sql`0`
    : sql`case
        when ${vintage} <= ${ispStart} - ${reachMs}::float8 * interval '1 millisecond' then 0
        when ${vintage} > ${ispStart} + (${lateMs}) * interval '1 millisecond' then 1e9
        else ceil(extract(epoch from ${vintage}) / 900) end`;
