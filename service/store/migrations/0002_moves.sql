CREATE TABLE "moves" (
	"location_id" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"group_id" text,
	CONSTRAINT "moves_location_id_until_pk" PRIMARY KEY("location_id","until")
);
