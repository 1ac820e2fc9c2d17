"""Families: every family with every question that it supports, and the output about it."""

import unittest

from command import CommandTest, run

FAMILIES = ("gaussian", "bernoulli", "poisson", "exponential", "bounded", "normal")
MEANS = "0.2,0.5,0.8"
QUESTIONS = (
    [], ["--lowest"], ["--problem", "top-m", "--top", "2"],
    ["--problem", "thresholding", "--level", "0.4"], ["--problem", "signed", "--level", "0.1"],
)


def questions_of(family):
    closest = ["--problem", "closest", "--level", "0.4"]
    return [*QUESTIONS, closest] if family in ("gaussian", "bernoulli") else QUESTIONS


class FamilyTest(CommandTest):
    def bound(self, family, *words, means=MEANS):
        return self.json("bound", "--family", family, "--means", means, *words)

    def test_every_question_is_solved_and_certified(self):
        for family in FAMILIES:
            for words in questions_of(family):
                document = self.bound(family, *words)
                self.assertEqual(document["family"], family)
                self.assertLessEqual(document["gap"], 1e-6, (family, words))
                self.assertAlmostEqual(sum(document["weights"]), 1, delta=1e-9)
                self.assertEqual(document["lower_bound_status"],
                                 "worst-case" if family == "bounded" else "proved")

    def test_every_question_is_simulated_with_a_proved_risk(self):
        for family in FAMILIES:
            for words in questions_of(family):
                document = self.sim("--family", family, *words, "--runs", "20", "--delta", "0.1",
                                    means=MEANS)
                self.assertEqual((document["stopping"]["name"], document["stopping"]["status"]),
                                 ("mixture", "proved"))
                rules = [result["rule"] for result in document["results"]]
                self.assertEqual("ttts" in rules, family == "gaussian" and "--problem" not in words)
                self.assertEqual("dt" in rules, family != "normal")  # there dt needs the general solver, which is too slow
                self.assertGreaterEqual(len(rules), 4)
                for result in document["results"]:
                    self.assertEqual((result["runs"], result["undecided"], result["equal"]),
                                     (20, 0, 0), (family, words))
                    self.assertLess(result["errors"], 11)  # risk 0.1: fails with probability 1e-6

    def test_known_values(self):
        for means, time in (("0.5,0.45,0.43,0.4", 989.792), ("0.3,0.21,0.2,0.19,0.18", 326.642)):
            self.assertAlmostEqual(
                self.bound("bernoulli", means=means)["characteristic_time"], time, delta=1e-3)
        # For normal arms the divergence to a level is half the log of one plus the squared distance.
        document = self.bound("normal", "--problem", "signed", "--level", "0", "--sigma", "2,4",
                              means="2,2")
        self.assertAlmostEqual(document["characteristic_time"], 2 / 0.6931471805599453, delta=1e-9)
        self.assertEqual(document["weights"], [1, 0])

    def test_bounded_arms_are_bernoulli_arms_on_another_scale(self):
        words = ("--lo", "-1", "--hi", "9")
        document = self.bound("bounded", *words, means="4,3.5,3.3,3")
        self.assertAlmostEqual(document["characteristic_time"], 989.792, delta=1e-3)
        self.assertEqual((document["lo"], document["hi"]), (-1, 9))
        typed = ("--family", "bounded", "--means", "4,3", *words)
        for text in (self.succeed("bound", *typed),
                     self.succeed("sim", *typed, "--runs", "3", "--rules", "bc")):
            self.assertIn("2 bounded, lo -1, hi 9, means 4 3\n", text)
            self.assertIn("T* of the hardest", text)
            self.assertIn("hardest laws with these means", " ".join(text.split()))

    def test_parameters_in_json_and_text(self):
        self.assertEqual(self.bound("gaussian", "--sigma", "2")["sigma"], 2)
        self.assertEqual(self.bound("normal", "--sigma", "2")["sigma"], [2, 2, 2])
        self.assertEqual(self.bound("normal", "--sigma", "1,2,3")["sigma"], [1, 2, 3])
        for key in ("sigma", "lo", "hi"):
            self.assertNotIn(key, self.bound("poisson"))
        for words, says in [
            (["poisson"], "3 poisson, means 0.2 0.5 0.8"),
            (["normal"], "3 normal, sigma 1 (unknown to the rules), means 0.2 0.5 0.8"),
            (["normal", "--sigma", "1,2,3"], "3 normal, sigmas 1 2 3 (unknown to the rules)"),
            (["bounded", "--hi", "2.5"], "3 bounded, lo 0, hi 2.5, means"),
        ]:
            self.assertIn(says, self.succeed("bound", "--means", MEANS, "--family", *words))

    def test_the_spread_of_normal_arms_decides_where_samples_go(self):
        weights = self.bound("normal", "--sigma", "1,3", means="0,1")["weights"]
        self.assertGreater(weights[1], 2 * weights[0])

    def test_families_in_spec_files(self):
        spec = self.file("spec.toml", 'family = "normal"\nsigma = [1, 2, 3]\nmeans = [0, 1, 3]\n')
        self.assertEqual(self.json("bound", "--spec", spec),
                         self.bound("normal", "--sigma", "1,2,3", means="0,1,3"))
        spec = self.file("spec.toml", 'family = "bounded"\nlo = -1\nhi = 4\nmeans = [0, 1, 3]\n')
        self.assertEqual(self.json("bound", "--spec", spec),
                         self.bound("bounded", "--lo", "-1", "--hi", "4", means="0,1,3"))

    def test_means_at_the_edge(self):
        for words in (["bernoulli"], ["bounded"], ["poisson"]):
            for means in ("0,1", "0,0.5", "0,0.1,0.2"):
                self.assertGreater(self.bound(*words, means=means)["characteristic_time"], 0)
                for result in self.sim("--family", *words, "--runs", "5", means=means)["results"]:
                    self.assertEqual((result["errors"], result["undecided"]), (0, 0))


