#!/usr/bin/env python3
"""The tables of docs/certification.md and the CSV files that they summarise.

usage: certification.py DOCS OUTPUT...   writes the CSV files from the output of bench/certify, then prints the tables
       certification.py DOCS --add OUTPUT...   the same, and keeps the cells that were not run again (certify --with)
       certification.py DOCS             checks that DOCS/certification.md has the tables of the CSV files, and
                                         DOCS/theory.md that of rounds that break an assumption
"""

import csv
import pathlib
import re
import sys

GRID = ["family", "problem", "situation", "rule", "stopping", "delta", "status", "runs", "error_percent",
        "max_percent", "mean_samples", "standard_error", "samples_over_bound", "undecided_percent", "equal_percent"]
ORDERS = {"leader": "always the arm with the highest mean",
          "laggard": "always the arm with the lowest mean",
          "starve": "the right answer, or the arm in the middle, gets every 50th pull",
          "at the end": "the same arm gets the second half of the pulls and none before",
          "stay": "stays on an arm while its mean moves towards a wrong verdict",
          "chase": "the arm with the most evidence against a wrong verdict; if there is none, the arm that adds most evidence",
          "in turn": "round robin",
          "random": "any arm, with equal probability"}
ATTACKS = ["family", "problem", "world", "delta", "pulls", *ORDERS, "max_percent", "ratio", "verdict"]
WORLDS = ["world", "assumption", "method", "error_percent", "max_percent", "mean_samples", "undecided_percent",
          "above_risk"]
ROUNDS = ["law", "world", "attack", "arms", "delta", "rounds", "runs", "wrong_percent", "max_percent", "ratio", "verdict"]
FILES = {"certification.csv": GRID, "certification-attacks.csv": ATTACKS, "certification-assumptions.csv": WORLDS,
         "certification-rounds.csv": ROUNDS}
#: How many columns name a cell; the others are its results.
CELL = {"certification.csv": 6, "certification-attacks.csv": 5, "certification-assumptions.csv": 3, "certification-rounds.csv": 6}
BROKEN = "assumption broken"
ROUNDS_SHOWN = ["cells", "refuted", "largest error %", "error/δ", "where"]
CLAIMS = {"live": "the best never leaves, live experiments", "race": "the best never leaves, races of equal commands",
          "smallest risk": "smallest risk", "intervals of all": "intervals of all pairs", "interval": "interval of a pair",
          "any winner": "somebody wins, T arms tie, T δ / (T - 1)", "ε̂": "ε̂ without a margin, 2 δ",
          "within ε": "within ε of the best", "good enough": "within ε of the best"}
RISKS = ["0.1", "0.01"]
FAMILIES = ["gaussian", "bernoulli", "bounded", "poisson", "exponential", "normal"]


