#!/bin/sh
# Runs fuzz targets one after another, each for SECONDS, starting with its corpus.
# usage: tools/fuzz.sh SECONDS TARGET...
# A TARGET is build/asan/tests/fuzz/fuzz_NAME, its corpus tests/fuzz/corpus/NAME; inputs grow up to twice the longest
# one there. Findings are kept in $MIRADOR_FUZZ_FOUND if that is set: inputs that reach new code
# in NAME, and inputs that cause a failure. The first of these ends the run and is printed in Base64.
set -eu

seconds=$1
shift
corpora=$(dirname "$0")/../tests/fuzz/corpus
# Files in memory if possible: some targets write thousands per second.
TMPDIR=$(mktemp -d -p /dev/shm mirador-fuzz.XXXXXX 2>/dev/null || mktemp -d)
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 1' HUP INT TERM
export TMPDIR
found=${MIRADOR_FUZZ_FOUND:-$TMPDIR/found}
# Stores less about each allocation, which is faster.
export ASAN_OPTIONS="malloc_context_size=3:quarantine_size_mb=16:${ASAN_OPTIONS:-}"
for target in "$@"; do
  name=$(basename "$target")
  name=${name#fuzz_}
  mkdir -p "$found/$name"
  longest=$(find "$corpora/$name" -type f -printf '%s\n' | sort -n | tail -n 1)
  echo "$name:"
  "$target" -seed=1 -max_total_time="$seconds" -max_len=$((2 * longest)) -timeout=60 -rss_limit_mb=2048 \
    -print_final_stats=1 -print_funcs=0 -verbosity=0 -artifact_prefix="$found/$name-" "$found/$name" "$corpora/$name"
done
