import type { OperationId } from "./operations.ts";

/**
 * What the OpenAPI document says of each operation beyond its summary. Apart from the operations
 * because only the document shows it: the browser loads the table, and not these texts.
 */
export const descriptions: Partial<Record<OperationId, string>> = {
  controlBiddingZone:
    "Steers every controllable device of the bidding zone for a period. The answer is the plan of each quarter-hour: kW before, after, and the difference. It is stored before it is answered and then dispatched; an accepted control is not yet executed: see the delivery. Send an `Idempotency-Key`, so that a retry never issues a second control. Limits on duration, kW and number, and the pause, may refuse it.",
  controlGroup:
    "Steers every controllable device of the customers of one group for a period. Otherwise as for a bidding zone.",
  listControls:
    "Every control with the plan of each quarter-hour, newest first. The `Link` header carries `as_of`, so that later pages do not shift while new controls arrive.",
  updateCustomer:
    "Changes the name, the language and the group of a customer. A field that is left out keeps its value; `group_id: null` removes the customer from its group. A new group applies to all locations of the customer, from now on: earlier history stays with the earlier group.",
  deleteCustomer:
    "Deletes a customer with its locations and devices and answers with what was deleted. Devices receive no setpoints from then on. It cannot be undone; an unknown or already deleted customer is a 404.",
  createGroup:
    "Creates an empty group in a bidding zone. Add customers to it by creating or updating them.",
  createLocation:
    "Creates a grid connection of a customer. Its coordinates are used for the forecast. Register its devices afterwards: a location without a controllable device is never controlled.",
  getBiddingZoneHistorical:
    "Forecast, flexibility and measured power of a bidding zone for each quarter-hour. Finished quarter-hours only change when measurements are corrected; the answer carries an `ETag`, so that an unchanged one costs a 304.",
  getLocationHistorical:
    "Forecast, flexibility and measured power at one connection point for each quarter-hour. `actual` is absent where nothing was measured.",
  getDevice: "A device with its location, name, brand and type.",

  previewBiddingZoneControl:
    "Computes the plan of a control of a bidding zone without recording or sending anything: change per quarter-hour, addressed locations and devices, rebound after the window, overlapping controls, and whether it needs approval.",
  previewGroupControl:
    "Computes the plan of a control of a group without recording or sending anything, as for a bidding zone.",
  previewBiddingZoneControlValue:
    "What a control of a bidding zone is expected to be worth in euros if it were issued now, by the prices, the position and the contract terms known now; the same as the first revision of its value. Nothing is recorded or sent. An amount that cannot be known is null, and `missing` says why.",
  previewGroupControlValue:
    "What a control of a group is expected to be worth in euros if it were issued now, as for a bidding zone. Nothing is recorded or sent.",
  requestBiddingZoneControl:
    "Asks for a control of a bidding zone that a second person approves. Nothing is sent to devices until then. `Control-Actor` names the person who asks, if the key has the scope `keys`; the same person cannot approve it.",
  requestGroupControl:
    "Asks for a control of a group that a second person approves, as for a bidding zone.",
  listControlRequests:
    "Approval requests with their state, newest first. A pending one expires by itself.",
  getControlRequest: "One approval request, with its decision and the control that it issued.",
  approveControlRequest:
    "Issues the requested control, once, on behalf of a person other than the one who asked. It is computed anew: the plan may differ from the one previewed. An expired or rejected request is a 409, and so is one that would now change far more than previewed.",
  rejectControlRequest:
    "Rejects a pending request; the person who asked withdraws it this way. Nothing was or is sent to devices.",
  getControlPause:
    "Whether new controls are refused, and whether setpoints are being sent in time.",
  pauseControls:
    "Refuses new controls, requests and approvals until controls are resumed. Controls that were accepted before go on; cancel them if they should not.",
  resumeControls: "Accepts new controls again. Nothing that was refused meanwhile is issued.",
  listControlSummaries:
    "Controls with what they were issued against, their state and their energy, without their quarter-hours. It can be searched, filtered and sorted.",
  getControl:
    "One control with its plan, its target, its state and what later controls changed in it. `results` stays as it was answered when the control was issued.",
  cancelControl:
    "Ends a control from the next full minute on, or before it starts; devices then return to normal operation. The record stays, with what cancelling changed in the plan. A cancelled control is answered unchanged; one that has ended is a 409.",
  getControlDelivery:
    "What a control was to change and what was measured, for each quarter-hour, and how many devices acknowledged it. Delivered is measured less what would have been without the control, with the uncertainty of that.",
  listControlDeliveries:
    "What became of a control at each location: outcome of its devices, planned and delivered energy.",
  listControlCustomers:
    "The ids of the customers at whose locations a control has an effect, in their order. A large control is read in parts: `next` is where the next one begins.",
  getControlValue:
    "What a control is worth in euros: first as expected, then as measured, and again whenever a price, position or contract changes. Every revision is kept with the prices it used. An amount that cannot be known is null, and `missing` says why. Where a newer control took over, this one counts what it would have changed, and the newer one the rest, so the values of all controls add up.",
  getCustomerControlValue:
    "What a control is worth to one customer, and at each of its locations: feed-in, energy from the grid and compensation.",
  getCustomerLostEnergy:
    "Energy that controls kept the panels of a customer from producing, with its price and compensation, by calendar month of Europe/Amsterdam.",
  getCustomerStatement:
    "The controls of a month at each location of a customer: energy, lost energy and what changed in its contract, with the prices used and when they became known. Month borders are those of Europe/Amsterdam. Without `version` it uses what is known now.",
  issueCustomerStatement:
    "Issues the statement of a month that has ended and is recorded to its end, as a rule within a minute of it. The rows are kept as a new version, and their SHA-256 is written into the audit chain. If nothing changed since the latest version, that one is returned.",
  checkCustomerStatement:
    "Compares an issued statement with its stored rows, with the SHA-256 in the audit chain, and with what is known now, and lists what differs.",
  getBiddingZoneStatement:
    "The controls of a month in a bidding zone, by location and group, with the supplier's energy, imbalance and contracts. Month borders are those of Europe/Amsterdam. Without `version` it uses what is known now.",
  issueBiddingZoneStatement:
    "Issues the statement of a month that has ended and is recorded to its end, as a rule within a minute of it. The rows are kept as a new version, and their SHA-256 is written into the audit chain. If nothing changed since the latest version, that one is returned.",
  checkBiddingZoneStatement:
    "Compares an issued statement with its stored rows, with the SHA-256 in the audit chain, and with what is known now, and lists what differs.",
  getCustomerTerms:
    "The prices of the customer's contract by first day, and those of its group, which apply where it has none of its own.",
  setCustomerTerms:
    "Records the prices of a customer's contract from a day of Europe/Amsterdam on. The same day again replaces that version; the former one stays on record. `terms: null` returns the customer to the terms of its group.",
  getGroupTerms: "The prices of the contracts of a group's customers, by first day.",
  setGroupTerms:
    "Records the prices of the contracts of a group's customers from a day on. Customers with terms of their own keep those.",
  getBiddingZonePositions:
    "Energy sold on the day-ahead and intraday market for each quarter-hour, in kWh. The newest position of each interval.",
  recordBiddingZonePositions:
    "Records the energy sold for each quarter-hour, at most 3,000 at once, all or none. A later position replaces the earlier one and restates the value of controls in that interval.",
  listCustomers: "Customers by name. It can be searched, filtered by group and sorted.",
  createCustomer:
    "Creates a customer, without locations. An e-mail address belongs to one customer.",
  getCustomer: "A customer with its language and group.",
  listCustomerControls:
    "Controls that affected the locations of a customer, with their effect there only, newest first.",
  getCustomerPreferences:
    "What a customer allows, and in `allowed` how far its group lets it choose.",
  updateCustomerPreferences:
    "Changes what a customer allows. A field that is left out keeps its value. It applies from the next minute on, also to active controls. Beyond what the group allows is a 422.",
  optOutOfControl:
    "Excludes the locations of a customer from one control, from the next minute on; their devices return to their own operation. Only where the group allows it.",
  optInToControl:
    "Includes the locations of a customer in a control again, from the next minute on.",
  getGroupPreferenceLimits: "How far the customers of a group may choose.",
  updateGroupPreferenceLimits:
    "Changes how far the customers of a group may choose. A field that is left out keeps its value. Preferences beyond the new limits are cut to them.",
  getGroupRotation:
    "Whether controls of the group that lower injection address its locations in turn, and how evenly lost energy is spread over them: Jain's fairness index of lost kWh per kWp in the last 365 days.",
  setGroupRotation:
    "Sets the share of what the group could be lowered by that its controls address, locations with the least lost energy per kWp first. Applies to previews and controls from now on; null ends it.",
  listGroups:
    "Groups by name, with the number of their locations and the rated power of the devices there. It can be searched and sorted.",
  getGroup: "A group with its bidding zone.",
  listLocations:
    "Locations with their customer, group, ratings and state. It can be searched, filtered and sorted.",
  getLocation:
    "A location with its customer, group, devices' ratings, state and the time of its last measurement.",
  listLocationClusters:
    "Locations in a box, joined where they lie in the same cell of a grid, for drawing a map. Each marker counts its locations by state. The answer stays small for any number of locations.",
  listLocationControls:
    "Controls that affected a location, with their planned and delivered effect there, newest first.",
  recordMeasurements:
    "Records what a location measured over whole minutes, at most 3,000 at once, all or none. Minutes that come late or are corrected are welcome: sums, deliveries and values follow. Devices on MQTT report by themselves.",
  listDevices: "Devices with their location. It can be searched, filtered and sorted.",
  registerDevice:
    "Adds a device to a location. Its ratings decide what a control can do: power of an inverter, capacity and power of a battery, and whether it can be controlled.",
  getGroupHistorical:
    "Forecast, flexibility and measured power of a group for each quarter-hour, with the share of its locations that were measured. It carries an `ETag`.",
  getBiddingZoneCoverage:
    "For each quarter-hour the share of the zone's locations that were measured. `actual` of its history has the forecast of the others.",
  recordBiddingZonePrices:
    "Records the prices of one source for each quarter-hour, all or none. The same prices again are confirmed, so that they do not become stale. Other prices with a later `known_at` restate them; the earlier ones remain readable with `as_of`.",
  getBiddingZonePrices:
    "Prices for each quarter-hour in EUR/MWh, as known now or, with `as_of`, at an earlier moment. `status` says whether the period is complete; a missing price has no item and is never estimated.",
  getBiddingZoneDeviceHistorical:
    "What the panels or the batteries of a bidding zone measured, for each quarter-hour, as their part in net injection.",
  getGroupDeviceHistorical:
    "What the panels or the batteries of a group measured, for each quarter-hour.",
  getLocationDeviceHistorical:
    "What the panels or the batteries of a location measured, for each quarter-hour; for batteries also the state of charge.",
  getBiddingZoneForecast:
    "Expected power and flexibility of a bidding zone from the current quarter-hour on. Eight in ten measurements are expected between `p10` and `p90`. 24 hours unless `end` says more, 7 days at most.",
  getBiddingZonePlannedChanges:
    "What all controls together change in the plan of a bidding zone, by quarter-hour, past and to come. Forecast plus change is what is expected with controls. Intervals without a change are left out.",
  getGroupPlannedChanges:
    "What controls change in the plan of a group, as for a bidding zone. Of controls of its zone, what batteries do after the window is left out.",
  getLocationPlannedChanges:
    "What controls change in the plan of a location, as for a bidding zone. What batteries do after the window is left out.",
  getGroupForecast: "Expected power and flexibility of a group, as for a bidding zone.",
  getLocationForecast: "Expected power and flexibility of a location, as for a bidding zone.",
  getBiddingZoneStatus:
    "Power of this minute, how many locations report, and how many are under a control. Read it as often as you show it; it changes each minute.",
  getGroupStatus: "Power of a group in this minute, as for a bidding zone.",
  getLocationStatus:
    "Power of a location in this minute, and the state of charge of its batteries.",
  getBiddingZoneAdvice:
    "Windows until the end of tomorrow in which a control is worth it, with the prices it follows from, the expected gain and that at the unfavourable end of the forecast band; and windows that are not worth it, with the reasons. Where a price, position, forecast or contract is missing there is no advice, and `missing` says so.",
  listRules: "Rules with their thresholds and actions, newest first.",
  createRule:
    "Creates a rule that watches prices and suggests, requests or issues controls of its target. It acts within the limits that hold for people: maximum power and number, approval, the pause. `Control-Actor` names who wrote it, if the key has the scope `keys`; neither that person nor who changes it may approve what it requests.",
  getRule: "One rule with its thresholds, hours and action.",
  updateRule:
    "Changes a rule. A field that is left out keeps its value; `enabled: false` stops it. Its target does not change. It applies from the next decision on.",
  deleteRule: "Deletes a rule. Its controls, requests and decisions remain.",
  listRuleDecisions:
    "What a rule decided on each window, with the prices that were known then and the reasons, newest first.",
  replayRule:
    "Runs a rule over past days, using only what was known at each moment, and says what it would have done and gained. Nothing is recorded or sent.",
  listAlerts:
    "Alerts that are open, silenced or resolved. Resolved ones are kept for 400 days. Alerts are raised and resolved once a minute.",
  getAlert: "One alert with what was observed last and its silence.",
  silenceAlert:
    "While an alert is silenced nobody is told of it. If it is resolved and raised again before the silence ends, it stays silenced. `until: null` ends the silence. A resolved alert is a 409.",
  listAlertRules:
    "When alerts are raised. A new service has one rule of each kind for the bidding zone.",
  createAlertRule:
    "Creates a rule that raises alerts about a bidding zone, a group or a location. Thresholds that are left out have the defaults of the kind.",
  getAlertRule: "One alert rule with its thresholds.",
  updateAlertRule:
    "Changes thresholds, or disables the rule. A threshold that is left out keeps its value. It applies from the next minute on; alerts that no longer reach the thresholds are resolved.",
  deleteAlertRule:
    "Deletes a rule. Its open alerts are resolved within a minute and stay in the list.",
  listApiKeys:
    "Keys that are or were valid, newest first, with their scopes, limits and last use. The keys themselves are not stored.",
  listApiCalls:
    "The audit trail of calls that changed or tried to change something: by which key, on whose behalf, with what outcome.",
  createApiKey:
    "Creates a key for a program. The key itself is in this answer only. It can be limited to groups and bidding zones, to a number of requests a minute and to a last day, and may have no scope that the caller lacks.",
  rotateApiKey:
    "Gives a key a new secret, which is in this answer only. The old one works on for `grace_hours`, so that a program can be switched without an interruption.",
  revokeApiKey: "Ends a key at once. It stays in the list and in the audit trail.",
  listWebhooks:
    "The webhooks that this key created, newest first; all of them for a key with the scope `keys`. With the number of events that wait or were given up.",
  createWebhook:
    "Creates an endpoint that receives events by HTTP POST, signed by Standard Webhooks, as CloudEvents 1.0. It receives what the key may read, narrowed by `bidding_zones` and `group_ids`. Its secret is in this answer only. An address of a private network is a 422.",
  getWebhook: "One webhook with its state and what its endpoint answered last.",
  updateWebhook:
    "Changes a webhook. A field that is left out keeps its value. A new address also receives what is still queued; `enabled: false` holds that back.",
  deleteWebhook: "Deletes a webhook with its queue and its list of deliveries.",
  rotateWebhookSecret:
    "Gives a webhook a new secret, which is in this answer only. For `grace_hours` events carry a signature by each secret, so that a receiver can be switched without an interruption.",
  testWebhook:
    "Sends `curtail.webhook.test` to the endpoint within a second, whatever the webhook subscribed to. Its delivery says what the endpoint answered.",
  listWebhookDeliveries:
    "Events that were or will be sent to a webhook, newest first, for 30 days. A pending one waits for its turn, for a retry, or for an earlier event of the same subject.",
  resendWebhookEvents:
    "Sends events again at once: those with the given ids, or all that were given up or wait for a retry. Each has 24 hours anew. Their ids stay the same.",
};

