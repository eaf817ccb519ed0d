import { parse } from "csv-parse/sync";
import { getLocalDay, localStamp, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { NewPrice } from "../store/prices.ts";
import { downloadBytes, PriceError, type PriceSource } from "./price-source.ts";

const ADDRESS = "https://api.tennet.eu";
/** TenneT allows 25 calls a day. */
const EVERY_MS = 60 * MINUTE_MS;

const columns = {
  start: "timeinterval start loc",
  isp: "isp",
  short: "price shortage",
  long: "price surplus",
  state: "regulation state",
} as const;

/** `2026-10-25T02:00` or `25-10-2026 02:00` as a date. */
function toDate(stamp: string): string | undefined {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})/.exec(stamp) ?? [];
  if (iso) return iso;
  const [, day, month, year] = /^(\d{2})-(\d{2})-(\d{4})/.exec(stamp) ?? [];
  return year && `${year}-${month}-${day}`;
}

function toNumber(text: string | undefined, name: string): number {
  const number = Number(text);
  if (text === undefined || text.trim() === "" || !Number.isFinite(number))
    throw new PriceError(`TenneT answered without a number in the column ${name}.`);
  return number;
}

/**
 * The settlement prices of a CSV answer. Its stamps are local and ambiguous in October, so the time
 * of an ISP is computed from its date and number.
 */
export function readSettlementPrices(text: string): NewPrice[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      delimiter: [",", ";"],
      columns: (names: string[]) => names.map((name) => name.toLowerCase().replaceAll("_", " ")),
    });
  } catch (error) {
    throw new PriceError("TenneT did not answer with a CSV file.", { cause: error });
  }
  return rows.map((row) => {
    for (const name of Object.values(columns))
      if (row[name] === undefined) throw new PriceError(`TenneT answered without ${name}.`);
    const date = toDate(row[columns.start]!);
    if (!date) throw new PriceError("TenneT answered with a start that has no date.");
    const { startMs, isps } = getLocalDay(date);
    const isp = toNumber(row[columns.isp], columns.isp);
    if (!Number.isInteger(isp) || isp < 1 || isp > isps)
      throw new PriceError(`TenneT answered with ISP ${isp} on ${date}, which has ${isps}.`);
    return {
      timeMs: startMs + (isp - 1) * QUARTER_MS,
      price: null,
      long: toNumber(row[columns.long], columns.long),
      short: toNumber(row[columns.short], columns.short),
      state: toNumber(row[columns.state], columns.state),
    };
  });
}

/** `23-11-2026 00:00:00`, local time. */
const localDateTime = (ms: number) => {
  const [date, time] = localStamp(ms).split(" ") as [string, string];
  return `${date.split("-").reverse().join("-")} ${time}`;
};

/** Settlement prices of TenneT for the Netherlands; `apiKey` is a key of its developer portal. */
export const tennet = (apiKey: string, address = ADDRESS): PriceSource => ({
  name: "tennet",
  zone: "NL",
  market: "imbalance",
  everyMs: EVERY_MS,
  daysBack: 3,
  async fetchPrices({ fromMs, toMs }) {
    const url = new URL("/publications/v1/settlement-prices", address);
    url.searchParams.set("date_from", localDateTime(fromMs));
    url.searchParams.set("date_to", localDateTime(toMs));
    const headers = { apikey: apiKey, Accept: "text/csv" };
    const text = new TextDecoder().decode(await downloadBytes(url, headers));
    const prices = readSettlementPrices(text).filter(
      ({ timeMs }) => timeMs >= fromMs && timeMs < toMs,
    );
    return { attribution: "TenneT TSO B.V.", vintages: [{ prices }] };
  },
});
