CREATE TABLE "control_pause" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"key" text NOT NULL,
	"actor" text,
	"reason" text NOT NULL,
	CONSTRAINT "control_pause_only" CHECK ("control_pause"."only")
);
--> statement-breakpoint
CREATE TABLE "control_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "control_requests_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"target_name" text NOT NULL,
	"type" text NOT NULL,
	"reason" text,
	"time_from" timestamp (3) with time zone NOT NULL,
	"time_to" timestamp (3) with time zone NOT NULL,
	"results" json NOT NULL,
	"locations" integer NOT NULL,
	"devices" integer NOT NULL,
	"energy_kwh" double precision NOT NULL,
	"change_kw" double precision NOT NULL,
	"needs" json NOT NULL,
	"requested_key" text NOT NULL,
	"requested_actor" text,
	"decided_at" timestamp (3) with time zone,
	"decided_key" text,
	"decided_actor" text,
	"control_id" text,
	CONSTRAINT "control_requests_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
ALTER TABLE "control_requests" ADD CONSTRAINT "control_requests_control_id_controls_id_fk" FOREIGN KEY ("control_id") REFERENCES "public"."controls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "control_requests_pending" ON "control_requests" USING btree ("expires_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "controls_of_zones" ON "controls" USING btree ("target_id","created_at") WHERE target_kind = 'bidding_zone';