#!/usr/bin/env python3
"""How long `mirador ask` and `mirador tell` take on an experiment with 10,000 arms, each measured once: whole
processes on a SQLite store, including the sync of the commit. Goal: 50 ms together.
usage: bench/many_arms.py [MIRADOR]   (default: build/bench/apps/cli/mirador)"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

MIRADOR = sys.argv[1] if len(sys.argv) > 1 else "build/bench/apps/cli/mirador"
ARMS, ROUNDS = 10000, 15


def run(*words, **more):
    return subprocess.run([MIRADOR, *words], check=True, text=True, stdout=subprocess.PIPE, **more).stdout


def timed(*words):
    began = time.perf_counter()
    out = run(*words)
    return 1e3 * (time.perf_counter() - began), out


with tempfile.TemporaryDirectory(dir="build") as folder:
    os.environ["MIRADOR_STORE"] = os.path.join(folder, "store.db")
    run("new", "x", "--arms", ",".join(map(str, range(ARMS))), "--family", "gaussian", "--sigma", "1")
    noise = random.Random(1)
    tickets = [line.split()[0] for line in run("ask", "x", "-n", str(ARMS)).splitlines()]
    run("tell", "x", "--batch", "-", input="".join(f"{ticket},{noise.gauss(0, 1)}\n" for ticket in tickets))
    asks, tells, starts = [], [], []
    for _ in range(ROUNDS):
        starts.append(timed("--version")[0])
        taken, line = timed("ask", "x")
        asks.append(taken)
        tells.append(timed("tell", "x", line.split()[0], "0.2")[0])
ask, tell, start = map(statistics.median, (asks, tells, starts))
print(f"K = {ARMS}: ask {ask:.1f} ms, tell {tell:.1f} ms, together {ask + tell:.1f} ms (goal 50 ms); "
      f"the start of a process takes {start:.1f} ms of each")
