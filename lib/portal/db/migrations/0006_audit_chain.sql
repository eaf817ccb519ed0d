ALTER TABLE "audit" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "level" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "window_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "window_to" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "result" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "previous" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "hash" text;--> statement-breakpoint
UPDATE "audit" SET "kind" = CASE WHEN "outcome" THEN 'outcome' ELSE 'intent' END;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" DROP COLUMN "outcome";--> statement-breakpoint
-- A row as text: a JSON array of its fields, moments in UTC to the microsecond.
CREATE FUNCTION "audit_fields"("line" "audit") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT json_build_array(
    line.id, to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    line.account_id, line.who, line.role, line.level, line.address, line.session_id,
    line.kind, line.operation, line.target,
    to_char(line.window_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    to_char(line.window_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    line.status, line.result, line.request_id
  )::text
$$;--> statement-breakpoint
-- Rows that were there are chained in the order they were written.
DO $$
DECLARE
  line "audit";
  head text := repeat('0', 64);
BEGIN
  FOR line IN SELECT * FROM "audit" ORDER BY "id" LOOP
    UPDATE "audit" SET "previous" = head,
      "hash" = encode(sha256(convert_to(head || audit_fields(line), 'UTF8')), 'hex')
    WHERE "id" = line.id RETURNING "hash" INTO head;
  END LOOP;
END
$$;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "previous" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "hash" SET NOT NULL;--> statement-breakpoint
-- One insert at a time: each row follows the one before it, in whatever instance that was written.
CREATE FUNCTION "audit_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head record;
BEGIN
  PERFORM pg_advisory_xact_lock(7214006);
  SELECT "id", "hash" INTO head FROM "audit" ORDER BY "id" DESC LIMIT 1;
  NEW.id := coalesce(head.id, 0) + 1;
  NEW.previous := coalesce(head.hash, repeat('0', 64));
  NEW.hash := encode(sha256(convert_to(NEW.previous || audit_fields(NEW), 'UTF8')), 'hex');
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_chained" BEFORE INSERT ON "audit" FOR EACH ROW EXECUTE FUNCTION "audit_chain"();--> statement-breakpoint
CREATE FUNCTION "audit_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "audit_append_only"();--> statement-breakpoint
CREATE INDEX "audit_begun" ON "audit" USING btree ("at") WHERE kind = 'intent';--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"intent_id" bigint PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
