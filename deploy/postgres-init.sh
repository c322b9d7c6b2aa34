#!/bin/bash
# Run once by the image of PostgreSQL on an empty database: the owner of Zaice, who makes the roles that keep organisations apart.
set -euo pipefail
password=$(cat /run/secrets/zaice_password)
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" <<SQL
create role zaice login createrole password '$password';
create database zaice owner zaice;
SQL
