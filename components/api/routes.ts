import type { OperationId } from "@/lib/contract/operations.ts";

/** The operations that no page calls. Programs call them with their own key, or the server does. */
type UncalledOperation =
  | "recordMeasurements"
  | "recordBiddingZonePrices"
  | "recordBiddingZonePositions"
  | "getBiddingZonePositions"
  | "listControlCustomers"
  | "checkCustomerStatement"
  | "getBiddingZoneStatement"
  | "checkBiddingZoneStatement"
  | "getAlert"
  | "getAlertRule"
  | "listApiCalls";

/** The operations that pages call. */
export type PortalOperation = Exclude<OperationId, UncalledOperation>;

/**
 * Where the browser finds each operation: its contract path with `/v1` replaced by `/api`. Written
 * out so that no page has to load the contract's schemas to know a path, and without what no page calls,
 * because every page loads it; a test holds the two together.
 */
export const routes: Record<PortalOperation, `${"GET" | "POST" | "DELETE"} /api/${string}`> = {
  controlBiddingZone: "POST /api/bidding-zones/{bidding_zone_id}/control",
  controlGroup: "POST /api/groups/{group_id}/control",
  listControls: "GET /api/controls",
  updateCustomer: "POST /api/customers/{customer_id}",
  deleteCustomer: "DELETE /api/customers/{customer_id}",
  createGroup: "POST /api/groups",
  createLocation: "POST /api/locations",
  getBiddingZoneHistorical: "GET /api/bidding-zones/{bidding_zone_id}/historical",
  getLocationHistorical: "GET /api/locations/{location_id}/historical",
  getDevice: "GET /api/devices/{device_id}",
  previewBiddingZoneControl: "POST /api/bidding-zones/{bidding_zone_id}/control/preview",
  previewGroupControl: "POST /api/groups/{group_id}/control/preview",
  previewBiddingZoneControlValue: "POST /api/bidding-zones/{bidding_zone_id}/control/preview/value",
  previewGroupControlValue: "POST /api/groups/{group_id}/control/preview/value",
  requestBiddingZoneControl: "POST /api/bidding-zones/{bidding_zone_id}/control/request",
  requestGroupControl: "POST /api/groups/{group_id}/control/request",
  listControlRequests: "GET /api/control-requests",
  getControlRequest: "GET /api/control-requests/{request_id}",
  approveControlRequest: "POST /api/control-requests/{request_id}/approve",
  rejectControlRequest: "POST /api/control-requests/{request_id}/reject",
  getControlPause: "GET /api/control-pause",
  pauseControls: "POST /api/control-pause",
  resumeControls: "DELETE /api/control-pause",
  listControlSummaries: "GET /api/control-summaries",
  getControl: "GET /api/controls/{control_id}",
  cancelControl: "POST /api/controls/{control_id}/cancel",
  getControlDelivery: "GET /api/controls/{control_id}/delivery",
  listControlDeliveries: "GET /api/controls/{control_id}/deliveries",
  getControlValue: "GET /api/controls/{control_id}/value",
  getCustomerControlValue: "GET /api/customers/{customer_id}/controls/{control_id}/value",
  getCustomerLostEnergy: "GET /api/customers/{customer_id}/lost-energy",
  getCustomerStatement: "GET /api/customers/{customer_id}/statements/{month}",
  issueCustomerStatement: "POST /api/customers/{customer_id}/statements/{month}",
  issueBiddingZoneStatement: "POST /api/bidding-zones/{bidding_zone_id}/statements/{month}",
  getCustomerTerms: "GET /api/customers/{customer_id}/terms",
  setCustomerTerms: "POST /api/customers/{customer_id}/terms",
  getGroupTerms: "GET /api/groups/{group_id}/terms",
  setGroupTerms: "POST /api/groups/{group_id}/terms",
  listCustomers: "GET /api/customers",
  createCustomer: "POST /api/customers",
  getCustomer: "GET /api/customers/{customer_id}",
  listCustomerControls: "GET /api/customers/{customer_id}/controls",
  getCustomerPreferences: "GET /api/customers/{customer_id}/preferences",
  updateCustomerPreferences: "POST /api/customers/{customer_id}/preferences",
  optOutOfControl: "POST /api/customers/{customer_id}/controls/{control_id}/opt-out",
  optInToControl: "DELETE /api/customers/{customer_id}/controls/{control_id}/opt-out",
  getGroupPreferenceLimits: "GET /api/groups/{group_id}/preference-limits",
  updateGroupPreferenceLimits: "POST /api/groups/{group_id}/preference-limits",
  getGroupRotation: "GET /api/groups/{group_id}/rotation",
  setGroupRotation: "POST /api/groups/{group_id}/rotation",
  listGroups: "GET /api/groups",
  getGroup: "GET /api/groups/{group_id}",
  listLocations: "GET /api/locations",
  getLocation: "GET /api/locations/{location_id}",
  listLocationClusters: "GET /api/location-clusters",
  listLocationControls: "GET /api/locations/{location_id}/controls",
  listDevices: "GET /api/devices",
  registerDevice: "POST /api/devices",
  getGroupHistorical: "GET /api/groups/{group_id}/historical",
  getBiddingZoneCoverage: "GET /api/bidding-zones/{bidding_zone_id}/coverage",
  getBiddingZonePrices: "GET /api/bidding-zones/{bidding_zone_id}/prices",
  getBiddingZoneAdvice: "GET /api/bidding-zones/{bidding_zone_id}/advice",
  listAlerts: "GET /api/alerts",
  silenceAlert: "POST /api/alerts/{alert_id}/silence",
  listAlertRules: "GET /api/alert-rules",
  createAlertRule: "POST /api/alert-rules",
  updateAlertRule: "POST /api/alert-rules/{alert_rule_id}",
  deleteAlertRule: "DELETE /api/alert-rules/{alert_rule_id}",
  listRules: "GET /api/rules",
  createRule: "POST /api/rules",
  getRule: "GET /api/rules/{rule_id}",
  updateRule: "POST /api/rules/{rule_id}",
  deleteRule: "DELETE /api/rules/{rule_id}",
  listRuleDecisions: "GET /api/rules/{rule_id}/decisions",
  replayRule: "POST /api/rules/{rule_id}/replay",
  getBiddingZoneDeviceHistorical:
    "GET /api/bidding-zones/{bidding_zone_id}/historical/{device_type}",
  getGroupDeviceHistorical: "GET /api/groups/{group_id}/historical/{device_type}",
  getLocationDeviceHistorical: "GET /api/locations/{location_id}/historical/{device_type}",
  getBiddingZoneForecast: "GET /api/bidding-zones/{bidding_zone_id}/forecast",
  getGroupForecast: "GET /api/groups/{group_id}/forecast",
  getLocationForecast: "GET /api/locations/{location_id}/forecast",
  getBiddingZonePlannedChanges: "GET /api/bidding-zones/{bidding_zone_id}/planned-changes",
  getGroupPlannedChanges: "GET /api/groups/{group_id}/planned-changes",
  getLocationPlannedChanges: "GET /api/locations/{location_id}/planned-changes",
  getBiddingZoneStatus: "GET /api/bidding-zones/{bidding_zone_id}/status",
  getGroupStatus: "GET /api/groups/{group_id}/status",
  getLocationStatus: "GET /api/locations/{location_id}/status",
  listApiKeys: "GET /api/api-keys",
  createApiKey: "POST /api/api-keys",
  rotateApiKey: "POST /api/api-keys/{key_id}/rotate",
  revokeApiKey: "DELETE /api/api-keys/{key_id}",
  listWebhooks: "GET /api/webhooks",
  createWebhook: "POST /api/webhooks",
  getWebhook: "GET /api/webhooks/{webhook_id}",
  updateWebhook: "POST /api/webhooks/{webhook_id}",
  deleteWebhook: "DELETE /api/webhooks/{webhook_id}",
  rotateWebhookSecret: "POST /api/webhooks/{webhook_id}/rotate",
  testWebhook: "POST /api/webhooks/{webhook_id}/test",
  listWebhookDeliveries: "GET /api/webhooks/{webhook_id}/deliveries",
  resendWebhookEvents: "POST /api/webhooks/{webhook_id}/resend",
};

/** The method and the filled-in address of one call; values are percent-encoded. */
export function buildOperationUrl(
  operation: PortalOperation,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): { method: string; url: string } {
  return buildRouteUrl(routes[operation], params, query);
}

/**
 * The method and the filled-in address of a route, `METHOD /api/path` with `{names}` for the values,
 * which are percent-encoded.
 */
export function buildRouteUrl(
  route: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): { method: string; url: string } {
  const [method = "GET", path = ""] = route.split(" ");
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? "")),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return { method, url: search.size > 0 ? `${filled}?${search}` : filled };
}
