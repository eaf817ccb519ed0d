ALTER TABLE "deliveries" ADD COLUMN "in_force_kw" "bytea";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "in_force_export_kw" "bytea";