DROP TABLE "area_sum_parts";--> statement-breakpoint
CREATE TABLE "area_sum_parts" (
	"instance" text NOT NULL,
	"lowest_partition" smallint NOT NULL,
	"quarter" timestamp (3) with time zone NOT NULL,
	"changes" text,
	"partition_count" integer NOT NULL,
	"partitions" integer[] NOT NULL,
	"took_ms" double precision NOT NULL,
	"areas" text[] NOT NULL,
	"sums" "bytea" NOT NULL,
	CONSTRAINT "area_sum_parts_instance_lowest_partition_pk" PRIMARY KEY("instance","lowest_partition")
);
--> statement-breakpoint
ALTER TABLE "area_sum_parts" ALTER COLUMN "sums" SET STORAGE EXTERNAL;
