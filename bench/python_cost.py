#!/usr/bin/python3
"""The overhead of Python: simulations compared with the command line, ask and tell with optuna, a rule with NumPy.

usage: bench/python_cost.py [--build build/bench] [--rounds 5] [--runs 40000] [--parts simulate,live,rule,numpy,optuna]

simulate  mirador.simulate compared with `mirador sim`: the paper's instance, lma and bc, the heuristic threshold, one thread
live      ask and tell of an experiment in memory, 10 arms
rule      simulate with a sampling rule of a few lines of Python
numpy     the same instance in plain NumPy (bench/peers/numpy_lma.py)
optuna    ask, suggest one of 10 and tell, in memory, if python3-optuna is installed (bench/peers/optuna_loop.py)

The package and the command are both those of --build (its folders python and apps/cli), so that they are compiled alike. All
times are CPU times, which depend less on other load; candidates take turns, and the fastest round of each counts. The last
table compares the results with the goals; run it on a quiet machine."""

import argparse
import importlib
import pathlib
import resource
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
MEANS = (1.0, 0.85, 0.8, 0.75)
ARMS = 10
sys.path.insert(0, str(HERE / "peers"))


class Bench:
    def __init__(self, asked):
        build = pathlib.Path(asked.build).resolve()
        self.asked, self.command = asked, build / "apps/cli/mirador"
        self.rows = []
        self.found = {}
        if (build / "python/mirador").is_dir():
            sys.path.insert(0, str(build / "python"))
        try:
            self.mirador = importlib.import_module("mirador")
        except ImportError as missing:
            sys.exit(f"no Python package in {build / 'python'}: {missing}; build it, or name the build with --build")

    def add(self, what, value, goal="", met=None):
        self.rows.append((what, value, goal, "" if met is None else "yes" if met else "NO"))
        print(f"  {what}: {value}{f' (goal: {goal})' if goal else ''}", flush=True)

    def table(self):
        titles = ("what", "measured", "asked", "met")
        widths = [max(len(row[i]) for row in [titles, *self.rows]) for i in range(4)]
        for row in [titles, *self.rows]:
            print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())


def cpu(work):
    """The result of the call and its CPU seconds in this process."""
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def cpu_of_command(words):
    """The CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{words}\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def simulate(bench):
    runs = bench.asked.runs
    words = [bench.command, "sim", "--means", ",".join(map(str, MEANS)), "--rules", "lma,bc", "--delta", "0.01", "--runs",
             str(runs), "--stopping", "heuristic", "--threads", "1", "--format", "json"]
    ours, theirs = [], []
    for _ in range(bench.asked.rounds):
        theirs.append(cpu_of_command(words))
        ours.append(cpu(lambda: bench.mirador.simulate(MEANS, ("lma", "bc"), (0.01,), runs, stopping="heuristic",
                                                       threads=1))[1])
    ratio = min(ours) / min(theirs)
    bench.add(f"mirador sim, {runs} runs of lma and bc", f"{min(theirs):.3f} s")
    bench.add("mirador.simulate, the same", f"{min(ours):.3f} s")
    bench.add("their ratio", f"{ratio:.3f}", "<= 1.02", ratio <= 1.02)


def live(bench):
    """Gaps so small and a risk so low that there is no verdict."""
    pairs = 20000
    noise = [0.001 * ((7919 * i) % 1009 - 504) for i in range(pairs)]

    def ask_and_tell():
        with bench.mirador.Experiment([f"arm {a + 1}" for a in range(ARMS)], family="gaussian", sigma=1, delta=1e-9) as experiment:
            ask, tell = experiment.ask, experiment.tell
            for value in noise:
                ticket = ask()
                tell(ticket, value + 0.01 * ticket.index)

    best = min(cpu(ask_and_tell)[1] for _ in range(bench.asked.rounds)) / pairs * 1e6
    bench.found["live"] = best
    bench.add(f"ask and tell in memory, {ARMS} arms", f"{best:.2f} µs", "<= 5 µs", best <= 5.0)


def challenger(state):
    """Best challenger, with its forced exploration."""
    least = state.counts.argmin()
    forced = state.counts[least] < state.total**0.5 - 2.0
    return least if forced else state.gradient.argmax()


def rule(bench):
    speeds = []
    for _ in range(bench.asked.rounds):
        result, seconds = cpu(lambda: bench.mirador.simulate(MEANS, (challenger,), (0.01,), 200, stopping="heuristic"))
        speeds.append(float(result.samples.sum()) / seconds)
    bench.found["rule"] = 1e6 / max(speeds)
    bench.add("a rule of three lines of Python", f"{max(speeds):,.0f} steps/s", ">= 200,000 steps/s", max(speeds) >= 2e5)


def numpy(bench):
    peer = importlib.import_module("numpy_lma")
    costs = []
    for _ in range(bench.asked.rounds):
        times, seconds = cpu(lambda: peer.single(peer.Lma, 5))
        costs.append(seconds / times.sum() * 1e6)
    bench.add("lma in plain NumPy", f"{min(costs):.1f} µs per step")
    if "rule" in bench.found:
        bench.add("  relative to the rule in Python", f"{min(costs) / bench.found['rule']:.1f} times")


def optuna(bench):
    try:
        installed = importlib.import_module("optuna")
    except ImportError:
        bench.add("optuna", "not installed (python3-optuna)")
        return
    peer = importlib.import_module("optuna_loop")
    trials = 500
    for sampler in ("TPESampler", "RandomSampler"):
        seconds = min(cpu(lambda: peer.ask_and_tell(sampler, list(range(ARMS)), trials))[1] for _ in range(2))
        best = seconds / trials * 1e6
        bench.add(f"optuna {installed.__version__}, {sampler}, first {trials} trials", f"{best:.0f} µs")
        if "live" in bench.found:
            bench.add("  relative to ask and tell of mirador", f"{best / bench.found['live']:.0f} times")


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--build", default="build/bench")
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--runs", type=int, default=40000)
    words.add_argument("--parts", default="simulate,live,rule,numpy,optuna")
    bench = Bench(words.parse_args())
    parts = {"simulate": simulate, "live": live, "rule": rule, "numpy": numpy, "optuna": optuna}
    print(f"mirador {bench.mirador.__version__} of {bench.mirador.__file__}")
    for part in bench.asked.parts.split(","):
        parts[part](bench)
    print()
    bench.table()


if __name__ == "__main__":
    main()
