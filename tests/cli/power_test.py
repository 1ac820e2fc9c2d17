"""A power failure at any change of a file that a command writes, which loses what was not synced: the old or the
new file is there and complete."""

import csv
import io
import json
import os
import shutil
import subprocess
import unittest

from command import CommandTest, run

FAULTS = os.environ["MIRADOR_FAULTS"]
OLD = b"what was there before\n"
MOST = 200  # the most changes of one command


class Power(CommandTest):
    def setUp(self):
        super().setUp()
        self.disk = self.file("disk")
        self.store = self.file("store.db")
        for words in (["new", "x", "--arms", "a,b", "--family", "bernoulli"], ["ask", "x", "-n", "2"],
                      ["tell", "x", "1", "1"], ["observe", "x", "b", "0"]):
            self.succeed(*words, "--store", self.store)
        self.runs = self.cuts = 0

    def format_disk(self, files):
        for folder in (self.disk, self.disk + ".undo"):
            shutil.rmtree(folder, ignore_errors=True)
            os.mkdir(folder)
        for name, contents in files.items():
            with open(os.path.join(self.disk, name), "wb") as out:
                out.write(contents)

    def target(self, name):
        return os.path.join(self.disk, name)

    def found(self, name):
        if not os.path.exists(self.target(name)):
            return None
        with open(self.target(name), "rb") as file:
            return file.read()

    def faults(self, change, loses):
        return {"LD_PRELOAD": FAULTS, "MIRADOR_FAULT_POWER": str(change), "MIRADOR_FAULT_FOLDER": self.disk,
                "MIRADOR_FAULT_LOSES": loses}

    def run_until(self, change, loses, words, codes):
        """Whether the command ended without a power failure."""
        process = run(*words, env=self.faults(change, loses))
        self.runs += 1
        self.assertIn(process.returncode, (-9, *codes), process.stderr)
        self.cuts += process.returncode == -9
        return process.returncode != -9

    def cut_everywhere(self, words, names, is_whole, codes=(0,)):
        """The files are old or complete after every failure, and complete at the end."""
        for before in ({}, {name: OLD for name in names}):
            for loses in ("nothing", "data", "names"):
                for change in range(1, MOST):
                    self.format_disk(before)
                    done = self.run_until(change, loses, words, codes)
                    for name in names:
                        with self.subTest(words=words, change=change, loses=loses, name=name, done=done,
                                          before=bool(before)):
                            found = self.found(name)
                            if done or found != before.get(name):
                                self.assertTrue(found is not None and is_whole(name, found), found)
                    if done:
                        self.assertGreater(change, 3)
                        break
                else:
                    self.fail("it never ends")

    def check_repeatable(self, words, name):
        self.format_disk({})
        self.succeed(*words)
        whole = self.found(name)
        self.cut_everywhere(words, [name], lambda _, found: found == whole)

    def test_exports_and_reports(self):
        for command, name in (("export", "x.jsonl"), ("salvage", "x.jsonl"), ("report", "x.html")):
            self.check_repeatable([command, "x", "--store", self.store, "-o", self.target(name)], name)
        simulation = ["sim", "--means", "1,0", "--runs", "20", "--csv-runs", self.target("runs.csv")]
        self.check_repeatable(simulation, "runs.csv")
        print(f"{self.runs} commands, {self.cuts} ended by a power cut")

    def test_races(self):
        names = ["r.json", "r.csv", "r.md", "r.html"]
        options = zip(("--export-json", "--export-csv", "--export-markdown", "--report"), names)
        words = ["race", "--max-runs", "2", "-N", "true", "echo 1", "--store", self.store]
        words += [word for option, name in options for word in (option, self.target(name))]
        self.cut_everywhere(words, names, self.is_whole_export, codes=(3,))
        print(f"{self.runs} races, {self.cuts} ended by a power cut")

    def is_whole_export(self, name, found):
        text = found.decode()
        if name == "r.json":
            return len(json.loads(text)["results"]) == 2
        if name == "r.csv":
            return text.endswith("\n") and len(list(csv.DictReader(io.StringIO(text)))) == 2
        return text.endswith("</html>\n" if name == "r.html" else "\n") and "echo 1" in text

    def test_the_disk_itself(self):
        """The simulated failure loses exactly what is not synced."""
        for sync_file, sync_folder, loses, found in (
                (0, 0, "nothing", b"new"), (0, 0, "data", b""), (1, 0, "data", b"new"), (1, 0, "names", OLD),
                (1, 1, "names", b"new"), (0, 1, "names", b"")):
            self.format_disk({"a": OLD})
            code = f"""
import os
os.chdir({self.disk!r})
new = os.open({self.target("b")!r}, os.O_WRONLY | os.O_CREAT)
os.write(new, b"new")
if {sync_file}: os.fsync(new)
os.rename({self.target("b")!r}, {self.target("a")!r})
if {sync_folder}: os.fsync(os.open({self.disk!r}, os.O_RDONLY))
"""
            variables = dict(os.environ, **self.faults(MOST, loses))
            subprocess.run(["/usr/bin/python3", "-c", code], check=True, env=variables)
            self.assertEqual(self.found("a"), found, (sync_file, sync_folder, loses))

    def test_checkpoints(self):
        words = ["sim", "--means", "1,0", "--runs", "100", "--format", "csv", "--checkpoint", self.target("c")]
        self.format_disk({})
        whole = self.succeed(*words).splitlines()
        for loses in ("nothing", "data", "names"):
            for change in range(1, MOST):
                self.format_disk({})
                done = self.run_until(change, loses, words, (0,))
                again = run(*words)
                self.assertEqual(again.returncode, 0, again.stderr)
                again = again.stdout.splitlines()
                self.assertEqual([line.rsplit(",", 1)[0] for line in again],
                                 [line.rsplit(",", 1)[0] for line in whole])
                if done:
                    break
        print(f"{self.runs} simulations, {self.cuts} ended by a power cut")


if __name__ == "__main__":
    unittest.main()
