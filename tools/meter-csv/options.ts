import { parseArgs, type ParseArgsConfig } from "node:util";
import { Refusal } from "./csv-error.ts";

/**
 * Parses a command's arguments.
 * @throws Refusal with the usage when an option is unknown
 */
export function readOptions<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${usage}`);
  }
}

/**
 * The value of an option, ignoring case; undefined if it was not given.
 * @throws Refusal with the allowed values
 */
export function oneOf<const T extends string>(
  name: string,
  given: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (given === undefined) return undefined;
  const found = allowed.find((word) => word.toLowerCase() === given.toLowerCase());
  if (found) return found;
  throw new Refusal(`--${name} takes ${allowed.join(", ")}; "${given}" is none of them.`);
}
