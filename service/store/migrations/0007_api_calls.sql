CREATE TABLE "api_calls" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"caller" text NOT NULL,
	"actor" text,
	"kind" text NOT NULL,
	"operation" text NOT NULL,
	"target" text,
	"window_from" timestamp (3) with time zone,
	"window_to" timestamp (3) with time zone,
	"status" integer,
	"request_id" text NOT NULL,
	"previous" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "api_calls_request" ON "api_calls" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "api_calls_caller" ON "api_calls" USING btree ("caller","id");--> statement-breakpoint
-- A row as text: a JSON array of its fields, moments in UTC to the microsecond.
CREATE FUNCTION "api_call_fields"("line" "api_calls") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT json_build_array(
    line.id, to_char(line.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    line.caller, line.actor, line.kind, line.operation, line.target,
    to_char(line.window_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    to_char(line.window_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    line.status, line.request_id
  )::text
$$;--> statement-breakpoint
-- One insert at a time: each row follows the one before it, in whatever instance that was written.
CREATE FUNCTION "api_call_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head record;
BEGIN
  PERFORM pg_advisory_xact_lock(4829307);
  SELECT "id", "hash" INTO head FROM "api_calls" ORDER BY "id" DESC LIMIT 1;
  NEW.id := coalesce(head.id, 0) + 1;
  NEW.previous := coalesce(head.hash, repeat('0', 64));
  NEW.hash := encode(sha256(convert_to(NEW.previous || api_call_fields(NEW), 'UTF8')), 'hex');
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "api_calls_chained" BEFORE INSERT ON "api_calls" FOR EACH ROW EXECUTE FUNCTION "api_call_chain"();--> statement-breakpoint
CREATE FUNCTION "api_calls_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record of calls is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "api_calls_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "api_calls" FOR EACH STATEMENT EXECUTE FUNCTION "api_calls_append_only"();
