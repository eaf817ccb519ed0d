ALTER TABLE "devices" DROP CONSTRAINT "devices_pkey";--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_location_id_id_pk" PRIMARY KEY("location_id","id");--> statement-breakpoint
CREATE INDEX "devices_id" ON "devices" USING btree ("id");--> statement-breakpoint
DROP INDEX "devices_location";
