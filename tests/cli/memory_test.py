"""Failed allocations, one at a time, in the commands of live experiments: each gives one line of error, and the
store keeps all acknowledged results. Tests a few; with MIRADOR_LONG=1 every one after the command line was read."""

import os
import shutil
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from command import MIRADOR, PATIENCE, CommandTest

FAULTS = os.environ["MIRADOR_FAULTS"]
LONG = os.environ.get("MIRADOR_LONG") == "1"
FEW = 8  # allocations of a command that are tested in the short run
SAME = 5000  # allocations at the start of every command, while the command line is read

COMMANDS = [
    ["new", "y", "--arms", "a,b", "--family", "bernoulli"],
    ["ask", "x", "-n", "2"],
    ["tell", "x", "3", "0.5", "--request", "r"],
    ["tell", "x", "--batch", "batch.csv"],
    ["observe", "x", "b", "0.25", "--format", "json"],
    ["abandon", "x", "3"],
    ["add-arm", "x", "d,e"],
    ["retire-arm", "x", "c"],
    ["status", "x"],
    ["status", "x", "--format", "json"],
    ["list"],
    ["export", "x"],
    ["export", "x", "-o", "out.jsonl"],
    ["import", "saved.jsonl", "--name", "z"],
    ["delete", "x", "--yes"],
    ["verify"],
    ["salvage", "x", "-o", "out.jsonl"],
    ["report", "x", "-o", "out.html"],
]


def run(folder, *words, **variables):
    return subprocess.run([MIRADOR, *words], cwd=folder, capture_output=True, text=True, encoding="utf-8",
                          env=dict(os.environ, MIRADOR_STORE="store.db", **variables), timeout=PATIENCE)


def files_in(folder):
    """The files, without those that SQLite creates and removes."""
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return {name: data for name, data in found.items() if not name.endswith(("-wal", "-shm")) or data}


class Memory(CommandTest):
    def setUp(self):
        super().setUp()
        self.base = self.file("base")
        os.mkdir(self.base)
        for words in (["new", "x", "--arms", "a,b,c", "--family", "gaussian", "--sigma", "1"],
                      ["ask", "x", "-n", "4"], ["tell", "x", "1", "0.5"], ["tell", "x", "2", "1.5"],
                      ["observe", "x", "c", "0.75"], ["export", "x", "-o", "saved.jsonl"]):
            self.must_run(self.base, *words)
        with open(os.path.join(self.base, "batch.csv"), "w", encoding="utf-8") as out:
            out.write("ticket,value\n3,0.5\n4,0.125\n")

    def must_run(self, folder, *words, **variables):
        process = run(folder, *words, **variables)
        self.assertEqual((process.returncode, process.stderr), (0, ""), words)
        return process.stdout

    def contents(self, folder):
        """All experiments of the store, as their exports."""
        names = [line.split()[0] for line in self.must_run(folder, "list").splitlines()[1:]]
        return {name: self.must_run(folder, "export", name) for name in names}

    def copy(self):
        folder = tempfile.mkdtemp(dir=self.folder)
        shutil.copytree(self.base, folder, dirs_exist_ok=True)
        return folder

    def test_every_failing_allocation_is_one_line(self):
        before = self.contents(self.base)
        runs = refused = 0
        for words in COMMANDS:
            self.command = words
            folder, report = self.copy(), self.file("report")
            self.answer = self.must_run(folder, *words, LD_PRELOAD=FAULTS, MIRADOR_FAULT_REPORT=report)
            with open(report, encoding="utf-8") as file:
                allocations = int(file.read().split()[1])
            self.states = [before, self.contents(folder)]
            step = 1 if LONG else max(1, (allocations - SAME) // FEW)
            plans = [f"{n}" for n in range(allocations, SAME, -step)]
            plans += [f"{n}+" for n in range(allocations, SAME, -7 * step)]
            plans += [f"{n}" for n in range(1, SAME, 50 if LONG else SAME // 2)]
            with ThreadPoolExecutor(2) as pool:
                codes = list(pool.map(self.fail_at, plans))
            runs += len(codes)
            refused += sum(code != 0 for code in codes)
        self.assertGreater(refused, runs / 2)
        print(f"{runs} commands with an allocation that failed, {refused} of them refused")

    def fail_at(self, plan):
        folder = self.copy()
        untouched = files_in(folder)
        process = run(folder, *self.command, LD_PRELOAD=FAULTS, MIRADOR_FAULT_ALLOCATION=plan)
        with self.subTest(command=self.command, allocation=plan):
            self.check(folder, untouched, process)
        shutil.rmtree(folder)
        return process.returncode

    def check(self, folder, untouched, process):
        if process.returncode == 0:
            self.assertEqual(process.stdout, self.answer)
        else:
            # A file that cannot be read because memory runs out counts as bad input.
            said = "Cannot allocate memory" in process.stderr
            self.assertIn(process.returncode, (1, 2) if said else (1,), process.stderr)
            self.assertRegex(process.stderr, r"\Amirador: [^\n]+\n\Z")
        if process.returncode == 0 or files_in(folder) != untouched:
            wanted = self.states[1:] if process.returncode == 0 else self.states
            self.assertIn(self.contents(folder), wanted)


if __name__ == "__main__":
    unittest.main()
