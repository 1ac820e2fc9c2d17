#!/bin/sh
# Runs a command with its own PostgreSQL server, whose address is in MIRADOR_TEST_POSTGRES.
# usage: tools/with_postgres.sh COMMAND [ARGUMENT...]
# The cluster lives in the temporary directory of tools/with_own_tmp.py and listens on a socket in it, on no port. It is
# stopped at the end, and deleted with that directory. PostgreSQL refuses to run as root; in that case it runs as `postgres`.
set -eu
[ $# -gt 0 ] || { echo "usage: $0 COMMAND [ARGUMENT...]" >&2; exit 2; }
[ -n "${MIRADOR_OWN_TMP:-}" ] || exec "$(dirname "$0")/with_own_tmp.py" "$0" "$@"

programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
if [ ! -x "$programs/initdb" ]; then
  echo "$0: no PostgreSQL server here; run tools/install_dependencies.sh test" >&2
  exit 1
fi
folder=$MIRADOR_OWN_TMP/postgres
mkdir "$folder"
as_owner=""
if [ "$(id -u)" -eq 0 ]; then
  chown postgres "$folder"
  as_owner="runuser -u postgres --"
fi

cd_and() { (cd "$folder" && "$@"); }
# Starting and stopping may take long on a busy machine.
control() { cd_and $as_owner "$programs/pg_ctl" -D "$folder/data" -w -t 600 "$@"; }
trap 'control -m immediate stop >/dev/null 2>&1 || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The cluster is created by `postgres`, or by the user who runs this.
cd_and $as_owner "$programs/initdb" -D "$folder/data" -U mirador --auth trust --encoding UTF8 \
  --locale C --no-sync >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
# All shared memory is in the folder or is released with the last process.
control -l "$folder/data/log" -o "-c listen_addresses='' -c unix_socket_directories=$folder \
  -c max_connections=80 -c dynamic_shared_memory_type=mmap" start \
  >"$folder/log" 2>&1 || { cat "$folder/log" "$folder/data/log" >&2; exit 1; }

MIRADOR_TEST_POSTGRES="postgresql:///postgres?host=$folder&user=mirador" "$@"
