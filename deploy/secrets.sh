#!/bin/sh
# Makes the secrets of compose.yaml in a folder, once; one that is there stays as it is.
set -eu
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"
umask 077
make() { [ -s "$folder/$1" ] || head -c 30 /dev/urandom | base64 | tr -d '+/=\n' > "$folder/$1"; }
make postgres_password
make zaice_password
make replica_password
make seal_key
[ -s "$folder/database_url" ] || printf 'postgres://zaice:%s@postgres/zaice' "$(cat "$folder/zaice_password")" > "$folder/database_url"
[ -s "$folder/database_read_url" ] || printf 'postgres://zaice:%s@replica/zaice' "$(cat "$folder/zaice_password")" > "$folder/database_read_url"
# Containers read them as users of their own.
chmod 644 "$folder"/*
