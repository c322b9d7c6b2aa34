#!/bin/bash
# Each night at two: the database, then the files, into a folder of the day; folders older than KEEP_DAYS go. With "once" as argument at once.
set -euo pipefail
export PGHOST=${PGHOST:-postgres} PGUSER=${PGUSER:-postgres} PGDATABASE=${PGDATABASE:-zaice}
[ -f /run/secrets/postgres_password ] && PGPASSWORD=$(cat /run/secrets/postgres_password) && export PGPASSWORD
target=${BACKUPS:-/backups}
files=${FILES:-/files}

back_up() {
  local draft=$target/.making day
  day=$target/$(date +%Y-%m-%dT%H%M%S)
  rm -rf "$draft"
  mkdir -p "$draft"
  pg_dump --format=custom --file="$draft/zaice.dump"
  if [ -d "$files/files" ]; then tar -C "$files" -czf "$draft/files.tar.gz" files; fi
  (cd "$draft" && sha256sum -- * > SHA256SUMS)
  # A backup is there whole or not at all.
  mv "$draft" "$day"
  find "$target" -mindepth 1 -maxdepth 1 -type d -name '20*' -mtime "+${KEEP_DAYS:-14}" -exec rm -rf {} +
  echo "backed up to $day"
}

if [ "${1:-}" = once ]; then back_up; exit; fi
while :; do
  sleep $(( $(date -d 'tomorrow 02:00' +%s) - $(date +%s) ))
  back_up || echo "the backup failed; it is tried again tomorrow" >&2
done
