#!/bin/sh
# Writes the secrets that compose.yaml and compose.several.yaml read into ./secrets, or into the folder in $1.
# Existing ones stay.
# The first argument after the folder is the host of PostgreSQL: db unless given.
set -eu
folder=${1:-"$(dirname "$0")/secrets"}
host=${2:-db}
mkdir -p "$folder"
# The folder is closed to other users; the files are open, because containers read them as another user.
chmod 700 "$folder"
cd "$folder"

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
write() {
  [ -s "$1" ] && return
  printf '%s\n' "$2" >"$1"
  chmod 644 "$1"
  echo "wrote $1"
}

write postgres_password "$(random)"
write database_url "postgres://postgres:$(cat postgres_password)@$host/postgres"
write service_database_url "postgres://curtail_service:$(random)@$host/curtail_service"
write portal_database_url "postgres://curtail_portal:$(random)@$host/curtail_portal"
write flex_api_key "ck_$(random)"
write nextauth_secret "$(random)"
write mqtt_password "$(random)"
write staff_password "$(random)"

# The same logins by pgbouncer and at the replica, for compose.several.yaml.
at() { sed "s|@[^/]*/|@$2/|" "$1"; }
login() { sed -n 's|^[^:]*://\([^:]*\):\([^@]*\)@.*|"\1" "\2"|p' "$1"; }
write service_pooler_url "$(at service_database_url pgbouncer:6432)"
write portal_pooler_url "$(at portal_database_url pgbouncer:6432)"
write service_replica_url "$(at service_database_url replica)"
write pgbouncer_users "$(login service_database_url && login portal_database_url)"
write replication_password "$(random)"
