"""The text tables: 80 columns, and numbers of a readable length."""

import re
import signal
import subprocess
import unittest

from command import MIRADOR, PATIENCE, SEED_MEANS, CommandTest, wait_for_work

LONG = "lma:L=0.0123456789:M=123456.789"


class TableTest(CommandTest):
    def text(self, *words):
        text = self.succeed(*words)
        self.check(text)
        return text

    def check(self, text):
        self.assertLessEqual(max(map(len, text.splitlines())), 80, text)
        self.assertIsNone(re.search(r"\d{20}", text), text)

    def test_text(self):
        text = self.text("sim", "--means", SEED_MEANS, "--runs", "30")
        self.assertIn("lower bound", text)
        self.assertNotIn("≥", text)
        self.assertNotIn("\x1b", text)
        cut = self.text("sim", "--means", SEED_MEANS, "--runs", "30", "--max-samples", "500")
        self.assertIn("≥", cut)
        self.assertIn("undecided", cut)

    def test_numbers_of_every_size(self):
        for words in (["--means", "1e100,1e99"], ["--means", "1,0", "--sigma", "1e-100"]):
            self.assertRegex(self.text("bound", *words), r"0\.1 +\d\.\d{3}e-199\n")
            text = self.text("sim", *words, "--runs", "3", "--rules", f"bc,{LONG}")
            self.assertRegex(text, r"\d\.\d{3}e199 ")
            self.assertNotRegex(text, r"lower bound +0\.00")
        text = self.text("sim", "--means", "1,0.999", "--runs", "4", "--rules", f"rr,{LONG}",
                         "--max-samples", "200000")
        self.assertRegex(text, r"≥2\.000e5 ± 0\.0e0 +\d\.\d{3}e-3 +2\.000e5 +200k-200k ")

    def test_long_labels(self):
        words = ("--means", SEED_MEANS, "--runs", "20", "--rules", f"{LONG},{LONG}1")
        for more in ([], ["--max-samples", "1000"], ["--delta", "0.012345678901234,0.1"]):
            text = self.text("sim", *words, *more)
            self.assertRegex(text, r"(?m)^lma:L=0….{6} ")
            self.assertNotIn(LONG, text)
        labels = {result["rule"] for result in self.sim(*words[2:])["results"]}
        self.assertEqual(labels, {LONG, LONG + "1"})
        self.assertIn(LONG + ",", self.succeed("sim", *words, "--format", "csv"))

    def test_wide_numbers_cost_the_label_its_width(self):
        means = "1," + ",".join(str(0.999 - 0.001 * i) for i in range(9))
        self.text("sim", "--means", means, "--runs", "20", "--rules", f"rr,{LONG}", "--delta",
                  "0.1", "--max-samples", "120000", "--sigma", "3")

    def test_long_words(self):
        name = "ü" * 200
        sets = self.file("sets.toml", f'[[set]]\nname = "{name}"\nrows = [[1, 0]]\nbounds = [0]\n'
                         '[[set]]\nname = "b"\nrows = [[-1, 0]]\nbounds = [0]\n')
        words = ("bound", "--problem", "polyhedral", "--sets", sets, "--means", "1,0")
        self.assertIn("ü…ü", self.text(*words))
        self.assertEqual(self.json(*words)["answer"], name)

    def test_one_sample_is_not_several(self):
        text = self.text("sim", "--means", "1,0", "--runs", "2", "--max-samples", "1")
        self.assertIn("their 1 sample (", " ".join(text.split()))

    def test_interrupted_runs_with_large_numbers(self):
        process = subprocess.Popen(
            [MIRADOR, "sim", "--means", "1,0.99", "--runs", "1000000", "--rules", f"rr,{LONG}",
             "--max-samples", "3000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            encoding="utf-8")
        wait_for_work(process.pid)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3)
        self.check(out)


if __name__ == "__main__":
    unittest.main()
