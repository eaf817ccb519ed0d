import { MIN_SHORT_KWH, type AlertKind, type ControlTarget } from "../../lib/contract/index.ts";
import { FRESH_MS } from "../../lib/contract/location-status.ts";
import { DAY_MS, HOUR_MS, localMinute, MINUTE_MS, startOfDay } from "../../lib/time/amsterdam.ts";
import { assessPrices } from "../prices/price-status.ts";
import { toAlertTarget, type TargetedAlertRule } from "../store/alert-rules.ts";
import type { Finding } from "../store/alerts.ts";
import { listRecentControls, listWaitingRequests } from "../store/alert-inputs.ts";
import { earliest, readPartitions } from "../store/partitions.ts";
import { readLastPriceEnd, readPriceFeeds, readPrices } from "../store/prices.ts";
import { countOffline, readWatched } from "../store/reachability.ts";
import type { Selection } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { newestRun } from "../store/weather.ts";
import { readDeliverySums } from "./delivery-report.ts";

/** What reaches a rule's thresholds now; null where that is not known, and nothing changes. */
type Find = (db: Db, rule: TargetedAlertRule, nowMs: number) => Promise<Finding[] | null>;

/** After its end, the under-delivery of a control remains an alert for so long. */
const AFTER_CONTROL_MS = HOUR_MS;

/** Finds what reaches the thresholds of a rule. */
export const findAlerts: Find = (db, rule, nowMs) => finders[rule.kind](db, rule, nowMs);

/** The alert about the target of a rule itself. */
const aboutTarget = (rule: TargetedAlertRule, details: Finding["details"]): Finding => {
  const { zone, groupId, targetKind: kind, targetId: id } = rule;
  return { subject: { kind, id }, target: toAlertTarget(rule), zone, groupId, details };
};

/** The alert about something with a target of its own, in the area of a rule. */
const aboutOne = (
  { zone }: TargetedAlertRule,
  target: ControlTarget,
  { subject, details }: Pick<Finding, "subject" | "details">,
): Finding => ({
  subject,
  target,
  zone,
  groupId: target.kind === "group" ? target.id : null,
  details,
});

const findUnderDelivery: Find = async (db, rule, nowMs) => {
  const recordedMs = earliest(await readPartitions(db), "recordedUntilMs");
  if (recordedMs === null) return null;
  // A quarter-hour that is over but not yet processed would count as not delivered.
  const asOfMs = Math.min(nowMs, recordedMs);
  const controls = await listRecentControls(db, rule, { asOfMs, endedMs: AFTER_CONTROL_MS });
  const sums = await readDeliverySums(
    db,
    controls.map(({ id }) => id),
    asOfMs,
  );
  return controls.flatMap(({ id, type, target }) => {
    const { share = null, plannedOverKwh = 0 } = sums.get(id) ?? {};
    if (share === null || share >= rule.thresholds.below_share!) return [];
    if (Math.abs(plannedOverKwh) * (1 - share) < MIN_SHORT_KWH) return [];
    const details = { control_type: type, delivered_share: share };
    return [aboutOne(rule, target, { subject: { kind: "control", id }, details })];
  });
};

const toSelection = ({ targetKind, targetId }: TargetedAlertRule): Selection =>
  targetKind === "location"
    ? { kind: "locations", ids: [targetId] }
    : { kind: targetKind, id: targetId };

const findOffline: Find = async (db, rule, nowMs) => {
  const { min_locations = 1, min_share = 0, for_minutes } = rule.thresholds;
  const forMs = Math.max(for_minutes! * MINUTE_MS, FRESH_MS);
  const watched = await readWatched(db);
  // During an interruption of the service itself nobody could report.
  if (!watched || nowMs - watched.sinceMs < forMs) return null;
  const since = new Date(nowMs - forMs);
  const { offline, locations } = await countOffline(db, toSelection(rule), since);
  if (offline < min_locations || offline < min_share * locations) return [];
  return [aboutTarget(rule, { locations_offline: offline, locations })];
};

const findStaleDayAhead: Find = async (db, rule, nowMs) => {
  const area = { zone: "NL", market: "day-ahead" } as const;
  const lastMs = await readLastPriceEnd(db, area, nowMs);
  if (lastMs === null) return null;
  const isDue = localMinute(nowMs).slice(-5) >= rule.thresholds.due_at!;
  const period = { fromMs: nowMs, toMs: startOfDay(nowMs, isDue ? 2 : 1) };
  const prices = await readPrices(db, { ...area, ...period, asOfMs: nowMs });
  const priced = new Set(prices.map(({ timeMs }) => timeMs));
  const { missing } = assessPrices(area.market, period, priced, nowMs);
  const details = { market: area.market, known_until: new Date(lastMs).toISOString() };
  return missing === 0 ? [] : [aboutTarget(rule, details)];
};

/** A source that was not read for so long is no longer configured. */
const UNREAD_MS = DAY_MS;

const findStaleImbalance: Find = async (db, rule, nowMs) => {
  const maxAgeMs = rule.thresholds.imbalance_hours! * HOUR_MS;
  const area = { zone: "NL", market: "imbalance" } as const;
  const feeds = await readPriceFeeds(db, area);
  const isRead = feeds.some(({ checkedAt }) => nowMs - checkedAt.getTime() < UNREAD_MS);
  if (maxAgeMs === 0 || !isRead) return [];
  const lastMs = await readLastPriceEnd(db, area, nowMs);
  if (lastMs !== null && nowMs - lastMs <= maxAgeMs) return [];
  const details = {
    market: area.market,
    ...(lastMs !== null && { known_until: new Date(lastMs).toISOString() }),
  };
  const subject = { kind: "market" as const, id: area.market };
  return [{ ...aboutTarget(rule, details), subject }];
};

const findStalePrices: Find = async (db, rule, nowMs) => {
  // Without a day-ahead price ever, no alert about one is open.
  const dayAhead = (await findStaleDayAhead(db, rule, nowMs)) ?? [];
  return [...dayAhead, ...((await findStaleImbalance(db, rule, nowMs)) ?? [])];
};

const findStaleWeather: Find = async (db, rule, nowMs) => {
  const newest = await newestRun(db);
  if (!newest) return null;
  const { issuedAt } = newest;
  const isStale = nowMs - issuedAt.getTime() > rule.thresholds.older_than_hours! * HOUR_MS;
  return isStale ? [aboutTarget(rule, { issued_at: issuedAt.toISOString() })] : [];
};

const findWaitingApprovals: Find = async (db, rule, nowMs) => {
  const waitedMs = rule.thresholds.for_minutes! * MINUTE_MS;
  const waiting = await listWaitingRequests(db, rule, { nowMs, waitedMs });
  return waiting.map(({ id, type, target, ...request }) => {
    const details = {
      control_type: type,
      requested_at: request.created_at,
      expires_at: request.expires_at,
      requested_by: request.requested_by,
    };
    return aboutOne(rule, target, { subject: { kind: "control_request", id }, details });
  });
};

const finders: Record<AlertKind, Find> = {
  under_delivery: findUnderDelivery,
  locations_offline: findOffline,
  prices_stale: findStalePrices,
  weather_stale: findStaleWeather,
  approval_waiting: findWaitingApprovals,
};
