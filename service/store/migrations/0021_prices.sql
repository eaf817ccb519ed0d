CREATE TABLE "price_feeds" (
	"source" text NOT NULL,
	"zone" text NOT NULL,
	"market" text NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failure" text,
	"attribution" text,
	CONSTRAINT "price_feeds_zone_market_source_pk" PRIMARY KEY("zone","market","source")
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"zone" text NOT NULL,
	"market" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"known_at" timestamp (3) with time zone NOT NULL,
	"price" double precision,
	"long" double precision,
	"short" double precision,
	"state" smallint,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prices_zone_market_time_source_known_at_pk" PRIMARY KEY("zone","market","time","source","known_at")
);
--> statement-breakpoint
CREATE INDEX "prices_known" ON "prices" USING btree ("zone","market","known_at");