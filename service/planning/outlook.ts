import { dayOf, floorQuarter, localDate, MINUTE_MS, QUARTER_MS } from "../engine/calendar.ts";
import { flexibility, type Flexibility } from "../engine/flexibility.ts";
import { forecast, learn, nothingLearned, TRAITS, type Learned } from "../engine/forecast.ts";
import { hold, plantOf, pvRatingKw } from "../engine/plant.ts";
import { separate } from "../engine/separate.ts";
import type { Site, StoredKwh } from "../engine/site.ts";
import {
  CONTROLLED,
  readLessons,
  readManyDays,
  type Lesson,
  type LocationDay,
} from "../store/days.ts";
import type { Outlook } from "../store/expectations.ts";
import { loadLive } from "../store/live.ts";
import { loadProfiles, saveProfiles } from "../store/profiles.ts";
import { slotAt } from "../store/record-isp.ts";
import { loadSites, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/** Seven days ahead, and the quarters that pass until the next refresh. */
export const HORIZON_QUARTERS = 7 * 96 + 8;
/** What lay longer ago has no weight left in what is typical. */
const LEARNED_DAYS = 30;
const DAY_MS = 96 * QUARTER_MS;

/** Half full: the middle of what a battery that never reported may hold. */
const unreported = (site: Site): StoredKwh =>
  site.batteries.map((battery) => (battery.capacityKwh + battery.floorKwh) / 2);

/** What the batteries hold: as last known, else half full. */
export const storedIn = (site: Site, known: ArrayLike<number> | undefined): StoredKwh => {
  const usual = unreported(site);
  if (!known || known.length !== site.batteries.length) return usual;
  return usual.map((kwh, i) => (Number.isNaN(known[i]!) ? kwh : known[i]!));
};

/** A load so many times the largest that is typical is a fault of the meter, not a habit. */
const WILD = 50;

/** Whether a site can draw this much: by its connection, else by what it ever did. */
function isPlausible(site: Site, learned: Learned, loadKw: number): boolean {
  if (Number.isNaN(loadKw)) return true;
  if (site.connectionLimitKw !== null) {
    const batteryKw = site.batteries.reduce((sum, battery) => sum + battery.powerKw, 0);
    return loadKw <= 1.2 * site.connectionLimitKw + batteryKw + pvRatingKw(site, () => true);
  }
  const typical = learned.loadKw.reduce((most, kw) => (kw > most ? kw : most), 0);
  return typical === 0 || loadKw <= WILD * Math.max(1, typical);
}

/**
 * Takes a recorded interval in. Generation measured under a control is left out: it says what the
 * control did, not what the sun would have given. Where only the meter reported, panels and load
 * are told apart as well as that allows. What the site cannot draw teaches nothing.
 */
export function learnFrom(
  site: Site,
  learned: Learned,
  quarterMs: number,
  { pv, load, actual, flags }: Lesson,
): void {
  if (!isPlausible(site, learned, load)) return learn(site, learned, quarterMs, NaN, NaN);
  const controlled = (flags & CONTROLLED) !== 0;
  const onlyMetered = Number.isNaN(pv) && !Number.isNaN(actual) && site.batteries.length === 0;
  if (onlyMetered && !controlled) {
    const { pvKw, loadKw } = separate(site, learned, quarterMs, actual);
    learn(site, learned, quarterMs, pvKw, loadKw);
  } else learn(site, learned, quarterMs, controlled ? NaN : pv, load);
}

/** Learns a location's days from the first on, until `untilMs`; calls `before` with each interval. */
export function replay(
  site: Site,
  days: readonly LocationDay[],
  untilMs: number,
  before?: (day: LocationDay, index: number, quarterMs: number, learned: Learned) => void,
): Learned {
  const learned = nothingLearned(days[0] ? dayOf(days[0].day).startMs : untilMs);
  for (const day of days) {
    const { startMs } = dayOf(day.day);
    for (let i = 0; i < day.isps; i++) {
      const quarterMs = startMs + i * QUARTER_MS;
      if (quarterMs >= untilMs) return learned;
      before?.(day, i, quarterMs, learned);
      const [pv, load, actual] = [day.pv[i]!, day.load[i]!, day.actual[i]!];
      learnFrom(site, learned, quarterMs, { pv, load, actual, flags: day.flags[i]! });
    }
  }
  return learned;
}

/** First day of which something is left in what a location knows at this moment. */
export const learnedSince = (ms: number): string => localDate(ms - LEARNED_DAYS * DAY_MS);

/**
 * What these sites have taught until this quarter-hour. What is kept of them ends a quarter-hour
 * earlier, so that what devices report late of the last one is still learned; here that one is taken
 * in as far as it is known.
 */
export async function learnedOf(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<Map<string, Learned>> {
  const { learned } = await settled(db, sites, quarterMs - QUARTER_MS);
  return withLast(db, sites, learned, quarterMs);
}

/** What is kept of these sites, and who of them lacked it and was learned anew from their days. */
async function settled(db: Db, sites: readonly StoredSite[], untilMs: number) {
  const learned = await loadProfiles(
    db,
    sites.map((site) => site.locationId),
  );
  const lacking = sites.filter((site) => learned.get(site.locationId)?.traits.length !== TRAITS);
  const anew = await relearn(db, lacking, untilMs);
  for (const [id, own] of anew) learned.set(id, own);
  return { learned, anew };
}

async function withLast(
  db: Db,
  sites: readonly StoredSite[],
  learned: ReadonlyMap<string, Learned>,
  quarterMs: number,
): Promise<Map<string, Learned>> {
  const ids = sites.map((site) => site.locationId);
  const lastMs = quarterMs - QUARTER_MS;
  const lessons = await readLessons(db, slotAt(lastMs), ids);
  return new Map(
    sites.map(({ locationId, site }) => {
      const kept = learned.get(locationId)!;
      const lesson = lessons.get(locationId);
      if (!lesson || kept.untilMs > lastMs) return [locationId, kept];
      const own = copyOf(kept);
      learnFrom(site, own, lastMs, lesson);
      return [locationId, own];
    }),
  );
}

const copyOf = ({ untilMs, pvKw, loadKw, traits }: Learned): Learned => ({
  untilMs,
  pvKw: pvKw.slice(),
  loadKw: loadKw.slice(),
  traits: traits.slice(),
});

/**
 * Keeps what the quarter-hour before the last taught, once, and returns what is known until
 * `quarterMs`.
 */
export async function learnQuarter(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<Map<string, Learned>> {
  const lastMs = quarterMs - QUARTER_MS;
  const { learned, anew } = await settled(db, sites, lastMs);
  const ids = sites.map((site) => site.locationId);
  const lessons = await readLessons(db, slotAt(lastMs - QUARTER_MS), ids);
  const taught = new Map(anew);
  for (const { locationId, site } of sites) {
    const lesson = lessons.get(locationId);
    const own = learned.get(locationId)!;
    if (!lesson || own.untilMs >= lastMs) continue;
    learnFrom(site, own, lastMs - QUARTER_MS, lesson);
    taught.set(locationId, own);
  }
  await saveProfiles(db, taught);
  return withLast(db, sites, learned, quarterMs);
}

/** Learns the last days of these sites anew, until a quarter-hour. */
export async function relearn(
  db: Db,
  sites: readonly StoredSite[],
  untilMs: number,
): Promise<Map<string, Learned>> {
  if (sites.length === 0) return new Map();
  const ids = sites.map((site) => site.locationId);
  const byLocation = new Map<string, LocationDay[]>(ids.map((id) => [id, []]));
  const days = await readManyDays(db, ids, learnedSince(untilMs), localDate(untilMs));
  for (const day of days) byLocation.get(day.locationId)!.push(day);
  return new Map(
    sites.map(({ locationId, site }) => [
      locationId,
      replay(site, byLocation.get(locationId)!, untilMs),
    ]),
  );
}

/** The forecast and the room around it, over `count` quarter-hours from `startMs`. */
export function outlookOf(
  site: Site,
  learned: Learned,
  storedKwh: StoredKwh,
  startMs: number,
  count: number,
): Flexibility {
  return flexibility(site, forecast(site, learned, startMs, count), storedKwh, startMs, count);
}

/** The outlook of these locations from the current quarter-hour on, as the totals hold it. */
export async function outlooksOf(
  db: Db,
  locationIds: readonly string[],
  nowMs: number,
): Promise<Outlook[]> {
  if (locationIds.length === 0) return [];
  const startMs = floorQuarter(nowMs);
  const sites = await loadSites(db, { kind: "locations", ids: locationIds });
  const learned = await learnedOf(db, sites, startMs);
  const live = new Map((await loadLive(db, locationIds)).map((row) => [row.locationId, row]));
  return sites.map(({ locationId, site }) => {
    const stored = storedIn(site, live.get(locationId)?.freeKwh);
    const room = outlookOf(site, learned.get(locationId)!, stored, startMs, HORIZON_QUARTERS);
    return { locationId, startMs, ...room };
  });
}

/**
 * The outlook of one location after the current quarter-hour: its batteries go through what is left
 * of that first.
 */
export async function outlookAfterNow(db: Db, stored: StoredSite, nowMs: number): Promise<Outlook> {
  const { site, locationId } = stored;
  const quarterMs = floorQuarter(nowMs);
  const learned = (await learnedOf(db, [stored], quarterMs)).get(locationId)!;
  const [live] = await loadLive(db, [locationId]);
  const kwh = [...storedIn(site, live?.freeKwh)];
  const current = forecast(site, learned, quarterMs, 1);
  const minutesLeft = Math.round((quarterMs + QUARTER_MS - nowMs) / MINUTE_MS);
  hold(plantOf(site), null, current.pvKw[0]!, current.loadKw[0]!, kwh, minutesLeft);
  const startMs = quarterMs + QUARTER_MS;
  return { locationId, startMs, ...outlookOf(site, learned, kwh, startMs, HORIZON_QUARTERS) };
}
