-- What writes meanwhile, in an older instance too, waits until the chain is told anew.
LOCK TABLE "api_calls" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "api_calls_head" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_calls" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "api_calls" ADD COLUMN "intent_id" bigint;--> statement-breakpoint
-- Rows that have neither of the later columns are hashed as they were before there were any.
CREATE OR REPLACE FUNCTION "api_call_fields"("line" "api_calls") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN line.address IS NULL AND line.intent_id IS NULL THEN json_build_array(
    line.id, to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    line.caller, line.actor, line.kind, line.operation, line.target,
    to_char(line.window_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    to_char(line.window_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    line.status, line.request_id
  )::text
  ELSE json_build_array(
    line.id, to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    line.caller, line.actor, line.kind, line.operation, line.target,
    to_char(line.window_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    to_char(line.window_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    line.status, line.request_id, line.address, line.intent_id
  )::text END
$$;--> statement-breakpoint
-- The trail goes on from here, not from the row that happens to be last.
INSERT INTO "api_calls_head" ("id", "hash") SELECT "id", "hash" FROM "api_calls" ORDER BY "id" DESC LIMIT 1;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "api_call_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head record;
BEGIN
  PERFORM pg_advisory_xact_lock(4829307);
  SELECT "id", "hash" INTO head FROM (
    SELECT "id", "hash", 1 AS "kept" FROM "api_calls_head" UNION ALL
    (SELECT "id", "hash", 0 FROM "api_calls" ORDER BY "id" DESC LIMIT 1)
  ) AS "ends" ORDER BY "id" DESC, "kept" DESC LIMIT 1;
  NEW.id := coalesce(head.id, 0) + 1;
  NEW.previous := coalesce(head.hash, repeat('0', 64));
  NEW.hash := encode(sha256(convert_to(NEW.previous || api_call_fields(NEW), 'UTF8')), 'hex');
  INSERT INTO "api_calls_head" ("id", "hash") VALUES (NEW.id, NEW.hash)
    ON CONFLICT ("only") DO UPDATE SET "id" = excluded.id, "hash" = excluded.hash;
  RETURN NEW;
END
$$;--> statement-breakpoint
-- Nobody but the trail itself says where its end is.
CREATE FUNCTION "api_calls_head_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the record of calls is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "api_calls_head_kept" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "api_calls_head" FOR EACH STATEMENT EXECUTE FUNCTION "api_calls_head_kept"();
