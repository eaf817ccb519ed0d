import type { EffectiveWindow } from "../../contract/index.ts";
import { parseAuditTarget } from "../audit/audit-target.ts";
import { PortalError } from "../context/errors.ts";
import { calledFor } from "./list-calls.ts";
import { controlOf } from "./controls.ts";
import { absent, type Finding, type Search } from "./resolution.ts";

const took = (window: EffectiveWindow | null = null): Finding => ({
  result: "took-effect",
  window,
});
const unknowable: Finding = { result: "cannot-be-known" };

/**
 * Looks what came of a call by reading the service; nothing is sent again. Null: not known yet.
 * @throws PortalError when the service cannot be read.
 */
export async function lookFor(search: Search): Promise<Finding | null> {
  const called = await calledFor(search);
  if (called === "in-conflict") return evidenceOf({ ...search, ofOthers: search.ofOtherOrders });
  return called === undefined ? evidenceOf(search) : called;
}

/** What is there, or is not, at the service: a control, a customer, a key. */
async function evidenceOf(search: Search): Promise<Finding | null> {
  const parts = parseAuditTarget(search.intent.target);
  switch (search.intent.operation) {
    case "controlBiddingZone":
    case "controlGroup":
      return controlOf(search, parts);
    case "cancelControl":
      return cancelled(search, parts.control_id ?? "");
    case "deleteCustomer":
      return deleted(search, parts.customer_id ?? "");
    case "revokeApiKey":
      return revoked(search, parts.key_id ?? "");
  }
  return unknowable;
}

async function cancelled(search: Search, control_id: string): Promise<Finding | null> {
  const { client, offered, requestId } = search;
  if (!offered.has("getControl")) return unknowable;
  const input = { params: { control_id }, query: {}, body: undefined };
  const { data } = await client.call("getControl", input, requestId);
  if (data.cancelled_at === null) return absent(search);
  return took({ from: data.time_from, to: data.effective_to });
}

async function deleted(search: Search, customer_id: string): Promise<Finding | null> {
  const { client, offered, requestId } = search;
  if (!offered.has("getCustomer")) return unknowable;
  try {
    const input = { params: { customer_id }, query: {}, body: undefined };
    await client.call("getCustomer", input, requestId);
    return absent(search);
  } catch (error) {
    if (error instanceof PortalError && error.status === 404) return took();
    throw error;
  }
}

async function revoked(search: Search, key_id: string): Promise<Finding | null> {
  const { client, offered, requestId } = search;
  if (!offered.has("listApiKeys")) return unknowable;
  const { data } = await client.call(
    "listApiKeys",
    { params: {}, query: {}, body: undefined },
    requestId,
  );
  const key = data.data.find(({ id }) => id === key_id);
  if (!key) return unknowable;
  return key.revoked_at ? took() : absent(search);
}
