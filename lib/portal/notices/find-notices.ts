import { randomUUID } from "node:crypto";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import type { ControlSummary } from "../../contract/index.ts";
import { toMillis } from "../../time/instant.ts";
import {
  decideNotice,
  findUnnoticed,
  listCustomerAccounts,
  listOpenNoticedControls,
  listUndecidedNotices,
  saveFollowUp,
  saveNotices,
} from "../db/notices.ts";
import { PortalError } from "../context/errors.ts";
import { getErrorReason, log } from "../context/log.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";

const MAX_PAGES = 5;

/** Makes notices of new controls, and a follow-up where one was cancelled. */
export async function findNotices(
  deps: PortalDeps,
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const capabilities = await deps.client.capabilities();
  if (!capabilities.has("listControlSummaries") || !capabilities.has("listCustomerControls"))
    return;
  const listed = [
    ...(await listByState(deps, "scheduled")),
    ...(await listByState(deps, "active")),
  ];
  await decideNotices(deps, confirmLock);
  await noticeNewControls(deps, listed, confirmLock);
  await followUpControls(deps, confirmLock);
}

async function noticeNewControls(
  deps: PortalDeps,
  listed: readonly ControlSummary[],
  confirmLock: () => Promise<unknown>,
): Promise<void> {
  const { db, now } = deps;
  const controls = new Map(listed.map((control) => [control.id, control]));
  const unnoticed = await findUnnoticed(db, [...controls.keys()]);
  if (unnoticed.size === 0) return;
  const { affected, undecidedIds } = await findAffected(deps, unnoticed);
  await confirmLock();
  for (const [id, accountIds] of affected) {
    const { type, reason, time_from, effective_to } = controls.get(id)!;
    const control = {
      controlId: id,
      type,
      reason,
      timeFrom: new Date(time_from),
      timeTo: new Date(effective_to),
      accountIds,
      undecidedIds,
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
    const query = { state, page, page_size: MAX_PAGE_SIZE } as never;
    const input = { params: {}, query, body: undefined };
    const { data } = await client.call("listControlSummaries", input, randomUUID());
    all.push(...data.data);
    if (data.data.length < MAX_PAGE_SIZE) break;
  }
  return all;
}

/** The accounts that controls affect, by control. */
interface Affected {
  affected: ReadonlyMap<string, readonly string[]>;
  /** The accounts of customers whose controls cannot be read. */
  undecidedIds: readonly string[];
}

/**
 * The accounts that each of these controls affects, of customers with an effect at a location. A control whose
 * customers cannot be read is left to the next run.
 */
async function findAffected(deps: PortalDeps, controlIds: ReadonlySet<string>): Promise<Affected> {
  const accounts = groupByCustomer(await listCustomerAccounts(deps.db));
  const capabilities = await deps.client.capabilities();
  if (!capabilities.has("listControlCustomers")) return findByCustomer(deps, accounts, controlIds);
  const affected = new Map<string, string[]>();
  for (const controlId of controlIds) {
    const customerIds = await readCustomerIds(deps, controlId);
    const toAccounts = (id: string) => accounts.get(id)?.map((account) => account.id) ?? [];
    if (customerIds) affected.set(controlId, customerIds.flatMap(toAccounts));
  }
  return { affected, undecidedIds: [] };
}

/** The customers that a control affects, in parts; null if they cannot be read. */
async function readCustomerIds(deps: PortalDeps, controlId: string): Promise<string[] | null> {
  const all: string[] = [];
  try {
    for (let after: string | null | undefined; after !== null;) {
      const query = (after === undefined ? {} : { after }) as never;
      const input = { params: { control_id: controlId }, query, body: undefined };
      const read = deps.client.call("listControlCustomers", input, randomUUID());
      const part = await nullIfMissing(read);
      all.push(...(part?.data.customer_ids ?? []));
      after = part?.data.next ?? null;
    }
    return all;
  } catch (error) {
    log.warn({ controlId, reason: getErrorReason(error) }, "Failed to read a control's customers");
    await requireService(deps);
    return null;
  }
}

/** The same of a service that tells the controls of each customer only. */
async function findByCustomer(
  deps: PortalDeps,
  accounts: ReadonlyMap<string, readonly { id: string }[]>,
  controlIds: ReadonlySet<string>,
): Promise<Affected> {
  const affected = new Map<string, string[]>(Array.from(controlIds, (id) => [id, []]));
  const undecidedIds: string[] = [];
  for (const [customerId, list] of accounts) {
    const ids = list.map(({ id }) => id);
    const found = await readControlIds(deps, customerId);
    if (!found) undecidedIds.push(...ids);
    for (const controlId of found ?? []) affected.get(controlId)?.push(...ids);
  }
  return { affected, undecidedIds };
}

function groupByCustomer<T extends { customerId: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.customerId);
    if (group) group.push(item);
    else groups.set(item.customerId, [item]);
  }
  return groups;
}

/** The controls with an effect at a location of a customer; null if they cannot be read. */
async function readControlIds(deps: PortalDeps, customerId: string): Promise<Set<string> | null> {
  const query = { page: 0, page_size: MAX_PAGE_SIZE } as never;
  const input = { params: { customer_id: customerId }, query, body: undefined };
  try {
    const read = deps.client.call("listCustomerControls", input, randomUUID());
    const answer = await nullIfMissing(read);
    return new Set(answer?.data.data.map(({ control_id }) => control_id));
  } catch (error) {
    log.warn({ customerId, reason: getErrorReason(error) }, "Failed to read a customer's controls");
    await requireService(deps);
    return null;
  }
}

/** After a failed read. @throws PortalError if the service is away, which ends the run */
async function requireService({ client }: PortalDeps): Promise<void> {
  const query = { page: 0, page_size: 1 } as never;
  await client.call("listControlSummaries", { params: {}, query, body: undefined }, randomUUID());
}

/** Makes or deletes the notices of customers whose controls could not be read before. */
async function decideNotices(deps: PortalDeps, confirmLock: () => Promise<unknown>): Promise<void> {
  const { db, now } = deps;
  const undecided = await listUndecidedNotices(db, now());
  for (const [customerId, list] of groupByCustomer(undecided)) {
    const found = await readControlIds(deps, customerId);
    if (!found) continue;
    await confirmLock();
    for (const { id, controlId } of list) await decideNotice(db, id, found.has(controlId), now());
  }
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
      (error: unknown) => {
        log.warn({ controlId, reason: getErrorReason(error) }, "Failed to follow up a control");
        return requireService(deps);
      },
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
