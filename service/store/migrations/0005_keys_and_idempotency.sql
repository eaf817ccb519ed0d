ALTER TABLE "api_keys" ADD COLUMN "previous_hash" "bytea";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "previous_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rotated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "limits" jsonb;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "reads_per_minute" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "changes_per_minute" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_previous_hash_unique" UNIQUE("previous_hash");--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "order_hash" TO "request_hash";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "answer" text;--> statement-breakpoint
UPDATE "idempotency_keys" SET "answer" = (
	SELECT json_build_object(
		'id', c.id,
		'created_at', to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
		'time_from', to_char(c.time_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
		'time_to', to_char(c.time_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
		'type', c.type,
		'results', c.results
	)::text FROM "controls" c WHERE c.id = "idempotency_keys"."control_id"
);--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "answer" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "control_id";
