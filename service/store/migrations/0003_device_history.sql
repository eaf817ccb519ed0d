ALTER TABLE "location_days" ADD COLUMN "battery" "bytea";--> statement-breakpoint
ALTER TABLE "area_days" ADD COLUMN "pv" "bytea";--> statement-breakpoint
ALTER TABLE "area_days" ADD COLUMN "pv_heard" "bytea";--> statement-breakpoint
ALTER TABLE "area_days" ADD COLUMN "pv_reporting" "bytea";--> statement-breakpoint
ALTER TABLE "area_days" ADD COLUMN "battery" "bytea";--> statement-breakpoint
ALTER TABLE "area_days" ADD COLUMN "battery_heard" "bytea";--> statement-breakpoint
ALTER TABLE "area_days" ADD COLUMN "battery_reporting" "bytea";--> statement-breakpoint
ALTER TABLE "live" ADD COLUMN "pv_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "live" ADD COLUMN "battery_at" timestamp (3) with time zone;--> statement-breakpoint
-- The packed columns are little-endian; NaN is not known. Plain expressions, so that they are inlined.
CREATE FUNCTION "float4_at"("packed" bytea, "i" int) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN get_byte(packed, i * 4 + 3) & 127 = 127 AND get_byte(packed, i * 4 + 2) > 127 THEN 'NaN'::float8
    WHEN get_byte(packed, i * 4 + 3) & 127 = 0 AND get_byte(packed, i * 4 + 2) < 128 THEN 0
    ELSE (CASE WHEN get_byte(packed, i * 4 + 3) > 127 THEN -1 ELSE 1 END)
      * ((get_byte(packed, i * 4 + 2) | 128) * 65536 + get_byte(packed, i * 4 + 1) * 256 + get_byte(packed, i * 4))
      * power(2.0::float8, (get_byte(packed, i * 4 + 3) & 127) * 2 + (get_byte(packed, i * 4 + 2) >> 7) - 150)
  END
$$;--> statement-breakpoint
CREATE FUNCTION "float4_packed"("kw" float4) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT substring(float4send("kw") FROM 4 FOR 1) || substring(float4send("kw") FROM 3 FOR 1) || substring(float4send("kw") FROM 2 FOR 1) || substring(float4send("kw") FROM 1 FOR 1)
$$;--> statement-breakpoint
CREATE FUNCTION "float8_packed"("kw" float8) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT substring(float8send("kw") FROM 8 FOR 1) || substring(float8send("kw") FROM 7 FOR 1) || substring(float8send("kw") FROM 6 FOR 1) || substring(float8send("kw") FROM 5 FOR 1) || substring(float8send("kw") FROM 4 FOR 1) || substring(float8send("kw") FROM 3 FOR 1) || substring(float8send("kw") FROM 2 FOR 1) || substring(float8send("kw") FROM 1 FOR 1)
$$;--> statement-breakpoint
-- What batteries measured is what load was computed with: load = pv + battery - actual.
CREATE FUNCTION "recover_devices"("of" date) RETURNS void LANGUAGE sql AS $$
  WITH site AS (
    SELECT location_id, bool_or(device_type = 'BATTERY') AS batteries,
      min(created_at) FILTER (WHERE device_type = 'SOLAR_INVERTER') AS panels_since
    FROM devices GROUP BY location_id
  ), days AS MATERIALIZED (
    SELECT location_id, day, isps, actual || ''::bytea AS actual, pv || ''::bytea AS pv,
      load || ''::bytea AS load, flags || ''::bytea AS flags
    FROM location_days WHERE day = "of"
  ), interval AS MATERIALIZED (
    SELECT d.location_id, i, get_byte(d.flags, i) AS flags, s.batteries,
      float4_at(d.pv, i) AS pv,
      CASE WHEN s.batteries THEN float4_at(d.actual, i) - float4_at(d.pv, i) + float4_at(d.load, i)
        ELSE 'NaN' END AS battery,
      (d.day::timestamp AT TIME ZONE 'Europe/Amsterdam') + (i + 1) * INTERVAL '15 minutes' > s.panels_since AS panels
    FROM days d LEFT JOIN site s USING (location_id), generate_series(0, d.isps - 1) i
  ), told AS (
    SELECT location_id, i, flags, battery, pv <> 'NaN' AND coalesce(panels, false) AS panels
    FROM interval
  ), lately AS (
    SELECT *, bool_or(panels) OVER own AS any_panels, bool_or(battery <> 'NaN') OVER own AS any_battery
    FROM told WINDOW own AS (PARTITION BY location_id)
  ), packed AS (
    SELECT location_id,
      string_agg(float4_packed(battery::float4), ''::bytea ORDER BY i) AS battery,
      string_agg(set_byte('\x00', 0, flags | CASE WHEN panels THEN 8 ELSE 0 END
        | CASE WHEN flags & 2 > 0 AND any_panels THEN 16 ELSE 0 END
        | CASE WHEN flags & 2 > 0 AND any_battery THEN 32 ELSE 0 END), ''::bytea ORDER BY i) AS flags
    FROM lately GROUP BY location_id
  )
  UPDATE location_days d SET battery = p.battery, flags = p.flags
  FROM packed p WHERE d.day = "of" AND d.location_id = p.location_id
