"""`mirador bound`: the JSON contract, known values, and every problem."""

import csv
import io
import math
import unittest

from command import BEST_OF_THREE, SEED_MEANS, CommandTest, run


def information(delta):
    return (1 - 2 * delta) * math.log((1 - delta) / delta)


class BoundTest(CommandTest):
    def bound(self, *words, **more):
        return self.json("bound", *words, **more)

    def test_seed_instance(self):
        document = self.bound("--means", SEED_MEANS, "--delta", "0.01,0.1")
        self.assertAlmostEqual(document["characteristic_time"], 463.2768, delta=1e-3)
        for weight, expected in zip(document["weights"], [.4033, .3660, .1474, .0833]):
            self.assertAlmostEqual(weight, expected, delta=1e-4)
        self.assertLessEqual(document["gap"], 1e-9)
        self.assertEqual([entry["delta"] for entry in document["lower_bound"]], [0.01, 0.1])
        for entry in document["lower_bound"]:
            expected = document["characteristic_time"] * information(entry["delta"])
            self.assertAlmostEqual(entry["samples"] / expected, 1, delta=1e-12)

    def test_every_problem_is_certified(self):
        sets = self.file("sets.toml", BEST_OF_THREE)
        for words, closed in [
            (["--means", SEED_MEANS, "--lowest"], True),
            (["--problem", "thresholding", "--level", "0.5", "--means", "0.2,0.4,0.9"], True),
            (["--problem", "signed", "--level", "0", "--means", "-0.2,-0.4"], True),
            (["--problem", "top-m", "--top", "2", "--means", "1,0.9,0.5,0.2"], False),
            (["--problem", "top-m", "--top", "2", "--lowest", "--means", "1,0.9,0.5,0.2"], False),
            (["--problem", "closest", "--level", "0.5", "--means", "0.1,0.4,0.7"], False),
            (["--problem", "polyhedral", "--sets", sets, "--means", "1,0.8,0.7"], False),
        ]:
            document = self.bound(*words)
            self.assertLessEqual(document["gap"], 1e-9 if closed else 1e-6, words)
            self.assertAlmostEqual(sum(document["weights"]), 1, delta=1e-9)
            self.assertGreater(document["characteristic_time"], 0)

    def test_closed_forms(self):
        document = self.bound("--problem", "thresholding", "--level", "0.5", "--sigma", "2",
                              "--means", "0.3,0.9")
        cost = [2 * 4 / (m - 0.5) ** 2 for m in (0.3, 0.9)]
        self.assertAlmostEqual(document["characteristic_time"] / sum(cost), 1, delta=1e-12)
        document = self.bound("--problem", "signed", "--level", "0", "--means", "1,3")
        self.assertAlmostEqual(document["characteristic_time"], 2 / 9, delta=1e-12)
        self.assertEqual(document["weights"], [0, 1])

    def test_polyhedra_from_toml_ask_the_same_question_as_best_arm(self):
        sets = self.file("sets.toml", BEST_OF_THREE)
        best = self.bound("--means", "0.8,1,0.7")
        same = self.bound("--problem", "polyhedral", "--sets", sets, "--means", "0.8,1,0.7")
        self.assertEqual(same["answer"], "second, in words")
        self.assertAlmostEqual(
            same["characteristic_time"] / best["characteristic_time"], 1, delta=1e-6)
        for one, other in zip(best["weights"], same["weights"]):
            self.assertAlmostEqual(one, other, delta=1e-3)

    def test_spec_file_and_what_is_typed_over_it(self):
        spec = self.file("spec.toml", 'problem = "top-m"\ntop = 2\nmeans = [1, 0.9, 0.5, 0.2]\n'
                                      'delta = 0.05\nrules = ["lma"]\nmax_samples = 1000\n')
        typed = self.bound("--problem", "top-m", "--top", "2", "--means", "1,0.9,0.5,0.2",
                           "--delta", "0.05")
        self.assertEqual(self.bound("--spec", spec), typed)
        self.assertEqual(self.bound("--spec", spec, "--top", "1")["answer"], "arm 1")

    def test_spec_file_holds_or_names_sets(self):
        self.file("sets.toml", BEST_OF_THREE)
        head = 'problem = "polyhedral"\nmeans = [1, 0.8, 0.7]\n'
        inside = self.bound("--spec", self.file("inside.toml", head + BEST_OF_THREE))
        named = self.bound("--spec", self.file("named.toml", head + 'sets = "sets.toml"\n'))
        self.assertEqual(inside, named)
        self.assertEqual(inside["answer"], "first")

    def test_two_arms_and_a_thousand(self):
        self.assertAlmostEqual(self.bound("--means", "1,0")["characteristic_time"], 8, delta=1e-9)
        means = ",".join(["1"] + [str(0.5 - 0.0003 * i) for i in range(999)])
        document = self.bound("--means", means)
        self.assertEqual(len(document["weights"]), 1000)
        text = self.succeed("bound", "--means", means)
        self.assertLess(text.count("\n"), 30)
        self.assertIn("1000", text)

    def test_csv(self):
        document = self.bound("--means", SEED_MEANS)
        rows = list(csv.reader(io.StringIO(
            self.succeed("bound", "--means", SEED_MEANS, "--format", "csv"))))
        self.assertEqual(rows[0], ["quantity", "at", "value"])
        weights = [float(value) for quantity, _, value in rows[1:] if quantity == "weight"]
        self.assertEqual(weights, document["weights"])
        self.assertEqual(float(rows[1][2]), document["characteristic_time"])

    def test_text_fits_eighty_columns(self):
        text = self.succeed("bound", "--means", SEED_MEANS)
        self.assertIn("463.2768", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_help_and_version(self):
        for words in (["--help"], ["bound", "--help"], ["sim", "--help"], ["sim", "-h"]):
            text = self.succeed(*words)
            self.assertLessEqual(max(map(len, text.splitlines())), 80, words)
            self.assertIn("xample", text)
            self.assertNotIn("\n\n\n", text)
        self.assertRegex(self.succeed("--version"), r"^mirador \d+\.\d+\.\d+\n$")

    def test_the_locale_changes_nothing(self):
        words = ("bound", "--means", SEED_MEANS)
        for name in ("C", "de_DE.UTF-8", "no_such_locale"):
            self.assertEqual(run(*words, env={"LC_ALL": name}).stdout, run(*words).stdout)


if __name__ == "__main__":
    unittest.main()
