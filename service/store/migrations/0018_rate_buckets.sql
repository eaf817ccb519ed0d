CREATE UNLOGGED TABLE "rate_buckets" (
	"name" text PRIMARY KEY NOT NULL,
	"quota" double precision NOT NULL,
	"tokens" double precision NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
