CREATE TABLE "group_rotations" (
	"group_id" text PRIMARY KEY NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"share" double precision
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "lost_kwh" double precision;--> statement-breakpoint
ALTER TABLE "group_rotations" ADD CONSTRAINT "group_rotations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;