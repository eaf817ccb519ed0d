import {
  priceZone,
  type AnswerOf,
  type Market,
  type PriceBatch,
  type PriceEntry,
  type PriceZone,
  type QueryOf,
} from "../../lib/contract/index.ts";
import { DAY_MS, floorQuarter, ispNumber, startOfDay } from "../../lib/time/amsterdam.ts";
import { parseInstant } from "../engine/window.ts";
import { assessPrices, nextGateClosure } from "../prices/price-status.ts";
import {
  readLastPriceEnd,
  readPriceFeeds,
  readPrices,
  savePrices,
  VintageConflict,
  type NewPrice,
  type StoredPrice,
} from "../store/prices.ts";
import type { Db } from "../store/store.ts";
import type { Deps } from "./deps.ts";
import type { Handlers } from "./register-operations.ts";
import { checkPeriod } from "./period.ts";
import { ApiProblem, invalid, unknown, type Fault } from "./problems.ts";

const EARLIEST_MS = Date.parse("2000-01-01T00:00:00Z");
const MAX_AHEAD_MS = 366 * DAY_MS;
const MAX_FAULTS = 100;

/** @throws ApiProblem 404 for a zone without prices. */
function parsePriceZone(id: string): PriceZone {
  const zone = priceZone.safeParse(id);
  if (!zone.success) throw unknown("bidding zone");
  return zone.data;
}

const toNewPrice = ({ time, price, long, short, state }: PriceEntry): NewPrice => ({
  timeMs: parseInstant(time),
  price: price ?? null,
  long: long ?? null,
  short: short ?? null,
  state: state ?? null,
});

const fields = {
  "day-ahead": { required: ["price"], refused: ["long", "short", "state"] },
  imbalance: { required: ["long", "short"], refused: ["price"] },
} as const;

function faultOf(market: Market, entry: PriceEntry, nowMs: number): [string, string] | null {
  const ms = parseInstant(entry.time);
  if (ms !== floorQuarter(ms)) return ["time", "must be the start of a quarter-hour"];
  if (ms < EARLIEST_MS) return ["time", "must not be before the year 2000"];
  if (ms > nowMs + MAX_AHEAD_MS) return ["time", "must be within a year from now"];
  const { required, refused } = fields[market];
  const lacking = required.find((name) => entry[name] === undefined);
  if (lacking) return [lacking, `is needed for the market ${market}`];
  const surplus = refused.find((name) => entry[name] !== undefined);
  return surplus ? [surplus, `is not a value of the market ${market}`] : null;
}

function findFaults({ market, prices }: PriceBatch, nowMs: number): Fault[] {
  const seen = new Set<number>();
  return prices.flatMap((entry, i): Fault[] => {
    const fault = faultOf(market, entry, nowMs);
    if (fault) return [{ pointer: `#/prices/${i}/${fault[0]}`, detail: fault[1] }];
    const ms = parseInstant(entry.time);
    if (seen.has(ms)) return [{ pointer: `#/prices/${i}/time`, detail: "must be given once" }];
    seen.add(ms);
    return [];
  });
}

function parseVintage(stamp: string | undefined, nowMs: number): number {
  const ms = stamp === undefined ? nowMs : parseInstant(stamp);
  if (ms > nowMs) throw invalid([{ pointer: "#/known_at", detail: "must not be in the future" }]);
  return ms;
}

function parsePeriod(query: QueryOf<"getBiddingZonePrices">, nowMs: number) {
  const fromMs = query.start ? parseInstant(query.start) : startOfDay(nowMs);
  const toMs = query.end ? parseInstant(query.end) : startOfDay(fromMs, 2);
  return checkPeriod(fromMs, toMs);
}

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;

const toItem = ({ timeMs, price, long, short, state, source, vintageMs }: StoredPrice) => ({
  time: iso(timeMs),
  isp: ispNumber(timeMs),
  ...(price !== null && { price }),
  ...(long !== null && { long }),
  ...(short !== null && { short }),
  ...(state !== null && { state }),
  source,
  known_at: iso(vintageMs),
});

async function getPrices(
  db: Db,
  zone: PriceZone,
  query: QueryOf<"getBiddingZonePrices">,
  nowMs: number,
): Promise<AnswerOf<"getBiddingZonePrices">> {
  const { market, source } = query;
  const area = { zone, market };
  const period = parsePeriod(query, nowMs);
  const asOfMs = query.as_of ? parseInstant(query.as_of) : nowMs;
  const tomorrow = { fromMs: startOfDay(asOfMs, 1), toMs: startOfDay(asOfMs, 2) };
  const [found, ofTomorrow, lastPriceEndMs, feeds] = await Promise.all([
    readPrices(db, { ...area, ...period, asOfMs, source }),
    readPrices(db, { ...area, ...tomorrow, asOfMs, source }),
    readLastPriceEnd(db, area, asOfMs),
    readPriceFeeds(db, area),
  ]);
  const startsOf = (list: readonly StoredPrice[]) => new Set(list.map(({ timeMs }) => timeMs));
  return {
    market,
    unit: "EUR/MWh",
    as_of: iso(asOfMs),
    ...assessPrices(market, period, startsOf(found), asOfMs),
    known_until: lastPriceEndMs === null ? null : iso(lastPriceEndMs),
    tomorrow_known: assessPrices(market, tomorrow, startsOf(ofTomorrow), asOfMs).missing === 0,
    gate_closure: iso(nextGateClosure(asOfMs)),
    feeds: feeds.map((feed) => ({
      source: feed.source,
      attribution: feed.attribution,
      checked_at: feed.checkedAt.toISOString(),
      succeeded_at: isoOrNull(feed.succeededAt),
      failure: feed.failure,
      failure_code: feed.failureCode,
    })),
    data: found.map(toItem),
  };
}

/** The prices of a bidding zone: recorded by programs, read with what was known at a moment. */
export const biddingZonePrices = (
  deps: Deps,
): Handlers<"recordBiddingZonePrices" | "getBiddingZonePrices"> => ({
  recordBiddingZonePrices: async ({ params, body, change }) => {
    const nowMs = deps.now();
    const zone = parsePriceZone(params.bidding_zone_id);
    const faults = findFaults(body, nowMs);
    if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS));
    const { market, source } = body;
    const vintageMs = parseVintage(body.known_at, nowMs);
    const reported = { source, vintageMs, prices: body.prices.map(toNewPrice) };
    const record = async (tx: Db) => ({
      intervals: body.prices.length,
      changed: await savePrices(tx, { zone, market }, reported, nowMs),
      known_at: iso(vintageMs),
    });
    return change(record).catch((error: unknown) => {
      if (!(error instanceof VintageConflict)) throw error;
      throw new ApiProblem(
        "conflict",
        `Other prices were recorded with this known_at, from ${iso(error.timesMs[0]!)} on. Send a later known_at to restate them.`,
      );
    });
  },
  getBiddingZonePrices: ({ params, query, db }) =>
    getPrices(db, parsePriceZone(params.bidding_zone_id), query, deps.now()),
});
