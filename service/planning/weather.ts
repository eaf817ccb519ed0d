import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ForecastModel } from "../engine/forecast.ts";
import { isWeatherModel, type Irradiance } from "../engine/forecast-weather.ts";
import type { StoredSite } from "../store/sites.ts";
import {
  loadWeatherModels,
  loadAvailableRuns,
  type Bounds,
  saveWeatherModels,
  type StoredRun,
} from "../store/weather.ts";
import type { Db } from "../store/store.ts";

/** A point farther away is not representative: this is about 80 km. */
const MAX_DISTANCE_DEGREES = 0.75;
/** The same in degrees of longitude, up to a latitude of 60°. */
const MAX_DISTANCE_LONGITUDE = 2 * MAX_DISTANCE_DEGREES;

/** The weather forecasts that were known at a moment, for the sites near their points. */
export interface WeatherInUse {
  source: string;
  attribution: string;
  issuedAt: Date;
  /** The irradiance at a site; undefined if no point is near. */
  at(site: { latitude: number; longitude: number }): Irradiance | undefined;
}

/**
 * The weather forecasts to use at a moment: of each point the newest run, and for earlier hours the
 * ones before. Only runs known at that moment are used. Null without an active source.
 */
export async function loadWeather(
  db: Db,
  sites: readonly StoredSite[],
  ms: number,
): Promise<WeatherInUse | null> {
  const withPanels = sites.filter(({ site }) => site.panels.length > 0);
  if (withPanels.length === 0) return null;
  const rows = await loadAvailableRuns(db, ms, boundsOf(withPanels));
  const newest = rows.find((row) => row.expiresAt.getTime() > ms);
  if (!newest) return null;
  const { source, attribution, issuedAt } = newest;
  const points = byPoint(rows.filter((row) => row.source === source)).filter(([first]) =>
    isInForce(first!, ms),
  );
  const irradiances = new Map<string, Irradiance>();
  const near = nearestPoint(points);
  const at: WeatherInUse["at"] = (site) => {
    const runs = near(site);
    if (!runs) return undefined;
    const { pointId } = runs[0]!;
    const irradiance = irradiances.get(pointId) ?? irradianceOf(runs);
    irradiances.set(pointId, irradiance);
    return irradiance;
  };
  return { source, attribution, issuedAt, at };
}

function boundsOf(sites: readonly StoredSite[]): Bounds {
  const bounds = { south: 90, north: -90, west: 180, east: -180 };
  for (const { site } of sites) {
    bounds.south = Math.min(bounds.south, site.latitude - MAX_DISTANCE_DEGREES);
    bounds.north = Math.max(bounds.north, site.latitude + MAX_DISTANCE_DEGREES);
    bounds.west = Math.min(bounds.west, site.longitude - MAX_DISTANCE_LONGITUDE);
    bounds.east = Math.max(bounds.east, site.longitude + MAX_DISTANCE_LONGITUDE);
  }
  return bounds;
}

const isInForce = (run: StoredRun, ms: number) => run.expiresAt.getTime() > ms;

function byPoint(rows: readonly StoredRun[]): StoredRun[][] {
  const points = new Map<string, StoredRun[]>();
  for (const row of rows) {
    const pointRows = points.get(row.pointId);
    if (pointRows) pointRows.push(row);
    else points.set(row.pointId, [row]);
  }
  return [...points.values()];
}

/** The forecast of the newest run that covers a quarter-hour. */
const irradianceOf =
  (runs: readonly StoredRun[]): Irradiance =>
  (quarterMs) => {
    for (const { start, irradiance } of runs) {
      const value = irradiance[(quarterMs - start.getTime()) / QUARTER_MS];
      if (value !== undefined && !Number.isNaN(value)) return value;
    }
    return NaN;
  };

/** Finds the point nearest to a site, cached for each tenth of a degree. */
function nearestPoint(points: readonly StoredRun[][]) {
  const everywhere = points.find(([run]) => Number.isNaN(run!.latitude));
  const found = new Map<string, StoredRun[] | undefined>();
  return ({ latitude, longitude }: { latitude: number; longitude: number }) => {
    const key = `${latitude.toFixed(1)},${longitude.toFixed(1)}`;
    if (found.has(key)) return found.get(key);
    const distance = ([run]: StoredRun[]) =>
      Math.hypot(
        run!.latitude - latitude,
        (run!.longitude - longitude) * Math.cos((latitude * Math.PI) / 180),
      );
    let best = everywhere;
    let bestDistance = MAX_DISTANCE_DEGREES;
    for (const point of points) {
      if (distance(point) > bestDistance) continue;
      best = point;
      bestDistance = distance(point);
    }
    found.set(key, best);
    return best;
  };
}

/**
 * Sets the current weather forecast of models, and their stored weather correction for its source.
 */
export async function attachWeather(
  db: Db,
  sites: readonly StoredSite[],
  models: ReadonlyMap<string, ForecastModel>,
  weather: WeatherInUse | null,
): Promise<void> {
  if (!weather) {
    for (const model of models.values()) delete model.irradiance;
    return;
  }
  const withPanels = sites.filter(({ site }) => site.panels.length > 0);
  const lacking = withPanels.filter(({ locationId }) => !models.get(locationId)?.weather);
  const ids = lacking.map(({ locationId }) => locationId);
  const stored = await loadWeatherModels(db, weather.source, ids);
  for (const { locationId, site } of withPanels) {
    const model = models.get(locationId);
    if (!model) continue;
    const trained = stored.get(locationId);
    if (trained && isWeatherModel(trained)) model.weather = trained;
    const irradiance = weather.at(site);
    if (irradiance) model.irradiance = irradiance;
    else delete model.irradiance;
  }
}

/** Stores the trained weather corrections of models for the current source. */
export async function saveWeather(
  db: Db,
  models: ReadonlyMap<string, ForecastModel>,
  weather: WeatherInUse | null,
): Promise<void> {
  if (!weather) return;
  const trained = [...models].flatMap(([id, { weather: own }]) =>
    own ? [[id, own] as const] : [],
  );
  await saveWeatherModels(db, weather.source, new Map(trained));
}
