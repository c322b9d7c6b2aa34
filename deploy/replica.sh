#!/bin/bash
# A standby of the service postgres: copies it where nothing is here yet, and follows it from then on. Its folder may be thrown away at any time.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  PGPASSWORD=$(cat /run/secrets/replica_password)
  export PGPASSWORD
  pg_basebackup --host="${PRIMARY:-postgres}" --port="${PRIMARY_PORT:-5432}" --username=zaice_replica --pgdata="$PGDATA" --wal-method=stream \
    --checkpoint=fast --write-recovery-conf
fi
exec docker-entrypoint.sh postgres -c hot_standby_feedback=on "$@"
