import { localDate, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { copyModel, emptyModel, newModels, type ForecastModel } from "../engine/forecast.ts";
import { MODEL_NUMBERS } from "../engine/load-parameters.ts";
import type { LocationDay } from "../store/location-days.ts";
import { readManyDays } from "../store/read-days.ts";
import { loadForecastModels, readOutdated, saveForecastModels } from "../store/forecast-models.ts";
import { slotAt } from "../store/interval-slot.ts";
import { readTrainingSamples } from "../store/training-samples.ts";
import type { PartitionOf } from "../store/partitions.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { learnFrom, replay } from "./interval-training.ts";
import type { ModelMemory } from "./model-memory.ts";
import { attachWeather, loadWeather, saveWeather, type WeatherInUse } from "./weather.ts";
import { nextTurn, Turns } from "./turns.ts";

/** Quarter-hours after which the models of a partition are saved. */
const SAVED_EVERY = 8;

/** Whether a partition saves its models at the start of this quarter-hour; a part of them does at each. */
export const isSavedAt = (quarterMs: number, { partition }: PartitionOf): boolean =>
  (quarterMs / QUARTER_MS + partition) % SAVED_EVERY === 0;

/** Older data has no weight left in the typical values. */
const TRAINING_DAYS = 30;
const DAY_MS = 96 * QUARTER_MS;

/** The first day that still affects a location's model at this moment. */
export const getTrainingStart = (ms: number): string => localDate(ms - TRAINING_DAYS * DAY_MS);

/**
 * The forecast models of these sites, trained until this quarter-hour. Stored models end at least a
 * quarter-hour earlier, so that late reports of the last one still count; here they are trained on
 * the reports since, so far. Models in memory (`cached`) are not read: one of this quarter-hour is
 * returned as it is and must not be changed; a copy of one of the last quarter-hour is trained.
 */
export async function loadCurrentModels(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  cached?: CachedModels,
): Promise<Map<string, ForecastModel>> {
  const models = new Map<string, ForecastModel>();
  const due: StoredSite[] = [];
  for (const site of sites) {
    const model = cached?.modelAt(site.locationId, quarterMs);
    if (model) models.set(site.locationId, model);
    else due.push(site);
  }
  if (due.length === 0) return models;
  const lastMs = quarterMs - QUARTER_MS;
  const weather = await loadWeather(db, due, quarterMs);
  const { others } = copyCached(weather ? undefined : cached, due, lastMs, models);
  const { learned } = await loadStoredModels(db, others, lastMs);
  await attachWeather(db, others, learned, weather);
  for (const [id, model] of learned) models.set(id, model);
  await trainUntil(db, due, models, quarterMs);
  return models;
}

/**
 * Adds copies of the models in memory that were trained until `lastMs` to `models`, except of those that
 * depend on a weather forecast, which may have been replaced. The copies are made in `memory`, if given.
 * @returns the sites without one, and the memory of the copies
 */
function copyCached(
  cached: CachedModels | undefined,
  sites: readonly StoredSite[],
  lastMs: number,
  models: Map<string, ForecastModel>,
  memory?: ModelMemory,
): { others: StoredSite[]; copies: readonly ForecastModel[] } {
  const ids: string[] = [];
  const found: ForecastModel[] = [];
  const others = sites.filter(({ locationId }) => {
    const model = cached?.modelAt(locationId, lastMs);
    if (model?.untilMs !== lastMs || model.weather || model.irradiance) return true;
    ids.push(locationId);
    found.push(model);
    return false;
  });
  const copies = memory?.take(found.length) ?? newModels(found.length);
  for (const [i, model] of found.entries()) {
    copyModel(model, copies[i]!);
    models.set(ids[i]!, copies[i]!);
  }
  return { others, copies };
}

/**
 * Maximum number of models retrained within one request; the others wait for the next quarter-hour.
 */
const MAX_REBUILDS_PER_REQUEST = 200;
/** Maximum number of outdated models retrained per quarter-hour. */
const MAX_REBUILDS_PER_QUARTER = 2_000;
/** Models retrained before the event loop gets a turn. */
const REBUILD_BATCH = 50;

/** The stored models of these sites; some missing ones are retrained from recorded days. */
async function loadStoredModels(db: Db, sites: readonly StoredSite[], untilMs: number) {
  const { learned, outdated } = await loadForecastModels(
    db,
    sites.map((site) => site.locationId),
    newModels,
  );
  const lacking = sites.filter(
    (site) => learned.get(site.locationId)?.numbers.length !== MODEL_NUMBERS,
  );
  const anew = await rebuildModels(db, lacking.slice(0, MAX_REBUILDS_PER_REQUEST), untilMs);
  for (const { locationId } of lacking)
    learned.set(locationId, anew.get(locationId) ?? emptyModel(untilMs));
  return { learned, outdated, lacking };
}

/**
 * Trains models on what was recorded since they were saved, until `untilMs`; changes `learned`. Long
 * after a model was saved, as after an outage, only the last quarter-hour counts besides those that
 * followed.
 * @returns the locations with a changed model
 */
async function trainUntil(
  db: Db,
  sites: readonly StoredSite[],
  learned: ReadonlyMap<string, ForecastModel>,
  untilMs: number,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  const turns = new Turns();
  for (const [quarterMs, due] of quartersSince(sites, learned, untilMs)) {
    const ids = due.map((site) => site.locationId);
    const findLesson = await readTrainingSamples(db, slotAt(quarterMs), ids);
    for (const [i, { locationId, site }] of due.entries()) {
      if (turns.isOver(i)) await turns.next();
      const lesson = findLesson(locationId);
      if (!lesson) continue;
      learnFrom(site, learned.get(locationId)!, quarterMs, lesson);
      changed.add(locationId);
    }
  }
  return changed;
}

/** The quarter-hours that models may lack before `untilMs`, in order, with the sites that lack them. */
function quartersSince(
  sites: readonly StoredSite[],
  learned: ReadonlyMap<string, ForecastModel>,
  untilMs: number,
): [quarterMs: number, due: StoredSite[]][] {
  const quarters = new Map<number, StoredSite[]>();
  const add = (quarterMs: number, site: StoredSite) => {
    const due = quarters.get(quarterMs);
    if (due) due.push(site);
    else quarters.set(quarterMs, [site]);
  };
  const lastMs = untilMs - QUARTER_MS;
  for (const site of sites) {
    const fromMs = learned.get(site.locationId)!.untilMs;
    const followedMs = Math.min(lastMs, fromMs + 2 * SAVED_EVERY * QUARTER_MS);
    for (let ms = fromMs; ms < followedMs; ms += QUARTER_MS) add(ms, site);
    if (fromMs <= lastMs) add(lastMs, site);
  }
  return [...quarters].sort(([a], [b]) => a - b);
}

/** Models trained until a quarter-hour, and the transactions that saved them. */
export interface TrainedQuarter {
  models: Map<string, ForecastModel>;
  transactions: ReadonlySet<string>;
  /** The memory of those that are copies. */
  copies: readonly ForecastModel[];
}

/** The models in memory; see `Fleet`. */
export interface CachedModels {
  modelAt(locationId: string, quarterMs: number): ForecastModel | null;
  /** Memory for copies of them. */
  memory?: ModelMemory;
}

/**
 * Trains until the last quarter-hour and saves the result if `isSaved`; returns the models until
 * `quarterMs`. A model in memory that was trained until the last quarter-hour is that result, unless
 * it depends on a weather forecast, which may have been replaced; it is not read and trained again.
 * Models of before are saved too if they were trained anew, or with a weather forecast.
 */
export async function trainQuarter(
  db: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  cached: CachedModels,
  isSaved: boolean,
): Promise<TrainedQuarter> {
  const lastMs = quarterMs - QUARTER_MS;
  const weather = await loadWeather(db, sites, lastMs);
  const models = new Map<string, ForecastModel>();
  const inMemory = weather ? undefined : await leaveOutOutdated(db, sites, cached);
  const { others, copies } = copyCached(inMemory, sites, lastMs, models, cached.memory);
  const { learned, anew, changed } = await trainStored(db, others, lastMs, weather);
  const saved = isSaved || weather ? new Map([...models, ...changed]) : anew;
  for (const [id, model] of learned) models.set(id, model);
  const transactions = await saveForecastModels(db, saved, [...anew.keys()]);
  await saveWeather(db, saved, weather);
  await attachWeather(db, sites, models, await loadWeather(db, sites, quarterMs));
  await trainUntil(db, sites, models, quarterMs);
  return { models, transactions, copies };
}

/** The models in memory without those of sites with late reports, which are to be trained anew. */
async function leaveOutOutdated(
  db: Db,
  sites: readonly StoredSite[],
  cached: CachedModels,
): Promise<CachedModels> {
  const outdated = await readOutdated(
    db,
    sites.map(({ locationId }) => locationId),
  );
  if (outdated.size === 0) return cached;
  return { modelAt: (id, ms) => (outdated.has(id) ? null : cached.modelAt(id, ms)) };
}

/**
 * Reads the models of these sites and trains them until `lastMs`.
 * @returns all of them, those trained anew, and those that differ from the stored ones
 */
async function trainStored(
  db: Db,
  sites: readonly StoredSite[],
  lastMs: number,
  weather: WeatherInUse | null,
): Promise<Record<"learned" | "anew" | "changed", Map<string, ForecastModel>>> {
  if (sites.length === 0) return { learned: new Map(), anew: new Map(), changed: new Map() };
  const { learned, outdated, lacking } = await loadStoredModels(db, sites, lastMs);
  const due = sites
    .filter((site) => outdated.has(site.locationId))
    .slice(0, MAX_REBUILDS_PER_QUARTER);
  const anew = await rebuildModels(db, [...lacking, ...due], lastMs);
  for (const [id, siteModel] of anew) learned.set(id, siteModel);
  await attachWeather(db, sites, learned, weather);
  const changed = new Map(anew);
  for (const id of await trainUntil(db, sites, learned, lastMs)) changed.set(id, learned.get(id)!);
  return { learned, anew, changed };
}

/** Retrains the models of these sites from their last days, until a quarter-hour. */
export async function rebuildModels(
  db: Db,
  sites: readonly StoredSite[],
  untilMs: number,
): Promise<Map<string, ForecastModel>> {
  const learned = new Map<string, ForecastModel>();
  for (let i = 0; i < sites.length; i += REBUILD_BATCH) {
    const some = sites.slice(i, i + REBUILD_BATCH);
    const byLocation = new Map<string, LocationDay[]>(some.map((site) => [site.locationId, []]));
    const from = getTrainingStart(untilMs);
    for (const day of await readManyDays(db, [...byLocation.keys()], from, localDate(untilMs)))
      byLocation.get(day.locationId)!.push(day);
    for (const { locationId, site } of some) {
      learned.set(locationId, replay(site, byLocation.get(locationId)!, untilMs));
      await nextTurn();
    }
  }
  return learned;
}
