ALTER TABLE "deliveries" ADD COLUMN "before_kw" "bytea";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "after_kw" "bytea";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "restated_kw" "bytea";--> statement-breakpoint
INSERT INTO "deliveries" ("control_id", "location_id", "devices", "state")
SELECT "control_id", "location_id", 0, 'lapsed' FROM "control_effects" ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "deliveries" d SET "before_kw" = e."before_kw", "after_kw" = e."after_kw", "restated_kw" = e."restated_kw"
FROM "control_effects" e WHERE e."control_id" = d."control_id" AND e."location_id" = d."location_id";--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "before_kw" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "after_kw" SET NOT NULL;--> statement-breakpoint
DROP TABLE "control_effects";
