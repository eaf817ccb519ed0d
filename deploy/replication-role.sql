-- The role with which the replica copies and streams. It owns nothing; pg_hba.conf lets it open no database.
\set password `cat /run/secrets/replication_password`
SELECT 'CREATE ROLE curtail_replication'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'curtail_replication') \gexec
ALTER ROLE curtail_replication LOGIN REPLICATION PASSWORD :'password';
