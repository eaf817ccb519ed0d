CREATE TABLE "alert_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"alert_id" text NOT NULL,
	"alert" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"letter_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_reads" (
	"account_id" uuid NOT NULL,
	"alert_id" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alert_reads_account_id_alert_id_pk" PRIMARY KEY("account_id","alert_id")
);
--> statement-breakpoint
CREATE TABLE "alert_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"kinds" text[] NOT NULL,
	"quiet_from" text,
	"quiet_to" text
);
--> statement-breakpoint
ALTER TABLE "alert_mails" ADD CONSTRAINT "alert_mails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_reads" ADD CONSTRAINT "alert_reads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_mails_once" ON "alert_mails" USING btree ("alert_id","account_id");--> statement-breakpoint
CREATE INDEX "alert_mails_due" ON "alert_mails" USING btree ("sent_at","next_attempt_at");--> statement-breakpoint
CREATE INDEX "alert_reads_read_at" ON "alert_reads" USING btree ("read_at");