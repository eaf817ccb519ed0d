import type { OperationId } from "../contract/index.ts";
import type { User } from "./store/sessions.ts";

interface Rule {
  /** "no": for programs with a key of their own; the portal has no way to it. */
  staff: "any" | "no";
  /** "own": only where a field of the thing says it is theirs. */
  customer: "own" | "no";
}

const own = { staff: "any", customer: "own" } as const satisfies Rule;
const staffOnly = { staff: "any", customer: "no" } as const satisfies Rule;
const programsOnly = { staff: "no", customer: "no" } as const satisfies Rule;

/** Who may use an operation at all. An operation that is missing here does not compile. */
export const policy = {
  controlBiddingZone: staffOnly,
  controlGroup: staffOnly,
  listControls: staffOnly,
  updateCustomer: own,
  deleteCustomer: staffOnly,
  createGroup: staffOnly,
  createLocation: staffOnly,
  getBiddingZoneHistorical: staffOnly,
  getLocationHistorical: own,
  getDevice: own,
  previewBiddingZoneControl: staffOnly,
  previewGroupControl: staffOnly,
  listControlSummaries: staffOnly,
  getControl: staffOnly,
  cancelControl: staffOnly,
  getControlDelivery: staffOnly,
  listControlDeliveries: staffOnly,
  listCustomers: staffOnly,
  createCustomer: staffOnly,
  getCustomer: own,
  listCustomerControls: own,
  listGroups: staffOnly,
  getGroup: staffOnly,
  listLocations: own,
  getLocation: own,
  listLocationControls: own,
  recordMeasurements: programsOnly,
  listDevices: own,
  registerDevice: staffOnly,
  getGroupHistorical: staffOnly,
  getBiddingZoneForecast: staffOnly,
  getGroupForecast: staffOnly,
  getLocationForecast: own,
  getBiddingZoneStatus: staffOnly,
  getGroupStatus: staffOnly,
  getLocationStatus: own,
} as const satisfies Record<OperationId, Rule>;

type Policy = typeof policy;
/** The operations a customer may use on what is theirs. */
export type OwnOperation = {
  [K in OperationId]: Policy[K]["customer"] extends "own" ? K : never;
}[OperationId];

/** Whether the portal offers an operation to anybody, and so has a route for it. */
export const isOffered = (operation: OperationId): boolean => policy[operation].staff === "any";

/** Whether a role may use an operation at all; ownership is decided by the call itself. */
export function mayUse(user: Pick<User, "role">, operation: OperationId): boolean {
  if (!Object.hasOwn(policy, operation)) return false;
  if (user.role === "staff") return isOffered(operation);
  return user.role === "customer" && policy[operation].customer === "own";
}
