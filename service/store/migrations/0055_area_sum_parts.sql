CREATE TABLE "area_sum_parts" (
	"instance" text PRIMARY KEY NOT NULL,
	"quarter" timestamp (3) with time zone NOT NULL,
	"changes" text,
	"partition_count" integer NOT NULL,
	"partitions" integer[] NOT NULL,
	"took_ms" double precision NOT NULL,
	"sums" "bytea" NOT NULL
);
