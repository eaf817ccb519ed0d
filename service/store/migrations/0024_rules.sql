CREATE TABLE "rule_decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "rule_decisions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule_id" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"reasons" json NOT NULL,
	"detail" text,
	"type" text,
	"time_from" timestamp (3) with time zone NOT NULL,
	"time_to" timestamp (3) with time zone NOT NULL,
	"volume_kwh" double precision NOT NULL,
	"gain_eur" double precision,
	"customers_eur" double precision,
	"intervals" json NOT NULL,
	"missing" json NOT NULL,
	"control_id" text,
	"request_id" text,
	CONSTRAINT "rule_decisions_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "rules_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"export_threshold" jsonb,
	"import_threshold" jsonb,
	"min_minutes" integer NOT NULL,
	"min_gain_eur" double precision NOT NULL,
	"hours" jsonb NOT NULL,
	"max_hours_per_month" double precision,
	"notice_minutes" integer NOT NULL,
	"action" text NOT NULL,
	"created_key" text NOT NULL,
	"created_actor" text,
	"updated_key" text NOT NULL,
	"updated_actor" text,
	CONSTRAINT "rules_seq_unique" UNIQUE("seq")
);
--> statement-breakpoint
ALTER TABLE "rule_decisions" ADD CONSTRAINT "rule_decisions_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rule_decisions_time_to" ON "rule_decisions" USING btree ("rule_id","time_to");--> statement-breakpoint
INSERT INTO "leases" ("name") VALUES ('rules');
