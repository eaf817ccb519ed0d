CREATE TABLE "control_exclusions" (
	"control_id" text NOT NULL,
	"location_id" text NOT NULL,
	"time_from" timestamp (3) with time zone NOT NULL,
	"time_to" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "control_exclusions_control_id_location_id_time_from_pk" PRIMARY KEY("control_id","location_id","time_from")
);
--> statement-breakpoint
CREATE TABLE "control_opt_outs" (
	"customer_id" text NOT NULL,
	"control_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "control_opt_outs_customer_id_control_id_pk" PRIMARY KEY("customer_id","control_id")
);
--> statement-breakpoint
CREATE TABLE "customer_preferences" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"opted_out" boolean DEFAULT false NOT NULL,
	"battery_reserve" double precision DEFAULT 0 NOT NULL,
	"hours_off" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"max_hours_per_month" double precision,
	"email_notices" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_preference_limits" (
	"group_id" text PRIMARY KEY NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"opt_out" boolean NOT NULL,
	"control_opt_out" boolean NOT NULL,
	"max_battery_reserve" double precision NOT NULL,
	"max_hours_off_per_week" double precision NOT NULL,
	"min_hours_per_month" double precision
);
--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "excluded" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_preferences" ADD CONSTRAINT "customer_preferences_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_preference_limits" ADD CONSTRAINT "group_preference_limits_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "control_exclusions_time_to" ON "control_exclusions" USING btree ("time_to");
--> statement-breakpoint
-- Notes the locations of customers whose preferences changed.
CREATE FUNCTION "note_preference_change"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	INSERT INTO public.fleet_changes (kind, location_ids)
	SELECT 'site', ids FROM (
		SELECT array_agg(l.id) AS ids FROM changed
		JOIN public.locations l ON l.customer_id = changed.customer_id
	) AS theirs WHERE ids IS NOT NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Notes the locations of groups whose limits of preferences changed.
CREATE FUNCTION "note_preference_limit_change"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	INSERT INTO public.fleet_changes (kind, location_ids)
	SELECT 'site', ids FROM (
		SELECT array_agg(l.id) AS ids FROM changed
		JOIN public.customers c ON c.group_id = changed.group_id
		JOIN public.customer_preferences p ON p.customer_id = c.id
		JOIN public.locations l ON l.customer_id = c.id
	) AS limited WHERE ids IS NOT NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "customer_preferences" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_preference_change();
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "customer_preferences" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_preference_change();
--> statement-breakpoint
CREATE TRIGGER "note_insert" AFTER INSERT ON "group_preference_limits" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_preference_limit_change();
--> statement-breakpoint
CREATE TRIGGER "note_update" AFTER UPDATE ON "group_preference_limits" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_preference_limit_change();
