"""A password in the address of a store, or in the environment, never appears in the output of a command."""

import os
import tempfile
import unittest
import urllib.parse

from command import CommandTest, run
from live import POSTGRES

LONG = os.environ.get("MIRADOR_LONG") == "1"
MARK = "hunter"  # occurs in every part of each password
PLAIN = "hunter2hunter2"
ODD = "hunter1?hunter2@hunter3:hunter4%hunter5/hunter6#hunter7&hunter8=hunter9 hunter0"


def quoted(text):
    return urllib.parse.quote(text, safe="")


def working(folder):
    """Addresses of the test's server, which asks for no password."""
    host = quoted(folder)
    return [f"postgresql://mirador:{PLAIN}@{host}/postgres",
            f"postgres://mirador:{quoted(ODD)}@{host}/postgres",
            f"postgresql:///postgres?host={folder}&user=mirador&password={PLAIN}",
            f"postgresql://mirador@{host}/postgres?password={quoted(ODD)}&sslmode=disable"]


BROKEN = [
    f"postgresql://mirador:{PLAIN}@127.0.0.1:1/db",
    f"postgresql://mirador:{quoted(ODD)}@127.0.0.1:1/db?connect_timeout=2",
    f"postgresql://mirador:{ODD}@127.0.0.1:1/db",
    f"postgresql://mirador:{PLAIN}@[x",
    f"postgresql://mirador:{PLAIN}@127.0.0.1:port/db",
    f"postgresql://mirador:{PLAIN}%ZZ{PLAIN}@127.0.0.1/db",
    f"postgresql://mirador:{PLAIN}?{PLAIN}@127.0.0.1:1/db",
    f"postgresql://mirador:{PLAIN}@127.0.0.1:1/db?passwd={PLAIN}",
    f"postgresql://mirador:{PLAIN}/{PLAIN}@127.0.0.1:1/db",
    f"postgresql://mirador:1/{PLAIN}@127.0.0.1:1/db",
    f"postgresql://127.0.0.1:1/db?user=mirador&password={PLAIN}&password={ODD}",
    f"postgresql://127.0.0.1:1/db?user=mirador&sslpassword={PLAIN}&sslmode=require",
    f"postgresql://mirador:{PLAIN}@127.0.0.1:1/db?service=nothing",
    f"postgresql://mirador:{PLAIN}@no-such-host.invalid/db",
    f"postgresql:mirador:{PLAIN}@127.0.0.1/db",
    f"postgresql:/mirador:{PLAIN}@127.0.0.1/db",
    f"PostgreSQL://mirador:{PLAIN}@127.0.0.1/db",
    f" postgresql://mirador:{PLAIN}@127.0.0.1/db",
    f"mysql://mirador:{PLAIN}@127.0.0.1/db",
    f"https://mirador:{PLAIN}@127.0.0.1/db",
    f"host=127.0.0.1 port=1 user=mirador password={PLAIN}",
    f"user=mirador password='{ODD}'",
    f"port=1 password={PLAIN}",
    f"service=nothing password = {PLAIN}",
    f"password={PLAIN}",
]

COMMANDS = [
    ["list"],
    ["status", "x"],
    ["new", "x", "--arms", "a,b", "--family", "bernoulli"],
    ["ask", "x", "-n", "2", "--format", "json"],
    ["tell", "x", "1", "1"],
    ["tell", "x", "7", "1"],
    ["observe", "x", "b", "0", "--request", "r"],
    ["abandon", "x", "2"],
    ["status", "x", "--format", "json"],
    ["status", "y"],
    ["verify"],
    ["report", "x", "-o", "report.html"],
    ["salvage", "x", "-o", "salvaged.jsonl"],
    ["export", "x", "-o", "exported.jsonl"],
    ["import", "exported.jsonl", "--name", "z"],
    ["import", "exported.jsonl", "--name", "z"],
    ["race", "-n", "one", "-n", "two", "--max-runs", "2", "-N", "true", "echo 1", "--export-json",
     "r.json", "--export-csv", "r.csv", "--export-markdown", "r.md", "--report", "r.html"],
    ["race", "--max-runs", "2", "-N", "true", "echo 1", "--format", "json"],
    ["delete", "x", "--yes"],
    ["delete", "z", "--yes"],
    ["list", "--format", "csv"],
]


class Secret(CommandTest):
    def setUp(self):
        super().setUp()
        if POSTGRES is None:
            self.skipTest("needs tools/with_postgres.sh")
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(POSTGRES).query)
        self.server = query["host"][0]
        self.runs = 0

    def search(self, words, folder, succeeds=None, **variables):
        process = run(*words, cwd=folder, env=variables)
        self.runs += 1
        with self.subTest(words=words, **variables):
            self.assertNotIn(MARK, process.stdout)
            self.assertNotIn(MARK, process.stderr)
            self.assertIn(process.returncode, (0, 1, 2, 3, 4), process.stderr)
            if succeeds is False:
                self.assertIn(process.returncode, (1, 2), process.stdout)
                self.assertRegex(process.stderr, r"\Amirador: [^\n]+\n\Z")
        return process

    def search_files(self, folder):
        for root, folders, files in os.walk(folder):
            for name in folders + files:
                self.assertNotIn(MARK, name)
            for name in files:
                with open(os.path.join(root, name), "rb") as file:
                    self.assertNotIn(MARK.encode(), file.read(), name)

    def new_folder(self):
        return tempfile.mkdtemp(dir=self.folder)

    def test_a_store_that_works(self):
        for place in working(self.server):
            for by_option in (True, False):
                folder = self.new_folder()
                done = 0
                for words in COMMANDS:
                    option = ["--store", place] if by_option else []
                    variables = {} if by_option else {"MIRADOR_STORE": place}
                    done += self.search(words[:1] + option + words[1:], folder, **variables).returncode in (0, 3)
                self.assertGreaterEqual(done, len(COMMANDS) - 5)
                self.assertEqual(len(os.listdir(folder)), 7)
                self.search_files(folder)
        print(f"{self.runs} commands on a store that works")

    def test_a_store_that_does_not(self):
        some = COMMANDS if LONG else [COMMANDS[0], COMMANDS[2], COMMANDS[16]]
        for place in BROKEN:
            folder = self.new_folder()
            for words in some:
                if words[0] == "import":
                    continue
                self.search([words[0], "--store", place, *words[1:]], folder, succeeds=False)
                self.search([words[0], f"--store={place}", *words[1:]], folder, succeeds=False)
            self.search(["list"], folder, succeeds=False, MIRADOR_STORE=place)
            self.search_files(folder)
        print(f"{self.runs} commands on a store that does not work")

    def test_a_password_in_the_environment(self):
        folder = self.new_folder()
        for place in ("postgresql://mirador@127.0.0.1:1/db", "postgresql:///db?service=nothing", POSTGRES):
            for variables in ({"PGPASSWORD": PLAIN}, {"PGPASSWORD": ODD, "PGSERVICE": "nothing"}):
                self.search(["list", "--store", place], folder, **variables)
        self.search_files(folder)

    def test_an_address_in_a_wrong_place(self):
        folder = self.new_folder()
        for place in BROKEN:
            self.search(["list", f"--stor={place}"], folder, succeeds=False)
            self.search(["sim", f"--store={place}"], folder, succeeds=False)
            if "://" in place:
                self.search(["list", place], folder, succeeds=False)
                self.search(["list", "--stor", place], folder, succeeds=False)
        self.search_files(folder)


if __name__ == "__main__":
    unittest.main()
