"""Damaged stores: the damage is reported, and the intact part can be saved."""

import json
import os
import shutil
import sqlite3
import subprocess
import unittest

from command import MIRADOR, run
from live import LiveTest


class Damage(LiveTest):
    def setUp(self):
        super().setUp()
        self.begin()
        for ticket in self.ask(6):
            self.tell(ticket["ticket"], 0.1 * ticket["ticket"])

    def change(self, sql):
        database = sqlite3.connect(self.place)
        database.execute(sql)
        database.commit()
        database.close()

    def copied_after_crash(self, *parts):
        """A copy of these files of the store; the last event is only in the log. The main file is whole.db."""
        writer = sqlite3.connect(self.place)  # keeps the log from being written back
        writer.execute("BEGIN")
        writer.execute("SELECT count(*) FROM event").fetchone()
        self.succeed("observe", "x", "a", "0.5")
        copy = self.file("copy.db")
        for part in parts:
            shutil.copy(self.place + part, copy + part)
        shutil.copy(self.place, self.file("whole.db"))
        writer.close()
        return copy

    def test_an_intact_store(self):
        self.assertEqual(self.succeed("verify"), "x: 12 events, intact\n")
        self.assertEqual(self.json("verify", "x"), {"experiments": [
            {"name": "x", "events": 12, "intact": True, "damage": None}]})
        self.assertEqual(self.succeed("verify", "--format", "csv").splitlines(),
                         ["name,events,intact,damage", "x,12,true,"])
        self.refuse("verify", "y", field="name", says='"y"')

    def test_a_changed_value_is_refused_everywhere(self):
        self.change("UPDATE event SET value = 1e9 WHERE number = 9")
        for words in (["status", "x"], ["ask", "x"], ["tell", "x", "1", "0.1"], ["export", "x"],
                      ["observe", "x", "a", "1"], ["report", "x"]):
            self.refuse(*words, field="the log of", code=1,
                        says=["event 9 is not what was stored", "mirador salvage"])
        process = run("verify", "--format", "json")
        self.assertEqual(process.returncode, 1, process.stderr)
        [found] = json.loads(process.stdout)["experiments"]
        self.assertEqual((found["name"], found["events"], found["intact"]), ("x", 8, False))
        self.assertIn("event 9", found["damage"])

    def test_one_damaged_experiment_does_not_hide_others(self):
        self.begin(name="a")
        self.begin(name="z")
        self.change("UPDATE experiment SET created = created + 1 WHERE name = 'a'")
        process = run("verify", "--format", "json")
        self.assertEqual(process.returncode, 1, process.stderr)
        found = {one["name"]: one["intact"] for one in json.loads(process.stdout)["experiments"]}
        self.assertEqual(found, {"a": False, "x": True, "z": True})

    def test_what_is_intact_is_saved(self):
        self.change("DELETE FROM event WHERE number = 11")
        path = self.file("saved.jsonl")
        saved = self.json("salvage", "x", "-o", path)
        self.assertEqual((saved["name"], saved["events"], saved["file"]), ("x", 10, path))
        self.assertIn("event 12 is not where it was stored", saved["damage"])
        self.succeed("import", path, "--name", "y")
        self.assertEqual(self.status("y")["samples"], 4)
        self.assertEqual(self.succeed("verify", "y"), "y: 10 events, intact\n")
        process = run("salvage", "x")
        self.assertEqual(process.returncode, 0)
        self.assertEqual(len(process.stdout.splitlines()), 12)
        self.assertIn("10 events saved", process.stderr)

    def test_a_lost_log_of_sqlite_is_seen(self):
        """The log is lost after a crash; it contained acknowledged results."""
        copy = self.copied_after_crash("", "-acknowledged")
        self.refuse("status", "x", "--store", copy, field="the store", code=1,
                    says=["has lost what it acknowledged", "12 events", "13"])
        saved = self.json("salvage", "x", "--store", copy, "-o", self.file("saved.jsonl"))
        self.assertEqual(saved["events"], 12)
        self.assertIn("13 were acknowledged", saved["damage"])
        os.remove(copy + "-acknowledged")  # the user confirms an earlier copy
        self.assertEqual(json.loads(
            self.succeed("status", "x", "--store", copy, "--format", "json"))["samples"], 6)

    def test_a_log_without_its_file_is_not_overwritten(self):
        copy = self.copied_after_crash("-wal", "-acknowledged")
        with open(copy + "-wal", "rb") as file:
            log = file.read()
        for words in (["list"], ["status", "x"], ["new", "y", "--arms", "a,b"], ["verify"]):
            self.refuse(*words, "--store", copy, field="the store", code=1,
                        says=["is missing", "-wal is there", "move all files of a store together"])
        with open(copy + "-wal", "rb") as file:
            self.assertEqual(file.read(), log)
        shutil.copy(self.file("whole.db"), copy)
        self.assertEqual(self.succeed("verify", "--store", copy), "x: 13 events, intact\n")

    def test_a_removal_that_failed_is_forgotten(self):
        limit = ["bash", "-c", 'ulimit -f 1; exec "$@"', "-", MIRADOR, "delete", "x", "--yes"]
        self.assertEqual(subprocess.run(limit, capture_output=True).returncode, 1)
        copy = self.file("copy.db")
        shutil.copy(self.place, copy)
        self.succeed("observe", "x", "a", "0.5")
        shutil.copy(copy, self.place)
        self.refuse("status", "x", field="the store", code=1, says=["13 were acknowledged"])

    def test_a_change_under_one_request_is_made_once(self):
        for _ in range(3):
            self.assertEqual(self.json("observe", "x", "a", "0.5", "--request", "r1")["ticket"], 7)
            self.assertEqual([t["ticket"] for t in self.json("ask", "x", "-n", "2", "--request", "r2")["tickets"]], [8, 9])
        self.assertEqual(self.status()["samples"], 7)
        self.refuse("observe", "x", "a", "0.7", "--request", "r1", field="request",
                    says=["r1", "another change"])
        self.refuse("observe", "x", "a", "0.7", "--request", "", field="request")
        self.tell_all([(8, 0.5)])
        self.json("tell", "x", "9", "0.5", "--request", "r3")
        self.ask(1)
        self.refuse("tell", "x", "--batch", "-", "--request", "r3", input="9,0.5\n10,0.5\n",
                    field="request", says=["another change"])

    def test_control_characters_of_stored_names(self):
        self.change("UPDATE experiment SET name = 'x' || char(27) || '[2J'")
        process = run("list")
        self.assertEqual(process.returncode, 1)
        self.assertNotIn("\x1b", process.stdout + process.stderr)


if __name__ == "__main__":
    unittest.main()
