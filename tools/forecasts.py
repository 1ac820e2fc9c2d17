#!/usr/bin/env python3
"""The table of docs/forecasts.md and the CSV file behind it.

usage: forecasts.py DOCS OUTPUT...   writes DOCS/forecasts.csv from the output of bench/forecasts, then prints the table
       forecasts.py DOCS             checks that DOCS/forecasts.md has the table of the CSV file
"""

import csv
import pathlib
import sys

NAME = "forecasts.csv"
HEADER = ["what is measured", "instance", "runs end at", "forecasts", "held %", "too low, too high %", "by third %",
          "truth over middle, by third", "no end %", "high/low"]


def rows_of(outputs):
    rows = []
    for output in outputs:
        with open(output, encoding="utf-8", newline="") as file:
            rows += list(csv.DictReader(file))
    return rows


def markdown(rows):
    lines = [HEADER, ["---"] * len(HEADER), *rows]
    return "\n".join("|" + "|".join(cell if cell == "---" else f" {cell} " for cell in line) + "|" for line in lines) + "\n"


def line_of(row):
    rule = "" if row["rule"] == "rounds" else ", " + row["rule"]
    where = "rounds, " if row["design"] == "rounds" else ""
    thirds = ("first", "second", "last")
    # A forecast that the truth passes was too low.
    return [f"{where}{row['law']}, {row['question']}, {row['arms']} arms{rule}, δ = {row['delta']}", row["instance"],
            row["median_end"], row["forecasts"], f"**{row['held_percent']}**", f"{row['above_percent']}, {row['below_percent']}",
            ", ".join(row[f"held_{third}"].split(".")[0] for third in thirds), ", ".join(row[f"ratio_{third}"] for third in thirds),
            row["no_end_percent"].split(".")[0], row["width"]]


def summary(rows):
    """Means over the cells."""
    def mean(key):
        return sum(float(row[key]) for row in rows) / len(rows)
    held = [float(row["held_percent"]) for row in rows]
    return (f"{len(rows)} cells: {mean('held_percent'):.1f} % held ({min(held):.1f} to {max(held):.1f}), {mean('above_percent'):.1f} % "
            f"were too low, {mean('below_percent'):.1f} % too high.")


def table(rows):
    return summary(rows) + "\n\n" + markdown([line_of(row) for row in rows])


def main():
    docs, outputs = pathlib.Path(sys.argv[1]), sys.argv[2:]
    if outputs:
        rows = rows_of(outputs)
        with open(docs / NAME, "w", encoding="utf-8", newline="") as file:
            out = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            out.writeheader()
            out.writerows(rows)
        print(table(rows))
        return
    rows = rows_of([docs / NAME])
    if table(rows) not in (docs / "forecasts.md").read_text(encoding="utf-8"):
        sys.exit(f"forecasts.md: this table is missing:\n\n{table(rows)}")
    print(f"forecasts.md: the table of {len(rows)} cells agrees with {NAME}")


if __name__ == "__main__":
    main()
