#!/usr/bin/env python3
"""Races of real processes: how often is the winner correct, after how many runs, and what is the overhead?

usage: bench/real_races.py [--races 100] [--adaptive 20] [--parts eight,same,overhead] [--machine quiet,busy]
                           [--seconds 0.01] [--spread 0] [--margin 2%] [--max-runs 4000] [--build build/bench]

eight     8 commands that burn CPU for known times, one rival 3 % slower, the others 10 to 100 %: how often the right one
          wins at delta 0.05, and the number of runs, in rounds and by the adaptive design (--rule lma, the default of
          0.7). The two take turns on the same machine; after --adaptive races the adaptive design sits out.
same      two and four equal commands without a margin, at most 300 runs: how often a winner is named.
overhead  wall time compared with `hyperfine -N` for the same commands and number of runs, in turns.

The machine is as it is (quiet), or busy: beside one loop that runs all the time and one that starts and stops at random,
which together can take two processors. --spread is noise added by the commands themselves (bench/burn.cpp). Run it on a
quiet machine: other processes cause more noise than most commands have."""

import argparse
import contextlib
import json
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import threading
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


@contextlib.contextmanager
def busy_machine(seed=1):
    """One loop all the time, and one that is stopped and continued for 0.05 to 3 s each, at random."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    ended, draw = threading.Event(), random.Random(seed)

    def come_and_go():
        running = True
        while not ended.wait(0.05 * 60 ** draw.random()):
            running = not running
            loops[1].send_signal(signal.SIGCONT if running else signal.SIGSTOP)
    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        for loop in loops:
            loop.kill()
            loop.wait()


class Results:
    """Of one design."""
    def __init__(self):
        self.runs, self.right, self.wrong, self.equal, self.undecided, self.seconds = [], 0, 0, 0, 0, 0.0

    def add(self, found, code, right):
        self.runs.append(found["samples"])
        self.seconds += found["seconds"]
        self.right += code == 0 and found["verdict"]["answer"] == right
        self.wrong += code == 0 and found["verdict"]["answer"] != right
        self.equal += code == 4
        self.undecided += code == 3

    def text(self):
        middle = sorted(self.runs)
        return (f"{len(self.runs):>5}{self.right:>7}{self.wrong:>7}{self.equal:>7}{self.undecided:>11}  {mean_text(self.runs):<15}"
                f"{middle[len(middle) // 2]:>6} ({middle[0]} to {middle[-1]})  {self.seconds / len(self.runs):.2f} s")


def eight(bench, machine):
    seconds, margin = bench.asked.seconds, bench.asked.margin
    commands = [bench.command(seconds * ratio) for ratio in RATIOS]
    names = [word for ratio in RATIOS for word in ("-n", f"x{ratio:g}")]
    common = ["--margin", margin, "--max-runs", str(bench.asked.max_runs), *names, *commands]
    rounds, adaptive, shared = Results(), Results(), Results()
    for race in range(bench.asked.races):
        result = bench.race(*common)
        rounds.add(*result, "x1")
        if race < bench.asked.adaptive:
            shared.add(*result, "x1")
            adaptive.add(*bench.race("--design", "adaptive", *common), "x1")
    print(f"8 commands of {1000 * seconds:g} ms and up, delta 0.05, margin {margin}, {machine} machine\n"
          f"  {'design':<10}races  right  wrong  equal  undecided  runs per race    median (range)  time\n"
          f"  {'rounds':<10}{rounds.text()}")
    if adaptive.runs:
        ratio = statistics.mean(shared.runs) / statistics.mean(adaptive.runs)
        cut = ", at most: some adaptive races were cut" if adaptive.undecided else ""
        print(f"  {'adaptive':<10}{adaptive.text()}\n  runs in rounds / adaptive, in the races that took turns: {ratio:.2f}{cut}")


def same(bench, machine):
    command = bench.command(bench.asked.seconds)
    print(f"equal commands of {1000 * bench.asked.seconds:g} ms, delta 0.05, no margin, at most 300 runs, {machine} machine")
    for commands in (2, 4):
        codes = [bench.race("--margin", "0", "--max-runs", "300", *[command] * commands)[1] for _ in range(bench.asked.races)]
        print(f"  {commands} commands, {len(codes)} races: {codes.count(0)} winners, {codes.count(3)} undecided", flush=True)


def overhead(bench):
    for label, command, each in ((f"burn {bench.asked.seconds:g}", bench.command(bench.asked.seconds), 200),
                                 ("true", "/bin/true", 1000)):
        ours = [bench.mirador, "race", "-N", "--margin", "0", "-d", "1e-12", "--max-runs", str(2 * each),
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
    words.add_argument("--adaptive", type=int, default=20)
    words.add_argument("--parts", default="eight,same,overhead")
    words.add_argument("--machine", default="quiet,busy")
    words.add_argument("--seconds", type=float, default=0.01)
    words.add_argument("--spread", type=float, default=0.0)
    words.add_argument("--margin", default="2%")
    words.add_argument("--max-runs", type=int, default=4000)
    words.add_argument("--build", default="build/bench")
    bench = Bench(words.parse_args())
    for part in bench.asked.parts.split(","):
        if part == "overhead":
            overhead(bench)
            continue
        for machine in bench.asked.machine.split(","):
            with busy_machine() if machine == "busy" else contextlib.nullcontext():
                {"eight": eight, "same": same}[part](bench, machine)


if __name__ == "__main__":
    main()
