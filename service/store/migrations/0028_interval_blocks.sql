CREATE TABLE "block_rosters" (
	"id" text PRIMARY KEY NOT NULL,
	"partition" integer NOT NULL,
	"partitions" integer NOT NULL,
	"location_ids" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "interval_blocks" (
	"quarter" timestamp (3) with time zone NOT NULL,
	"roster" text NOT NULL,
	"kw" "bytea" NOT NULL,
	"flags" "bytea" NOT NULL,
	CONSTRAINT "interval_blocks_roster_quarter_pk" PRIMARY KEY("roster","quarter")
);
--> statement-breakpoint
ALTER TABLE "interval_blocks" ADD CONSTRAINT "interval_blocks_roster_block_rosters_id_fk" FOREIGN KEY ("roster") REFERENCES "public"."block_rosters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Not compressed, so that the values of one location are read without the others.
ALTER TABLE "interval_blocks" ALTER COLUMN "kw" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "interval_blocks" ALTER COLUMN "flags" SET STORAGE EXTERNAL;
