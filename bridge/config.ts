import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { prefixFault } from "../service/gateway/mqtt/topics.ts";
import {
  brokerSettings,
  findFault,
  findFileFault,
  type BrokerSettings,
} from "./broker/broker-options.ts";

const id = z.string().min(1).max(200);
const ids = { inverter: id.optional(), battery: id.optional(), meter: id.optional() };

const modbusUnit = z.strictObject({
  modbus: z
    .string()
    .regex(
      /^[^/\s]+:\d+(\/\d+)?$/,
      "must be HOST:PORT or HOST:PORT/UNIT, such as 192.168.1.20:502/1",
    ),
  ...ids,
  meter_positive: z.enum(["import", "export"]).default("import"),
  allow_no_timer: z.boolean().default(false),
  timeout_ms: z.number().int().min(100).max(30_000).default(3_000),
});
const evccUnit = z.strictObject({
  evcc: z.url(),
  battery: id.optional(),
  meter: id.optional(),
  max_charge_w: z.number().positive(),
});

function checkBroker(settings: BrokerSettings, { addIssue }: z.RefinementCtx): void {
  const fault = findFault(settings);
  if (fault) addIssue({ code: "custom", path: [fault.field], message: fault.message });
}

function checkPrefix(prefix: string, { addIssue }: z.RefinementCtx): void {
  const message = prefixFault(prefix);
  if (message) addIssue({ code: "custom", message });
}

const configuration = z.strictObject({
  mqtt: brokerSettings.superRefine(checkBroker).optional(),
  prefix: z.string().superRefine(checkPrefix).default("curtail"),
  location: id,
  units: z.array(z.union([modbusUnit, evccUnit])).min(1),
  state_dir: z.string().default("./bridge-state"),
  turn_ms: z.number().int().min(100).max(2_000).default(1_000),
  dry_run: z.boolean().default(false),
  home_assistant: brokerSettings
    .extend({ allow_pause: z.boolean().default(true) })
    .superRefine(checkBroker)
    .optional(),
});
/** The configuration of a bridge, from its file and its arguments. */
export type BridgeConfig = z.infer<typeof configuration>;
export type UnitConfig = BridgeConfig["units"][number];

export const USAGE = `Makes inverters and batteries at a site follow the setpoints of a service.

npm run bridge -- --mqtt URL --location ID --modbus HOST:PORT[/UNIT] [--inverter DEVICE_ID]
  [--battery DEVICE_ID] [--meter DEVICE_ID] [--username NAME] [--password-file FILE] [--ca FILE]
  [--state-dir FOLDER] [--dry-run]
npm run bridge -- --config FILE [--dry-run]
npm run bridge -- check …       shows what was found and would be controlled; writes nothing`;

/** A configuration that cannot be used; the message says what to change. */
export class ConfigurationError extends Error {}

const text = { type: "string" } as const;
const OPTIONS = {
  config: text,
  mqtt: text,
  location: text,
  modbus: text,
  inverter: text,
  battery: text,
  meter: text,
  username: text,
  "password-file": text,
  ca: text,
  prefix: text,
  "state-dir": text,
  "dry-run": { type: "boolean" },
} as const;

function readFile(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigurationError(`${file}: ${(error as Error).message}`);
  }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new ConfigurationError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** @throws ConfigurationError naming a file that cannot be used */
function checkFiles(config: BridgeConfig): void {
  for (const section of ["mqtt", "home_assistant"] as const) {
    const fault = config[section] && findFileFault(config[section]);
    if (fault) throw new ConfigurationError(`${section}.${fault.field}: ${fault.message}`);
  }
}

/**
 * Reads the arguments and the configuration file they name. Arguments replace fields of the file.
 * @throws ConfigurationError with the field and what would be right
 */
export function readConfiguration(args: string[]): { isCheck: boolean; config: BridgeConfig } {
  const { values, positionals } = parseArguments(args);
  const isCheck = positionals[0] === "check";
  if (positionals.length > (isCheck ? 1 : 0) || args.length === 0)
    throw new ConfigurationError(USAGE);
  const file = values.config ? readFile(values.config) : {};
  const { inverter, battery, meter, modbus, mqtt, username, ca } = values;
  const parsed = configuration.safeParse({
    ...file,
    ...(mqtt && {
      mqtt: {
        url: mqtt,
        ...(username && { username }),
        ...(ca && { ca_file: ca }),
        ...(values["password-file"] && { password_file: values["password-file"] }),
      },
    }),
    ...(values.location && { location: values.location }),
    ...(modbus && {
      units: [
        {
          modbus,
          ...(inverter && { inverter }),
          ...(battery && { battery }),
          ...(meter && { meter }),
        },
      ],
    }),
    ...(values.prefix !== undefined && { prefix: values.prefix }),
    ...(values["state-dir"] && { state_dir: values["state-dir"] }),
    ...(values["dry-run"] && { dry_run: true }),
  });
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new ConfigurationError(
      `The configuration is incomplete or wrong.\n${faults.join("\n")}\n\n${USAGE}`,
    );
  }
  if (!parsed.data.mqtt && !isCheck)
    throw new ConfigurationError(`mqtt: must be given\n\n${USAGE}`);
  if (!isCheck) checkFiles(parsed.data);
  return { isCheck, config: parsed.data };
}
