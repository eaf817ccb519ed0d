import type { Acknowledgement, Reports } from "../gateway/gateway.ts";
import { byQuarter, receiveQuarter } from "../planning/ingest.ts";
import { applyPause } from "../planning/location-pauses.ts";
import { getCauses, getErrorCode } from "../../lib/log/error-causes.ts";
import { saveConnections } from "../store/live-state.ts";
import { recordAcknowledgements, type Answer } from "../store/acknowledgements.ts";
import { divideByHash } from "../store/partitions.ts";
import { loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/** The context of reports: the locations, the clock, and the current quarter-hour. */
interface ReportContext {
  /** Finds existing locations with devices. */
  find(ids: ReadonlySet<string>): Promise<StoredSite[]>;
  nowMs: number;
  runningQuarterMs: number;
  /** Called with a report that cannot be stored. */
  onRefused(error: unknown): void;
}

/**
 * Stores reports of devices; reports of unknown locations are skipped. A report with values that
 * the database rejects is passed to `onRefused` and dropped, because it would block all later
 * reports.
 */
export async function storeReports(db: Db, reports: Reports, at: ReportContext): Promise<void> {
  try {
    await recordReports(db, reports, at);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const single = each(reports);
    if (single.length > 1) for (const one of single) await storeReports(db, one, at);
    else at.onRefused(error);
  }
}

/** SQLSTATE classes of invalid values. */
const REFUSAL = /^2[23]/;

/** Whether the database rejected a value. */
export const isRefusal = (thrown: unknown): boolean =>
  getCauses(thrown).some((error) => REFUSAL.test(getErrorCode(error) ?? ""));

const each = ({ acknowledgements, readings, presence, pauses = [] }: Reports): Reports[] => {
  const nothing: Reports = { acknowledgements: [], readings: [], presence: [] };
  return [
    ...acknowledgements.map((one) => ({ ...nothing, acknowledgements: [one] })),
    ...readings.map((one) => ({ ...nothing, readings: [one] })),
    ...presence.map((one) => ({ ...nothing, presence: [one] })),
    ...pauses.map((one) => ({ ...nothing, pauses: [one] })),
  ];
};

/** Stores reports of devices, all or, in a transaction, none. */
export async function recordReports(db: Db, reports: Reports, at: ReportContext): Promise<void> {
  await recordAcknowledgements(db, reports.acknowledgements.map(toAnswer), at.nowMs);
  await saveConnections(
    db,
    reports.presence.map(({ locationId, online, atMs }) => ({
      locationId,
      online,
      since: new Date(atMs),
    })),
  );
  for (const pause of reports.pauses ?? []) await applyPause(db, pause, at.nowMs);
  if (reports.readings.length === 0) return;
  const sites = await at.find(new Set(reports.readings.map(({ locationId }) => locationId)));
  for (const [quarterMs, spans] of byQuarter(reports.readings)) {
    const parts = (sites.length > MANY ? divideByHash(sites, 2) : [sites]).filter(
      (some) => some.length > 0,
    );
    const stored = await Promise.allSettled(
      parts.map((some) => db.transaction((tx) => receiveQuarter(tx, some, quarterMs, spans, at))),
    );
    for (const one of stored) if (one.status === "rejected") throw one.reason;
  }
}

/** Readings of more locations are stored in two halves: one is computed while the other is written. */
const MANY = 500;

/** Finds locations among these, and others in the database. */
export function createFinder(db: Db, sites: readonly StoredSite[]): ReportContext["find"] {
  const byId = new Map(sites.map((site) => [site.locationId, site]));
  return async (ids) => {
    const found = [...ids].flatMap((id) => byId.get(id) ?? []);
    const lacking = [...ids].filter((id) => !byId.has(id));
    if (lacking.length === 0) return found;
    return [...found, ...(await loadSites(db, { kind: "locations", ids: lacking }))];
  };
}

const toAnswer = ({ locationId, controlId, atMs, devices }: Acknowledgement): Answer => ({
  locationId,
  controlId,
  ...(atMs !== undefined && { atMs }),
  outcomes: Object.fromEntries(devices.map(({ deviceId, ...outcome }) => [deviceId, outcome])),
});
