import { copyModel, type ForecastModel } from "../engine/forecast.ts";
import type { Preferences } from "../engine/preferences.ts";
import type { Site } from "../engine/site.ts";
import type { Selection, StoredSite } from "../store/sites.ts";
import type { DeviceRamps } from "./ramps.ts";

/**
 * A location as plans need it. It is replaced when anything but its model changes, and its model is
 * not changed while members are in use; see `Fleet.use`.
 */
export interface Member {
  readonly stored: StoredSite;
  /** Its site with the known ramps of its devices. */
  readonly site: Site;
  /** Its forecast model, trained until the quarter-hour of the plan, or the one before; see `divideDue`. */
  readonly model: ForecastModel;
}

/** A location with devices; its site and model are made again when they are outdated. */
export interface FleetEntry {
  stored: StoredSite;
  ramps: DeviceRamps | undefined;
  site: Site | null;
  model: ForecastModel | null;
  /** The quarter-hour until which the model is trained. */
  modelMs: number;
  member: Member | null;
}

/**
 * The members of zones and groups, listed once: new lists of a large fleet in each plan would make the garbage
 * collector look through all of it.
 */
export class MemberLists {
  private readonly lists = new Map<string, readonly Member[]>();

  /** The members among the locations that `find` finds; of single locations they are listed anew. */
  get(selection: Selection, find: () => readonly FleetEntry[]): readonly Member[] {
    const list = () => find().flatMap(({ member }) => member ?? []);
    if (selection.kind === "locations") return list();
    const key = selection.kind === "all" ? "all" : `${selection.kind} ${selection.id}`;
    const members = this.lists.get(key) ?? list();
    this.lists.set(key, members);
    return members;
  }

  /** Forgets all: a member was replaced, or the locations are others. */
  clear(): void {
    this.lists.clear();
  }
}

/** The end of a pause is part of preferences, so that there are new ones for ever. */
const MAX_SHARED = 10_000;

/** Equal preferences of locations as one object, so that what depends on them is computed once. */
export class SharedPreferences {
  private readonly byJson = new Map<string, Preferences>();

  /** Replaces the preferences of a location by equal ones of others. */
  share(stored: StoredSite): void {
    if (stored.preferences === null) return;
    const key = JSON.stringify(stored.preferences);
    const shared = this.byJson.get(key) ?? stored.preferences;
    if (this.byJson.size >= MAX_SHARED) this.byJson.clear();
    this.byJson.set(key, shared);
    stored.preferences = shared;
  }

  clear(): void {
    this.byJson.clear();
  }
}

/** A location that was just read. */
export const newEntry = (stored: StoredSite): FleetEntry => ({
  stored,
  ramps: undefined,
  site: null,
  model: null,
  modelMs: NaN,
  member: null,
});

/** Replaces the model of a location; a null one is read when it is needed. */
export function putModel(entry: FleetEntry, model: ForecastModel | null, quarterMs: number): void {
  entry.model = model;
  entry.modelMs = model === null ? NaN : quarterMs;
  entry.member = null;
}

/**
 * Takes over the trained models of sites; see `Fleet.adopt`. Where `areFree` says that nothing uses the
 * models in memory, they get the numbers of the trained ones and take their place in `trained`: new
 * arrays for a whole fleet in each quarter-hour would cost garbage collections.
 * @returns whether all of them did
 */
export function adoptModels(
  entries: ReadonlyMap<string, FleetEntry>,
  sites: readonly StoredSite[],
  trained: Map<string, ForecastModel>,
  { quarterMs, areFree }: { quarterMs: number; areFree: boolean },
): boolean {
  let areCopied = true;
  for (const stored of sites) {
    const entry = entries.get(stored.locationId);
    const model = trained.get(stored.locationId) ?? null;
    const isCurrent = entry?.stored === stored;
    if (isCurrent && areFree && copyInto(entry, model)) {
      entry.modelMs = quarterMs;
      trained.set(stored.locationId, entry.model!);
    } else {
      areCopied = false;
      if (isCurrent) putModel(entry, model, quarterMs);
    }
  }
  return areCopied;
}

/** @returns false, having changed nothing, without a model to change or with a weather forecast */
function copyInto({ model }: FleetEntry, trained: ForecastModel | null): boolean {
  if (model === null || trained === null || model === trained) return false;
  if (hasWeather(model) || hasWeather(trained)) return false;
  if (model.numbers.length !== trained.numbers.length) return false;
  copyModel(trained, model);
  return true;
}

const hasWeather = ({ weather, irradiance }: ForecastModel): boolean =>
  weather !== undefined || irradiance !== undefined;

/** Orders locations by their ids. */
export const byId = (a: FleetEntry, b: FleetEntry) =>
  a.stored.locationId < b.stored.locationId ? -1 : 1;

/** The same locations in the order of their ids. */
export const inOrder = (entries: FleetEntry[]): FleetEntry[] =>
  entries.every((entry, i) => i === 0 || byId(entries[i - 1]!, entry) < 0)
    ? entries
    : entries.toSorted(byId);
