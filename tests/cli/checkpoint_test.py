"""`mirador sim --checkpoint`: however the program ends, the same command resumes and prints the same results."""

import json
import os
import re
import signal
import subprocess
import unittest

from command import MIRADOR, PATIENCE, SEED_MEANS, CommandTest, run, wait_until, without_speed

# The slowest backend: some of these runs must be interrupted while they work.
RULES = ("--rules", "lma,bc", "--backend", "reference")
WORDS = ("sim", "--means", SEED_MEANS, *RULES, "--seed", "3")


class CheckpointTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.path = self.file("sweep.ckpt")

    def contents(self):
        with open(self.path, "rb") as file:
            return file.read()

    def done(self):
        if not os.path.exists(self.path):
            return 0
        match = re.search(rb"^done (\d+)$", self.contents(), re.MULTILINE)
        return int(match[1]) if match else 0

    def resumed(self, *words, runs, done):
        """The document of a command that resumes from a checkpoint."""
        process = run(*words, "--checkpoint", self.path, "--format", "json")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(process.stderr,
                         f"mirador: resuming {self.path}: {done} of {runs} runs are done\n")
        return json.loads(process.stdout)

    def start(self, *words):
        return subprocess.Popen([MIRADOR, *words, "--checkpoint", self.path, "--format", "json"],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_the_same_numbers_with_and_without(self):
        words = (*WORDS, "--runs", "150")
        plain = without_speed(self.json(*words))
        self.assertEqual(without_speed(self.json(*words, "--checkpoint", self.path)), plain)
        self.assertEqual(os.listdir(self.folder), ["sweep.ckpt"])
        before = self.contents()
        again = self.resumed(*words, "--threads", "1", runs=150, done=150)
        self.assertEqual(without_speed(again), plain)
        self.assertEqual(self.contents(), before)

    def test_killed_again_and_again(self):
        words = (*WORDS, "--runs", "2000")
        plain = without_speed(self.json(*words))
        seen = 0
        for kill in range(4):
            process = self.start(*words)
            if kill > 0:  # the first one is killed while it starts
                wait_until(lambda: self.done() > seen)
            process.kill()
            process.communicate()
            self.assertEqual(process.returncode, -signal.SIGKILL)
            self.assertGreaterEqual(self.done(), seen)
            seen = self.done()
        self.assertTrue(0 < seen < 2000, seen)
        self.assertEqual(without_speed(self.resumed(*words, runs=2000, done=seen)), plain)

    def test_interrupted_by_hand(self):
        words = (*WORDS, "--runs", "300000")
        process = self.start(*words)
        wait_until(self.done)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3, err)
        self.assertRegex(err, r"^mirador: interrupted: \d+ of 600000 runs .*same command resumes "
                              rf"from {self.path}\n$")
        self.assertGreater(self.done(), 0)

    def test_one_process_at_a_time(self):
        words = (*WORDS, "--runs", "300000")
        process = self.start(*words)
        wait_until(self.done)
        self.refuse(*words, "--checkpoint", self.path, field="checkpoint", says="in use")
        process.kill()
        process.communicate()

    def test_a_file_that_was_never_written_to_is_a_beginning(self):
        self.file("sweep.ckpt", "")
        self.json(*WORDS, "--runs", "10", "--checkpoint", self.path)
        self.assertEqual(self.done(), 10)

    def test_links_that_lie_beside_it(self):
        """In a shared folder such as /tmp, another user may have put a file there before."""
        theirs = self.file("theirs", "precious")
        for name in (".part", ".tmp", ".new"):
            os.symlink(theirs, self.path + name)
        self.json(*WORDS, "--runs", "10", "--checkpoint", self.path)
        self.assertTrue(self.done())
        with open(theirs, encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")

    def test_another_command(self):
        self.json(*WORDS, "--runs", "10", "--checkpoint", self.path)
        before = self.contents()
        for name, words in [
            ("seed", ("sim", "--means", SEED_MEANS, *RULES, "--seed", "4", "--runs", "10")),
            ("runs", (*WORDS, "--runs", "11")),
            ("max-samples", (*WORDS, "--runs", "10", "--max-samples", "99")),
            ("stopping", (*WORDS, "--runs", "10", "--stopping", "kaufmann-koolen")),
            ("delta", (*WORDS, "--runs", "10", "--delta", "0.1")),
            ("problem", (*WORDS, "--runs", "10", "--lowest")),
            ("problem", (*WORDS, "--runs", "10", "--margin", "0.1")),
            ("family", (*WORDS, "--runs", "10", "--sigma", "2")),
        ]:
            self.refuse(*words, "--checkpoint", self.path, field="checkpoint",
                        says=["another command", f"({name}: ", "give another file"])
            self.assertEqual(self.contents(), before)

    def test_damage(self):
        self.json(*WORDS, "--runs", "40", "--checkpoint", self.path)
        good = self.contents()
        middle = good.index(b"samples") + 10
        flipped = bytes([good[middle] ^ 1])
        for damaged, says in [
            (good[:middle] + flipped + good[middle + 1:], "damaged"),
            (good[:middle], "damaged"),
            (good[:-1], "damaged"),
            (good + b"more\n", "damaged"),
            (b"x" + good, "not a checkpoint"),
            (b"\0" * 4096, "not a checkpoint"),
            (b"# my notes\n", "not a checkpoint"),
        ]:
            with open(self.path, "wb") as file:
                file.write(damaged)
            self.refuse(*WORDS, "--runs", "40", "--checkpoint", self.path, field="checkpoint",
                        says=says)
            self.assertEqual(self.contents(), damaged)

    def test_files_that_cannot_be(self):
        words = (*WORDS, "--runs", "10", "--checkpoint")
        for path in ("", "-", self.folder, "/dev/null", "/proc/nothing", self.path + "/x"):
            self.refuse(*words, path, field="checkpoint")
        with open(self.path, "w", encoding="utf-8") as out:
            self.refuse(*words, self.path, field="checkpoint", says="standard output", stdout=out)
        self.refuse(*words, self.path, "--csv-runs", self.file("runs.csv"), field="checkpoint",
                    says="--csv-runs")
        self.refuse("bound", "--means", "1,0", "--checkpoint", self.path, field="checkpoint")


class MemoryTest(CommandTest):
    def test_a_million_runs_in_little_memory(self):
        # Two risks, so two million stopping times: stored singly they would take 16 MB, and as much
        # again for sorting. The memory of the test process counts a little, before the command begins.
        words = [MIRADOR, "sim", "--means", "9,0", "--rules", "rr", "--runs", "1000000"]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        self.assertLess(usage.ru_maxrss, 24 * 1024)


if __name__ == "__main__":
    unittest.main()
