#!/bin/sh
# Serves an experiment that is being measured, for people who look at its page; make demo ends with it.
# usage: tools/demo_service.sh MIRADOR STORE SECONDS
set -eu
mirador="$1" store="$2" seconds="$3"

said=$(mktemp)
server=""
end() {
  trap '' INT TERM
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -f "$said"
}
trap end EXIT
trap 'echo; exit 0' INT TERM

"$mirador" delete tasting --yes --store "$store" >/dev/null 2>&1 || true
"$mirador" new tasting --arms light,medium,dark,espresso --delta 0.05 --store "$store" >/dev/null
"$mirador" serve --listen 127.0.0.1:0 --store "$store" --log none >"$said" &
server=$!
while ! grep -q http "$said"; do
  kill -0 "$server"
  sleep 0.1
done
echo "Open $(grep -o 'http.*' "$said")/experiments/tasting in a browser; values come in for $seconds seconds. Ctrl-C ends it."

# Each value is the mean of its arm plus the sum of twelve uniform numbers less six: nearly normal.
values='BEGIN { srand(seed); mean["light"] = 5; mean["medium"] = 5.5; mean["dark"] = 6; mean["espresso"] = 7
                print "ticket,value" }
        { value = mean[$2] - 6; for (i = 0; i < 12; ++i) value += rand(); printf "%d,%.2f\n", $1, value }'
passed=0
while [ "$passed" -lt "$seconds" ]; do
  tickets=$("$mirador" ask tasting -n 4 --store "$store" 2>/dev/null || true)
  if [ -n "$tickets" ]; then
    echo "$tickets" | awk -v seed="$passed" "$values" | "$mirador" tell tasting --batch - --store "$store" >/dev/null
  fi
  sleep 1
  passed=$((passed + 1))
done
