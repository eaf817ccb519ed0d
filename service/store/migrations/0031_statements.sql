CREATE TABLE "statements" (
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"month" text NOT NULL,
	"version" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"sha256" text NOT NULL,
	"audit_id" bigint NOT NULL,
	"rows_by" text NOT NULL,
	"controls" integer NOT NULL,
	"lines" text NOT NULL,
	"groups" jsonb NOT NULL,
	"totals" jsonb NOT NULL,
	CONSTRAINT "statements_kind_subject_id_month_version_pk" PRIMARY KEY("kind","subject_id","month","version")
);
