import { XMLParser } from "fast-xml-parser";
import { unzipSync } from "fflate";
import type { PriceZone } from "../../lib/contract/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { NewPrice } from "../store/prices.ts";
import {
  downloadBytes,
  eicCodes,
  PriceError,
  toDayAhead,
  type Period,
  type PriceSource,
} from "./price-source.ts";

const ADDRESS = "https://web-api.tp.entsoe.eu";
const ATTRIBUTION = "ENTSO-E Transparency Platform";
const MAX_FILES = 100;
const MAX_BYTES = 16 * 1024 * 1024;

const SEQUENCE = "classificationSequence_AttributeInstanceComponent.position";
const AGREEMENT = "contract_MarketAgreement.type";
const LISTS = new Set(["TimeSeries", "Period", "Point", "Reason"]);

type Node = Record<string, unknown>;

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => LISTS.has(name),
});

const textOf = (node: Node, name: string) => {
  const value = node[name];
  return typeof value === "string" ? value : undefined;
};
const listOf = (node: Node, name: string) => (node[name] ?? []) as Node[];

/** The document of an answer. @throws PriceError when it is another one, with its reason */
function parseDocument(xml: string, name: string): Node {
  let root: Node;
  try {
    root = parser.parse(xml, true) as Node;
  } catch (error) {
    throw new PriceError("ENTSO-E did not answer with XML.", { cause: error });
  }
  const document = root[name] as Node | undefined;
  if (document) return document;
  const refusal = root.Acknowledgement_MarketDocument as Node | undefined;
  const reason = refusal && listOf(refusal, "Reason")[0];
  const why = reason && (textOf(reason, "text") ?? textOf(reason, "code"));
  throw new PriceError(`ENTSO-E answered without prices${why ? `: ${why.slice(0, 200)}` : ""}.`, {
    code: "no_prices",
  });
}

interface Step {
  fromMs: number;
  toMs: number;
  value: Node;
}

const resolutions: Record<string, number> = {
  PT15M: QUARTER_MS,
  PT30M: 2 * QUARTER_MS,
  PT60M: HOUR_MS,
};

/**
 * The points of a period with the time they apply to. Curve type A03 leaves a point out when it
 * equals the one before, within its period only.
 * @param of a period may have one series of points for each value of this field
 */
function readSteps(series: Node, of: (point: Node) => string = () => ""): Step[] {
  const carriesOn = textOf(series, "curveType") === "A03";
  return listOf(series, "Period").flatMap((period) => {
    const interval = (period.timeInterval ?? {}) as Node;
    const startMs = Date.parse(textOf(interval, "start") ?? "");
    const endMs = Date.parse(textOf(interval, "end") ?? "");
    const stepMs = resolutions[textOf(period, "resolution") ?? ""];
    if (!stepMs || Number.isNaN(startMs) || Number.isNaN(endMs))
      throw new PriceError("ENTSO-E answered with a period of an unexpected form.");
    const all = listOf(period, "Point");
    return [...new Set(all.map(of))].flatMap((kind) => {
      const points = all.filter((point) => of(point) === kind);
      const starts = points.map((point) => {
        const position = Number(textOf(point, "position"));
        const fromMs = startMs + (position - 1) * stepMs;
        if (!Number.isInteger(position) || position < 1 || fromMs >= endMs)
          throw new PriceError("ENTSO-E answered with a position outside of its period.");
        return { fromMs, value: point };
      });
      starts.sort((a, b) => a.fromMs - b.fromMs);
      return starts.map(({ fromMs, value }, i) => ({
        fromMs,
        toMs: carriesOn ? (starts[i + 1]?.fromMs ?? endMs) : Math.min(fromMs + stepMs, endMs),
        value,
      }));
    });
  });
}

function amountOf(point: Node, name: string): number {
  const text = textOf(point, name);
  const amount = Number(text);
  if (text === undefined || text.trim() === "" || !Number.isFinite(amount))
    throw new PriceError(`ENTSO-E answered with a point without ${name}.`);
  return amount;
}

function* quartersOf({ fromMs, toMs }: Step, period: Period) {
  for (let ms = fromMs; ms < toMs; ms += QUARTER_MS)
    if (ms >= period.fromMs && ms < period.toMs) yield ms;
}

function requireEuros(series: Node): void {
  const currency = textOf(series, "currency_Unit.name") ?? "EUR";
  const unit =
    textOf(series, "price_Measure_Unit.name") ??
    textOf(series, "quantity_Measure_Unit.name") ??
    "MWH";
  if (currency !== "EUR" || unit !== "MWH")
    throw new PriceError(`ENTSO-E answered in ${currency}/${unit}, not in EUR/MWH.`);
}

