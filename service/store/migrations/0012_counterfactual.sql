CREATE TABLE "sky_observations" (
	"quarter" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"cells" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "control_totals" ADD COLUMN "counterfactual" "bytea" DEFAULT ''::bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "control_totals" ADD COLUMN "own_error_squares" "bytea" DEFAULT ''::bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "control_totals" ADD COLUMN "shared_error" "bytea" DEFAULT ''::bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "counterfactual_kw" "bytea";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "own_error_kw" "bytea";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "shared_error_kw" "bytea";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "free_kwh" "bytea";--> statement-breakpoint
ALTER TABLE "live_state" ADD COLUMN "panel_gain" "bytea" DEFAULT ''::bytea NOT NULL;--> statement-breakpoint
ALTER TABLE "minutes" ADD COLUMN "available" "bytea" DEFAULT ''::bytea NOT NULL;