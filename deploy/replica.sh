#!/bin/sh
# Runs a streaming replica of the database in compose.several.yaml: copies it when there is no copy, then starts
# PostgreSQL with the given arguments.
set -eu
umask 077
folder=$(dirname "$PGDATA")
mkdir -p "$folder"
# The copy names this file. It is written at each start, so that another password is taken.
printf '*:*:*:*:%s\n' "$(cat /run/secrets/replication_password)" >"$folder/passwords"

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Only a whole copy gets the name of the data.
  rm -rf "$folder/copy"
  pg_basebackup -d "host=db user=curtail_replication passfile=$folder/passwords" \
    -D "$folder/copy" -R -X stream -c fast
  mv -T "$folder/copy" "$PGDATA"
fi
exec postgres "$@"
