import type { Alert, AlertKind } from "../contract/alerts.ts";
import { UNKNOWN, type Formats } from "../i18n/format.ts";

/** What the text of an alert says, by the names in the message `alerts.text`. */
export function alertValues(
  { target, details, thresholds }: Pick<Alert, "target" | "details" | "thresholds">,
  f: Formats,
): Record<string, string> {
  const when = (at: string | undefined) => (at === undefined ? UNKNOWN : f.moment(at));
  return {
    target: target.name,
    share: f.percent(details.delivered_share),
    belowShare: f.percent(thresholds.below_share),
    offline: f.count(details.locations_offline),
    locations: f.count(details.locations),
    minutes: f.count(thresholds.for_minutes),
    dueAt: thresholds.due_at ?? UNKNOWN,
    market: details.market === "imbalance" ? "imbalance" : "dayAhead",
    imbalanceHours: f.count(thresholds.imbalance_hours),
    isKnown: details.known_until === undefined ? "no" : "yes",
    hours: f.count(thresholds.older_than_hours),
    knownUntil: when(details.known_until),
    issuedAt: when(details.issued_at),
    expiresAt: when(details.expires_at),
    who: details.requested_by ?? UNKNOWN,
  };
}

const segment = encodeURIComponent;

const offlineHref = ({ kind, id }: Alert["target"]): string => {
  if (kind === "location") return `/locations/${segment(id)}`;
  return kind === "group"
    ? `/locations?state=silent&group_id=${segment(id)}`
    : "/locations?state=silent";
};

const hrefs: Record<AlertKind, (alert: Alert) => string> = {
  // The locations of the control, filtered by the outcome of most devices that did not confirm it.
  under_delivery: ({ subject }) => `/controls/${segment(subject.id)}?shortfall=1#deliveries`,
  locations_offline: ({ target }) => offlineHref(target),
  prices_stale: () => "/",
  weather_stale: () => "/",
  approval_waiting: () => "/controls#requests",
};

/** The page that answers an alert. */
export const alertHref = (alert: Alert): string => hrefs[alert.kind](alert);
