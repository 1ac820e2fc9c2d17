#!/usr/bin/env python3
"""Races of real processes: how often is the winner correct, after how many runs, and what is the overhead?

usage: bench/real_races.py [--races 100] [--parts eight,same,overhead] [--seconds 0.01] [--spread 0]
                           [--build build/bench]

eight     8 commands that burn CPU for known times, one rival 3 % slower, the others 10 to 100 %: how often the right one
          wins at delta 0.05, and the number of runs compared with equal allocation (as mirador simulates it at the end
          of each race, and in real races with --rule rr, a tenth as many).
same      the same command 4 times, margin 5 %: how often that ends in "equal", and how often a winner is named.
overhead  wall time compared with `hyperfine -N` for the same commands and number of runs, in turns.

--spread is noise added by the commands themselves (bench/burn.cpp). Run it on a quiet machine: other processes cause
more noise than most commands have."""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

RATIOS = (1.0, 1.03, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0)


class Bench:
    def __init__(self, asked):
        build = pathlib.Path(asked.build)
        self.mirador, self.burn = str(build / "apps/cli/mirador"), str(build / "bench/burn")
        self.asked = asked
        self.folder = tempfile.TemporaryDirectory()

    def command(self, seconds):
        spread = f" {self.asked.spread:g}" if self.asked.spread else ""
        return f"{self.burn} {seconds:.6g}{spread}"

    def race(self, *words):
        """The JSON of a race and its exit code."""
        command = [self.mirador, "race", "-N", "--format", "json", "--store", f"{self.folder.name}/races.db", *words]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 3, 4):
            sys.exit(f"{command}\n{done.stderr}")
        return json.loads(done.stdout)["mirador"], done.returncode


def mean_text(values):
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
    return f"{statistics.mean(values):.1f} ± {error:.1f}"


def eight(bench):
    seconds = bench.asked.seconds
    commands = [bench.command(seconds * ratio) for ratio in RATIOS]
    names = [word for ratio in RATIOS for word in ("-n", f"x{ratio:g}")]
    right, ties, undecided, runs, simulated = 0, 0, 0, [], []
    for _ in range(bench.asked.races):
        found, code = bench.race("--margin", "1%", *names, *commands)
        right += code == 0 and found["verdict"]["answer"] == "x1"
        ties += code == 4
        undecided += code == 3
        runs.append(found["samples"])
        if found["equal_allocation"]:
            simulated.append(found["equal_allocation"]["runs"])
    equally = [bench.race("--margin", "1%", "--rule", "rr", *names, *commands)[0]["samples"]
               for _ in range(max(2, bench.asked.races // 10))]
    print(f"8 commands of {1000 * seconds:g} ms and up, delta 0.05, margin 1 %, {bench.asked.races} races")
    print(f"  the right one wins       {right} (equal {ties}, undecided {undecided})")
    print(f"  runs per race            {mean_text(runs)}")
    print(f"  equal allocation         {mean_text(equally)} in {len(equally)} real races with --rule rr, "
          f"{mean_text(simulated)} as simulated")
    print(f"  ratio                    {statistics.mean(runs) / statistics.mean(equally):.2f} "
          f"({statistics.mean(runs) / statistics.mean(simulated):.2f} as simulated)")


def same(bench):
    command = bench.command(bench.asked.seconds)
    codes, runs, seconds = [], [], []
    for _ in range(bench.asked.races):
        found, code = bench.race("--margin", "5%", *[command] * 4)
        codes.append(code)
        runs.append(found["samples"])
        seconds.append(found["seconds"])
    print(f"the same command 4 times, delta 0.05, margin 5 %, {bench.asked.races} races")
    print(f"  equal                    {codes.count(4)}")
    print(f"  a winner is named        {codes.count(0)}")
    print(f"  undecided                {codes.count(3)}")
    print(f"  runs per race            {mean_text(runs)}, {statistics.mean(seconds):.2f} s")


def overhead(bench):
    for label, command, each in ((f"burn {bench.asked.seconds:g}", bench.command(bench.asked.seconds), 200),
                                 ("true", "/bin/true", 1000)):
        ours = [bench.mirador, "race", "-N", "--margin", "0", "--rule", "rr", "--max-runs", str(2 * each),
                "--store", f"{bench.folder.name}/overhead.db", command, command]
        theirs = ["hyperfine", "-N", "--runs", str(each), command, command]
        pairs = []
        for _ in range(9):
            times = []
            for words in (theirs, ours):
                began = time.monotonic()
                done = subprocess.run(words, capture_output=True, text=True)
                times.append(time.monotonic() - began)
                if done.returncode not in (0, 3):
                    sys.exit(f"{words}\n{done.stderr}")
            pairs.append(times)
        ratio = statistics.median(ours / theirs for theirs, ours in pairs)
        theirs, ours = (statistics.median(pair[i] for pair in pairs) for i in (0, 1))
        print(f"{2 * each} runs of {label}: hyperfine -N {theirs:.3f} s, mirador race -N {ours:.3f} s, "
              f"ratio {ratio:.3f} (medians of {len(pairs)} turns)")


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--races", type=int, default=100)
    words.add_argument("--parts", default="eight,same,overhead")
    words.add_argument("--seconds", type=float, default=0.01)
    words.add_argument("--spread", type=float, default=0.0)
    words.add_argument("--build", default="build/bench")
    asked = words.parse_args()
    parts = {"eight": eight, "same": same, "overhead": overhead}
    for part in asked.parts.split(","):
        parts[part](Bench(asked))


if __name__ == "__main__":
    main()
