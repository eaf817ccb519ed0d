CREATE TABLE "connections" (
	"location_id" text PRIMARY KEY NOT NULL,
	"online" boolean NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "control_totals" (
	"control_id" text PRIMARY KEY NOT NULL,
	"reporting" "bytea" NOT NULL,
	"measured" "bytea" NOT NULL,
	"before" "bytea" NOT NULL,
	"taken" "bytea" NOT NULL,
	"taken_delta" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"control_id" text NOT NULL,
	"location_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"limit_kw" real,
	"devices" smallint NOT NULL,
	"executed" smallint DEFAULT 0 NOT NULL,
	"failed" smallint DEFAULT 0 NOT NULL,
	"unsupported" smallint DEFAULT 0 NOT NULL,
	"outcomes" jsonb,
	"sent_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"measured_kw" "bytea",
	CONSTRAINT "deliveries_control_id_location_id_pk" PRIMARY KEY("control_id","location_id")
);
--> statement-breakpoint
CREATE TABLE "minutes" (
	"quarter" timestamp (3) with time zone NOT NULL,
	"location_id" text NOT NULL,
	"power" "bytea" NOT NULL,
	"charge" "bytea" NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "minutes_quarter_location_id_pk" PRIMARY KEY("quarter","location_id")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"location_id" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"pv" "bytea" NOT NULL,
	"load" "bytea" NOT NULL,
	"traits" "bytea" NOT NULL,
	"outdated" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
DROP INDEX "controls_time_to";--> statement-breakpoint
ALTER TABLE "live" ALTER COLUMN "last_injection_kw" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "live" ALTER COLUMN "stored_total_kwh" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "unsupported" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "unsupported_devices" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "stop_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "controls" SET "stop_at" = "time_to";--> statement-breakpoint
ALTER TABLE "controls" ALTER COLUMN "stop_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "given_back" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "control_totals" ADD CONSTRAINT "control_totals_control_id_controls_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."controls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_control_id_controls_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."controls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "controls_stop_at" ON "controls" USING btree ("stop_at");--> statement-breakpoint
ALTER TABLE "live" DROP COLUMN "quarter";--> statement-breakpoint
ALTER TABLE "live" DROP COLUMN "injection";--> statement-breakpoint
ALTER TABLE "live" DROP COLUMN "pv";--> statement-breakpoint
ALTER TABLE "live" DROP COLUMN "battery";--> statement-breakpoint
ALTER TABLE "live" DROP COLUMN "controlled";--> statement-breakpoint
INSERT INTO "deliveries" ("control_id", "location_id", "devices")
SELECT e."control_id", e."location_id", 1 FROM "control_effects" e
JOIN "controls" c ON c."id" = e."control_id" WHERE c."stop_at" > now();--> statement-breakpoint
DROP TABLE "expectations" CASCADE;--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("control_id") WHERE state in ('waiting', 'sent', 'unknown');--> statement-breakpoint
CREATE TABLE "moves" (
	"location_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"group_id" text,
	CONSTRAINT "moves_location_id_until_pk" PRIMARY KEY("location_id","until")
);--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "superseded" boolean DEFAULT false NOT NULL;
