import { fileURLToPath } from "node:url";
import { migrateDatabase, type Schema } from "../../database/database-migration.ts";

/** The portal's database; its audit trail is append-only. */
export const portalSchema: Schema = {
  migrationsFolder: fileURLToPath(new URL("./migrations", import.meta.url)),
  lock: 7_214_001,
  appendOnly: ["audit"],
  readOnly: ["audit_head"],
};

/**
 * Migrates the portal's database to the current schema.
 * @param url a login of the role that owns its tables
 * @param program the role the portal runs as; absent if that role owns them
 * @returns the number of migrations that were applied
 */
export const migratePortal = (url: string, program?: string): Promise<number> =>
  migrateDatabase(url, portalSchema, program);
