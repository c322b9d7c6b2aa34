#!/bin/bash
# Brings a backup of backup.sh into an empty server of PostgreSQL and an empty folder of files: restore.sh BACKUP FILES. Then run "zaice audit".
set -euo pipefail
backup=$1 files=$2
(cd "$backup" && sha256sum --check --quiet SHA256SUMS)
export PGHOST=${PGHOST:-postgres} PGUSER=${PGUSER:-postgres}
[ -f /run/secrets/postgres_password ] && PGPASSWORD=$(cat /run/secrets/postgres_password) && export PGPASSWORD
# The server may have been started a moment ago.
for _ in $(seq 60); do pg_isready --quiet && break || sleep 1; done
tables=$(psql --tuples-only --no-align --dbname zaice --command "select count(*) from pg_tables where schemaname = 'public'")
if [ "$tables" != 0 ]; then
  echo "The database zaice is not empty." >&2
  exit 1
fi
for role in zaice_app zaice_gate; do
  psql --dbname postgres --command "create role $role" || true
  psql --set ON_ERROR_STOP=1 --dbname postgres --command "grant $role to zaice"
done
pg_restore --exit-on-error --dbname=zaice "$backup/zaice.dump"
if [ -f "$backup/files.tar.gz" ]; then
  tar -C "$files" -xzf "$backup/files.tar.gz"
  # The folder itself is new, and root's: the servers, which own the files, write beside them as well.
  chown --reference="$files/files" "$files"
fi
echo "restored from $backup"
