import { z } from "zod";
import * as alerts from "./alerts.ts";
import * as apiCalls from "./api-calls.ts";
import * as controlPause from "./control-pause.ts";
import * as controlRequests from "./control-requests.ts";
import * as controlQueries from "./control-queries.ts";
import * as controls from "./controls.ts";
import * as customers from "./customers.ts";
import * as deliveries from "./deliveries.ts";
import * as devices from "./devices.ts";
import * as groups from "./groups.ts";
import * as historical from "./historical.ts";
import * as keys from "./keys.ts";
import * as locationClusters from "./location-clusters.ts";
import * as locations from "./locations.ts";
import * as measurements from "./measurements.ts";
import * as positions from "./positions.ts";
import * as statements from "./statements.ts";
import * as terms from "./terms.ts";
import * as value from "./value.ts";
import * as prices from "./prices.ts";
import * as advice from "./advice.ts";
import * as ruleReplay from "./rule-replay.ts";
import * as rules from "./rules.ts";
import * as rotation from "./rotation.ts";
import * as plannedChanges from "./planned-changes.ts";
import * as preferences from "./preferences.ts";
import * as webhooks from "./webhooks.ts";
import { changeHeaders } from "./controls.ts";
import { biddingZone, id } from "./schema-types.ts";

type Shape = z.ZodObject;

/**
 * How an operation applies the groups and bidding zones of an API key. `by-id`: every resource in
 * the path and body must belong to them. `filtered`: the response contains only what belongs to
 * them. `unrestricted-only`: keys with limits are refused.
 */
export type Limit = "by-id" | "filtered" | "unrestricted-only";

/** One operation of the API, with everything both programs need to know about it. */
export interface Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  C extends boolean = boolean,
> {
  method: "get" | "post" | "delete";
  /** With `{name}` for each path parameter, relative to the base address. */
  path: string;
  tag: string;
  summary: string;
  /** The scope it requires. */
  scope: keys.Scope;
  /** How it applies the limits of a key. */
  limit: Limit;
  /** Whether it changes data; if so it accepts an `Idempotency-Key`. */
  changes: C;
  /** True if the original API document does not list it. */
  extension: boolean;
  params: P;
  query: Q;
  /** The headers of the operation, all optional. */
  headers: Shape;
  body: B;
  response: R;
  /** Returns `X-Total-Count` and `Link`. */
  paged: boolean;
}

const none = z.object({});
/** The body schema of an operation without a body. */
export const noBody = z.undefined();

type Start = `${"GET" | "POST" | "DELETE"} ${string}`;
type Changes<M extends Start, S extends keys.Scope> = M extends `GET ${string}`
  ? false
  : S extends "read"
    ? false
    : true;

const define = <
  M extends Start,
  S extends keys.Scope,
  P extends Shape = typeof none,
  Q extends Shape = typeof none,
  B extends z.ZodType = typeof noBody,
  R extends z.ZodType = z.ZodType,
>(
  start: M,
  spec: {
    tag: string;
    summary: string;
    scope: S;
    limit: Limit;
    response: R;
    extension?: true;
    paged?: true;
    params?: P;
    query?: Q;
    headers?: Shape;
    body?: B;
  },
): Operation<P, Q, B, R, Changes<M, S>> => {
  const [method, path] = start.split(" ") as ["GET" | "POST" | "DELETE", string];
  const changes = method !== "GET" && spec.scope !== "read";
  return {
    extension: false,
    paged: false,
    ...spec,
    method: method.toLowerCase() as "get" | "post" | "delete",
    path,
    params: (spec.params ?? none) as P,
    query: (spec.query ?? none) as Q,
    changes: changes as Changes<M, S>,
    headers: changes ? changeHeaders.extend(spec.headers?.shape ?? {}) : (spec.headers ?? none),
    body: (spec.body ?? noBody) as B,
  };
};

const zone = z.object({
  bidding_zone_id: z.string().meta({ description: `One of ${biddingZone.options.join(", ")}` }),
});
const priceZone = z.object({
  bidding_zone_id: z
    .string()
    .meta({ description: `One of ${prices.priceZone.options.join(", ")}` }),
});
const group = z.object({ group_id: id });
const apiKey = z.object({ key_id: id });
const customer = z.object({ customer_id: id });
const location = z.object({ location_id: id });
const customerMonth = customer.extend({ month: statements.statementMonth });
const zoneMonth = zone.extend({ month: statements.statementMonth });
const device = z.object({ device_id: id });
const deviceClass = { device_type: historical.deviceClass };
const oneControl = z.object({ control_id: id });
const oneAlert = z.object({ alert_id: id });
const oneAlertRule = z.object({ alert_rule_id: id });
const oneRule = z.object({ rule_id: id });
const oneWebhook = z.object({ webhook_id: id });
const controlRequest = z.object({ request_id: id });

/**
 * The whole API: the service's routes and OpenAPI document, the portal's client, its allow-list and
 * the browser's hooks are derived from this table. The key of an operation is its name everywhere.
 */
