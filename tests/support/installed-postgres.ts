import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { sharePostgres } from "./postgres-setup.ts";

const DEBIAN = "/usr/lib/postgresql";

/**
 * The programs of a PostgreSQL that is installed on this machine, 15 or later, the oldest first
 * choice because the embedded one is the newest. PG_UNDER_TEST names another `bin` directory.
 */
export function installedPrograms(): string | undefined {
  const asked = process.env.PG_UNDER_TEST;
  if (asked) return asked;
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN)
    .map(Number)
    .filter((version) => version >= 15);
  const oldest = versions.sort((a, b) => a - b)[0];
  const programs = join(DEBIAN, String(oldest), "bin");
  return existsSync(join(programs, "initdb")) ? programs : undefined;
}

export default (project: TestProject) => sharePostgres(project, installedPrograms());
