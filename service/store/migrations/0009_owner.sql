-- The service's role may not write where the record ends: the trigger does, as the owner of the tables.
ALTER FUNCTION "api_call_chain"() SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
REVOKE ALL ON FUNCTION "api_call_chain"() FROM PUBLIC;
