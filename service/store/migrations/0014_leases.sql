CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text,
	"token" bigint DEFAULT 0 NOT NULL,
	"acquired_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
INSERT INTO "leases" ("name") VALUES ('tick'), ('dispatch'), ('weather');
