import { parseArgs } from "node:util";
import { MAX_POSITIONS } from "../lib/contract/positions.ts";
import { biddingZone } from "../lib/contract/schema-types.ts";
import {
  positionUnits,
  readPositionFile,
  type PositionColumns,
} from "./import-positions/read-positions.ts";
import { importTable, runTableImport } from "./import/import-table.ts";
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

await runTableImport(async () => {
  const { file, zone, columns } = parseOptions(process.argv.slice(2));
  const { rows, changed } = await importTable({
    file,
    noun: "positions",
    max: MAX_POSITIONS,
    read: (text) => readPositionFile(text, columns),
    send: (curtail, positions) =>
      curtail.recordBiddingZonePositions({ path: { bidding_zone_id: zone }, body: { positions } }),
  });
  console.log(`Read ${rows} quarter-hours; ${changed} are new or changed.`);
});
