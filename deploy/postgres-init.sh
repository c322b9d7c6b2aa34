#!/bin/bash
# Run once by the image of PostgreSQL on an empty database: the owner of Zaice, who makes the roles that keep
# organisations apart, and the role of a standby.
set -euo pipefail
password=$(cat /run/secrets/zaice_password)
replica_password=$(cat /run/secrets/replica_password)
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" <<SQL
create role zaice login createrole password '$password';
create database zaice owner zaice;
create role zaice_replica login replication password '$replica_password';
SQL
echo 'host replication zaice_replica all scram-sha-256' >> "$PGDATA/pg_hba.conf"
