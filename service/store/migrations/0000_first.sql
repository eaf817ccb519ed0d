CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "area_days" (
	"kind" text NOT NULL,
	"area_id" text NOT NULL,
	"day" date NOT NULL,
	"isps" smallint NOT NULL,
	"forecast" "bytea" NOT NULL,
	"upward" "bytea" NOT NULL,
	"downward" "bytea" NOT NULL,
	"actual" "bytea" NOT NULL,
	"covered" "bytea" NOT NULL,
	"locations" "bytea" NOT NULL,
	"heard" "bytea" NOT NULL,
	"reporting" "bytea" NOT NULL,
	CONSTRAINT "area_days_kind_area_id_day_pk" PRIMARY KEY("kind","area_id","day")
);
--> statement-breakpoint
CREATE TABLE "area_expectations" (
	"kind" text NOT NULL,
	"area_id" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"forecast" "bytea" NOT NULL,
	"upward" "bytea" NOT NULL,
	"downward" "bytea" NOT NULL,
	CONSTRAINT "area_expectations_kind_area_id_pk" PRIMARY KEY("kind","area_id")
);
--> statement-breakpoint
CREATE TABLE "control_effects" (
	"control_id" text NOT NULL,
	"location_id" text NOT NULL,
	"before_kw" "bytea" NOT NULL,
	"after_kw" "bytea" NOT NULL,
	CONSTRAINT "control_effects_control_id_location_id_pk" PRIMARY KEY("control_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "controls" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "controls_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"target_name" text NOT NULL,
	"type" text NOT NULL,
	"time_from" timestamp (3) with time zone NOT NULL,
	"time_to" timestamp (3) with time zone NOT NULL,
	"results" json NOT NULL,
	"locations" integer NOT NULL,
	"devices" integer NOT NULL,
	"energy_kwh" double precision NOT NULL,
	CONSTRAINT "controls_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"language" text,
	"group_id" text
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"location_id" text NOT NULL,
	"name" text NOT NULL,
	"device_type" text NOT NULL,
	"brand" text NOT NULL,
	"ratings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "expectations" (
	"location_id" text PRIMARY KEY NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"pv" "bytea" NOT NULL,
	"load" "bytea" NOT NULL,
	"forecast" "bytea" NOT NULL,
	"upward" "bytea" NOT NULL,
	"downward" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"bidding_zone" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live" (
	"location_id" text PRIMARY KEY NOT NULL,
	"quarter" timestamp (3) with time zone NOT NULL,
	"injection" "bytea" NOT NULL,
	"pv" "bytea" NOT NULL,
	"battery" "bytea" NOT NULL,
	"controlled" boolean NOT NULL,
	"stored_kwh" "bytea" NOT NULL,
	"free_kwh" "bytea" NOT NULL,
	"diverged_at" timestamp (3) with time zone,
	"last_injection_kw" double precision NOT NULL,
	"stored_total_kwh" double precision NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "location_days" (
	"location_id" text NOT NULL,
	"day" date NOT NULL,
	"isps" smallint NOT NULL,
	"forecast" "bytea" NOT NULL,
	"upward" "bytea" NOT NULL,
	"downward" "bytea" NOT NULL,
	"actual" "bytea" NOT NULL,
	"pv" "bytea" NOT NULL,
	"load" "bytea" NOT NULL,
	"flags" "bytea" NOT NULL,
	CONSTRAINT "location_days_location_id_day_pk" PRIMARY KEY("location_id","day")
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"customer_id" text NOT NULL,
	"bidding_zone" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"metadata" jsonb NOT NULL,
	"simulation" jsonb
);
--> statement-breakpoint
ALTER TABLE "control_effects" ADD CONSTRAINT "control_effects_control_id_controls_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."controls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_effects" ADD CONSTRAINT "control_effects_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expectations" ADD CONSTRAINT "expectations_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "location_days" ADD CONSTRAINT "location_days_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "control_effects_location" ON "control_effects" USING btree ("location_id","control_id");--> statement-breakpoint
CREATE INDEX "controls_time_to" ON "controls" USING btree ("time_to");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree (lower("email")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "customers_group" ON "customers" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "devices_location" ON "devices" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "locations_customer" ON "locations" USING btree ("customer_id");