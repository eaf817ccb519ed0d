CREATE TABLE "alert_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"kind" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"thresholds" jsonb NOT NULL,
	"enabled" boolean NOT NULL,
	"updated_key" text NOT NULL,
	"updated_actor" text,
	CONSTRAINT "alert_rules_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alerts_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule_id" text NOT NULL,
	"kind" text NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"target" jsonb NOT NULL,
	"zone" text NOT NULL,
	"group_id" text,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"thresholds" jsonb NOT NULL,
	"details" jsonb NOT NULL,
	"silenced_until" timestamp (3) with time zone,
	"silenced_at" timestamp (3) with time zone,
	"silenced_key" text,
	"silenced_actor" text,
	"silence_reason" text,
	CONSTRAINT "alerts_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("rule_id","subject_kind","subject_id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "alerts_resolved_at" ON "alerts" USING btree ("resolved_at");--> statement-breakpoint
INSERT INTO "leases" ("name") VALUES ('alerts');--> statement-breakpoint
INSERT INTO "alert_rules" ("id", "created_at", "updated_at", "kind", "target_kind", "target_id", "thresholds", "enabled", "updated_key")
VALUES
	('alr_under_delivery', now(), now(), 'under_delivery', 'bidding_zone', 'NL', '{"below_share": 0.8}', true, 'configured'),
	('alr_locations_offline', now(), now(), 'locations_offline', 'bidding_zone', 'NL', '{"min_locations": 1, "min_share": 0.02, "for_minutes": 15}', true, 'configured'),
	('alr_prices_stale', now(), now(), 'prices_stale', 'bidding_zone', 'NL', '{"due_at": "14:00"}', true, 'configured'),
	('alr_weather_stale', now(), now(), 'weather_stale', 'bidding_zone', 'NL', '{"older_than_hours": 12}', true, 'configured'),
	('alr_approval_waiting', now(), now(), 'approval_waiting', 'bidding_zone', 'NL', '{"for_minutes": 10}', true, 'configured');
