import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getLocalDay, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { elia } from "../../service/prices/elia.ts";
import { energyCharts } from "../../service/prices/energy-charts.ts";
import { entsoeDayAhead, entsoeImbalance } from "../../service/prices/entsoe.ts";
import { PriceError, type PriceSource } from "../../service/prices/price-source.ts";
import { replay } from "../../service/prices/replay.ts";
import { tennet } from "../../service/prices/tennet.ts";

interface Answer {
  status?: number;
  body: string | Uint8Array;
}

let address: string;
let answer: (url: URL) => Answer;
const asked: { url: URL; headers: Record<string, unknown> }[] = [];
const server = createServer((request, response) => {
  const url = new URL(request.url!, "http://server");
  asked.push({ url, headers: request.headers });
  const { status = 200, body } = answer(url);
  response.writeHead(status).end(body);
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void (asked.length = 0));
afterAll(() => void server.close());

const iso = (ms: number) => new Date(ms).toISOString();
const minute = (ms: number) => iso(ms).replace(/:\d\d\.\d+Z$/, "Z");
const day = (date: string) => {
  const { startMs: fromMs, endMs: toMs, isps } = getLocalDay(date);
  return { fromMs, toMs, isps };
};
const fetchOne = async (source: PriceSource, period: { fromMs: number; toMs: number }) => {
  const { vintages, attribution } = await source.fetchPrices(period, period.toMs);
  return { prices: vintages.flatMap(({ prices }) => prices), attribution };
};

describe("Energy-Charts", () => {
  const license_info = "CC BY 4.0 from Bundesnetzagentur | SMARD.de";
  const respond = (fromMs: number, stepMs: number, price: (number | null)[]) => ({
    body: JSON.stringify({
      license_info,
      unix_seconds: price.map((_, i) => (fromMs + i * stepMs) / 1000),
      price,
      unit: "EUR / MWh",
      deprecated: false,
    }),
  });

  it.each([
    ["2026-03-29", 92],
    ["2026-10-25", 100],
  ])("reads the quarter-hours of %s, with the licence line of the answer", async (date, isps) => {
    const period = day(date);
    const values = Array.from({ length: isps }, (_, i) => i - 50.5);
    answer = () => respond(period.fromMs, QUARTER_MS, values);
    const { prices, attribution } = await fetchOne(energyCharts("NL", address), period);
    expect(prices.map(({ price }) => price)).toEqual(values);
    expect(attribution).toBe(license_info);
    expect(Object.fromEntries(asked[0]!.url.searchParams)).toMatchObject({ bzn: "NL" });
  });

  it("gives four quarter-hours for each hour where the source has hours", async () => {
    const period = day("2025-03-30");
    answer = () =>
      respond(
        period.fromMs,
        4 * QUARTER_MS,
        Array.from({ length: 23 }, (_, i) => i),
      );
    const { prices } = await fetchOne(energyCharts("BE", address), period);
    expect(prices.map(({ price }) => price)).toEqual(
      Array.from({ length: 92 }, (_, i) => Math.floor(i / 4)),
    );
  });

  it("leaves out what has no price, and does not fill a hole of quarter-hours", async () => {
    const period = day("2026-06-15");
    const values = Array.from({ length: 96 }, (_, i) => (i >= 41 && i <= 43 ? null : i));
    answer = () => respond(period.fromMs, QUARTER_MS, values);
    const { prices } = await fetchOne(energyCharts("NL", address), period);
    expect(prices.map(({ price }) => price)).toEqual(values.filter((value) => value !== null));
  });

  it.each([
    ["another unit", { body: '{"license_info":"x","unix_seconds":[],"price":[],"unit":"ct/kWh"}' }],
    ["no licence line", { body: '{"unix_seconds":[],"price":[],"unit":"EUR/MWh"}' }],
    ["no JSON", { body: "<html>" }],
    ["an error", { status: 503, body: "" }],
  ])("fails with %s", async (_, given) => {
    answer = () => given;
    const fetching = fetchOne(energyCharts("NL", address), day("2026-06-15"));
    await expect(fetching).rejects.toBeInstanceOf(PriceError);
  });
});

const series = (fields: string, fromMs: number, toMs: number, resolution: string, points: string) =>
  `<TimeSeries>${fields}<currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name><curveType>A03</curveType><Period><timeInterval><start>${minute(fromMs)}</start><end>${minute(toMs)}</end></timeInterval><resolution>${resolution}</resolution>${points}</Period></TimeSeries>`;
const publication = (...content: string[]) =>
  `<?xml version="1.0"?><Publication_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:7:3">${content.join("")}</Publication_MarketDocument>`;
const point = (position: number, price: number) =>
  `<Point><position>${position}</position><price.amount>${price}</price.amount></Point>`;
const auction = (type: string, sequence: number) =>
  `<contract_MarketAgreement.type>${type}</contract_MarketAgreement.type><classificationSequence_AttributeInstanceComponent.position>${sequence}</classificationSequence_AttributeInstanceComponent.position>`;

describe("ENTSO-E day ahead (A44)", () => {
  const read = (period: { fromMs: number; toMs: number }) =>
    fetchOne(entsoeDayAhead({ zone: "NL", token: "secret", address }), period);

  it.each(["2026-03-29", "2026-06-15", "2026-10-25"])(
    "carries a left-out point of curve type A03 forward within its period only, on %s",
    async (date) => {
      const { fromMs, toMs, isps } = day(date);
      const half = fromMs + 8 * QUARTER_MS;
      answer = () => ({
        body: publication(
          series(
            auction("A01", 1),
            fromMs,
            half - QUARTER_MS,
            "PT15M",
            point(1, 10) + point(3, -5),
          ),
          series(auction("A01", 1), half, toMs, "PT15M", point(1, 20)),
        ),
      });
      const { prices } = await read({ fromMs, toMs });
      expect(
        prices.slice(0, 8).map(({ timeMs, price }) => [(timeMs - fromMs) / QUARTER_MS, price]),
      ).toEqual([
        [0, 10],
        [1, 10],
        [2, -5],
        [3, -5],
        [4, -5],
        [5, -5],
        [6, -5],
        [8, 20],
      ]);
      expect(prices).toHaveLength(isps - 1);
    },
  );

  it("reads hours before 2025-10-01 and quarter-hours since", async () => {
    const [before, after] = [day("2025-09-30"), day("2025-10-01")];
    answer = () => ({
      body: publication(
        series(auction("A01", 1), before.fromMs, before.toMs, "PT60M", point(1, 1) + point(24, 2)),
        series(auction("A01", 1), after.fromMs, after.toMs, "PT15M", point(1, 3) + point(2, 4)),
      ),
    });
    const { prices } = await read({ fromMs: before.fromMs, toMs: after.toMs });
    expect(prices).toHaveLength(192);
    expect(prices.slice(91, 98).map(({ price }) => price)).toEqual([1, 2, 2, 2, 2, 3, 4]);
  });

  it("takes neither intraday prices nor sequence 2 for a missing sequence 1", async () => {
    const { fromMs, toMs } = day("2026-06-15");
    answer = () => ({
      body: publication(
        series(auction("A07", 1), fromMs, toMs, "PT15M", point(1, 99)),
        series(auction("A01", 2), fromMs, toMs, "PT15M", point(1, 98)),
      ),
    });
    expect((await read({ fromMs, toMs })).prices).toEqual([]);
  });

  it("asks a day wider on both sides and returns the period", async () => {
    const { fromMs, toMs } = day("2026-06-15");
    const [wideFrom, wideTo] = [day("2026-06-14").fromMs, day("2026-06-16").toMs];
    answer = () => ({
      body: publication(series(auction("A01", 1), wideFrom, wideTo, "PT15M", point(1, 7))),
    });
    expect((await read({ fromMs, toMs })).prices).toHaveLength(96);
    expect(Object.fromEntries(asked[0]!.url.searchParams)).toMatchObject({
      documentType: "A44",
      in_Domain: "10YNL----------L",
      periodStart: "202606132200",
      periodEnd: "202606162200",
      securityToken: "secret",
    });
  });

  it("says why there are no prices, and never the token", async () => {
    answer = () => ({
      body: "<Acknowledgement_MarketDocument><Reason><code>999</code><text>No matching data found</text></Reason></Acknowledgement_MarketDocument>",
    });
    const period = day("2026-06-15");
    await expect(read(period)).rejects.toThrow("No matching data found");
    answer = () => ({ status: 401, body: "" });
    await expect(read(period)).rejects.not.toThrow("secret");
  });
});

describe("ENTSO-E imbalance (A85)", () => {
  const priced = (position: number, category: string, amount: number) =>
    `<Point><position>${position}</position><imbalance_Price.amount>${amount}</imbalance_Price.amount><imbalance_Price.category>${category}</imbalance_Price.category></Point>`;
  const balancing = (points: string, { fromMs, toMs }: { fromMs: number; toMs: number }) => {
    const xml = publication(series("", fromMs, toMs, "PT15M", points));
    return xml.replaceAll("Publication_MarketDocument", "Balancing_MarketDocument");
  };

  it("reads A04 as long and A05 as short from the documents of a ZIP file", async () => {
    const period = day("2026-10-25");
    const points = priced(1, "A04", -10) + priced(1, "A05", 80) + priced(3, "A04", 5);
    answer = () => ({
      body: zipSync({ "a.xml": new TextEncoder().encode(balancing(points, period)) }),
    });
    const source = entsoeImbalance({ zone: "NL", token: "secret", address });
    const { prices } = await fetchOne(source, period);
    expect(prices).toHaveLength(100);
    expect(prices[1]).toMatchObject({ long: -10, short: 80, price: null });
    expect(prices[99]).toMatchObject({ long: 5, short: 80 });
  });
});

describe("TenneT settlement prices", () => {
  const head =
    "Timeinterval Start Loc,Timeinterval End Loc,Isp,Price Dispatch Up,Price Dispatch Down,Price Shortage,Price Surplus,Regulation State";
  const rows = (date: string, isps: number) =>
    Array.from({ length: isps }, (_, i) => `${date}T02:00,,${i + 1},,,${i + 100},${i},2`);

  it.each([
    ["2026-03-29", 92],
    ["2026-06-15", 96],
    ["2026-10-25", 100],
  ])("computes the times of %s from the date and the ISP, not the local stamp", async (date, n) => {
    const period = day(date);
    answer = () => ({ body: [head, ...rows(date, n)].join("\n") });
    const { prices } = await fetchOne(tennet("secret", address), period);
    expect(prices.map(({ timeMs }) => (timeMs - period.fromMs) / QUARTER_MS)).toEqual(
      Array.from({ length: n }, (_, i) => i),
    );
    expect(prices.at(-1)).toMatchObject({ long: n - 1, short: n + 99, state: 2 });
    expect(asked[0]!.headers.apikey).toBe("secret");
    const [year, month, dayOfMonth] = date.split("-");
    expect(asked[0]!.url.searchParams.get("date_from")).toBe(
      `${dayOfMonth}-${month}-${year} 00:00:00`,
    );
  });

  it("reads rows whose dispatch prices are empty", async () => {
    const period = day("2026-06-15");
    const [first, ...rest] = rows("2026-06-15", 96);
    const dispatched = first!.replace("1,,,100", "1,55.5,-12,100");
    answer = () => ({ body: [head, dispatched, ...rest].join("\n") });
    const { prices } = await fetchOne(tennet("secret", address), period);
    expect(prices).toHaveLength(96);
    expect(prices.slice(0, 2)).toMatchObject([
      { long: 0, short: 100 },
      { long: 1, short: 101 },
    ]);
  });

  it("refuses ISP 97 of a day with 96, and a file with other columns", async () => {
    const period = day("2026-06-15");
    answer = () => ({ body: [head, ...rows("2026-06-15", 97)].join("\n") });
    await expect(fetchOne(tennet("k", address), period)).rejects.toThrow("which has 96");
    answer = () => ({ body: "Isp,Price\n1,2" });
    await expect(fetchOne(tennet("k", address), period)).rejects.toBeInstanceOf(PriceError);
  });
});

describe("Elia", () => {
  it("reads all pages of 100 records; one price holds for long and short", async () => {
    const period = day("2026-10-25");
    const all = Array.from({ length: 100 + 4 }, (_, i) => ({
      datetime: iso(period.fromMs + i * QUARTER_MS).replace(".000Z", "+00:00"),
      resolutioncode: "PT15M",
      imbalanceprice: i === 3 ? null : i - 20,
    }));
    answer = (url) => {
      const offset = Number(url.searchParams.get("offset"));
      const results = all.slice(offset, offset + Number(url.searchParams.get("limit")));
      return { body: JSON.stringify({ total_count: all.length, results }) };
    };
    const { prices } = await fetchOne(elia(address), period);
    expect(asked).toHaveLength(2);
    expect(prices).toHaveLength(103);
    expect(prices[0]).toMatchObject({ timeMs: period.fromMs, long: -20, short: -20 });
  });

  it("fails when there are more records than offsets", async () => {
    answer = () => ({ body: JSON.stringify({ total_count: 20_000, results: [] }) });
    await expect(fetchOne(elia(address), day("2026-06-15"))).rejects.toThrow("more than 10000");
  });
});

describe("the replayed prices of the demo", () => {
  it.each([
    ["2026-03-29", 92],
    ["2026-10-25", 100],
    ["2026-11-16", 96],
  ])("cover each ISP of %s, known at 12:57 of the day before", async (date, isps) => {
    const { fromMs, toMs } = day(date);
    const { vintages, attribution } = await replay().fetchPrices({ fromMs, toMs }, toMs);
    expect(vintages[0]!.prices).toHaveLength(isps);
    expect(attribution).toBe("OpenSTEF example data, MPL-2.0");
    const before = vintages[0]!.vintageMs!;
    expect((await replay().fetchPrices({ fromMs, toMs }, before - 1)).vintages).toEqual([]);
    expect((await replay().fetchPrices({ fromMs, toMs }, before)).vintages).toHaveLength(1);
  });

  it("have the negative quarter-hours of the series", async () => {
    const { fromMs } = day("2020-10-05");
    const { toMs } = day("2020-12-27");
    const { vintages } = await replay().fetchPrices({ fromMs, toMs }, toMs);
    const prices = vintages.flatMap((one) => one.prices.map(({ price }) => price!));
    expect(prices.filter((price) => price < 0)).toHaveLength(32);
    expect(Math.min(...prices)).toBe(-8.15);
  });
});
