import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { EnvError, parseEnv } from "../lib/env.ts";
import { MAX_PRICES, market, priceZone, type PriceEntry } from "../lib/contract/prices.ts";
import { createClient, ProblemError } from "../packages/client/src/index.ts";
import { serviceAddress } from "./import/send.ts";
import { readPriceFile } from "./import-prices/read-prices.ts";
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

async function send(
  options: ReturnType<typeof parseOptions>,
  prices: PriceEntry[],
  vintage: string,
): Promise<number> {
  const curtail = createClient(serviceAddress(parseEnv(process.env)));
  const { changed } = await curtail
    .recordBiddingZonePrices({
      path: { bidding_zone_id: options.zone },
      body: { market: options.market, source: options.source, known_at: vintage, prices },
    })
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      const { status, problem } = error;
      throw new Refusal(`The service refuses the prices (${status}). ${problem.detail}`);
    });
  return changed;
}

async function run(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  // npm changes to the project folder; the path is relative to the caller's folder.
  const text = await readFile(resolve(process.env.INIT_CWD ?? process.cwd(), options.file), "utf8");
  const prices = readPriceFile(text, options.columns);
  const vintage = options["known-at"] ?? new Date().toISOString();
  let changed = 0;
  for (let i = 0; i < prices.length; i += MAX_PRICES)
    changed += await send(options, prices.slice(i, i + MAX_PRICES), vintage);
  console.log(`Read ${prices.length} quarter-hours; ${changed} are new or restated.`);
}

try {
  await run();
} catch (error) {
  const isExpected = error instanceof EnvError || error instanceof Refusal;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
