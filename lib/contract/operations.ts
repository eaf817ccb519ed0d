import { z } from "zod";
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
import { biddingZone, id } from "./values.ts";

type Shape = z.ZodObject;

/** One operation of the interface: everything both programs need to know of it. */
export interface Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: "get" | "post" | "delete";
  /** With `{name}` for each path parameter, relative to the base address. */
  path: string;
  tag: string;
  summary: string;
  /** What an API key must be allowed. */
  scope: keys.Scope;
  /** True for what the interface document does not list. */
  extension: boolean;
  params: P;
  query: Q;
  /** Headers that may travel beside the body; all of them optional. */
  headers: Shape;
  body: B;
  response: R;
  /** Answers with `X-Total-Count` and `Link`. */
  paged: boolean;
}

const none = z.object({});
/** The body schema of an operation without a body. */
export const noBody = z.undefined();

const define = <
  P extends Shape = typeof none,
  Q extends Shape = typeof none,
  B extends z.ZodType = typeof noBody,
  R extends z.ZodType = z.ZodType,
>(
  start: string,
  spec: {
    tag: string;
    summary: string;
    scope: keys.Scope;
    response: R;
    extension?: true;
    paged?: true;
    params?: P;
    query?: Q;
    headers?: typeof controls.controlHeaders;
    body?: B;
  },
): Operation<P, Q, B, R> => {
  const [method, path] = start.split(" ") as ["GET" | "POST" | "DELETE", string];
  return {
    extension: false,
    paged: false,
    ...spec,
    method: method.toLowerCase() as "get" | "post" | "delete",
    path,
    params: (spec.params ?? none) as P,
    query: (spec.query ?? none) as Q,
    headers: spec.headers ?? none,
    body: (spec.body ?? noBody) as B,
  };
};

const zone = z.object({
  bidding_zone_id: z.string().meta({ description: `One of ${biddingZone.options.join(", ")}` }),
});
const group = z.object({ group_id: id });
const apiKey = z.object({ key_id: id });
const customer = z.object({ customer_id: id });
const location = z.object({ location_id: id });
const device = z.object({ device_id: id });
const deviceClass = { device_type: historical.deviceClass };
const oneControl = z.object({ control_id: id });

/**
 * The interface, whole: the service's routes and OpenAPI document, the portal's client, its
 * allow-list and the browser's hooks are all derived from this table. An operation's key is its
 * name in every room.
 */
