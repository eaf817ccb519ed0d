import { sql } from "drizzle-orm";
import type { EventData, EventType } from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { toMoment } from "./moment.ts";
import { webhookDeliveries, webhookEvents, webhooks } from "./schema-webhooks.ts";
import { apiKeys } from "./schema.ts";
import type { Db } from "./store.ts";

/** The caller id of the key from the configuration, which has no limits and is not stored. */
export const CONFIGURED_KEY = "configured";

/** An event to be sent to the webhooks that subscribed to it. */
export interface NewEvent<T extends EventType = EventType> {
  type: T;
  /** When it happened. */
  timeMs: number;
  /** The id of what it is about. Events with one subject arrive in the order in which they were enqueued. */
  subject: string;
  /** The bidding zone that it lies in, and the group that it is about: who may receive it. */
  zone: string;
  groupId: string | null;
  data: EventData<T>;
}

/** Subjects share this many locks, so that any number of events fits into one transaction. */
const ORDER_LOCKS = 256;

/** Whether the key of a webhook is valid; requires a left join with `api_keys`. */
export const isKeyValid = (nowMs: number) => sql`
  (${webhooks.keyId} = ${CONFIGURED_KEY} or (${apiKeys.id} is not null and ${apiKeys.revokedAt} is null
    and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > ${toMoment(nowMs)})))`;

/** Whether any webhook subscribed to one of these types: if not, their data need not be read. */
export async function isSubscribed(db: Db, types: readonly EventType[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${webhooks} where enabled and deleted_at is null
      and events && ${sql.param([...types])}::text[] limit 1`);
  return rows.length > 0;
}

/**
 * Enqueues events for every webhook that subscribed to them and whose key may read them. Call it in
 * the transaction of what they report, so that both happen or neither does. Costs one statement when no
 * webhook subscribed.
 */
export async function enqueueEvents(
  tx: Db,
  events: readonly NewEvent[],
  nowMs: number,
): Promise<void> {
  if (events.length === 0) return;
  if (!(await isSubscribed(tx, [...new Set(events.map(({ type }) => type))]))) return;
  await lockOrder(
    tx,
    events.map(({ subject }) => subject),
  );
  const given = events.map(({ timeMs, groupId, ...event }, n) => ({
    ...event,
    id: `evt_${token(nowMs)}`,
    time: new Date(timeMs).toISOString(),
    group_id: groupId,
    n,
  }));
  const now = new Date(nowMs).toISOString();
  await tx.execute(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as g(id text, type text,
        time timestamptz, subject text, zone text, group_id text, data json, n int)
    ), matched as (
      select given.*, ${webhooks.id} as webhook_id, ${webhooks.seq} as seq
      from given join ${webhooks} on ${webhooks.enabled} and ${webhooks.deletedAt} is null
          and given.type = any(${webhooks.events})
          and (cardinality(${webhooks.zones}) + cardinality(${webhooks.groupIds}) = 0
            or given.zone = any(${webhooks.zones}) or given.group_id = any(${webhooks.groupIds}))
        left join ${apiKeys} on ${apiKeys.id} = ${webhooks.keyId}
      where ${isKeyValid(nowMs)} and (${apiKeys.limits} is null
        or ${apiKeys.limits} -> 'bidding_zones' ? given.zone
        or ${apiKeys.limits} -> 'group_ids' ? given.group_id)
    ), stored as (
      insert into ${webhookEvents} (id, type, time, subject, data)
      select distinct on (id) id, type, time, subject, data from matched
    )
    insert into ${webhookDeliveries} (id, webhook_id, event_id, order_key, created_at, next_attempt_at)
    select 'whd_' || replace(gen_random_uuid()::text, '-', ''), webhook_id, id, subject,
      ${now}::timestamptz, ${now}::timestamptz
    from matched order by n, seq`);
}

/** Enqueues an event for one webhook, whatever it subscribed to. @returns the id of its delivery */
export async function enqueueFor(
  tx: Db,
  webhookId: string,
  event: Omit<NewEvent, "zone" | "groupId">,
  nowMs: number,
): Promise<string> {
  const eventId = `evt_${token(nowMs)}`;
  const { type, timeMs, subject, data } = event;
  await lockOrder(tx, [subject]);
  await tx
    .insert(webhookEvents)
    .values({ id: eventId, type, time: new Date(timeMs), subject, data });
  const now = new Date(nowMs);
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({
      id: `whd_${token(nowMs)}`,
      webhookId,
      eventId,
      orderKey: subject,
      createdAt: now,
      nextAttemptAt: now,
    })
    .returning({ id: webhookDeliveries.id });
  return row!.id;
}

/**
 * Lets transactions that enqueue events of one subject commit one after the other: without it an
 * event could be sent before an earlier one is visible.
 */
async function lockOrder(tx: Db, subjects: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(${ORDER_LOCK_CLASS}::int, slot) from (
      select distinct (hashtextextended(subject, 0) & ${ORDER_LOCKS - 1})::int as slot
      from unnest(${sql.param([...new Set(subjects)])}::text[]) as s(subject) order by slot
    ) as slots`);
}

/** Class of the advisory locks of the order of events. */
const ORDER_LOCK_CLASS = 4_829_302;
