"""`mirador sim --rounds`: the JSON contract, the rules beside the rounds, reproducibility, tables, and what is refused."""

import csv
import io
import unittest

from command import SEED_MEANS, CommandTest, without_speed


class RoundsSimTest(CommandTest):
    def rounds(self, *words, **more):
        return self.sim("--rounds", "--delta", "0.05", *words, **more)

    def rules(self, document):
        return [result["rule"] for result in document["results"]]

    def test_contract(self):
        document = self.sim("--rounds", "--runs", "60", "--correlation", "0.5", "--delta", "0.1,0.05")
        self.assertEqual((document["problem"], document["family"], document["compare"]),
                         ("best-arm", "symmetric", "mean"))
        self.assertEqual((document["correlation"], document["sigma"]), (0.5, [1, 1, 1, 1]))
        self.assertEqual(document["rounds"]["status"], "proved")
        self.assertEqual(self.rules(document), ["rounds", "rounds", "bc", "bc", "lma", "lma"])
        for result in document["results"]:
            self.assertEqual("rounds" in result, result["rule"] == "rounds")
            self.assertEqual(result["undecided"], 0)
        large, small = document["results"][:2]
        self.assertEqual((large["delta"], small["delta"]), (0.1, 0.05))
        for result in (large, small):
            # A round has from two to four measurements, and the answer is in all of them.
            self.assertLess(2 * result["rounds"], result["mean"])
            self.assertLess(result["mean"], 4 * result["rounds"])
            self.assertAlmostEqual(result["proportions"][0], result["rounds"] / result["mean"], delta=1e-12)
        # kl(0.05, 0.95) = 0.9 log 19, T* = 463.2768 of a known standard deviation.
        self.assertAlmostEqual(small["lower_bound"], 0.5 * 463.2768 * 2.649995, delta=1e-3)
        # Unknown variances: the rules beside have another bound.
        self.assertGreater(document["results"][3]["lower_bound"], 1.9 * small["lower_bound"])
        # Each mean of 60 runs is within 7 standard errors; the bound says that rounds are cheaper.
        self.assertLess(small["mean"] + 7 * small["std_error"], document["results"][3]["mean"])

    def test_the_rules_beside_the_rounds(self):
        words = ("--runs", "3", "--max-samples", "3000")
        self.assertEqual(self.rules(self.rounds(*words, "--rules", "unif,rr")), ["rounds", "unif", "rr"])
        alone = self.rounds(*words, "--rules", "none")
        self.assertEqual(self.rules(alone), ["rounds"])
        self.assertNotIn("stopping", alone)
        self.assertEqual(self.rules(self.rounds(*words, "--good-enough", "0.2")), ["rounds", "bc", "lma"])
        items = ("--family", "bernoulli", "--items", "40")
        self.assertEqual(self.rules(self.rounds(*words, *items, means="0.7,0.5")), ["rounds"])
        asked = self.rounds(*words, *items, "--rules", "bc", means="0.7,0.5")
        self.assertEqual(self.rules(asked), ["rounds", "bc"])
        # Without a correlation the independent rules are those of a simulation without rounds.
        beside = self.rounds(*words, "--rules", "bc", means="3,2,1")["results"][1]
        without = self.sim("--family", "normal", "--delta", "0.05", *words, "--rules", "bc", means="3,2,1")
        del beside["ns_per_step"]
        self.assertEqual(beside, without_speed(without)["results"][0])

    def test_same_numbers_for_every_number_of_threads(self):
        for words in (("--correlation", "0.3", "--rules", "bc"),
                      ("--family", "bounded", "--lo", "-1", "--hi", "3", "--rules", "none"),
                      ("--compare", "typical", "--round-size", "2", "--rules", "none"),
                      ("--family", "bernoulli", "--items", "50")):
            means = "0.9,0.5,0.3"
            one, two, five = (without_speed(self.rounds("--runs", "40", "--threads", n, *words, means=means))
                              for n in "125")
            self.assertEqual(one, two, words)
            self.assertEqual(one, five, words)
            other = without_speed(self.rounds("--runs", "40", "--seed", "2", *words, means=means))
            self.assertNotEqual(one["results"], other["results"], words)

    def test_items_are_decided_exactly(self):
        # At this risk only what the items leave no choice about is decided.
        document = self.sim("--rounds", "--family", "bernoulli", "--items", "30", "--delta", "1e-200",
                            "--runs", "100", means="0.6,0.6,0.5")  # a tie of the law needs no budget
        result, = document["results"]
        self.assertEqual((document["items"], result["errors"], result["undecided"]), (30, 0, 0))
        self.assertGreater(result["equal"], 0)
        self.assertLessEqual(result["rounds"], 30)
        self.assertIsNone(result["lower_bound"])
        names = self.file("items.txt", "first\nsecond\nthird\n")
        document = self.sim("--rounds", "--family", "bernoulli", "--items", names, "--runs", "5", means="0.6,0.5")
        self.assertEqual(document["items"], 3)
        piped = self.sim("--rounds", "--family", "bernoulli", "--items", "/dev/stdin", "--runs", "5",
                         means="0.6,0.5", input="first\nsecond\nthird\n")  # read once
        self.assertEqual(without_speed(piped), without_speed(document))

    def test_a_tie(self):
        self.refuse("sim", "--rounds", "--means", "1,1,0", field="means", says=["tie", "--max-samples"])
        words = ("--runs", "100", "--rules", "none")
        result, = self.rounds(*words, "--max-samples", "200", means="1,1")["results"]
        self.assertEqual(result["errors"] + result["undecided"], 100)
        result, = self.rounds(*words, "--margin", "0.8", means="1,1")["results"]
        self.assertEqual(result["undecided"], 0)
        self.assertGreater(result["equal"], 60)
        result, = self.rounds("--runs", "100", "--rules", "none", "--good-enough", "0.8", means="1,1")["results"]
        self.assertEqual((result["undecided"], result["errors"]), (0, 0))

    def test_the_lowest(self):
        result, = self.rounds("--runs", "60", "--rules", "none", "--lowest", means="3,2,1")["results"]
        self.assertLess(result["errors"], 20)  # risk 0.05: 20 of 60 have a probability below 1e-6
        self.assertEqual(max(result["proportions"]), result["proportions"][2])

    def test_text(self):
        words = ("sim", "--rounds", "--means", SEED_MEANS, "--runs", "20", "--delta", "0.05")
        text = self.succeed(*words, "--correlation", "0.5")
        for part in ("4 symmetric, compare mean, sigma 1", "correlation 0.5", "[proved]", "bound, rounds",
                     "lower bound in rounds, normal values", "mean number of rounds"):
            self.assertIn(part, " ".join(text.split()))
        lines = [line.split()[0] for line in text.splitlines() if line]
        self.assertLess(lines.index("rounds", lines.index("delta")), lines.index("bc"))
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        items = self.succeed("sim", "--rounds", "--family", "bernoulli", "--items", "100", "--means", "0.7,0.6",
                             "--runs", "20", "--max-samples", "50")
        for part in ("on 100 items", "undec.", "if its total on them is"):
            self.assertIn(part, " ".join(items.split()))
        self.assertNotIn("T*", items)
        self.assertIn("runs that ended with a tie on all items:", items)
        self.assertNotIn("margin", items)
        few = " ".join(self.succeed(*words, "--round-size", "2").split())
        for part in ("2 arms per round, measured side by side",
                     "on independent arms of the same means: normal, sigma 1 (unknown to the rules) T*"):
            self.assertIn(part, few)
        self.assertLessEqual(max(map(len, items.splitlines())), 80)

    def test_csv_and_runs(self):
        path = self.file("runs.csv")
        words = ("--rounds", "--means", SEED_MEANS, "--runs", "15", "--delta", "0.1,0.05", "--rules", "bc")
        document = self.json("sim", *words, "--csv-runs", path)
        table = list(csv.DictReader(io.StringIO(self.succeed("sim", *words, "--format", "csv"))))
        with open(path, encoding="utf-8") as file:
            runs = list(csv.DictReader(file))
        for result, row in zip(document["results"], table, strict=True):
            self.assertEqual((result["rule"], str(result["delta"])), (row["rule"], row["delta"]))
            self.assertEqual(float(row["mean"]), result["mean"])
            self.assertEqual(float(row["lower_bound"]), result["lower_bound"])
            mine = [run for run in runs
                    if run["rule"] == result["rule"] and float(run["delta"]) == result["delta"]]
            self.assertEqual(len(mine), 15)
            self.assertEqual(sum(int(run["samples"]) for run in mine) / 15, result["mean"])
            if row["rule"] == "rounds":
                self.assertEqual(float(row["rounds"]), result["rounds"])
                self.assertEqual(sum(int(run["rounds"]) for run in mine) / 15, result["rounds"])
            else:
                self.assertEqual({one["rounds"] for one in [row, *mine]}, {""})
        self.assertEqual({run["answer"] for run in runs if run["outcome"] == "correct"}, {"arm 1"})

    def test_a_file_may_hold_the_options(self):
        spec = self.file("spec.toml", "rounds = true\nmeans = [2, 0]\ncorrelation = 0.25\ncompare = 'wins'\n")
        document = self.json("sim", "--spec", spec, "--runs", "5", "--rules", "none")
        self.assertEqual((document["correlation"], document["compare"]), (0.25, "wins"))

    def test_refusals(self):
        rounds = ("sim", "--rounds", "--means", "0.8,0.6")
        for words, field, says in (
                (("--problem", "top-m", "--top", "1"), "problem", "best arm"),
                (("--problem", "best"), "problem", "best-arm"),
                (("--top", "1"), "top", "best arm"),
                (("--level", "1"), "level", "best arm"),
                (("--sets", "x.toml"), "sets", "best arm"),
                (("--checkpoint", "x"), "checkpoint", "leave it out"),
                (("--backend", "cuda"), "backend", "leave it out"),
                (("--backend", "lanes"), "backend", "leave it out"),
                (("--family", "poisson"), "family", "symmetric"),
                (("--family", "bernoulli", "--sigma", "2"), "sigma", "symmetric"),
                (("--family", "bernoulli", "--compare", "wins"), "compare", "symmetric"),
                (("--family", "bernoulli", "--items", "1"), "items", "2"),
                (("--family", "bernoulli", "--items", "9", "--round-size", "2"), "round-size", "--items"),
                (("--lo", "0"), "lo", "bounded"),
                (("--compare", "median"), "compare", "typical"),
                (("--items", "10"), "items", "--family bounded"),
                (("--round-size", "3"), "round-size", "2"),
                (("--correlation", "1"), "correlation", "less than 1"),
                (("--correlation", "-0.5"), "correlation", "at least 0"),
                (("--margin", "0.1", "--good-enough", "0.1"), "good-enough", "--margin"),
                (("--good-enough", "2%"), "good-enough", "log"),
                (("--rules", "none", "--stopping", "heuristic"), "stopping", "--rules"),
                (("--rules", "bc,none"), "rules", "none")):
            with self.subTest(words):
                self.refuse(*rounds, *words, field=field, says=says)
        plain = ("sim", "--means", "0.8,0.6")
        for words in (("--correlation", "0.5"), ("--compare", "mean"), ("--items", "9"), ("--round-size", "2"),
                      ("--family", "symmetric")):
            with self.subTest(words):
                self.refuse(*plain, *words, field=words[0][2:], says="--rounds")
        self.refuse(*plain, "--rules", "none", field="rules")


if __name__ == "__main__":
    unittest.main()
