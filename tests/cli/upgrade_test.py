"""Stores of earlier versions are upgraded when they are opened, also by many processes at once."""

import json
import os
import sqlite3
import unittest

from command import PATIENCE, run
from live import LiveTest, start

DATA = os.path.join(os.path.dirname(__file__), "data")
DUMP = os.path.join(DATA, "store_0.7.sql")
OPENINGS = int(os.environ.get("MIRADOR_OPENINGS", "8"))
# The changes of 0.6.0 to the stores of 0.5.0.
AS_OF_0_5 = "ALTER TABLE event DROP COLUMN note; PRAGMA user_version = 1;"


class Upgrade(LiveTest):
    def make_store(self, changes="", name="old.db"):
        """One experiment, dose, of 9 events and 4 samples."""
        place = self.file(name)
        database = sqlite3.connect(place)
        with open(DUMP, encoding="utf-8") as file:
            database.executescript("PRAGMA journal_mode = WAL;" + file.read() + changes)
        database.close()
        os.environ["MIRADOR_STORE"] = place

    def test_what_they_hold_stays(self):
        for version, changes in ((7, ""), (5, AS_OF_0_5)):
            self.make_store(changes, f"0.{version}.db")
            status = self.status("dose")
            self.assertEqual((status["samples"], status["abandoned"]), (4, 1))
            self.assertEqual([arm["mean"] for arm in status["arms"]], [1.375, 2.75])
            self.assertEqual(self.succeed("verify"), "dose: 9 events, intact\n")

    def test_a_race_goes_on_under_the_adaptive_design(self):
        """It had no other."""
        with open(os.path.join(DATA, "race_0.7.sql"), encoding="utf-8") as file:
            self.make_store(file.read())
        words = ("race", "-N", "--resume", "--max-runs", "6", "sleep 0.01", "sleep 0.0100")
        resumed = run(*words, "--format", "json")
        self.assertEqual(resumed.returncode, 3, resumed.stderr)
        race = json.loads(resumed.stdout)["mirador"]
        self.assertEqual((race["design"], race["rule"]), ("adaptive", "lma"))
        self.assertEqual((race["samples_before"], race["samples"]), (4, 6))
        self.assertEqual([one["name"] for one in self.json("list")["experiments"]],
                         ["dose", race["experiment"]])
        self.assertEqual(self.succeed("verify", race["experiment"]), f"{race['experiment']}: 6 events, intact\n")
        self.refuse("race", "--design", "rounds", *words[1:], field="resume", says="begin it without")

    def test_many_processes_open_one_at_once(self):
        many = 8
        for trial, changes in enumerate(["", AS_OF_0_5] * (OPENINGS // 2)):
            self.make_store(changes, f"{trial}.db")
            writers = [start("observe", "dose", "high", str(number)) for number in range(many)]
            for writer in writers:
                _, err = writer.communicate(timeout=PATIENCE)
                self.assertEqual((writer.returncode, err), (0, ""))
            values = [line for line in self.log("dose") if '"event":"observed"' in line]
            self.assertEqual(len(values), 1 + many)
            self.assertEqual(self.succeed("verify"), f"dose: {9 + many} events, intact\n")

    def test_control_characters_of_stored_names(self):
        """Other programs could store these before there were seals."""
        steering = "x\x1b[2J\x7f\x9b31m\u202e\r\n=1+1"
        quoted = "||".join(f"char({ord(letter)})" for letter in steering)
        self.make_store(f"UPDATE experiment SET name = {quoted};")
        for words in (["list"], ["list", "--format", "csv"], ["list", "--format", "json"], ["verify"],
                      ["verify", "--format", "csv"], ["verify", "--format", "json"], ["status", steering],
                      ["status", steering, "--format", "json"], ["status", steering, "--format", "csv"],
                      ["report", steering, "-o", self.file("report.html")], ["export", steering],
                      ["salvage", steering], ["observe", steering, "x\x1b", "1"], ["status", "\x1b\x9b"]):
            process = start(*words)
            out, err = process.communicate(timeout=PATIENCE)
            for text in (out, err):
                for letter in "\x1b\x7f\x9b\u202e\r":
                    self.assertNotIn(letter, text, words)
        [listed] = self.json("list")["experiments"]
        self.assertEqual(listed["name"], steering)
        with open(self.file("report.html"), encoding="utf-8") as page:
            self.assertNotIn("\x1b", page.read())


if __name__ == "__main__":
    unittest.main()
