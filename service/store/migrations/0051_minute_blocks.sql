CREATE TABLE "minute_blocks" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "minute_blocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"quarter" timestamp (3) with time zone NOT NULL,
	"slice" smallint NOT NULL,
	"numbers" "bytea" NOT NULL,
	"shapes" "bytea" NOT NULL,
	"amounts" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "minute_blocks_quarter_slice_id_pk" PRIMARY KEY("quarter","slice","id")
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "number" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "locations_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);