import { fileURLToPath } from "node:url";
import { migrateDatabase, type Schema } from "../../lib/database/database-migration.ts";

/** The service's database: its record of calls can only be added to. */
export const serviceSchema: Schema = {
  migrationsFolder: fileURLToPath(new URL("./migrations", import.meta.url)),
  lock: 4_829_301,
  appendOnly: ["api_calls"],
  readOnly: ["api_calls_head"],
};

/**
 * Brings the service's database to the current schema.
 * @param url a login of the role that owns its tables
 * @param program the role the service runs as; absent where that owns them
 */
export const migrateService = (url: string, program?: string): Promise<void> =>
  migrateDatabase(url, serviceSchema, program);
