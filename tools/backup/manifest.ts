import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const table = z.object({
  /** Schema and name, as in `public.accounts`. */
  name: z.string(),
  /** The file with its rows, relative to the backup. */
  file: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** See `fingerprint`. */
  hash: z.string(),
});

const database = z.object({
  /** The time of its last migration in the journal, which names the version of its schema. */
  schemaVersion: z.int(),
  tables: z.array(table),
  /** The last value of each sequence, null if it was never used. */
  sequences: z.record(z.string(), z.string().nullable()),
});

const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  databases: z.object({ service: database.optional(), portal: database.optional() }),
  /** The first characters of the SHA-256 of NEXTAUTH_SECRET, to notice another one; null if it is unknown. */
  sessionSecret: z.string().nullable(),
});

export type TableBackup = z.infer<typeof table>;
export type DatabaseBackup = z.infer<typeof database>;
export type Manifest = z.infer<typeof manifest>;

export const MANIFEST = "manifest.json";

/** A backup that cannot be made or used; the message says why. */
export class BackupError extends Error {}

/** The contents of a backup. @throws BackupError if the folder has no complete backup of this format */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), "utf8");
  } catch {
    throw new BackupError(
      `${folder} has no ${MANIFEST}: it is not a backup, or one that was not finished.`,
    );
  }
  const parsed = manifest.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new BackupError(`${join(folder, MANIFEST)} is of another format than this version reads.`);
}