def rows_of(text):
    """The cells of every line of a Markdown table; a dash is an empty cell."""
    for line in text.splitlines():
        if line.startswith("|") and not line.startswith("|--"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            yield ["" if cell == "–" else cell for cell in cells]


def plain(cell):
    return cell.replace("**", "")


def collect(text):
    """The rows of the grid, of the attacks, of the violated assumptions and of the rounds, recognised by their number of
    columns."""
    found = {name: [] for name in FILES}
    for row in rows_of(text):
        if row[0] in ("family", "world", "law"):
            continue
        if len(row) == len(GRID) - 1:
            samples = re.split(r" ± ", row[10])
            found["certification.csv"].append(row[:10] + samples + row[11:])
        elif len(row) == len(ATTACKS):
            found["certification-attacks.csv"].append([plain(cell) for cell in row])
        elif len(row) == len(ROUNDS):
            found["certification-rounds.csv"].append([plain(cell) for cell in row])
        elif len(row) == len(WORLDS) - 1 and row[0] not in FAMILIES:
            above = "yes" if row[3].startswith("**") else "no"
            found["certification-assumptions.csv"].append([*(plain(cell) for cell in row), above])
    return found


def with_old(docs, name, rows):
    """The old rows, replaced by the new ones of the same cell, and the other new ones."""
    def cell(row):
        return tuple(row[:CELL[name]])
    new = {cell(row): row for row in rows}
    old = [list(row.values()) for row in read(docs, name)]
    kept = [new.pop(cell(row), row) for row in old]
    return kept + list(new.values())


def write(docs, text, add):
    for name, rows in collect(text).items():
        if not rows:  # a part that was not run again
            continue
        if add:
            rows = with_old(docs, name, rows)
        with open(docs / name, "w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(FILES[name])
            out.writerows(rows)


def read(docs, name):
    with open(docs / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("|" + "|".join(f" {cell} " if cell != "---" else cell for cell in line) + "|" for line in lines) + "\n"


def groups(rows, *keys):
    found = {}
    for row in rows:
        found.setdefault(tuple(row[key] for key in keys), []).append(row)
    return found


def share(row):
    """The error rate as a share of delta."""
    return float(row["error_percent"]) / 100.0 / float(row["delta"])


def worst_cells(rows, *keys):
    """Per group: the amount simulated, and the cell whose error rate is the largest share of delta."""
    table = []
    for group, cells in groups(rows, *keys).items():
        worst = max(cells, key=share)
        runs = sum(int(cell["runs"]) for cell in cells)
        errors = sum(round(int(cell["runs"]) * float(cell["error_percent"]) / 100.0) for cell in cells)
        where = "no error" if errors == 0 else f"{worst['situation']}, {worst['rule']}, {worst['stopping']}, δ = {worst['delta']}"
        table.append([*group, str(len(cells)), f"{runs:,}", f"{errors:,}", where,
                      f"{worst['error_percent']} (≤ {worst['max_percent']})", f"{share(worst):.2f}"])
    return table


def spread(numbers):
    """The range of some ratios."""
    return f"{min(numbers):.2f} to {max(numbers):.2f}" if numbers else "–"


def costs(grid):
    """Best-arm by the best challenger (bc, which is fw there): the cost of each stopping rule, and the heuristic's error rate."""
    table = []
    cells = [row for row in grid if row["problem"] == "best-arm" and row["rule"] in ("bc", "fw")]
    for (family,), rows in groups(cells, "family").items():
        worst = max((row for row in rows if row["stopping"] == "heuristic"), key=share)
        over_heuristic, over_mixture = [], []
        for (situation, _), same in groups(rows, "situation", "delta").items():
            mean = {row["stopping"]: float(row["mean_samples"]) for row in same}
            if situation == "tie" or "heuristic" not in mean:
                continue
            over_heuristic.append(mean["mixture"] / mean["heuristic"])
            if any(row["stopping"] == "kaufmann-koolen" and row["status"] == "proved" for row in same):
                over_mixture.append(mean["kaufmann-koolen"] / mean["mixture"])
        errors = f"{worst['error_percent']} (≤ {worst['max_percent']}), {worst['situation']}, δ = {worst['delta']}"
        table.append([family, spread(over_heuristic), spread(over_mixture), errors, f"{share(worst):.2f}"])
    return table


def attacks_by_problem(attacks):
    """The largest share of the allowed risk per problem and family."""
    table = []
    for (problem,), rows in sorted(groups(attacks, "problem").items()):
        of = {family: max((float(row["ratio"]) for row in rows if row["family"] == family), default=None)
              for family in FAMILIES}
        tried = sum(row[order] != "" for row in rows for order in ORDERS)
        table.append([problem, str(tried), *("–" if of[f] is None else f"{of[f]:.2f}" for f in FAMILIES)])
    return table


def attacks_by_order(attacks):
    """The largest error rate per order and risk, and where it occurred."""
    table = []
    for order, meaning in ORDERS.items():
        line = [order, meaning]
        for delta in RISKS:
            worst = max((row for row in attacks if row["delta"] == delta and row[order]), key=lambda row: float(row[order]))
            line += [worst[order], f"{worst['family']}, {worst['problem']}, {worst['world']}"]
        table.append(line)
    return table


def error_and_samples(row):
    mark = "**" if row["above_risk"] == "yes" else ""
    return f"{mark}{row['error_percent']}{mark} ({row['mean_samples']})"


def assumptions(worlds):
    """Error rate and mean stopping time of each method in each world."""
    methods = list(dict.fromkeys(row["method"] for row in worlds))
    table = []
    for (world,), rows in groups(worlds, "world").items():
        by_method = {row["method"]: row for row in rows}
        table.append([world, *(error_and_samples(by_method[method]) for method in methods)])
    return markdown(["world", *methods], table)


def claim_of(row):
    """What a cell of rounds attacks."""
    for word, claim in CLAIMS.items():
        if word in row["attack"] or row["world"].startswith(word) or word in row["law"]:
            return claim
    return "the best never leaves"


def rounds_by(rounds, name):
    """The proved cells by what `name` finds in a row: how many, and the one with the largest share of delta."""
    found = {}
    for row in rounds:
        if row["verdict"] != BROKEN:
            found.setdefault(name(row), []).append(row)
    table = []
    for key, rows in found.items():
        worst = max(rows, key=lambda row: float(row["ratio"]))
        where = f"{worst['world']}, {worst['attack']}, {worst['arms']} arms, δ = {worst['delta']}"
        refuted = sum(row["verdict"] != "fine" for row in rows)
        table.append([key, str(len(rows)), str(refuted), f"{worst['wrong_percent']} (≤ {worst['max_percent']})", worst["ratio"],
                      where])
    return table


def broken_cell(row):
    """The line and the column of a cell that breaks an assumption: finite sets are scores, too."""
    line = row["world"] if row["attack"] == "all play" else f"{row['world']}, {row['attack']}"
    if row["arms"] != "2":
        line += f", {row['arms']} arms"
    items = row["law"].endswith(" items")
    return (f"{line}, {row['law']}", "scores") if items else (line, row["law"])


def broken_rounds(rounds):
    """How often a wrong claim is made where an assumption of rounds does not hold, by law."""
    lines = {}
    for row in rounds:
        if row["verdict"] == BROKEN:
            line, law = broken_cell(row)
            lines.setdefault(line, {})[law] = row["wrong_percent"]
    laws = ["mean", "typical", "wins", "scores"]
    return markdown(["two arms, unless it says otherwise", *laws],
                    [[line, *(by_law.get(law, "–") for law in laws)] for line, by_law in lines.items()])


def tables(docs):
    grid, attacks = read(docs, "certification.csv"), read(docs, "certification-attacks.csv")
    rounds = read(docs, "certification-rounds.csv")
    proved = [row for row in grid if row["status"] == "proved"]
    return [markdown(["family", "problem", "cells", "runs", "errors", "worst cell", "error % (bound)", "error/δ"],
                     worst_cells(proved, "family", "problem")),
            markdown(["family", "mixture over heuristic", "kaufmann-koolen over mixture", "worst error % of heuristic (bound)",
                      "error/δ"], costs(grid)),
            assumptions(read(docs, "certification-assumptions.csv")),
            markdown(["problem", "attacks", *FAMILIES], attacks_by_problem(attacks)),
            markdown(["law", *ROUNDS_SHOWN], rounds_by(rounds, lambda row: row["law"])),
            markdown(["claim", *ROUNDS_SHOWN], rounds_by(rounds, claim_of)),
            broken_rounds(rounds),
            markdown(["order", "what it measures", "δ = 0.1: wrong %", "where", "δ = 0.01: wrong %", "where"], attacks_by_order(attacks))]


def main():
    docs, outputs = pathlib.Path(sys.argv[1]), sys.argv[2:]
    add = outputs[:1] == ["--add"]
    if outputs:
        write(docs, "\n".join(pathlib.Path(output).read_text(encoding="utf-8") for output in outputs[add:]), add)
        print("\n".join(tables(docs)))
        return
    pages = [(docs / name).read_text(encoding="utf-8") for name in ("certification.md", "theory.md")]
    missing = [table for table in tables(docs) if not any(table in page for page in pages)]
    if missing:
        sys.exit("these tables are missing in certification.md or theory.md:\n\n" + "\n".join(missing))
    print(f"certification.md: {len(tables(docs))} tables agree with the CSV files")


if __name__ == "__main__":
    main()
