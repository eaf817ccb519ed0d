CREATE TABLE "noticed_controls" (
	"control_id" text PRIMARY KEY NOT NULL,
	"time_to" timestamp with time zone NOT NULL,
	"noticed_at" timestamp with time zone NOT NULL,
	"followed_up_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"control_id" text NOT NULL,
	"account_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"time_from" timestamp with time zone NOT NULL,
	"time_to" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	"mail" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("control_id","account_id","step");--> statement-breakpoint
CREATE INDEX "notices_account" ON "notices" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "notices_due" ON "notices" USING btree ("mail","next_attempt_at");