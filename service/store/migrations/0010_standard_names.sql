ALTER TABLE "facts" RENAME TO "service_state";--> statement-breakpoint
ALTER TABLE "service_state" RENAME CONSTRAINT "facts_pkey" TO "service_state_pkey";--> statement-breakpoint
ALTER TABLE "moves" RENAME TO "group_history";--> statement-breakpoint
ALTER TABLE "group_history" RENAME CONSTRAINT "moves_location_id_until_pk" TO "group_history_location_id_until_pk";--> statement-breakpoint
ALTER TABLE "live" RENAME TO "live_state";--> statement-breakpoint
ALTER TABLE "live_state" RENAME CONSTRAINT "live_pkey" TO "live_state_pkey";--> statement-breakpoint
ALTER TABLE "live_state" RENAME CONSTRAINT "live_location_id_locations_id_fk" TO "live_state_location_id_locations_id_fk";--> statement-breakpoint
ALTER TABLE "area_expectations" RENAME TO "area_forecasts";--> statement-breakpoint
ALTER TABLE "area_forecasts" RENAME CONSTRAINT "area_expectations_kind_area_id_pk" TO "area_forecasts_kind_area_id_pk";--> statement-breakpoint
ALTER TABLE "profiles" RENAME TO "forecast_models";--> statement-breakpoint
ALTER TABLE "forecast_models" RENAME CONSTRAINT "profiles_pkey" TO "forecast_models_pkey";--> statement-breakpoint
ALTER TABLE "forecast_models" RENAME CONSTRAINT "profiles_location_id_locations_id_fk" TO "forecast_models_location_id_locations_id_fk";--> statement-breakpoint
ALTER TABLE "forecast_models" RENAME COLUMN "traits" TO "parameters";--> statement-breakpoint
ALTER TABLE "area_days" RENAME COLUMN "heard" TO "recent";--> statement-breakpoint
ALTER TABLE "area_days" RENAME COLUMN "pv_heard" TO "pv_recent";--> statement-breakpoint
ALTER TABLE "area_days" RENAME COLUMN "battery_heard" TO "battery_recent";--> statement-breakpoint
ALTER TABLE "controls" RENAME COLUMN "given_back" TO "cancelled_effect";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "answered_at" TO "acknowledged_at";
