import { z } from "zod";
import type { PriceFailureCode, PriceZone } from "../../lib/contract/index.ts";
import { describeIssue } from "../../lib/contract/issue-text.ts";
import { dayAt, HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { NewPrice, PriceArea } from "../store/prices.ts";
import { download, WeatherError } from "../weather/weather-run.ts";

/** The ISPs that start in `[fromMs, toMs)`. */
export interface Period {
  fromMs: number;
  toMs: number;
}

/** What a source answered. */
export interface FetchedPrices {
  /** The licence line of the answer; null if the source states none. */
  attribution: string | null;
  /** When these became known, if the source says so; otherwise it is when they were fetched. */
  vintages: { vintageMs?: number; prices: NewPrice[] }[];
}

/** A source of prices of one market. */
export interface PriceSource extends PriceArea {
  /** Identifies it in storage, metrics and logs. */
  name: string;
  /** Time between two reads. */
  everyMs: number;
  /** The days before today that are read again, for late prices and restatements. */
  daysBack: number;
  /** Whether it replays a past, in which its prices were recorded as they became known. */
  isReplay?: boolean;
  /** @throws PriceError when the prices cannot be fetched or parsed */
  fetchPrices(period: Period, nowMs: number): Promise<FetchedPrices>;
}

/** An unreachable source, or one whose answer has another shape; the message states the reason. */
export class PriceError extends Error {
  readonly code: PriceFailureCode;

  constructor(
    message: string,
    { code = "unexpected_answer", ...options }: ErrorOptions & { code?: PriceFailureCode } = {},
  ) {
    super(message, options);
    this.code = code;
  }
}

/** The price of an ISP in a market with one price. */
export const toDayAhead = (timeMs: number, price: number): NewPrice => ({
  timeMs,
  price,
  long: null,
  short: null,
  state: null,
});

/** @throws PriceError with the host and the reason, without the query, which may contain a key */
export async function downloadBytes(
  url: URL,
  headers: Record<string, string> = {},
): Promise<Uint8Array> {
  try {
    return await download(url, undefined, headers);
  } catch (error) {
    if (!(error instanceof WeatherError)) throw error;
    const code = error.status === 401 || error.status === 403 ? "refused" : "unreachable";
    throw new PriceError(error.message, { code, cause: error });
  }
}

/** @throws PriceError when the text is no JSON of this shape */
export function parseJson<T extends z.ZodType>(
  text: string,
  shape: T,
  source: string,
): z.output<T> {
  let input: unknown;
  try {
    input = JSON.parse(text);
    return shape.parse(input);
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const where = issue ? `: ${issue.path.join(".")} ${describeIssue(issue, input)}` : "";
    throw new PriceError(`${source} answered in an unexpected form${where}.`, { cause: error });
  }
}

interface PricePoint {
  timeMs: number;
  price: number;
}

/**
 * The quarter-hours of points that each stand for an hour or a quarter-hour. A local day is hourly
 * when no two of its points are less than an hour apart.
 */
export function expandHours(points: readonly PricePoint[]): PricePoint[] {
  const days = new Map<number, PricePoint[]>();
  for (const point of points) {
    const { startMs } = dayAt(point.timeMs);
    const day = days.get(startMs);
    if (day) day.push(point);
    else days.set(startMs, [point]);
  }
  return [...days.values()].flatMap((day) => {
    const isHourly =
      day.length > 1 && day.every(({ timeMs }) => timeMs % HOUR_MS === day[0]!.timeMs % HOUR_MS);
    if (!isHourly) return day;
    return day.flatMap(({ timeMs, price }) =>
      [0, 1, 2, 3].map((quarter) => ({ timeMs: timeMs + quarter * QUARTER_MS, price })),
    );
  });
}

/** The identification codes of bidding zones at ENTSO-E. */
export const eicCodes: Record<PriceZone, string> = {
  NL: "10YNL----------L",
  BE: "10YBE----------2",
  "DE-LU": "10Y1001A1001A82H",
};
