CREATE TABLE "control_restatements" (
	"control_id" text NOT NULL,
	"cause_id" text NOT NULL,
	"cancelled" boolean NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"results" json NOT NULL,
	CONSTRAINT "control_restatements_control_id_cause_id_cancelled_pk" PRIMARY KEY("control_id","cause_id","cancelled")
);
--> statement-breakpoint
ALTER TABLE "control_effects" ADD COLUMN "restated_kw" "bytea";--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "rebound" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "rebound_kwh" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "control_restatements" ADD CONSTRAINT "control_restatements_control_id_controls_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."controls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_restatements" ADD CONSTRAINT "control_restatements_cause_id_controls_id_fk" FOREIGN KEY ("cause_id") REFERENCES "public"."controls"("id") ON DELETE no action ON UPDATE no action;