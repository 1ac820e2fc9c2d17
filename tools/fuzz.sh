#!/bin/sh
# Runs fuzz targets one after another, each for so many seconds, beginning with its corpus.
# usage: tools/fuzz.sh SECONDS TARGET...     a TARGET is build/asan/tests/fuzz/fuzz_NAME, its corpus tests/fuzz/corpus/NAME
# What is found on the way (new paths, and inputs that break something) is kept in $MIRADOR_FUZZ_FOUND/NAME, or in a
# folder of its own that goes away. The first input that breaks something ends the run.
set -eu

seconds=$1
shift
corpora=$(dirname "$0")/../tests/fuzz/corpus
found=${MIRADOR_FUZZ_FOUND:-}
if [ -z "$found" ]; then
  found=$(mktemp -d)
  trap 'rm -rf "$found"' EXIT
fi
for target in "$@"; do
  name=$(basename "$target")
  name=${name#fuzz_}
  mkdir -p "$found/$name"
  "$target" -seed=1 -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$found/" "$found/$name" "$corpora/$name" ||
    { echo "$name: broken by an input in $found; fix it and add the input to $corpora/$name" >&2; exit 1; }
done
