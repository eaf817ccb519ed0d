import { doublePrecision, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { float32s } from "./binary-columns.ts";
import { locations, moment } from "./schema.ts";

/**
 * Weather forecasts as issued, with the time they became known; quarter-hours from `start`. A
 * forecast uses only runs that were known and not expired at its own time.
 */
export const weatherRuns = pgTable(
  "weather_runs",
  {
    source: text("source").notNull(),
    pointId: text("point_id").notNull(),
    issuedAt: moment("issued_at").notNull(),
    knownAt: moment("known_at").notNull(),
    /** From then on it is too old to use. */
    expiresAt: moment("expires_at").notNull(),
    /** NaN: the point applies to every location. */
    latitude: doublePrecision("latitude").notNull(),
    longitude: doublePrecision("longitude").notNull(),
    start: moment("start").notNull(),
    irradiance: float32s("irradiance").notNull(),
    temperature: float32s("temperature").notNull(),
    attribution: text("attribution").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.pointId, t.issuedAt] }),
    index("weather_runs_known_at").on(t.knownAt),
  ],
);

/**
 * The trained correction of one source's irradiance at a location; see the engine's `WeatherModel`.
 */
export const weatherModels = pgTable("weather_models", {
  locationId: text("location_id")
    .primaryKey()
    .references(() => locations.id),
  source: text("source").notNull(),
  pv: float32s("pv").notNull(),
  irradiance: float32s("irradiance").notNull(),
  parameters: float32s("parameters").notNull(),
});
