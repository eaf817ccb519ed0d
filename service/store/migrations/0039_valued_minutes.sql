ALTER TABLE "deliveries" ADD COLUMN "valued_kw" "bytea";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "valued_without_kw" "bytea";