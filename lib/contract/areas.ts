/** The kinds of areas with a status, a history and a forecast. */
export type AreaKind = "bidding-zone" | "group" | "location";

/** One zone, group or location. */
export interface Area {
  kind: AreaKind;
  id: string;
}

/** The series that the service may return for an area. */
export interface AreaCapabilities {
  status: boolean;
  history: boolean;
  forecast: boolean;
  /** What controls change in the plan. */
  changes?: boolean;
  /** The measurements of panels and of batteries, separately. */
  devices: boolean;
  /** How much of a zone's history was measured. */
  coverage: boolean;
  /** The prices of a zone. */
  prices?: boolean;
}

/** What says how much of a zone's history was measured; a group's history says it itself. */
export const zoneCoverage = "getBiddingZoneCoverage";

/** The series that are read of every kind of area. */
export type AreaSeries = Exclude<keyof AreaCapabilities, "coverage" | "prices">;

/** The operations that read each kind of area, and the name of the id in their paths. */
export const areaOperations = {
  "bidding-zone": {
    status: "getBiddingZoneStatus",
    history: "getBiddingZoneHistorical",
    forecast: "getBiddingZoneForecast",
    changes: "getBiddingZonePlannedChanges",
    devices: "getBiddingZoneDeviceHistorical",
    param: "bidding_zone_id",
  },
  group: {
    status: "getGroupStatus",
    history: "getGroupHistorical",
    forecast: "getGroupForecast",
    changes: "getGroupPlannedChanges",
    devices: "getGroupDeviceHistorical",
    param: "group_id",
  },
  location: {
    status: "getLocationStatus",
    history: "getLocationHistorical",
    forecast: "getLocationForecast",
    changes: "getLocationPlannedChanges",
    devices: "getLocationDeviceHistorical",
    param: "location_id",
  },
} as const satisfies Record<AreaKind, { param: string } & Record<AreaSeries, string>>;
