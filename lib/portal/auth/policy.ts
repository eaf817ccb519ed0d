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

const own = { staff: "viewer", customer: "own" } as const satisfies Rule;
const ownChange = { staff: "operator", customer: "own" } as const satisfies Rule;
const staffReads = { staff: "viewer", customer: "no" } as const satisfies Rule;
const staffChanges = { staff: "operator", customer: "no" } as const satisfies Rule;
const adminOnly = { staff: "admin", customer: "no" } as const satisfies Rule;
const programsOnly = { staff: "no", customer: "no" } as const satisfies Rule;

/** Who may use an operation at all. An operation that is missing here does not compile. */
export const policy = {
  controlBiddingZone: { ...staffChanges, proof: "fresh" },
  controlGroup: staffChanges,
  listControls: staffReads,
  updateCustomer: ownChange,
  deleteCustomer: staffChanges,
  createGroup: staffChanges,
  createLocation: staffChanges,
  getBiddingZoneHistorical: staffReads,
  getLocationHistorical: own,
  getDevice: own,
  previewBiddingZoneControl: staffReads,
  previewGroupControl: staffReads,
  requestBiddingZoneControl: { ...staffChanges, proof: "fresh" },
  requestGroupControl: staffChanges,
  listControlRequests: staffReads,
  getControlRequest: staffReads,
  approveControlRequest: { ...staffChanges, proof: "fresh" },
  rejectControlRequest: staffChanges,
  getControlPause: staffReads,
  pauseControls: staffChanges,
  resumeControls: adminOnly,
  listControlSummaries: staffReads,
  getControl: staffReads,
  cancelControl: staffChanges,
  getControlDelivery: staffReads,
  listControlDeliveries: staffReads,
  listCustomers: staffReads,
  createCustomer: staffChanges,
  getCustomer: own,
  listCustomerControls: own,
  listGroups: staffReads,
  getGroup: staffReads,
  listLocations: own,
  getLocation: own,
  listLocationClusters: staffReads,
  listLocationControls: own,
  recordMeasurements: programsOnly,
  listDevices: own,
  registerDevice: staffChanges,
  getGroupHistorical: staffReads,
  getBiddingZoneDeviceHistorical: staffReads,
  getGroupDeviceHistorical: staffReads,
  getLocationDeviceHistorical: own,
  getBiddingZoneForecast: staffReads,
  getGroupForecast: staffReads,
  getLocationForecast: own,
  getBiddingZoneStatus: staffReads,
  getGroupStatus: staffReads,
  getLocationStatus: own,
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
export const isOffered = (operation: OperationId): boolean => policy[operation].staff !== "no";

/** Whether somebody is staff of at least this level. */
export const hasLevel = ({ role, level }: Pick<User, "role" | "level">, least: Level): boolean =>
  role === "staff" && level !== null && levels.indexOf(level) >= levels.indexOf(least);

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
