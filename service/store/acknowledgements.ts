import { and, eq, gt, inArray, lte, ne, or, sql } from "drizzle-orm";
import { toMoment } from "./moment.ts";
import { controls, deliveries, type DeviceOutcome } from "./schema-controls.ts";
import { devices } from "./schema.ts";
import type { Db } from "./store.ts";

/** The outcomes of a control at devices of a location, by device id; `atMs` as in `Acknowledgement`. */
export interface Answer {
  locationId: string;
  controlId: string;
  atMs?: number;
  outcomes: Record<string, DeviceOutcome>;
}

const CHUNK = 5_000;
const toKey = ({ controlId, locationId }: { controlId: string; locationId: string }) =>
  `${controlId} ${locationId}`;

/**
 * Records acknowledgements: the newest of each device counts by the time of its location, and only of devices that
 * existed when the control was accepted. An acknowledgement may arrive before its dispatch is recorded, also when the
 * control is over by then; one of a control that did not begin at the location is skipped.
 */
export async function recordAcknowledgements(
  db: Db,
  answers: readonly Answer[],
  nowMs: number,
): Promise<void> {
  for (let i = 0; i < answers.length; i += CHUNK)
    await db.transaction((tx) => record(tx, answers.slice(i, i + CHUNK), nowMs));
}

/** Most acknowledgements repeat stored ones: those are skipped without a lock. */
async function record(tx: Db, answers: readonly Answer[], nowMs: number): Promise<void> {
  const followers = await readControllableDevices(
    tx,
    answers.map((answer) => answer.locationId),
  );
  const news = changedBy(answers, await readDispatched(tx, answers, nowMs), followers, nowMs);
  if (news.size === 0) return;
  const newsOf = answers.filter((answer) => news.has(toKey(answer)));
  const locked = await readDispatched(tx, newsOf, nowMs, "update");
  const changed = changedBy(newsOf, locked, followers, nowMs);
  if (changed.size > 0) await write(tx, [...changed.values()], nowMs);
}

/** The acknowledgements with new outcomes, each with the resulting outcomes of all devices. */
function changedBy(
  answers: readonly Answer[],
  dispatched: Awaited<ReturnType<typeof readDispatched>>,
  followers: ReadonlyMap<string, readonly ControllableDevice[]>,
  nowMs: number,
): Map<string, Answer> {
  const changed = new Map<string, Answer>();
  for (const answer of answers) {
    const row = dispatched.get(toKey(answer));
    if (!row) continue;
    const addressedDevices = getAddressedDevices(
      followers.get(answer.locationId) ?? [],
      row.acceptedAt,
    );
    const before = changed.get(toKey(answer))?.outcomes ?? row.outcomes ?? {};
    const atMs = getTime(answer, row.acceptedAt, nowMs);
    const reported = Object.entries(answer.outcomes).filter(
      ([deviceId, outcome]) =>
        addressedDevices.has(deviceId) &&
        atMs >= (before[deviceId]?.atMs ?? -Infinity) &&
        !isSame(before[deviceId], outcome),
    );
    if (reported.length === 0) continue;
    const news = reported.map(([deviceId, outcome]) => [deviceId, { ...outcome, atMs }] as const);
    const outcomes = { ...before, ...Object.fromEntries(news) };
    changed.set(toKey(answer), { ...answer, outcomes });
  }
  return changed;
}

/**
 * When an acknowledgement was made. The clock of a location may be wrong: no acknowledgement is older than its
 * control or newer than its arrival, so that those of a wrong clock count in the order of arrival.
 */
const getTime = ({ atMs = Infinity }: Answer, acceptedAt: Date, nowMs: number): number =>
  Math.min(Math.max(atMs, acceptedAt.getTime()), nowMs);

/** A repeated acknowledgement leaves the time of the first: renewals would write every delivery each minute. */
const isSame = (before: DeviceOutcome | undefined, { outcome, detail }: DeviceOutcome): boolean =>
  before?.outcome === outcome && before.detail === detail;

