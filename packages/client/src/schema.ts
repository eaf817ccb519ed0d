// Generated from the OpenAPI document of the service by `npm run client`. Do not edit.

export interface paths {
    "/v1/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alert rules, oldest first
         * @description When alerts are raised. A new service has one rule of each kind for the bidding zone.
         *
         *     Scope: `read`.
         */
        get: operations["listAlertRules"];
        put?: never;
        /**
         * Create an alert rule
         * @description Creates a rule that raises alerts about a bidding zone, a group or a location. Thresholds that are left out have the defaults of the kind.
         *
         *     Scope: `manage`.
         */
        post: operations["createAlertRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-rules/{alert_rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an alert rule
         * @description One alert rule with its thresholds.
         *
         *     Scope: `read`.
         */
        get: operations["getAlertRule"];
        put?: never;
        /**
         * Update, enable or disable an alert rule
         * @description Changes thresholds, or disables the rule. A threshold that is left out keeps its value. It applies from the next minute on; alerts that no longer reach the thresholds are resolved.
         *
         *     Scope: `manage`.
         */
        post: operations["updateAlertRule"];
        /**
         * Delete an alert rule; its open alerts are resolved
         * @description Deletes a rule. Its open alerts are resolved within a minute and stay in the list.
         *
         *     Scope: `manage`.
         */
        delete: operations["deleteAlertRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts: open and silenced ones first, then newest first
         * @description Alerts that are open, silenced or resolved. Resolved ones are kept for 400 days. Alerts are raised and resolved once a minute.
         *
         *     Scope: `read`.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{alert_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an alert
         * @description One alert with what was observed last and its silence.
         *
         *     Scope: `read`.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{alert_id}/silence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Silence an alert until a time, or end its silence
         * @description While an alert is silenced nobody is told of it. If it is resolved and raised again before the silence ends, it stays silenced. `until: null` ends the silence. A resolved alert is a 409.
         *
         *     Scope: `manage`.
         */
        post: operations["silenceAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calls that changed something or tried to, whoever made them, newest first
         * @description The audit trail of calls that changed or tried to change something: by which key, on whose behalf, with what outcome.
         *
         *     Scope: `keys`.
         */
        get: operations["listApiCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * API keys there are or were, newest first; never the keys themselves
         * @description Keys that are or were valid, newest first, with their scopes, limits and last use. The keys themselves are not stored.
         *
         *     Scope: `keys`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key, shown in this answer only; it may do at most what the caller may
         * @description Creates a key for a program. The key itself is in this answer only. It can be limited to groups and bidding zones, to a number of requests a minute and to a last day, and may have no scope that the caller lacks.
         *
         *     Scope: `keys`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key; the next call with it is refused
         * @description Ends a key at once. It stays in the list and in the audit trail.
         *
         *     Scope: `keys`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key a new secret, shown in this answer only; the old one works on a while
         * @description Gives a key a new secret, which is in this answer only. The old one works on for `grace_hours`, so that a program can be switched without an interruption.
         *
         *     Scope: `keys`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Controls that are worth it until the end of tomorrow, and why
         * @description Windows until the end of tomorrow in which a control is worth it, with the prices it follows from, the expected gain and that at the unfavourable end of the forecast band; and windows that are not worth it, with the reasons. Where a price, position, forecast or contract is missing there is no advice, and `missing` says so.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZoneAdvice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/control": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Control a bidding zone
         * @description Steers every controllable device of the bidding zone for a period. The answer is the plan of each quarter-hour: kW before, after, and the difference. It is stored before it is answered and then dispatched; an accepted control is not yet executed: see the delivery. Send an `Idempotency-Key`, so that a retry never issues a second control. Limits on duration, kW and number, and the pause, may refuse it.
         *
         *     Scope: `control`.
         */
        post: operations["controlBiddingZone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/control/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a control of a bidding zone would do; nothing is recorded or sent
         * @description Computes the plan of a control of a bidding zone without recording or sending anything: change per quarter-hour, addressed locations and devices, rebound after the window, overlapping controls, and whether it needs approval.
         *
         *     Scope: `read`.
         */
        post: operations["previewBiddingZoneControl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/control/preview/value": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a control of a bidding zone would be worth; nothing is recorded or sent
         * @description What a control of a bidding zone is expected to be worth in euros if it were issued now, by the prices, the position and the contract terms known now; the same as the first revision of its value. Nothing is recorded or sent. An amount that cannot be known is null, and `missing` says why.
         *
         *     Scope: `read`.
         */
        post: operations["previewBiddingZoneControlValue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/control/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a control of a bidding zone, which another person approves
         * @description Asks for a control of a bidding zone that a second person approves. Nothing is sent to devices until then. `Control-Actor` names the person who asks, if the key has the scope `keys`; the same person cannot approve it.
         *
         *     Scope: `control`.
         */
        post: operations["requestBiddingZoneControl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much of a bidding zone's history was measured, oldest first
         * @description For each quarter-hour the share of the zone's locations that were measured. `actual` of its history has the forecast of the others.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZoneCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a bidding zone is expected to do from the current interval on
         * @description Expected power and flexibility of a bidding zone from the current quarter-hour on. Eight in ten measurements are expected between `p10` and `p90`. 24 hours unless `end` says more, 7 days at most.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZoneForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/historical": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bidding zone historical data, oldest first
         * @description Forecast, flexibility and measured power of a bidding zone for each quarter-hour. Finished quarter-hours only change when measurements are corrected; the answer carries an `ETag`, so that an unchanged one costs a 304.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZoneHistorical"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/historical/{device_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a bidding zone's panels or batteries measured, oldest first
         * @description What the panels or the batteries of a bidding zone measured, for each quarter-hour, as their part in net injection.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZoneDeviceHistorical"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/planned-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What controls change in the plan of a bidding zone
         * @description What all controls together change in the plan of a bidding zone, by quarter-hour, past and to come. Forecast plus change is what is expected with controls. Intervals without a change are left out.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZonePlannedChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Energy sold for a bidding zone, by interval, oldest first
         * @description Energy sold on the day-ahead and intraday market for each quarter-hour, in kWh. The newest position of each interval.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZonePositions"];
        put?: never;
        /**
         * Record the energy sold for a bidding zone
         * @description Records the energy sold for each quarter-hour, at most 3,000 at once, all or none. A later position replaces the earlier one and restates the value of controls in that interval.
         *
         *     Scope: `manage`.
         */
        post: operations["recordBiddingZonePositions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prices of a bidding zone as known now or at an earlier moment, oldest first
         * @description Prices for each quarter-hour in EUR/MWh, as known now or, with `as_of`, at an earlier moment. `status` says whether the period is complete; a missing price has no item and is never estimated.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZonePrices"];
        put?: never;
        /**
         * Record prices of a bidding zone as a source reported them, 3,000 at most
         * @description Records the prices of one source for each quarter-hour, all or none. The same prices again are confirmed, so that they do not become stale. Other prices with a later `known_at` restate them; the earlier ones remain readable with `as_of`.
         *
         *     Scope: `manage`.
         */
        post: operations["recordBiddingZonePrices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statement of a month of a bidding zone: energy and euros of its controls
         * @description The controls of a month in a bidding zone, by location and group, with the supplier's energy, imbalance and contracts. Month borders are those of Europe/Amsterdam. Without `version` it uses what is known now.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZoneStatement"];
        put?: never;
        /**
         * Issue the statement of a month of a bidding zone
         * @description Issues the statement of a month that has ended and is recorded to its end, as a rule within a minute of it. The rows are kept as a new version, and their SHA-256 is written into the audit chain. If nothing changed since the latest version, that one is returned.
         *
         *     Scope: `manage`.
         */
        post: operations["issueBiddingZoneStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/statements/{month}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check an issued statement of a bidding zone against the audit chain and what is known now
         * @description Compares an issued statement with its stored rows, with the SHA-256 in the audit chain, and with what is known now, and lists what differs.
         *
         *     Scope: `read`.
         */
        get: operations["checkBiddingZoneStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bidding-zones/{bidding_zone_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live status of a bidding zone
         * @description Power of this minute, how many locations report, and how many are under a control. Read it as often as you show it; it changes each minute.
         *
         *     Scope: `read`.
         */
        get: operations["getBiddingZoneStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/control-pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether new controls are refused, since when, by whom and why
         * @description Whether new controls are refused, and whether setpoints are being sent in time.
         *
         *     Scope: `read`.
         */
        get: operations["getControlPause"];
        put?: never;
        /**
         * Refuse new controls until they are resumed; those accepted before go on
         * @description Refuses new controls, requests and approvals until controls are resumed. Controls that were accepted before go on; cancel them if they should not.
         *
         *     Scope: `control`.
         */
        post: operations["pauseControls"];
        /**
         * Take new controls again
         * @description Accepts new controls again. Nothing that was refused meanwhile is issued.
         *
         *     Scope: `manage`.
         */
        delete: operations["resumeControls"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/control-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requested controls, newest first
         * @description Approval requests with their state, newest first. A pending one expires by itself.
         *
         *     Scope: `read`.
         */
        get: operations["listControlRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/control-requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a requested control
         * @description One approval request, with its decision and the control that it issued.
         *
         *     Scope: `read`.
         */
        get: operations["getControlRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/control-requests/{request_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a requested control as another person; issues it, once
         * @description Issues the requested control, once, on behalf of a person other than the one who asked. It is computed anew: the plan may differ from the one previewed. An expired or rejected request is a 409, and so is one that would now change far more than previewed.
         *
         *     Scope: `control`.
         */
        post: operations["approveControlRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/control-requests/{request_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a requested control, or withdraw one's own
         * @description Rejects a pending request; the person who asked withdraws it this way. Nothing was or is sent to devices.
         *
         *     Scope: `control`.
         */
        post: operations["rejectControlRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/control-summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List controls with their targets, without their intervals
         * @description Controls with what they were issued against, their state and their energy, without their quarter-hours. It can be searched, filtered and sorted.
         *
         *     Scope: `read`.
         */
        get: operations["listControlSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all control actions, newest first
         * @description Every control with the plan of each quarter-hour, newest first. The `Link` header carries `as_of`, so that later pages do not shift while new controls arrive.
         *
         *     Scope: `read`.
         */
        get: operations["listControls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{control_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a control
         * @description One control with its plan, its target, its state and what later controls changed in it. `results` stays as it was answered when the control was issued.
         *
         *     Scope: `read`.
         */
        get: operations["getControl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{control_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a control from the next minute on; its record stays
         * @description Ends a control from the next full minute on, or before it starts; devices then return to normal operation. The record stays, with what cancelling changed in the plan. A cancelled control is answered unchanged; one that has ended is a 409.
         *
         *     Scope: `control`.
         */
        post: operations["cancelControl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{control_id}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The customers at whose locations a control has an effect
         * @description The ids of the customers at whose locations a control has an effect, in their order. A large control is read in parts: `next` is where the next one begins.
         *
         *     Scope: `read`.
         */
        get: operations["listControlCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{control_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of a control at each of its locations
         * @description What became of a control at each location: outcome of its devices, planned and delivered energy.
         *
         *     Scope: `read`.
         */
        get: operations["listControlDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{control_id}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Planned and delivered change of a control, and the outcomes of its devices
         * @description What a control was to change and what was measured, for each quarter-hour, and how many devices acknowledged it. Delivered is measured less what would have been without the control, with the uncertainty of that.
         *
         *     Scope: `read`.
         */
        get: operations["getControlDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/controls/{control_id}/value": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a control is worth to the supplier and to the customers: kWh and euros
         * @description What a control is worth in euros: first as expected, then as measured, and again whenever a price, position or contract changes. Every revision is kept with the prices it used. An amount that cannot be known is null, and `missing` says why. Where a newer control took over, this one counts what it would have changed, and the newer one the rest, so the values of all controls add up.
         *
         *     Scope: `read`.
         */
        get: operations["getControlValue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Customers by name. It can be searched, filtered by group and sorted.
         *
         *     Scope: `read`.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Creates a customer, without locations. An e-mail address belongs to one customer.
         *
         *     Scope: `manage`.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a customer
         * @description A customer with its language and group.
         *
         *     Scope: `read`.
         */
        get: operations["getCustomer"];
        put?: never;
        /**
         * Update a customer
         * @description Changes the name, the language and the group of a customer. A field that is left out keeps its value; `group_id: null` removes the customer from its group. A new group applies to all locations of the customer, from now on: earlier history stays with the earlier group.
         *
         *     Scope: `manage`.
         */
        post: operations["updateCustomer"];
        /**
         * Delete a customer with its locations and devices
         * @description Deletes a customer with its locations and devices and answers with what was deleted. Devices receive no setpoints from then on. It cannot be undone; an unknown or already deleted customer is a 404.
         *
         *     Scope: `manage`.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/controls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Controls at a customer's locations, with their effect there; newest first
         * @description Controls that affected the locations of a customer, with their effect there only, newest first.
         *
         *     Scope: `read`.
         */
        get: operations["listCustomerControls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/controls/{control_id}/opt-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exclude a customer's locations from a control, from the next minute on
         * @description Excludes the locations of a customer from one control, from the next minute on; their devices return to their own operation. Only where the group allows it.
         *
         *     Scope: `manage`.
         */
        post: operations["optOutOfControl"];
        /**
         * Include a customer's locations in a control again, from the next minute on
         * @description Includes the locations of a customer in a control again, from the next minute on.
         *
         *     Scope: `manage`.
         */
        delete: operations["optInToControl"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/controls/{control_id}/value": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a control is worth to one customer, by location
         * @description What a control is worth to one customer, and at each of its locations: feed-in, energy from the grid and compensation.
         *
         *     Scope: `read`.
         */
        get: operations["getCustomerControlValue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/lost-energy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Energy that controls kept a customer from producing, by month and location
         * @description Energy that controls kept the panels of a customer from producing, with its price and compensation, by calendar month of Europe/Amsterdam.
         *
         *     Scope: `read`.
         */
        get: operations["getCustomerLostEnergy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a customer allows: opt-out, battery reserve, hours off and hours per month
         * @description What a customer allows, and in `allowed` how far its group lets it choose.
         *
         *     Scope: `read`.
         */
        get: operations["getCustomerPreferences"];
        put?: never;
        /**
         * Change what a customer allows; applies from the next minute, also to active controls
         * @description Changes what a customer allows. A field that is left out keeps its value. It applies from the next minute on, also to active controls. Beyond what the group allows is a 422.
         *
         *     Scope: `manage`.
         */
        post: operations["updateCustomerPreferences"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statement of a month of a customer: energy and euros of its controls
         * @description The controls of a month at each location of a customer: energy, lost energy and what changed in its contract, with the prices used and when they became known. Month borders are those of Europe/Amsterdam. Without `version` it uses what is known now.
         *
         *     Scope: `read`.
         */
        get: operations["getCustomerStatement"];
        put?: never;
        /**
         * Issue the statement of a month of a customer
         * @description Issues the statement of a month that has ended and is recorded to its end, as a rule within a minute of it. The rows are kept as a new version, and their SHA-256 is written into the audit chain. If nothing changed since the latest version, that one is returned.
         *
         *     Scope: `manage`.
         */
        post: operations["issueCustomerStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/statements/{month}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check an issued statement of a customer against the audit chain and what is known now
         * @description Compares an issued statement with its stored rows, with the SHA-256 in the audit chain, and with what is known now, and lists what differs.
         *
         *     Scope: `read`.
         */
        get: operations["checkCustomerStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customer_id}/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Contract terms of a customer, and those of the group
         * @description The prices of the customer's contract by first day, and those of its group, which apply where it has none of its own.
         *
         *     Scope: `read`.
         */
        get: operations["getCustomerTerms"];
        put?: never;
        /**
         * Set the contract terms of a customer from a day on
         * @description Records the prices of a customer's contract from a day of Europe/Amsterdam on. The same day again replaces that version; the former one stays on record. `terms: null` returns the customer to the terms of its group.
         *
         *     Scope: `manage`.
         */
        post: operations["setCustomerTerms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List devices
         * @description Devices with their location. It can be searched, filtered and sorted.
         *
         *     Scope: `read`.
         */
        get: operations["listDevices"];
        put?: never;
        /**
         * Register a device with its ratings
         * @description Adds a device to a location. Its ratings decide what a control can do: power of an inverter, capacity and power of a battery, and whether it can be controlled.
         *
         *     Scope: `manage`.
         */
        post: operations["registerDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/devices/{device_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a device
         * @description A device with its location, name, brand and type.
         *
         *     Scope: `read`.
         */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Groups by name, with the number of their locations and the rated power of the devices there. It can be searched and sorted.
         *
         *     Scope: `read`.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Create a group
         * @description Creates an empty group in a bidding zone. Add customers to it by creating or updating them.
         *
         *     Scope: `manage`.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a group
         * @description A group with its bidding zone.
         *
         *     Scope: `read`.
         */
        get: operations["getGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/control": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Control a group
         * @description Steers every controllable device of the customers of one group for a period. Otherwise as for a bidding zone.
         *
         *     Scope: `control`.
         */
        post: operations["controlGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/control/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a control of a group would do; nothing is recorded or sent
         * @description Computes the plan of a control of a group without recording or sending anything, as for a bidding zone.
         *
         *     Scope: `read`.
         */
        post: operations["previewGroupControl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/control/preview/value": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a control of a group would be worth; nothing is recorded or sent
         * @description What a control of a group is expected to be worth in euros if it were issued now, as for a bidding zone. Nothing is recorded or sent.
         *
         *     Scope: `read`.
         */
        post: operations["previewGroupControlValue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/control/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a control of a group, which another person approves
         * @description Asks for a control of a group that a second person approves, as for a bidding zone.
         *
         *     Scope: `control`.
         */
        post: operations["requestGroupControl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a group is expected to do from the current interval on
         * @description Expected power and flexibility of a group, as for a bidding zone.
         *
         *     Scope: `read`.
         */
        get: operations["getGroupForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/historical": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group historical data, oldest first
         * @description Forecast, flexibility and measured power of a group for each quarter-hour, with the share of its locations that were measured. It carries an `ETag`.
         *
         *     Scope: `read`.
         */
        get: operations["getGroupHistorical"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/historical/{device_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a group's panels or batteries measured, oldest first
         * @description What the panels or the batteries of a group measured, for each quarter-hour.
         *
         *     Scope: `read`.
         */
        get: operations["getGroupDeviceHistorical"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/planned-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What controls change in the plan of a group
         * @description What controls change in the plan of a group, as for a bidding zone. Of controls of its zone, what batteries do after the window is left out.
         *
         *     Scope: `read`.
         */
        get: operations["getGroupPlannedChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/preference-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the customers of a group may choose
         * @description How far the customers of a group may choose.
         *
         *     Scope: `read`.
         */
        get: operations["getGroupPreferenceLimits"];
        put?: never;
        /**
         * Change what the customers of a group may choose; preferences beyond it are cut
         * @description Changes how far the customers of a group may choose. A field that is left out keeps its value. Preferences beyond the new limits are cut to them.
         *
         *     Scope: `manage`.
         */
        post: operations["updateGroupPreferenceLimits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rotation of a group, and how evenly its lost energy is spread
         * @description Whether controls of the group that lower injection address its locations in turn, and how evenly lost energy is spread over them: Jain's fairness index of lost kWh per kWp in the last 365 days.
         *
         *     Scope: `read`.
         */
        get: operations["getGroupRotation"];
        put?: never;
        /**
         * Let the controls of a group address a part of its locations in turn
         * @description Sets the share of what the group could be lowered by that its controls address, locations with the least lost energy per kWp first. Applies to previews and controls from now on; null ends it.
         *
         *     Scope: `manage`.
         */
        post: operations["setGroupRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live status of a group
         * @description Power of a group in this minute, as for a bidding zone.
         *
         *     Scope: `read`.
         */
        get: operations["getGroupStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/groups/{group_id}/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Contract terms of a group's customers
         * @description The prices of the contracts of a group's customers, by first day.
         *
         *     Scope: `read`.
         */
        get: operations["getGroupTerms"];
        put?: never;
        /**
         * Set the contract terms of a group's customers from a day on
         * @description Records the prices of the contracts of a group's customers from a day on. Customers with terms of their own keep those.
         *
         *     Scope: `manage`.
         */
        post: operations["setGroupTerms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/location-clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Locations in a box as they lie together on a map, with how they stand this minute
         * @description Locations in a box, joined where they lie in the same cell of a grid, for drawing a map. Each marker counts its locations by state. The answer stays small for any number of locations.
         *
         *     Scope: `read`.
         */
        get: operations["listLocationClusters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description Locations with their customer, group, ratings and state. It can be searched, filtered and sorted.
         *
         *     Scope: `read`.
         */
        get: operations["listLocations"];
        put?: never;
        /**
         * Create a location
         * @description Creates a grid connection of a customer. Its coordinates are used for the forecast. Register its devices afterwards: a location without a controllable device is never controlled.
         *
         *     Scope: `manage`.
         */
        post: operations["createLocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/{location_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a location
         * @description A location with its customer, group, devices' ratings, state and the time of its last measurement.
         *
         *     Scope: `read`.
         */
        get: operations["getLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/{location_id}/controls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Controls at a location, with their effect there; newest first
         * @description Controls that affected a location, with their planned and delivered effect there, newest first.
         *
         *     Scope: `read`.
         */
        get: operations["listLocationControls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/{location_id}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a location is expected to do from the current interval on
         * @description Expected power and flexibility of a location, as for a bidding zone.
         *
         *     Scope: `read`.
         */
        get: operations["getLocationForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/{location_id}/historical": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Location historical data, oldest first
         * @description Forecast, flexibility and measured power at one connection point for each quarter-hour. `actual` is absent where nothing was measured.
         *
         *     Scope: `read`.
         */
        get: operations["getLocationHistorical"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/{location_id}/historical/{device_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a location's panels or batteries measured, oldest first
         * @description What the panels or the batteries of a location measured, for each quarter-hour; for batteries also the state of charge.
         *
         *     Scope: `read`.
         */
        get: operations["getLocationDeviceHistorical"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/{location_id}/measurements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record what was measured at a location; late and corrected values are welcome
         * @description Records what a location measured over whole minutes, at most 3,000 at once, all or none. Minutes that come late or are corrected are welcome: sums, deliveries and values follow. Devices on MQTT report by themselves.
         *
         *     Scope: `manage`.
         */
        post: operations["recordMeasurements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/{location_id}/planned-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What controls change in the plan of a location
         * @description What controls change in the plan of a location, as for a bidding zone. What batteries do after the window is left out.
         *
         *     Scope: `read`.
         */
        get: operations["getLocationPlannedChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/locations/{location_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live status of a location
         * @description Power of a location in this minute, and the state of charge of its batteries.
         *
         *     Scope: `read`.
         */
        get: operations["getLocationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rules that act on prices, newest first
         * @description Rules with their thresholds and actions, newest first.
         *
         *     Scope: `read`.
         */
        get: operations["listRules"];
        put?: never;
        /**
         * Create a rule that acts on prices
         * @description Creates a rule that watches prices and suggests, requests or issues controls of its target. It acts within the limits that hold for people: maximum power and number, approval, the pause. `Control-Actor` names who wrote it, if the key has the scope `keys`; neither that person nor who changes it may approve what it requests.
         *
         *     Scope: `control`.
         */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a rule
         * @description One rule with its thresholds, hours and action.
         *
         *     Scope: `read`.
         */
        get: operations["getRule"];
        put?: never;
        /**
         * Update, enable or disable a rule
         * @description Changes a rule. A field that is left out keeps its value; `enabled: false` stops it. Its target does not change. It applies from the next decision on.
         *
         *     Scope: `control`.
         */
        post: operations["updateRule"];
        /**
         * Delete a rule; its controls and decisions remain
         * @description Deletes a rule. Its controls, requests and decisions remain.
         *
         *     Scope: `control`.
         */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{rule_id}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a rule decided and why, newest first
         * @description What a rule decided on each window, with the prices that were known then and the reasons, newest first.
         *
         *     Scope: `read`.
         */
        get: operations["listRuleDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/{rule_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a rule on the past, by what was known then
         * @description Runs a rule over past days, using only what was known at each moment, and says what it would have done and gained. Nothing is recorded or sent.
         *
         *     Scope: `read`.
         */
        post: operations["replayRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of the key, newest first
         * @description The webhooks that this key created, newest first; all of them for a key with the scope `keys`. With the number of events that wait or were given up.
         *
         *     Scope: `read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook; its secret is shown in this answer only
         * @description Creates an endpoint that receives events by HTTP POST, signed by Standard Webhooks, as CloudEvents 1.0. It receives what the key may read, narrowed by `bidding_zones` and `group_ids`. Its secret is in this answer only. An address of a private network is a 422.
         *
         *     Scope: `manage`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook
         * @description One webhook with its state and what its endpoint answered last.
         *
         *     Scope: `read`.
         */
        get: operations["getWebhook"];
        put?: never;
        /**
         * Update a webhook; a field that is left out keeps its value
         * @description Changes a webhook. A field that is left out keeps its value. A new address also receives what is still queued; `enabled: false` holds that back.
         *
         *     Scope: `manage`.
         */
        post: operations["updateWebhook"];
        /**
         * Delete a webhook; what it has not sent is not sent any more
         * @description Deletes a webhook with its queue and its list of deliveries.
         *
         *     Scope: `manage`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook and with what outcome, newest first
         * @description Events that were or will be sent to a webhook, newest first, for 30 days. A pending one waits for its turn, for a retry, or for an earlier event of the same subject.
         *
         *     Scope: `read`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events to a webhook again that were given up, or that wait for a retry
         * @description Sends events again at once: those with the given ids, or all that were given up or wait for a retry. Each has 24 hours anew. Their ids stay the same.
         *
         *     Scope: `manage`.
         */
        post: operations["resendWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret, shown in this answer only; the old one signs too for a while
         * @description Gives a webhook a new secret, which is in this answer only. For `grace_hours` events carry a signature by each secret, so that a receiver can be switched without an interruption.
         *
         *     Scope: `manage`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description Sends `curtail.webhook.test` to the endpoint within a second, whatever the webhook subscribed to. Its delivery says what the endpoint answered.
         *
         *     Scope: `manage`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "curtail.alert.raised": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert was raised. While `state` is `silenced`, nobody is told of it.
         * @description An alert was raised. While `state` is `silenced`, nobody is told of it. See `createWebhook`.
         */
        post: operations["curtailAlertRaised"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.alert.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The cause of an alert is over.
         * @description The cause of an alert is over. See `createWebhook`.
         */
        post: operations["curtailAlertResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.approval.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An approval request was approved or rejected.
         * @description An approval request was approved or rejected. See `createWebhook`.
         */
        post: operations["curtailApprovalDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.approval.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A control waits for a second person. It expires at `expires_at`.
         * @description A control waits for a second person. It expires at `expires_at`. See `createWebhook`.
         */
        post: operations["curtailApprovalRequested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.control.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A control was accepted: it is stored, and will be dispatched.
         * @description A control was accepted: it is stored, and will be dispatched. See `createWebhook`.
         */
        post: operations["curtailControlAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.control.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A control was cancelled: it stops at `effective_to`.
         * @description A control was cancelled: it stops at `effective_to`. See `createWebhook`.
         */
        post: operations["curtailControlCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.control.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The last quarter-hour of a control was measured. Measurements that arrive later still change the delivery.
         * @description The last quarter-hour of a control was measured. Measurements that arrive later still change the delivery. See `createWebhook`.
         */
        post: operations["curtailControlDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.control.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A control stopped, at its end or because it was cancelled.
         * @description A control stopped, at its end or because it was cancelled. See `createWebhook`.
         */
        post: operations["curtailControlEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.control.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The window of a control began. Whether devices follow is in its delivery.
         * @description The window of a control began. Whether devices follow is in its delivery. See `createWebhook`.
         */
        post: operations["curtailControlStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.device.reachable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A location that had stopped reporting reports again.
         * @description A location that had stopped reporting reports again. See `createWebhook`.
         */
        post: operations["curtailDeviceReachable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.device.unreachable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A location that reported before has not reported for five minutes.
         * @description A location that reported before has not reported for five minutes. See `createWebhook`.
         */
        post: operations["curtailDeviceUnreachable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.price.advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A rule found a window that is worth a control, or acted on one.
         * @description A rule found a window that is worth a control, or acted on one. See `createWebhook`.
         */
        post: operations["curtailPriceAdvice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "curtail.webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sent on request, to try an endpoint.
         * @description Sent on request, to try an endpoint. See `createWebhook`.
         */
        post: operations["curtailWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Advice: {
            bidding_zone: components["schemas"]["BiddingZone"];
            /** @description Windows that are worth a control, and those that are not with why; by start */
            data: components["schemas"]["AdviceItem"][];
            /** @description What is missing in the period: there is no advice where it is needed */
            missing: components["schemas"]["MissingAdviceInput"][];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description It looks ahead until the end of tomorrow
             */
            time_to: string;
        };
        /**
         * @description Prices of the day-ahead market or of imbalance; a price that was last reported too long ago: more than 48 hours for the day-ahead market, more than 2 hours for imbalance; the position sold; the forecast of the bidding zone; contract terms of customers
         * @enum {string}
         */
        AdviceInput: "day_ahead_price" | "surplus_price" | "shortage_price" | "stale_price" | "position" | "forecast" | "terms";
        AdviceInterval: {
            eur_per_mwh: number;
            /** @description Expected gain of the supplier */
            gain_eur: number;
            import_eur_per_mwh: number | null;
            isp: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            known_at: string;
            /** @enum {string} */
            market: "day_ahead" | "surplus" | "shortage";
            source: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            /** @description Expected curtailed energy */
            volume_kwh: number;
        };
        AdviceItem: {
            /** @description Why it takes a second person */
            approval: components["schemas"]["ApprovalReason"][];
            /** @description Whether the control turns a surplus of the bidding zone into a shortage in a quarter-hour after gate closure: what goes beyond the position counts at the price of a shortage */
            crosses_position: boolean;
            /** @description Expected gain of customers, with compensation; negative: it costs them */
            customers_eur: number | null;
            /** @description What preferences of customers and the rotation of a group exclude from it, by reason; absent where a service does not say */
            excluded?: components["schemas"]["ControlExclusion"][];
            /** @description Expected gain of the supplier */
            gain_eur: number | null;
            /** @description Whether the day-ahead market has closed, so that imbalance prices count */
            gate_closed: boolean;
            intervals: components["schemas"]["AdviceInterval"][];
            /** @description Locations that would be addressed */
            locations: number;
            /** @description Why not, if it is not worth it */
            reasons: components["schemas"]["DecisionReason"][];
            /** @description The rule it follows from; null: zero export below €0, without a rule */
            rule: {
                action: components["schemas"]["RuleAction"];
                id: string;
                name: string;
            } | null;
            /** @description The gain at that energy; errors of prices are not in it */
            sure_gain_eur: number | null;
            /** @description Curtailed energy at the unfavourable end of the forecast band, p10 to p90. How often measurements lie within that band is in the performance reference */
            sure_volume_kwh: number;
            target: components["schemas"]["ControlTarget"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["RuleControlType"];
            /** @description Expected curtailed energy */
            volume_kwh: number;
            worth_it: boolean;
        };
        /** @description A window in which a rule found a control worth it */
        AdvisedWindow: {
            control_id: string | null;
            /** @description Expected gain of customers, with compensation; negative: it costs them */
            customers_eur: number | null;
            /** @description Expected gain of the supplier */
            gain_eur: number | null;
            id: string;
            outcome: components["schemas"]["DecisionOutcome"];
            request_id: string | null;
            rule: {
                action: components["schemas"]["RuleAction"];
                id: string;
                name: string;
            };
            target: components["schemas"]["ControlTarget"];
            /**
             * Format: date-time
             * @description When it was decided
             */
            time: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["RuleControlType"];
            /** @description Expected curtailed energy */
            volume_kwh: number;
        };
        /** @description Something that needs a person */
        Alert: {
            details: components["schemas"]["AlertDetails"];
            id: string;
            kind: components["schemas"]["AlertKind"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            raised_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            resolved_at: string | null;
            rule_id: string;
            /** @description The last silence, also after it ended */
            silence: {
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time; without an offset it is UTC
                 */
                at: string;
                /** @description The actor, or the id of the API key */
                by: string;
                reason: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time; without an offset it is UTC
                 */
                until: string;
            } | null;
            state: components["schemas"]["AlertState"];
            subject: components["schemas"]["AlertSubject"];
            target: components["schemas"]["AlertTarget"];
            thresholds: components["schemas"]["AlertThresholds"];
            /**
             * Format: date-time
             * @description When `details` changed last
             */
            updated_at: string;
        };
        /** @description What was observed; the fields of its kind */
        AlertDetails: {
            control_type?: components["schemas"]["ControlType"];
            /** @description under_delivery: delivered over planned in finished quarter-hours */
            delivered_share?: number;
            /**
             * Format: date-time
             * @description approval_waiting: from then on it can no longer be approved
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description weather_stale: when the newest weather forecast was issued
             */
            issued_at?: string;
            /**
             * Format: date-time
             * @description prices_stale: when the last known price ends; absent if none is known
             */
            known_until?: string;
            /** @description locations_offline: locations of the target that ever reported */
            locations?: number;
            locations_offline?: number;
            /**
             * @description prices_stale: whose prices; absent in alerts from before imbalance was watched
             * @enum {string}
             */
            market?: "day-ahead" | "imbalance";
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            requested_at?: string;
            requested_by?: string;
        };
        /**
         * @description under_delivery: a control delivers less than planned; locations_offline: locations that reported before do not report; prices_stale: day-ahead prices are missing, or imbalance prices of a configured source stopped; weather_stale: no new weather forecast; approval_waiting: a control waits for a second person
         * @enum {string}
         */
        AlertKind: "under_delivery" | "locations_offline" | "prices_stale" | "weather_stale" | "approval_waiting";
        AlertList: {
            data: components["schemas"]["Alert"][];
        };
        /** @description An alert was raised. While `state` is `silenced`, nobody is told of it. */
        AlertRaisedEvent: {
            data: components["schemas"]["Alert"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.alert.raised";
        };
        /** @description The cause of an alert is over. */
        AlertResolvedEvent: {
            data: components["schemas"]["Alert"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.alert.resolved";
        };
        /** @description When an alert is raised */
        AlertRule: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /** @description A disabled rule raises nothing */
            enabled: boolean;
            id: string;
            kind: components["schemas"]["AlertKind"];
            target: components["schemas"]["AlertTarget"];
            thresholds: components["schemas"]["AlertThresholds"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            updated_at: string;
            /** @description Who changed it last: the actor, or the API key */
            updated_by: string;
        };
        AlertRuleList: {
            data: components["schemas"]["AlertRule"][];
        };
        AlertRuleOrder: {
            /**
             * @description A disabled rule raises nothing
             * @default true
             */
            enabled?: boolean;
            kind: components["schemas"]["AlertKind"];
            target: components["schemas"]["AlertRuleTarget"];
            thresholds?: components["schemas"]["AlertThresholds"];
        };
        /** @description A bidding zone, a group, or a location. Prices and weather: a bidding zone; a location only for locations_offline */
        AlertRuleTarget: {
            id: string;
            /** @enum {string} */
            kind: "bidding_zone" | "group" | "location";
        };
        AlertRuleUpdate: {
            /** @description A disabled rule raises nothing */
            enabled?: boolean;
            thresholds?: components["schemas"]["AlertThresholds"];
        };
        AlertSilenceOrder: {
            /**
             * @description Why
             * @default null
             */
            reason?: string | null;
            /**
             * Format: date-time
             * @description Until when nobody is told, at most 90 days ahead; null ends a silence
             */
            until: string | null;
        };
        /**
         * @description open; silenced: its cause remains, but nobody is told until the silence ends; resolved: its cause is over
         * @enum {string}
         */
        AlertState: "open" | "silenced" | "resolved";
        /** @description A rule has one alert at a time about each subject */
        AlertSubject: {
            id: string;
            /** @enum {string} */
            kind: "control" | "control_request" | "market" | "bidding_zone" | "group" | "location";
        };
        /** @description What it is about, with its name */
        AlertTarget: {
            id: string;
            /** @enum {string} */
            kind: "bidding_zone" | "group" | "location";
            name: string;
        };
        /** @description Only those of its kind. What is left out at creation has its default */
        AlertThresholds: {
            /** @description under_delivery: raised while the delivered share of the finished quarter-hours is below, and at least 0.1 kWh of their plan is not delivered */
            below_share?: number;
            /** @description prices_stale: the prices of tomorrow must be known by this time of Europe/Amsterdam */
            due_at?: string;
            /** @description locations_offline: so long without a report, 5 minutes at least; approval_waiting: so long without a decision */
            for_minutes?: number;
            /** @description prices_stale: the newest imbalance price may be so old while a source of them is configured; 0: they are not watched */
            imbalance_hours?: number;
            /** @description locations_offline: at least so many locations do not report */
            min_locations?: number;
            /** @description locations_offline: at least this share of the locations that ever reported does not; with `min_locations` both must hold */
            min_share?: number;
            /** @description weather_stale: the newest weather forecast was issued longer ago */
            older_than_hours?: number;
        };
        ApiCall: {
            /** @description On whose behalf, as the owner of the key named them */
            actor: string | null;
            /** @description Where its connection came from; null: not written down */
            address?: string | null;
            /** @description The id of its API key; `configured`: the key of the configuration */
            caller: string;
            /**
             * Format: date-time
             * @description When it came in
             */
            created_at: string;
            id: string;
            key_name: string | null;
            operation: string;
            request_id: string;
            /** @description HTTP status of the answer; null: none was written down */
            status: number | null;
            /** @description What it was done to: `group_id=grp_1` */
            target: string | null;
            /**
             * Format: date-time
             * @description For a control: from when it has effect
             */
            time_from: string | null;
            /**
             * Format: date-time
             * @description For a control: until when it has effect
             */
            time_to: string | null;
        };
        ApiCallList: {
            data: components["schemas"]["ApiCall"][];
        };
        ApiKey: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            expires_at: string | null;
            id: string;
            /**
             * Format: date-time
             * @description To the minute; null: never used
             */
            last_used_at: string | null;
            /**
             * @description null: not limited to groups or bidding zones
             * @default null
             */
            limits?: {
                /** @description Bidding zones, with all that lies in them */
                bidding_zones: components["schemas"]["BiddingZone"][];
                /** @description Groups, with all that belongs to them */
                group_ids: string[];
            } | null;
            name: string;
            /** @description How the key begins: enough to tell it from others */
            prefix: string;
            /**
             * Format: date-time
             * @description Until when the key from before the last rotation works too
             * @default null
             */
            previous_until?: string | null;
            /**
             * @description null: as the service is configured
             * @default null
             */
            rate?: {
                changes_per_minute: number | null;
                reads_per_minute: number | null;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             * @default null
             */
            rotated_at?: string | null;
            scopes: string[];
        };
        ApiKeyCreate: {
            /**
             * Format: date-time
             * @description Absent or null: never
             */
            expires_at?: string | null;
            /** @description Absent or null: none */
            limits?: {
                /** @description Bidding zones, with all that lies in them */
                bidding_zones: components["schemas"]["BiddingZone"][];
                /** @description Groups, with all that belongs to them */
                group_ids: string[];
            } | null;
            name: string;
            rate?: components["schemas"]["ApiKeyRate"];
            /** @description What the key may do: any of read, control, manage, keys */
            scopes: ("read" | "control" | "manage" | "keys")[];
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
        };
        ApiKeyRate: {
            changes_per_minute: number | null;
            reads_per_minute: number | null;
        } | null;
        ApiKeyRotate: {
            /**
             * @description How long the key from before works on; 0: no longer
             * @default 24
             */
            grace_hours?: number;
        };
        /** @description An approval request was approved or rejected. */
        ApprovalDecidedEvent: {
            data: components["schemas"]["RequestedControl"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.approval.decided";
        };
        ApprovalReason: {
            /** @description over-max-kw, over-max-share, either with -together where it is over with others that no second person approved, or zone-wide */
            code: string;
            detail: string;
            values?: {
                [key: string]: string | number;
            };
        };
        /** @description A control that waits for a second person */
        ApprovalRequest: {
            /** @description Largest change of a quarter-hour, in kW */
            change_kw: number;
            /** @description The control that the approval issued */
            control_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            decided_at: string | null;
            decided_by: string | null;
            /** @description Devices that would be addressed */
            devices: number;
            /** @description Sum of the deltas over the window, in kWh */
            energy_kwh: number;
            /**
             * Format: date-time
             * @description From then on it can no longer be approved
             */
            expires_at: string;
            id: string;
            /** @description Locations that would be addressed */
            locations: number;
            /** @description Why it takes a second person */
            needs: components["schemas"]["ApprovalReason"][];
            /**
             * @description Why it was issued; null: no reason given
             * @enum {string|null}
             */
            reason: "price" | "grid" | "test" | null;
            /** @description The control of the same target that the approval cancels; null for none */
            replaces?: string | null;
            /** @description The actor, or the id of the API key */
            requested_by: string;
            /** @description As previewed when it was requested */
            results: components["schemas"]["ControlEffect"][];
            state: components["schemas"]["ApprovalRequestState"];
            target: components["schemas"]["ControlTarget"];
            /**
             * Format: date-time
             * @description Requested start; approved later, it starts then
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["ControlType"];
        };
        /** @description A control waits for a second person. It expires at `expires_at`. */
        ApprovalRequestedEvent: {
            data: components["schemas"]["RequestedControl"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.approval.requested";
        };
        ApprovalRequestList: {
            data: components["schemas"]["ApprovalRequest"][];
        };
        /** @enum {string} */
        ApprovalRequestState: "pending" | "approved" | "rejected" | "expired";
        BatteryRatings: {
            /** @description Energy when full, in kWh */
            capacity_kwh: number;
            /** @default true */
            controllable?: boolean;
            /**
             * @description One way, 0.5 to 1; applies to charging and to discharging
             * @default 0.95
             */
            efficiency?: number;
            /**
             * @description Share of the capacity that is never discharged
             * @default 0.1
             */
            floor?: number;
            /** @description Most it charges or discharges, AC, in kW */
            power_kw: number;
        };
        /**
         * @description Bidding zone of the electricity market
         * @enum {string}
         */
        BiddingZone: "NL";
        /** @enum {string} */
        Connection: "online" | "offline" | "unknown";
        ContractTerms: {
            /** @description What the supplier pays for battery wear, in EUR per kWh charged or discharged because of controls; 0 when not given */
            battery_wear_eur_per_kwh?: number;
            /** @description What the customer gets per curtailed kWh, in EUR/kWh without VAT; rounded to a micro-euro */
            compensation_eur_per_kwh: number;
            /** @description The energy tax on a kWh from the grid, in EUR/kWh without VAT; rounded to a micro-euro */
            energy_tax_eur_per_kwh: number;
            /** @description What a kWh fed into the grid is paid */
            feed_in: {
                /** @description How much of the day-ahead price of the interval it holds; 0: a fixed price */
                day_ahead_factor: number;
                /** @description The fixed price, or what is added to that of the day-ahead market, in EUR/kWh without VAT; rounded to a micro-euro */
                eur_per_kwh: number;
            };
            /** @description What a kWh from the grid costs */
            import: {
                /** @description How much of the day-ahead price of the interval it holds; 0: a fixed price */
                day_ahead_factor: number;
                /** @description The fixed price, or what is added to that of the day-ahead market, in EUR/kWh without VAT; rounded to a micro-euro */
                eur_per_kwh: number;
            };
            /** @description The supplier's markup on a kWh from the grid, in EUR/kWh without VAT; rounded to a micro-euro */
            markup_eur_per_kwh: number;
            /** @description Whether a kWh fed in counts as one taken from the grid; without effect from 2027-01-01, when netting ends in the Netherlands */
            netting: boolean;
            /** @description VAT on a kWh from the grid with its markup and energy tax */
            vat_percent: number;
        } | null;
        ContractTermsList: {
            /** @description Its own versions, oldest first */
            data: components["schemas"]["ContractTermsVersion"][];
            /** @description Of a customer: the group's versions, which apply where there are no own terms */
            default: components["schemas"]["ContractTermsVersion"][];
        };
        /** @description A version with the same first day is replaced; the former one stays on record */
        ContractTermsUpdate: {
            /** @description Null: from that day on none of its own; a customer has those of the group */
            terms: {
                /** @description What the supplier pays for battery wear, in EUR per kWh charged or discharged because of controls; 0 when not given */
                battery_wear_eur_per_kwh?: number;
                /** @description What the customer gets per curtailed kWh, in EUR/kWh without VAT; rounded to a micro-euro */
                compensation_eur_per_kwh: number;
                /** @description The energy tax on a kWh from the grid, in EUR/kWh without VAT; rounded to a micro-euro */
                energy_tax_eur_per_kwh: number;
                /** @description What a kWh fed into the grid is paid */
                feed_in: {
                    /** @description How much of the day-ahead price of the interval it holds; 0: a fixed price */
                    day_ahead_factor: number;
                    /** @description The fixed price, or what is added to that of the day-ahead market, in EUR/kWh without VAT; rounded to a micro-euro */
                    eur_per_kwh: number;
                };
                /** @description What a kWh from the grid costs */
                import: {
                    /** @description How much of the day-ahead price of the interval it holds; 0: a fixed price */
                    day_ahead_factor: number;
                    /** @description The fixed price, or what is added to that of the day-ahead market, in EUR/kWh without VAT; rounded to a micro-euro */
                    eur_per_kwh: number;
                };
                /** @description The supplier's markup on a kWh from the grid, in EUR/kWh without VAT; rounded to a micro-euro */
                markup_eur_per_kwh: number;
                /** @description Whether a kWh fed in counts as one taken from the grid; without effect from 2027-01-01, when netting ends in the Netherlands */
                netting: boolean;
                /** @description VAT on a kWh from the grid with its markup and energy tax */
                vat_percent: number;
            } | null;
            /**
             * Format: date
             * @description First day they apply, Europe/Amsterdam; until the next version
             */
            valid_from: string;
        };
        ContractTermsVersion: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            recorded_at: string;
            terms: components["schemas"]["ContractTerms"];
            /**
             * Format: date
             * @description First day they apply, Europe/Amsterdam; until the next version
             */
            valid_from: string;
        };
        /** @description A control was accepted: it is stored, and will be dispatched. */
        ControlAcceptedEvent: {
            data: components["schemas"]["ControlSummary"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.control.accepted";
        };
        ControlCancel: Record<string, never>;
        /** @description A control was cancelled: it stops at `effective_to`. */
        ControlCancelledEvent: {
            data: components["schemas"]["ControlSummary"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.control.cancelled";
        };
        ControlCustomers: {
            control_id: string;
            customer_ids: string[];
            /** @description `after` of the next part; null when this is the last */
            next: string | null;
        };
        ControlDecision: Record<string, never>;
        /** @description The last quarter-hour of a control was measured. Measurements that arrive later still change the delivery. */
        ControlDeliveredEvent: {
            data: components["schemas"]["DeliveredControl"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.control.delivered";
        };
        ControlDelivery: {
            control_id: string;
            /** @description Measured less counterfactual over finished intervals, in kWh; null while nothing is measured */
            delivered_kwh: number | null;
            /** @description Delivered over planned in finished intervals; the plan of locations without data counts as not delivered; null while nothing is measured or nothing was planned */
            delivered_share: number | null;
            devices: components["schemas"]["DeviceOutcomes"];
            /** @description Counterfactual less plan over finished intervals, in kWh: what the weather and the load changed, which is not the control's */
            forecast_error_kwh: number | null;
            /** @description Planned change until now, in kWh; of the running interval the minutes gone */
            planned_kwh: number;
            results: components["schemas"]["DeliveredEffect"][];
            state: components["schemas"]["ControlState"];
            /**
             * Format: date-time
             * @description When this was read
             */
            time: string;
            /** @description Half the width of the 90 % band of `delivered_kwh`, in kWh */
            uncertainty_kwh: number | null;
        };
        /** @description A control with what it was issued against */
        ControlDetail: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            cancelled_at: string | null;
            /** @description What cancelling changed in the plan, from `effective_to` to `time_to`; empty when not cancelled */
            cancelled_effect: components["schemas"]["ControlEffect"][];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /** @description Measured less counterfactual over finished intervals, in kWh; null while nothing is measured */
            delivered_kwh?: number | null;
            /** @description Delivered over planned in finished intervals, as in the delivery of the control; null while it is not known */
            delivered_share?: number | null;
            /** @description Devices at these locations */
            devices: number;
            /**
             * Format: date-time
             * @description When it stops: `time_to`, or the minute from which it was cancelled
             */
            effective_to: string;
            /** @description Sum of the deltas over the window, in kWh; positive is more net injection */
            energy_kwh: number;
            /** @description What preferences of customers and the rotation of a group exclude from it now, by reason, with those who opted out after it was accepted; these are among its `locations`. Absent where a service does not say */
            excluded?: components["schemas"]["ControlExclusion"][];
            /** @description What customers changed in the plan who were excluded after it was accepted, from the first to the last interval with a change. `results` stays as answered; absent where a service does not say */
            excluded_effect?: components["schemas"]["ControlShift"][];
            id: string;
            /** @description The actor, or the id of the API key; of an approved one the requester. Null where it was not recorded */
            issued_by?: string | null;
            /** @description Locations that it addressed when it was accepted, with those that were excluded later */
            locations: number;
            /** @description Addressed locations where no newer control is in force now; null unless this control is in force */
            locations_in_force?: number | null;
            /** @description The next newer control that takes over locations of this one; null: none */
            next_override?: {
                /** @description Addressed locations that it takes over */
                locations: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time; without an offset it is UTC
                 */
                time: string;
            } | null;
            /**
             * @description Why it was issued; null: no reason given
             * @enum {string|null}
             */
            reason: "price" | "grid" | "test" | null;
            /** @description What the control changes after its window, for instance because batteries are fuller or emptier: from the first to the last quarter-hour with a change, at most seven days. Minutes of other controls are left out: those are restated. Absent where a service does not say */
            rebound?: components["schemas"]["ControlShift"][];
            /** @description Sum of the rebound, in kWh; positive is more net injection */
            rebound_kwh?: number;
            /** @description What controls that were accepted or cancelled later changed in this control's window, outside of their own windows, oldest first. `results` stays as answered; absent where a service does not say */
            restatements?: components["schemas"]["ControlRestatement"][];
            results: components["schemas"]["ControlEffect"][];
            /** @description The rule that issued or requested it */
            rule_id?: string | null;
            state: components["schemas"]["ControlState"];
            /** @description Whether a newer control took over minutes of this one, at one location or more */
            superseded: boolean;
            target: components["schemas"]["ControlTarget"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["ControlType"];
            /** @description Locations of the target without a device that can be controlled */
            unsupported: number;
        };
        ControlEffect: {
            /** @description Plan with this control, in kW, averaged over the interval; net injection at the connection point, production positive */
            after: number;
            /** @description Plan in force when the control was accepted, in kW, averaged over the interval; net injection at the connection point, production positive */
            before: number;
            /** @description after − before, in kW, averaged over the interval; net injection at the connection point, production positive */
            delta: number;
            /** @description Number of the quarter-hour within the local day of Europe/Amsterdam, from 1 */
            isp: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
        };
        /** @description A control stopped, at its end or because it was cancelled. */
        ControlEndedEvent: {
            data: components["schemas"]["ControlSummary"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.control.ended";
        };
        ControlExclusion: {
            /** @description Customers with such a location. One whose locations are excluded for several reasons counts for the first of them, so that they add up */
            customers: number;
            /** @description Locations excluded from the whole window */
            locations: number;
            /** @description Locations excluded from a part of the window; they are addressed */
            partial: number;
            reason: components["schemas"]["ExclusionReason"];
        };
        ControlList: {
            data: components["schemas"]["ControlRequest"][];
        };
        ControlOptOut: {
            /**
             * Format: date-time
             * @description The minute from which this applies; null: the control has ended
             */
            effective_from: string | null;
            opted_out: boolean;
        };
        ControlOptOutOrder: Record<string, never>;
        ControlOrder: {
            /** @description Start, rounded up to the next full minute; the current minute when absent, null or empty */
            time_from?: "" | string | null;
            /** @description End, rounded up to the next full minute; the end of the quarter of an hour in which the control starts when absent, null or empty */
            time_to?: "" | string | null;
            type: components["schemas"]["ControlType"];
        };
        /** @description While paused, new controls, requests and approvals are refused; reads and cancels go on, and so do controls that were accepted before, also those that are still to begin */
        ControlPause: {
            /** @description The actor, or the id of the API key */
            by: string | null;
            paused: boolean;
            reason: string | null;
            /**
             * Format: date-time
             * @description When setpoints were last sent, while sending them is overdue: controls may not be followed. Null while it is not
             */
            setpoints_late_since?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            since: string | null;
        };
        ControlPauseOrder: {
            /** @description Why, for those who are refused meanwhile */
            reason: string;
        };
        ControlPreview: {
            /** @description Why it takes a second person; empty when it takes none, absent where a service does not say */
            approval?: components["schemas"]["ApprovalReason"][];
            /** @description Devices that would be addressed */
            devices: number;
            /** @description What preferences of customers and the rotation of a group exclude from it, by reason; absent where a service does not say */
            excluded?: components["schemas"]["ControlExclusion"][];
            /** @description Locations that would be addressed */
            locations: number;
            /** @description Addressed locations without any data in the last day */
            no_recent_data: number;
            /** @description Earlier controls that share minutes and locations with this one */
            overlapping: number;
            /** @description Of those, the latest to be accepted: at most 20, newest first */
            overlaps: components["schemas"]["OverlappingControl"][];
            /** @description What the control changes after its window, for instance because batteries are fuller or emptier: from the first to the last quarter-hour with a change, at most seven days. Minutes of other controls are left out: those are restated. Absent where a service does not say */
            rebound?: components["schemas"]["ControlShift"][];
            /** @description Sum of the rebound, in kWh; positive is more net injection */
            rebound_kwh?: number;
            results: components["schemas"]["ControlEffect"][];
            /** @description For each of `results` the change in kW, with the sign of its `delta`, that is reached or exceeded with a probability of nine in ten */
            sure?: number[];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["ControlType"];
            /** @description Locations of the target without a device that can be controlled */
            unsupported: number;
        };
        ControlRequest: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            id: string;
            results: components["schemas"]["ControlEffect"][];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["ControlType"];
        };
        ControlRestatement: {
            /** @description Whether the other control was cancelled at that time; false: it was accepted */
            cancelled: boolean;
            /** @description The other control; null: this key may not read it */
            control_id: string | null;
            /** @description Change of what this control does in its own window, from the first to the last interval with a change */
            results: components["schemas"]["ControlShift"][];
            /**
             * Format: date-time
             * @description When the other control was accepted or cancelled
             */
            time: string;
            /**
             * @description Direction of the other control
             * @enum {string}
             */
            type: "MAX_PRODUCTION" | "ZERO_EXPORT" | "MAX_CONSUMPTION";
        };
        ControlShift: {
            /** @description Change of the plan, in kW, averaged over the interval; net injection at the connection point, production positive */
            delta: number;
            /** @description Number of the quarter-hour within the local day of Europe/Amsterdam, from 1 */
            isp: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
        };
        /** @description The window of a control began. Whether devices follow is in its delivery. */
        ControlStartedEvent: {
            data: components["schemas"]["ControlSummary"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.control.started";
        };
        /** @enum {string} */
        ControlState: "scheduled" | "active" | "ended" | "cancelled";
        /** @description A control without its intervals */
        ControlSummary: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            cancelled_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /** @description Measured less counterfactual over finished intervals, in kWh; null while nothing is measured */
            delivered_kwh?: number | null;
            /** @description Delivered over planned in finished intervals, as in the delivery of the control; null while it is not known */
            delivered_share?: number | null;
            /** @description Devices at these locations */
            devices: number;
            /**
             * Format: date-time
             * @description When it stops: `time_to`, or the minute from which it was cancelled
             */
            effective_to: string;
            /** @description Sum of the deltas over the window, in kWh; positive is more net injection */
            energy_kwh: number;
            id: string;
            /** @description The actor, or the id of the API key; of an approved one the requester. Null where it was not recorded */
            issued_by?: string | null;
            /** @description Locations that it addressed when it was accepted, with those that were excluded later */
            locations: number;
            /** @description Addressed locations where no newer control is in force now; null unless this control is in force */
            locations_in_force?: number | null;
            /** @description The next newer control that takes over locations of this one; null: none */
            next_override?: {
                /** @description Addressed locations that it takes over */
                locations: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time; without an offset it is UTC
                 */
                time: string;
            } | null;
            /**
             * @description Why it was issued; null: no reason given
             * @enum {string|null}
             */
            reason: "price" | "grid" | "test" | null;
            /** @description Sum of the rebound, in kWh; positive is more net injection */
            rebound_kwh?: number;
            /** @description The rule that issued or requested it */
            rule_id?: string | null;
            state: components["schemas"]["ControlState"];
            /** @description Whether a newer control took over minutes of this one, at one location or more */
            superseded: boolean;
            target: components["schemas"]["ControlTarget"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["ControlType"];
            /** @description Locations of the target without a device that can be controlled */
            unsupported: number;
        };
        ControlSummaryList: {
            data: components["schemas"]["ControlSummary"][];
        };
        ControlTarget: {
            id: string;
            /** @enum {string} */
            kind: "bidding_zone" | "group";
            name: string;
        };
        /**
         * @description MAX_PRODUCTION raises injection as far as it goes, ZERO_EXPORT allows no net export, MAX_CONSUMPTION lowers injection as far as it goes
         * @enum {string}
         */
        ControlType: "MAX_PRODUCTION" | "ZERO_EXPORT" | "MAX_CONSUMPTION";
        /** @description V = CF(E₁) − CF(E₀) + f·(X₀ − X₁) + r·(I₁ − I₀) − k·c − w·d for the supplier, with E₀ without and E₁ with the control, feed-in X paid at f, import I billed at r, compensation k of the curtailed energy c, and wear w of the battery throughput d that the control adds. Customers: the same contract from their side, with energy tax and VAT */
        ControlValue: {
            control_id: string;
            /** @description Who is excluded from it now, by reason, as in the control itself: no value counts on them; absent where a service does not say */
            excluded?: components["schemas"]["ControlExclusion"][];
            /** @description Oldest first; each one is kept */
            revisions: components["schemas"]["ValueRevision"][];
            state: components["schemas"]["ControlState"];
            /**
             * Format: date-time
             * @description When this was read
             */
            time: string;
        };
        CoverageData: {
            data: components["schemas"]["CoverageItem"][];
        };
        CoverageItem: {
            /** @description Share of the area's locations that were measured in the interval; `actual` has the forecast of the others. Each location counts once, whatever its size */
            coverage: number;
            /**
             * Format: date-time
             * @description Start of the interval of 15 minutes
             */
            time: string;
        };
        Customer: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            email: string;
            /** @description Group the customer belongs to */
            group_id?: string | null;
            id: string;
            language?: components["schemas"]["Language"];
            name: string;
        };
        CustomerControlValue: {
            control_id: string;
            customer_id: string;
            /** @description What excludes locations of the customer from all or a part of it, by reason, as by opting out; absent where a service does not say */
            excluded?: components["schemas"]["ControlExclusion"][];
            /** @description Oldest first; each one is kept. Empty if all locations of the customer are excluded from all of it */
            revisions: components["schemas"]["CustomerValueRevision"][];
        };
        CustomerCreate: {
            /** Format: email */
            email: string;
            /** @description Group the customer belongs to */
            group_id?: string | null;
            language?: components["schemas"]["Language"];
            name: string;
        };
        CustomerList: {
            data: components["schemas"]["Customer"][];
        };
        /** @description What a customer allows, as far as the group allows it */
        CustomerPreferences: {
            allowed: components["schemas"]["PreferenceLimits"];
            /** @description Share of the capacity of each controllable battery that stays in it: it is not discharged below */
            battery_reserve: number;
            /** @description Whether notices of controls may be sent by e-mail; the service sends none */
            email_notices: boolean;
            /** @description Hours and days without controls */
            hours_off: components["schemas"]["HoursOff"][];
            /** @description Maximum hours under control at each location in a calendar month; null: no maximum */
            max_hours_per_month: number | null;
            /** @description Opted out of all controls */
            opted_out: boolean;
            /** @description Locations without controls until a time, by a switch there; absent where a service does not say */
            paused?: components["schemas"]["LocationPause"][];
            /**
             * Format: date-time
             * @description null: never changed
             */
            updated_at: string | null;
        };
        CustomerPreferencesUpdate: {
            /** @description Share of the capacity of each controllable battery that stays in it: it is not discharged below */
            battery_reserve?: number;
            /** @description Whether notices of controls may be sent by e-mail; the service sends none */
            email_notices?: boolean;
            /** @description Hours and days without controls */
            hours_off?: components["schemas"]["HoursOff"][];
            /** @description Maximum hours under control at each location in a calendar month; null: no maximum */
            max_hours_per_month?: number | null;
            /** @description Opted out of all controls */
            opted_out?: boolean;
        };
        CustomersValue: {
            /** @description Compensation of curtailed energy, in euros; positive is a gain; null: see `missing` */
            compensation_eur: number | null;
            /** @description All of it together, in euros; positive is a gain; null: see `missing` */
            eur: number | null;
            /** @description What changed in the payment of feed-in, in euros; positive is a gain; null: see `missing` */
            feed_in_eur: number | null;
            /** @description What changed in the bill of energy from the grid, in euros; positive is a gain; null: see `missing` */
            import_eur: number | null;
            /** @description Battery wear, in euros; positive is a gain; null: see `missing` */
            wear_eur: number | null;
        };
        CustomerUpdate: {
            /** @description Group the customer belongs to */
            group_id?: string | null;
            language?: components["schemas"]["Language"];
            name: string;
        };
        CustomerValueRevision: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            as_of: string;
            basis: components["schemas"]["ValueBasis"];
            by_location: components["schemas"]["LocationValue"][];
            /** @description Compensation of curtailed energy, in euros; positive is a gain; null: see `missing` */
            compensation_eur: number | null;
            /** @description All of it together, in euros; positive is a gain; null: see `missing` */
            eur: number | null;
            /** @description What changed in the payment of feed-in, in euros; positive is a gain; null: see `missing` */
            feed_in_eur: number | null;
            /** @description What changed in the bill of energy from the grid, in euros; positive is a gain; null: see `missing` */
            import_eur: number | null;
            /** @description What keeps amounts from being known; no amount is estimated for it */
            missing: components["schemas"]["MissingValueInput"][];
            /** @description What became known at `as_of` and restated the value; absent before, and where a service does not say */
            restated_by?: ("terms" | "price" | "position")[];
            /** @description Half the width of the 90 % band of `volume_kwh`; null before delivery */
            uncertainty_kwh: number | null;
            /** @description Energy that the control kept from the grid, in kWh: without the control less with it; negative where it raised injection */
            volume_kwh: number;
            /** @description Battery wear, in euros; positive is a gain; null: see `missing` */
            wear_eur: number | null;
        };
        /**
         * @description simulated: a demo plant driven by replayed measured series; none: nothing reports
         * @enum {string}
         */
        DataSource: "measured" | "simulated" | "none";
        /**
         * @description suggested: as advice; waiting: it acts when the window is near; requested: approval; issued; refused: it tried and was not allowed to; not_worth_it; nothing: no price was low enough, or something was missing
         * @enum {string}
         */
        DecisionOutcome: "suggested" | "waiting" | "requested" | "issued" | "refused" | "not_worth_it" | "nothing";
        /**
         * @description An input that is missing; price_not_low: no price below a threshold; no_effect: nothing to curtail; below_min_gain; customer_loss: customers would lose more per MWh than the rule allows; monthly_cap: the cap per customer is used; not_due: it acts later; paused, approval-needed, zone-limit: the limits that also hold for people; refused: for another reason, in `detail`
         * @enum {string}
         */
        DecisionReason: "day_ahead_price" | "surplus_price" | "shortage_price" | "stale_price" | "position" | "forecast" | "terms" | "price_not_low" | "no_effect" | "below_min_gain" | "customer_loss" | "monthly_cap" | "not_due" | "paused" | "approval-needed" | "zone-limit" | "refused";
        DeletedAlertRule: {
            id: string;
        };
        DeletedRule: {
            id: string;
        };
        DeletedWebhook: {
            id: string;
        };
        /** @description A control with what was measured */
        DeliveredControl: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            cancelled_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /** @description Measured less counterfactual over finished intervals, in kWh; null while nothing is measured */
            delivered_kwh?: number | null;
            /** @description Delivered over planned in finished intervals, as in the delivery of the control; null while it is not known */
            delivered_share?: number | null;
            delivery: {
                /** @description Measured less counterfactual over finished intervals, in kWh; null while nothing is measured */
                delivered_kwh: number | null;
                /** @description Delivered over planned in finished intervals; the plan of locations without data counts as not delivered; null while nothing is measured or nothing was planned */
                delivered_share: number | null;
                devices: components["schemas"]["DeviceOutcomes"];
                /** @description Planned change until now, in kWh; of the running interval the minutes gone */
                planned_kwh: number;
                /** @description Half the width of the 90 % band of `delivered_kwh`, in kWh */
                uncertainty_kwh: number | null;
            };
            /** @description Devices at these locations */
            devices: number;
            /**
             * Format: date-time
             * @description When it stops: `time_to`, or the minute from which it was cancelled
             */
            effective_to: string;
            /** @description Sum of the deltas over the window, in kWh; positive is more net injection */
            energy_kwh: number;
            id: string;
            /** @description The actor, or the id of the API key; of an approved one the requester. Null where it was not recorded */
            issued_by?: string | null;
            /** @description Locations that it addressed when it was accepted, with those that were excluded later */
            locations: number;
            /** @description Addressed locations where no newer control is in force now; null unless this control is in force */
            locations_in_force?: number | null;
            /** @description The next newer control that takes over locations of this one; null: none */
            next_override?: {
                /** @description Addressed locations that it takes over */
                locations: number;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time; without an offset it is UTC
                 */
                time: string;
            } | null;
            /**
             * @description Why it was issued; null: no reason given
             * @enum {string|null}
             */
            reason: "price" | "grid" | "test" | null;
            /** @description Sum of the rebound, in kWh; positive is more net injection */
            rebound_kwh?: number;
            /** @description The rule that issued or requested it */
            rule_id?: string | null;
            state: components["schemas"]["ControlState"];
            /** @description Whether a newer control took over minutes of this one, at one location or more */
            superseded: boolean;
            target: components["schemas"]["ControlTarget"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["ControlType"];
            /** @description Locations of the target without a device that can be controlled */
            unsupported: number;
        };
        /** @description What was measured, and all that follows from it, is absent until this part has been measured */
        DeliveredEffect: {
            /** @description Plan without the control, of those that reported, in kW, averaged over the interval; net injection at the connection point, production positive */
            before?: number;
            /** @description What those that reported would have done without the control, given the sun and the load of this interval, in kW, averaged over the interval; net injection at the connection point, production positive */
            counterfactual?: number;
            /** @description measured − counterfactual, in kW, averaged over the interval; net injection at the connection point, production positive */
            delivered?: number;
            /** @description counterfactual − before: what the weather and the load changed, in kW, averaged over the interval; net injection at the connection point, production positive */
            forecast_error?: number;
            isp: number;
            /** @description Those locations */
            locations: number;
            /** @description Measured at those that reported, in kW, averaged over the interval; net injection at the connection point, production positive */
            measured?: number;
            /** @description Planned change of the locations where this control was not overridden, and which were not excluded later, in kW, averaged over the interval; net injection at the connection point, production positive */
            planned: number;
            /** @description Of them, those whose meter reported over this part */
            reporting: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            /** @description Half the width of the 90 % band of `delivered`, in kW; 0 where everything was measured */
            uncertainty?: number;
        };
        /** @enum {string} */
        DeliveryState: "pending" | "acknowledged" | "unknown" | "failed" | "not_dispatched";
        Device: {
            /** @description Manufacturer identifier, upper-case with underscores */
            brand: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            device_type: components["schemas"]["DeviceType"];
            icon_url: string;
            id: string;
            location_id: string;
            name: string;
        };
        /** @enum {string} */
        DeviceClass: "SOLAR_INVERTER" | "BATTERY";
        DeviceDetail: {
            /** @description Address text of its location, if it has one */
            address: string | null;
            /** @description Manufacturer identifier, upper-case with underscores */
            brand: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            device_type: components["schemas"]["DeviceType"];
            icon_url: string;
            id: string;
            location_id: string;
            name: string;
            ratings: components["schemas"]["SolarInverterRatings"] | components["schemas"]["BatteryRatings"] | components["schemas"]["MeterRatings"];
        };
        DeviceHistoricalData: {
            data: components["schemas"]["DeviceHistoricalItem"][];
        };
        /** @description `actual` is absent where nothing was measured; of zones and groups also where fewer than 95 % of `expected` reported. Missing values are never filled in */
        DeviceHistoricalItem: {
            /** @description What the devices measured, in kW, averaged over the interval, as their part in net injection: panels above 0 while they produce, a battery above 0 while it discharges and below 0 while it charges */
            actual?: number;
            /** @description Zones and groups: those, and locations whose devices reported the day before */
            expected?: number;
            /** @description Zones and groups: locations whose devices of this class are in `actual` */
            reporting?: number;
            /**
             * Format: date-time
             * @description Start of the interval of 15 minutes
             */
            time: string;
        };
        DeviceList: {
            data: components["schemas"]["DeviceDetail"][];
        };
        DeviceMeasurement: {
            /** @description Of an inverter that reports it: what its panels could have given, in kW, as an average over the interval. It makes the delivery of a control exact */
            available_kw?: number;
            device_id: string;
            /** @description Average over the interval, in kW. Inverter: what it gave. Battery: discharging positive. Meter: net injection, production positive */
            power_kw: number;
            /** @description Of a battery, at the end of the interval, 0 to 1 */
            state_of_charge?: number;
        };
        /**
         * @description Keeps the locations where a device has this outcome
         * @enum {string}
         */
        DeviceOutcome: "pending" | "executed" | "failed" | "unsupported" | "unknown" | "not_dispatched";
        DeviceOutcomes: {
            /** @description Controllable devices that the control addresses */
            addressed: number;
            /** @description Acknowledged by the device */
            executed: number;
            /** @description Reported a failure, or never acknowledged */
            failed: number;
            /** @description The control ended or was overridden before the setpoint was sent */
            not_dispatched: number;
            /** @description Not sent yet, or sent and still within the time to acknowledge */
            pending: number;
            /** @description Dispatched, and not acknowledged in time */
            unknown: number;
            /** @description Cannot follow setpoints: reported so, or registered as not controllable; the latter are not counted as addressed */
            unsupported: number;
        };
        /** @description A location that had stopped reporting reports again. */
        DeviceReachableEvent: {
            data: components["schemas"]["Reachability"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.device.reachable";
        };
        DeviceRegister: {
            brand: string;
            /** @enum {string} */
            device_type: "SOLAR_INVERTER";
            location_id: string;
            name: string;
            ratings: components["schemas"]["SolarInverterRatings"];
        } | {
            brand: string;
            /** @enum {string} */
            device_type: "BATTERY";
            location_id: string;
            name: string;
            ratings: components["schemas"]["BatteryRatings"];
        } | {
            brand: string;
            /** @enum {string} */
            device_type: "METER";
            location_id: string;
            name: string;
            ratings?: components["schemas"]["MeterRatings"];
        };
        /** @enum {string} */
        DeviceType: "SOLAR_INVERTER" | "BATTERY" | "METER";
        /** @description A location that reported before has not reported for five minutes. */
        DeviceUnreachableEvent: {
            data: components["schemas"]["Reachability"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.device.unreachable";
        };
        /**
         * @description not_sold: −c·DA, planned before the day-ahead auction; balanced: −c·P_shortage of a portfolio that was sold in full, where position or forecast is not known; portfolio: the change of CF(E) = S·DA + max(E − S, 0)·P_surplus − max(S − E, 0)·P_shortage
         * @enum {string}
         */
        EnergyFormula: "not_sold" | "balanced" | "portfolio";
        /**
         * @description opted_out: of all controls; opted_out_of_control: of this one, of the one it replaces or of one of the same type in these hours; paused_at_site: until a time, by a switch at the location; hours_off: hours or days without controls; monthly_cap: the maximum hours per month are reached; rotation: it is the turn of other locations of the group
         * @enum {string}
         */
        ExclusionReason: "opted_out" | "opted_out_of_control" | "paused_at_site" | "hours_off" | "monthly_cap" | "rotation";
        ForecastData: {
            data: {
                /** @description How far injection could have been lowered from the forecast, in kW, 0 or more */
                downward: number;
                /** @description Baseline expected without any control, frozen when the interval starts, in kW, averaged over the interval; net injection at the connection point, production positive */
                forecast: number;
                /** @description Lower bound of the forecast; eight in ten measurements are expected between p10 and p90, in kW, averaged over the interval; net injection at the connection point, production positive */
                p10?: number;
                /** @description Median of the forecast: as many measurements are expected below it as above it; `forecast` is the mean, in kW, averaged over the interval; net injection at the connection point, production positive */
                p50?: number;
                /** @description Upper bound of the forecast; eight in ten measurements are expected between p10 and p90, in kW, averaged over the interval; net injection at the connection point, production positive */
                p90?: number;
                /**
                 * Format: date-time
                 * @description Start of the interval of 15 minutes
                 */
                time: string;
                /** @description How far injection could have been raised from the forecast, in kW, 0 or more */
                upward: number;
            }[];
            /** @description Absent while the forecast is made without a weather forecast */
            weather?: {
                /** @description To be shown beside the forecast */
                attribution: string;
                /**
                 * Format: date-time
                 * @description When the weather forecast in use was issued
                 */
                issued_at: string;
            };
        };
        Group: {
            bidding_zone: components["schemas"]["BiddingZone"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            id: string;
            name: string;
        };
        GroupCreate: {
            bidding_zone: components["schemas"]["BiddingZone"];
            name: string;
        };
        GroupHistoricalData: {
            data: components["schemas"]["GroupHistoricalItem"][];
        };
        /** @description `actual` is absent where too few locations were measured */
        GroupHistoricalItem: {
            /** @description Measured, in kW, averaged over the interval; net injection at the connection point, production positive */
            actual?: number;
            /** @description Share of the area's locations that were measured in the interval; `actual` has the forecast of the others. Each location counts once, whatever its size */
            coverage?: number;
            /** @description How far injection could have been lowered from the forecast, in kW, 0 or more */
            downward: number;
            /** @description Baseline expected without any control, frozen when the interval starts, in kW, averaged over the interval; net injection at the connection point, production positive */
            forecast: number;
            /**
             * Format: date-time
             * @description Start of the interval of 15 minutes
             */
            time: string;
            /** @description How far injection could have been raised from the forecast, in kW, 0 or more */
            upward: number;
        };
        GroupList: {
            data: components["schemas"]["ListedGroup"][];
        };
        GroupRotation: {
            /** @description Jain's fairness index of lost kWh per kWp: 1 if it is the same at each location, 1/n if one location has all of it; null: nothing was lost */
            jain_index: number | null;
            /** @description Locations with panels that follow controls */
            locations: number;
            /** @description Their lost energy in the period, in kWh */
            lost_kwh: number;
            /** @description The locations by lost kWh per kWp, highest first; at most 200 */
            members: components["schemas"]["RotationMember"][];
            /** @description The share of what the group could be lowered by that a control of the group addresses, if it lowers injection: locations with the least lost energy per kWp first. Null: all locations */
            share: number | null;
            /**
             * Format: date-time
             * @description Start of the period, 365 days ago
             */
            since: string;
            /** @description Lost kWh per kWp at each tenth of the locations, lowest first */
            spread: components["schemas"]["RotationPercentile"][];
        };
        GroupRotationUpdate: {
            /** @description The share of what the group could be lowered by that a control of the group addresses, if it lowers injection: locations with the least lost energy per kWp first. Null: all locations */
            share: number | null;
        };
        HistoricalData: {
            data: components["schemas"]["HistoricalDataItem"][];
        };
        /** @description `actual` is absent where nothing was measured */
        HistoricalDataItem: {
            /** @description Measured, in kW, averaged over the interval; net injection at the connection point, production positive */
            actual?: number;
            /** @description How far injection could have been lowered from the forecast, in kW, 0 or more */
            downward: number;
            /** @description Baseline expected without any control, frozen when the interval starts, in kW, averaged over the interval; net injection at the connection point, production positive */
            forecast: number;
            /**
             * Format: date-time
             * @description Start of the interval of 15 minutes
             */
            time: string;
            /** @description How far injection could have been raised from the forecast, in kW, 0 or more */
            upward: number;
        };
        HoursOff: {
            /** @description Days of the week on which they begin; 0 is Sunday */
            days: number[];
            /** @description Local time in Europe/Amsterdam */
            time_from: string;
            /** @description Local time; if it is not later than `time_from` it is on the next day. Equal times are 24 hours */
            time_to: string;
        };
        IntervalValue: {
            customers: components["schemas"]["CustomersValue"];
            formula: components["schemas"]["EnergyFormula"];
            isp: number;
            /** @description What controls of the bidding zone that were accepted later curtailed in the ISP, in kWh: with this control and those before it, the zone injected `portfolio_kwh` and this. Absent before delivery, or where a service does not say */
            newer_controls_kwh?: number;
            /** @description Net injection of the bidding zone with the control: measured, or as expected when it was accepted; null: not known or not needed */
            portfolio_kwh: number | null;
            prices: components["schemas"]["ValuePrice"][];
            /** @description Position sold of the bidding zone; null: not known */
            sold_kwh: number | null;
            supplier: components["schemas"]["SupplierValue"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            /** @description Energy that the control kept from the grid, in kWh: without the control less with it; negative where it raised injection */
            volume_kwh: number;
        };
        IssuedStatement: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            issued_at: string;
            /** @description Of the canonical rows; it is in the audit chain too */
            sha256: string;
            /** @description From 1 for each issue that differs */
            version: number;
        };
        /**
         * @description nl-NL where none was ever set
         * @default nl-NL
         * @enum {string}
         */
        Language: "en-US" | "nl-NL";
        ListedGroup: {
            bidding_zone: components["schemas"]["BiddingZone"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            id: string;
            /** @description Locations of its customers, counted a moment ago, of a large fleet up to some minutes ago. Absent where a service does not count them */
            locations?: number;
            name: string;
            /** @description Most that panels and batteries at these locations give together, AC, in kW. Absent where a service does not sum it */
            rated_kw?: number;
        };
        LiveStatus: {
            /** @description Latest measured minute, in kW, averaged over the interval; net injection at the connection point, production positive */
            actual: number | null;
            /** @description Locations whose devices confirm a control this minute */
            curtailed: number;
            data_source: components["schemas"]["DataSource"];
            devices: number;
            downward: number | null;
            /** @description Forecast of the current interval, in kW, averaged over the interval; net injection at the connection point, production positive */
            forecast: number | null;
            isp: number;
            locations: number;
            /**
             * Format: date-time
             * @description Latest measurement; null when there is none
             */
            measured_at: string | null;
            /** @description What controls change in the plan in this minute, in kW, averaged over the interval; net injection at the connection point, production positive */
            planned_change?: number | null;
            /** @description Locations that reported in the last five minutes */
            reporting: number;
            /** @description Of the batteries that report it, as last measured; null when none does */
            state_of_charge: number | null;
            /**
             * Format: date-time
             * @description When this was read
             */
            time: string;
            upward: number | null;
        };
        Location: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            customer_id: string;
            id: string;
            /** @description Degrees north */
            latitude: number;
            /** @description Degrees east */
            longitude: number;
            /** @description Free-form data on the location, at most 16 KiB as JSON */
            metadata: {
                [key: string]: unknown;
            };
        };
        LocationCluster: {
            /** @description Address of the one location, or its customer's name; else null */
            label: string | null;
            /** @description Mean of its locations, degrees north */
            latitude: number;
            /** @description Where it is one location; else null */
            location_id: string | null;
            /** @description How many they are, 1 or more */
            locations: number;
            /** @description Mean of its locations, degrees east */
            longitude: number;
            /** @description Of these, without any data ever. Each location counts once: the rest are reporting without a control */
            never_reported: number;
            /** @description Of these, reporting and with devices that confirm a control this minute */
            responding: number;
            /** @description Of these, with earlier data but none in the last five minutes */
            silent: number;
        };
        LocationClusterList: {
            data: components["schemas"]["LocationCluster"][];
        };
        LocationCreate: {
            customer_id: string;
            /** @description Degrees north, −90 to 90 */
            latitude: number;
            /** @description Degrees east, −180 to 180 */
            longitude: number;
            /** @description Free-form data on the location, at most 16 KiB as JSON */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        LocationDelivery: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            acknowledged_at: string | null;
            address: string | null;
            customer_name: string;
            /** @description Measured less counterfactual over those, in kWh; null while nothing is measured */
            delivered_kwh: number | null;
            devices: components["schemas"]["DeviceOutcomes"];
            /**
             * Format: date-time
             * @description When its setpoint first left; null: not yet
             */
            dispatched_at: string | null;
            location_id: string;
            /** @description Planned change until now, in kWh; of the running interval the minutes gone */
            planned_kwh: number;
            state: components["schemas"]["DeliveryState"];
            /** @description Half the width of the 90 % band of `delivered_kwh`, in kWh */
            uncertainty_kwh: number | null;
        };
        LocationDeliveryList: {
            data: components["schemas"]["LocationDelivery"][];
        };
        LocationDetail: {
            /** @description Sum of the batteries' capacity, in kWh */
            battery_kwh: number;
            connection: components["schemas"]["Connection"];
            /** @description Most the connection carries in either direction, in kW */
            connection_limit_kw: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            customer_id: string;
            customer_name: string;
            data_source: components["schemas"]["DataSource"];
            /** @description Devices registered here */
            devices: number;
            group_id: string | null;
            id: string;
            /**
             * Format: date-time
             * @description End of the latest measurement; null where nothing ever reported
             */
            last_reported_at: string | null;
            /** @description Degrees north */
            latitude: number;
            /** @description Degrees east */
            longitude: number;
            /** @description Free-form data on the location, at most 16 KiB as JSON */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Sum of the panels' peak power, in kW */
            pv_peak_kw: number;
            /** @description Whether its devices confirm a control this minute */
            responding: boolean;
        };
        LocationList: {
            data: components["schemas"]["LocationDetail"][];
        };
        LocationLostEnergy: {
            /** @description Compensation of all controls of the month, exactly as in the statement, in euros; positive is a gain; null: see `missing` */
            compensation_eur: number | null;
            location_id: string;
            /** @description What all controls of the month changed in the payment of feed-in and the bill, exactly as in the statement, in euros; positive is a gain; null: see `missing` */
            lost_eur: number | null;
            /** @description Energy lost under controls that lower injection, in kWh: not produced or not exported; batteries may have stored a part of it. What they charged from the grid is not lost */
            lost_kwh: number;
            /** @description Half the width of the 90 % band of `lost_kwh`, in kWh */
            uncertainty_kwh: number;
        };
        LocationPause: {
            location_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            until: string;
        };
        /**
         * @description reporting: data in the last five minutes, no control; responding: the same, and its devices confirm a control this minute; silent: earlier data, none in the last five minutes; never_reported: no data ever
         * @enum {string}
         */
        LocationState: "reporting" | "silent" | "never_reported" | "responding";
        LocationValue: {
            /** @description Compensation of curtailed energy, in euros; positive is a gain; null: see `missing` */
            compensation_eur: number | null;
            /** @description All of it together, in euros; positive is a gain; null: see `missing` */
            eur: number | null;
            /** @description What changed in the payment of feed-in, in euros; positive is a gain; null: see `missing` */
            feed_in_eur: number | null;
            /** @description What changed in the bill of energy from the grid, in euros; positive is a gain; null: see `missing` */
            import_eur: number | null;
            location_id: string;
            /** @description Half the width of the 90 % band of `volume_kwh`; null before delivery */
            uncertainty_kwh: number | null;
            /** @description Energy that the control kept from the grid, in kWh: without the control less with it; negative where it raised injection */
            volume_kwh: number;
            /** @description Battery wear, in euros; positive is a gain; null: see `missing` */
            wear_eur: number | null;
        };
        LostEnergyList: {
            /** @description Months in which something was measured, newest first */
            data: components["schemas"]["MonthLostEnergy"][];
        };
        /**
         * @description Market of a price
         * @enum {string}
         */
        Market: "day-ahead" | "imbalance";
        Measurement: {
            devices?: components["schemas"]["DeviceMeasurement"][];
            /** @description Average net injection at the connection point, in kW, production positive; when absent, that of the meters among the devices */
            injection_kw?: number;
            /**
             * Format: date-time
             * @description Start; a full minute
             */
            time_from: string;
            /**
             * Format: date-time
             * @description End; a full minute, in the same quarter of an hour, not in the future
             */
            time_to: string;
        };
        /** @description Recorded whole or not at all. A later measurement of the same minutes replaces the earlier one; the same values again change nothing */
        MeasurementBatch: {
            measurements: components["schemas"]["Measurement"][];
        };
        MeasurementReceipt: {
            /** @description Of the finished ones among them, those whose record changed */
            changed: number;
            /** @description Intervals of 15 minutes that the batch covers, wholly or partly */
            intervals: number;
        };
        MeterRatings: {
            /**
             * @description Most the connection carries in either direction, in kW
             * @default null
             */
            connection_limit_kw?: number | null;
        };
        MissingAdviceInput: {
            /** @description Customers without terms */
            customers: number;
            /** @description Quarter-hours without it; 0 for terms */
            intervals: number;
            /**
             * Format: date-time
             * @description Start of the first of them
             */
            time_from: string | null;
            what: components["schemas"]["AdviceInput"];
        };
        /**
         * @description terms: contract terms of a customer; portfolio: the measured net injection of the bidding zone; measurements: those of a location under the control; battery_throughput: what batteries charged and discharged because of it
         * @enum {string}
         */
        MissingInput: "terms" | "day_ahead_price" | "surplus_price" | "shortage_price" | "position" | "portfolio" | "measurements" | "battery_throughput";
        MissingValueInput: {
            /** @description Customers for terms, locations for measurements and battery throughput, otherwise intervals */
            count: number;
            /** @description Of terms, in the value of a control: the first 20 of these customers, by id */
            customers?: components["schemas"]["NamedCustomer"][];
            what: components["schemas"]["MissingInput"];
        };
        MonthLostEnergy: {
            by_location: components["schemas"]["LocationLostEnergy"][];
            /** @description Compensation of all controls of the month, exactly as in the statement, in euros; positive is a gain; null: see `missing` */
            compensation_eur: number | null;
            /** @description Controls with a measured delivery */
            controls: number;
            /** @description What all controls of the month cost or earned the customer, rounded once to a cent; also those that raise net injection, in euros; positive is a gain; null: see `missing` */
            eur: number | null;
            /** @description What all controls of the month changed in the payment of feed-in and the bill, exactly as in the statement, in euros; positive is a gain; null: see `missing` */
            lost_eur: number | null;
            /** @description Energy lost under controls that lower injection, in kWh: not produced or not exported; batteries may have stored a part of it. What they charged from the grid is not lost */
            lost_kwh: number;
            /** @description What keeps amounts from being known; no amount is estimated for it */
            missing: components["schemas"]["MissingValueInput"][];
            /** @description `YYYY-MM`, Europe/Amsterdam */
            month: string;
            /** @description Half the width of the 90 % band of `lost_kwh`, in kWh */
            uncertainty_kwh: number;
        };
        NamedCustomer: {
            customer_id: string;
            name: string;
        };
        NewApiKey: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            expires_at: string | null;
            id: string;
            /** @description The key itself. It is not stored: null when the same request is answered again */
            key: string | null;
            /**
             * Format: date-time
             * @description To the minute; null: never used
             */
            last_used_at: string | null;
            /**
             * @description null: not limited to groups or bidding zones
             * @default null
             */
            limits?: {
                /** @description Bidding zones, with all that lies in them */
                bidding_zones: components["schemas"]["BiddingZone"][];
                /** @description Groups, with all that belongs to them */
                group_ids: string[];
            } | null;
            name: string;
            /** @description How the key begins: enough to tell it from others */
            prefix: string;
            /**
             * Format: date-time
             * @description Until when the key from before the last rotation works too
             * @default null
             */
            previous_until?: string | null;
            /**
             * @description null: as the service is configured
             * @default null
             */
            rate?: {
                changes_per_minute: number | null;
                reads_per_minute: number | null;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             * @default null
             */
            rotated_at?: string | null;
            scopes: string[];
        };
        NewWebhook: {
            /** @description Only what lies in these bidding zones; with `group_ids` they add up */
            bidding_zones: components["schemas"]["BiddingZone"][];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /** @description While false nothing is sent, and new events are not queued */
            enabled: boolean;
            /** @description What it subscribes to */
            events: components["schemas"]["WebhookEventType"][];
            /** @description Events that were given up after 24 hours; send them again */
            failed: number;
            /** @description Only what belongs to these groups. Both empty: everything that its key may read */
            group_ids: string[];
            id: string;
            /** @description The API key that created it, whose limits hold; `configured` for the portal's */
            key_id: string;
            /** @description The last failed attempt; null after a success */
            last_failure: {
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time; without an offset it is UTC
                 */
                at: string;
                detail: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            last_success_at: string | null;
            name: string;
            /** @description Events that are not delivered yet */
            pending: number;
            /**
             * Format: date-time
             * @description Until when events are signed with the former secret too
             */
            previous_until: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            rotated_at: string | null;
            /** @description Verifies signatures, by Standard Webhooks. Only here: null when the same request is answered again */
            secret: string | null;
            state: components["schemas"]["WebhookState"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            updated_at: string;
            /**
             * Format: uri
             * @description Where events are posted to: https, and no address of a private network unless the service allows it
             */
            url: string;
        };
        OverlappingControl: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            effective_to: string;
            id: string;
            target: components["schemas"]["ControlTarget"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            type: components["schemas"]["ControlType"];
        };
        OwnControl: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            cancelled_at: string | null;
            control_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /** @description What was measured less what would have been without any control, in kWh, over the minutes in which this one was in force; null while nothing is measured */
            delivered_kwh: number | null;
            /**
             * Format: date-time
             * @description When it stopped: `time_to`, or the minute from which it was cancelled
             */
            effective_to: string;
            /** @description Sum of the deltas up to `effective_to`, in kWh; negative is less */
            energy_kwh: number;
            /** @description The part of `delivered_kwh` in what went to the grid, in kWh; negative is less. Absent where a service does not split it */
            export_change_kwh?: number | null;
            /** @description The part of `delivered_kwh` in what came from the grid, in kWh; positive is more. `delivered_kwh` is `export_change_kwh` less `import_change_kwh` */
            import_change_kwh?: number | null;
            /** @description Whether all of it is measured up to `effective_to`; what a newer control took over is left out. Until then `delivered_kwh` is of a part */
            measured_whole: boolean;
            /** @description Whether the customer opted out of this control; only in the list of a customer's controls */
            opted_out?: boolean;
            /**
             * @description Why it was issued; null: no reason given
             * @enum {string|null}
             */
            reason: "price" | "grid" | "test" | null;
            /** @description Up to `effective_to` */
            results: components["schemas"]["ControlEffect"][];
            /** @description Whether a newer control took over minutes of this one here */
            superseded: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["ControlType"];
        };
        OwnControlList: {
            data: components["schemas"]["OwnControl"][];
        };
        PlannedChange: {
            /** @description What all controls together change in the plan: it is expected on top of `forecast`, in kW, averaged over the interval; net injection at the connection point, production positive */
            change: number;
            /**
             * Format: date-time
             * @description Start of the interval of 15 minutes
             */
            time: string;
        };
        PlannedChangeList: {
            data: components["schemas"]["PlannedChange"][];
        };
        Position: {
            /** @description Energy sold for the interval on the day-ahead and intraday market, in kWh; bought is negative */
            sold_kwh: number;
            /**
             * Format: date-time
             * @description Start of an interval of 15 minutes
             */
            time_from: string;
        };
        /** @description Recorded whole or not at all. A later position of an interval replaces the earlier one, which stays on record */
        PositionBatch: {
            positions: components["schemas"]["Position"][];
        };
        PositionList: {
            data: components["schemas"]["RecordedPosition"][];
        };
        PositionReceipt: {
            /** @description Intervals whose position changed */
            changed: number;
        };
        /** @description What customers may choose, as their group allows it */
        PreferenceLimits: {
            /** @description Whether customers may opt out of a single control */
            control_opt_out: boolean;
            /** @description Largest battery reserve, as a share */
            max_battery_reserve: number;
            /** @description Most hours off in a week, in total */
            max_hours_off_per_week: number;
            /** @description Smallest maximum of hours per month; null: customers may not set a maximum */
            min_hours_per_month: number | null;
            /** @description Whether customers may opt out of all controls */
            opt_out: boolean;
        };
        PreferenceLimitsUpdate: {
            /** @description Whether customers may opt out of a single control */
            control_opt_out?: boolean;
            /** @description Largest battery reserve, as a share */
            max_battery_reserve?: number;
            /** @description Most hours off in a week, in total */
            max_hours_off_per_week?: number;
            /** @description Smallest maximum of hours per month; null: customers may not set a maximum */
            min_hours_per_month?: number | null;
            /** @description Whether customers may opt out of all controls */
            opt_out?: boolean;
        };
        Price: {
            isp: number;
            /**
             * Format: date-time
             * @description When this price became known
             */
            known_at: string;
            /** @description Imbalance price of a surplus, in EUR/MWh; it may be negative */
            long?: number;
            /** @description Day-ahead price, in EUR/MWh; it may be negative */
            price?: number;
            /** @description Imbalance price of a shortage, in EUR/MWh; it may be negative */
            short?: number;
            source: string;
            /** @description Imbalance: regulation state -1, 0, 1 or 2, if the source reports it */
            state?: number;
            /**
             * Format: date-time
             * @description Start of the ISP of 15 minutes
             */
            time: string;
        };
        /** @description A rule found a window that is worth a control, or acted on one. */
        PriceAdviceEvent: {
            data: components["schemas"]["AdvisedWindow"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.price.advice";
        };
        /** @description Recorded whole or not at all. The same prices again are confirmed; other prices with a later `known_at` restate them, and the earlier ones remain readable with `as_of` */
        PriceBatch: {
            /**
             * Format: date-time
             * @description When these prices became known; now when not given, never in the future
             */
            known_at?: string;
            market: components["schemas"]["Market"];
            prices: components["schemas"]["PriceEntry"][];
            /** @description Name of the source, such as `entsoe` */
            source: string;
        };
        /** @description Oldest first; an ISP without a price has no item */
        PriceData: {
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            as_of: string;
            data: components["schemas"]["Price"][];
            /** @description The sources that are read automatically */
            feeds: components["schemas"]["PriceFeed"][];
            /**
             * Format: date-time
             * @description Next gate closure of the day-ahead market, 12:00 local time
             */
            gate_closure: string;
            /**
             * Format: date-time
             * @description End of the last ISP with a price, whatever the period; null if none
             */
            known_until: string | null;
            market: components["schemas"]["Market"];
            /** @description ISPs of the period without a price */
            missing: number;
            /**
             * @description Of the requested period. `complete`: every ISP has a price; `pending`: some are not due yet; `stale`: some are overdue; `unknown`: none is known and some were due. Rules act on `complete` only
             * @enum {string}
             */
            status: "complete" | "pending" | "stale" | "unknown";
            /** @description Whether every ISP of the next local day has a price */
            tomorrow_known: boolean;
            /** @enum {string} */
            unit: "EUR/MWh";
        };
        /** @description Day ahead: `price`. Imbalance: `long` and `short`, and `state` if known */
        PriceEntry: {
            /** @description Imbalance price of a surplus, in EUR/MWh; it may be negative */
            long?: number;
            /** @description Day-ahead price, in EUR/MWh; it may be negative */
            price?: number;
            /** @description Imbalance price of a shortage, in EUR/MWh; it may be negative */
            short?: number;
            /** @description Imbalance: regulation state -1, 0, 1 or 2, if the source reports it */
            state?: number;
            /**
             * Format: date-time
             * @description Start of the ISP of 15 minutes
             */
            time: string;
        };
        PriceFeed: {
            /** @description Licence line of the source, as it gives it */
            attribution: string | null;
            /**
             * Format: date-time
             * @description When it was last read
             */
            checked_at: string;
            /** @description Why the last read failed, in English */
            failure: string | null;
            /**
             * @description The same as a code; absent where a service does not say
             * @enum {string|null}
             */
            failure_code?: "unreachable" | "refused" | "unexpected_answer" | "no_prices" | null;
            source: string;
            /**
             * Format: date-time
             * @description When it last answered as expected
             */
            succeeded_at: string | null;
        };
        PriceReceipt: {
            /** @description ISPs whose price is new or restated */
            changed: number;
            /** @description ISPs in the batch */
            intervals: number;
            /**
             * Format: date-time
             * @description When the recorded prices became known
             */
            known_at: string;
        };
        Problem: {
            /** @description Extension: stable name of this detail */
            code?: string;
            detail: string;
            /** @description Extension: how many errors there are, where `errors` lists only the first of them */
            error_count?: number;
            errors?: {
                /** @description Extension: stable name of this detail */
                code?: string;
                detail: string;
                /** @description JSON pointer into the body (`#/time_to`), or `query/…`, `path/…`, `header/…` */
                pointer: string;
                /** @description Extension: what the detail speaks of, such as a limit */
                values?: {
                    [key: string]: string | number;
                };
            }[];
            /** @description Quote it when you ask about this answer */
            request_id: string;
            status: number;
            title: string;
            /** @description Stable URI of the kind of problem */
            type: string;
            /** @description Extension: what the detail speaks of, such as a limit */
            values?: {
                [key: string]: string | number;
            };
        };
        /** @description The devices of a location, which report together */
        Reachability: {
            bidding_zone: components["schemas"]["BiddingZone"];
            customer_id: string;
            device_ids: string[];
            group_id: string | null;
            /**
             * Format: date-time
             * @description When the location last reported
             */
            last_seen: string;
            location_id: string;
        };
        RecordedPosition: {
            isp: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            recorded_at: string;
            /** @description Energy sold for the interval on the day-ahead and intraday market, in kWh; bought is negative */
            sold_kwh: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
        };
        ReplayedControl: {
            curtailed_kwh: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            decided_at: string;
            expected_eur: number;
            gain_eur: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["RuleControlType"];
        };
        ReplayMonth: {
            controls: number;
            curtailed_kwh: number;
            customers_eur: number;
            /** @description Gain of the supplier expected by the decisions: with the prices, positions and contract terms recorded by then, and as forecast what was measured in the same quarter-hour of the last day on which it was over */
            expected_eur: number;
            /** @description Gain of the best schedule, known afterwards, of the same types of control within the rule's hours, shortest window, notice and monthly cap, whatever its thresholds and smallest gain */
            foresight_eur: number;
            /** @description Gain of the supplier at the final prices and terms, with what was measured */
            gain_eur: number;
            /** @description Hours under control */
            hours: number;
            month: string;
            /** @description Share of perfect foresight, 1 is all of it; null if that gains nothing */
            share: number | null;
            /** @description Quarter-hours under control that have no value, because something is missing */
            unvalued_intervals: number;
        };
        /** @description At most 366 days */
        ReplayOrder: {
            /** @description Start of the period; 60 days before its end when not given */
            time_from?: "" | string;
            /** @description End of the period, not in the future; the start of today when not given */
            time_to?: "" | string;
        };
        ReplaySum: {
            controls: number;
            curtailed_kwh: number;
            customers_eur: number;
            /** @description Gain of the supplier expected by the decisions: with the prices, positions and contract terms recorded by then, and as forecast what was measured in the same quarter-hour of the last day on which it was over */
            expected_eur: number;
            /** @description Gain of the best schedule, known afterwards, of the same types of control within the rule's hours, shortest window, notice and monthly cap, whatever its thresholds and smallest gain */
            foresight_eur: number;
            /** @description Gain of the supplier at the final prices and terms, with what was measured */
            gain_eur: number;
            /** @description Hours under control */
            hours: number;
            /** @description Share of perfect foresight, 1 is all of it; null if that gains nothing */
            share: number | null;
            /** @description Quarter-hours under control that have no value, because something is missing */
            unvalued_intervals: number;
        };
        /** @description An approval request without its quarter-hours */
        RequestedControl: {
            /** @description Largest change of a quarter-hour, in kW */
            change_kw: number;
            /** @description The control that the approval issued */
            control_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            decided_at: string | null;
            decided_by: string | null;
            /** @description Devices that would be addressed */
            devices: number;
            /** @description Sum of the deltas over the window, in kWh */
            energy_kwh: number;
            /**
             * Format: date-time
             * @description From then on it can no longer be approved
             */
            expires_at: string;
            id: string;
            /** @description Locations that would be addressed */
            locations: number;
            /** @description Why it takes a second person */
            needs: components["schemas"]["ApprovalReason"][];
            /**
             * @description Why it was issued; null: no reason given
             * @enum {string|null}
             */
            reason: "price" | "grid" | "test" | null;
            /** @description The control of the same target that the approval cancels; null for none */
            replaces?: string | null;
            /** @description The actor, or the id of the API key */
            requested_by: string;
            state: components["schemas"]["ApprovalRequestState"];
            target: components["schemas"]["ControlTarget"];
            /**
             * Format: date-time
             * @description Requested start; approved later, it starts then
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["ControlType"];
        };
        RotationMember: {
            customer_id: string;
            customer_name: string;
            /** @description Lost energy per kWp of panels */
            kwh_per_kwp: number;
            location_id: string;
            /** @description Its lost energy in the period, in kWh */
            lost_kwh: number;
            /** @description Panels that follow controls, in kWp */
            peak_kw: number;
            /** @description Its share of the group's lost energy, from 0 to 1 */
            share: number;
        };
        RotationPercentile: {
            /** @description Lost energy per kWp of panels */
            kwh_per_kwp: number;
            percent: number;
        };
        /** @description Watches prices and acts on them as staff have written down */
        Rule: {
            action: components["schemas"]["RuleAction"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /** @description The actor, or the id of the API key */
            created_by: string;
            /** @description A disabled rule does nothing; it can be replayed. A new rule is disabled unless this is true */
            enabled: boolean;
            export_threshold: {
                /** @description Acts while the market price of injection is below: day ahead until gate closure, then the imbalance price that the position of the bidding zone leads to */
                below_eur_per_mwh: number;
                type: components["schemas"]["RuleControlType"];
            } | null;
            /** @description The hours in which windows may lie, by the local clock; empty: all hours */
            hours: components["schemas"]["HoursOff"][];
            id: string;
            import_threshold: {
                /** @description Acts while what customers pay for a MWh from the grid, with markup, energy tax and VAT, is below; on average over the locations. It goes before the other threshold */
                below_eur_per_mwh: number;
                type: components["schemas"]["RuleControlType"];
            } | null;
            /** @description Largest loss of customers for a window, after compensation, per MWh of curtailed energy; 0: never where customers lose. Null: no limit */
            max_customer_loss_eur_per_mwh: number | null;
            /** @description Cap per customer: hours in a calendar month in which this rule may curtail a customer. All hours of its controls count, whoever took part. Null: no cap */
            max_hours_per_month: number | null;
            /** @description Smallest gain of the supplier for a window, in EUR; it is always more than 0 */
            min_gain_eur: number;
            /** @description Shortest window in minutes, in quarter-hours */
            min_minutes: number;
            name: string;
            /** @description It requests or issues so many minutes before a window begins, in quarter-hours */
            notice_minutes: number;
            target: components["schemas"]["ControlTarget"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            updated_at: string;
            /** @description Who changed it last. Neither of the two may approve what it requests */
            updated_by: string;
        };
        /**
         * @description suggest: advice only; request_approval: a request that another person approves; issue: issues the control, within the same limits as a person, and requests approval where that is needed
         * @enum {string}
         */
        RuleAction: "suggest" | "request_approval" | "issue";
        /**
         * @description The directions that lower net injection: ZERO_EXPORT or MAX_CONSUMPTION
         * @enum {string|null}
         */
        RuleControlType: "ZERO_EXPORT" | "MAX_CONSUMPTION" | null;
        RuleDecision: {
            control_id: string | null;
            /** @description Expected gain of customers, with compensation; negative: it costs them */
            customers_eur: number | null;
            /** @description Why it was refused, in a sentence */
            detail: string | null;
            /** @description Expected gain of the supplier */
            gain_eur: number | null;
            id: string;
            /** @description The prices that were known */
            intervals: components["schemas"]["AdviceInterval"][];
            missing: components["schemas"]["MissingAdviceInput"][];
            outcome: components["schemas"]["DecisionOutcome"];
            reasons: components["schemas"]["DecisionReason"][];
            request_id: string | null;
            /**
             * Format: date-time
             * @description When it was decided
             */
            time: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["RuleControlType"];
            /** @description Expected curtailed energy */
            volume_kwh: number;
        };
        RuleDecisionList: {
            data: components["schemas"]["RuleDecision"][];
        };
        RuleList: {
            data: components["schemas"]["Rule"][];
        };
        RuleOrder: {
            action?: components["schemas"]["RuleAction"];
            /**
             * @description A disabled rule does nothing; it can be replayed. A new rule is disabled unless this is true
             * @default false
             */
            enabled?: boolean;
            /** @default null */
            export_threshold?: {
                /** @description Acts while the market price of injection is below: day ahead until gate closure, then the imbalance price that the position of the bidding zone leads to */
                below_eur_per_mwh: number;
                type: components["schemas"]["RuleControlType"];
            } | null;
            /**
             * @description The hours in which windows may lie, by the local clock; empty: all hours
             * @default []
             */
            hours?: components["schemas"]["HoursOff"][];
            /** @default null */
            import_threshold?: {
                /** @description Acts while what customers pay for a MWh from the grid, with markup, energy tax and VAT, is below; on average over the locations. It goes before the other threshold */
                below_eur_per_mwh: number;
                type: components["schemas"]["RuleControlType"];
            } | null;
            /**
             * @description Largest loss of customers for a window, after compensation, per MWh of curtailed energy; 0: never where customers lose. Null: no limit
             * @default null
             */
            max_customer_loss_eur_per_mwh?: number | null;
            /**
             * @description Cap per customer: hours in a calendar month in which this rule may curtail a customer. All hours of its controls count, whoever took part. Null: no cap
             * @default null
             */
            max_hours_per_month?: number | null;
            /**
             * @description Smallest gain of the supplier for a window, in EUR; it is always more than 0
             * @default 0
             */
            min_gain_eur?: number;
            /**
             * @description Shortest window in minutes, in quarter-hours
             * @default 30
             */
            min_minutes?: number;
            name: string;
            /**
             * @description It requests or issues so many minutes before a window begins, in quarter-hours
             * @default 60
             */
            notice_minutes?: number;
            target: components["schemas"]["RuleTarget"];
        };
        RuleReplay: {
            /** @description At most 1,000, newest first */
            controls: components["schemas"]["ReplayedControl"][];
            /** @description Customers for whom no contract terms were recorded at the first decisions: for them the first that were recorded later count. Of others the terms known at each decision count. Absent where a service does not say */
            later_terms_customers?: number;
            locations: number;
            /** @description What was missing in the period; the rule did nothing where it was needed */
            missing: components["schemas"]["MissingAdviceInput"][];
            months: components["schemas"]["ReplayMonth"][];
            rule_id: string;
            /** @description Locations that forecasts and perfect foresight were made from: all, or a sample of a large target */
            sampled_locations: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            total: components["schemas"]["ReplaySum"];
        };
        /** @description A bidding zone or a group */
        RuleTarget: {
            id: string;
            /** @enum {string} */
            kind: "bidding_zone" | "group";
        };
        RuleUpdate: {
            action?: components["schemas"]["RuleAction"];
            /** @description A disabled rule does nothing; it can be replayed. A new rule is disabled unless this is true */
            enabled?: boolean;
            export_threshold?: {
                /** @description Acts while the market price of injection is below: day ahead until gate closure, then the imbalance price that the position of the bidding zone leads to */
                below_eur_per_mwh: number;
                type: components["schemas"]["RuleControlType"];
            } | null;
            /** @description The hours in which windows may lie, by the local clock; empty: all hours */
            hours?: components["schemas"]["HoursOff"][];
            import_threshold?: {
                /** @description Acts while what customers pay for a MWh from the grid, with markup, energy tax and VAT, is below; on average over the locations. It goes before the other threshold */
                below_eur_per_mwh: number;
                type: components["schemas"]["RuleControlType"];
            } | null;
            /** @description Largest loss of customers for a window, after compensation, per MWh of curtailed energy; 0: never where customers lose. Null: no limit */
            max_customer_loss_eur_per_mwh?: number | null;
            /** @description Cap per customer: hours in a calendar month in which this rule may curtail a customer. All hours of its controls count, whoever took part. Null: no cap */
            max_hours_per_month?: number | null;
            /** @description Smallest gain of the supplier for a window, in EUR; it is always more than 0 */
            min_gain_eur?: number;
            /** @description Shortest window in minutes, in quarter-hours */
            min_minutes?: number;
            name?: string;
            /** @description It requests or issues so many minutes before a window begins, in quarter-hours */
            notice_minutes?: number;
        };
        SolarInverterRatings: {
            /** @description Degrees clockwise from north; 180 is south */
            azimuth: number;
            /** @default true */
            controllable?: boolean;
            /** @description Most the inverter gives, AC, in kW */
            inverter_kw: number;
            /** @description Peak power of the panels, in kW */
            pv_peak_kw: number;
            /** @description Degrees from horizontal */
            tilt: number;
        };
        Statement: {
            /**
             * Format: date-time
             * @description It uses what was known at this moment
             */
            as_of: string;
            /**
             * @description Null in a customer's statement
             * @enum {string|null}
             */
            bidding_zone: "NL" | null;
            controls: components["schemas"]["StatementControl"][];
            /** @description Null in the statement of a bidding zone */
            customer_id: string | null;
            /** @description Form of the canonical rows: 1 without error bands; 2 with them; 3 with unknown amounts as null, each amount for itself, and without the energy that batteries charged from the grid in `lost_kwh`; 4 with exact amounts instead of cents of each row */
            format: 1 | 2 | 3 | 4;
            groups: components["schemas"]["StatementGroup"][];
            /** @description Whether the month had ended and was recorded to its end */
            is_complete: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            issued_at: string | null;
            /**
             * @description `YYYY-MM`, Europe/Amsterdam
             * @example 2026-05
             */
            month: string;
            rows: components["schemas"]["StatementRow"][];
            /**
             * @description What a row is; groups where a zone has over 20,000 controls of locations
             * @enum {string}
             */
            rows_by: "location" | "group";
            /** @description SHA-256 of the canonical rows: each control and then each row as JSON in the order and notation of this answer, each followed by a line feed */
            sha256: string;
            /**
             * Format: date-time
             * @description Start of the month in Europe/Amsterdam
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            totals: components["schemas"]["StatementTotals"];
            /** @description Null: not issued */
            version: number | null;
            /** @description Issued versions, oldest first */
            versions: components["schemas"]["IssuedStatement"][];
        };
        StatementCheck: {
            /** @description As the audit chain has it; null: it is not there */
            audit_sha256: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            checked_at: string;
            /** @description Of the rows with what is known now, in the format of the version */
            current_sha256: string;
            difference_count: number;
            /** @description Issued against current; the first 100 */
            differences: components["schemas"]["StatementDifference"][];
            /** @description Form of the canonical rows: 1 without error bands; 2 with them; 3 with unknown amounts as null, each amount for itself, and without the energy that batteries charged from the grid in `lost_kwh`; 4 with exact amounts instead of cents of each row */
            format: 1 | 2 | 3 | 4;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            issued_at: string;
            /** @description Of the statement as it was issued */
            issued_sha256: string;
            /**
             * @description unchanged: the same rows; restated: prices, terms, positions or measurements changed since; altered: stored rows or the audit chain are not as issued
             * @enum {string}
             */
            result: "unchanged" | "restated" | "altered";
            /** @description Of its stored rows, computed now */
            stored_sha256: string;
            /** @description From 1 for each issue that differs */
            version: number;
        };
        StatementControl: {
            control_id: string;
            /** @description The supplier's energy sold and imbalance; null if unknown and in a customer's statement. Rounded to a cent in formats 1 to 3 */
            energy_eur: number | null;
            /** @description Not in formats 1 and 2 */
            format?: 3 | 4;
            /** @description How the supplier's energy is valued; empty in a customer's statement */
            formulas: ("not_sold" | "balanced" | "portfolio")[];
            /** @description What keeps amounts from being known; no amount is estimated for it */
            missing: components["schemas"]["MissingValueInput"][];
            /** @description The prices that were used, with the moment each became known */
            prices: components["schemas"]["StatementPrice"][];
            /**
             * Format: date-time
             * @description Start of what lies in the month
             */
            time_from: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_to: string;
            type: components["schemas"]["ControlType"];
            /** @description Half the width of the 90 % band of the energy of all its rows, in kWh: less than the sum of theirs, because errors partly cancel. Not in format 1 */
            uncertainty_kwh?: number;
        };
        StatementDifference: {
            control_id: string;
            /** @description As computed now; null: no longer there */
            current: string | null;
            /** @description Such as `prices.2026-05-01T12:00:00.000Z.surplus` */
            field: string;
            /** @description As issued; null: not in it */
            issued: string | null;
            location_id: string | null;
        };
        /** @description `supplier.energy_eur` is null: it is the zone's */
        StatementGroup: {
            customers: components["schemas"]["CustomersValue"];
            group_id: string | null;
            /** @description Lost energy of controls that lower injection: not produced or not exported; 0 for others, in kWh */
            lost_kwh: number;
            /** @description Null in a customer's statement */
            supplier: {
                /** @description Compensation of curtailed energy, in euros; positive is a gain; null: see `missing` */
                compensation_eur: number | null;
                /** @description Energy sold and imbalance, in euros; positive is a gain; null: see `missing` */
                energy_eur: number | null;
                /** @description All of it together, in euros; positive is a gain; null: see `missing` */
                eur: number | null;
                /** @description What changed in the payment of feed-in, in euros; positive is a gain; null: see `missing` */
                feed_in_eur: number | null;
                /** @description What changed in the bill of energy from the grid, in euros; positive is a gain; null: see `missing` */
                import_eur: number | null;
                /** @description Battery wear, in euros; positive is a gain; null: see `missing` */
                wear_eur: number | null;
            } | null;
            /** @description Energy that the controls kept from the grid; negative where they raised it, in kWh */
            volume_kwh: number;
        };
        StatementIssue: Record<string, never>;
        StatementPrice: {
            eur_per_mwh: number;
            /** @enum {string} */
            market: "day_ahead" | "surplus" | "shortage";
            source: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            time_from: string;
            /**
             * Format: date-time
             * @description When it became known
             */
            vintage: string;
        };
        /** @description A control at a location, in exact amounts of up to six decimals: micro-euros and milliwatt-hours. `eur` is the sum of its amounts, null if one is unknown. In formats 1 to 3 each amount was rounded to a cent and each energy to a Wh */
        StatementRow: {
            control_id: string;
            /** @description Null where a row is a group */
            customer_id: string | null;
            customers: components["schemas"]["CustomersValue"];
            /** @description Of the location when the control began */
            group_id: string | null;
            /** @description Null where a row is a group */
            location_id: string | null;
            /** @description Lost energy of controls that lower injection: not produced or not exported; 0 for others, in kWh */
            lost_kwh: number;
            /** @description What keeps amounts from being known */
            missing: components["schemas"]["MissingInput"][];
            /** @description The supplier's side of the contract; null in a customer's statement */
            supplier: {
                /** @description Compensation of curtailed energy, in euros; positive is a gain; null: see `missing` */
                compensation_eur: number | null;
                /** @description All of it together, in euros; positive is a gain; null: see `missing` */
                eur: number | null;
                /** @description What changed in the payment of feed-in, in euros; positive is a gain; null: see `missing` */
                feed_in_eur: number | null;
                /** @description What changed in the bill of energy from the grid, in euros; positive is a gain; null: see `missing` */
                import_eur: number | null;
                /** @description Battery wear, in euros; positive is a gain; null: see `missing` */
                wear_eur: number | null;
            } | null;
            /** @description Half the width of the 90 % band of `volume_kwh`, in kWh; null where a row is a group. Not in format 1 */
            uncertainty_kwh?: number | null;
            /** @description Energy that the controls kept from the grid; negative where they raised it, in kWh */
            volume_kwh: number;
        };
        /** @description Exact sums of the rows; for display, round each once */
        StatementTotals: {
            controls: number;
            customers: components["schemas"]["CustomersValue"];
            /** @description Lost energy of controls that lower injection: not produced or not exported; 0 for others, in kWh */
            lost_kwh: number;
            /** @description The same of controls that lower injection: the band of `lost_kwh` */
            lost_uncertainty_kwh?: number;
            /** @description What keeps amounts from being known; no amount is estimated for it */
            missing: components["schemas"]["MissingValueInput"][];
            /** @description What the supplier pays the customer for the controls of the month, in whole cents: compensation and battery wear, rounded once, half away from zero; negative: the customer pays it. What changed in feed-in and import is in the energy bill already. Null if an amount is unknown and in the statement of a zone. Not in formats 1 to 3 */
            payable_eur?: number | null;
            /** @description Null in a customer's statement */
            supplier: {
                /** @description Compensation of curtailed energy, in euros; positive is a gain; null: see `missing` */
                compensation_eur: number | null;
                /** @description Energy sold and imbalance, in euros; positive is a gain; null: see `missing` */
                energy_eur: number | null;
                /** @description All of it together, in euros; positive is a gain; null: see `missing` */
                eur: number | null;
                /** @description What changed in the payment of feed-in, in euros; positive is a gain; null: see `missing` */
                feed_in_eur: number | null;
                /** @description What changed in the bill of energy from the grid, in euros; positive is a gain; null: see `missing` */
                import_eur: number | null;
                /** @description Battery wear, in euros; positive is a gain; null: see `missing` */
                wear_eur: number | null;
            } | null;
            /** @description Sum of the bands of the controls, in kWh. Not in format 1 */
            uncertainty_kwh?: number;
            /** @description Energy that the controls kept from the grid; negative where they raised it, in kWh */
            volume_kwh: number;
        };
        /** @description An amount of contracts is null if it is unknown for a customer */
        SupplierValue: {
            /** @description Compensation of curtailed energy, in euros; positive is a gain; null: see `missing` */
            compensation_eur: number | null;
            /** @description Energy sold and imbalance, in euros; positive is a gain; null: see `missing` */
            energy_eur: number | null;
            /** @description All of it together, in euros; positive is a gain; null: see `missing` */
            eur: number | null;
            /** @description What changed in the payment of feed-in, in euros; positive is a gain; null: see `missing` */
            feed_in_eur: number | null;
            /** @description What changed in the bill of energy from the grid, in euros; positive is a gain; null: see `missing` */
            import_eur: number | null;
            /** @description Battery wear, in euros; positive is a gain; null: see `missing` */
            wear_eur: number | null;
        };
        /**
         * @description expected: the plan, with what was known before delivery; measured: the delivery, with what was known when the control ended; restated: with a price, position or terms that became known later. Forecasts of imbalance prices count before delivery only
         * @enum {string}
         */
        ValueBasis: "expected" | "measured" | "restated";
        ValuePrice: {
            eur_per_mwh: number;
            /** @enum {string} */
            market: "day_ahead" | "surplus" | "shortage";
            source: string;
            /**
             * Format: date-time
             * @description When it became known
             */
            vintage: string;
        };
        ValueRevision: {
            /**
             * Format: date-time
             * @description Uses what was known at this moment
             */
            as_of: string;
            basis: components["schemas"]["ValueBasis"];
            customers: components["schemas"]["CustomersValue"];
            /** @description What keeps amounts from being known; no amount is estimated for it */
            missing: components["schemas"]["MissingValueInput"][];
            /** @description What became known at `as_of` and restated the value; absent before, and where a service does not say */
            restated_by?: ("terms" | "price" | "position")[];
            results: components["schemas"]["IntervalValue"][];
            supplier: components["schemas"]["SupplierValue"];
            /** @description Half the width of the 90 % band of `volume_kwh`; null before delivery */
            uncertainty_kwh: number | null;
            /** @description Energy that the control kept from the grid, in kWh: without the control less with it; negative where it raised injection */
            volume_kwh: number;
        };
        /** @description An endpoint that receives events */
        Webhook: {
            /** @description Only what lies in these bidding zones; with `group_ids` they add up */
            bidding_zones: components["schemas"]["BiddingZone"][];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            created_at: string;
            /** @description While false nothing is sent, and new events are not queued */
            enabled: boolean;
            /** @description What it subscribes to */
            events: components["schemas"]["WebhookEventType"][];
            /** @description Events that were given up after 24 hours; send them again */
            failed: number;
            /** @description Only what belongs to these groups. Both empty: everything that its key may read */
            group_ids: string[];
            id: string;
            /** @description The API key that created it, whose limits hold; `configured` for the portal's */
            key_id: string;
            /** @description The last failed attempt; null after a success */
            last_failure: {
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time; without an offset it is UTC
                 */
                at: string;
                detail: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            last_success_at: string | null;
            name: string;
            /** @description Events that are not delivered yet */
            pending: number;
            /**
             * Format: date-time
             * @description Until when events are signed with the former secret too
             */
            previous_until: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            rotated_at: string | null;
            state: components["schemas"]["WebhookState"];
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            updated_at: string;
            /**
             * Format: uri
             * @description Where events are posted to: https, and no address of a private network unless the service allows it
             */
            url: string;
        };
        WebhookCreate: {
            /**
             * @description Only what lies in these bidding zones; with `group_ids` they add up
             * @default []
             */
            bidding_zones?: components["schemas"]["BiddingZone"][];
            /**
             * @description While false nothing is sent, and new events are not queued
             * @default true
             */
            enabled?: boolean;
            /** @description What it subscribes to */
            events: components["schemas"]["WebhookEventType"][];
            /**
             * @description Only what belongs to these groups. Both empty: everything that its key may read
             * @default []
             */
            group_ids?: string[];
            name: string;
            /**
             * Format: uri
             * @description Where events are posted to: https, and no address of a private network unless the service allows it
             */
            url: string;
        };
        /** @description An event on its way to one endpoint */
        WebhookDelivery: {
            /** @description How often it was sent */
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            delivered_at: string | null;
            /** @description The header `webhook-id`, and the `id` of the event */
            event_id: string;
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time; without an offset it is UTC
             */
            last_attempt_at: string | null;
            /** @description Why the last attempt failed */
            last_error: string | null;
            /** @description The HTTP status of the last answer; null without one */
            last_status: number | null;
            /**
             * Format: date-time
             * @description When it is sent next, if the events before it are delivered; null: no more
             */
            next_attempt_at: string | null;
            state: components["schemas"]["WebhookDeliveryState"];
            subject: string;
            /**
             * Format: date-time
             * @description When the event happened
             */
            time: string;
            type: string;
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
        };
        /**
         * @description pending: not delivered yet; delivered; failed: given up after 24 hours
         * @enum {string}
         */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        /** @enum {string} */
        WebhookEventType: "curtail.control.accepted" | "curtail.control.started" | "curtail.control.cancelled" | "curtail.control.ended" | "curtail.control.delivered" | "curtail.approval.requested" | "curtail.approval.decided" | "curtail.device.unreachable" | "curtail.device.reachable" | "curtail.price.advice" | "curtail.alert.raised" | "curtail.alert.resolved";
        WebhookList: {
            data: components["schemas"]["Webhook"][];
        };
        WebhookResend: {
            /** @description Which events; absent: all that were given up, and those that wait for a retry */
            delivery_ids?: string[];
        };
        WebhookResent: {
            /** @description Events that are sent again, from now on */
            resent: number;
        };
        WebhookRotate: {
            /**
             * @description How long events are signed with both secrets; 0: with the new one only
             * @default 24
             */
            grace_hours?: number;
        };
        /**
         * @description active; paused: switched off; gone: switched off because the endpoint answered 410; key_ended: its API key was revoked or expired
         * @enum {string}
         */
        WebhookState: "active" | "paused" | "gone" | "key_ended";
        WebhookTest: {
            webhook_id: string;
        };
        /** @description Sent on request, to try an endpoint. */
        WebhookTestEvent: {
            data: components["schemas"]["WebhookTest"];
            /** @enum {string} */
            datacontenttype: "application/json";
            /** @description The same when it is sent again: receive each id once */
            id: string;
            /** @description The address of the service */
            source: string;
            /** @enum {string} */
            specversion: "1.0";
            /** @description The id of what it is about */
            subject: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            time: string;
            /** @enum {string} */
            type: "curtail.webhook.test";
        };
        WebhookTestOrder: Record<string, never>;
        WebhookUpdate: {
            /** @description Only what lies in these bidding zones; with `group_ids` they add up */
            bidding_zones?: components["schemas"]["BiddingZone"][];
            /** @description While false nothing is sent, and new events are not queued */
            enabled?: boolean;
            /** @description What it subscribes to */
            events?: components["schemas"]["WebhookEventType"][];
            /** @description Only what belongs to these groups. Both empty: everything that its key may read */
            group_ids?: string[];
            name?: string;
            /**
             * Format: uri
             * @description Where events are posted to: https, and no address of a private network unless the service allows it
             */
            url?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAlertRules: {
        parameters: {
            query?: {
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRuleList"];
                };
            };
        };
    };
    createAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRuleOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
        };
    };
    getAlertRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alert_rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
        };
    };
    updateAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                alert_rule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertRuleUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRule"];
                };
            };
        };
    };
    deleteAlertRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                alert_rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAlertRule"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description under_delivery: a control delivers less than planned; locations_offline: locations that reported before do not report; prices_stale: day-ahead prices are missing, or imbalance prices of a configured source stopped; weather_stale: no new weather forecast; approval_waiting: a control waits for a second person */
                kind?: components["schemas"]["AlertKind"];
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                /** @description open; silenced: its cause remains, but nobody is told until the silence ends; resolved: its cause is over */
                state?: components["schemas"]["AlertState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    silenceAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertSilenceOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    listApiCalls: {
        parameters: {
            query?: {
                /** @description Keeps calls that came in before the one with this id */
                before?: string;
                caller?: string;
                /** @description First day in Amsterdam: 2026-06-01 */
                from?: string;
                operation?: string;
                /** @description done: status below 400; refused: 4xx; unclear: 5xx; unknown: none written down */
                outcome?: "done" | "refused" | "unclear" | "unknown";
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                request_id?: string;
                /** @description Keeps calls whose actor or key's name contains this text, ignoring case */
                search?: string;
                /** @description Last day in Amsterdam, included */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiCallList"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    getBiddingZoneAdvice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Advice"];
                };
            };
        };
    };
    controlBiddingZone: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: why the control is issued; affected customers see it */
                "Control-Reason"?: "price" | "grid" | "test";
                /** @description Extension: the id of a control of the same target that this one replaces. It is cancelled from the next minute on when this one is accepted; if either is refused, nothing changes */
                "Control-Replaces"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlRequest"];
                };
            };
        };
    };
    previewBiddingZoneControl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlPreview"];
                };
            };
        };
    };
    previewBiddingZoneControlValue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValueRevision"];
                };
            };
        };
    };
    requestBiddingZoneControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: why the control is issued; affected customers see it */
                "Control-Reason"?: "price" | "grid" | "test";
                /** @description Extension: the id of a control of the same target that this one replaces. It is cancelled from the next minute on when this one is accepted; if either is refused, nothing changes */
                "Control-Replaces"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
        };
    };
    getBiddingZoneCoverage: {
        parameters: {
            query?: {
                /** @description Moment after the last; now when not given */
                end?: "" | string;
                /** @description First moment; 30 days before `end` when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageData"];
                };
            };
        };
    };
    getBiddingZoneForecast: {
        parameters: {
            query?: {
                /** @description Moment after the last; 24 hours from now when not given, 7 days at most */
                end?: "" | string;
            };
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForecastData"];
                };
            };
        };
    };
    getBiddingZoneHistorical: {
        parameters: {
            query?: {
                /** @description Moment after the last; now when not given */
                end?: "" | string;
                /** @description First moment; 30 days before `end` when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoricalData"];
                };
            };
        };
    };
    getBiddingZoneDeviceHistorical: {
        parameters: {
            query?: {
                /** @description Moment after the last; now when not given */
                end?: "" | string;
                /** @description First moment; 30 days before `end` when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
                device_type: components["schemas"]["DeviceClass"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceHistoricalData"];
                };
            };
        };
    };
    getBiddingZonePlannedChanges: {
        parameters: {
            query?: {
                /** @description Moment after the last; 24 hours after `start` */
                end?: "" | string;
                /** @description First moment; the current interval when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlannedChangeList"];
                };
            };
        };
    };
    getBiddingZonePositions: {
        parameters: {
            query?: {
                /** @description Moment after the last; two days after `start` when not given */
                end?: "" | string;
                /** @description First start of an interval; today when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionList"];
                };
            };
        };
    };
    recordBiddingZonePositions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionBatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionReceipt"];
                };
            };
        };
    };
    getBiddingZonePrices: {
        parameters: {
            query?: {
                /** @description Answers what was known at this moment; now when not given */
                as_of?: "" | string;
                /** @description Moment after the last; two days later when not given */
                end?: "" | string;
                /** @description Market of a price */
                market?: components["schemas"]["Market"];
                /** @description One source only; otherwise each ISP has the price that goes before the others: a settled one before a forecast, then by source (tennet, elia, entsoe, energy-charts, others), then the latest `known_at` */
                source?: string;
                /** @description First moment; the start of today when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                /** @description One of NL, BE, DE-LU */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceData"];
                };
            };
        };
    };
    recordBiddingZonePrices: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description One of NL, BE, DE-LU */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PriceBatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceReceipt"];
                };
            };
        };
    };
    getBiddingZoneStatement: {
        parameters: {
            query?: {
                /** @description An issued version; without it the statement with what is known now */
                version?: string;
            };
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
                /** @description `YYYY-MM`, Europe/Amsterdam */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
        };
    };
    issueBiddingZoneStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
                /** @description `YYYY-MM`, Europe/Amsterdam */
                month: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatementIssue"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
        };
    };
    checkBiddingZoneStatement: {
        parameters: {
            query?: {
                /** @description An issued version; the latest when not given */
                version?: string;
            };
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
                /** @description `YYYY-MM`, Europe/Amsterdam */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementCheck"];
                };
            };
        };
    };
    getBiddingZoneStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description One of NL */
                bidding_zone_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveStatus"];
                };
            };
        };
    };
    getControlPause: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlPause"];
                };
            };
        };
    };
    pauseControls: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlPauseOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlPause"];
                };
            };
        };
    };
    resumeControls: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlPause"];
                };
            };
        };
    };
    listControlRequests: {
        parameters: {
            query?: {
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                state?: components["schemas"]["ApprovalRequestState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequestList"];
                };
            };
        };
    };
    getControlRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
        };
    };
    approveControlRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlDecision"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
        };
    };
    rejectControlRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlDecision"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
        };
    };
    listControlSummaries: {
        parameters: {
            query?: {
                /** @description Keeps those that stop after this moment */
                from?: "" | string;
                /** @description Keeps the controls issued against this group */
                group_id?: string;
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                /** @description Keeps those issued for this reason; none: those without a reason */
                reason?: "price" | "grid" | "test" | "none";
                /** @description Keeps those whose id, target (its id or name) or reason contains this text, and those that affected a location with exactly this id, or whose address or town starts with this text (of more than 500, the first by id), ignoring case */
                search?: string;
                /** @description relevance: those in force, the newest first; those to come, the next first; the others, the latest first */
                sort?: "created_at" | "-created_at" | "time_from" | "-time_from" | "type" | "-type" | "target" | "-target" | "state" | "-state" | "reason" | "-reason" | "locations" | "-locations" | "devices" | "-devices" | "energy_kwh" | "-energy_kwh" | "id" | "-id" | "relevance" | "-relevance";
                state?: components["schemas"]["ControlState"];
                /** @description Keeps those that start before this moment */
                to?: "" | string;
                /** @description MAX_PRODUCTION raises injection as far as it goes, ZERO_EXPORT allows no net export, MAX_CONSUMPTION lowers injection as far as it goes */
                type?: components["schemas"]["ControlType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlSummaryList"];
                };
            };
        };
    };
    listControls: {
        parameters: {
            query?: {
                /** @description Extension: shows the list as it stood when this control was the newest; the `Link` header carries it, so that pages stand still while new controls arrive */
                as_of?: string;
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlList"];
                };
            };
        };
    };
    getControl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                control_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlDetail"];
                };
            };
        };
    };
    cancelControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                control_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlCancel"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlDetail"];
                };
            };
        };
    };
    listControlCustomers: {
        parameters: {
            query?: {
                /** @description Continues after this customer */
                after?: string;
                /** @description Customers at once, 1 to 10,000 */
                limit?: number;
            };
            header?: never;
            path: {
                control_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlCustomers"];
                };
            };
        };
    };
    listControlDeliveries: {
        parameters: {
            query?: {
                /** @description Keeps the locations where a device has this outcome */
                outcome?: components["schemas"]["DeviceOutcome"];
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                /** @description Keeps where the customer, the address or the location's id contains this text */
                search?: string;
                /** @description Field to sort by; a leading minus sorts descending */
                sort?: "location_id" | "-location_id" | "address" | "-address" | "customer_name" | "-customer_name" | "state" | "-state" | "dispatched_at" | "-dispatched_at" | "acknowledged_at" | "-acknowledged_at";
                state?: components["schemas"]["DeliveryState"];
            };
            header?: never;
            path: {
                control_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationDeliveryList"];
                };
            };
        };
    };
    getControlDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                control_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlDelivery"];
                };
            };
        };
    };
    getControlValue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                control_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlValue"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                group_id?: string;
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                /** @description Keeps those whose name or e-mail address contains this text, and those with a location whose address or town starts with it, ignoring case */
                search?: string;
                /** @description Field to sort by; a leading minus sorts descending */
                sort?: "name" | "-name" | "email" | "-email" | "language" | "-language" | "group_name" | "-group_name" | "created_at" | "-created_at" | "id" | "-id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    listCustomerControls: {
        parameters: {
            query?: {
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
            };
            header?: never;
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnControlList"];
                };
            };
        };
    };
    optOutOfControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                control_id: string;
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlOptOutOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlOptOut"];
                };
            };
        };
    };
    optInToControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                control_id: string;
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlOptOut"];
                };
            };
        };
    };
    getCustomerControlValue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                control_id: string;
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerControlValue"];
                };
            };
        };
    };
    getCustomerLostEnergy: {
        parameters: {
            query?: {
                /** @description How many months, the current one included */
                months?: number;
            };
            header?: never;
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LostEnergyList"];
                };
            };
        };
    };
    getCustomerPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPreferences"];
                };
            };
        };
    };
    updateCustomerPreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerPreferencesUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPreferences"];
                };
            };
        };
    };
    getCustomerStatement: {
        parameters: {
            query?: {
                /** @description An issued version; without it the statement with what is known now */
                version?: string;
            };
            header?: never;
            path: {
                customer_id: string;
                /** @description `YYYY-MM`, Europe/Amsterdam */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
        };
    };
    issueCustomerStatement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                customer_id: string;
                /** @description `YYYY-MM`, Europe/Amsterdam */
                month: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatementIssue"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
        };
    };
    checkCustomerStatement: {
        parameters: {
            query?: {
                /** @description An issued version; the latest when not given */
                version?: string;
            };
            header?: never;
            path: {
                customer_id: string;
                /** @description `YYYY-MM`, Europe/Amsterdam */
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementCheck"];
                };
            };
        };
    };
    getCustomerTerms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractTermsList"];
                };
            };
        };
    };
    setCustomerTerms: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                customer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContractTermsUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractTermsList"];
                };
            };
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /** @description Exactly this brand */
                brand?: string;
                customer_id?: string;
                device_type?: components["schemas"]["DeviceType"];
                location_id?: string;
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                /** @description Keeps devices whose name, brand or location's address contains this text, ignoring case */
                search?: string;
                /** @description Field to sort by; a leading minus sorts descending */
                sort?: "name" | "-name" | "address" | "-address" | "device_type" | "-device_type" | "brand" | "-brand" | "controllable" | "-controllable" | "created_at" | "-created_at" | "id" | "-id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceList"];
                };
            };
        };
    };
    registerDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceRegister"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceDetail"];
                };
            };
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                device_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                /** @description Keeps what contains this text, ignoring case */
                search?: string;
                /** @description Field to sort by; a leading minus sorts descending */
                sort?: "name" | "-name" | "bidding_zone" | "-bidding_zone" | "created_at" | "-created_at" | "id" | "-id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupList"];
                };
            };
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    controlGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: why the control is issued; affected customers see it */
                "Control-Reason"?: "price" | "grid" | "test";
                /** @description Extension: the id of a control of the same target that this one replaces. It is cancelled from the next minute on when this one is accepted; if either is refused, nothing changes */
                "Control-Replaces"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlRequest"];
                };
            };
        };
    };
    previewGroupControl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlPreview"];
                };
            };
        };
    };
    previewGroupControlValue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValueRevision"];
                };
            };
        };
    };
    requestGroupControl: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: why the control is issued; affected customers see it */
                "Control-Reason"?: "price" | "grid" | "test";
                /** @description Extension: the id of a control of the same target that this one replaces. It is cancelled from the next minute on when this one is accepted; if either is refused, nothing changes */
                "Control-Replaces"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ControlOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRequest"];
                };
            };
        };
    };
    getGroupForecast: {
        parameters: {
            query?: {
                /** @description Moment after the last; 24 hours from now when not given, 7 days at most */
                end?: "" | string;
            };
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForecastData"];
                };
            };
        };
    };
    getGroupHistorical: {
        parameters: {
            query?: {
                /** @description Moment after the last; now when not given */
                end?: "" | string;
                /** @description First moment; 30 days before `end` when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupHistoricalData"];
                };
            };
        };
    };
    getGroupDeviceHistorical: {
        parameters: {
            query?: {
                /** @description Moment after the last; now when not given */
                end?: "" | string;
                /** @description First moment; 30 days before `end` when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                device_type: components["schemas"]["DeviceClass"];
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceHistoricalData"];
                };
            };
        };
    };
    getGroupPlannedChanges: {
        parameters: {
            query?: {
                /** @description Moment after the last; 24 hours after `start` */
                end?: "" | string;
                /** @description First moment; the current interval when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlannedChangeList"];
                };
            };
        };
    };
    getGroupPreferenceLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreferenceLimits"];
                };
            };
        };
    };
    updateGroupPreferenceLimits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferenceLimitsUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreferenceLimits"];
                };
            };
        };
    };
    getGroupRotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupRotation"];
                };
            };
        };
    };
    setGroupRotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupRotationUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupRotation"];
                };
            };
        };
    };
    getGroupStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveStatus"];
                };
            };
        };
    };
    getGroupTerms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractTermsList"];
                };
            };
        };
    };
    setGroupTerms: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                group_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContractTermsUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractTermsList"];
                };
            };
        };
    };
    listLocationClusters: {
        parameters: {
            query?: {
                /** @description Cells from west to east, 1 to 64; as tall on the ground as they are wide */
                columns?: number;
                /** @description Eastern edge, east of `west` */
                east?: number;
                group_id?: string;
                /** @description Northern edge, north of `south` */
                north?: number;
                /** @description Southern edge of the box, degrees north */
                south?: number;
                /** @description Western edge of the box, degrees east */
                west?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationClusterList"];
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: {
                customer_id?: string;
                group_id?: string;
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                /** @description Keeps what contains this text, ignoring case */
                search?: string;
                /** @description Field to sort by; a leading minus sorts descending */
                sort?: "created_at" | "-created_at" | "customer_name" | "-customer_name" | "group_name" | "-group_name" | "address" | "-address" | "state" | "-state" | "last_reported_at" | "-last_reported_at" | "connection" | "-connection" | "data_source" | "-data_source" | "pv_peak_kw" | "-pv_peak_kw" | "battery_kwh" | "-battery_kwh" | "connection_limit_kw" | "-connection_limit_kw" | "devices" | "-devices" | "id" | "-id";
                /** @description reporting: data in the last five minutes, no control; responding: the same, and its devices confirm a control this minute; silent: earlier data, none in the last five minutes; never_reported: no data ever */
                state?: components["schemas"]["LocationState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
        };
    };
    createLocation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocationCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Location"];
                };
            };
        };
    };
    getLocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                location_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationDetail"];
                };
            };
        };
    };
    listLocationControls: {
        parameters: {
            query?: {
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
            };
            header?: never;
            path: {
                location_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnControlList"];
                };
            };
        };
    };
    getLocationForecast: {
        parameters: {
            query?: {
                /** @description Moment after the last; 24 hours from now when not given, 7 days at most */
                end?: "" | string;
            };
            header?: never;
            path: {
                location_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForecastData"];
                };
            };
        };
    };
    getLocationHistorical: {
        parameters: {
            query?: {
                /** @description Moment after the last; now when not given */
                end?: "" | string;
                /** @description First moment; 30 days before `end` when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                location_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoricalData"];
                };
            };
        };
    };
    getLocationDeviceHistorical: {
        parameters: {
            query?: {
                /** @description Moment after the last; now when not given */
                end?: "" | string;
                /** @description First moment; 30 days before `end` when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                device_type: components["schemas"]["DeviceClass"];
                location_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceHistoricalData"];
                };
            };
        };
    };
    recordMeasurements: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                location_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeasurementBatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeasurementReceipt"];
                };
            };
        };
    };
    getLocationPlannedChanges: {
        parameters: {
            query?: {
                /** @description Moment after the last; 24 hours after `start` */
                end?: "" | string;
                /** @description First moment; the current interval when not given */
                start?: "" | string;
            };
            header?: never;
            path: {
                location_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlannedChangeList"];
                };
            };
        };
    };
    getLocationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                location_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveStatus"];
                };
            };
        };
    };
    listRules: {
        parameters: {
            query?: {
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleList"];
                };
            };
        };
    };
    createRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
        };
    };
    getRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
        };
    };
    updateRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
        };
    };
    deleteRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The person on whose behalf this is requested, by a name that the owner of the API key vouches for. It counts only for keys with the scope `keys`; otherwise the key itself is the requester */
                "Control-Actor"?: string;
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedRule"];
                };
            };
        };
    };
    listRuleDecisions: {
        parameters: {
            query?: {
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
            };
            header?: never;
            path: {
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleDecisionList"];
                };
            };
        };
    };
    replayRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleReplay"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhook"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Page number to return, from 0 */
                page?: number;
                /** @description Items per page, 1 to 100 */
                page_size?: number;
                /** @description pending: not delivered yet; delivered; failed: given up after 24 hours */
                state?: components["schemas"]["WebhookDeliveryState"];
            };
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    resendWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookResend"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResent"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRotate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Extension: a repeated request with the same key gets the first answer again, with `Idempotent-Replay: true`. Another request with that key is a 422; while the first is being processed it is a 409. Stored for 24 hours; a refused request leaves its key free */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestOrder"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    curtailAlertRaised: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["AlertRaisedEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailAlertResolved: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["AlertResolvedEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailApprovalDecided: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["ApprovalDecidedEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailApprovalRequested: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["ApprovalRequestedEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailControlAccepted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["ControlAcceptedEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailControlCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["ControlCancelledEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailControlDelivered: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["ControlDeliveredEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailControlEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["ControlEndedEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailControlStarted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["ControlStartedEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailDeviceReachable: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["DeviceReachableEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailDeviceUnreachable: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["DeviceUnreachableEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailPriceAdvice: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["PriceAdviceEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    curtailWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same at each attempt */
                "webhook-id": string;
                /** @description Standard Webhooks: `v1,` and a signature; two with a space while a secret is rotated */
                "webhook-signature": string;
                /** @description When it was sent, in Unix seconds */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/cloudevents+json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Received; the body is not read */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again later; 410 switches the webhook off */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
/** Method and path of each operation. */
export const routes = {
    approveControlRequest: ["POST", "/v1/control-requests/{request_id}/approve"],
    cancelControl: ["POST", "/v1/controls/{control_id}/cancel"],
    checkBiddingZoneStatement: ["GET", "/v1/bidding-zones/{bidding_zone_id}/statements/{month}/check"],
    checkCustomerStatement: ["GET", "/v1/customers/{customer_id}/statements/{month}/check"],
    controlBiddingZone: ["POST", "/v1/bidding-zones/{bidding_zone_id}/control"],
    controlGroup: ["POST", "/v1/groups/{group_id}/control"],
    createAlertRule: ["POST", "/v1/alert-rules"],
    createApiKey: ["POST", "/v1/api-keys"],
    createCustomer: ["POST", "/v1/customers"],
    createGroup: ["POST", "/v1/groups"],
    createLocation: ["POST", "/v1/locations"],
    createRule: ["POST", "/v1/rules"],
    createWebhook: ["POST", "/v1/webhooks"],
    deleteAlertRule: ["DELETE", "/v1/alert-rules/{alert_rule_id}"],
    deleteCustomer: ["DELETE", "/v1/customers/{customer_id}"],
    deleteRule: ["DELETE", "/v1/rules/{rule_id}"],
    deleteWebhook: ["DELETE", "/v1/webhooks/{webhook_id}"],
    getAlert: ["GET", "/v1/alerts/{alert_id}"],
    getAlertRule: ["GET", "/v1/alert-rules/{alert_rule_id}"],
    getBiddingZoneAdvice: ["GET", "/v1/bidding-zones/{bidding_zone_id}/advice"],
    getBiddingZoneCoverage: ["GET", "/v1/bidding-zones/{bidding_zone_id}/coverage"],
    getBiddingZoneDeviceHistorical: ["GET", "/v1/bidding-zones/{bidding_zone_id}/historical/{device_type}"],
    getBiddingZoneForecast: ["GET", "/v1/bidding-zones/{bidding_zone_id}/forecast"],
    getBiddingZoneHistorical: ["GET", "/v1/bidding-zones/{bidding_zone_id}/historical"],
    getBiddingZonePlannedChanges: ["GET", "/v1/bidding-zones/{bidding_zone_id}/planned-changes"],
    getBiddingZonePositions: ["GET", "/v1/bidding-zones/{bidding_zone_id}/positions"],
    getBiddingZonePrices: ["GET", "/v1/bidding-zones/{bidding_zone_id}/prices"],
    getBiddingZoneStatement: ["GET", "/v1/bidding-zones/{bidding_zone_id}/statements/{month}"],
    getBiddingZoneStatus: ["GET", "/v1/bidding-zones/{bidding_zone_id}/status"],
    getControl: ["GET", "/v1/controls/{control_id}"],
    getControlDelivery: ["GET", "/v1/controls/{control_id}/delivery"],
    getControlPause: ["GET", "/v1/control-pause"],
    getControlRequest: ["GET", "/v1/control-requests/{request_id}"],
    getControlValue: ["GET", "/v1/controls/{control_id}/value"],
    getCustomer: ["GET", "/v1/customers/{customer_id}"],
    getCustomerControlValue: ["GET", "/v1/customers/{customer_id}/controls/{control_id}/value"],
    getCustomerLostEnergy: ["GET", "/v1/customers/{customer_id}/lost-energy"],
    getCustomerPreferences: ["GET", "/v1/customers/{customer_id}/preferences"],
    getCustomerStatement: ["GET", "/v1/customers/{customer_id}/statements/{month}"],
    getCustomerTerms: ["GET", "/v1/customers/{customer_id}/terms"],
    getDevice: ["GET", "/v1/devices/{device_id}"],
    getGroup: ["GET", "/v1/groups/{group_id}"],
    getGroupDeviceHistorical: ["GET", "/v1/groups/{group_id}/historical/{device_type}"],
    getGroupForecast: ["GET", "/v1/groups/{group_id}/forecast"],
    getGroupHistorical: ["GET", "/v1/groups/{group_id}/historical"],
    getGroupPlannedChanges: ["GET", "/v1/groups/{group_id}/planned-changes"],
    getGroupPreferenceLimits: ["GET", "/v1/groups/{group_id}/preference-limits"],
    getGroupRotation: ["GET", "/v1/groups/{group_id}/rotation"],
    getGroupStatus: ["GET", "/v1/groups/{group_id}/status"],
    getGroupTerms: ["GET", "/v1/groups/{group_id}/terms"],
    getLocation: ["GET", "/v1/locations/{location_id}"],
    getLocationDeviceHistorical: ["GET", "/v1/locations/{location_id}/historical/{device_type}"],
    getLocationForecast: ["GET", "/v1/locations/{location_id}/forecast"],
    getLocationHistorical: ["GET", "/v1/locations/{location_id}/historical"],
    getLocationPlannedChanges: ["GET", "/v1/locations/{location_id}/planned-changes"],
    getLocationStatus: ["GET", "/v1/locations/{location_id}/status"],
    getRule: ["GET", "/v1/rules/{rule_id}"],
    getWebhook: ["GET", "/v1/webhooks/{webhook_id}"],
    issueBiddingZoneStatement: ["POST", "/v1/bidding-zones/{bidding_zone_id}/statements/{month}"],
    issueCustomerStatement: ["POST", "/v1/customers/{customer_id}/statements/{month}"],
    listAlertRules: ["GET", "/v1/alert-rules"],
    listAlerts: ["GET", "/v1/alerts"],
    listApiCalls: ["GET", "/v1/api-calls"],
    listApiKeys: ["GET", "/v1/api-keys"],
    listControlCustomers: ["GET", "/v1/controls/{control_id}/customers"],
    listControlDeliveries: ["GET", "/v1/controls/{control_id}/deliveries"],
    listControlRequests: ["GET", "/v1/control-requests"],
    listControlSummaries: ["GET", "/v1/control-summaries"],
    listControls: ["GET", "/v1/controls"],
    listCustomerControls: ["GET", "/v1/customers/{customer_id}/controls"],
    listCustomers: ["GET", "/v1/customers"],
    listDevices: ["GET", "/v1/devices"],
    listGroups: ["GET", "/v1/groups"],
    listLocationClusters: ["GET", "/v1/location-clusters"],
    listLocationControls: ["GET", "/v1/locations/{location_id}/controls"],
    listLocations: ["GET", "/v1/locations"],
    listRuleDecisions: ["GET", "/v1/rules/{rule_id}/decisions"],
    listRules: ["GET", "/v1/rules"],
    listWebhookDeliveries: ["GET", "/v1/webhooks/{webhook_id}/deliveries"],
    listWebhooks: ["GET", "/v1/webhooks"],
    optInToControl: ["DELETE", "/v1/customers/{customer_id}/controls/{control_id}/opt-out"],
    optOutOfControl: ["POST", "/v1/customers/{customer_id}/controls/{control_id}/opt-out"],
    pauseControls: ["POST", "/v1/control-pause"],
    previewBiddingZoneControl: ["POST", "/v1/bidding-zones/{bidding_zone_id}/control/preview"],
    previewBiddingZoneControlValue: ["POST", "/v1/bidding-zones/{bidding_zone_id}/control/preview/value"],
    previewGroupControl: ["POST", "/v1/groups/{group_id}/control/preview"],
    previewGroupControlValue: ["POST", "/v1/groups/{group_id}/control/preview/value"],
    recordBiddingZonePositions: ["POST", "/v1/bidding-zones/{bidding_zone_id}/positions"],
    recordBiddingZonePrices: ["POST", "/v1/bidding-zones/{bidding_zone_id}/prices"],
    recordMeasurements: ["POST", "/v1/locations/{location_id}/measurements"],
    registerDevice: ["POST", "/v1/devices"],
    rejectControlRequest: ["POST", "/v1/control-requests/{request_id}/reject"],
    replayRule: ["POST", "/v1/rules/{rule_id}/replay"],
    requestBiddingZoneControl: ["POST", "/v1/bidding-zones/{bidding_zone_id}/control/request"],
    requestGroupControl: ["POST", "/v1/groups/{group_id}/control/request"],
    resendWebhookEvents: ["POST", "/v1/webhooks/{webhook_id}/resend"],
    resumeControls: ["DELETE", "/v1/control-pause"],
    revokeApiKey: ["DELETE", "/v1/api-keys/{key_id}"],
    rotateApiKey: ["POST", "/v1/api-keys/{key_id}/rotate"],
    rotateWebhookSecret: ["POST", "/v1/webhooks/{webhook_id}/rotate"],
    setCustomerTerms: ["POST", "/v1/customers/{customer_id}/terms"],
    setGroupRotation: ["POST", "/v1/groups/{group_id}/rotation"],
    setGroupTerms: ["POST", "/v1/groups/{group_id}/terms"],
    silenceAlert: ["POST", "/v1/alerts/{alert_id}/silence"],
    testWebhook: ["POST", "/v1/webhooks/{webhook_id}/test"],
    updateAlertRule: ["POST", "/v1/alert-rules/{alert_rule_id}"],
    updateCustomer: ["POST", "/v1/customers/{customer_id}"],
    updateCustomerPreferences: ["POST", "/v1/customers/{customer_id}/preferences"],
    updateGroupPreferenceLimits: ["POST", "/v1/groups/{group_id}/preference-limits"],
    updateRule: ["POST", "/v1/rules/{rule_id}"],
    updateWebhook: ["POST", "/v1/webhooks/{webhook_id}"],
} as const;
