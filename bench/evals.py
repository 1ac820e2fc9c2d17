#!/usr/bin/python3
"""How many evaluations find the best model in a finished table of scores, beside the number of all evaluations.

usage: bench/evals.py DATA.csv [--build build/bench] [--orders 400] [--columns 1-49,1-8,2-9,3-10] [--delta 0.05]

DATA.csv has a column for every model, named in the first line, and a row for every item, with scores from 0 to 1. The best model
is the one with the highest mean of all rows. A comparison is repeated in this many random orders of the rows:

  independent, lma and bc   one evaluation at a time, of the model that the rule chooses, with proved stopping (family bounded).
                            Rows are drawn for each model on its own, with replacement, which is what this guarantee assumes. It
                            is cut off, undecided, after as many evaluations as the table has
  rounds                    mirador.compare on the shuffled rows: they count as a sample of something larger
  rounds, items             mirador.compare(items=True): the rows are the whole set, and all that is asked is which model is best
                            on exactly these
  ..., within E             the same with good_enough: a model that is within E of the best is enough

A mean is that of the evaluations until the verdict (± its standard error); an undecided comparison counts with all that it made.
`right` counts the comparisons whose verdict names the best model of the table (or one within E of it), `wrong` those that name
another."""

import argparse
import csv
import dataclasses
import functools
import importlib
import math
import multiprocessing
import pathlib
import random
import sys
import time


def read(file):
    """The names of the models, and the rows."""
    with open(file, newline="", encoding="utf-8") as lines:
        names, *rows = csv.reader(lines)
    return names, [[float(cell) for cell in row] for row in rows]


def package(build):
    """The package of the build, or the installed one."""
    if (build / "python/mirador").is_dir():
        sys.path.insert(0, str(build / "python"))
    try:
        return importlib.import_module("mirador")
    except ImportError as missing:
        sys.exit(f"no Python package in {build / 'python'}: {missing}; build it, or name the build with --build")


@dataclasses.dataclass(frozen=True)
class Table:
    names: list
    rows: list
    delta: float

    @property
    def means(self):
        return [sum(column) / len(self.rows) for column in zip(*self.rows)]


# Each returns the evaluations, and the model that the verdict names (None if there is no verdict).


def independent(table, rule, order):
    source, budget = random.Random(order), len(table.rows) * len(table.names)
    experiment = sys.modules["mirador"].Experiment(
        table.names, family="bounded", delta=table.delta, rule=rule, max_samples=budget, seed=order)
    while ticket := experiment.ask():
        experiment.tell(ticket, source.choice(table.rows)[ticket.index])
    return outcome(experiment.status())


def in_rounds(table, options, order):
    shuffled = random.Random(order).sample(table.rows, len(table.rows))
    return outcome(sys.modules["mirador"].compare(
        shuffled, arms=table.names, family="bounded", delta=table.delta, seed=order, **options))


def outcome(status):
    return status.samples, status.verdict.arms[0] if status.verdict else None


def show(what, table, margin, found, began):
    counts, means = [samples for samples, _ in found], dict(zip(table.names, table.means))
    mean, most = sum(counts) / len(counts), max(means.values())
    error = math.sqrt(sum((count - mean) ** 2 for count in counts) / (len(counts) - 1) / len(counts))
    right = sum(answer is not None and means[answer] >= most - margin for _, answer in found)
    undecided = sum(answer is None for _, answer in found)
    share = 100 * mean / len(table.rows) / len(table.names)
    print(f"  {what:<28}{mean:>8,.0f} ± {error:<6,.0f}{share:>7.1f} %{right:>8}{len(found) - right - undecided:>8}"
          f"{undecided:>11}{time.monotonic() - began:>8.0f} s", flush=True)


def measure(asked, pool, first, last, names, rows):
    table = Table(names[first - 1:last], [row[first - 1:last] for row in rows], asked.delta)
    best = ", ".join(f"{mean:.3f}" for mean in sorted(table.means, reverse=True)[:4])
    print(f"\nmodels {first} to {last}, {len(table.rows) * len(table.names):,} evaluations; the best means: {best}")
    print(f"  {'':<28}{'evaluations':>11}{'':<6}{'of all':>9}{'right':>8}{'wrong':>8}{'undecided':>11}{'time':>10}")
    enough = asked.good_enough
    for what, compare, how, margin in (
        ("independent, lma", independent, "lma", 0), ("independent, bc", independent, "bc", 0), ("rounds", in_rounds, {}, 0),
        ("rounds, items", in_rounds, {"items": True}, 0),
        (f"rounds, within {enough:g}", in_rounds, {"good_enough": enough}, enough),
        (f"rounds, items, within {enough:g}", in_rounds, {"good_enough": enough, "items": True}, enough),
    ):
        began = time.monotonic()
        show(what, table, margin, pool.map(functools.partial(compare, table, how), range(1, asked.orders + 1)), began)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--build", default="build/bench")
    parser.add_argument("--orders", type=int, default=400)
    parser.add_argument("--columns", default="1-49,1-8,2-9,3-10")
    parser.add_argument("--delta", type=float, default=0.05)
    parser.add_argument("--good-enough", type=float, default=0.02)
    asked = parser.parse_args()
    package(pathlib.Path(asked.build).resolve())
    names, rows = read(asked.data)
    print(f"{len(names)} models, {len(rows)} rows; delta {asked.delta:g}; {asked.orders} random orders")
    with multiprocessing.get_context("fork").Pool() as pool:
        for columns in asked.columns.split(","):
            first, last = map(int, columns.split("-"))
            measure(asked, pool, first, last, names, rows)


if __name__ == "__main__":
    main()
