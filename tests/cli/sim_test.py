"""`mirador sim`: the JSON contract, reproducibility, CSV, and the text table."""

import csv
import io
import statistics
import unittest

from command import BEST_OF_THREE, SEED_MEANS, CommandTest, without_speed

FIELDS = {"rule", "delta", "runs", "mean", "std_error", "median", "quantiles", "errors",
          "error_rate", "error_upper", "undecided", "equal", "proportions", "ns_per_step"}


class SimTest(CommandTest):
    def test_contract(self):
        document = self.sim("--runs", "50", "--rules", "lma,lma:L=0.01,lmac:eta=10,bc,dt,ttts,unif,rr")
        self.assertEqual((document["problem"], document["seed"]), ("best-arm", 1))
        self.assertIn("reference", document["backend"])  # for rr, which only the reference supports
        self.assertEqual(len(document["results"]), 16)
        for result in document["results"]:
            self.assertLessEqual(FIELDS, set(result))
            self.assertEqual(set(result["quantiles"]), {"0.05", "0.25", "0.75", "0.95"})
            self.assertEqual(result["runs"], 50)
            self.assertEqual(result["error_rate"], result["errors"] / 50)
            self.assertGreater(result["error_upper"], result["error_rate"])
            self.assertAlmostEqual(sum(result["proportions"]), 1, delta=1e-12)
            self.assertGreater(result["ns_per_step"], 0)
        self.assertAlmostEqual(document["characteristic_time"], 463.2768, delta=1e-3)

    def test_defaults(self):
        rules = lambda document: [r["rule"] for r in document["results"] if r["delta"] == 0.1]
        document = self.sim("--runs", "5")
        self.assertEqual(rules(document), ["bc", "ttts", "lmac", "lma", "dt", "unif"])
        self.assertEqual((document["stopping"]["name"], document["stopping"]["status"]),
                         ("mixture", "proved"))
        document = self.sim("--runs", "5", "--problem", "signed", "--level", "0")
        self.assertEqual(rules(document), ["lma", "lmac", "fw", "dt", "unif"])
        document = self.sim("--runs", "5", "--margin", "0.3")
        self.assertEqual(rules(document), ["bc", "lmac", "lma", "dt", "unif"])

    def test_every_problem_runs(self):
        sets = self.file("sets.toml", BEST_OF_THREE)
        for means, words in [
            ("1,0.8,0.7", ["--problem", "polyhedral", "--sets", sets]),
            ("1,0.8,0.2", ["--problem", "top-m", "--top", "2"]),
            ("1,0.8,0.2", ["--lowest"]),
            ("1,0.8,0.2", ["--problem", "thresholding", "--level", "0.5"]),
            ("1,0.8,0.2", ["--problem", "signed", "--level", "-0.2"]),
            ("0.1,0.4,1", ["--problem", "closest", "--level", "0.6"]),
        ]:
            for result in self.sim(*words, "--runs", "10", means=means)["results"]:
                self.assertEqual((result["runs"], result["undecided"]), (10, 0), words)

    def test_same_numbers_for_every_number_of_threads(self):
        one, two, five = (without_speed(self.sim("--runs", "60", "--threads", n, "--seed", "7"))
                          for n in "125")
        self.assertEqual(one, two)
        self.assertEqual(one, five)
        self.assertNotEqual(one, without_speed(self.sim("--runs", "60", "--seed", "8")))

    def test_the_order_of_the_risks_does_not_matter(self):
        results = lambda deltas: {
            (r["rule"], r["delta"]): r
            for r in without_speed(self.sim("--runs", "40", "--delta", deltas))["results"]}
        falling = results("0.1,0.05,0.01")
        self.assertEqual(falling, results("0.01,0.1,0.05"))
        for (rule, delta), alone in results("0.05").items():
            self.assertEqual(falling[rule, delta], alone)

    def test_csv_and_runs_agree_with_the_summary(self):
        path = self.file("runs.csv", "what was there before\n" * 10000)
        words = ("--rules", "lma,bc", "--runs", "41", "--max-samples", "3000")
        document = self.sim(*words, "--csv-runs", path)
        with open(path, encoding="utf-8") as file:
            runs = list(csv.DictReader(file))
        table = list(csv.DictReader(io.StringIO(
            self.succeed("sim", "--means", SEED_MEANS, *words, "--format", "csv"))))
        self.assertEqual(list(runs[0]), ["rule", "delta", "replication", "samples", "outcome",
                                         "equal", "answer", "right"])
        self.assertEqual(len(runs), 4 * 41)
        for result, row in zip(document["results"], table, strict=True):
            mine = [run for run in runs if run["rule"] == result["rule"]
                    and float(run["delta"]) == result["delta"]]
            samples = [int(run["samples"]) for run in mine]
            outcomes = [run["outcome"] for run in mine]
            self.assertEqual([int(run["replication"]) for run in mine], list(range(1, 42)))
            self.assertEqual(result["mean"], sum(samples) / 41)
            self.assertEqual(result["median"], statistics.median(samples))
            self.assertAlmostEqual(
                result["std_error"], statistics.stdev(samples) / 41 ** 0.5, delta=1e-9)
            self.assertEqual(result["errors"], outcomes.count("wrong"))
            self.assertEqual(result["undecided"], outcomes.count("undecided"))
            self.assertEqual({run["equal"] for run in mine}, {"0"})
            for run in mine:
                if run["outcome"] != "undecided":
                    self.assertEqual(run["answer"] == "arm 1", run["outcome"] == "correct")
            for key in ("mean", "std_error", "median", "error_upper", "lower_bound"):
                self.assertEqual(float(row[key]), result[key])
            self.assertEqual([float(row[f"proportion_{a}"]) for a in range(1, 5)],
                             result["proportions"])

    def test_polyhedra_from_toml_run_as_best_arm_does(self):
        path = self.file("runs.csv")
        # Only the thresholds on F do not depend on the problem.
        words = ("--rules", "unif,rr", "--runs", "30", "--stopping", "heuristic")
        best = self.sim(*words, means="0.8,1,0.7", warns=".* for best-arm .*")
        same = self.sim(*words, "--problem", "polyhedral", "--sets",
                        self.file("sets.toml", BEST_OF_THREE), "--csv-runs", path,
                        means="0.8,1,0.7", warns=".* for polyhedral .*")
        self.assertEqual([r["median"] for r in best["results"]],
                         [r["median"] for r in same["results"]])
        with open(path, encoding="utf-8") as file:
            self.assertIn("second, in words", {run["answer"] for run in csv.DictReader(file)})

    def test_the_status_of_the_stopping_rule_is_always_shown(self):
        for name, status in (("mixture", "proved"), ("heuristic", "heuristic"),
                             ("kaufmann-koolen", "proved"), ("menard", "proved")):
            words = ("sim", "--means", "3,0", "--stopping", name, "--runs", "2", "--rules", "bc")
            warns = "" if status == "proved" else f"stopping rule {name} .*; use --stopping mixture"
            stopping = self.json(*words, warns=warns)["stopping"]
            self.assertEqual((stopping["name"], stopping["status"]), (name, status))
            text = self.succeed(*words, warns=warns)
            self.assertIn(f"{name} [{status}]", text)
            self.assertIn(stopping["reason"][:20], text)
            table = self.succeed(*words, "--format", "csv", warns=warns)
            for row in csv.DictReader(io.StringIO(table)):
                self.assertEqual((row["stopping"], row["status"]), (name, status))

    def test_a_rule_that_breaks_its_risk_is_named(self):
        # The heuristic threshold fails for unordered means: a third of these runs are wrong, so 300
        # runs show that the risk is above 0.1.
        means = ",".join(str(0.3 * arm) for arm in range(16))
        words = ("sim", "--problem", "closest", "--level", "2.5", "--means", means, "--rules", "fw",
                 "--delta", "0.1", "--runs", "300")
        self.succeed(*words, "--stopping", "heuristic",
                     warns=r"stopping rule heuristic .*\n"
                           r"mirador: warning: fw was wrong in \d.*heuristic.*")
        self.succeed(*words)

    def test_a_single_run_and_budgets_below_the_number_of_arms(self):
        for budget in ("1", "3", "4", "10"):
            for result in self.sim("--runs", "1", "--max-samples", budget)["results"]:
                self.assertEqual((result["mean"], result["undecided"]), (int(budget), 1))
                self.assertIsNone(result["std_error"])
        words = ("sim", "--means", SEED_MEANS, "--runs", "1", "--rules", "lma", "--delta", "0.1")
        self.assertNotRegex(self.succeed(*words), r"\d ± |nan")
        table = self.succeed(*words, "--format", "csv")
        self.assertEqual([row["std_error"] for row in csv.DictReader(io.StringIO(table))], [""])

    def test_a_tie_ends_undecided_at_its_budget(self):
        self.refuse("sim", "--means", "1,1,0", field="means", says=["tie", "--max-samples"])
        words = ("--rules", "bc,lma", "--runs", "200", "--delta", "0.01", "--max-samples", "400")
        document = self.sim(*words, means="1,1,0")
        self.assertTrue(document["answer"].startswith("none"))
        self.assertIsNone(document["characteristic_time"])
        for result in document["results"]:
            # Risk 0.01: more than 14 verdicts in 200 have a probability of 1e-6.
            self.assertLess(result["errors"], 15)
            self.assertEqual(result["undecided"] + result["errors"], 200)
            self.assertIsNone(result["lower_bound"])
        text = self.succeed("sim", "--means", "1,1,0", *words)
        self.assertIn("infinite", text)
        self.assertNotIn("w*", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_two_arms_and_a_thousand(self):
        for result in self.sim("--runs", "20", means="1,0")["results"]:
            self.assertEqual(result["undecided"], 0)
        means = ",".join(["1"] + [str(0.5 - 0.0003 * i) for i in range(999)])
        words = ("--rules", "lma,bc,rr", "--runs", "2", "--max-samples", "1500")
        for result in self.sim(*words, means=means)["results"]:
            self.assertEqual(len(result["proportions"]), 1000)
        text = self.succeed("sim", "--means", means, *words)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertLess(text.count("\n"), 48)


if __name__ == "__main__":
    unittest.main()
