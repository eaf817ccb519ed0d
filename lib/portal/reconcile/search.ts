import type { EffectiveWindow } from "../../controls/effective-window.ts";
import { parseAuditTarget } from "../audit/audit-target.ts";
import { PortalError } from "../context/errors.ts";
import { findInRecord } from "./list-calls.ts";
import { findControl } from "./controls.ts";
import { toNotFoundResult, type Finding, type Search } from "./resolution.ts";

const tookEffect = (window: EffectiveWindow | null = null): Finding => ({
  result: "took-effect",
  window,
});
const cannotBeKnown: Finding = { result: "cannot-be-known" };

/**
 * Looks up the outcome of a call by reading the service; nothing is sent again. Null if it is not
 * known yet.
 * @throws PortalError when the service cannot be read.
 */
export async function findOutcome(search: Search): Promise<Finding | null> {
  const called = await findInRecord(search);
  if (called === "in-conflict")
    return findEvidence({ ...search, findClaimed: search.findClaimedByOthers });
  return called === undefined ? findEvidence(search) : called;
}

/** The evidence at the service: a control, a customer, a key. */
async function findEvidence(search: Search): Promise<Finding | null> {
  const parts = parseAuditTarget(search.intent.target);
  switch (search.intent.operation) {
    case "controlBiddingZone":
    case "controlGroup":
      return findControl(search, parts);
    case "cancelControl":
      return findCancellation(search, parts.control_id ?? "");
    case "deleteCustomer":
      return findDeletion(search, parts.customer_id ?? "");
    case "revokeApiKey":
      return findRevocation(search, parts.key_id ?? "");
  }
  return cannotBeKnown;
}

async function findCancellation(search: Search, control_id: string): Promise<Finding | null> {
  const { client, capabilities, requestId } = search;
  if (!capabilities.has("getControl")) return cannotBeKnown;
  const input = { params: { control_id }, query: {}, body: undefined };
  const { data } = await client.call("getControl", input, requestId);
  if (data.cancelled_at === null) return toNotFoundResult(search);
  return tookEffect({ from: data.time_from, to: data.effective_to });
}

async function findDeletion(search: Search, customer_id: string): Promise<Finding | null> {
  const { client, capabilities, requestId } = search;
  if (!capabilities.has("getCustomer")) return cannotBeKnown;
  try {
    const input = { params: { customer_id }, query: {}, body: undefined };
    await client.call("getCustomer", input, requestId);
    return toNotFoundResult(search);
  } catch (error) {
    if (error instanceof PortalError && error.status === 404) return tookEffect();
    throw error;
  }
}

async function findRevocation(search: Search, key_id: string): Promise<Finding | null> {
  const { client, capabilities, requestId } = search;
  if (!capabilities.has("listApiKeys")) return cannotBeKnown;
  const { data } = await client.call(
    "listApiKeys",
    { params: {}, query: {}, body: undefined },
    requestId,
  );
  const key = data.data.find(({ id }) => id === key_id);
  if (!key) return cannotBeKnown;
  return key.revoked_at ? tookEffect() : toNotFoundResult(search);
}
