"""Races of real commands in the test's own store."""

import json
import os
import subprocess

from command import MIRADOR, PATIENCE, CommandTest, refuse_nan, run, wait_until

FAST, SLOW = "sleep 0.01", "sleep 0.03"
# A race that does not end, even on a busy machine.
CLOSE = ["-N", "--margin", "0.01%", "--delta", "1e-12", "sleep 0.0100", "sleep 0.01"]


class RaceTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.store = self.file("races.db")

    def variables(self, **more):
        return dict(os.environ, MIRADOR_STORE=self.store, COLUMNS="80", LC_ALL="C.UTF-8", **more)

    def start(self, *words, **more):
        return subprocess.Popen([MIRADOR, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, encoding="utf-8", env=self.variables(), **more)

    def race(self, *words, code=0, command="race", **more):
        """The output on stdout and on stderr."""
        process = self.start(command, *words, **more)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code, (words, out, err))
        return out, err

    def runs_in_store(self):
        listed = run("list", "--store", self.store, "--format", "json").stdout
        return sum(race["events"] for race in json.loads(listed)["experiments"]) if listed else 0

    def wait_for_runs(self, count):
        """Waits until the store has this many more runs."""
        before = self.runs_in_store()
        wait_until(lambda: self.runs_in_store() >= before + count)

    def document(self, *words, **more):
        return json.loads(self.race(*words, "--format", "json", **more)[0],
                          parse_constant=refuse_nan)

    def gate(self, baseline, candidate, *words, code):
        return self.document("--baseline", baseline, "--candidate", candidate, *words, code=code,
                             command="gate")

    def refuse_race(self, *words, field, says=(), command="race", code=2):
        """One line, before any command ran: no store is created."""
        self.refuse(command, *words, field=field, says=says, code=code,
                    env={"MIRADOR_STORE": self.store})
        self.assertFalse(os.path.exists(self.store), words)

    def read(self, name):
        with open(self.file(name), encoding="utf-8") as file:
            return file.read()

    def script(self, name, text):
        """A program for the test."""
        path = self.file(name, "#!/bin/sh\n" + text)
        os.chmod(path, 0o755)
        return path
