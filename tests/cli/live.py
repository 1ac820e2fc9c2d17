"""Live experiments in the test's own stores, for the tests of this folder."""

import json
import os
import re
import subprocess

from command import MIRADOR, CommandTest, refuse_nan, run

POSTGRES = os.environ.get("MIRADOR_TEST_POSTGRES")  # set by tools/with_postgres.sh


def unsealed(export):
    """The export as versions up to 0.7 wrote it."""
    plain = re.sub(r',"seal":"[0-9a-f]{16}"}$', "}", export, flags=re.MULTILINE)
    return plain.replace('{"mirador_export":2,', '{"mirador_export":1,', 1)


class LiveTest(CommandTest):
    """A store for one experiment, `x`."""

    def setUp(self):
        super().setUp()
        self.place = self.new_place()
        before = os.environ.get("MIRADOR_STORE")
        os.environ["MIRADOR_STORE"] = self.place
        self.addCleanup(lambda: os.environ.pop("MIRADOR_STORE"))
        if before is not None:
            self.addCleanup(lambda: os.environ.update(MIRADOR_STORE=before))

    def new_place(self):
        return self.file("store.db")

    def begin(self, *words, arms="a,b,c", name="x", **more):
        """The known sigma is 1 unless the words give another, because `play` has no noise."""
        known = [] if "--family" in words or "--spec" in words else ["--family", "gaussian"]
        if known and "--sigma" not in words:
            known += ["--sigma", "1"]
        return self.json("new", name, "--arms", arms, *known, *words, **more)

    def ask(self, count=1, name="x", **more):
        return self.json("ask", name, "-n", str(count), **more)["tickets"]

    def tell(self, ticket, value, name="x"):
        return self.json("tell", name, str(ticket), repr(value))

    def tell_all(self, readings, name="x"):
        text = "".join(f"{ticket},{value!r}\n" for ticket, value in readings)
        return self.json("tell", name, "--batch", "-", input=text)

    def status(self, name="x", code=0):
        process = run("status", name, "--format", "json")
        self.assertEqual((process.returncode, process.stderr), (code, ""))
        return json.loads(process.stdout, parse_constant=refuse_nan)

    def log(self, name="x"):
        """The lines of the export, without the one that names the experiment, and without seals."""
        return unsealed(self.succeed("export", name)).splitlines()[1:]

    def refuse_unchanged(self, *words, **more):
        """The same, and the log must not have changed."""
        before = self.log()
        self.refuse(*words, **more)
        self.assertEqual(self.log(), before)

    def play(self, means, count=8, most=100_000, name="x"):
        """Measures without noise until there are no more tickets; returns the number of measurements."""
        done = 0
        while done < most:
            process = run("ask", name, "-n", str(count), "--format", "json")
            tickets = json.loads(process.stdout)["tickets"]
            if not tickets:
                return done
            self.tell_all([(t["ticket"], means[t["arm"]]) for t in tickets], name)
            done += len(tickets)
        self.fail(f"no verdict after {done} measurements")


class PostgresMixin:
    """The same in a PostgreSQL database, emptied before every test."""

    def new_place(self):
        if POSTGRES is None:
            self.skipTest("needs tools/with_postgres.sh")
        names = json.loads(run("list", "--store", POSTGRES, "--format", "json").stdout)
        for experiment in names["experiments"]:
            run("delete", experiment["name"], "--yes", "--store", POSTGRES)
        return POSTGRES


def start(*words, **more):
    more.setdefault("stdout", subprocess.PIPE)
    more.setdefault("stderr", subprocess.PIPE)
    return subprocess.Popen([MIRADOR, *words], text=True, encoding="utf-8", **more)
