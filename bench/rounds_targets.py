#!/usr/bin/env python3
"""How many measurements `mirador sim --rounds` needs, beside the targets: normal values whose standard deviation the rules
do not know, and 0/1 scores, at delta = 0.05. The first column of targets is what prototypes needed, the second is the
limit that was set before rounds were built. bench/rounds_cost has the spikes and the time of a round.

usage: bench/rounds_targets.py [--runs 20000] [--beside] [--threads N] [--mirador build/bench/apps/cli/mirador]

A run ends undecided after a million measurements: where the best arm has left (probability at most delta) and the others tie,
there is never a verdict. `measured` and `rounds` are means of the decided runs, `und` is the number of the others.
--beside adds the independent rules bc and lma with mixture stopping, on normal arms of unknown variance."""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from statistics import NormalDist, fmean, stdev

DELTA = "0.05"
MOST = 1_000_000
# Means, correlation, prototype, limit.
NORMAL = [
    ("2.3,0", 0, 16, 17), ("2.3,0", 0.5, 14, None),
    ("0.67,0", 0, 89, 93), ("0.67,0", 0.5, 49, None),
    ("0.1,0", 0, 3370, 3500), ("0.1,0", 0.5, 1670, None),
    ("1,0.85,0.8,0.75", 0, 2800, 2900), ("1,0.85,0.8,0.75", 0.5, 1380, 1440),
    ("1" + 9 * ",0.7", 0, 2780, None), ("1" + 9 * ",0.7", 0.5, 1480, 1550),
    ("1,0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1", 0, 5740, None), ("1,0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1", 0.5, 2870, 3000),
]
SCORES = "0.74,0.71,0.7,0.62,0.55"
# The correlation of the normal scores that gives 0/1 outcomes of these means a correlation of 0.5 (see outcome_correlation).
COPULA = 0.735
SCORE_CASES = [
    ("identify", [], 5570, 5800), ("good enough at 0.05", ["--good-enough", "0.05"], 1430, 1500),
    ("2000 items, identify", ["--items", "2000"], 2930, None),
    ("2000 items, good enough at 0.05", ["--items", "2000", "--good-enough", "0.05"], 1280, None),
]


def outcome_correlation(p, q, rho, steps=4000):
    """The correlation of two 0/1 outcomes of means p and q whose normal scores share rho."""
    normal, share, own = NormalDist(), rho ** 0.5, (1 - rho) ** 0.5
    above = [normal.inv_cdf(p), normal.inv_cdf(q)]
    both = 0.0
    for i in range(steps):
        z = -8 + 16 * (i + 0.5) / steps
        both += 16 / steps * normal.pdf(z) * normal.cdf((above[0] + share * z) / own) * normal.cdf((above[1] + share * z) / own)
    return (both - p * q) / (p * (1 - p) * q * (1 - q)) ** 0.5


class Bench:
    def __init__(self, asked):
        self.asked = asked
        self.missed = []

    def simulate(self, words, rules):
        """The results, and the decided runs of the rounds."""
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/runs.csv"
            command = [self.asked.mirador, "sim", "--rounds", "--delta", DELTA, "--runs", str(self.asked.runs), "--rules", rules,
                       "--max-samples", str(MOST), "--format", "json", "--csv-runs", file, *words]
            if self.asked.threads:
                command += ["--threads", str(self.asked.threads)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{' '.join(command)}\n{done.stderr}")
            with open(file, encoding="utf-8", newline="") as runs:
                decided = [run for run in csv.DictReader(runs) if run["rule"] == "rounds" and run["outcome"] != "undecided"]
        return json.loads(done.stdout)["results"], decided

    def show(self, name, words, prototype, limit, beside=False):
        (first, *others), decided = self.simulate(words, "bc,lma" if beside and self.asked.beside else "none")
        samples = [int(run["samples"]) for run in decided]
        measured, error = fmean(samples), stdev(samples) / len(samples) ** 0.5
        rounds = fmean(int(run["rounds"]) for run in decided)
        verdict = ""
        if limit:
            verdict = "met" if measured <= limit else "MISSED"
            if verdict == "MISSED":
                self.missed.append(name)
        bound = first["lower_bound"]
        line = (f"{name:<44}{measured:>9.1f} ± {error:<7.1f}{rounds:>8.1f}"
                f"{first['errors']:>5}{first['undecided']:>5}{'' if bound is None else f'{bound:.0f}':>8}{prototype:>8}{limit or '':>8} {verdict:<7}")
        print(line + "".join(f" {other['rule']} {other['mean']:.0f} ± {other['std_error']:.0f}" for other in others), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20000)
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--mirador", default="build/bench/apps/cli/mirador")
    bench = Bench(parser.parse_args())
    print(f"measurements to the verdict, delta {DELTA}, {bench.asked.runs} runs, seed 1\n"
          f"{'means':<44}{'measured':>9}   {'s.e.':<7}{'rounds':>8}{'err':>5}{'und':>5}{'bound':>8}{'proto':>8}{'limit':>8}")
    for means, rho, prototype, limit in NORMAL:
        shown = means.replace(9 * ",0.7", ",0.7 x9").replace("1,0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1", "1,0.9 ... 0.1")
        bench.show(f"{shown}, correlation {rho:g}", ["--means", means, "--correlation", str(rho)], prototype, limit,
                   beside=rho == 0)
    means = [float(mean) for mean in SCORES.split(",")]
    found = [outcome_correlation(p, q, COPULA) for i, p in enumerate(means) for q in means[i + 1:]]
    print(f"\n0/1 scores of means {SCORES}: scores share {COPULA}, outcomes correlate by {min(found):.3f} to {max(found):.3f}, "
          f"on average {sum(found) / len(found):.3f}")
    for name, words, prototype, limit in SCORE_CASES:
        bench.show(name, ["--family", "bernoulli", "--means", SCORES, "--correlation", str(COPULA), *words], prototype, limit)
    print("\nmissed: " + "; ".join(bench.missed) if bench.missed else "\nall limits met")


main()
