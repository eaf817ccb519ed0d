INSERT INTO "leases" ("name") VALUES ('prices');
