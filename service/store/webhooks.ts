import { randomBytes } from "node:crypto";
import { and, count, desc, eq, getTableColumns, isNull, sql, type SQL } from "drizzle-orm";
import type { QueryOf, Webhook, WebhookCreate, WebhookUpdate } from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { readPage, slice, type Page } from "./listing.ts";
import { webhookDeliveries, webhooks } from "./schema-webhooks.ts";
import { apiKeys } from "./schema.ts";
import type { Db } from "./store.ts";
import { isKeyValid } from "./webhook-queue.ts";

const SECRET_BYTES = 32;

/** A new secret in the form of Standard Webhooks. */
const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

type Row = Omit<typeof webhooks.$inferSelect, "secret" | "previousSecret">;
interface WebhookRow extends Row {
  pending: number;
  failed: number;
  keyValid: boolean;
}

const { secret: _secret, previousSecret: _previous, ...visible } = getTableColumns(webhooks);

const countIn = (state: string) => sql<number>`(select count(*)::int from ${webhookDeliveries}
  where ${webhookDeliveries.webhookId} = ${webhooks.id} and ${webhookDeliveries.state} = ${state})`;

const columns = (nowMs: number) => ({
  ...visible,
  pending: countIn("pending"),
  failed: countIn("failed"),
  keyValid: sql<boolean>`${isKeyValid(nowMs)}`,
});

const stamp = (at: Date | null) => at?.toISOString() ?? null;

/** A webhook in the form of the contract. */
export const toWebhook = (row: WebhookRow, nowMs: number): Webhook => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  name: row.name,
  url: row.url,
  events: row.events,
  bidding_zones: row.zones as Webhook["bidding_zones"],
  group_ids: row.groupIds,
  enabled: row.enabled,
  state: toState(row),
  key_id: row.keyId,
  pending: row.pending,
  failed: row.failed,
  last_success_at: stamp(row.lastSuccessAt),
  last_failure: row.lastFailureAt && {
    at: row.lastFailureAt.toISOString(),
    detail: row.lastError ?? "",
  },
  rotated_at: stamp(row.rotatedAt),
  previous_until:
    row.previousUntil && row.previousUntil.getTime() > nowMs ? stamp(row.previousUntil) : null,
});

function toState({ keyValid, enabled, gone }: WebhookRow): Webhook["state"] {
  if (!keyValid) return "key_ended";
  if (enabled) return "active";
  return gone ? "gone" : "paused";
}

const toColumns = ({ bidding_zones, group_ids, name, ...given }: WebhookUpdate) => ({
  ...given,
  ...(name !== undefined && { name: name.trim() }),
  ...(given.events && { events: [...new Set(given.events)] }),
  ...(bidding_zones && { zones: bidding_zones }),
  ...(group_ids && { groupIds: group_ids }),
});

/** Creates a webhook. @returns its id and its secret */
export async function insertWebhook(
  tx: Db,
  given: WebhookCreate,
  keyId: string,
  nowMs: number,
): Promise<{ id: string; secret: string }> {
  const id = `whk_${token(nowMs)}`;
  const secret = newSecret();
  await tx.insert(webhooks).values({
    id,
    createdAt: new Date(nowMs),
    updatedAt: new Date(nowMs),
    keyId,
    secret,
    ...(toColumns(given) as Required<ReturnType<typeof toColumns>>),
  });
  return { id, secret };
}

/** Changes the given fields; one that is switched on again is no longer gone. */
export const changeWebhook = async (
  tx: Db,
  id: string,
  given: WebhookUpdate,
  nowMs: number,
): Promise<void> =>
  void (await tx
    .update(webhooks)
    .set({ ...toColumns(given), updatedAt: new Date(nowMs), ...(given.enabled && { gone: false }) })
    .where(eq(webhooks.id, id)));

/** Deletes a webhook with its queue. */
export async function removeWebhook(tx: Db, id: string, nowMs: number): Promise<void> {
  await tx
    .update(webhooks)
    .set({ deletedAt: new Date(nowMs), enabled: false })
    .where(eq(webhooks.id, id));
  await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id));
}

/** Gives a webhook a new secret; the present one signs too until `previousUntil`. */
export async function rotateSecret(
  tx: Db,
  id: string,
  previousUntil: Date,
  nowMs: number,
): Promise<string> {
  const secret = newSecret();
  await tx
    .update(webhooks)
    .set({
      secret,
      previousSecret: sql`${webhooks.secret}`,
      previousUntil,
      rotatedAt: new Date(nowMs),
    })
    .where(eq(webhooks.id, id));
  return secret;
}

/** The webhooks of one caller, or all of them. */
export type WebhookOwner = string | null;

const ownedBy = (owner: WebhookOwner): SQL | undefined =>
  and(isNull(webhooks.deletedAt), owner === null ? undefined : eq(webhooks.keyId, owner));

/** A webhook that is not deleted; null if it is another caller's. */
export async function readWebhook(
  db: Db,
  id: string,
  owner: WebhookOwner,
  nowMs: number,
): Promise<Webhook | null> {
  const [row] = await db
    .select(columns(nowMs))
    .from(webhooks)
    .leftJoin(apiKeys, eq(apiKeys.id, webhooks.keyId))
    .where(and(eq(webhooks.id, id), ownedBy(owner)));
  return row ? toWebhook(row, nowMs) : null;
}

/** Locks a webhook until the transaction ends; false if it is deleted or another caller's. */
export async function lockWebhook(tx: Db, id: string, owner: WebhookOwner): Promise<boolean> {
  const rows = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.id, id), ownedBy(owner)))
    .for("update");
  return rows.length > 0;
}

/** A page of webhooks, newest first. */
export async function listWebhooks(
  db: Db,
  query: QueryOf<"listWebhooks">,
  owner: WebhookOwner,
  nowMs: number,
): Promise<Page<Webhook>> {
  const page = await readPage(db, ["webhooks", query, owner, nowMs], () => {
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(webhooks).where(ownedBy(owner)),
      rows: (total) =>
        db
          .select({ ...columns(nowMs), total })
          .from(webhooks)
          .leftJoin(apiKeys, eq(apiKeys.id, webhooks.keyId))
          .where(ownedBy(owner))
          .orderBy(desc(webhooks.seq))
          .limit(limit)
          .offset(offset),
    };
  });
  return { ...page, rows: page.rows.map((row) => toWebhook(row, nowMs)) };
}

/** How many webhooks a caller has. */
export const countWebhooks = (db: Db, owner: string): Promise<number> =>
  db.$count(webhooks, ownedBy(owner));
