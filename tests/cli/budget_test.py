"""A budget: what its recommendations are worth in simulations, and experiments that have only a budget."""

import csv
import io
import json
import unittest

from command import SEED_MEANS, CommandTest, run, without_speed
from live import LiveTest

BUDGET = ("--rules", "halving,bc,rr", "--runs", "200", "--max-samples", "60", "--delta", "0.3,0.01")
FIELDS = ["right", "right_lower", "right_upper", "shortfall", "shortfall_std_error"]


class Worth(CommandTest):
    def test_is_that_of_the_single_runs(self):
        path = self.file("runs.csv")
        means = [1, 0.5, 0.2, 0.9]
        document = self.sim(*BUDGET, "--csv-runs", path, means=",".join(map(str, means)))
        with open(path, encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for result in document["results"]:
            runs = [row for row in rows
                    if row["rule"] == result["rule"] and float(row["delta"]) == result["delta"]]
            self.assertEqual(len(runs), 200)
            worth = result["recommendation"]
            self.assertEqual(list(worth), FIELDS)
            right = [row["answer"] == "arm 1" for row in runs]
            self.assertEqual([row["right"] == "1" for row in runs], right)
            self.assertEqual(worth["right"], sum(right) / 200)
            self.assertTrue(worth["right_lower"] < worth["right"] < worth["right_upper"])
            lags = [1 - means[int(row["answer"].removeprefix("arm ")) - 1] for row in runs]
            self.assertAlmostEqual(worth["shortfall"], sum(lags) / 200, delta=1e-12)
            mean = sum(lags) / 200
            error = (sum((lag - mean) ** 2 for lag in lags) / 199 / 200) ** 0.5
            self.assertAlmostEqual(worth["shortfall_std_error"], error, delta=1e-12)
            self.assertTrue({"undecided"} <= {row["outcome"] for row in runs})

    def test_is_the_same_for_all_threads_backends_and_checkpoints(self):
        document = without_speed(self.sim(*BUDGET))
        del document["backend"]
        for words in (["--threads", "1"], ["--threads", "3"], ["--backend", "reference"],
                      ["--checkpoint", self.file("sweep.ckpt")]):
            other = without_speed(self.sim(*BUDGET, *words))
            del other["backend"]
            self.assertEqual(other, document, words)
        process = run("sim", "--means", SEED_MEANS, *BUDGET, "--format", "json", "--checkpoint",
                      self.file("sweep.ckpt"))
        self.assertIn("200 of 200 runs are done", process.stderr)
        again = without_speed(json.loads(process.stdout))
        del again["backend"]
        self.assertEqual(again, document)

    def test_is_only_there_with_a_budget(self):
        words = ("--rules", "bc", "--runs", "20", "--delta", "0.3")
        self.assertNotIn("recommendation", self.sim(*words)["results"][0])
        self.assertNotIn("right", self.succeed("sim", "--means", SEED_MEANS, *words))
        self.assertNotIn("right", self.succeed("sim", "--means", SEED_MEANS, *words, "--format", "csv"))

    def test_table_and_columns(self):
        text = self.succeed("sim", "--means", SEED_MEANS, *BUDGET)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertEqual(text.count("\nbudget 60"), 2)
        self.assertRegex(text, r"(?m)^halving +\d[\d.]+ \([\d.]+-[\d.]+\) +0\.\d+ ± 0\.\d+$")
        rows = list(csv.DictReader(io.StringIO(
            self.succeed("sim", "--means", SEED_MEANS, *BUDGET, "--format", "csv"))))
        for row, result in zip(rows, self.sim(*BUDGET)["results"]):
            self.assertEqual({field: float(row[field]) for field in FIELDS}, result["recommendation"])

    def test_other_questions_have_no_shortfall(self):
        words = ("--problem", "thresholding", "--level", "0.8", "--rules", "lma,unif", "--runs", "50",
                 "--max-samples", "40", "--delta", "0.1")
        for result in self.sim(*words)["results"]:
            worth = result["recommendation"]
            self.assertIsNone(worth["shortfall"])
            self.assertGreater(worth["right_upper"], worth["right"])
        text = self.succeed("sim", "--means", SEED_MEANS, *words)
        self.assertIn("budget 40", text)
        self.assertNotIn("shortfall", text)

    def test_a_budget_that_does_not_reach_every_arm_recommends_nothing(self):
        worth = self.sim("--rules", "halving", "--runs", "5", "--max-samples", "3",
                         "--delta", "0.1")["results"][0]["recommendation"]
        self.assertEqual((worth["right"], worth["shortfall"]), (0, None))

    def test_a_tie_falls_short_of_nothing_and_is_not_right(self):
        worth = self.sim("--rules", "rr", "--runs", "30", "--max-samples", "30", "--delta", "0.01",
                         means="1,1")["results"][0]["recommendation"]
        self.assertEqual((worth["right"], worth["shortfall"]), (0, 0))

    def test_rounds(self):
        words = ("sim", "--rounds", "--means", "1,0.7,0", "--correlation", "0.5", "--runs", "100",
                 "--max-samples", "60", "--rules", "none", "--delta", "0.05")
        worth = self.json(*words)["results"][0]["recommendation"]
        self.assertTrue(0.4 < worth["right"] < 1 and 0 < worth["shortfall"] < 0.3, worth)
        self.assertIn("budget 60", self.succeed(*words))
        items = self.json("sim", "--rounds", "--family", "bernoulli", "--means", "0.7,0.5", "--items", "40",
                          "--runs", "50", "--max-samples", "30")["results"][0]["recommendation"]
        self.assertIsNone(items["shortfall"])
        self.assertGreater(items["right"], 0.4)

    def test_only_a_budget_aims_at_the_recommendation(self):
        results = self.sim("--runs", "5", "--max-samples", "40")["results"]
        self.assertEqual([result["rule"] for result in results],
                         ["bc", "ttts", "lmac", "lma", "dt", "unif", "halving"])
        self.assertEqual({result["delta"] for result in results}, {0.05})
        results = self.sim("--runs", "5", "--max-samples", "40", "--delta", "0.1")["results"]
        self.assertNotIn("halving", [result["rule"] for result in results])
        results = self.sim("--runs", "5", "--max-samples", "40", "--rules", "lma")["results"]
        self.assertEqual([(result["rule"], result["delta"]) for result in results],
                         [("lma", 0.1), ("lma", 0.01)])

    def test_halving_is_refused_without_a_budget_and_for_other_questions(self):
        self.refuse("sim", "--means", "1,0", "--rules", "halving", field="rules",
                    says=["halving", "--max-samples N"])
        self.refuse("sim", "--means", "1,0", "--rules", "halving", "--max-samples", "20", "--problem", "signed",
                    "--level", "2", field="rules", says=["halving", "best-arm", "signed"])
        self.refuse("sim", "--means", "1,0", "--rules", "halving", "--max-samples", "20", "--backend", "lanes",
                    field="backend", says=["halving", "reference"])


class Experiments(LiveTest):
    def test_only_a_budget_aims_at_the_recommendation(self):
        self.assertEqual(self.begin("--max-samples", "40", arms="a,b,c,d"),
                         {"name": "x", "arms": 4, "rule": "dt", "delta": 0.05, "status": "proved"})
        self.play({"a": 0.1, "b": 0.3, "c": 0.2, "d": 0.0}, count=4)
        status = self.status(code=3)
        self.assertEqual([status[key] for key in ("rule", "delta", "phase", "answer", "samples")],
                         ["dt", 0.05, "undecided", "b", 40])
        process = run("ask", "x")
        self.assertEqual(process.returncode, 3)
        self.assertRegex(process.stderr, r"the budget is spent; b recommended, within [\d.]+ of "
                                         r"the best \(risk 0.05 \[proved\]\)\n$")
        text = " ".join(run("status", "x").stdout.split())
        self.assertRegex(text, r"budget 40: b recommended, within [\d.]+ of the best; still possible: a, b, c, d; "
                               r"risk 0.05 \[proved\]")

    def test_other_plans_have_the_usual_rule(self):
        for name, words in (("risk", ["--max-samples", "40", "--delta", "0.1"]), ("none", []),
                            ("levels", ["--max-samples", "40", "--problem", "thresholding", "--level", "1"])):
            self.assertEqual(self.begin(*words, name=name)["rule"], "lma", name)
        self.assertEqual(self.begin("--max-samples", "40", "--rule", "rr", name="rr")["rule"], "rr")
        self.json("new", "rounds", "--arms", "a,b", "--rounds", "--max-samples", "40")
        self.assertEqual(self.status("rounds")["rule"], "rounds")
        self.assertIn("budget 40, rule halving", self.succeed("new", "y", "--arms", "a,b", "--max-samples", "40"))

    def test_halving_follows_its_budget(self):
        self.begin("--rule", "halving", "--max-samples", "40", arms="a,b,c,d")
        means = {"a": 0.1, "b": 0.3, "c": 0.2, "d": 0.0}
        self.play(means, count=4)
        self.assertEqual([arm["pulls"] for arm in self.status(code=3)["arms"]], [5, 15, 15, 5])
        self.succeed("change", "x", "--max-samples", "120")
        self.assertEqual({ticket["arm"] for ticket in self.ask(16)}, {"a", "d"})  # they are behind
        self.refuse("change", "x", "--max-samples", "none", field="rule", says=["halving", "--max-samples"])

    def test_halving_is_refused_without_a_budget(self):
        self.refuse("new", "x", "--arms", "a,b", "--rule", "halving", field="rule",
                    says=["halving", "--max-samples N"])


if __name__ == "__main__":
    unittest.main()
