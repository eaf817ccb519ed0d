import type { Logger } from "pino";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import type { WeatherFetch } from "../metrics/metrics.ts";
import { newestRun, panelLocations, pruneRuns, saveRuns } from "../store/weather.ts";
import type { Db, Store } from "../store/store.ts";
import { gridPoint, WeatherError, type WeatherSource } from "../weather/weather-run.ts";

/** Interval between checks for a newer run. */
const EVERY_MS = 10 * MINUTE_MS;
/** After failures the delay doubles from a minute up to an hour. */
const MAX_WAIT_MS = HOUR_MS;
/** Runs are retained this long, so that past forecasts can be analysed. */
const RETENTION_MS = 40 * DAY_MS;

interface Options {
  store: Store;
  source: WeatherSource;
  maxAgeHours: number;
  log: Logger;
  onFetch(outcome: WeatherFetch): void;
}

/**
 * Fetches the runs of a weather source when they are due. A failed source is retried with
 * increasing delay. When its last run has expired, forecasts are made without weather and a warning
 * is logged.
 */
export class WeatherFeed {
  private readonly options: Options;
  private dueMs = 0;
  private failures = 0;
  private hasStopped = false;

  constructor(options: Options) {
    this.options = options;
  }

  /** Called each minute. Never throws: forecasts do not require weather. */
  async refresh(nowMs: number): Promise<void> {
    if (nowMs < this.dueMs) return;
    const { store, source, log, onFetch } = this.options;
    this.dueMs = nowMs + EVERY_MS;
    try {
      await store.exclusively("weather", async (db) => onFetch(await this.fetchInto(db, nowMs)));
      this.failures = 0;
    } catch (error) {
      onFetch("failed");
      this.dueMs = nowMs + Math.min(MAX_WAIT_MS, 2 ** this.failures * MINUTE_MS);
      this.failures += 1;
      const what = error instanceof WeatherError ? { reason: error.message } : { err: error };
      log.warn({ source: source.name, ...what }, "Failed to fetch the weather forecast");
    }
    await this.noticeStop(nowMs).catch((error: unknown) =>
      log.warn({ err: error }, "Failed to check the age of the weather forecast"),
    );
  }

  private async fetchInto(db: Db, nowMs: number): Promise<WeatherFetch> {
    const { source, maxAgeHours } = this.options;
    const newest = await newestRun(db, source.name);
    const points = (await panelLocations(db)).map((at) => gridPoint(at.latitude, at.longitude));
    const runs = await source.fetchRuns(points, newest?.issuedAt.getTime() ?? 0);
    const early = runs.find(({ issuedMs }) => issuedMs > nowMs + HOUR_MS);
    if (early) throw new WeatherError(`The run for ${early.point.id} is from the future.`);
    await saveRuns(
      db,
      runs.map(({ point, issuedMs, startMs, irradiance, temperatureC }) => ({
        source: source.name,
        pointId: point.id,
        latitude: point.latitude,
        longitude: point.longitude,
        issuedAt: new Date(issuedMs),
        knownAt: new Date(nowMs),
        expiresAt: new Date(issuedMs + maxAgeHours * HOUR_MS),
        start: new Date(startMs),
        irradiance,
        temperature: temperatureC,
        attribution: source.attribution,
      })),
    );
    await pruneRuns(db, nowMs - RETENTION_MS);
    return runs.length > 0 ? "stored" : "unchanged";
  }

  /** Why forecasts are made without weather now, in a sentence; null while a run is in force. */
  async describeStop(nowMs: number): Promise<string | null> {
    const { newest, isStopped } = await this.readState(nowMs);
    if (!isStopped) return null;
    const { source, maxAgeHours } = this.options;
    const why = newest
      ? `its newest run was issued at ${newest.issuedAt.toISOString()}, more than ${maxAgeHours} hours ago.`
      : "no run has been fetched.";
    const failed = this.failures > 0 ? " The last fetch failed." : "";
    return `Forecasts are made without weather: the source is ${source.name} and ${why}${failed}`;
  }

  private async readState(nowMs: number) {
    const { store, source, maxAgeHours } = this.options;
    const newest = await newestRun(store.db, source.name);
    const isStopped = !newest || newest.issuedAt.getTime() + maxAgeHours * HOUR_MS <= nowMs;
    return { newest, isStopped };
  }

  private async noticeStop(nowMs: number): Promise<void> {
    const { source, log } = this.options;
    const { newest, isStopped: stopped } = await this.readState(nowMs);
    const about = { source: source.name, issuedAt: newest?.issuedAt };
    if (stopped && !this.hasStopped)
      log.warn(about, "The weather source stopped: forecasts are made without weather");
    if (!stopped && this.hasStopped) log.info(about, "The weather source is available again");
    this.hasStopped = stopped;
  }
}
