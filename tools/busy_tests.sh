#!/bin/sh
# Runs the tests of the dev preset N times in a row while four busy loops run, and stops at the first failure.
# usage: tools/busy_tests.sh N [CTEST OPTION...]
# Prints the output of a failed run, and the last lines of ctest for each other run. The tests must have been built.
set -eu
[ $# -gt 0 ] || { echo "usage: $0 N [CTEST OPTION...]" >&2; exit 2; }
times=$1
shift
cd "$(dirname "$0")/.."

loops=""
log=$(mktemp)
finish() {
  for loop in $loops; do kill "$loop" 2>/dev/null || true; done
  wait
  rm -f "$log"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
for i in 1 2 3 4; do
  # A loop ends with this script, even if the script is killed.
  sh -c 'while kill -0 "$1" 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done' sh $$ &
  loops="$loops $!"
done

for run in $(seq "$times"); do
  echo "Run $run of $times with four busy loops:"
  status=0
  ctest --preset dev -j2 "$@" >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    cat "$log"
    exit "$status"
  fi
  grep -E "tests passed|Total Test time" "$log"
done
