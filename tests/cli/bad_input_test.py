"""Bad input: exit code 2, one line that names the field, nothing on stdout, nothing changed."""

import os
import unittest

from command import CommandTest, run

SET_A = '[[set]]\nname = "a"\nrows = [[1, -1]]\nbounds = [0]\n'
SET_B = '[[set]]\nname = "b"\nrows = [[-1, 1]]\nbounds = [0]\n'


class BadInputTest(CommandTest):
    def refuse_both(self, *words, field, says=(), means="1,0.5"):
        for command in ("bound", "sim"):
            self.refuse(command, "--means", means, *words, field=field, says=says)

    def refuse_sim(self, *words, field, says=(), means="1,0.5"):
        self.refuse("sim", "--means", means, *words, field=field, says=says)

    def test_risks(self):
        for delta in ("0", "1", "1.5", "-0.1", "nan", "inf", "x", "", "0.1,,0.2", "0.1;0.2", "0.1,"):
            self.refuse_both("--delta", delta, field="delta")
        self.refuse_both("--delta", "0.1", "0.01", field="arguments", says="commas")

    def test_means(self):
        for means in ("1", "", ",", "1,,2", "1;2", "abc", "1,abc", "nan,1", "inf,1", "1,-inf",
                      "1e999,1", "1 2", "1,2,", "0x10,2", "1e300,0", "[1,2]", "1\n2"):
            self.refuse_both(field="means", means=means)
        for command in ("bound", "sim"):
            self.refuse(command, field="means", says="--means")
            self.refuse(command, "--means", field="means")
            self.refuse(command, "--means", "--level", "3", field="means")
            self.refuse(command, "--means", "1,2", "--means", "3,4", field="means", says="once")

    def test_sigma(self):
        for sigma in ("0", "-1", "nan", "inf", "1,5", "one"):
            self.refuse_both("--sigma", sigma, field="sigma")

    def test_ties_and_means_without_an_answer(self):
        self.refuse_both(field="means", says=["tie", "inf"], means="1,1,0")
        self.refuse_both("--lowest", field="means", says="tie", means="1,0,0")
        self.refuse_both("--problem", "top-m", "--top", "2", field="means", says="tie", means="3,2,2,1")
        self.refuse_both("--problem", "thresholding", "--level", "0.5", field="means", says="level 0.5")
        self.refuse_both("--problem", "signed", "--level", "0.5", field="means", says="level 0.5")
        self.refuse_both("--problem", "signed", "--level", "0.7", field="means", says="one side")
        self.refuse_both("--problem", "closest", "--level", "0", field="means",
                         says=["arm 1 (1)", "arm 2 (0.5)", "increase"])
        self.refuse_both("--problem", "closest", "--level", "1.5", field="means", says="equally close",
                         means="1,2")

    def test_numbers_beyond_double_precision(self):
        self.refuse_both(field="means", means="1e-200,2e-200")
        self.refuse_both("--sigma", "1e-100", field="means", means="1e100,-1e100")

    def test_means_whose_differences_rounding_hides(self):
        for means in ("1e16,10000000000000002", "1e15,1000000000000001"):
            for command in ("bound", "sim"):
                self.refuse(command, "--means", means, field="means", says="subtract a constant")

    def test_unknown_names_suggest_the_nearest(self):
        for option, typed, nearest in [
            ("--problem", "bestarm", "best-arm"), ("--family", "gausian", "gaussian"),
            ("--family", "bernouli", "bernoulli"), ("--format", "jsn", "json"),
        ]:
            self.refuse_both(option, typed, field=option[2:], says=[typed, nearest])
        for option, typed, nearest in [
            ("--rules", "lam", "lma"), ("--rules", "tts", "ttts"),
            ("--stopping", "menrad", "menard"), ("--stopping", "mixtur", "mixture"),
            ("--backend", "referense", "reference"),
        ]:
            self.refuse_sim(option, typed, field=option[2:], says=[typed, nearest])
        self.refuse_both("--menas", "1,2", field="options", says="--means")
        self.refuse("boud", "--means", "1,2", field="command", says="bound")
        self.refuse(field="command")
        self.refuse("--means", "1,2", "bound", field="command")
        self.refuse("bound", "--means", "1,0", "--rules", "lma", field="rules", says="sim")

    def test_backends_that_cannot(self):
        lanes = lambda *words, says: self.refuse_sim("--backend", "lanes", *words, field="backend",
                                                     says=["lanes", "reference", *says])
        lanes("--rules", "lma,rr", says=["rr"])
        lanes("--stopping", "menard", says=["stopping", "mixture"])
        lanes("--margin", "0.1", says=["margin"])
        lanes("--family", "poisson", says=["poisson", "bernoulli"])
        lanes("--problem", "top-m", "--top", "1", says=["top-m", "thresholding"])
        lanes("--max-samples", "5000000000", says=["4294967296"])
        lanes("--max-samples", "1", says=["every arm"])

    def test_options_that_do_not_fit_the_problem_or_are_missing(self):
        self.refuse_both("--level", "0", field="level", says="best-arm")
        self.refuse_both("--problem", "signed", "--level", "0", "--top", "1", field="top")
        self.refuse_both("--problem", "thresholding", "--level", "0", "--lowest", field="lowest")
        self.refuse_both("--sets", "x.toml", field="sets")
        self.refuse_both("--problem", "top-m", field="top")
        self.refuse_both("--problem", "polyhedral", field="sets")
        for problem in ("thresholding", "signed", "closest"):
            self.refuse_both("--problem", problem, field="level", says=problem)
            for level in ("nan", "inf", "x"):
                self.refuse_both("--problem", problem, "--level", level, field="level")
        for top in ("0", "3", "-1", "1.5", "x", "99999999999999999999"):
            self.refuse_both("--problem", "top-m", "--top", top, field="top", means="3,2,1")

    def test_numbers_of_sim(self):
        for runs in ("0", "-3", "1.5", "x", "", "nan", "99999999999999999999999", "1000000001"):
            self.refuse_sim("--runs", runs, field="runs")
        self.refuse_sim("--runs", "1000000000", "--csv-runs", self.file("runs.csv"), field="runs",
                        says=["memory", "--csv-runs"])
        for threads in ("0", "-1", "x", "1e9"):
            self.refuse_sim("--threads", threads, field="threads")
        for seed in ("x", "-1", "1.5", "18446744073709551616"):
            self.refuse_sim("--seed", seed, field="seed")
        for budget in ("0", "-1", "x"):
            self.refuse_sim("--max-samples", budget, field="max-samples")
        self.succeed("sim", "--means", "3,0", "--runs", "1e1", "--seed", "18446744073709551615")

    def test_rules(self):
        for rules in ("", "lma,,bc", "lma:Q=1", "lma:L=0", "lma:L=-1", "lma:L=x", "lma:L", "lma:",
                      "foo:L=1", "bc:x=1", "lmac:eta=nan"):
            self.refuse_sim("--rules", rules, field="rules")
        self.refuse_sim("--problem", "signed", "--level", "0", "--rules", "lma,ttts", field="rules",
                        says=["ttts", "signed", "lma"])

    def refuse_sets(self, contents, *says, field="set", means="1,0.5"):
        path = self.file("sets.toml", contents)
        self.refuse_both("--problem", "polyhedral", "--sets", path, field=field, says=says,
                         means=means)

    def test_sets(self):
        self.refuse_sets("", "sets.toml")
        self.refuse_sets(SET_A, "two")
        self.refuse_sets(SET_A + SET_A, "sets.toml:5", '"a"')
        self.refuse_sets("[set]\nname = 1\n", "[[set]]")
        self.refuse_sets("level = 3\n" + SET_A, "level")
        self.refuse_sets(SET_A + SET_B.replace("-1, 1", "1, 0"), '"a"', '"b"', "overlap")
        self.refuse_sets(SET_A + '[[set]]\nname = "b"\nrows = [[1, 0], [-1, 0]]\nbounds = [0, 0]\n',
                         '"b"', "empty")
        self.refuse_sets(SET_A + SET_B, "row 1", "2 number(s)", means="3,2,1")
        large = "9007199254740993"  # no double has this value
        self.refuse_sets(SET_A.replace("[0]", f"[{large}]") + SET_B, "sets.toml:4", large)
        for before, after in [
            ('name = "b"', ""), ('name = "b"', "name = 3"), ("rows = [[-1, 1]]", ""),
            ("[[-1, 1]]", "[-1, 1]"), ("[[-1, 1]]", "3"), ("[[-1, 1]]", '[[-1, "x"]]'),
            ("[[-1, 1]]", "[[-1]]"), ("[[-1, 1]]", "[[-1, inf]]"), ("[0]", ""), ("[0]", "0"),
            ("[0]", "[0, 1]"), ("[0]", "[nan]"), ("[0]", "[0"), ("rows", "row"), ("[[set]]", "[[set]"),
        ]:
            self.refuse_sets(SET_A + SET_B.replace(before, after))
        self.refuse_sets("x = = 1\n", "sets.toml:1")
        self.refuse_sets("\n\n[=]\n\n", "sets.toml:3", "key")
        self.refuse_sets("\né = 1\n", "sets.toml:2")
        apart = (SET_A + SET_B).replace("[0]", "[5]")
        self.refuse_sets(apart, "none of the sets", field="means")

    def test_files_that_cannot_be_read(self):
        for path in (self.file("missing.toml"), self.folder):
            self.refuse_both("--problem", "polyhedral", "--sets", path, field="sets", says=path[:40])
            self.refuse_both("--spec", path, field="spec", says=path[:40])

    def test_specs(self):
        for contents, field, says in [
            ('problm = "top-m"\n', "spec", "problem"), ("means = [1,\n", "spec", "spec.toml:"),
            ('means = [1, "x"]\n', "means", "x"), ("means = [1, [2]]\n", "spec", "means"),
            ("means = [1, nan]\n", "means", "nan"), ("means = 2020-01-01\n", "spec", "means"),
            ("means = [1, 2]\nlowest = 1\n", "spec", "lowest"),
            ("means = [1, 2]\ndelta = 2\n", "delta", "2"),
            ("means = [1, 2]\nmargin = 0\n", "margin", "above 0"),
            ("means = [1, 2]\nsigma = [1, 2]\n", "sigma", "1,2"),
            ('means = [1, 2]\nfamily = "poisson"\nhi = 3\n', "hi", "poisson"),
            ("means = [1, 2]\n" + SET_A + SET_B, "sets", "best-arm"),
            ('means = [1, 2]\nspec = "other.toml"\n', "spec", "key"),
        ]:
            path = self.file("spec.toml", contents)
            for command in ("bound", "sim"):
                self.refuse(command, "--spec", path, field=field, says=says)

    def test_outputs_that_cannot_be_written(self):
        missing = os.path.join(self.folder, "no", "such", "runs.csv")
        for path in (missing, self.folder, "", "-"):
            # With this many runs the test would never end if the simulation began.
            self.refuse("sim", "--means", "1,0.999", "--runs", "100000", "--csv-runs", path,
                        field="csv-runs")
        with open("/dev/full", "w") as full:
            for words in (["--help"], ["bound", "--means", "1,0"],
                          ["sim", "--means", "3,0", "--runs", "2"]):
                self.refuse(*words, field="output", code=1, stdout=full)
        process = run("sim", "--means", "3,0", "--runs", "2", "--csv-runs", "/dev/full")
        self.assertEqual((process.returncode, process.stderr.count("\n")), (1, 1))
        self.assertTrue(process.stderr.startswith("mirador: csv-runs"))

    def test_a_refused_command_leaves_the_old_file_alone(self):
        path = self.file("runs.csv", "precious\n")
        self.refuse_sim("--csv-runs", path, "--runs", "0", field="runs")
        self.refuse_sim("--csv-runs", path, field="means", means="1,1")
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious\n")


if __name__ == "__main__":
    unittest.main()
