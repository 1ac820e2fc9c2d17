"""`--backend`: all backends print the same results and their own name."""

import unittest

from command import SEED_MEANS, CommandTest, without_speed

CASES = [
    ("1,0.5,0.2", "--rules", "lma,lma:L=0.1,lmac,bc,dt,ttts,unif"),
    ("1,0.5,0.2", "--rules", "bc,lma", "--lowest"),
    ("0.8,0.4,0.3", "--family", "bernoulli", "--rules", "lma,bc,dt,unif"),
    ("0.9,0.2,0.6", "--problem", "thresholding", "--level", "0.5", "--rules", "lma,dt"),
]


class BackendTest(CommandTest):
    def simulated(self, backend, means, *words):
        document = self.sim("--runs", "60", "--backend", backend, *words, means=means)
        return document.pop("backend"), without_speed(document)

    def test_all_print_the_same(self):
        for words in CASES:
            _, expected = self.simulated("reference", *words)
            for backend in ("auto", "lanes", "lanes-plain"):
                with self.subTest(backend=backend, words=words):
                    name, document = self.simulated(backend, *words)
                    self.assertEqual(document, expected)
                    self.assertTrue(backend == "auto" or name.startswith("lanes-"))

    def test_single_runs_too(self):
        files = []
        for backend in ("reference", "lanes"):
            path = self.file(f"{backend}.csv")
            self.sim("--runs", "40", "--rules", "lma,ttts", "--backend", backend, "--csv-runs", path)
            with open(path, encoding="utf-8") as written:
                files.append(written.read())
        self.assertEqual(*files)

    def test_threads(self):
        words = (SEED_MEANS, "--rules", "lma,unif")
        self.assertEqual(self.simulated("lanes", *words, "--threads", "1"),
                         self.simulated("lanes", *words, "--threads", "3"))

    def test_budgets(self):
        for most in ("2", "3", "40"):
            words = ("1,0.5,0.2", "--rules", "lma,bc,unif", "--max-samples", most)
            with self.subTest(most=most):
                self.assertEqual(self.simulated("auto", *words)[1],
                                 self.simulated("reference", *words)[1])

    def test_auto_says_what_it_took(self):
        name, _ = self.simulated("auto", SEED_MEANS, "--rules", "rr")
        self.assertEqual(name, "reference")


if __name__ == "__main__":
    unittest.main()
