#!/usr/bin/python3
"""The GPU from Python: compares every run with the SIMD backend and measures the speed. Needs a package built with nvcc.

usage: PYTHONPATH=BUILD/python bench/python_cuda.py     (exit code 77 without a GPU)"""

import sys
import time

import mirador

PAPER = (1, 0.85, 0.8, 0.75)
CASES = (
    (PAPER, ("lma", "bc", "unif", "dt", "lma:L=0.01"), {}),
    (PAPER, ("lma", "bc", "unif", "dt", "lma:L=0.01"), {"stopping": "heuristic"}),
    ((0.5, 0.35, 0.3, 0.25), ("lma", "bc", "unif", "dt", "lma:L=0.01"), {"family": "bernoulli"}),
    (PAPER, ("lma", "unif"), {"problem": "thresholding", "level": 0.82}),
)

try:
    for means, rules, keywords in CASES:
        gpu, lanes = (mirador.simulate(means, rules, runs=2000, backend=name, **keywords) for name in ("cuda", "lanes"))
        differ = int(((gpu.samples != lanes.samples) | (gpu.answers != lanes.answers)).sum())
        print(keywords or "mixture", f"{differ} of {gpu.samples.size} runs differ")
except ValueError as error:
    print(error)
    sys.exit(77)
began = time.perf_counter()
result = mirador.simulate(PAPER, "lma", 0.01, 10**6, stopping="heuristic", backend="cuda")
seconds = time.perf_counter() - began
print(f"a million runs of lma: {seconds:.2f} s, {result.samples.sum() / seconds:.2g} steps/s")
