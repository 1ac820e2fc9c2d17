"""Invalid input for `race` and `gate`: one line with the field and what to type instead; no command runs."""

import os
import unittest

from race import FAST, SLOW, RaceTest


class BadInputTest(RaceTest):
    def test_commands(self):
        self.refuse_race(field="command", says="mirador race COMMAND...")
        self.refuse_race("one", "", field="command", says="number 2 is empty")
        self.refuse_race("a", "b", "-x", field="options", says=['"-x"', 'behind "--"'])
        self.refuse_race("-N", "a 'b", "c", field="command")

    def test_names_and_preparations(self):
        self.refuse_race("a", "b", "-n", "x", "-n", "y", "-n", "z", field="name", says="3 names for 2")
        self.refuse_race("a", "b", "-n", "x", "--command-name", "x", field="name", says="twice")
        self.refuse_race("a", "b", "-n", field="name", says="--name NAME")
        for name in ("x ", " x", "\tx"):
            self.refuse_race("a", "b", "-n", "x", "-n", name, field="name", says="with a space")
        self.refuse_race("a", "b", "-n", "x\ty", "-n", "x y", field="name", says="twice")
        for name in ("", " "):
            self.refuse_race("a", "b", "-n", name, field="name", says="is empty")
        self.refuse_race("a", "b", "c", "-p", "x", "-p", "y", field="prepare", says="2 times for 3")

    def test_parameters(self):
        self.refuse_race("a", "b", "-L", "x", "1,2", field="parameter-list", says="{x}")
        self.refuse_race("{x}", "-P", "x", "1", field="parameter-scan", says="VAR MIN MAX")
        self.refuse_race("{x}", "-P", "x", "a", "2", field="parameter-scan", says='"a"')
        self.refuse_race("{x}", "-P", "x", "0.5", "2", field="parameter-scan", says="-D 0.1")
        self.refuse_race("{x}", "-P", "x", "1", "2", "-D", "-1", field="parameter-step-size")
        self.refuse_race("a", "b", "-D", "1", field="parameter-step-size", says="leave it out")

    def test_what_is_compared(self):
        self.refuse_race("a", "b", "--metric", "time", field="metric", says="wall")
        self.refuse_race("a", "b", "--metric", "stdout", field="metric",
                         says=["--highest or --lowest"])
        self.refuse_race("a", "b", "--highest", "--lowest", field="highest", says="leave one out")
        self.refuse_race("a", "b", "--family", "bernoulli", field="family", says="--metric stdout")
        stdout = ["a", "b", "--metric", "stdout", "--highest"]
        self.refuse_race(*stdout, "--family", "poisson", field="family", says="bounded")
        self.refuse_race(*stdout, "--lo", "0", field="lo", says="bounded")
        self.refuse_race(*stdout, "--family", "bernoulli", "--margin", "2%", field="margin",
                         says="0.02")

    def test_numbers(self):
        for margin in ("x", "-2%", "%", "nan", "", "2%%", "2"):
            self.refuse_race("a", "b", "--margin", margin, field="margin")
        for delta in ("0", "1", "x"):
            self.refuse_race("a", "b", "-d", delta, field="delta")
        for option in ("--timeout", "--max-time"):
            for seconds in ("0", "-1", "x", "inf"):
                self.refuse_race("a", "b", option, seconds, field=option[2:])
        for runs in ("0", "-1", "1.5"):
            self.refuse_race("a", "b", "--max-runs", runs, field="max-runs")
        self.refuse_race("a", "b", "-w", "-1", field="warmup")
        self.refuse_race("a", "b", "--input", self.file("none"), field="input", says="no file")
        self.refuse_race("a", "b", "--output", "", field="output", says="its name")
        self.refuse_race("a", "b", "--output", "pipe", "--show-output", field="output", says="leave one out")
        self.refuse_race("a", "b", "--output", "pipe", "--metric", "stdout", "--lowest", field="output")
        self.refuse_race("a", "b", "c", "-C", "x", "-C", "y", field="conclude", says="2 times for 3")
        self.refuse_race("a", "b", "-s", "x", "-s", "y", field="setup", says="once")
        self.refuse_race("a", "b", "--style", "plain", field="style", says="basic")
        self.refuse_race("a", "b", "-u", "ms", field="time-unit", says="millisecond")
        self.refuse_race("a", "b", "--sort", "mean", field="sort", says="mean-time")
        self.refuse_race("a", "b", "--export-asciidoc", "-", field="export-asciidoc")
        self.refuse_race("a", "b", "--export-orgmod", "x", field="options", says="--export-orgmode")
        self.refuse_race("a", "b", "--rule", "nme", field="rule")
        self.refuse_race("a", "b", "--design", "round", field="design", says="rounds")
        self.refuse_race("a", "b", "--design", "rounds", "--rule", "bc", field="rule", says="--design adaptive")
        self.refuse_race("a", "b", "--design", "adaptive", "--compare", "wins", field="compare", says="--design rounds")
        self.refuse_race("a", "b", "--compare", "median", field="compare", says="typical")
        self.refuse_race("a", "b", "--metric", "stdout", "--lowest", "--family", "bernoulli", "--compare", "wins",
                         field="compare", says="averages")
        self.refuse_race("a", "b", "--max-runs", "1", "--max-runs", "2", field="max-runs",
                         says="more than once")

    def test_shells(self):
        self.refuse_race("a", "b", "-N", "--shell", "bash", field="shell", says="leave one out")
        self.refuse_race("a", "b", "--shell", "", field="shell")
        self.refuse_race("a", "b", "-S", "ba'sh", field="shell")

    def test_files(self):
        for option in ("--export-json", "--export-csv", "--export-markdown", "--report"):
            for path in (self.folder, os.path.join(self.folder, "no", "file"), "", "-"):
                self.refuse_race(FAST, SLOW, option, path, field=option[2:])
            self.refuse_race(FAST, SLOW, option, self.store, field=option[2:], says="the store itself")
        self.refuse_race("a", "b", "--export-json", self.file("x"), "--export-markdown", "",
                         field="export-markdown", says='"" is not a file')
        self.refuse_race("a", "b", "--export-markdown", "", field="export-markdown",
                         says='"" is not a file')
        same = self.file("same")
        self.refuse_race("a", "b", "--export-json", same, "--export-csv", same, field="export-csv",
                         says="--export-json")

    def test_what_would_spoil_a_document(self):
        self.refuse_race("a", "b", "--show-output", "--format", "json", field="show-output",
                         says="--export-json")
        self.refuse_race("a", "b", "--format", "xml", field="format", says="json")
        self.refuse_race("a", "b", "--show-output", "--metric", "stdout", "--lowest",
                         field="show-output", says="--metric stdout")

    def test_gates(self):
        words = ["--baseline", "a", "--candidate", "b"]
        self.refuse_race(command="gate", field="baseline", says="--baseline CMD")
        self.refuse_race("--baseline", "a", command="gate", field="candidate", says="--candidate CMD")
        self.refuse_race("--baseline", "", "--candidate", "b", command="gate", field="baseline")
        self.refuse_race(*words, "c", command="gate", field="arguments", says='"c"')
        self.refuse_race(*words, "--metric", "stdout", command="gate", field="metric",
                         says="mirador race --metric stdout")
        self.refuse_race(*words, "--max-slowdown", "-1%", command="gate", field="max-slowdown")
        self.refuse_race(*words, "--margin", "1%", command="gate", field="margin", says="mirador")
        self.refuse_race(*words, "-p", "x", "-p", "y", "-p", "z", command="gate", field="prepare")

    def test_the_number_of_runs(self):
        for words in (["--runs", "5"], ["-r", "5"], ["-r5"], ["--min-runs=5"], ["-m", "5"],
                      ["-M", "5"]):
            self.refuse_race("a", "b", *words, field="options",
                             says=["finds the number of runs itself", "--max-runs N"])
        self.refuse_race("--baseline", "a", "--candidate", "b", "-r", "3", command="gate",
                         field="options", says="--max-runs N")

    def test_options_of_other_commands(self):
        self.refuse_race("a", "b", "--means", "1,2", field="means", says="not an option of race")
        self.refuse_race("a", "b", "--exprt-json", "x", field="options", says="--export-json")
        self.refuse_race("a", "b", "--stre", "full", field="options",
                         says="did you mean --store?")
        self.refuse("sim", "--means", "1,2", "--max-time", "3", field="max-time",
                    says="mirador race")


if __name__ == "__main__":
    unittest.main()
