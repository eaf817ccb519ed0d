/** What an alert can be about. */
export const alertKinds = [
  "under_delivery",
  "locations_offline",
  "prices_stale",
  "weather_stale",
  "approval_waiting",
] as const;

/** The thresholds of each kind, with their defaults; undefined for one that is off. */
export const alertDefaults = {
  under_delivery: { below_share: 0.8 },
  locations_offline: { min_locations: 1, min_share: 0.02, for_minutes: 15 },
  prices_stale: { due_at: "14:00", imbalance_hours: 48 },
  weather_stale: { older_than_hours: 12 },
  approval_waiting: { for_minutes: 10 },
} as const satisfies Record<(typeof alertKinds)[number], Record<string, number | string>>;

/** A control that is short of less raises no alert: it is what one roof produces in about a minute. */
export const MIN_SHORT_KWH = 0.1;

export const alertStates = ["open", "silenced", "resolved"] as const;
