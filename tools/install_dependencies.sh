#!/bin/sh
# Installs the Debian packages that mirador needs and that are missing.
# usage: tools/install_dependencies.sh build|python|test|bench     (each includes those before it)
# Every dependency of the project is listed here and nowhere else.
set -eu

build="g++ cmake ninja-build libboost-dev libcli11-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev
  libopenmpi-dev openmpi-bin libsqlite3-dev libpq-dev libcurl4-openssl-dev libxxhash-dev libssl-dev"
# For building the Python package, and the packages commonly used with it.
python="python3-dev pybind11-dev python3-pybind11 python3-setuptools python3-wheel python3-pip python3-venv
  python3-numpy python3-matplotlib python3-pandas"
# clang and lld build the sanitizer run; Random123, GoogleTest, RapidCheck and Chromium are used by the tests only.
# bench/real_races.py compares with hyperfine, python3-pyte draws a terminal (tools/terminal_picture.py).
# curl runs the session of docs/service.md, valgrind counts instructions (tests/cli/cost_test.py).
# PostgreSQL: the tests create their own cluster (tools/with_postgres.sh).
test="ccache clang clang-format lld libclang-rt-14-dev libgtest-dev librapidcheck-dev librandom123-dev
  chromium postgresql curl valgrind hyperfine python3-pyte python3-pytest python3-hypothesis mypy"
# The browser tests run on Node.js, whatever its origin.
command -v node >/dev/null && command -v npm >/dev/null || test="$test nodejs npm"
# For the comparison in bench/python_cost.py.
bench="python3-optuna"

case "${1:-}" in
  build) wanted="$build" ;;
  python) wanted="$build $python" ;;
  test) wanted="$build $python $test" ;;
  bench) wanted="$build $python $test $bench" ;;
  *) echo "usage: $0 build|python|test|bench" >&2; exit 2 ;;
esac

missing=""
for package in $wanted; do
  if ! dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed'; then
    missing="$missing $package"
  fi
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root="sudo"; fi
echo "Installing:$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086  # the list is meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
