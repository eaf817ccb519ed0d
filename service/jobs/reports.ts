import type { Acknowledgement, Reports } from "../gateway/gateway.ts";
import { byQuarter, receiveQuarter } from "../planning/receive.ts";
import { saveConnections } from "../store/connections.ts";
import { recordAnswers, type Answer } from "../store/answers.ts";
import { loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/** What reports are seen from: the sites at hand, the clock, and which quarter-hour is running. */
export interface ReportContext {
  sites: readonly StoredSite[];
  nowMs: number;
  runningQuarterMs: number;
}

/** Keeps what came back from devices; what names a location that is not there is passed by. */
export async function keepReports(db: Db, reports: Reports, at: ReportContext): Promise<void> {
  await recordAnswers(db, reports.acknowledgements.map(toAnswer), at.nowMs);
  await saveConnections(
    db,
    reports.presence.map(({ locationId, online, atMs }) => ({
      locationId,
      online,
      since: new Date(atMs),
    })),
  );
  const sites = await sitesOf(db, reports, at.sites);
  for (const [quarterMs, spans] of byQuarter(reports.readings))
    await db.transaction((tx) => receiveQuarter(tx, sites, quarterMs, spans, at));
}

async function sitesOf(db: Db, { readings }: Reports, known: readonly StoredSite[]) {
  const have = new Set(known.map((site) => site.locationId));
  const lacking = new Set(readings.map((one) => one.locationId).filter((id) => !have.has(id)));
  if (lacking.size === 0) return known;
  return [...known, ...(await loadSites(db, { kind: "locations", ids: [...lacking] }))];
}

const toAnswer = ({ locationId, controlId, devices }: Acknowledgement): Answer => ({
  locationId,
  controlId,
  outcomes: Object.fromEntries(devices.map(({ deviceId, ...outcome }) => [deviceId, outcome])),
});