class StoppingTest(CommandTest):
    def test_what_is_not_proved_is_warned_of_and_nothing_else(self):
        for family in FAMILIES:
            for stopping in ("mixture", "heuristic", "kaufmann-koolen", "menard"):
                process = run("sim", "--family", family, "--means", "0.2,0.9", "--runs", "2",
                              "--rules", "rr", "--delta", "0.1", "--stopping", stopping,
                              "--max-samples", "50", "--format", "csv")
                self.assertEqual(process.returncode, 0, process.stderr)
                status = process.stdout.splitlines()[1].split(",")[3]
                proved = {"mixture": True, "heuristic": False, "menard": family == "gaussian",
                          "kaufmann-koolen": family != "normal"}[stopping]
                self.assertEqual(status == "proved", proved, (family, stopping))
                warning = ("" if proved else
                           f"mirador: warning: stopping rule {stopping} is not proved "
                           f"to keep the risk for best-arm with {family} arms ({status}); "
                           "use --stopping mixture\n")
                self.assertEqual(process.stderr, warning)


class BadFamilyTest(CommandTest):
    def refuse_both(self, *words, field, says=()):
        for command in ("bound", "sim"):
            self.refuse(command, *words, field=field, says=says)

    def test_means_that_no_arm_has(self):
        for family, means, says in [
            ("bernoulli", "0.5,1.2", ["arm 2", "1.2", "bernoulli", "from 0 to 1"]),
            ("bernoulli", "-0.1,0.2", ["arm 1", "-0.1"]),
            ("poisson", "3,-1", ["arm 2", "-1", "poisson", "from 0 up"]),
            ("exponential", "0,1", ["arm 1", "0", "exponential", "above 0"]),
            ("exponential", "1,-2", ["arm 2", "-2"]),
            ("bounded", "0.5,1.5", ["arm 2", "1.5", "bounded", "from 0 to 1"]),
        ]:
            self.refuse_both("--family", family, "--means", means, field="means", says=says)
        self.refuse_both("--family", "bounded", "--lo", "2", "--hi", "3", "--means", "2.5,1",
                         field="means", says=["arm 2", "from 2 to 3"])

    def test_levels_that_no_mean_straddles(self):
        for family, levels in [("bernoulli", ("0", "1", "1.5", "-1")), ("poisson", ("0", "-1")),
                               ("exponential", ("0", "-1")), ("bounded", ("0", "1", "2"))]:
            for level in levels:
                for problem in ("thresholding", "signed"):
                    self.refuse_both("--family", family, "--problem", problem, "--level", level,
                                     "--means", "0.2,0.4", field="level",
                                     says=[f" {level} ", family, "above 0"])
        self.refuse_both("--family", "bernoulli", "--problem", "closest", "--level", "1", "--means",
                         "0.2,0.4", field="level", says="below 1")

    def test_parameters(self):
        two = ("--means", "0.4,0.6")
        self.refuse_both(*two, "--family", "bounded", "--lo", "2", "--hi", "1", field="hi",
                         says=["1", "above 2"])
        self.refuse_both(*two, "--family", "bounded", "--lo", "0.5", "--hi", "0.5", field="hi",
                         says="above 0.5")
        for typed in ("nan", "inf", "x", ""):
            self.refuse_both(*two, "--family", "bounded", "--lo", typed, field="lo")
        self.refuse_both(*two, "--family", "normal", "--sigma", "1,2,3", field="sigma",
                         says=["3", "2 arms", "one for each"])
        for typed in ("0", "1,-2", "nan", "1,x", "1,,2", ""):
            self.refuse_both(*two, "--family", "normal", "--sigma", typed, field="sigma")
        self.refuse_both(*two, "--sigma", "1,2", field="sigma", says=["1,2", "normal"])

    def test_options_that_the_family_does_not_use(self):
        for family in FAMILIES:
            words = ("--family", family, "--means", "0.4,0.6")
            if family not in ("gaussian", "normal"):
                self.refuse_both(*words, "--sigma", "1", field="sigma",
                                 says=[family, "--family gaussian or normal"])
            if family != "bounded":
                for option in ("lo", "hi"):
                    self.refuse_both(*words, f"--{option}", "1", field=option,
                                     says=[family, "--family bounded"])

    def test_questions_that_the_family_does_not_serve(self):
        sets = self.file("sets.toml", '[[set]]\nname = "a"\nrows = [[1, -1]]\nbounds = [0]\n'
                         '[[set]]\nname = "b"\nrows = [[-1, 1]]\nbounds = [0]\n')
        for family in FAMILIES[1:]:
            words = ("--family", family, "--means", "0.4,0.6")
            self.refuse_both(*words, "--problem", "polyhedral", "--sets", sets, field="family",
                             says=["polyhedral", family, "use gaussian"])
            if family != "bernoulli":
                self.refuse_both(*words, "--problem", "closest", "--level", "0.5", field="family",
                                 says=["closest", family, "use gaussian or bernoulli"])
            self.refuse("sim", *words, "--rules", "lma,ttts", field="rules",
                        says=["ttts", "gaussian arms", family, "use lma"])

    def test_means_too_close(self):
        self.refuse_both("--family", "bernoulli", "--means", "0.5,0.5000000000000001",
                         field="means", says=["rounding", "separate"])
        self.refuse_both("--family", "poisson", "--means", "1e20,100000000000000200000",
                         field="means", says=["rounding", "separate"])
        self.refuse_both("--family", "bounded", "--lo", "1e15", "--hi", "1000000000000001",
                         "--means", "1000000000000000.25,1000000000000000.75", field="means",
                         says=["rounding", "lo and hi"])


if __name__ == "__main__":
    unittest.main()
