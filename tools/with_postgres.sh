#!/bin/sh
# Runs a command beside a PostgreSQL server of its own, which it finds under MIRADOR_TEST_POSTGRES.
# usage: tools/with_postgres.sh COMMAND [ARGUMENT...]
# The cluster lives in a temporary folder and listens on a socket in it, on no port. It is stopped and
# deleted at the end, whatever the end is. PostgreSQL refuses to run as root: then it runs as `postgres`.
set -eu
[ $# -gt 0 ] || { echo "usage: $0 COMMAND [ARGUMENT...]" >&2; exit 2; }

programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
if [ ! -x "$programs/initdb" ]; then
  echo "$0: no PostgreSQL server here; run tools/install_dependencies.sh test" >&2
  exit 1
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/mirador-postgres.XXXXXX")
as_owner=""
if [ "$(id -u)" -eq 0 ]; then
  chown postgres "$folder"
  as_owner="runuser -u postgres --"
fi

stop="cd /; $as_owner $programs/pg_ctl -D $folder/data -m immediate stop >/dev/null 2>&1; rm -rf $folder"
trap 'sh -c "$stop"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
# Should this script be killed, somebody else has to clean up.
setsid -f sh -c "while kill -0 $$ 2>/dev/null; do sleep 1; done; [ -d $folder ] || exit; $stop" \
  </dev/null >/dev/null 2>&1

cd_and() { (cd "$folder" && "$@"); }
# The user who connects is the one who made it: `postgres`, or who runs this.
cd_and $as_owner "$programs/initdb" -D "$folder/data" -U mirador --auth trust --encoding UTF8 \
  --locale C --no-sync >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
cd_and $as_owner "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/data/log" -o \
  "-c listen_addresses='' -c unix_socket_directories=$folder -c max_connections=80" start \
  >"$folder/log" 2>&1 || { cat "$folder/log" "$folder/data/log" >&2; exit 1; }

MIRADOR_TEST_POSTGRES="postgresql:///postgres?host=$folder&user=mirador" "$@"
