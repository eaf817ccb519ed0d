ALTER TABLE "accounts" ADD COLUMN "level" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "language" text;--> statement-breakpoint
UPDATE "accounts" SET "level" = 'admin' WHERE "role" = 'staff';
