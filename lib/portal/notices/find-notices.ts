import { randomUUID } from "node:crypto";
import type { ControlSummary } from "../../contract/index.ts";
import { toMillis } from "../../time/instant.ts";
import {
  findUnnoticed,
  listCustomerAccounts,
  listOpenNoticedControls,
  saveFollowUp,
  saveNotices,
} from "../db/notices.ts";
import { PortalError } from "../context/errors.ts";
import { getErrorReason, log } from "../context/log.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";

const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** Makes notices of new controls, and a follow-up where one was cancelled. */
export async function findNotices(
  deps: PortalDeps,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const capabilities = await deps.client.capabilities();
  if (!capabilities.has("listControlSummaries") || !capabilities.has("listCustomerControls"))
    return;
  await noticeNewControls(deps, confirmLock);
  await followUpControls(deps, confirmLock);
}

async function noticeNewControls(
  deps: PortalDeps,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const { db, now } = deps;
  const listed = [
    ...(await listByState(deps, "scheduled")),
    ...(await listByState(deps, "active")),
  ];
  const controls = new Map(listed.map((control) => [control.id, control]));
  const unnoticed = await findUnnoticed(db, [...controls.keys()]);
  if (unnoticed.size === 0) return;
  const affected = await findAffected(deps, unnoticed);
  await confirmLock();
  for (const id of unnoticed) {
    const { type, reason, time_from, effective_to } = controls.get(id)!;
    const control = {
      controlId: id,
      type,
      reason,
      timeFrom: new Date(time_from),
      timeTo: new Date(effective_to),
      accountIds: affected.get(id) ?? [],
    };
    await saveNotices(db, control, now());
  }
}

async function listByState(
  { client }: PortalDeps,
  state: "scheduled" | "active",
): Promise<ControlSummary[]> {
  const all: ControlSummary[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { state, page, page_size: PAGE_SIZE } as never;
    const input = { params: {}, query, body: undefined };
    const { data } = await client.call("listControlSummaries", input, randomUUID());
    all.push(...data.data);
    if (data.data.length < PAGE_SIZE) break;
  }
  return all;
}

/** The accounts that each of these controls affects: of customers with an effect at a location. */
async function findAffected(
  { client, db }: PortalDeps,
  controlIds: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const accountIds = new Map<string, string[]>();
  for (const { id, customerId } of await listCustomerAccounts(db)) {
    const list = accountIds.get(customerId) ?? [];
    accountIds.set(customerId, [...list, id]);
  }
  const affected = new Map<string, string[]>();
  for (const [customer_id, ids] of accountIds) {
    const query = { page: 0, page_size: PAGE_SIZE } as never;
    const input = { params: { customer_id }, query, body: undefined };
    const found = await nullIfMissing(client.call("listCustomerControls", input, randomUUID()));
    for (const { control_id } of found?.data.data ?? [])
      if (controlIds.has(control_id))
        affected.set(control_id, [...(affected.get(control_id) ?? []), ...ids]);
  }
  return affected;
}

/** Follows up the controls that notices announced. One that cannot be read keeps no other waiting. */
async function followUpControls(
  deps: PortalDeps,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const { client, db, now } = deps;
  for (const controlId of await listOpenNoticedControls(db, now())) {
    const input = { params: { control_id: controlId }, query: {}, body: undefined };
    const control = await nullIfMissing(client.call("getControl", input, randomUUID())).catch(
      (error: unknown) =>
        log.warn({ controlId, reason: getErrorReason(error) }, "Failed to follow up a control"),
    );
    if (control === undefined || control?.data.cancelled_at === null) continue;
    await confirmLock();
    await saveFollowUp(db, controlId, control && toChange(control.data), now());
  }
}

function toChange({ time_from, effective_to }: Pick<ControlSummary, "time_from" | "effective_to">) {
  const hasBegun = toMillis(effective_to) > toMillis(time_from);
  const kind = hasBegun ? ("ends_earlier" as const) : ("cancelled" as const);
  return { kind, timeTo: new Date(effective_to) };
}

/** Null for what the service does not have any more. */
async function nullIfMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PortalError && error.status === 404) return null;
    throw error;
  }
}
