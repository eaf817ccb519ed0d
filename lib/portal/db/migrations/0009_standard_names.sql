ALTER TABLE "attempts" RENAME TO "attempt_counters";--> statement-breakpoint
ALTER TABLE "registry" RENAME TO "cached_resources";--> statement-breakpoint
ALTER TABLE "attempt_counters" RENAME CONSTRAINT "attempts_pkey" TO "attempt_counters_pkey";--> statement-breakpoint
ALTER TABLE "cached_resources" RENAME CONSTRAINT "registry_service_kind_id_pk" TO "cached_resources_service_kind_id_pk";--> statement-breakpoint
ALTER INDEX "registry_customer" RENAME TO "cached_resources_customer";--> statement-breakpoint
ALTER INDEX "registry_location" RENAME TO "cached_resources_location";
