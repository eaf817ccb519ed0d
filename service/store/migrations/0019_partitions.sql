CREATE TABLE "instances" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partitions" (
	"partition" integer PRIMARY KEY NOT NULL,
	"owner" text,
	"recorded_until" timestamp (3) with time zone,
	"frozen_quarter" timestamp (3) with time zone,
	"observed_quarter" timestamp (3) with time zone,
	"renewed_minute" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "partition" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "leases" DROP CONSTRAINT "leases_pkey";
--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_name_partition_pk" PRIMARY KEY("name","partition");
--> statement-breakpoint
INSERT INTO "leases" ("name") VALUES ('sums');
--> statement-breakpoint
ALTER TABLE "sky_observations" ADD COLUMN "partition" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "sky_observations" DROP CONSTRAINT "sky_observations_pkey";
--> statement-breakpoint
ALTER TABLE "sky_observations" ADD CONSTRAINT "sky_observations_quarter_partition_pk" PRIMARY KEY("quarter","partition");
--> statement-breakpoint
-- One partition continues where the whole fleet stood.
INSERT INTO "partitions" ("partition", "recorded_until", "frozen_quarter", "renewed_minute")
SELECT 0,
	max(to_timestamp(value::bigint / 1000.0)) FILTER (WHERE key = 'ticked_until'),
	max(to_timestamp(value::bigint / 1000.0)) FILTER (WHERE key = 'frozen_quarter'),
	max(to_timestamp(value::bigint / 1000.0)) FILTER (WHERE key = 'setpoints_renewed_minute')
FROM "service_state"
WHERE "key" IN ('ticked_until', 'frozen_quarter', 'setpoints_renewed_minute');
--> statement-breakpoint
DELETE FROM "service_state" WHERE "key" IN ('ticked_until', 'frozen_quarter', 'setpoints_renewed_minute');