/** The coupled day-ahead auction: not intraday, and not another sequence of the same day. */
const isCoupledAuction = (series: Node) =>
  (textOf(series, AGREEMENT) ?? "A01") === "A01" && (textOf(series, SEQUENCE) ?? "1") === "1";

/** The day-ahead prices of a document A44 that start in a period, by quarter-hour. */
export function readDayAhead(xml: string, period: Period): NewPrice[] {
  const document = parseDocument(xml, "Publication_MarketDocument");
  const found = new Map<number, number>();
  for (const series of listOf(document, "TimeSeries").filter(isCoupledAuction)) {
    requireEuros(series);
    for (const step of readSteps(series)) {
      const price = amountOf(step.value, "price.amount");
      for (const ms of quartersOf(step, period)) found.set(ms, price);
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([timeMs, price]) => toDayAhead(timeMs, price));
}

const CATEGORY = "imbalance_Price.category";

/**
 * The imbalance prices of a document A85 that start in a period. Category A04 is the price of a
 * surplus (long), A05 that of a shortage (short); without a category one price holds for both. ISPs
 * with one of the two are left out.
 */
export function readImbalance(xml: string, period: Period): NewPrice[] {
  const document = parseDocument(xml, "Balancing_MarketDocument");
  const found = new Map<number, { long?: number; short?: number }>();
  for (const series of listOf(document, "TimeSeries")) {
    requireEuros(series);
    for (const step of readSteps(series, (point) => textOf(point, CATEGORY) ?? "")) {
      const price = amountOf(step.value, "imbalance_Price.amount");
      const category = textOf(step.value, CATEGORY);
      const values = {
        ...(category !== "A05" && { long: price }),
        ...(category !== "A04" && { short: price }),
      };
      for (const ms of quartersOf(step, period)) found.set(ms, { ...found.get(ms), ...values });
    }
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .flatMap(([timeMs, { long, short }]) =>
      long === undefined || short === undefined
        ? []
        : [{ timeMs, price: null, long, short, state: null }],
    );
}

const stamp = (ms: number) => new Date(ms).toISOString().replace(/\D/g, "").slice(0, 12);

function buildUrl(address: string, token: string, parameters: Record<string, string>): URL {
  const url = new URL("/api", address);
  url.searchParams.set("securityToken", token);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** A source at ENTSO-E; `token` is a key of its transparency platform. */
interface EntsoeOptions {
  zone: PriceZone;
  token: string;
  address?: string | undefined;
}

/** Day-ahead prices (A44). The days beside the period are requested too. */
export const entsoeDayAhead = ({ zone, token, address = ADDRESS }: EntsoeOptions): PriceSource => ({
  name: "entsoe",
  zone,
  market: "day-ahead",
  everyMs: 15 * MINUTE_MS,
  daysBack: 1,
  async fetchPrices(period) {
    const url = buildUrl(address, token, {
      documentType: "A44",
      in_Domain: eicCodes[zone],
      out_Domain: eicCodes[zone],
      "contract_MarketAgreement.type": "A01",
      periodStart: stamp(period.fromMs - DAY_MS),
      periodEnd: stamp(period.toMs + DAY_MS),
    });
    const xml = new TextDecoder().decode(await downloadBytes(url));
    return { attribution: ATTRIBUTION, vintages: [{ prices: readDayAhead(xml, period) }] };
  },
});

/** The documents of a ZIP file, or the answer itself if it is XML. */
function unzip(bytes: Uint8Array): string[] {
  const decoder = new TextDecoder();
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return [decoder.decode(bytes)];
  let files = 0;
  let size = 0;
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ originalSize }) => {
        files += 1;
        size += originalSize;
        if (files > MAX_FILES || size > MAX_BYTES) throw new Error("too large");
        return true;
      },
    });
    return Object.values(unpacked).map((file) => decoder.decode(file));
  } catch (error) {
    throw new PriceError("ENTSO-E answered with a ZIP file that cannot be read.", { cause: error });
  }
}

/** Imbalance prices (A85), a ZIP file of documents. */
export const entsoeImbalance = ({
  zone,
  token,
  address = ADDRESS,
}: EntsoeOptions): PriceSource => ({
  name: "entsoe",
  zone,
  market: "imbalance",
  everyMs: 30 * MINUTE_MS,
  daysBack: 3,
  async fetchPrices(period) {
    const url = buildUrl(address, token, {
      documentType: "A85",
      controlArea_Domain: eicCodes[zone],
      periodStart: stamp(period.fromMs),
      periodEnd: stamp(period.toMs),
    });
    const documents = unzip(await downloadBytes(url));
    const prices = new Map(
      documents.flatMap((xml) => readImbalance(xml, period)).map((one) => [one.timeMs, one]),
    );
    return { attribution: ATTRIBUTION, vintages: [{ prices: [...prices.values()] }] };
  },
});
