import pg from "pg";
import { expect, it } from "vitest";
import { getRole } from "../../runtime/databases/roles.ts";
import { newModels } from "../../service/engine/forecast.ts";
import { getAreaForecast } from "../../service/store/area-forecasts.ts";
import { loadForecastModels } from "../../service/store/forecast-models.ts";
import { groupsSince } from "../../service/store/group-membership.ts";
import { loadLive } from "../../service/store/live-state.ts";
import { migrateService } from "../../service/store/schema-guard.ts";
import { areaDays } from "../../service/store/schema-series.ts";
import { controls, deliveries } from "../../service/store/schema-controls.ts";
import { readServiceState, writeServiceState } from "../../service/store/service-state.ts";
import { openStore } from "../../service/store/store.ts";
import { migrateUntil } from "../support/migrate-until.ts";
import { getOwnerUrl, emptyDatabase } from "../support/postgres.ts";

const AT = "2026-06-15T10:00:00Z";
const at = new Date(AT);

/** One row in each table that is renamed, or has a renamed column, in the layout before. */
const ROWS = `
  INSERT INTO groups (id, created_at, name, bidding_zone) VALUES ('grp_1', '${AT}', 'North', 'NL');
  INSERT INTO customers (id, created_at, name, email, language)
    VALUES ('cus_1', '${AT}', 'Anna', 'anna@example.org', 'nl-NL');
  INSERT INTO locations (id, created_at, customer_id, bidding_zone, latitude, longitude, metadata)
    VALUES ('loc_1', '${AT}', 'cus_1', 'NL', 52, 5, '{}');
  INSERT INTO facts (key, value) VALUES ('members_changed', '"before"');
  INSERT INTO moves (location_id, until, group_id) VALUES ('loc_1', '${AT}', 'grp_1');
  INSERT INTO live (location_id, stored_kwh, free_kwh, last_injection_kw, measured_at)
    VALUES ('loc_1', '\\x', '\\x', 1.5, '${AT}');
  INSERT INTO area_expectations (kind, area_id, start, forecast, upward, downward)
    VALUES ('group', 'grp_1', '${AT}', '\\x000000000000f03f', '\\x0000000000000000', '\\x0000000000000000');
  INSERT INTO profiles (location_id, until, pv, load, traits)
    VALUES ('loc_1', '${AT}', '\\x', '\\x', '\\x0000803f');
  INSERT INTO area_days (kind, area_id, day, isps, forecast, upward, downward, actual, covered,
      locations, heard, reporting, pv, pv_heard, pv_reporting, battery, battery_heard, battery_reporting)
    SELECT 'group', 'grp_1', '2026-06-15', 1, b, b, b, b, b, b, '\\x000000000000f03f', b, b,
      '\\x0000000000000040', b, b, '\\x0000000000000840', b FROM (SELECT '\\x0000000000000000'::bytea) AS blank(b);
  INSERT INTO controls (id, created_at, target_kind, target_id, target_name, type, time_from, time_to,
      results, locations, devices, energy_kwh, stop_at, given_back)
    VALUES ('ctrl_1', '${AT}', 'group', 'grp_1', 'North', 'ZERO_EXPORT', '${AT}', '${AT}',
      '[]', 1, 1, 0, '${AT}', '[{"isp":1}]');
  INSERT INTO control_effects (control_id, location_id, before_kw, after_kw)
    VALUES ('ctrl_1', 'loc_1', '\\x0000803f', '\\x00000040');
  INSERT INTO deliveries (control_id, location_id, state, devices, answered_at)
    VALUES ('ctrl_1', 'loc_1', 'answered', 1, '${AT}');`;

it("data in tables and columns with earlier names is found under the new names by the service's role", async () => {
  const url = await emptyDatabase("service");
  const owner = new pg.Client(getOwnerUrl("service", url));
  await owner.connect();
  await migrateUntil(owner, "service", "0009_owner");
  await owner.query(ROWS);
  await owner.end();

  await migrateService(getOwnerUrl("service", url), getRole("service"));
  const { db, close } = await openStore(url, () => undefined);
  try {
    expect(await readServiceState(db, "members_changed")).toBe("before");
    await writeServiceState(db, "members_changed", "after");
    expect(await readServiceState(db, "members_changed")).toBe("after");
    const groupAt = await groupsSince(db, "loc_1", null, at.getTime() - 1);
    expect([groupAt(at.getTime() - 1), groupAt(at.getTime())]).toEqual(["grp_1", null]);
    expect(await loadLive(db, ["loc_1"])).toMatchObject([{ lastInjectionKw: 1.5, measuredAt: at }]);
    expect(await getAreaForecast(db, "group", "grp_1")).toMatchObject({
      start: at,
      forecast: new Float64Array([1]),
    });
    const { learned } = await loadForecastModels(db, ["loc_1"], newModels);
    expect(learned.get("loc_1")?.untilMs).toBe(at.getTime());
    const [day] = await db.select().from(areaDays);
    expect([day!.recent[0], day!.pvRecent[0], day!.batteryRecent[0]]).toEqual([1, 2, 3]);
    const [control] = await db.select().from(controls);
    expect(control).toMatchObject({ cancelledEffect: [{ isp: 1 }] });
    const [delivery] = await db.select().from(deliveries);
    expect(delivery).toMatchObject({
      state: "answered",
      acknowledgedAt: at,
      beforeKw: new Float32Array([1]),
      afterKw: new Float32Array([2]),
      restatedKw: null,
    });
  } finally {
    await close();
  }
});
