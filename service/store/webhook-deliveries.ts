import { and, count, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { QueryOf, WebhookDelivery } from "../../lib/contract/index.ts";
import { readPage, slice, type Page } from "./listing.ts";
import { toMoment } from "./moment.ts";
import { webhookDeliveries, webhookEvents, webhooks } from "./schema-webhooks.ts";
import { apiKeys } from "./schema.ts";
import type { Db } from "./store.ts";
import { isKeyValid } from "./webhook-queue.ts";

/** How long an instance holds an endpoint it sends to, from its last renewal. */
const HOLD_MS = 20_000;

/** An endpoint that this instance sends to. */
export interface HeldEndpoint {
  id: string;
  url: string;
  /** Increases each time that any instance takes the endpoint. */
  token: number;
}

/** An event that is due at an endpoint. */
export interface DueEvent {
  deliveryId: string;
  attempts: number;
  id: string;
  type: string;
  time: Date;
  subject: string;
  data: unknown;
}

/** What came of sending an event. */
export interface SendOutcome {
  deliveryId: string;
  at: Date;
  status: number | null;
  /** Null if it was delivered. */
  error: string | null;
  /** When it is sent again; null: not any more. */
  nextAttemptAt: Date | null;
}
const heldUntil = sql`clock_timestamp() + ${HOLD_MS} * interval '1 ms'`;

/** Takes endpoints with due events that no instance holds. */
export async function takeEndpoints(
  db: Db,
  instance: string,
  nowMs: number,
  max: number,
): Promise<HeldEndpoint[]> {
  const { rows } = await db.execute<{ id: string; url: string; token: string }>(sql`
    update ${webhooks} w set sender = ${instance}, sender_token = w.sender_token + 1,
      sender_until = ${heldUntil}
    from (
      select ${webhooks.id} as id from ${webhooks}
      left join ${apiKeys} on ${apiKeys.id} = ${webhooks.keyId}
      where ${webhooks.enabled} and ${webhooks.deletedAt} is null and ${isKeyValid(nowMs)}
        and (${webhooks.senderUntil} is null or ${webhooks.senderUntil} <= clock_timestamp())
        and exists (select 1 from ${webhookDeliveries} d where d.webhook_id = ${webhooks.id}
          and d.state = 'pending' and d.next_attempt_at <= ${toMoment(nowMs)})
      order by ${webhooks.seq} limit ${max} for update of ${webhooks} skip locked
    ) as free where w.id = free.id
    returning w.id, w.url, w.sender_token as token`);
  return rows.map((row) => ({ ...row, token: Number(row.token) }));
}

const isHeld = ({ id, token }: HeldEndpoint) => sql`id = ${id} and sender_token = ${token}`;

/**
 * Holds an endpoint for longer.
 * @returns the secrets that sign now; null if it was taken, changed or switched off meanwhile, or its
 *   key ended
 */
export async function renewEndpoint(
  db: Db,
  endpoint: HeldEndpoint,
  nowMs: number,
): Promise<string[] | null> {
  const { rows } = await db.execute<{ secret: string; previous: string | null }>(sql`
    update ${webhooks} w set sender_until = ${heldUntil}
    where ${isHeld(endpoint)} and enabled and deleted_at is null and url = ${endpoint.url}
      and exists (select 1 from ${webhooks} left join ${apiKeys} on ${apiKeys.id} = ${webhooks.keyId}
        where ${webhooks.id} = w.id and ${isKeyValid(nowMs)})
    returning secret,
      case when previous_until > ${toMoment(nowMs)} then previous_secret end as previous`);
  const [row] = rows;
  if (!row) return null;
  return row.previous === null ? [row.secret] : [row.secret, row.previous];
}

/** Lets any instance take an endpoint. */
export const releaseEndpoint = async (db: Db, endpoint: HeldEndpoint): Promise<void> =>
  void (await db.execute(sql`
    update ${webhooks} set sender = null, sender_until = null where ${isHeld(endpoint)}`));

/**
 * The due events of an endpoint, longest due first: of each subject the first that is not delivered,
 * and none while that one waits for a retry.
 */
export async function readDueEvents(
  db: Db,
  { id }: HeldEndpoint,
  nowMs: number,
  max: number,
): Promise<DueEvent[]> {
  const { rows } = await db.execute<
    Omit<DueEvent, "time"> & { time: string } & Record<string, unknown>
  >(sql`
    select d.id as "deliveryId", d.attempts, e.id, e.type, e.time, e.subject, e.data
    from ${webhookDeliveries} d join ${webhookEvents} e on e.id = d.event_id
    where d.webhook_id = ${id} and d.state = 'pending' and d.next_attempt_at <= ${toMoment(nowMs)}
      and not exists (select 1 from ${webhookDeliveries} before
        where before.webhook_id = d.webhook_id and before.order_key = d.order_key
          and before.state = 'pending' and before.seq < d.seq)
    order by d.next_attempt_at, d.seq limit ${max}`);
  return rows.map((row) => ({ ...row, time: new Date(row.time) }));
}

/**
 * Records what came of sending, while the instance holds the endpoint. Answers 410 switch it off.
 * @returns false if another instance took it, which sends again
 */
export async function recordOutcomes(
  db: Db,
  endpoint: HeldEndpoint,
  outcomes: readonly SendOutcome[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const held = await tx.execute(
      sql`select 1 from ${webhooks} where ${isHeld(endpoint)} for no key update`,
    );
    if (held.rows.length === 0) return false;
    for (const { deliveryId, at, status, error, nextAttemptAt } of outcomes)
      await tx
        .update(webhookDeliveries)
        .set({
          state: error === null ? "delivered" : nextAttemptAt ? "pending" : "failed",
          attempts: sql`${webhookDeliveries.attempts} + 1`,
          nextAttemptAt,
          lastAttemptAt: at,
          lastStatus: status,
          lastError: error,
          ...(error === null && { deliveredAt: at }),
        })
        .where(eq(webhookDeliveries.id, deliveryId));
    const failure = outcomes.findLast(({ error }) => error !== null);
    const success = outcomes.findLast(({ error }) => error === null);
    const isGone = outcomes.some(({ status }) => status === 410);
    await tx
      .update(webhooks)
      .set({
        ...(success && { lastSuccessAt: success.at, lastFailureAt: null, lastError: null }),
        ...(failure && { lastFailureAt: failure.at, lastError: failure.error }),
        ...(isGone && { enabled: false, gone: true }),
      })
      .where(eq(webhooks.id, endpoint.id));
    return true;
  });
}

