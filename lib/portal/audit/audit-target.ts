import type { OperationId } from "../../contract/index.ts";
import { targetParts } from "../../i18n/audit-target.ts";
import type { ServiceInput } from "../service-client/service-client.ts";

/** The body fields that are recorded; nothing secret or personal. */
const bodyFields: Partial<Record<OperationId, readonly string[]>> = {
  controlBiddingZone: ["type", "time_from", "time_to"],
  controlGroup: ["type", "time_from", "time_to"],
  requestBiddingZoneControl: ["type", "time_from", "time_to"],
  requestGroupControl: ["type", "time_from", "time_to"],
  pauseControls: ["reason"],
  createApiKey: ["name", "scopes"],
  createWebhook: ["name"],
};

/** The name under which the id of a created resource is recorded. */
const createdIdNames: Partial<Record<OperationId, string>> = {
  controlBiddingZone: "control_id",
  controlGroup: "control_id",
  requestBiddingZoneControl: "request_id",
  requestGroupControl: "request_id",
  createCustomer: "customer_id",
  createGroup: "group_id",
  createLocation: "location_id",
  registerDevice: "device_id",
  approveControlRequest: "control_id",
  createApiKey: "key_id",
  createWebhook: "webhook_id",
};

/** An approval's response names the control it issued besides its own id. */
const getCreatedId = (operation: OperationId, answer: unknown): unknown => {
  const { id, control_id } = (answer ?? {}) as { id?: unknown; control_id?: unknown };
  return operation === "approveControlRequest" ? control_id : id;
};

/**
 * The target of an operation as the audit trail stores it: `group_id=grp_1 type=ZERO_EXPORT
 * time_to=…`; with the `answer`, also the id of what was created. Null if there is nothing to name.
 */
export function toAuditTarget<K extends OperationId>(
  operation: K,
  { params, body }: ServiceInput<K>,
  answer?: unknown,
): string | null {
  const order = (body ?? {}) as Record<string, unknown>;
  const made = createdIdNames[operation];
  const id = getCreatedId(operation, answer);
  const parts = [
    ...Object.entries((params ?? {}) as Record<string, unknown>),
    ...(bodyFields[operation] ?? []).map((name) => [name, order[name]] as const),
    ...(made && typeof id === "string" ? [[made, id] as const] : []),
  ];
  const named = parts.filter(([, value]) => value !== undefined && value !== null);
  return named.map(([name, value]) => `${name}=${String(value)}`).join(" ") || null;
}

/** The parts of a target by name; the inverse of `toAuditTarget`. */
export function parseAuditTarget(target: string | null): Partial<Record<string, string>> {
  return targetParts(target ?? "");
}
