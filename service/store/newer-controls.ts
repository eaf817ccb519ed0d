import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { ControlRow } from "./control-list.ts";
import { controls, controlTotals } from "./schema-controls.ts";
import { groups } from "./schema.ts";
import type { Db } from "./store.ts";

/**
 * The controls in a bidding zone that were accepted after one and ran between two moments, with what
 * each curtailed by part.
 */
export const readNewerControls = (
  db: Db,
  { seq }: Pick<ControlRow, "seq">,
  zone: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
) =>
  db
    .select({
      id: controls.id,
      createdAt: controls.createdAt,
      timeFrom: controls.timeFrom,
      timeTo: controls.timeTo,
      stopAt: controls.stopAt,
      results: controls.results,
      valuedCurtailed: controlTotals.valuedCurtailed,
    })
    .from(controls)
    .leftJoin(groups, and(eq(controls.targetKind, "group"), eq(groups.id, controls.targetId)))
    .leftJoin(controlTotals, eq(controlTotals.controlId, controls.id))
    .where(
      and(
        gt(controls.seq, seq),
        gt(controls.stopAt, new Date(fromMs)),
        lt(controls.timeFrom, new Date(toMs)),
        lt(controls.timeFrom, controls.stopAt),
        eq(sql`coalesce(${groups.biddingZone}, ${controls.targetId})`, zone),
      ),
    )
    .orderBy(controls.seq);
export type NewerControl = Awaited<ReturnType<typeof readNewerControls>>[number];
