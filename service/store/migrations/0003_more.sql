ALTER TABLE "controls" ADD COLUMN "superseded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "minutes" ADD COLUMN "changed_at" timestamp (3) with time zone NOT NULL;