$$;--> statement-breakpoint
-- Each interval counts in the group its location was in then, and only where it had a forecast then.
CREATE FUNCTION "total_devices"("of" date) RETURNS void LANGUAGE sql AS $$
  WITH days AS MATERIALIZED (
    SELECT location_id, day, isps, forecast || ''::bytea AS forecast, pv || ''::bytea AS pv,
      battery || ''::bytea AS battery, flags || ''::bytea AS flags
    FROM location_days WHERE day = "of"
  ), interval AS MATERIALIZED (
    SELECT l.id, l.bidding_zone, c.group_id, i, get_byte(d.flags, i) AS flags,
      (d.day::timestamp AT TIME ZONE 'Europe/Amsterdam') + i * INTERVAL '15 minutes' AS start,
      CASE WHEN get_byte(d.flags, i) & 8 > 0 THEN float4_at(d.pv, i) ELSE 'NaN' END AS pv,
      float4_at(d.battery, i) AS battery, l.deleted_at
    FROM days d JOIN locations l ON l.id = d.location_id JOIN customers c ON c.id = l.customer_id,
      generate_series(0, d.isps - 1) i
    WHERE float4_at(d.forecast, i) <> 'NaN' AND get_byte(d.flags, i) & 4 = 0
  ), counted AS (
    SELECT t.bidding_zone, CASE WHEN m.location_id IS NULL THEN t.group_id ELSE m.group_id END AS group_id, i,
      nullif(pv, 'NaN') AS pv, (pv <> 'NaN' OR flags & 16 > 0)::int AS pv_heard,
      nullif(battery, 'NaN') AS battery, (battery <> 'NaN' OR flags & 32 > 0)::int AS battery_heard
    FROM interval t LEFT JOIN LATERAL (
      SELECT * FROM moves WHERE location_id = t.id AND until > t.start ORDER BY until LIMIT 1) m ON true
    WHERE t.deleted_at IS NULL OR t.start + INTERVAL '15 minutes' <= t.deleted_at
  ), area AS MATERIALIZED (
    SELECT kind, area_id, i, sum(pv) AS pv, sum(pv_heard) AS pv_heard, count(pv) AS pv_reporting,
      sum(battery) AS battery, sum(battery_heard) AS battery_heard, count(battery) AS battery_reporting
    FROM counted, LATERAL (VALUES ('bidding_zone', bidding_zone), ('group', group_id)) a (kind, area_id)
    WHERE area_id IS NOT NULL GROUP BY kind, area_id, i
  ), packed AS (
    SELECT kind, area_id,
      string_agg(float8_packed(coalesce(pv, 0)), ''::bytea ORDER BY i) AS pv,
      string_agg(float8_packed(coalesce(pv_heard, 0)), ''::bytea ORDER BY i) AS pv_heard,
      string_agg(float8_packed(coalesce(pv_reporting, 0)), ''::bytea ORDER BY i) AS pv_reporting,
      string_agg(float8_packed(coalesce(battery, 0)), ''::bytea ORDER BY i) AS battery,
      string_agg(float8_packed(coalesce(battery_heard, 0)), ''::bytea ORDER BY i) AS battery_heard,
      string_agg(float8_packed(coalesce(battery_reporting, 0)), ''::bytea ORDER BY i) AS battery_reporting
    FROM (SELECT kind, area_id, i FROM area_days, generate_series(0, isps - 1) i WHERE day = "of") every
      LEFT JOIN area USING (kind, area_id, i)
    GROUP BY kind, area_id
  )
  UPDATE area_days a SET pv = p.pv, pv_heard = p.pv_heard, pv_reporting = p.pv_reporting,
    battery = p.battery, battery_heard = p.battery_heard, battery_reporting = p.battery_reporting
  FROM packed p WHERE a.day = "of" AND a.kind = p.kind AND a.area_id = p.area_id
$$;--> statement-breakpoint
SELECT "recover_devices"("day"), "total_devices"("day") FROM (SELECT DISTINCT "day" FROM "location_days" ORDER BY "day") "days";--> statement-breakpoint
SELECT "total_devices"("day") FROM (SELECT DISTINCT "day" FROM "area_days" WHERE "pv" IS NULL) "days";--> statement-breakpoint
DROP FUNCTION "total_devices", "recover_devices", "float4_packed", "float8_packed", "float4_at";--> statement-breakpoint
ALTER TABLE "location_days" ALTER COLUMN "battery" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_days" ALTER COLUMN "pv" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_days" ALTER COLUMN "pv_heard" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_days" ALTER COLUMN "pv_reporting" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_days" ALTER COLUMN "battery" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_days" ALTER COLUMN "battery_heard" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "area_days" ALTER COLUMN "battery_reporting" SET NOT NULL;