/** The dispatched deliveries; with `lock`, locked in one order. */
async function readDispatched(tx: Db, answers: readonly Answer[], nowMs: number, lock?: "update") {
  const now = new Date(nowMs);
  const query = tx
    .select({
      controlId: deliveries.controlId,
      locationId: deliveries.locationId,
      outcomes: deliveries.outcomes,
      acceptedAt: controls.createdAt,
    })
    .from(deliveries)
    .innerJoin(controls, eq(controls.id, deliveries.controlId))
    .where(
      and(
        inArray(deliveries.controlId, [...new Set(answers.map((answer) => answer.controlId))]),
        inArray(deliveries.locationId, [...new Set(answers.map((answer) => answer.locationId))]),
        or(
          inArray(deliveries.state, ["sent", "unknown", "failed", "answered"]),
          and(
            inArray(deliveries.state, ["waiting", "lapsed"]),
            lte(controls.timeFrom, now),
            gt(controls.stopAt, controls.timeFrom),
          ),
        ),
      ),
    )
    .orderBy(deliveries.controlId, deliveries.locationId)
    .$dynamic();
  const rows = await (lock ? query.for(lock, { of: deliveries }) : query);
  return new Map(rows.map((row) => [toKey(row), row]));
}

/** A controllable device with its registration and deletion times. */
interface ControllableDevice {
  id: string;
  createdAt: Date;
  deletedAt: Date | null;
}

/** The devices of a location addressed by a control that was accepted at this moment. */
const getAddressedDevices = (
  followers: readonly ControllableDevice[],
  acceptedAt: Date,
): ReadonlySet<string> =>
  new Set(
    followers.flatMap(({ id, createdAt, deletedAt }) =>
      createdAt <= acceptedAt && (!deletedAt || deletedAt > acceptedAt) ? [id] : [],
    ),
  );

/** The controllable devices of these locations, including deleted ones. */
async function readControllableDevices(tx: Db, locationIds: readonly string[]) {
  const rows = await tx
    .select({
      locationId: devices.locationId,
      id: devices.id,
      createdAt: devices.createdAt,
      deletedAt: devices.deletedAt,
    })
    .from(devices)
    .where(
      and(
        inArray(devices.locationId, [...new Set(locationIds)]),
        ne(devices.deviceType, "METER"),
        sql`(${devices.ratings} ->> 'controllable')::boolean`,
      ),
    );
  const followers = new Map<string, ControllableDevice[]>();
  for (const { locationId, ...device } of rows) {
    const locationDevices = followers.get(locationId);
    if (locationDevices) locationDevices.push(device);
    else followers.set(locationId, [device]);
  }
  return followers;
}

async function write(tx: Db, answers: readonly Answer[], nowMs: number): Promise<void> {
  const now = toMoment(nowMs);
  const counts = (wanted: DeviceOutcome["outcome"]) =>
    sql`${sql.param(
      answers.map(
        ({ outcomes }) => Object.values(outcomes).filter((one) => one.outcome === wanted).length,
      ),
    )}::smallint[]`;
  await tx.execute(sql`
    update ${deliveries} d set state = 'answered',
      sent_at = coalesce(d.sent_at, ${now}), acknowledged_at = coalesce(d.acknowledged_at, ${now}),
      executed = least(v.executed, d.devices), failed = least(v.failed, d.devices),
      unsupported = least(v.unsupported, d.devices), outcomes = v.outcomes
    from unnest(${sql.param(answers.map((answer) => answer.controlId))}::text[],
      ${sql.param(answers.map((answer) => answer.locationId))}::text[],
      ${counts("executed")}, ${counts("failed")}, ${counts("unsupported")},
      ${sql.param(answers.map((answer) => JSON.stringify(answer.outcomes)))}::jsonb[])
      as v(control_id, location_id, executed, failed, unsupported, outcomes)
    where d.control_id = v.control_id and d.location_id = v.location_id`);
}
