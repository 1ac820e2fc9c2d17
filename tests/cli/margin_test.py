"""Margins: differences that do not matter, ties that end, and the output about them."""

import csv
import io
import unittest

from command import CommandTest

FAMILIES = ("gaussian", "bernoulli", "poisson", "exponential", "bounded", "normal")


class MarginTest(CommandTest):
    def bound(self, *words):
        return self.json("bound", *words)

    def test_every_family_and_question(self):
        for family in FAMILIES:
            for words in (["--means", "0.5,0.5,0.2"], ["--means", "0.3,0.3,0.8", "--lowest"],
                          ["--means", "0.7,0.4,0.4", "--problem", "top-m", "--top", "2"],
                          ["--means", "0.5,0.9", "--problem", "thresholding", "--level", "0.5"]):
                words = (*words, "--family", family, "--margin", "0.3")
                document = self.bound(*words)
                self.assertEqual(document["margin"], 0.3)
                self.assertRegex(document["answer"], ", equal (to the level )?within 0.3: ")
                self.assertTrue(document["equal_arms"])
                self.assertLessEqual(document["gap"], 1e-6)
                ranks_others = "thresholding" not in words and family != "gaussian"
                self.assertEqual(document["lower_bound_status"],
                                 "estimate" if ranks_others else
                                 "worst-case" if family == "bounded" else "asymptotic")
                for result in self.json("sim", *words, "--runs", "10", "--rules", "bc,rr",
                                        "--delta", "0.1")["results"]:
                    self.assertEqual(result["undecided"], 0)
                    self.assertGreaterEqual(result["equal"], 5, (words, result))
                    self.assertLess(result["errors"], 8)  # risk 0.1: fails with probability 1e-6

    def test_a_tie_ends_equal(self):
        path = self.file("runs.csv")
        words = ("--means", "1,1,0", "--margin", "0.5", "--runs", "40", "--rules", "bc",
                 "--delta", "0.1")
        document = self.json("sim", *words, "--csv-runs", path)
        with open(path, encoding="utf-8") as file:
            runs = list(csv.DictReader(file))
        self.assertEqual(list(runs[0]), ["rule", "delta", "replication", "samples", "outcome",
                                         "equal", "answer"])
        equal = [run for run in runs if run["equal"] == "1"]
        self.assertEqual(document["results"][0]["equal"], len(equal))
        self.assertGreater(len(equal), 20)
        for run in runs:
            said = ", equal within 0.5: " in run["answer"]
            self.assertEqual(said, run["equal"] == "1", run)
        self.assertIn("arm 1, equal within 0.5: 1 2; ruled out: 3", {run["answer"] for run in equal})
        table = self.succeed("sim", *words, "--format", "csv")
        for row in csv.DictReader(io.StringIO(table)):
            self.assertEqual(int(row["equal"]), len(equal))

    def test_the_table_counts_them(self):
        rules = "bc,lma:L=0.0123456789:M=123456.789,rr"
        text = self.succeed("sim", "--means", "1,1,0", "--margin", "0.5", "--runs", "10", "--rules",
                            rules, "--delta", "0.1", "--max-samples", "700")
        self.assertIn("problem     best-arm, margin 0.5\n", text)
        self.assertIn("answer      arm 1, equal within 0.5: 1 2; ruled out: 3\n", text)
        self.assertRegex(text, r'runs that ended "equal within the margin": bc \d+, lma')
        self.assertIn("several answers are right", " ".join(text.split()))
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertNotIn("equal", self.succeed("sim", "--means", "1,0", "--runs", "10"))

    def test_one_right_answer_has_a_proved_bound(self):
        document = self.bound("--means", "1,0.5,0", "--margin", "0.2")
        self.assertEqual(document["lower_bound_status"], "proved")
        self.assertEqual((document["equal_arms"], document["ruled_out_arms"]), ([], [2, 3]))

    def test_what_bound_says(self):
        text = self.succeed("bound", "--means", "1,1,0.8", "--margin", "0.1")
        self.assertIn("asymptotic, as delta falls, because several answers are right",
                      " ".join(text.split()))
        self.assertIn("every rival as no better or within the margin", " ".join(text.split()))
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        text = self.succeed("bound", "--problem", "thresholding", "--level", "1", "--means",
                            "1,0.8", "--margin", "0.1")
        self.assertIn("every arm as on its side or within the margin", " ".join(text.split()))
        rows = self.succeed("bound", "--means", "1,1,0.8", "--margin", "0.1", "--format", "csv")
        self.assertIn("\nlower_bound_status,,asymptotic\n", rows)

    def test_closed_forms(self):
        # Each arm needs one over the larger of the two divergences, to the level and to the
        # nearer end of the margin.
        document = self.bound("--problem", "thresholding", "--level", "0", "--means", "0.1,0.3",
                              "--margin", "0.4", "--sigma", "2")
        cost = [2 * 4 / distance ** 2 for distance in (0.3, 0.3)]
        self.assertAlmostEqual(document["characteristic_time"] / sum(cost), 1, delta=1e-6)
        # A tie of two gaussian arms is as hard as a difference of the margin.
        tie = self.bound("--means", "1,1", "--margin", "0.2")["characteristic_time"]
        self.assertAlmostEqual(tie / (8 / 0.2 ** 2), 1, delta=1e-6)

    def test_without_a_margin_a_tie_is_refused(self):
        for words in (["--means", "1,1,0"], ["--means", "1,0,0", "--lowest"],
                      ["--means", "2,1,1", "--problem", "top-m", "--top", "2"],
                      ["--means", "1,0", "--problem", "thresholding", "--level", "1"]):
            for command in ("bound", "sim"):
                self.refuse(command, *words, field="means", says=["T* = inf", "give a margin"])
                self.json(command, *words, "--margin", "0.5",
                          *(["--runs", "2"] if command == "sim" else []))

    def test_a_margin_in_a_spec_file(self):
        spec = self.file("spec.toml", "means = [1, 1, 0.8]\nmargin = 0.1\n")
        self.assertEqual(self.bound("--spec", spec),
                         self.bound("--means", "1,1,0.8", "--margin", "0.1"))

    def test_margins_that_cannot_be(self):
        for command in ("bound", "sim"):
            for margin in ("0", "-0.1", "nan", "inf", "x", "", "1e300"):
                self.refuse(command, "--means", "1,0", "--margin", margin, field="margin")
            self.refuse(command, "--means", "1,0", "--margin", "-0.1", field="margin",
                        says=['"-0.1"', "above 0"])
            for family in ("bernoulli", "bounded"):
                for margin in ("1", "2"):
                    self.refuse(command, "--means", "0.2,0.4", "--family", family, "--margin",
                                margin, field="margin", says=[margin, "below 1"])
            self.refuse(command, "--means", "0.2,0.4", "--family", "bernoulli", "--margin", "0.8",
                        "--problem", "thresholding", "--level", "0.25", field="margin",
                        says=["0.8", "below 0.75"])
            for problem in ("signed", "closest", "polyhedral"):
                self.refuse(command, "--means", "0.2,0.4", "--problem", problem, "--margin", "0.1",
                            field="margin", says=[problem, "best-arm, top-m or thresholding"])
            self.refuse(command, "--means", "1,1", "--margin", "1e-13", field="means",
                        says=["margin 1e-13", "give a larger one"])
        self.refuse("sim", "--means", "1,0", "--margin", "0.1", "--rules", "bc,ttts", field="rules",
                    says=["ttts", "margin", "use lma"])


if __name__ == "__main__":
    unittest.main()
