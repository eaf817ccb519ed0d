import { eq, sql } from "drizzle-orm";
import type { ControlReason, ControlTarget, ControlType } from "../../contract/controls.ts";
import type { Database } from "./database.ts";
import { controlTemplates } from "./schema-templates.ts";

export const MAX_TEMPLATES = 30;
const LOCK = 7_314_002;

export interface ControlTemplate {
  id: string;
  name: string;
  type: ControlType;
  target: ControlTarget;
  /** How long a control of it lasts. */
  minutes: number;
  reason: ControlReason | null;
}

const toTemplate = (row: typeof controlTemplates.$inferSelect): ControlTemplate => ({
  id: row.id,
  name: row.name,
  type: row.type,
  target: { kind: row.targetKind, id: row.targetId, name: row.targetName },
  minutes: row.minutes,
  reason: row.reason,
});

/** All templates, by name. */
export async function listTemplates(db: Database): Promise<ControlTemplate[]> {
  const rows = await db
    .select()
    .from(controlTemplates)
    .orderBy(sql`lower(${controlTemplates.name})`, controlTemplates.id)
    .limit(MAX_TEMPLATES);
  return rows.map(toTemplate);
}

export async function getTemplate(db: Database, id: string): Promise<ControlTemplate | null> {
  const [row] = await db.select().from(controlTemplates).where(eq(controlTemplates.id, id));
  return row ? toTemplate(row) : null;
}

/** Saves a template, unless its name is taken or there are as many as can be. */
export const createTemplate = (
  db: Database,
  { target, ...template }: Omit<ControlTemplate, "id">,
  { createdBy, createdAt }: { createdBy: string; createdAt: Date },
): Promise<ControlTemplate | "name-taken" | "too-many"> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
    if ((await tx.$count(controlTemplates)) >= MAX_TEMPLATES) return "too-many";
    const targeted = { targetKind: target.kind, targetId: target.id, targetName: target.name };
    const [row] = await tx
      .insert(controlTemplates)
      .values({ ...template, ...targeted, createdBy, createdAt })
      .onConflictDoNothing()
      .returning();
    return row ? toTemplate(row) : "name-taken";
  });

export async function deleteTemplate(db: Database, id: string): Promise<void> {
  await db.delete(controlTemplates).where(eq(controlTemplates.id, id));
}
