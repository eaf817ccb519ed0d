CREATE TABLE "contract_terms" (
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"valid_from" date NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"terms" jsonb,
	CONSTRAINT "contract_terms_kind_subject_id_valid_from_recorded_at_pk" PRIMARY KEY("kind","subject_id","valid_from","recorded_at")
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"bidding_zone" text NOT NULL,
	"time_from" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"sold_kwh" double precision NOT NULL,
	CONSTRAINT "positions_bidding_zone_time_from_recorded_at_pk" PRIMARY KEY("bidding_zone","time_from","recorded_at")
);
