import { getSharedRuns } from "../../lib/database/coalesce.ts";
import { ceilQuarter, localDate } from "../../lib/time/amsterdam.ts";
import type { NetDay } from "../planning/history.ts";
import type { AreaKind } from "../store/area-forecasts.ts";
import {
  type AreaDayRange,
  readAreaDayVersions,
  readChangedAreaDays,
} from "../store/location-days.ts";
import type { Db } from "../store/store.ts";
import { ByteCache } from "./byte-cache.ts";
import { SerializedItems, SerializedResult } from "./serialized-result.ts";

/** A history: of what, and what it answers of a day's intervals that start in `[fromMs, toMs)`. */
interface HistoryQuery {
  kind: AreaKind;
  id: string;
  name: "history" | "coverage";
  read(day: NetDay, fromMs: number, toMs: number): object[];
  fromMs: number;
  toMs: number;
}

/**
 * Answers histories of zones and groups from days that stay serialised and compressed: only days
 * that have changed, and the first and last of a range, are read and serialised. The database says
 * which have changed, so an answer is as new as the request. Equal calls that wait share a read.
 */
export class SerializedDays {
  private readonly days = new ByteCache<SerializedItems>();
  private readonly results = new ByteCache<{ versions: string; result: SerializedResult }>();

  async read(db: Db, query: HistoryQuery): Promise<SerializedResult> {
    const { kind, id, name } = query;
    const [fromMs, toMs] = [ceilQuarter(query.fromMs), ceilQuarter(query.toMs)];
    if (toMs <= fromMs) return new SerializedResult([]);
    const days = { kind, id, from: localDate(fromMs), to: localDate(toMs - 1) };
    const key = JSON.stringify([name, kind, id, fromMs, toMs]);
    return getSharedRuns(db).run(`days ${key}`, () =>
      this.readResult(db, { ...query, fromMs, toMs }, { key, days }),
    );
  }

  private async readResult(
    db: Db,
    query: HistoryQuery,
    { key, days }: { key: string; days: AreaDayRange },
  ): Promise<SerializedResult> {
    const versions = await readAreaDayVersions(db, days);
    const cached = this.results.get(key);
    if (cached?.versions === versions) return cached.result;
    const parts = await this.readDays(db, query, days);
    const result = new SerializedResult(parts);
    const read = parts.map(({ version }) => version).join(",");
    const bytes = 1.3 * result.json.length + read.length;
    this.results.set(key, { versions: read, result }, bytes);
    return result;
  }

  private async readDays(
    db: Db,
    { name, read, fromMs, toMs }: HistoryQuery,
    days: AreaDayRange,
  ): Promise<SerializedItems[]> {
    const { kind, id, from, to } = days;
    const toKey = (day: string) => JSON.stringify([name, kind, id, day]);
    const cached = new Map<string, SerializedItems>();
    for (const day of daysBetween(from, to)) {
      const items = this.days.get(toKey(day));
      if (items) cached.set(day, items);
    }
    const versions = [...cached.values()].map(({ version }) => version);
    const rows = await readChangedAreaDays(db, days, versions);
    return rows.map(({ day, version, values }) => {
      if (!values) return cached.get(day)!;
      if (day === from || day === to)
        return SerializedItems.of(version, read(values, fromMs, toMs));
      const items = SerializedItems.of(version, read(values, -Infinity, Infinity));
      this.days.set(toKey(day), items, 1.3 * items.json.length);
      return items;
    });
  }
}

/** The dates between two days, without them. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  const day = new Date(`${from}T00:00:00Z`);
  for (;;) {
    day.setUTCDate(day.getUTCDate() + 1);
    const date = day.toISOString().slice(0, 10);
    if (date >= to) return days;
    days.push(date);
  }
}
