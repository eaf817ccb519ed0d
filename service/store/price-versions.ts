import { sql, type SQLWrapper } from "drizzle-orm";
import type { PriceZone } from "../../lib/contract/index.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time/amsterdam.ts";
import type { Market } from "../engine/value.ts";
import { firstDecision, type DecisionTimes } from "./decision-times.ts";
import { isSettled, settled, sourceRank } from "./prices.ts";
import { prices } from "./schema-prices.ts";
import type { Db } from "./store.ts";

/** A price of an ISP and a market as it was known from a moment on. */
export interface PriceVersion {
  market: Market;
  ispStartMs: number;
  eurPerMwh: number;
  source: string;
  vintageMs: number;
  /** Since when it may be used: a value has no price from before it was sent, whatever its sender says. */
  availableMs: number;
  /** Whether it is more than a forecast of the imbalance. */
  isSettled: boolean;
  /** When the source last reported the same again. */
  confirmedMs: number | undefined;
}

/** The numbers of a version: price, vintage, since when it may be used, and when it was confirmed. */
const FIELDS = 4;

/** The versions of the price of an ISP in a market, those first that go before others. */
export class PriceVersions {
  constructor(
    readonly market: Market,
    readonly ispStartMs: number,
    private readonly values: Float64Array,
    /** One for all versions, or one for each. */
    private readonly sources: readonly string[],
  ) {}

  get length(): number {
    return this.values.length / FIELDS;
  }

  getEurPerMwh = (i: number): number => this.values[i * FIELDS]!;
  getVintageMs = (i: number): number => this.values[i * FIELDS + 1]!;
  getAvailableMs = (i: number): number => this.values[i * FIELDS + 2]!;

  /** Whether a version is more than a forecast. */
  isSettled = (i: number): boolean =>
    this.market === "dayAhead" || isSettled("imbalance", this.ispStartMs, this.getVintageMs(i));

  get(i: number): PriceVersion {
    const { market, ispStartMs, sources } = this;
    const vintageMs = this.getVintageMs(i);
    const confirmedMs = this.values[i * FIELDS + 3]!;
    return {
      market,
      ispStartMs,
      eurPerMwh: this.getEurPerMwh(i),
      source: sources[sources.length === 1 ? 0 : i]!,
      vintageMs,
      availableMs: this.getAvailableMs(i),
      isSettled: this.isSettled(i),
      confirmedMs: Number.isNaN(confirmedMs) ? undefined : confirmedMs,
    };
  }

  /** The version that goes before the others of those, or of the settled ones, that may be used at a moment. */
  find(asOfMs: number, onlySettled = false): PriceVersion | undefined {
    const i = this.findIndex(asOfMs);
    return i === -1 || (onlySettled && !this.isSettled(i)) ? undefined : this.get(i);
  }

  /** The version that goes before the others at a moment, alone. */
  reduceTo(asOfMs: number): PriceVersions {
    const { market, ispStartMs, values, sources } = this;
    const i = this.findIndex(asOfMs);
    const own = i === -1 ? values.slice(0, 0) : values.slice(i * FIELDS, (i + 1) * FIELDS);
    const source = sources[sources.length === 1 ? 0 : i];
    return new PriceVersions(market, ispStartMs, own, source === undefined ? [] : [source]);
  }

  /** When the first version became known; Infinity without one. */
  getFirstMs(): number {
    let firstMs = Infinity;
    for (let i = 0; i < this.length; i++) firstMs = Math.min(firstMs, this.getVintageMs(i));
    return firstMs;
  }

  /** Settled versions go before forecasts, so that this one is settled if one of them is. */
  private findIndex(asOfMs: number): number {
    for (let i = 0; i < this.length; i++) if (this.getAvailableMs(i) <= asOfMs) return i;
    return -1;
  }
}

/** Whether a day has all its prices is compared in decisions on any of its ISPs. */
const MAX_DAY_MS = DAY_MS + HOUR_MS;
/** So long after the start of an ISP its price still counts in decisions on others of its day. */
const lateMs = sql`case ${prices.market} when 'day-ahead' then ${MAX_DAY_MS}::float8 else 0 end`;

const withDay = ({ nowMs, reachMs }: DecisionTimes): DecisionTimes =>
  reachMs === undefined ? { nowMs } : { nowMs, reachMs: reachMs + MAX_DAY_MS };

const toMs = (column: SQLWrapper) => sql`(extract(epoch from ${column}) * 1000)::float8`;

/** Separates the sources of versions. */
const SEPARATOR = "\u001f";

/**
 * The recorded prices of the ISPs that start in `[fromMs, toMs)`, some days at most; with `decisions`
 * those that differ there. These use a price from its `known_at` on; others also not before it was
 * recorded.
 */
export async function readPriceVersions(
  db: Db,
  { zone, fromMs, toMs: untilMs }: { zone: PriceZone; fromMs: number; toMs: number },
  decisions?: DecisionTimes,
): Promise<PriceVersions[]> {
  const { recordedAt, time } = prices;
  const order = sql`settled desc, rank nulls last, known_ms desc, source collate "C"`;
  const all = sql`
    select name, value, ${prices.source}, ${settled} as settled, ${sourceRank} as rank,
      ${toMs(time)} as time_ms, ${toMs(prices.knownAt)} as known_ms,
      ${toMs(decisions ? prices.knownAt : sql`greatest(${prices.knownAt}, ${recordedAt})`)} as available_ms,
      coalesce(${toMs(prices.confirmedAt)}, 'NaN') as confirmed_ms,
      ${decisions ? firstDecision(prices.knownAt, time, withDay(decisions), lateMs) : sql`0`} as decision
    from ${prices}
      cross join lateral (values ('dayAhead', ${prices.price}), ('surplus', ${prices.long}),
        ('shortage', ${prices.short})) as one(name, value)
    where ${prices.zone} = ${zone} and ${prices.market} in ('day-ahead', 'imbalance')
      and ${time} >= ${new Date(fromMs)} and ${time} < ${new Date(untilMs)}
      and ${decisions ? sql`${prices.knownAt} <= ${new Date(decisions.nowMs)}` : sql`true`}
      and value is not null`;
  const read = decisions
    ? sql`select distinct on (time_ms, name, decision) * from (${all}) as version
        order by time_ms, name, decision, ${order}`
    : all;
  const { rows } = await db.execute<{
    name: Market;
    time_ms: number;
    versions: Buffer;
    sources: string;
  }>(sql`
    select name, time_ms,
      string_agg(float8send(value) || float8send(known_ms) || float8send(available_ms)
        || float8send(confirmed_ms), ''::bytea order by ${order}) as versions,
      case when min(source) = max(source) then min(source)
        else string_agg(source, ${SEPARATOR}::text order by ${order}) end as sources
    from (${read}) as version group by name, time_ms`);
  // Most versions have one of few sources.
  const names = new Map<string, string>();
  const toName = (name: string) => names.get(name) ?? (names.set(name, name), name);
  return rows.map(({ name, time_ms, versions, sources }) => {
    const all = sources.split(SEPARATOR).map(toName);
    return new PriceVersions(name, time_ms, toFloat64s(versions), all);
  });
}

/** The numbers of a value that PostgreSQL packed with its first byte first. */
function toFloat64s(bytes: Buffer): Float64Array {
  const copy = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(copy);
  copy.swap64();
  return new Float64Array(copy.buffer);
}
