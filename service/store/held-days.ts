import { and, sql } from "drizzle-orm";
import { dayAt, getLocalDay, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { anyOf } from "./any-of.ts";
import { getHeld, type HeldRows } from "./held-rows.ts";
import { hasBlocks, type IntervalValues } from "./interval-blocks.ts";
import { packed, type Slot } from "./interval-slot.ts";
import { blankDay, getValuesAt, type LocationDay } from "./location-days.ts";
import { areUnchanged, type PartitionMembers } from "./partition-members.ts";
import { locationDays } from "./schema-series.ts";
import type { StoredSite } from "./sites.ts";
import type { Db } from "./store.ts";
import { ensureDays, writeIntervals } from "./write-intervals.ts";

interface HeldDay {
  values: LocationDay;
  isStored: boolean;
  /** The changed intervals lie from the first to before the second; empty if none has changed. */
  from: number;
  to: number;
}

type Member = Pick<StoredSite, "biddingZone" | "groupId">;

/** The days of locations whose zones and groups do not change meanwhile. */
export class HeldDays implements HeldRows {
  constructor(
    private readonly members: ReadonlyMap<string, Member>,
    /** By date and location. */
    private readonly days: ReadonlyMap<string, Map<string, HeldDay>>,
  ) {}

  /**
   * Reads the days from the quarter-hour before `fromMs` to `toMs` of all locations. Call it in a transaction
   * that has locked the totals.
   * @returns null if members changed, or intervals of these days are still in blocks
   */
  static async read(
    tx: Db,
    members: PartitionMembers,
    fromMs: number,
    toMs: number,
  ): Promise<HeldDays | null> {
    const dates = [...new Set([fromMs - QUARTER_MS, fromMs, toMs - 1].map((ms) => dayAt(ms).date))];
    const [startMs, endMs] = [getLocalDay(dates[0]!).startMs, getLocalDay(dates.at(-1)!).endMs];
    if (!(await areUnchanged(tx, members, startMs))) return null;
    if (await hasBlocks(tx, startMs, endMs)) return null;
    const days = new Map(dates.map((date) => [date, new Map<string, HeldDay>()]));
    const ids = members.sites.map(({ locationId }) => locationId);
    const stored = await tx
      .select()
      .from(locationDays)
      .where(
        and(
          anyOf(locationDays.locationId, ids),
          sql`${locationDays.day} = any(${sql.param(dates)}::date[])`,
        ),
      );
    for (const values of stored)
      days.get(values.day)!.set(values.locationId, { values, isStored: true, from: 0, to: 0 });
    return new HeldDays(new Map(members.sites.map((site) => [site.locationId, site])), days);
  }

  has({ day }: Slot): boolean {
    return this.days.has(day);
  }

  /** The values of an interval at locations that have its day, with their zone and group. */
  valuesAt({ day, index }: Slot, ids: readonly string[]): Map<string, IntervalValues & Member> {
    const held = this.days.get(day)!;
    const found = new Map<string, IntervalValues & Member>();
    for (const id of ids) {
      const one = held.get(id);
      if (!one) continue;
      const { biddingZone, groupId } = this.getMember(id);
      found.set(id, { ...getValuesAt(one.values, index), biddingZone, groupId });
    }
    return found;
  }

  /** Adds empty days of these locations. */
  add({ day, isps }: Slot, ids: readonly string[]): void {
    for (const id of ids) {
      this.getMember(id);
      const values = blankDay(id, day, isps);
      this.days.get(day)!.set(id, { values, isStored: false, from: 0, to: 0 });
    }
  }

  /** Changes an interval of a location that has its day. */
  change({ day, index }: Slot, locationId: string, after: IntervalValues): void {
    const held = this.days.get(day)!.get(locationId)!;
    for (const name of packed) held.values[name][index] = after[name];
    held.values.flags[index] = after.flags;
    const isFirst = held.from === held.to;
    held.from = isFirst ? index : Math.min(held.from, index);
    held.to = isFirst ? index + 1 : Math.max(held.to, index + 1);
  }

  /** The held days among these and from one date to another instead of the stored ones. */
  replaceIn(stored: readonly LocationDay[], ids: readonly string[], from: string, to: string) {
    const isHeld = ({ day, locationId }: LocationDay) => this.days.get(day)?.has(locationId);
    const others = stored.filter((one) => !isHeld(one));
    const wanted = new Set(ids);
    for (const [date, held] of this.days) {
      if (date < from || date > to) continue;
      for (const [id, { values }] of held) if (wanted.has(id)) others.push(values);
    }
    return others.sort((a, b) => (a.day < b.day ? -1 : 1));
  }

  async write(tx: Db): Promise<void> {
    for (const [day, held] of this.days) {
      const all = [...held.values()];
      const added = all.filter(({ isStored }) => !isStored).map(({ values }) => values);
      const ids = added.map(({ locationId }) => locationId);
      if (ids.length > 0) await ensureDays(tx, { day, isps: added[0]!.isps }, ids);
      const changed = all.filter(({ from, to }) => to > from);
      if (changed.length > 0) await writeChanged(tx, day, changed);
    }
  }

  private getMember(id: string): Member {
    const member = this.members.get(id);
    if (!member) throw new Error(`The days of location ${id} are not held.`);
    return member;
  }
}

/** The days that this transaction holds, if that of the slot is among them. */
export function getHeldDay(tx: Db, slot: Slot): HeldDays | undefined {
  const held = getHeld(tx, HeldDays);
  return held?.has(slot) ? held : undefined;
}

/** Writes the changed intervals of a day, and what lies between them. */
async function writeChanged(tx: Db, day: string, changed: readonly HeldDay[]): Promise<void> {
  const first = Math.min(...changed.map(({ from }) => from));
  const count = Math.max(...changed.map(({ to }) => to)) - first;
  const kw = new Float32Array(changed.length * packed.length * count);
  const flags = new Uint8Array(changed.length * count);
  for (const [row, { values }] of changed.entries()) {
    for (const [column, name] of packed.entries())
      kw.set(values[name].subarray(first, first + count), (row * packed.length + column) * count);
    flags.set(values.flags.subarray(first, first + count), row * count);
  }
  const locationIds = changed.map(({ values }) => values.locationId);
  await writeIntervals(tx, { day, first, count, locationIds, names: packed, kw, flags });
}
