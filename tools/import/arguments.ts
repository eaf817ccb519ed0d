import { oneOf, readOptions, type StatedFacts } from "../meter-csv/plan.ts";
import { Refusal } from "../meter-csv/refused-rows.ts";
import { units } from "../meter-csv/numbers.ts";
import { zoneNamed } from "../meter-csv/clock.ts";

export const USAGE = `npm run import -- FILE.csv --location ID [--column NAME] [--unit ${units.join("|")}]
  [--zone local|utc|NAME] [--stamps start|end] [--sign production|consumption]
  [--decimal comma|point] [--values interval|readings] [--device ID] [--dry-run]`;

/** The options; undefined ones are inferred from the file. */
export interface ImportArguments extends StatedFacts {
  file: string;
  location: string;
  column?: string | undefined;
  sign?: "production" | "consumption" | undefined;
  device?: string | undefined;
  dryRun: boolean;
}

const text = { type: "string" } as const;
const options = {
  location: text,
  column: text,
  unit: text,
  zone: text,
  stamps: text,
  sign: text,
  decimal: text,
  values: text,
  device: text,
  "dry-run": { type: "boolean", default: false },
} as const;

/**
 * Parses the arguments of the command.
 * @throws Refusal with the usage or the invalid option
 */
export function readArguments(args: readonly string[]): ImportArguments {
  const { values, positionals } = readOptions(args, options, USAGE);
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Refusal(`Name one file.\n${USAGE}`);
  if (!values.location) throw new Refusal(`Which location? Give --location.\n${USAGE}`);
  return {
    file,
    location: values.location,
    column: values.column,
    unit: oneOf("unit", values.unit, units),
    zone: values.zone === undefined ? undefined : zoneNamed(values.zone),
    stamps: oneOf("stamps", values.stamps, ["start", "end"]),
    sign: oneOf("sign", values.sign, ["production", "consumption"]),
    decimal: oneOf("decimal", values.decimal, ["comma", "point"]),
    values: oneOf("values", values.values, ["interval", "readings"]),
    device: values.device,
    dryRun: values["dry-run"],
  };
}