export const operations = {
  controlBiddingZone: define("POST /v1/bidding-zones/{bidding_zone_id}/control", {
    tag: "controls",
    summary: "Control a bidding zone",
    scope: "control",
    limit: "by-id",
    params: zone,
    headers: controls.controlHeaders,
    body: controls.controlOrder,
    response: controls.control,
  }),
  controlGroup: define("POST /v1/groups/{group_id}/control", {
    tag: "controls",
    summary: "Control a group",
    scope: "control",
    limit: "by-id",
    params: group,
    headers: controls.controlHeaders,
    body: controls.controlOrder,
    response: controls.control,
  }),
  listControls: define("GET /v1/controls", {
    tag: "controls",
    summary: "List all control actions, newest first",
    scope: "read",
    limit: "filtered",
    query: controlQueries.controlsQuery,
    response: controls.controlList,
    paged: true,
  }),
  updateCustomer: define("POST /v1/customers/{customer_id}", {
    tag: "customers",
    summary: "Update a customer",
    scope: "manage",
    limit: "by-id",
    params: customer,
    body: customers.customerUpdate,
    response: customers.customer,
  }),
  deleteCustomer: define("DELETE /v1/customers/{customer_id}", {
    tag: "customers",
    summary: "Delete a customer with its locations and devices",
    scope: "manage",
    limit: "by-id",
    params: customer,
    response: customers.customer,
  }),
  createGroup: define("POST /v1/groups", {
    tag: "groups",
    summary: "Create a group",
    scope: "manage",
    limit: "unrestricted-only",
    body: groups.groupCreate,
    response: groups.group,
  }),
  createLocation: define("POST /v1/locations", {
    tag: "locations",
    summary: "Create a location",
    scope: "manage",
    limit: "by-id",
    body: locations.locationCreate,
    response: locations.location,
  }),
  getBiddingZoneHistorical: define("GET /v1/bidding-zones/{bidding_zone_id}/historical", {
    tag: "historical",
    summary: "Bidding zone historical data, oldest first",
    scope: "read",
    limit: "by-id",
    params: zone,
    query: historical.historicalQuery,
    response: historical.historicalData,
  }),
  getLocationHistorical: define("GET /v1/locations/{location_id}/historical", {
    tag: "historical",
    summary: "Location historical data, oldest first",
    scope: "read",
    limit: "by-id",
    params: location,
    query: historical.historicalQuery,
    response: historical.historicalData,
  }),
  getDevice: define("GET /v1/devices/{device_id}", {
    tag: "devices",
    summary: "Retrieve a device",
    scope: "read",
    limit: "by-id",
    params: device,
    response: devices.device,
  }),

  previewBiddingZoneControl: define("POST /v1/bidding-zones/{bidding_zone_id}/control/preview", {
    extension: true,
    tag: "controls",
    summary: "What a control of a bidding zone would do; nothing is recorded or sent",
    scope: "read",
    limit: "by-id",
    params: zone,
    body: controls.controlOrder,
    response: controls.controlPreview,
  }),
  previewGroupControl: define("POST /v1/groups/{group_id}/control/preview", {
    extension: true,
    tag: "controls",
    summary: "What a control of a group would do; nothing is recorded or sent",
    scope: "read",
    limit: "by-id",
    params: group,
    body: controls.controlOrder,
    response: controls.controlPreview,
  }),
  previewBiddingZoneControlValue: define(
    "POST /v1/bidding-zones/{bidding_zone_id}/control/preview/value",
    {
      extension: true,
      tag: "controls",
      summary: "What a control of a bidding zone would be worth; nothing is recorded or sent",
      scope: "read",
      limit: "by-id",
      params: zone,
      body: controls.controlOrder,
      response: value.valueRevision,
    },
  ),
  previewGroupControlValue: define("POST /v1/groups/{group_id}/control/preview/value", {
    extension: true,
    tag: "controls",
    summary: "What a control of a group would be worth; nothing is recorded or sent",
    scope: "read",
    limit: "by-id",
    params: group,
    body: controls.controlOrder,
    response: value.valueRevision,
  }),
  requestBiddingZoneControl: define("POST /v1/bidding-zones/{bidding_zone_id}/control/request", {
    extension: true,
    tag: "controls",
    summary: "Request a control of a bidding zone, which another person approves",
    scope: "control",
    limit: "by-id",
    params: zone,
    headers: controls.controlHeaders,
    body: controls.controlOrder,
    response: controlRequests.approvalRequest,
  }),
  requestGroupControl: define("POST /v1/groups/{group_id}/control/request", {
    extension: true,
    tag: "controls",
    summary: "Request a control of a group, which another person approves",
    scope: "control",
    limit: "by-id",
    params: group,
    headers: controls.controlHeaders,
    body: controls.controlOrder,
    response: controlRequests.approvalRequest,
  }),
  listControlRequests: define("GET /v1/control-requests", {
    extension: true,
    tag: "controls",
    summary: "List requested controls, newest first",
    scope: "read",
    limit: "filtered",
    query: controlRequests.controlRequestsQuery,
    response: controlRequests.approvalRequestList,
    paged: true,
  }),
  getControlRequest: define("GET /v1/control-requests/{request_id}", {
    extension: true,
    tag: "controls",
    summary: "Retrieve a requested control",
    scope: "read",
    limit: "by-id",
    params: controlRequest,
    response: controlRequests.approvalRequest,
  }),
  approveControlRequest: define("POST /v1/control-requests/{request_id}/approve", {
    extension: true,
    tag: "controls",
    summary: "Approve a requested control as another person; issues it, once",
    scope: "control",
    limit: "by-id",
    params: controlRequest,
    headers: controlPause.actorHeaders,
    body: controlRequests.controlDecision,
    response: controlRequests.approvalRequest,
  }),
  rejectControlRequest: define("POST /v1/control-requests/{request_id}/reject", {
    extension: true,
    tag: "controls",
    summary: "Reject a requested control, or withdraw one's own",
    scope: "control",
    limit: "by-id",
    params: controlRequest,
    headers: controlPause.actorHeaders,
    body: controlRequests.controlDecision,
    response: controlRequests.approvalRequest,
  }),
  getControlPause: define("GET /v1/control-pause", {
    extension: true,
    tag: "controls",
    summary: "Whether new controls are refused, since when, by whom and why",
    scope: "read",
    limit: "filtered",
    response: controlPause.controlPause,
  }),
  pauseControls: define("POST /v1/control-pause", {
    extension: true,
    tag: "controls",
    summary: "Refuse new controls until they are resumed; those accepted before go on",
    scope: "control",
    limit: "unrestricted-only",
    headers: controlPause.actorHeaders,
    body: controlPause.controlPauseOrder,
    response: controlPause.controlPause,
  }),
  resumeControls: define("DELETE /v1/control-pause", {
    extension: true,
    tag: "controls",
    summary: "Take new controls again",
    scope: "manage",
    limit: "unrestricted-only",
    headers: controlPause.actorHeaders,
    response: controlPause.controlPause,
  }),
  listControlSummaries: define("GET /v1/control-summaries", {
    extension: true,
    tag: "controls",
    summary: "List controls with their targets, without their intervals",
    scope: "read",
    limit: "filtered",
    query: controlQueries.controlSummariesQuery,
    response: controls.controlSummaryList,
    paged: true,
  }),
  getControl: define("GET /v1/controls/{control_id}", {
    extension: true,
    tag: "controls",
    summary: "Retrieve a control",
    scope: "read",
    limit: "by-id",
    params: oneControl,
    response: controls.controlDetail,
  }),
  cancelControl: define("POST /v1/controls/{control_id}/cancel", {
    extension: true,
    tag: "controls",
    summary: "Cancel a control from the next minute on; its record stays",
    scope: "control",
    limit: "by-id",
    params: oneControl,
    body: controls.controlCancel,
    response: controls.controlDetail,
  }),
  getControlDelivery: define("GET /v1/controls/{control_id}/delivery", {
    extension: true,
    tag: "controls",
    summary: "Planned and delivered change of a control, and the outcomes of its devices",
    scope: "read",
    limit: "by-id",
    params: oneControl,
    response: deliveries.controlDelivery,
  }),
  listControlDeliveries: define("GET /v1/controls/{control_id}/deliveries", {
    extension: true,
    tag: "controls",
    summary: "What became of a control at each of its locations",
    scope: "read",
    limit: "by-id",
    params: oneControl,
    query: deliveries.locationDeliveriesQuery,
    response: deliveries.locationDeliveryList,
    paged: true,
  }),
  listControlCustomers: define("GET /v1/controls/{control_id}/customers", {
    extension: true,
    tag: "controls",
    summary: "The customers at whose locations a control has an effect",
    scope: "read",
    limit: "by-id",
    params: oneControl,
    query: deliveries.controlCustomersQuery,
    response: deliveries.controlCustomers,
  }),
  getControlValue: define("GET /v1/controls/{control_id}/value", {
    extension: true,
    tag: "value",
    summary: "What a control is worth to the supplier and to the customers: kWh and euros",
    scope: "read",
    limit: "by-id",
    params: oneControl,
    response: value.controlValue,
  }),
  getCustomerControlValue: define("GET /v1/customers/{customer_id}/controls/{control_id}/value", {
    extension: true,
    tag: "value",
    summary: "What a control is worth to one customer, by location",
    scope: "read",
    limit: "by-id",
    params: customer.extend(oneControl.shape),
    response: value.customerControlValue,
  }),
  getCustomerLostEnergy: define("GET /v1/customers/{customer_id}/lost-energy", {
    extension: true,
    tag: "value",
    summary: "Energy that controls kept a customer from producing, by month and location",
    scope: "read",
    limit: "by-id",
    params: customer,
    query: value.lostEnergyQuery,
    response: value.lostEnergyList,
  }),
  getCustomerStatement: define("GET /v1/customers/{customer_id}/statements/{month}", {
    extension: true,
    tag: "value",
    summary: "Statement of a month of a customer: energy and euros of its controls",
    scope: "read",
    limit: "by-id",
    params: customerMonth,
    query: statements.statementQuery,
    response: statements.statement,
  }),
  issueCustomerStatement: define("POST /v1/customers/{customer_id}/statements/{month}", {
    extension: true,
    tag: "value",
    summary: "Issue the statement of a month of a customer",
    scope: "manage",
    limit: "by-id",
    params: customerMonth,
    body: statements.statementIssue,
    response: statements.statement,
  }),
  checkCustomerStatement: define("GET /v1/customers/{customer_id}/statements/{month}/check", {
    extension: true,
    tag: "value",
    summary:
      "Check an issued statement of a customer against the audit chain and what is known now",
    scope: "read",
    limit: "by-id",
    params: customerMonth,
    query: statements.statementCheckQuery,
    response: statements.statementCheck,
  }),
  getBiddingZoneStatement: define("GET /v1/bidding-zones/{bidding_zone_id}/statements/{month}", {
    extension: true,
    tag: "value",
    summary: "Statement of a month of a bidding zone: energy and euros of its controls",
    scope: "read",
    limit: "by-id",
    params: zoneMonth,
    query: statements.statementQuery,
    response: statements.statement,
  }),
  issueBiddingZoneStatement: define("POST /v1/bidding-zones/{bidding_zone_id}/statements/{month}", {
    extension: true,
    tag: "value",
    summary: "Issue the statement of a month of a bidding zone",
    scope: "manage",
    limit: "by-id",
    params: zoneMonth,
    body: statements.statementIssue,
    response: statements.statement,
  }),
  checkBiddingZoneStatement: define(
    "GET /v1/bidding-zones/{bidding_zone_id}/statements/{month}/check",
    {
      extension: true,
      tag: "value",
      summary:
        "Check an issued statement of a bidding zone against the audit chain and what is known now",
      scope: "read",
      limit: "by-id",
      params: zoneMonth,
      query: statements.statementCheckQuery,
      response: statements.statementCheck,
    },
  ),
  getCustomerTerms: define("GET /v1/customers/{customer_id}/terms", {
    extension: true,
    tag: "value",
    summary: "Contract terms of a customer, and those of the group",
    scope: "read",
    limit: "by-id",
    params: customer,
    response: terms.contractTermsList,
  }),
  setCustomerTerms: define("POST /v1/customers/{customer_id}/terms", {
    extension: true,
    tag: "value",
    summary: "Set the contract terms of a customer from a day on",
    scope: "manage",
    limit: "by-id",
    params: customer,
    body: terms.contractTermsUpdate,
    response: terms.contractTermsList,
  }),
  getGroupTerms: define("GET /v1/groups/{group_id}/terms", {
    extension: true,
    tag: "value",
    summary: "Contract terms of a group's customers",
    scope: "read",
    limit: "by-id",
    params: group,
    response: terms.contractTermsList,
  }),
  setGroupTerms: define("POST /v1/groups/{group_id}/terms", {
    extension: true,
    tag: "value",
    summary: "Set the contract terms of a group's customers from a day on",
    scope: "manage",
    limit: "by-id",
    params: group,
    body: terms.contractTermsUpdate,
    response: terms.contractTermsList,
  }),
  getBiddingZonePositions: define("GET /v1/bidding-zones/{bidding_zone_id}/positions", {
    extension: true,
    tag: "value",
    summary: "Energy sold for a bidding zone, by interval, oldest first",
    scope: "read",
    limit: "by-id",
    params: zone,
    query: positions.positionsQuery,
    response: positions.positionList,
  }),
  recordBiddingZonePositions: define("POST /v1/bidding-zones/{bidding_zone_id}/positions", {
    extension: true,
    tag: "value",
    summary: "Record the energy sold for a bidding zone",
    scope: "manage",
    limit: "by-id",
    params: zone,
    body: positions.positionBatch,
    response: positions.positionReceipt,
  }),
  listCustomers: define("GET /v1/customers", {
    extension: true,
    tag: "customers",
    summary: "List customers",
    scope: "read",
    limit: "filtered",
    query: customers.customersQuery,
    response: customers.customerList,
    paged: true,
  }),
  createCustomer: define("POST /v1/customers", {
    extension: true,
    tag: "customers",
    summary: "Create a customer",
    scope: "manage",
    limit: "by-id",
    body: customers.customerCreate,
    response: customers.customer,
  }),
  getCustomer: define("GET /v1/customers/{customer_id}", {
    extension: true,
    tag: "customers",
    summary: "Retrieve a customer",
    scope: "read",
    limit: "by-id",
    params: customer,
    response: customers.customer,
  }),
  listCustomerControls: define("GET /v1/customers/{customer_id}/controls", {
    extension: true,
    tag: "customers",
    summary: "Controls at a customer's locations, with their effect there; newest first",
    scope: "read",
    limit: "by-id",
    params: customer,
    query: locations.locatedControlsQuery,
    response: locations.locatedControlList,
    paged: true,
  }),
  getCustomerPreferences: define("GET /v1/customers/{customer_id}/preferences", {
    extension: true,
    tag: "preferences",
    summary: "What a customer allows: opt-out, battery reserve, hours off and hours per month",
    scope: "read",
    limit: "by-id",
    params: customer,
    response: preferences.customerPreferences,
  }),
  updateCustomerPreferences: define("POST /v1/customers/{customer_id}/preferences", {
    extension: true,
    tag: "preferences",
    summary: "Change what a customer allows; applies from the next minute, also to active controls",
    scope: "manage",
    limit: "by-id",
    params: customer,
    body: preferences.customerPreferencesUpdate,
    response: preferences.customerPreferences,
  }),
  optOutOfControl: define("POST /v1/customers/{customer_id}/controls/{control_id}/opt-out", {
    extension: true,
    tag: "preferences",
    summary: "Exclude a customer's locations from a control, from the next minute on",
    scope: "manage",
    limit: "by-id",
    params: customer.extend(oneControl.shape),
    body: preferences.controlOptOutOrder,
    response: preferences.controlOptOut,
  }),
  optInToControl: define("DELETE /v1/customers/{customer_id}/controls/{control_id}/opt-out", {
    extension: true,
    tag: "preferences",
    summary: "Include a customer's locations in a control again, from the next minute on",
    scope: "manage",
    limit: "by-id",
    params: customer.extend(oneControl.shape),
    response: preferences.controlOptOut,
  }),
  getGroupPreferenceLimits: define("GET /v1/groups/{group_id}/preference-limits", {
    extension: true,
    tag: "preferences",
    summary: "What the customers of a group may choose",
    scope: "read",
    limit: "by-id",
    params: group,
    response: preferences.preferenceLimits,
  }),
  updateGroupPreferenceLimits: define("POST /v1/groups/{group_id}/preference-limits", {
    extension: true,
    tag: "preferences",
    summary: "Change what the customers of a group may choose; preferences beyond it are cut",
    scope: "manage",
    limit: "by-id",
    params: group,
    body: preferences.preferenceLimitsUpdate,
    response: preferences.preferenceLimits,
  }),
  getGroupRotation: define("GET /v1/groups/{group_id}/rotation", {
    extension: true,
    tag: "preferences",
    summary: "Rotation of a group, and how evenly its lost energy is spread",
    scope: "read",
    limit: "by-id",
    params: group,
    response: rotation.groupRotation,
  }),
  setGroupRotation: define("POST /v1/groups/{group_id}/rotation", {
    extension: true,
    tag: "preferences",
    summary: "Let the controls of a group address a part of its locations in turn",
    scope: "manage",
    limit: "by-id",
    params: group,
    body: rotation.groupRotationUpdate,
    response: rotation.groupRotation,
  }),
  listGroups: define("GET /v1/groups", {
    extension: true,
    tag: "groups",
    summary: "List groups",
    scope: "read",
    limit: "filtered",
    query: groups.groupsQuery,
    response: groups.groupList,
    paged: true,
  }),
  getGroup: define("GET /v1/groups/{group_id}", {
    extension: true,
    tag: "groups",
    summary: "Retrieve a group",
    scope: "read",
    limit: "by-id",
    params: group,
    response: groups.group,
  }),
  listLocations: define("GET /v1/locations", {
    extension: true,
    tag: "locations",
    summary: "List locations",
    scope: "read",
    limit: "filtered",
    query: locations.locationsQuery,
    response: locations.locationList,
    paged: true,
  }),
  getLocation: define("GET /v1/locations/{location_id}", {
    extension: true,
    tag: "locations",
    summary: "Retrieve a location",
    scope: "read",
    limit: "by-id",
    params: location,
    response: locations.locationDetail,
  }),
  listLocationClusters: define("GET /v1/location-clusters", {
    extension: true,
    tag: "locations",
    summary: "Locations in a box as they lie together on a map, with how they stand this minute",
    scope: "read",
    limit: "filtered",
    query: locationClusters.locationClustersQuery,
    response: locationClusters.locationClusterList,
  }),
  listLocationControls: define("GET /v1/locations/{location_id}/controls", {
    extension: true,
    tag: "locations",
    summary: "Controls at a location, with their effect there; newest first",
    scope: "read",
    limit: "by-id",
    params: location,
    query: locations.locatedControlsQuery,
    response: locations.locatedControlList,
    paged: true,
  }),
  recordMeasurements: define("POST /v1/locations/{location_id}/measurements", {
    extension: true,
    tag: "locations",
    summary: "Record what was measured at a location; late and corrected values are welcome",
    scope: "manage",
    limit: "by-id",
    params: location,
    body: measurements.measurementBatch,
    response: measurements.measurementReceipt,
  }),
  listDevices: define("GET /v1/devices", {
    extension: true,
    tag: "devices",
    summary: "List devices",
    scope: "read",
    limit: "filtered",
    query: devices.devicesQuery,
    response: devices.deviceList,
    paged: true,
  }),
  registerDevice: define("POST /v1/devices", {
    extension: true,
    tag: "devices",
    summary: "Register a device with its ratings",
    scope: "manage",
    limit: "by-id",
    body: devices.deviceRegister,
    response: devices.deviceDetail,
  }),
  getGroupHistorical: define("GET /v1/groups/{group_id}/historical", {
    extension: true,
    tag: "historical",
    summary: "Group historical data, oldest first",
    scope: "read",
    limit: "by-id",
    params: group,
    query: historical.historicalQuery,
    response: historical.groupHistoricalData,
  }),
  getBiddingZoneCoverage: define("GET /v1/bidding-zones/{bidding_zone_id}/coverage", {
    extension: true,
    tag: "historical",
    summary: "How much of a bidding zone's history was measured, oldest first",
    scope: "read",
    limit: "by-id",
    params: zone,
    query: historical.historicalQuery,
    response: historical.coverageData,
  }),
  recordBiddingZonePrices: define("POST /v1/bidding-zones/{bidding_zone_id}/prices", {
    extension: true,
    tag: "prices",
    summary: "Record prices of a bidding zone as a source reported them, 3,000 at most",
    scope: "manage",
    limit: "by-id",
    params: priceZone,
    body: prices.priceBatch,
    response: prices.priceReceipt,
  }),
  getBiddingZonePrices: define("GET /v1/bidding-zones/{bidding_zone_id}/prices", {
    extension: true,
    tag: "prices",
    summary: "Prices of a bidding zone as known now or at an earlier moment, oldest first",
    scope: "read",
    limit: "by-id",
    params: priceZone,
    query: prices.pricesQuery,
    response: prices.priceData,
  }),
  getBiddingZoneAdvice: define("GET /v1/bidding-zones/{bidding_zone_id}/advice", {
    extension: true,
    tag: "rules",
    summary: "Controls that are worth it until the end of tomorrow, and why",
    scope: "read",
    limit: "by-id",
    params: zone,
    response: advice.advice,
  }),
  listRules: define("GET /v1/rules", {
    extension: true,
    tag: "rules",
    summary: "List rules that act on prices, newest first",
    scope: "read",
    limit: "filtered",
    query: rules.rulesQuery,
    response: rules.ruleList,
    paged: true,
  }),
  createRule: define("POST /v1/rules", {
    extension: true,
    tag: "rules",
    summary: "Create a rule that acts on prices",
    scope: "control",
    limit: "unrestricted-only",
    headers: rules.ruleHeaders,
    body: rules.ruleOrder,
    response: rules.rule,
  }),
  getRule: define("GET /v1/rules/{rule_id}", {
    extension: true,
    tag: "rules",
    summary: "Get a rule",
    scope: "read",
    limit: "by-id",
    params: oneRule,
    response: rules.rule,
  }),
  updateRule: define("POST /v1/rules/{rule_id}", {
    extension: true,
    tag: "rules",
    summary: "Update, enable or disable a rule",
    scope: "control",
    limit: "unrestricted-only",
    params: oneRule,
    headers: rules.ruleHeaders,
    body: rules.ruleUpdate,
    response: rules.rule,
  }),
  deleteRule: define("DELETE /v1/rules/{rule_id}", {
    extension: true,
    tag: "rules",
    summary: "Delete a rule; its controls and decisions remain",
    scope: "control",
    limit: "unrestricted-only",
    params: oneRule,
    headers: rules.ruleHeaders,
    response: rules.deletedRule,
  }),
  listRuleDecisions: define("GET /v1/rules/{rule_id}/decisions", {
    extension: true,
    tag: "rules",
    summary: "What a rule decided and why, newest first",
    scope: "read",
    limit: "by-id",
    params: oneRule,
    query: rules.rulesQuery,
    response: advice.ruleDecisionList,
    paged: true,
  }),
  replayRule: define("POST /v1/rules/{rule_id}/replay", {
    extension: true,
    tag: "rules",
    summary: "Try a rule on the past, by what was known then",
    scope: "read",
    limit: "by-id",
    params: oneRule,
    body: ruleReplay.replayOrder,
    response: ruleReplay.ruleReplay,
  }),
  getBiddingZoneDeviceHistorical: define(
    "GET /v1/bidding-zones/{bidding_zone_id}/historical/{device_type}",
    {
      extension: true,
      tag: "historical",
      summary: "What a bidding zone's panels or batteries measured, oldest first",
      scope: "read",
      limit: "by-id",
      params: zone.extend(deviceClass),
      query: historical.historicalQuery,
      response: historical.deviceHistoricalData,
    },
  ),
  getGroupDeviceHistorical: define("GET /v1/groups/{group_id}/historical/{device_type}", {
    extension: true,
    tag: "historical",
    summary: "What a group's panels or batteries measured, oldest first",
    scope: "read",
    limit: "by-id",
    params: group.extend(deviceClass),
    query: historical.historicalQuery,
    response: historical.deviceHistoricalData,
  }),
  getLocationDeviceHistorical: define("GET /v1/locations/{location_id}/historical/{device_type}", {
    extension: true,
    tag: "historical",
    summary: "What a location's panels or batteries measured, oldest first",
    scope: "read",
    limit: "by-id",
    params: location.extend(deviceClass),
    query: historical.historicalQuery,
    response: historical.deviceHistoricalData,
  }),
  getBiddingZoneForecast: define("GET /v1/bidding-zones/{bidding_zone_id}/forecast", {
    extension: true,
    tag: "historical",
    summary: "What a bidding zone is expected to do from the current interval on",
    scope: "read",
    limit: "by-id",
    params: zone,
    query: historical.forecastQuery,
    response: historical.forecastData,
  }),
  getBiddingZonePlannedChanges: define("GET /v1/bidding-zones/{bidding_zone_id}/planned-changes", {
    extension: true,
    tag: "historical",
    summary: "What controls change in the plan of a bidding zone",
    scope: "read",
    limit: "by-id",
    params: zone,
    query: plannedChanges.plannedChangesQuery,
    response: plannedChanges.plannedChangeList,
  }),
  getGroupPlannedChanges: define("GET /v1/groups/{group_id}/planned-changes", {
    extension: true,
    tag: "historical",
    summary: "What controls change in the plan of a group",
    scope: "read",
    limit: "by-id",
    params: group,
    query: plannedChanges.plannedChangesQuery,
    response: plannedChanges.plannedChangeList,
  }),
  getLocationPlannedChanges: define("GET /v1/locations/{location_id}/planned-changes", {
    extension: true,
    tag: "historical",
    summary: "What controls change in the plan of a location",
    scope: "read",
    limit: "by-id",
    params: location,
    query: plannedChanges.plannedChangesQuery,
    response: plannedChanges.plannedChangeList,
  }),
  getGroupForecast: define("GET /v1/groups/{group_id}/forecast", {
    extension: true,
    tag: "historical",
    summary: "What a group is expected to do from the current interval on",
    scope: "read",
    limit: "by-id",
    params: group,
    query: historical.forecastQuery,
    response: historical.forecastData,
  }),
  getLocationForecast: define("GET /v1/locations/{location_id}/forecast", {
    extension: true,
    tag: "historical",
    summary: "What a location is expected to do from the current interval on",
    scope: "read",
    limit: "by-id",
    params: location,
    query: historical.forecastQuery,
    response: historical.forecastData,
  }),
  getBiddingZoneStatus: define("GET /v1/bidding-zones/{bidding_zone_id}/status", {
    extension: true,
    tag: "historical",
    summary: "Live status of a bidding zone",
    scope: "read",
    limit: "by-id",
    params: zone,
    response: historical.liveStatus,
  }),
  getGroupStatus: define("GET /v1/groups/{group_id}/status", {
    extension: true,
    tag: "historical",
    summary: "Live status of a group",
    scope: "read",
    limit: "by-id",
    params: group,
    response: historical.liveStatus,
  }),
  getLocationStatus: define("GET /v1/locations/{location_id}/status", {
    extension: true,
    tag: "historical",
    summary: "Live status of a location",
    scope: "read",
    limit: "by-id",
    params: location,
    response: historical.liveStatus,
  }),
  listAlerts: define("GET /v1/alerts", {
    extension: true,
    tag: "alerts",
    summary: "List alerts: open and silenced ones first, then newest first",
    scope: "read",
    limit: "filtered",
    query: alerts.alertsQuery,
    response: alerts.alertList,
    paged: true,
  }),
  getAlert: define("GET /v1/alerts/{alert_id}", {
    extension: true,
    tag: "alerts",
    summary: "Retrieve an alert",
    scope: "read",
    limit: "by-id",
    params: oneAlert,
    response: alerts.alert,
  }),
  silenceAlert: define("POST /v1/alerts/{alert_id}/silence", {
    extension: true,
    tag: "alerts",
    summary: "Silence an alert until a time, or end its silence",
    scope: "manage",
    limit: "by-id",
    params: oneAlert,
    headers: alerts.alertHeaders,
    body: alerts.alertSilence,
    response: alerts.alert,
  }),
  listAlertRules: define("GET /v1/alert-rules", {
    extension: true,
    tag: "alerts",
    summary: "List alert rules, oldest first",
    scope: "read",
    limit: "filtered",
    query: alerts.alertRulesQuery,
    response: alerts.alertRuleList,
    paged: true,
  }),
  createAlertRule: define("POST /v1/alert-rules", {
    extension: true,
    tag: "alerts",
    summary: "Create an alert rule",
    scope: "manage",
    limit: "unrestricted-only",
    headers: alerts.alertHeaders,
    body: alerts.alertRuleOrder,
    response: alerts.alertRule,
  }),
  getAlertRule: define("GET /v1/alert-rules/{alert_rule_id}", {
    extension: true,
    tag: "alerts",
    summary: "Retrieve an alert rule",
    scope: "read",
    limit: "by-id",
    params: oneAlertRule,
    response: alerts.alertRule,
  }),
  updateAlertRule: define("POST /v1/alert-rules/{alert_rule_id}", {
    extension: true,
    tag: "alerts",
    summary: "Update, enable or disable an alert rule",
    scope: "manage",
    limit: "unrestricted-only",
    params: oneAlertRule,
    headers: alerts.alertHeaders,
    body: alerts.alertRuleUpdate,
    response: alerts.alertRule,
  }),
  deleteAlertRule: define("DELETE /v1/alert-rules/{alert_rule_id}", {
    extension: true,
    tag: "alerts",
    summary: "Delete an alert rule; its open alerts are resolved",
    scope: "manage",
    limit: "unrestricted-only",
    params: oneAlertRule,
    headers: alerts.alertHeaders,
    response: alerts.deletedAlertRule,
  }),
  listApiKeys: define("GET /v1/api-keys", {
    extension: true,
    tag: "keys",
    summary: "API keys there are or were, newest first; never the keys themselves",
    scope: "keys",
    limit: "unrestricted-only",
    response: keys.apiKeyList,
  }),
  listApiCalls: define("GET /v1/api-calls", {
    extension: true,
    tag: "keys",
    summary: "Calls that changed something or tried to, whoever made them, newest first",
    scope: "keys",
    limit: "unrestricted-only",
    query: apiCalls.apiCallsQuery,
    response: apiCalls.apiCallList,
    paged: true,
  }),
  createApiKey: define("POST /v1/api-keys", {
    extension: true,
    tag: "keys",
    summary: "Create an API key, shown in this answer only; it may do at most what the caller may",
    scope: "keys",
    limit: "unrestricted-only",
    body: keys.apiKeyCreate,
    response: keys.newApiKey,
  }),
  rotateApiKey: define("POST /v1/api-keys/{key_id}/rotate", {
    extension: true,
    tag: "keys",
    summary:
      "Give an API key a new secret, shown in this answer only; the old one works on a while",
    scope: "keys",
    limit: "unrestricted-only",
    params: apiKey,
    body: keys.apiKeyRotate,
    response: keys.newApiKey,
  }),
  revokeApiKey: define("DELETE /v1/api-keys/{key_id}", {
    extension: true,
    tag: "keys",
    summary: "Revoke an API key; the next call with it is refused",
    scope: "keys",
    limit: "unrestricted-only",
    params: apiKey,
    response: keys.apiKey,
  }),
  listWebhooks: define("GET /v1/webhooks", {
    extension: true,
    tag: "webhooks",
    summary: "List the webhooks of the key, newest first",
    scope: "read",
    limit: "filtered",
    query: webhooks.webhooksQuery,
    response: webhooks.webhookList,
    paged: true,
  }),
  createWebhook: define("POST /v1/webhooks", {
    extension: true,
    tag: "webhooks",
    summary: "Create a webhook; its secret is shown in this answer only",
    scope: "manage",
    limit: "filtered",
    body: webhooks.webhookCreate,
    response: webhooks.newWebhook,
  }),
  getWebhook: define("GET /v1/webhooks/{webhook_id}", {
    extension: true,
    tag: "webhooks",
    summary: "Retrieve a webhook",
    scope: "read",
    limit: "filtered",
    params: oneWebhook,
    response: webhooks.webhook,
  }),
  updateWebhook: define("POST /v1/webhooks/{webhook_id}", {
    extension: true,
    tag: "webhooks",
    summary: "Update a webhook; a field that is left out keeps its value",
    scope: "manage",
    limit: "filtered",
    params: oneWebhook,
    body: webhooks.webhookUpdate,
    response: webhooks.webhook,
  }),
  deleteWebhook: define("DELETE /v1/webhooks/{webhook_id}", {
    extension: true,
    tag: "webhooks",
    summary: "Delete a webhook; what it has not sent is not sent any more",
    scope: "manage",
    limit: "filtered",
    params: oneWebhook,
    response: webhooks.deletedWebhook,
  }),
  rotateWebhookSecret: define("POST /v1/webhooks/{webhook_id}/rotate", {
    extension: true,
    tag: "webhooks",
    summary:
      "Give a webhook a new secret, shown in this answer only; the old one signs too for a while",
    scope: "manage",
    limit: "filtered",
    params: oneWebhook,
    body: webhooks.webhookRotate,
    response: webhooks.newWebhook,
  }),
  testWebhook: define("POST /v1/webhooks/{webhook_id}/test", {
    extension: true,
    tag: "webhooks",
    summary: "Send a test event to a webhook",
    scope: "manage",
    limit: "filtered",
    params: oneWebhook,
    body: webhooks.webhookTest,
    response: webhooks.webhookDelivery,
  }),
  listWebhookDeliveries: define("GET /v1/webhooks/{webhook_id}/deliveries", {
    extension: true,
    tag: "webhooks",
    summary: "What was sent to a webhook and with what outcome, newest first",
    scope: "read",
    limit: "filtered",
    params: oneWebhook,
    query: webhooks.webhookDeliveriesQuery,
    response: webhooks.webhookDeliveryList,
    paged: true,
  }),
  resendWebhookEvents: define("POST /v1/webhooks/{webhook_id}/resend", {
    extension: true,
    tag: "webhooks",
    summary: "Send events to a webhook again that were given up, or that wait for a retry",
    scope: "manage",
    limit: "filtered",
    params: oneWebhook,
    body: webhooks.webhookResend,
    response: webhooks.webhookResent,
  }),
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;
/** The operations that change data. */
export type ChangingId = {
  [K in OperationId]: Operations[K]["changes"] extends true ? K : never;
}[OperationId];
export type ParamsOf<K extends OperationId> = z.output<Operations[K]["params"]>;
export type QueryOf<K extends OperationId> = z.output<Operations[K]["query"]>;
export type QueryInput<K extends OperationId> = Partial<
  Record<keyof z.output<Operations[K]["query"]>, string | number | undefined>
>;
/** The header schemas of an operation that accepts headers. */
export type HeadersOf = z.output<typeof controls.controlHeaders>;
export type BodyOf<K extends OperationId> = z.output<Operations[K]["body"]>;
export type BodyInput<K extends OperationId> = z.input<Operations[K]["body"]>;
export type AnswerOf<K extends OperationId> = z.output<Operations[K]["response"]>;

/** The ten operations of the original API document. */
export const documentedOperations = (Object.keys(operations) as OperationId[]).filter(
  (key) => !operations[key].extension,
);
