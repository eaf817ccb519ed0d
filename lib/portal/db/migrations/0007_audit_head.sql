-- What writes meanwhile, in an older instance too, waits until the chain is told anew.
LOCK TABLE "audit" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "audit_head" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" bigint NOT NULL,
	"hash" text NOT NULL
);--> statement-breakpoint
-- The trail goes on from here, not from the row that happens to be last.
INSERT INTO "audit_head" ("id", "hash") SELECT "id", "hash" FROM "audit" ORDER BY "id" DESC LIMIT 1;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "audit_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head record;
BEGIN
  PERFORM pg_advisory_xact_lock(7214006);
  SELECT "id", "hash" INTO head FROM (
    SELECT "id", "hash", 1 AS "kept" FROM "audit_head" UNION ALL
    (SELECT "id", "hash", 0 FROM "audit" ORDER BY "id" DESC LIMIT 1)
  ) AS "ends" ORDER BY "id" DESC, "kept" DESC LIMIT 1;
  NEW.id := coalesce(head.id, 0) + 1;
  NEW.previous := coalesce(head.hash, repeat('0', 64));
  NEW.hash := encode(sha256(convert_to(NEW.previous || audit_fields(NEW), 'UTF8')), 'hex');
  INSERT INTO "audit_head" ("id", "hash") VALUES (NEW.id, NEW.hash)
    ON CONFLICT ("only") DO UPDATE SET "id" = excluded.id, "hash" = excluded.hash;
  RETURN NEW;
END
$$;--> statement-breakpoint
-- Nobody but the trail itself says where its end is.
CREATE FUNCTION "audit_head_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_head_kept" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "audit_head" FOR EACH STATEMENT EXECUTE FUNCTION "audit_head_kept"();
