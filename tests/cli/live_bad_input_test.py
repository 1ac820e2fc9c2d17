"""Invalid input for live experiments: one line with the field and what to type instead; nothing changes."""

import os
import sqlite3
import unittest

from command import run
from live import LiveTest


class BadInputTest(LiveTest):
    def refuse_new(self, *words, field, says=(), arms="a,b"):
        self.refuse("new", "x", "--arms", arms, *words, field=field, says=says)
        self.assertFalse(os.path.exists(self.place), "a store was made for nothing")

    def test_arms(self):
        self.refuse("new", "x", field="arms", says="--arms a,b,c")
        for arms, says in [("a", "at least two"), ("", "at least two"), ("a,b,a", '"a"'),
                           ("a,,b", "empty"), ("a, ,b", "empty"), ("a,b,", "empty"),
                           ("a,b\n", "control"), ("a,\x1b[2J", "control"), ("a,\u2028", "control"), ("a,\u202eb", "control"),
                           ("a,a\u200b", "control"),
                           ("a," + "b" * 201, "201"), ("a;b", "a,b,c")]:
            self.refuse_new(field="arms", says=says, arms=arms)

    def test_names_of_experiments(self):
        for name in ("", " ", "a\nb", "\x1b[2J", "n" * 201):
            self.refuse("new", name, "--arms", "a,b", field="name", says="plain text")
        self.refuse("new", "--arms", "a,b", "--", "-x", field="name", says="-x")
        self.refuse("new", field="name", says="mirador new NAME")
        self.refuse("new", "x", "y", "--arms", "a,b", field="arguments", says='"y"')
        self.begin(name="list")  # a valid name
        self.assertEqual(self.ask(name="list")[0]["ticket"], 1)
        self.refuse("new", "list", "--arms", "a,b", field="name", says="already")

    def test_numbers(self):
        for delta in ("0", "1", "-0.1", "nan", "inf", "x", "", "0.1,0.01"):
            self.refuse_new("--delta", delta, field="delta")
        for margin in ("0", "-1", "nan", "inf", "x", "1e200"):
            self.refuse_new("--margin", margin, field="margin")
        for budget in ("0", "1", "-5", "x", "1.5", "1e300"):
            self.refuse_new("--max-samples", budget, field="max-samples")
        self.refuse_new("--family", "normal", "--max-samples", "3", field="max-samples",
                        says=["two values each", "at least 4"])
        for sigma in ("0", "-1", "nan", "1,2"):
            self.refuse_new("--family", "gaussian", "--sigma", sigma, field="sigma")
        self.refuse_new("--seed", "-1", field="seed")

    def test_names(self):
        self.refuse_new("--rule", "lmaa", field="rule", says="lma")
        self.refuse_new("--rules", "lma", field="rules", says="not an option of new")
        self.refuse_new("--rule", "ttts", "--margin", "1", field="rule", says="ttts")
        self.refuse_new("--stopping", "mixtur", field="stopping", says="mixture")
        self.refuse_new("--family", "bernouli", field="family", says="bernoulli")
        self.refuse_new("--problem", "best", field="problem", says="best-arm")
        self.refuse_new("--problem", "thresholding", field="level")
        self.refuse_new("--problem", "top-m", "--top", "2", field="top")
        self.refuse_new("--family", "normal", "--sigma", "1", field="sigma", says="leave it out")
        self.refuse_new("--problem", "closest", "--level", "0", "--family", "poisson", field="family")

    def test_a_sigma_is_known_or_it_is_not(self):
        self.refuse_new("--family", "gaussian", field="sigma", says=["--sigma S", "--family normal"])
        self.refuse_new("--sigma", "2", field="sigma", says="--family gaussian")
        sets = self.file("sets.toml", '[[set]]\nname = "up"\nrows = [[1, 1]]\nbounds = [0]\n'
                                      '[[set]]\nname = "down"\nrows = [[-1, -1]]\nbounds = [0]\n')
        for words in (["closest", "--level", "0"], ["polyhedral", "--sets", sets]):
            self.refuse_new("--problem", *words, field="family",
                            says=[words[0], "--family gaussian --sigma S"])

    def test_other_words(self):
        self.refuse_new("--means", "1,2", field="means", says="not an option of new")
        self.refuse_new("--format", "xml", field="format", says="json")

    def test_the_log_scale(self):
        self.refuse_new("--scale", "logs", field="scale", says='"log"')
        self.refuse_new("--scale", "log", "--family", "bernoulli", field="scale", says="gaussian")
        self.refuse_new("--scale", "log", "--problem", "thresholding", "--level", "1",
                        field="scale", says="best-arm")
        for margin in ("0%", "-2%", "%", "x%", "2%%", "inf%", "1e999%", "2 2%"):
            self.refuse_new("--scale", "log", "--margin", margin, field="margin")
        for words in ([], ["--scale", "linear"]):
            self.refuse_new("--margin", "2%", *words, field="margin", says="--scale log")
        self.refuse("sim", "--means", "1,0", "--margin", "2%", field="margin", says="percentage")
        self.refuse("sim", "--means", "1,0", "--scale", "log", field="scale", says="not an option")

    def test_spec_files(self):
        for text, field, says in [('arms = ["a,b", "c"]\n', "spec", "comma"),
                                  ('arms = ["a", "b"]\ndelta = [0.1, 0.2]\n', "delta", "0.1,0.2"),
                                  ('arms = ["a", "b"]\nstore = "x.db"\n', "spec", "store"),
                                  ('arms = ["a", "b"]\nticket = 3\n', "spec", "ticket"),
                                  ('arms = "a"\n', "arms (in", "two")]:
            self.refuse("new", "x", "--spec", self.file("s.toml", text), field=field, says=says)

    def test_values(self):
        self.begin("--family", "bernoulli")
        self.ask(2)
        for value in ("nan", "-nan", "inf", "-inf", "1e999", "x", "", "0.5", "2", "-1"):
            self.refuse_unchanged("tell", "x", "1", value, field="value")
            self.refuse_unchanged("observe", "x", "a", value, field="value")
        for family, values in [("poisson", ["1.5", "-1"]), ("exponential", ["-0.1"]),
                               ("bounded", ["1.01", "-1"]), ("normal", ["1e101", "-1e300"])]:
            self.begin("--family", family, name=family)
            for value in values:
                self.refuse("observe", family, "a", value, field="value", says="")

    def test_tickets(self):
        self.begin()
        self.refuse_unchanged("tell", "x", "1", "0", field="ticket", says="ask")
        self.ask(2)
        for ticket in ("0", "3", "-1", "x", "1.5", "18446744073709551616"):
            self.refuse_unchanged("tell", "x", ticket, "0", field="ticket")
            self.refuse_unchanged("abandon", "x", ticket, field="ticket")
        for count in ("0", "-1", "x", "1000001"):
            self.refuse_unchanged("ask", "x", "-n", count, field="count")

    def test_words(self):
        self.begin()
        for words, field in [(["tell", "x"], "ticket"), (["tell", "x", "1"], "value"),
                             (["tell", "x", "1", "2", "3"], "arguments"), (["observe", "x"], "arm"),
                             (["observe", "x", "a"], "value"), (["abandon", "x"], "ticket"),
                             (["ask"], "name"), (["status"], "name"), (["delete"], "name"),
                             (["import"], "file"), (["list", "x"], "arguments"),
                             (["tell", "x", "1", "--valu", "2"], "options"),
                             (["ask", "x", "-1"], "options"), (["ask", "x", "-n"], "count"),
                             (["status", "x", "--arms", "a"], "arms")]:
            self.refuse(*words, field=field)
        self.refuse("tell", "x", "1", "--batch", "-", field="ticket", says="--batch")
        self.ask()
        self.assertEqual(self.succeed("tell", "x", "--", "1", "-2.5"),
                         "1 result told; 1 sample, running\n")

    def test_unknown_experiments(self):
        for words in (["ask", "coffe"], ["tell", "coffe", "1", "2"], ["observe", "coffe", "a", "1"],
                      ["abandon", "coffe", "1"], ["status", "coffe"], ["report", "coffe"],
                      ["export", "coffe"], ["delete", "coffe"]):
            self.refuse(*words, field="name", says="mirador new")
            self.assertFalse(os.path.exists(self.place))
        self.begin(name="coffee")
        self.refuse("ask", "coffe", field="name", says='did you mean "coffee"?')

    def test_files_that_are_no_store(self):
        contents = "no database\n" * 500
        path = self.file("other", contents)
        for words in (["new", "x", "--arms", "a,b"], ["list"], ["status", "x"]):
            process = run(*words, "--store", path)
            self.assertIn(process.returncode, (1, 2), process.stderr)
            self.assertRegex(process.stderr, r"\Amirador: .*store[^\n]*\n\Z")
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), contents)
        path = self.file("foreign.db")
        with sqlite3.connect(path) as other:
            other.execute("create table events (a)")
        other.close()
        self.refuse("new", "x", "--arms", "a,b", "--store", path, field="the store", says="another")
        for place in (self.folder, os.path.join(self.folder, "no", "x.db"), ""):
            process = run("new", "x", "--arms", "a,b", "--store", place)
            self.assertIn(process.returncode, (1, 2))
            self.assertEqual(process.stderr.count("\n"), 1, process.stderr)

    def test_a_truncated_store_and_one_of_a_newer_version(self):
        self.begin()
        self.ask(100)
        newer = self.file("newer.db")
        for command in ("status", "ask"):
            with open(self.place, "rb") as file, open(newer, "wb") as copy:
                copy.write(file.read())
            with sqlite3.connect(newer) as database:
                version = database.execute("pragma user_version").fetchone()[0]
                database.execute(f"pragma user_version = {version + 1}")
            database.close()
            self.refuse(command, "x", "--store", newer, field="the store", says="newer")
        size = os.path.getsize(self.place)
        os.truncate(self.place, size // 2)
        process = run("status", "x")
        self.assertEqual((process.returncode, process.stdout), (1, ""))
        self.assertIn("damaged", process.stderr)

    def test_a_damaged_log(self):
        """An error of the store, not of the input."""
        for damage in ("UPDATE event SET value = 0.5 WHERE ticket = 1",
                       "UPDATE event SET value = 'abc' WHERE ticket = 1",
                       "UPDATE event SET kind = 9 WHERE ticket = 1",
                       "UPDATE experiment SET spec = 'junk'"):
            path = self.file("damaged.db")
            if os.path.exists(path):
                os.remove(path)
            self.begin("--family", "bernoulli", "--store", path)
            self.succeed("observe", "x", "a", "1", "--store", path)
            with sqlite3.connect(path) as database:
                database.execute(damage)
            database.close()
            for words in (["status", "x"], ["observe", "x", "a", "1"]):
                process = run(*words, "--store", path)
                self.assertEqual((process.returncode, process.stdout), (1, ""), damage)
                self.assertEqual(process.stderr.count("\n"), 1)
                self.assertRegex(process.stderr, "damaged|restore")
            if "UPDATE event" in damage:  # it is listed, with the reason
                [listed] = self.json("list", "--store", path)["experiments"]
                self.assertEqual((listed["name"], listed["phase"]), ("x", None))
                self.assertIn("damaged", listed["problem"])
                self.assertRegex(self.succeed("list", "--store", path), "(?m)^x +unreadable")

    def test_two_results_of_one_ticket_in_a_batch(self):
        self.begin()
        self.ask(2)
        self.refuse_unchanged("tell", "x", "--batch", self.file("two.csv", "1,2\n1,3\n"),
                              field="batch", says="earlier in the batch")
        self.refuse_unchanged("tell", "x", "--batch", self.file("nul.csv", "1,2\0\n"),
                              field="batch", says="number")
        self.succeed("tell", "x", "--batch", self.file("bom.csv", "\ufeffticket,value\n1,2\n"))

    def test_outputs_that_cannot_be_written(self):
        self.begin()
        for command in ("export", "report"):
            for path in (self.folder, os.path.join(self.folder, "no", "file"), ""):
                self.refuse(command, "x", "-o", path, field="output")
            self.refuse(command, "x", "-o", self.place, field="output", says="the store itself")
        with open("/dev/full", "w") as full:
            self.refuse("export", "x", field="output", code=1, stdout=full)

    def test_stopping_that_is_not_proved_says_so(self):
        self.begin("--stopping", "heuristic", warns=".*not proved.*")
        self.assertEqual(self.status()["stopping"]["status"], "heuristic")


if __name__ == "__main__":
    unittest.main()
