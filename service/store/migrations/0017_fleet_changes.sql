CREATE TABLE "fleet_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fleet_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"kind" text NOT NULL,
	"location_ids" text[] NOT NULL,
	"quarter" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "control_effects" DROP CONSTRAINT "control_effects_control_id_controls_id_fk";
--> statement-breakpoint
ALTER TABLE "control_effects" DROP CONSTRAINT "control_effects_location_id_locations_id_fk";
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_control_id_controls_id_fk";
--> statement-breakpoint
CREATE INDEX "fleet_changes_transaction" ON "fleet_changes" USING btree ("transaction");--> statement-breakpoint
-- Notes the locations of changed rows: the arguments are the kind of change and the column with the id.
CREATE FUNCTION "note_fleet_change"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE ids text[];
BEGIN
	EXECUTE format('SELECT array_agg(DISTINCT %I) FROM changed', TG_ARGV[1]) INTO ids;
	IF ids IS NOT NULL THEN
		INSERT INTO public.fleet_changes (kind, location_ids) VALUES (TG_ARGV[0], ids);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Notes the locations of customers that changed groups.
CREATE FUNCTION "note_group_change"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	INSERT INTO public.fleet_changes (kind, location_ids)
	SELECT 'site', ids FROM (
		SELECT array_agg(l.id) AS ids FROM changed
		JOIN before ON before.id = changed.id AND before.group_id IS DISTINCT FROM changed.group_id
		JOIN public.locations l ON l.customer_id = changed.id
	) AS moved WHERE ids IS NOT NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "locations" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_fleet_change('site', 'id');
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "locations" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_fleet_change('site', 'id');
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "devices" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_fleet_change('site', 'location_id');
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "devices" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_fleet_change('site', 'location_id');
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "customers" REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_group_change();
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "forecast_models" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_fleet_change('model', 'location_id');
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "forecast_models" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_fleet_change('model', 'location_id');
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "weather_models" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_fleet_change('model', 'location_id');
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "weather_models" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_fleet_change('model', 'location_id');
