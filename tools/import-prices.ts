import { parseArgs } from "node:util";
import { MAX_PRICES, market, priceZone } from "../lib/contract/prices.ts";
import { readPriceFile } from "./import-prices/read-prices.ts";
import { importTable, runTableImport } from "./import/import-table.ts";
import { Refusal } from "./meter-csv/refused-rows.ts";

const USAGE =
  "Usage: npm run import-prices -- FILE --time COLUMN --price COLUMN [--zone NL] [--market day-ahead] [--source csv] [--long COLUMN --short COLUMN] [--utc] [--known-at TIME]";

function parseOptions(args: string[]) {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      zone: { ...text, default: "NL" },
      market: { ...text, default: "day-ahead" },
      source: { ...text, default: "csv" },
      time: text,
      price: text,
      long: text,
      short: text,
      utc: { type: "boolean", default: false },
      "known-at": text,
    },
  });
  const [file] = positionals;
  const columns =
    values.market === "imbalance"
      ? values.long && values.short && { long: values.long, short: values.short }
      : values.price && { price: values.price };
  if (!file || !values.time || !columns) throw new Refusal(USAGE);
  const parsedMarket = market.safeParse(values.market).data;
  if (!priceZone.safeParse(values.zone).success || !parsedMarket) throw new Refusal(USAGE);
  return {
    ...values,
    market: parsedMarket,
    file,
    columns: { time: values.time, values: columns, utc: values.utc },
  };
}

await runTableImport(async () => {
  const options = parseOptions(process.argv.slice(2));
  const { source, zone, columns } = options;
  const vintage = options["known-at"] ?? new Date().toISOString();
  const { rows, changed } = await importTable({
    file: options.file,
    noun: "prices",
    max: MAX_PRICES,
    read: (text) => readPriceFile(text, columns),
    send: (curtail, prices) =>
      curtail.recordBiddingZonePrices({
        path: { bidding_zone_id: zone },
        body: { market: options.market, source, known_at: vintage, prices },
      }),
  });
  console.log(`Read ${rows} quarter-hours; ${changed} are new or restated.`);
});