export const operations = {
  controlBiddingZone: define("POST /v1/bidding-zones/{bidding_zone_id}/control", {
    tag: "controls",
    summary: "Control a bidding zone",
    scope: "control",
    params: zone,
    headers: controls.controlHeaders,
    body: controls.controlOrder,
    response: controls.control,
  }),
  controlGroup: define("POST /v1/groups/{group_id}/control", {
    tag: "controls",
    summary: "Control a group",
    scope: "control",
    params: group,
    headers: controls.controlHeaders,
    body: controls.controlOrder,
    response: controls.control,
  }),
  listControls: define("GET /v1/controls", {
    tag: "controls",
    summary: "List all control actions, newest first",
    scope: "read",
    query: controls.controlsQuery,
    response: controls.controlList,
    paged: true,
  }),
  updateCustomer: define("POST /v1/customers/{customer_id}", {
    tag: "customers",
    summary: "Update a customer",
    scope: "manage",
    params: customer,
    body: customers.customerUpdate,
    response: customers.customer,
  }),
  deleteCustomer: define("DELETE /v1/customers/{customer_id}", {
    tag: "customers",
    summary: "Delete a customer with its locations and devices",
    scope: "manage",
    params: customer,
    response: customers.customer,
  }),
  createGroup: define("POST /v1/groups", {
    tag: "groups",
    summary: "Create a group",
    scope: "manage",
    body: groups.groupCreate,
    response: groups.group,
  }),
  createLocation: define("POST /v1/locations", {
    tag: "locations",
    summary: "Create a location",
    scope: "manage",
    body: locations.locationCreate,
    response: locations.location,
  }),
  getBiddingZoneHistorical: define("GET /v1/bidding-zones/{bidding_zone_id}/historical", {
    tag: "historical",
    summary: "Bidding zone historical data, oldest first",
    scope: "read",
    params: zone,
    query: historical.historicalQuery,
    response: historical.historicalData,
  }),
  getLocationHistorical: define("GET /v1/locations/{location_id}/historical", {
    tag: "historical",
    summary: "Location historical data, oldest first",
    scope: "read",
    params: location,
    query: historical.historicalQuery,
    response: historical.historicalData,
  }),
  getDevice: define("GET /v1/devices/{device_id}", {
    tag: "devices",
    summary: "Retrieve a device",
    scope: "read",
    params: device,
    response: devices.device,
  }),

  previewBiddingZoneControl: define("POST /v1/bidding-zones/{bidding_zone_id}/control/preview", {
    extension: true,
    tag: "controls",
    summary: "What a control of a bidding zone would do; nothing is recorded or sent",
    scope: "read",
    params: zone,
    body: controls.controlOrder,
    response: controls.controlPreview,
  }),
  previewGroupControl: define("POST /v1/groups/{group_id}/control/preview", {
    extension: true,
    tag: "controls",
    summary: "What a control of a group would do; nothing is recorded or sent",
    scope: "read",
    params: group,
    body: controls.controlOrder,
    response: controls.controlPreview,
  }),
  listControlSummaries: define("GET /v1/control-summaries", {
    extension: true,
    tag: "controls",
    summary: "List controls with their targets, without their intervals",
    scope: "read",
    query: controls.controlSummariesQuery,
    response: controls.controlSummaryList,
    paged: true,
  }),
  getControl: define("GET /v1/controls/{control_id}", {
    extension: true,
    tag: "controls",
    summary: "Retrieve a control",
    scope: "read",
    params: oneControl,
    response: controls.controlDetail,
  }),
  cancelControl: define("POST /v1/controls/{control_id}/cancel", {
    extension: true,
    tag: "controls",
    summary: "Cancel a control from the next minute on; its record stays",
    scope: "control",
    params: oneControl,
    body: controls.controlCancel,
    response: controls.controlDetail,
  }),
  getControlDelivery: define("GET /v1/controls/{control_id}/delivery", {
    extension: true,
    tag: "controls",
    summary: "What a control promised beside what was measured, and what its devices did",
    scope: "read",
    params: oneControl,
    response: deliveries.controlDelivery,
  }),
  listControlDeliveries: define("GET /v1/controls/{control_id}/deliveries", {
    extension: true,
    tag: "controls",
    summary: "What became of a control at each of its locations",
    scope: "read",
    params: oneControl,
    query: deliveries.locationDeliveriesQuery,
    response: deliveries.locationDeliveryList,
    paged: true,
  }),
  listCustomers: define("GET /v1/customers", {
    extension: true,
    tag: "customers",
    summary: "List customers",
    scope: "read",
    query: customers.customersQuery,
    response: customers.customerList,
    paged: true,
  }),
  createCustomer: define("POST /v1/customers", {
    extension: true,
    tag: "customers",
    summary: "Create a customer",
    scope: "manage",
    body: customers.customerCreate,
    response: customers.customer,
  }),
  getCustomer: define("GET /v1/customers/{customer_id}", {
    extension: true,
    tag: "customers",
    summary: "Retrieve a customer",
    scope: "read",
    params: customer,
    response: customers.customer,
  }),
  listCustomerControls: define("GET /v1/customers/{customer_id}/controls", {
    extension: true,
    tag: "customers",
    summary: "Controls that touched a customer's locations, with what they did there; newest first",
    scope: "read",
    params: customer,
    query: locations.ownControlsQuery,
    response: locations.ownControlList,
    paged: true,
  }),
  listGroups: define("GET /v1/groups", {
    extension: true,
    tag: "groups",
    summary: "List groups",
    scope: "read",
    query: groups.groupsQuery,
    response: groups.groupList,
    paged: true,
  }),
  getGroup: define("GET /v1/groups/{group_id}", {
    extension: true,
    tag: "groups",
    summary: "Retrieve a group",
    scope: "read",
    params: group,
    response: groups.group,
  }),
  listLocations: define("GET /v1/locations", {
    extension: true,
    tag: "locations",
    summary: "List locations",
    scope: "read",
    query: locations.locationsQuery,
    response: locations.locationList,
    paged: true,
  }),
  getLocation: define("GET /v1/locations/{location_id}", {
    extension: true,
    tag: "locations",
    summary: "Retrieve a location",
    scope: "read",
    params: location,
    response: locations.locationDetail,
  }),
  listLocationClusters: define("GET /v1/location-clusters", {
    extension: true,
    tag: "locations",
    summary: "Locations in a box as they lie together on a map, with how they stand this minute",
    scope: "read",
    query: locationClusters.locationClustersQuery,
    response: locationClusters.locationClusterList,
  }),
  listLocationControls: define("GET /v1/locations/{location_id}/controls", {
    extension: true,
    tag: "locations",
    summary: "Controls that touched a location, with what they did there; newest first",
    scope: "read",
    params: location,
    query: locations.ownControlsQuery,
    response: locations.ownControlList,
    paged: true,
  }),
  recordMeasurements: define("POST /v1/locations/{location_id}/measurements", {
    extension: true,
    tag: "locations",
    summary: "Record what was measured at a location; late and corrected values are welcome",
    scope: "manage",
    params: location,
    body: measurements.measurementBatch,
    response: measurements.measurementReceipt,
  }),
  listDevices: define("GET /v1/devices", {
    extension: true,
    tag: "devices",
    summary: "List devices",
    scope: "read",
    query: devices.devicesQuery,
    response: devices.deviceList,
    paged: true,
  }),
  registerDevice: define("POST /v1/devices", {
    extension: true,
    tag: "devices",
    summary: "Register a device with its ratings",
    scope: "manage",
    body: devices.deviceRegister,
    response: devices.deviceDetail,
  }),
  getGroupHistorical: define("GET /v1/groups/{group_id}/historical", {
    extension: true,
    tag: "historical",
    summary: "Group historical data, oldest first",
    scope: "read",
    params: group,
    query: historical.historicalQuery,
    response: historical.historicalData,
  }),
  getBiddingZoneDeviceHistorical: define(
    "GET /v1/bidding-zones/{bidding_zone_id}/historical/{device_type}",
    {
      extension: true,
      tag: "historical",
      summary: "What a bidding zone's panels or batteries measured, oldest first",
      scope: "read",
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
    params: group.extend(deviceClass),
    query: historical.historicalQuery,
    response: historical.deviceHistoricalData,
  }),
  getLocationDeviceHistorical: define("GET /v1/locations/{location_id}/historical/{device_type}", {
    extension: true,
    tag: "historical",
    summary: "What a location's panels or batteries measured, oldest first",
    scope: "read",
    params: location.extend(deviceClass),
    query: historical.historicalQuery,
    response: historical.deviceHistoricalData,
  }),
  getBiddingZoneForecast: define("GET /v1/bidding-zones/{bidding_zone_id}/forecast", {
    extension: true,
    tag: "historical",
    summary: "What a bidding zone is expected to do from the current interval on",
    scope: "read",
    params: zone,
    query: historical.forecastQuery,
    response: historical.forecastData,
  }),
  getGroupForecast: define("GET /v1/groups/{group_id}/forecast", {
    extension: true,
    tag: "historical",
    summary: "What a group is expected to do from the current interval on",
    scope: "read",
    params: group,
    query: historical.forecastQuery,
    response: historical.forecastData,
  }),
  getLocationForecast: define("GET /v1/locations/{location_id}/forecast", {
    extension: true,
    tag: "historical",
    summary: "What a location is expected to do from the current interval on",
    scope: "read",
    params: location,
    query: historical.forecastQuery,
    response: historical.forecastData,
  }),
  getBiddingZoneStatus: define("GET /v1/bidding-zones/{bidding_zone_id}/status", {
    extension: true,
    tag: "historical",
    summary: "How a bidding zone stands this minute",
    scope: "read",
    params: zone,
    response: historical.liveStatus,
  }),
  getGroupStatus: define("GET /v1/groups/{group_id}/status", {
    extension: true,
    tag: "historical",
    summary: "How a group stands this minute",
    scope: "read",
    params: group,
    response: historical.liveStatus,
  }),
  getLocationStatus: define("GET /v1/locations/{location_id}/status", {
    extension: true,
    tag: "historical",
    summary: "How a location stands this minute",
    scope: "read",
    params: location,
    response: historical.liveStatus,
  }),
  listApiKeys: define("GET /v1/api-keys", {
    extension: true,
    tag: "keys",
    summary: "API keys there are or were, newest first; never the keys themselves",
    scope: "keys",
    response: keys.apiKeyList,
  }),
  createApiKey: define("POST /v1/api-keys", {
    extension: true,
    tag: "keys",
    summary: "Create an API key, shown in this answer only; it may do at most what the caller may",
    scope: "keys",
    body: keys.apiKeyCreate,
    response: keys.newApiKey,
  }),
  revokeApiKey: define("DELETE /v1/api-keys/{key_id}", {
    extension: true,
    tag: "keys",
    summary: "Revoke an API key; the next call with it is refused",
    scope: "keys",
    params: apiKey,
    response: keys.apiKey,
  }),
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;
export type ParamsOf<K extends OperationId> = z.output<Operations[K]["params"]>;
export type QueryOf<K extends OperationId> = z.output<Operations[K]["query"]>;
export type QueryInput<K extends OperationId> = Partial<
  Record<keyof z.output<Operations[K]["query"]>, string | number | undefined>
>;
/** Whatever headers an operation takes beside its body; the others take none. */
export type HeadersOf = z.output<typeof controls.controlHeaders>;
export type BodyOf<K extends OperationId> = z.output<Operations[K]["body"]>;
export type BodyInput<K extends OperationId> = z.input<Operations[K]["body"]>;
export type AnswerOf<K extends OperationId> = z.output<Operations[K]["response"]>;

/** The ten operations of the interface document. */
export const documentedOperations = (Object.keys(operations) as OperationId[]).filter(
  (key) => !operations[key].extension,
);
