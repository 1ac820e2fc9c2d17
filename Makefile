# The two doors of mirador. Each does all its own set-up; nothing else is needed before either.
#   make demo    a race of real commands, the algorithms of the paper on its instance, and for a minute a page to watch
#   make test    all tests, the unit suite under the sanitizers first
# For Python: make python    the package in an environment of its own, build/venv
# For developers: make bench, make certify (two hours and a half of two cores), make survival (half an hour of faults),
# make fuzz (SECONDS=60 for each of its targets), make figure, make tsan, make format.

MIRADOR := build/release/apps/cli/mirador

.PHONY: demo test python tsan bench certify survival fuzz figure format clean

demo:
	@tools/install_dependencies.sh build
	@cmake --preset release >/dev/null
	@cmake --build --preset release
	@echo
	$(MIRADOR) race --store build/demo.db --max-time 20 -N -w 1 -L level 1,3,6,9 'gzip -{level} -c /bin/bash' || [ $$? -ge 3 ]
	@echo
	$(MIRADOR) sim --means 1,0.85,0.8,0.75 --sigma 1 --rules bc,ttts,lmac,lma,dt,unif \
	  --stopping heuristic --delta 0.1,0.01 --runs 1000
	@echo
	$(MIRADOR) sim --means 1,0.85,0.8,0.75 --rules bc,lma,unif --delta 0.1,0.01 --runs 1000
	@echo
	tools/demo_service.sh $(MIRADOR) build/demo.db $(if $(CI),1,60)

test:
	@tools/install_dependencies.sh test
	cmake --preset asan
	cmake --build --preset asan
	ctest --preset asan -j3
	cmake --preset dev
	cmake --build --preset dev
	ctest --preset dev -j6  # some wait for mpirun, a server or a timeout

# The system's own Python: no other sees the system's packages.
python:
	@tools/install_dependencies.sh python
	@/usr/bin/python3 -m venv --system-site-packages build/venv
	@echo "Compiling the package takes some minutes, or one after make demo ..."
	@cmake --preset release -DMIRADOR_BUILD_PYTHON=ON >/dev/null
	@MIRADOR_BUILD_DIR=build/release build/venv/bin/python -m pip install --quiet --no-index --no-build-isolation .
	@echo "mirador is installed in build/venv: build/venv/bin/python -c 'import mirador; print(mirador.__version__)'"

tsan:
	@tools/install_dependencies.sh test
	cmake --preset tsan
	cmake --build --preset tsan --target mirador_threads_tests
	ctest --preset tsan

bench:
	@tools/install_dependencies.sh bench
	@cmake --preset bench >/dev/null
	@cmake --build --preset bench
	build/bench/bench/step_cost
	build/bench/bench/live_step
	build/bench/bench/throughput
	tools/with_postgres.sh build/bench/bench/store_cost build
	build/bench/bench/serve_cost build
	build/bench/bench/disturbed_races
	bench/python_cost.py
	bench/many_arms.py
	bench/real_races.py

certify:
	@tools/install_dependencies.sh test
	@cmake --preset bench >/dev/null
	@cmake --build --preset bench
	build/bench/bench/certify --runs 100000
	build/bench/bench/certify --attacks --runs 100000

# The stores and the experiments in them, and the files that commands write, treated as badly and as often as docs/reliability.md
# says. What needs no disk is done in memory.
IN_MEMORY := TMPDIR=$(firstword $(wildcard /dev/shm) /tmp)
survival:
	@tools/install_dependencies.sh test
	@cmake --preset dev >/dev/null
	@cmake --build --preset dev --target mirador_store_tests mirador_survival_tests mirador_cli mirador_faults
	MIRADOR_KILL_SQLITE=1000 MIRADOR_KILL_POSTGRES=100 tools/with_postgres.sh \
	  build/dev/tests/mirador_store_tests --gtest_filter='*Survival*'
	MIRADOR_LONG=1 MIRADOR_KILL_SQLITE=1000 MIRADOR_KILL_POSTGRES=100 tools/with_postgres.sh \
	  build/dev/tests/mirador_survival_tests --gtest_filter=-Bits*
	$(IN_MEMORY) MIRADOR_LONG=1 tools/with_own_tmp.py build/dev/tests/mirador_survival_tests --gtest_filter=Bits*
	$(IN_MEMORY) MIRADOR_LONG=1 ctest --preset dev --verbose --tests-regex 'cli_(memory|power|secret|cost|serve_hostile)'
	MIRADOR_LONG=1 ctest --preset dev --verbose --tests-regex cli_serve_survival

# Every fuzz target in turn. What it finds is in build/fuzz, and the next run begins with that too.
SECONDS := 60
fuzz:
	@tools/install_dependencies.sh test
	@cmake --preset asan >/dev/null
	@cmake --build --preset asan --target mirador_fuzz
	MIRADOR_FUZZ_FOUND=build/fuzz tools/fuzz.sh $(SECONDS) build/asan/tests/fuzz/fuzz_*

# The figure that docs/simulate-rules.md shows.
figure:
	@tools/install_dependencies.sh build
	@cmake --preset release >/dev/null
	@cmake --build --preset release
	$(MIRADOR) paper --out build/paper
	cp build/paper/figure1.svg docs/figure1.svg

format:
	@tools/install_dependencies.sh test
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf build
