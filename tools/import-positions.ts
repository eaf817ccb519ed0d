import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { EnvError, parseEnv } from "../lib/env.ts";
import { MAX_POSITIONS, type Position } from "../lib/contract/positions.ts";
import { biddingZone } from "../lib/contract/schema-types.ts";
import { createClient, ProblemError } from "../packages/client/src/index.ts";
import { serviceAddress } from "./import/send.ts";
import {
  positionUnits,
  readPositionFile,
  type PositionColumns,
} from "./import-positions/read-positions.ts";
import { Refusal } from "./meter-csv/refused-rows.ts";

const USAGE =
  "Usage: npm run import-positions -- FILE --time COLUMN --sold COLUMN [--zone NL] [--unit kWh|MWh|kW|MW] [--utc]";

const isUnit = (text: string): text is PositionColumns["unit"] =>
  Object.hasOwn(positionUnits, text);

function parseOptions(args: string[]) {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      zone: { ...text, default: "NL" },
      unit: { ...text, default: "kWh" },
      time: text,
      sold: text,
      utc: { type: "boolean", default: false },
    },
  });
  const [file] = positionals;
  const { zone, unit, time, sold, utc } = values;
  if (!file || !time || !sold || !isUnit(unit)) throw new Refusal(USAGE);
  if (!biddingZone.safeParse(zone).success) throw new Refusal(USAGE);
  return { file, zone, columns: { time, sold, unit, utc } };
}

async function send(zone: string, positions: Position[]): Promise<number> {
  const curtail = createClient(serviceAddress(parseEnv(process.env)));
  const { changed } = await curtail
    .recordBiddingZonePositions({ path: { bidding_zone_id: zone }, body: { positions } })
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      const { status, problem } = error;
      throw new Refusal(`The service refuses the positions (${status}). ${problem.detail}`);
    });
  return changed;
}

async function run(): Promise<void> {
  const { file, zone, columns } = parseOptions(process.argv.slice(2));
  // npm changes to the project folder; the path is relative to the caller's folder.
  const text = await readFile(resolve(process.env.INIT_CWD ?? process.cwd(), file), "utf8");
  const positions = readPositionFile(text, columns);
  let changed = 0;
  for (let i = 0; i < positions.length; i += MAX_POSITIONS)
    changed += await send(zone, positions.slice(i, i + MAX_POSITIONS));
  console.log(`Read ${positions.length} quarter-hours; ${changed} are new or changed.`);
}

try {
  await run();
} catch (error) {
  const isExpected = error instanceof EnvError || error instanceof Refusal;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
