CREATE INDEX "customers_name" ON "customers" USING btree (lower("name"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "devices_name" ON "devices" USING btree ("name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "locations_address" ON "locations" USING btree (lower(left(coalesce("metadata" ->> 'address', ''), 200)),"id") WHERE deleted_at is null;