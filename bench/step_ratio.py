#!/usr/bin/env python3
"""Is a step slower than in another build? Runs two programs step_cost in turns.

    bench/step_ratio.py OLD_STEP_COST NEW_STEP_COST [ROUNDS]

Prints for every row of their first table the median of the old times and of the ratios new / old. The
two runs of a ratio follow each other, in changing order, so that the load of the machine matters little.
"""
import re
import statistics
import subprocess
import sys

ROW = re.compile(r"^  (\S.*?) +([0-9.]+) ns$", re.MULTILINE)


def times(program: str) -> dict[str, float]:
    """ns per step of every row. The program is ended after its first table."""
    # stdbuf: each line arrives when it is printed.
    with subprocess.Popen(["stdbuf", "-oL", program], stdout=subprocess.PIPE, text=True) as run:
        table = []
        for line in run.stdout:
            if line.startswith("Ratios"):
                break
            table.append(line)
        run.kill()
    return {row: float(ns) for row, ns in ROW.findall("".join(table))}


def main() -> None:
    old, new = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    pairs = []
    for number in range(rounds):
        first, second = (old, new) if number % 2 == 0 else (new, old)
        by_program = {first: times(first)}
        by_program[second] = times(second)
        pairs.append((by_program[old], by_program[new]))
    for row in pairs[0][0]:
        ratios = [after[row] / before[row] for before, after in pairs]
        time = statistics.median(before[row] for before, _ in pairs)
        print(f"{row:<18} {time:7.1f} ns  {statistics.median(ratios):5.3f}")


if __name__ == "__main__":
    main()
