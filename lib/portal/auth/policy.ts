import type { OperationId } from "../../contract/index.ts";
import { levels, type Level } from "../db/schema.ts";
import type { User } from "../db/sessions.ts";

interface Rule {
  /** The least level that may; "no": for programs with a key of their own only. */
  staff: Level | "no";
  /** "own": only where a field of the thing says it is theirs. */
  customer: "own" | "no";
  /** "fresh": only within 15 minutes of signing in, or of showing again who one is. */
  proof?: "fresh";
}

const ownData = { staff: "viewer", customer: "own" } as const satisfies Rule;
const ownDataChange = { staff: "operator", customer: "own" } as const satisfies Rule;
const staffRead = { staff: "viewer", customer: "no" } as const satisfies Rule;
const staffChange = { staff: "operator", customer: "no" } as const satisfies Rule;
const adminOnly = { staff: "admin", customer: "no" } as const satisfies Rule;
const programsOnly = { staff: "no", customer: "no" } as const satisfies Rule;

/** Who may use an operation at all. An operation that is missing here does not compile. */
export const policy = {
  controlBiddingZone: { ...staffChange, proof: "fresh" },
  controlGroup: staffChange,
  listControls: staffRead,
  updateCustomer: ownDataChange,
  deleteCustomer: staffChange,
  createGroup: staffChange,
  createLocation: staffChange,
  getBiddingZoneHistorical: staffRead,
  getLocationHistorical: ownData,
  getDevice: ownData,
  previewBiddingZoneControl: staffRead,
  previewGroupControl: staffRead,
  requestBiddingZoneControl: { ...staffChange, proof: "fresh" },
  requestGroupControl: staffChange,
  listControlRequests: staffRead,
  getControlRequest: staffRead,
  approveControlRequest: { ...staffChange, proof: "fresh" },
  rejectControlRequest: staffChange,
  getControlPause: staffRead,
  pauseControls: staffChange,
  resumeControls: adminOnly,
  listControlSummaries: staffRead,
  getControl: staffRead,
  cancelControl: staffChange,
  getControlDelivery: staffRead,
  listControlDeliveries: staffRead,
  listCustomers: staffRead,
  createCustomer: staffChange,
  getCustomer: ownData,
  listCustomerControls: ownData,
  listGroups: staffRead,
  getGroup: staffRead,
  listLocations: ownData,
  getLocation: ownData,
  listLocationClusters: staffRead,
  listLocationControls: ownData,
  recordMeasurements: programsOnly,
  listDevices: ownData,
  registerDevice: staffChange,
  getGroupHistorical: staffRead,
  getBiddingZoneDeviceHistorical: staffRead,
  getGroupDeviceHistorical: staffRead,
  getLocationDeviceHistorical: ownData,
  getBiddingZoneForecast: staffRead,
  getGroupForecast: staffRead,
  getLocationForecast: ownData,
  getBiddingZoneStatus: staffRead,
  getGroupStatus: staffRead,
  getLocationStatus: ownData,
  listApiKeys: adminOnly,
  listApiCalls: adminOnly,
  createApiKey: { ...adminOnly, proof: "fresh" },
  rotateApiKey: { ...adminOnly, proof: "fresh" },
  revokeApiKey: adminOnly,
} as const satisfies Record<OperationId, Rule>;

type Policy = typeof policy;
/** The operations a customer may use on what is theirs. */
export type PortalOperationName = {
  [K in OperationId]: Policy[K]["customer"] extends "own" ? K : never;
}[OperationId];

/** Whether the portal offers an operation to anybody, and so has a route for it. */
export const isExposed = (operation: OperationId): boolean => policy[operation].staff !== "no";

/** Whether somebody is staff of at least this level. */
export const hasLevel = ({ role, level }: Pick<User, "role" | "level">, minimum: Level): boolean =>
  role === "staff" && level !== null && levels.indexOf(level) >= levels.indexOf(minimum);

/** Whether a role may use an operation at all; ownership is decided by the call itself. */
export function mayUse(user: Pick<User, "role" | "level">, operation: OperationId): boolean {
  if (!Object.hasOwn(policy, operation)) return false;
  const { staff } = policy[operation];
  if (user.role === "staff") return staff !== "no" && hasLevel(user, staff);
  return user.role === "customer" && policy[operation].customer === "own";
}

/** Whether an operation asks for a fresh proof of who orders it. */
export const needsRecentAuth = (operation: OperationId): boolean =>
  (policy[operation] as Rule).proof === "fresh";
