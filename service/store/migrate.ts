import { fileURLToPath } from "node:url";
import { migrateDatabase, type Schema } from "../../lib/database/database-migration.ts";

/** Migrations of the service's database, whose audit trail is append-only. */
export const serviceSchema: Schema = {
  migrationsFolder: fileURLToPath(new URL("./migrations", import.meta.url)),
  lock: 4_829_301,
  appendOnly: ["api_calls"],
  readOnly: ["api_calls_head"],
};

/**
 * Migrates the service's database to the current schema.
 * @param url a login of the role that owns its tables
 * @param program the role of the running service; absent if it owns the tables
 */
export const migrateService = (url: string, program?: string): Promise<void> =>
  migrateDatabase(url, serviceSchema, program);
