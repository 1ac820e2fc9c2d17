"""The texts of the command line: help, versions, suggestions, and lists."""

import unittest

from command import CommandTest


class WordsTest(CommandTest):
    def test_the_version_wherever_it_is_asked_for(self):
        version = self.succeed("--version")
        for words in (["--version", "bound"], ["bound", "--version"], ["sim", "--version"]):
            self.assertEqual(self.succeed(*words), version)

    def test_help_in_words(self):
        self.assertEqual(self.succeed("help"), self.succeed("--help"))
        for command in ("bound", "sim", "paper", "race", "gate"):
            self.assertEqual(self.succeed("help", command), self.succeed(command, "--help"))

    def test_help_lists_the_rules_of_the_library(self):
        text = self.succeed("sim", "--help")
        for rule in ("lma", "lmac", "fw", "dt", "ttts", "unif", "rr"):
            self.assertRegex(text, rf"(?m)^  {rule}\b.* \w+")

    def test_help_lists_families_and_stopping_rules(self):
        text = self.succeed("sim", "--help")
        for name in ("gaussian", "bernoulli", "poisson", "exponential", "bounded", "normal",
                     "mixture", "heuristic", "kaufmann-koolen", "menard", "--margin", "--lo", "--hi"):
            self.assertIn(name, text)

    def test_help_warns_of_selection(self):
        for command in ("observe", "abandon"):
            words = " ".join(self.succeed(command, "--help").split())
            self.assertIn(f"Whether you {command} must not depend on the value", words)

    def test_two_dashes_alone(self):
        self.refuse("bound", "--", "--means", "1,2", field="arguments", says=['"--"', "leave it out"])

    def test_suggestions(self):
        for typed in ("-means", "--Means", "--MEANS", "--mean", "-Means"):
            self.refuse("bound", typed, "1,2", field="options", says=[typed, "--means?"])
        for typed in ("Bound", "BOUND", "boud"):
            self.refuse(typed, "--means", "1,2", field="command", says=[typed, '"bound"'])

    def test_lists_without_commas(self):
        for typed in ("lma;bc", "lma bc", "lma ; bc"):
            self.refuse("sim", "--means", "1,0", "--rules", typed, field="rules",
                        says=[typed, "commas", '"lma,bc"'])
        self.refuse("bound", "--means", "1 0;2", field="means", says="1,0,2")

    def test_what_is_given_twice(self):
        for command in ("bound", "sim"):
            self.refuse(command, "--means", "1,0", "--delta", "0.1,0.2,0.10", field="delta",
                        says=["0.1", "twice"])
        self.refuse("sim", "--means", "1,0", "--rules", "lma,bc, lma", field="rules",
                    says=['"lma"', "twice"])

    def test_messages(self):
        words = ("sim", "--means", "1,0")
        self.refuse(*words, "--delta", "nan", field="delta", says="such as 0.05")
        self.refuse(*words, "--lo", "0.25", field="lo", says=["gaussian", "bounded"])
        for runs in ("0", "-1"):
            self.refuse(*words, "--runs", runs, field=f'runs: "{runs}" does not fit; give')
        self.refuse("bound", "--means", "1e-200,3e-200,2e-200", "--sigma", "2", field="means",
                    says=["from 1e-200 to 3e-200", "sigma 2", "rescale"])
        self.refuse("bound", "--problem", "thresholding", "--level", "4e-200", "--means",
                    "1e-200,3e-200", field="means", says="level 4e-200")

    def test_means_that_tie_but_for_rounding(self):
        for command in ("bound", "sim"):
            self.refuse(command, "--problem", "closest", "--level", "0.3", "--means", "0.1,0.5",
                        field="means", says=["T* = 1.0", "e+34", "only by rounding", "separate"])


if __name__ == "__main__":
    unittest.main()
