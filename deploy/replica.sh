#!/bin/bash
# A standby of the service postgres: copies it where nothing is here yet, and follows it from then on. Its folder may be thrown away at any time.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Made here, because pg_basebackup would make the folders above it for root alone.
  install -d -o postgres -m 700 "$PGDATA"
  PGPASSWORD=$(cat /run/secrets/replica_password)
  export PGPASSWORD
  pg_basebackup --host="${PRIMARY:-postgres}" --port="${PRIMARY_PORT:-5432}" --username=zaice_replica --pgdata="$PGDATA" --wal-method=stream \
    --checkpoint=fast --write-recovery-conf
fi
exec docker-entrypoint.sh postgres -c hot_standby_feedback=on "$@"
