#!/bin/bash
# Each night at two (China): the database, then the files, into a folder of the day; folders older than KEEP_DAYS go. The dump is then brought back in a
# database of its own, which is dropped, and what came of that is written beside it. "once" does it at once; "until-night MOMENT" prints how many seconds it waits then.
set -euo pipefail
export PGHOST=${PGHOST:-postgres} PGUSER=${PGUSER:-postgres} PGDATABASE=${PGDATABASE:-zaice}
[ -f /run/secrets/postgres_password ] && PGPASSWORD=$(cat /run/secrets/postgres_password) && export PGPASSWORD
target=${BACKUPS:-/backups}
files=${FILES:-/files}

back_up() {
  local draft=$target/.making day
  day=$target/$(date -u +%Y-%m-%dT%H%M%S)
  rm -rf "$draft"
  mkdir -p "$draft"
  pg_dump --format=custom --file="$draft/zaice.dump"
  if [ -d "$files/files" ]; then tar -C "$files" -czf "$draft/files.tar.gz" files; fi
  (cd "$draft" && sha256sum -- * > SHA256SUMS)
  # A backup is there whole or not at all.
  mv "$draft" "$day"
  find "$target" -mindepth 1 -maxdepth 1 -type d -name '20*' -mtime "+${KEEP_DAYS:-14}" -exec rm -rf {} +
  for proof in "$target"/*.proof.json; do [ -d "${proof%.proof.json}" ] || rm -f "$proof"; done
  echo "backed up to $day"
  drill "$day"
}

drill() {
  local words fault=
  dropdb --if-exists zaice_drill
  createdb zaice_drill
  if ! words=$(pg_restore --exit-on-error --dbname=zaice_drill "$1/zaice.dump" 2>&1); then
    fault=$(tr -d '"\\\t' <<< "$words" | tr '\n' ' ' | cut -c 1-300)
  fi
  dropdb zaice_drill
  printf '{"at":"%s","how":"restored","fault":"%s"}' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$fault" > "$1.proof.json"
  if [ -n "$fault" ]; then echo "the dump cannot be brought back: $fault" >&2; return 1; fi
  echo "brought back in a scratch database"
}

# From a moment in seconds since 1970 to the next two o'clock in China, which is 18:00 UTC.
seconds_until_night() { echo $(( 86400 - ($1 - 18 * 3600) % 86400 )); }

case "${1:-}" in
  once) back_up; exit ;;
  until-night) seconds_until_night "$2"; exit ;;
esac
# In a shell of its own: within "||" nothing that fails would end it, and half a backup would get its name.
while :; do
  sleep "$(seconds_until_night "$(date +%s)")"
  bash "$0" once || echo "the backup failed; it is tried again tomorrow" >&2
done
