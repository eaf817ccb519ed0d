ALTER TABLE "controls" ADD COLUMN "issued_key" text;--> statement-breakpoint
ALTER TABLE "controls" ADD COLUMN "issued_actor" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "has_effect" boolean DEFAULT true NOT NULL;