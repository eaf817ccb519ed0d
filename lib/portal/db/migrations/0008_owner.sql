-- The portal's role may not write where the trail ends: the trigger does, as the owner of the tables.
ALTER FUNCTION "audit_chain"() SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
REVOKE ALL ON FUNCTION "audit_chain"() FROM PUBLIC;
