import { parseArgs, type ParseArgsConfig } from "node:util";
import { Refusal } from "./csv-error.ts";

/**
 * Takes a command's arguments apart.
 * @throws Refusal that shows the usage when there is an option it does not have
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
 * One of the values of an option, in any case; undefined if it was not given.
 * @throws Refusal that lists them
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