/** What the OpenAPI document says of each tag. */
export const tagDescriptions: Record<string, string> = {
  controls:
    "A control steers every controllable device of a bidding zone or group for a period. The answer contains the plan; the delivery shows what devices did.",
  value:
    "What a control is worth in kWh and euros, from contract terms, positions and prices. Also the energy that customers lost.",
  customers:
    "Owners of locations. A customer, with all its locations, belongs to at most one group.",
  preferences: "What customers allow, and how much of that their group lets them choose.",
  groups: "Customers within one bidding zone that are controlled together.",
  locations: "A grid connection with its devices. All power values apply at the connection point.",
  historical:
    "Forecast and measurements per quarter-hour (ISP), the days ahead, and the current status.",
  prices:
    "Day-ahead and imbalance prices of a bidding zone per quarter-hour, also as they were known earlier.",
  rules:
    "Which controls are worth it until tomorrow, and rules that act on prices. Also what they decided, and would have gained.",
  alerts: "What needs a person, and the rules that raise it.",
  devices: "Inverters, batteries and meters at a location, with the ratings used for forecasts.",
  webhooks:
    "Endpoints that receive events: controls, approvals, devices, price advice. `webhooks` of this document describes each event.",
  keys: "Keys for programs. A key is shown once, when it is created.",
  extension: "Operations that the original interface document does not list.",
};
