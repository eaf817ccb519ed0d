import { and, asc, desc, eq, gte, inArray, lt, lte, max, sql } from "drizzle-orm";
import type { Market, PriceZone } from "../../lib/contract/index.ts";
import { HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { priceFeeds, prices } from "./schema-prices.ts";
import type { Db } from "./store.ts";

/** The prices of an ISP in EUR/MWh; null where the market has none, or the source reports none. */
export interface PriceValues {
  price: number | null;
  long: number | null;
  short: number | null;
  /** Regulation state of the ISP. */
  state: number | null;
}

/** What a source reports for the ISP that starts at `timeMs`. */
export interface NewPrice extends PriceValues {
  timeMs: number;
}

/** A recorded price, with its source and when it became known. */
export interface StoredPrice extends NewPrice {
  source: string;
  vintageMs: number;
  recordedMs: number;
  /** When the source last reported the same again. */
  confirmedMs: number | undefined;
}

/** A market of a bidding zone. */
export interface PriceArea {
  zone: PriceZone;
  market: Market;
}

/** Prices to read: of the ISPs that start in `[fromMs, toMs)`, as they were known at `asOfMs`. */
export interface PriceSelection extends PriceArea {
  fromMs: number;
  toMs: number;
  asOfMs: number;
  /** Absent: of every ISP the one that goes before the others. */
  source?: string | undefined;
}

/** The automatic sources, those first whose price goes before that of others. All other sources follow. */
const SOURCE_ORDER: readonly string[] = ["tennet", "elia", "entsoe", "energy-charts"];

/** Whether a price of an ISP is more than a forecast: that of an imbalance is once the ISP has ended. */
export const isSettled = (market: Market, timeMs: number, vintageMs: number): boolean =>
  market === "day-ahead" || vintageMs >= timeMs + QUARTER_MS;

export type StoredFeed = typeof priceFeeds.$inferSelect;

const CHUNK = 1_000;

const isSame = (a: PriceValues, b: PriceValues) =>
  a.price === b.price && a.long === b.long && a.short === b.short && a.state === b.state;

/** The prices as they were known at a moment, oldest first; at most one for each ISP. */
export async function readPrices(
  db: Db,
  { zone, market, fromMs, toMs, asOfMs, source }: PriceSelection,
): Promise<StoredPrice[]> {
  const rows = await db
    .selectDistinctOn([prices.time])
    .from(prices)
    .where(
      and(
        eq(prices.zone, zone),
        eq(prices.market, market),
        gte(prices.time, new Date(fromMs)),
        lt(prices.time, new Date(toMs)),
        lte(prices.knownAt, new Date(asOfMs)),
        source === undefined ? undefined : eq(prices.source, source),
      ),
    )
    .orderBy(asc(prices.time), ...inPreference);
  return rows.map(toStoredPrice);
}

/** As `isSettled`. */
export const settled = sql`(${prices.market} = 'day-ahead' or ${prices.knownAt} >= ${prices.time} + interval '15 minutes')`;

/** The place of an automatic source in `SOURCE_ORDER`; null for all other sources. */
export const sourceRank = sql`array_position(${sql.param([...SOURCE_ORDER])}::text[], ${prices.source})`;

/** The order of the prices of an ISP in a market: the first is the one that goes before the others. */
const inPreference = [
  desc(settled),
  sql`${sourceRank} nulls last`,
  desc(prices.knownAt),
  sql`${prices.source} collate "C"`,
];

const toStoredPrice = (row: typeof prices.$inferSelect): StoredPrice => ({
  timeMs: row.time.getTime(),
  price: row.price,
  long: row.long,
  short: row.short,
  state: row.state,
  source: row.source,
  vintageMs: row.knownAt.getTime(),
  recordedMs: row.recordedAt.getTime(),
  confirmedMs: row.confirmedAt?.getTime(),
});

/** The end of the last ISP with a settled price that was known at a moment; null without one. */
export async function readLastPriceEnd(
  db: Db,
  { zone, market }: PriceArea,
  asOfMs: number,
): Promise<number | null> {
  const [row] = await db
    .select({ last: max(prices.time) })
    .from(prices)
    .where(
      and(
        eq(prices.zone, zone),
        eq(prices.market, market),
        lte(prices.knownAt, new Date(asOfMs)),
        settled,
      ),
    );
  return row?.last ? row.last.getTime() + QUARTER_MS : null;
}

/** The ISPs whose prices were recorded with this `known_at` and other values. */
export class VintageConflict extends Error {
  constructor(readonly timesMs: readonly number[]) {
    super("Other prices were recorded with the same known_at.");
  }
}

/**
 * Records what a source reports, and when it became known. Prices that are the same as those known
 * before are only confirmed, unless they were forecasts of the imbalance and now are not.
 * @returns the number of ISPs whose price is new or restated
 * @throws VintageConflict if other prices have the same `vintageMs`
 */
export async function savePrices(
  db: Db,
  { zone, market }: PriceArea,
  reported: {
    source: string;
    vintageMs: number;
    prices: readonly NewPrice[];
    /** When it was recorded, if the source replays a past. */
    recordedMs?: number | undefined;
  },
  nowMs: number,
): Promise<number> {
  const { source, vintageMs } = reported;
  const times = reported.prices.map(({ timeMs }) => timeMs);
  if (times.length === 0) return 0;
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`prices ${zone} ${market} ${source}`}, 0))`,
  );
  const [fromMs, lastMs] = [times.reduce(minOf), times.reduce(maxOf)];
  const before = await readPrices(db, {
    zone,
    market,
    source,
    fromMs,
    toMs: lastMs + 1,
    asOfMs: vintageMs,
  });
  const earlier = new Map(before.map((one) => [one.timeMs, one]));
  const changed = reported.prices.filter((one) => {
    const last = earlier.get(one.timeMs);
    if (!last || !isSame(last, one)) return true;
    return (
      isSettled(market, one.timeMs, vintageMs) && !isSettled(market, one.timeMs, last.vintageMs)
    );
  });
  const conflicts = changed.filter(({ timeMs }) => earlier.get(timeMs)?.vintageMs === vintageMs);
  if (conflicts.length > 0) throw new VintageConflict(conflicts.map(({ timeMs }) => timeMs));
  const toRow = ({ timeMs, price, long, short, state }: NewPrice, sinceMs: number) => ({
    zone,
    market,
    source,
    time: new Date(timeMs),
    knownAt: new Date(sinceMs),
    recordedAt: new Date(reported.recordedMs ?? nowMs),
    price,
    long,
    short,
    state,
  });
  const rows = changed.map((one) => toRow(one, vintageMs));
  // A batch that comes late: what its source reported again after it goes before it from then on.
  const reportedLater = changed.flatMap(({ timeMs }) => {
    const last = earlier.get(timeMs);
    const confirmedMs = last?.confirmedMs ?? -Infinity;
    return confirmedMs > vintageMs ? [toRow(last!, confirmedMs)] : [];
  });
  for (let i = 0; i < rows.length; i += CHUNK)
    await db.insert(prices).values(rows.slice(i, i + CHUNK));
  for (let i = 0; i < reportedLater.length; i += CHUNK)
    await db
      .insert(prices)
      .values(reportedLater.slice(i, i + CHUNK))
      .onConflictDoNothing();
  const isReported = new Set(times);
  const isChanged = new Set(changed.map(({ timeMs }) => timeMs));
  const same = before.filter(
    ({ timeMs }) => isReported.has(timeMs) && !isChanged.has(timeMs) && timeMs + QUARTER_MS > nowMs,
  );
  await confirmPrices(db, { zone, market }, same, vintageMs);
  return rows.length;
}

/** How often a source that is read again and again confirms a price. */
const CONFIRM_EVERY_MS = HOUR_MS;

/** Notes that a source reported these prices again. */
async function confirmPrices(
  db: Db,
  { zone, market }: PriceArea,
  same: readonly StoredPrice[],
  reportedMs: number,
): Promise<void> {
  const old = same.filter(
    ({ vintageMs, confirmedMs = vintageMs }) => confirmedMs + CONFIRM_EVERY_MS <= reportedMs,
  );
  for (const vintage of new Set(old.map(({ vintageMs }) => vintageMs))) {
    const versions = old.filter(({ vintageMs }) => vintageMs === vintage);
    await db
      .update(prices)
      .set({ confirmedAt: new Date(reportedMs) })
      .where(
        and(
          eq(prices.zone, zone),
          eq(prices.market, market),
          eq(prices.source, versions[0]!.source),
          eq(prices.knownAt, new Date(vintage)),
          inArray(
            prices.time,
            versions.map(({ timeMs }) => new Date(timeMs)),
          ),
        ),
      );
  }
}

const minOf = (a: number, b: number) => Math.min(a, b);
const maxOf = (a: number, b: number) => Math.max(a, b);

/** The automatic sources of a market, by name. */
export const readPriceFeeds = (db: Db, { zone, market }: PriceArea): Promise<StoredFeed[]> =>
  db
    .select()
    .from(priceFeeds)
    .where(and(eq(priceFeeds.zone, zone), eq(priceFeeds.market, market)))
    .orderBy(asc(priceFeeds.source));

/** Records how a read of a source ended; a failure leaves the last success and its licence line. */
export async function savePriceFeed(db: Db, feed: StoredFeed): Promise<void> {
  const { checkedAt, succeededAt, failure, failureCode, attribution } = feed;
  await db
    .insert(priceFeeds)
    .values(feed)
    .onConflictDoUpdate({
      target: [priceFeeds.zone, priceFeeds.market, priceFeeds.source],
      set: {
        checkedAt,
        failure,
        failureCode,
        ...(succeededAt && { succeededAt, attribution }),
      },
    });
}
