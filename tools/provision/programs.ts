import { failureMessage } from "../../runtime/process/failure-message.mjs";
import type { Env } from "../../lib/env.ts";
import { DATABASES, type DatabaseName } from "../../runtime/databases/roles.ts";

/** A command that was called wrongly; the message shows how to call it. */
export class UsageError extends Error {}

const isProgram = (name: string): name is DatabaseName =>
  (DATABASES as readonly string[]).includes(name);

/**
 * The programs that a command was given; else those of this configuration: without the service when
 * FLEX_BASE_URL names another one.
 * @throws UsageError for anything else
 */
export function configuredPrograms(
  env: Env,
  args: readonly string[],
  usage: string,
): readonly DatabaseName[] {
  const wrong = args.find((name) => !isProgram(name));
  if (wrong !== undefined) throw new UsageError(`There is no program "${wrong}".\n\n${usage}`);
  if (args.length > 0) return DATABASES.filter((name) => args.includes(name));
  return env.FLEX_BASE_URL ? ["portal"] : DATABASES;
}

/** One line for each migrated database. */
export const describeMigrations = (migrations: Partial<Record<DatabaseName, number>>): string[] =>
  Object.entries(migrations).map(([name, count]) => {
    const done = count === 1 ? "1 migration applied" : `${count} migrations applied`;
    return `${name.padEnd(8)} ${count === 0 ? "up to date" : done}`;
  });

/** Runs a command; a failure is printed as its message and ends with exit code 1. */
export async function printFailure(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(failureMessage(error));
    process.exitCode = 1;
  }
}
