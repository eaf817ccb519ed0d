import type { OperationId } from "../../contract/index.ts";
import { levels, type Level } from "../db/schema.ts";
import type { User } from "../db/sessions.ts";
import { PortalError } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import type { Right } from "./portal-routes.ts";

interface Rule {
  /** The minimum staff role; "no": only for programs with their own key. */
  staff: Level | "no";
  /** "own": only resources whose fields name the customer. */
  customer: "own" | "no";
  /** "fresh": only within 15 minutes of authentication. */
  proof?: "fresh";
}

const ownData = { staff: "viewer", customer: "own" } as const satisfies Rule;
const ownDataChange = { staff: "operator", customer: "own" } as const satisfies Rule;
const staffRead = { staff: "viewer", customer: "no" } as const satisfies Rule;
const staffChange = { staff: "operator", customer: "no" } as const satisfies Rule;
const adminOnly = { staff: "admin", customer: "no" } as const satisfies Rule;
const programsOnly = { staff: "no", customer: "no" } as const satisfies Rule;

/** Who may use an operation. A missing operation does not compile. */
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
  previewBiddingZoneControlValue: staffRead,
  previewGroupControlValue: staffRead,
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
  listControlCustomers: staffRead,
  getControlValue: staffRead,
  getCustomerControlValue: ownData,
  getCustomerLostEnergy: ownData,
  getCustomerStatement: ownData,
  issueCustomerStatement: staffChange,
  checkCustomerStatement: ownData,
  getBiddingZoneStatement: staffRead,
  issueBiddingZoneStatement: staffChange,
  checkBiddingZoneStatement: staffRead,
  getCustomerTerms: staffRead,
  setCustomerTerms: staffChange,
  getGroupTerms: staffRead,
  setGroupTerms: staffChange,
  getBiddingZonePositions: staffRead,
  recordBiddingZonePositions: staffChange,
  listCustomers: staffRead,
  createCustomer: staffChange,
  getCustomer: ownData,
  listCustomerControls: ownData,
  getCustomerPreferences: ownData,
  updateCustomerPreferences: ownDataChange,
  optOutOfControl: ownDataChange,
  optInToControl: ownDataChange,
  getGroupPreferenceLimits: staffRead,
  updateGroupPreferenceLimits: staffChange,
  getGroupRotation: staffRead,
  setGroupRotation: staffChange,
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
  getBiddingZoneCoverage: staffRead,
  recordBiddingZonePrices: programsOnly,
  getBiddingZonePrices: staffRead,
  getBiddingZoneAdvice: staffRead,
  listRules: staffRead,
  createRule: { ...staffChange, proof: "fresh" },
  getRule: staffRead,
  updateRule: { ...staffChange, proof: "fresh" },
  deleteRule: staffChange,
  listRuleDecisions: staffRead,
  replayRule: staffRead,
  getBiddingZoneDeviceHistorical: staffRead,
  getGroupDeviceHistorical: staffRead,
  getLocationDeviceHistorical: ownData,
  getBiddingZoneForecast: staffRead,
  getGroupForecast: staffRead,
  getLocationForecast: ownData,
  getBiddingZonePlannedChanges: staffRead,
  getGroupPlannedChanges: staffRead,
  getLocationPlannedChanges: ownData,
  getBiddingZoneStatus: staffRead,
  getGroupStatus: staffRead,
  getLocationStatus: ownData,
  listAlerts: staffRead,
  getAlert: staffRead,
  silenceAlert: staffChange,
  listAlertRules: staffRead,
  createAlertRule: staffChange,
  getAlertRule: staffRead,
  updateAlertRule: staffChange,
  deleteAlertRule: staffChange,
  listApiKeys: adminOnly,
  listApiCalls: adminOnly,
  createApiKey: { ...adminOnly, proof: "fresh" },
  rotateApiKey: { ...adminOnly, proof: "fresh" },
  revokeApiKey: adminOnly,
  listWebhooks: adminOnly,
  createWebhook: { ...adminOnly, proof: "fresh" },
  getWebhook: adminOnly,
  updateWebhook: { ...adminOnly, proof: "fresh" },
  deleteWebhook: adminOnly,
  rotateWebhookSecret: { ...adminOnly, proof: "fresh" },
  testWebhook: adminOnly,
  listWebhookDeliveries: adminOnly,
  resendWebhookEvents: adminOnly,
} as const satisfies Record<OperationId, Rule>;

type Policy = typeof policy;
/** The operations a customer may use on their own data. */
export type PortalOperationName = {
  [K in OperationId]: Policy[K]["customer"] extends "own" ? K : never;
}[OperationId];

/** Whether the portal has a route for an operation. */
export const isExposed = (operation: OperationId): boolean => policy[operation].staff !== "no";

/** Whether a user is staff of at least this role. */
export const hasLevel = ({ role, level }: Pick<User, "role" | "level">, minimum: Level): boolean =>
  role === "staff" && level !== null && levels.indexOf(level) >= levels.indexOf(minimum);

/** Whether a role may use an operation; ownership is checked by the call itself. */
export function mayUse(user: Pick<User, "role" | "level">, operation: OperationId): boolean {
  if (!Object.hasOwn(policy, operation)) return false;
  const { staff } = policy[operation];
  if (user.role === "staff") return staff !== "no" && hasLevel(user, staff);
  return user.role === "customer" && policy[operation].customer === "own";
}

/** Whether an operation requires a recent authentication. */
export const needsRecentAuth = (operation: OperationId): boolean =>
  (policy[operation] as Rule).proof === "fresh";

type Principal = Pick<User, "role" | "level">;

/** Whether a signed-in user has a right. */
export function hasRight(user: Principal, right: Right): boolean {
  if (right === "anyone" || right === "signed-in") return true;
  return right === "customer" ? user.role === "customer" : hasLevel(user, right);
}

/** @throws PortalError 401 without a user, 403 for a user without the right. */
export function requireRight(
  user: Principal | null,
  right: Right,
  requestId: string = getRequestId(),
): void {
  if (right === "anyone") return;
  if (!user) throw new PortalError("signed-out", "Sign in first.", requestId);
  if (hasRight(user, right)) return;
  throw new PortalError("forbidden", "Your account may not do this.", requestId);
}
