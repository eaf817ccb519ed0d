CREATE TABLE "weather_models" (
	"location_id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"pv" "bytea" NOT NULL,
	"irradiance" "bytea" NOT NULL,
	"parameters" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weather_runs" (
	"source" text NOT NULL,
	"point_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"known_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"irradiance" "bytea" NOT NULL,
	"temperature" "bytea" NOT NULL,
	"attribution" text NOT NULL,
	CONSTRAINT "weather_runs_source_point_id_issued_at_pk" PRIMARY KEY("source","point_id","issued_at")
);
--> statement-breakpoint
ALTER TABLE "area_forecasts" ADD COLUMN "p10" "bytea";--> statement-breakpoint
ALTER TABLE "area_forecasts" ADD COLUMN "p90" "bytea";--> statement-breakpoint
ALTER TABLE "weather_models" ADD CONSTRAINT "weather_models_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "weather_runs_known_at" ON "weather_runs" USING btree ("known_at");