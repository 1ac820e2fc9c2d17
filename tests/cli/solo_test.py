"""`race` with one command: its mean, without a race and without a store."""

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import time
import unittest

from command import PATIENCE
from race import FAST, RaceTest

signal.signal(signal.SIGINT, signal.default_int_handler)

# So wide that a busy machine does not matter.
WIDE = ["-N", "--margin", "40%"]
# A mean that stays unknown for as long as a test lasts.
NARROW = ["-N", "--margin", "0.0001%"]


class OneCommandTest(RaceTest):
    def test_its_mean_is_known(self):
        out, err = self.race(*WIDE, FAST)
        self.assertRegex(out, rf"(?m)^known +the mean of '{FAST}' is [\d.]+ ms \([\d.]+ to [\d.]+\), known to\s+\d")
        self.assertRegex(re.sub(r"\s+", " ", out), r"error at most 0.05 \[\w[\w ]+\], if the logarithms of")
        self.assertRegex(out, rf"(?m)^  {FAST} +[\d.]+ ms +[\d.]+ to [\d.]+ +\d+$")
        self.assertRegex(out, r"(?m)^  command +mean ± σ +min … max +user +system$")
        self.assertTrue(all(len(line) <= 80 for line in out.splitlines()))
        self.assertNotIn("ratio", out)
        self.assertTrue(err.startswith("mirador: measurement: wall time of one command, until its mean is known to "
                                       "40 %; delta 0.05\n"), err)
        self.assertFalse(os.path.exists(self.store))

    def test_in_json(self):
        document = self.document(*WIDE, FAST)
        [result] = document["results"]
        part = document["mirador"]
        self.assertGreaterEqual(result["runs"], 10)
        self.assertEqual((part["verdict"]["outcome"], part["end"]), ("known", "known"))
        self.assertLessEqual(part["known_to"], 0.4)
        self.assertLess(result["low"], result["geometric_mean"])
        self.assertGreater(result["high"], result["geometric_mean"])
        self.assertIsNone(part["experiment"])
        self.assertIn(part["status"], ("proved", "assumption contradicted"))
        [row] = csv.DictReader(io.StringIO(self.race(*WIDE, FAST, "--format", "csv")[0]))
        self.assertEqual((row["command"], row["role"]), (FAST, ""))
        self.assertGreaterEqual(int(row["runs"]), 10)

    def test_budgets_end_it_first(self):
        document = self.document(*NARROW, "--max-runs", "12", FAST, code=3)
        self.assertEqual((document["mirador"]["end"], document["results"][0]["runs"]), ("max-runs", 12))
        out, _ = self.race(*NARROW, "--max-time", "0.5", FAST, code=3)
        self.assertRegex(out, r"\Aundecided +after the 500.\d ms of --max-time and \d+ runs; the\s+mean of")
        # Fewer runs than are needed at least.
        out, _ = self.race(*WIDE, "--max-runs", "3", FAST, code=3)
        self.assertRegex(out, r"\Aundecided +after the 3 runs of --max-runs; the mean of")

    def test_an_interrupt_gives_what_is_known(self):
        process = self.start("race", *NARROW, "sleep 0.05")
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3)
        self.assertRegex(out, r"\Aundecided +interrupted after \d+ runs; the mean of")
        self.assertNotIn("To go on", out)

    def test_a_failure(self):
        self.assertRegex(self.race("false", code=1)[1], 'mirador: command: "false" ended with exit code 1 in its run 1')
        count = self.file("count")
        fails = f"n=$(cat {count} 2>/dev/null || echo 0); echo $((n + 1)) > {count}; sleep 0.01; test $n -ne 6"
        out, err = self.race("--margin", "0.001%", fails, code=1)
        self.assertRegex(out, r"\Aundecided")
        self.assertIn("after 6 runs", re.sub(r"\s+", " ", out))
        self.assertIn("with exit code 1 in its run 7", err)

    def test_setup_and_cleanup_run_once(self):
        log = self.file("log")
        self.race("--margin", "60%", "-s", f"echo setup >> {log}", "-c", f"echo cleanup >> {log}", "-w", "1", "sleep 0.01")
        self.assertEqual(self.read("log"), "setup\ncleanup\n")

    def test_numbers_that_it_prints(self):
        counts = self.file("n")
        prints = f"n=$(cat {counts} 2>/dev/null || echo 0); echo $((n + 1)) > {counts}; echo $((100 + n * n % 7))"
        document = self.document("--metric", "stdout", "--margin", "5", prints)
        self.assertEqual((document["mirador"]["scale"], document["mirador"]["end"]), ("linear", "known"))
        self.assertEqual(self.document("--metric", "stdout", "echo 5", code=3)["mirador"]["end"], "constant")

    def test_exports_and_the_page(self):
        kinds = ["json", "csv", "markdown", "asciidoc", "orgmode"]
        files = [word for kind in kinds for word in (f"--export-{kind}", self.file(kind))]
        self.race(*WIDE, FAST, *files, "--report", self.file("r.html"))
        self.assertEqual(len(json.loads(self.read("json"))["results"]), 1)
        for kind in kinds[1:]:
            self.assertIn(FAST, self.read(kind))
        self.assertRegex(self.read("markdown"), rf"\| `{FAST}` \| [\d.]+ ± [\d.]+ \|.*\| 1.00 \|\n\n\*\*Known:\*\* the mean of")
        page = self.read("r.html")
        self.assertIn("One command, measured alone", page)
        self.assertNotIn("Evidence against", page)

    @unittest.skipUnless(shutil.which("hyperfine"), "needs hyperfine")
    def test_its_json_is_that_of_hyperfine(self):
        path = self.file("h.json")
        subprocess.run(["hyperfine", "-N", "-r", "2", FAST, "--export-json", path], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        [theirs], [ours] = json.loads(self.read("h.json"))["results"], self.document(*WIDE, FAST)["results"]
        self.assertEqual(list(ours)[:len(theirs)], list(theirs))

    def test_what_only_a_race_takes(self):
        for words in (["--good-enough", "2%"], ["--design", "rounds"], ["--rule", "bc"], ["--compare", "wins"],
                      ["--highest"], ["--lowest"], ["--family", "bernoulli"]):
            self.refuse_race("a", *words, field=words[0][2:], says="one command alone")
        self.refuse_race("a", "--margin", "0", field="margin", says="too little")
        self.refuse_race("a{x}", "-L", "x", "1", "--resume", field="resume", says="one command alone")


if __name__ == "__main__":
    unittest.main()