/** Sends events again: those with these ids, or all that were given up or wait for a retry. */
export async function resendEvents(
  tx: Db,
  webhookId: string,
  ids: readonly string[] | undefined,
  nowMs: number,
): Promise<number> {
  const chosen = ids
    ? inArray(webhookDeliveries.id, [...ids])
    : sql`(${webhookDeliveries.state} = 'failed'
        or ${webhookDeliveries.state} = 'pending' and ${webhookDeliveries.attempts} > 0)`;
  const rows = await tx
    .update(webhookDeliveries)
    .set({ state: "pending", attempts: 0, nextAttemptAt: new Date(nowMs), deliveredAt: null })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), chosen))
    .returning({ id: webhookDeliveries.id });
  return rows.length;
}

/** Deletes deliveries that were enqueued before a moment, and events that no delivery needs. */
export async function deleteDeliveriesBefore(db: Db, beforeMs: number): Promise<void> {
  await db.execute(sql`delete from ${webhookDeliveries} where created_at < ${toMoment(beforeMs)}`);
  await db.execute(sql`
    delete from ${webhookEvents} e where not exists
      (select 1 from ${webhookDeliveries} d where d.event_id = e.id)`);
}

const columns = {
  ...getTableColumns(webhookDeliveries),
  type: webhookEvents.type,
  subject: webhookEvents.subject,
  time: webhookEvents.time,
};
type JoinedRow = typeof webhookDeliveries.$inferSelect &
  Pick<typeof webhookEvents.$inferSelect, "type" | "subject" | "time">;

const stamp = (at: Date | null) => at?.toISOString() ?? null;
const toDelivery = (row: JoinedRow): WebhookDelivery => ({
  id: row.id,
  event_id: row.eventId,
  type: row.type,
  subject: row.subject,
  time: row.time.toISOString(),
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === "pending" ? stamp(row.nextAttemptAt) : null,
  last_attempt_at: stamp(row.lastAttemptAt),
  last_status: row.lastStatus,
  last_error: row.lastError,
  delivered_at: stamp(row.deliveredAt),
});

/** One delivery of a webhook. */
export async function readDelivery(db: Db, id: string): Promise<WebhookDelivery> {
  const [row] = await db
    .select(columns)
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.id, id));
  return toDelivery(row!);
}

/** A page of the deliveries of a webhook, newest first. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  query: QueryOf<"listWebhookDeliveries">,
): Promise<Page<WebhookDelivery>> {
  const page = await readPage(db, ["webhook deliveries", webhookId, query], () => {
    const where = and(
      eq(webhookDeliveries.webhookId, webhookId),
      query.state && eq(webhookDeliveries.state, query.state),
    );
    const { limit, offset } = slice(query);
    return {
      count: db.select({ total: count() }).from(webhookDeliveries).where(where),
      rows: (total) =>
        db
          .select({ ...columns, total })
          .from(webhookDeliveries)
          .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
          .where(where)
          .orderBy(desc(webhookDeliveries.seq))
          .limit(limit)
          .offset(offset),
    };
  });
  return { ...page, rows: page.rows.map(toDelivery) };
}

/** The queue of all webhooks, for the metrics. */
export interface WebhookQueueStatus {
  pending: number;
  failed: number;
  /** Since the oldest pending event was enqueued; 0 without one. */
  ageSeconds: number;
}

/** Counts what is not delivered, of webhooks that are switched on. */
export async function readQueueStatus(db: Db, nowMs: number): Promise<WebhookQueueStatus> {
  const { rows } = await db.execute<{ pending: number; failed: number; oldest: string | null }>(sql`
    select count(*) filter (where d.state = 'pending')::int as pending,
      count(*) filter (where d.state = 'failed')::int as failed,
      min(d.created_at) filter (where d.state = 'pending') as oldest
    from ${webhookDeliveries} d join ${webhooks} w on w.id = d.webhook_id
    where w.enabled and d.state <> 'delivered'`);
  const { pending, failed, oldest } = rows[0]!;
  const ageSeconds = oldest === null ? 0 : Math.max(0, (nowMs - Date.parse(oldest)) / 1000);
  return { pending, failed, ageSeconds };
}
