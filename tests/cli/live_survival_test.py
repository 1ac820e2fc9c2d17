"""Many processes on one experiment, and killed processes: no acknowledged result is lost or stored twice.
Small counts; docs/reliability.md describes the long runs."""

import json
import os
import random
import signal
import subprocess
import time
import unittest
import urllib.parse

from command import MIRADOR, PATIENCE, run, wait_until
from line import LineUntilCommit
from live import POSTGRES, LiveTest, PostgresMixin, start

WRITERS = 32
BUSY = "try again"  # the error of a process that waits too long for the lock


class Survival(LiveTest):
    campaigns = 6

    def events(self, name="x"):
        return [json.loads(line) for line in self.log(name)[:-1]]

    def shell(self, code, **variables):
        return subprocess.Popen(["sh", "-c", code, MIRADOR], stderr=subprocess.PIPE, text=True,
                                stdout=subprocess.DEVNULL, env=dict(os.environ, **variables))

    def test_32_processes_tell_at_once(self):
        self.begin(arms="a,b,c,d")
        tickets = self.ask(WRITERS * 4)
        parts = [tickets[i::WRITERS] for i in range(WRITERS)]
        loop = f"""
            for t in $TICKETS; do
              until said=$("$0" tell x $t 0.$t 2>&1 >/dev/null); do
                case $said in *"{BUSY}"*) ;; *) echo "$said" >&2; exit 1 ;; esac
              done
            done"""
        writers = [self.shell(loop, TICKETS=" ".join(str(t["ticket"]) for t in part))
                   for part in parts]
        for writer in writers:
            self.assertEqual((writer.wait(timeout=PATIENCE), writer.stderr.read()), (0, ""))
            writer.stderr.close()
        told = [event for event in self.events() if event["event"] == "told"]
        self.assertEqual(sorted(event["ticket"] for event in told),
                         sorted(t["ticket"] for t in tickets))
        for event in told:
            self.assertEqual(event["value"], float(f"0.{event['ticket']}"))

    def test_processes_that_ask_get_different_tickets(self):
        self.begin()
        words = ("ask", "x", "-n", "3", "--format", "json")
        askers = [start(*words) for _ in range(WRITERS)]
        numbers = []
        for asker in askers:
            out, err = asker.communicate(timeout=PATIENCE)
            while BUSY in err:
                asker = run(*words)
                out, err = asker.stdout, asker.stderr
            self.assertEqual((asker.returncode, err), (0, ""))
            numbers += [t["ticket"] for t in json.loads(out)["tickets"]]
        self.assertEqual(sorted(numbers), list(range(1, 3 * WRITERS + 1)))

    def test_status_while_another_process_tells(self):
        self.begin()
        last = self.ask(60)[-1]["ticket"]
        writer = self.shell("for t in $(seq 60); do \"$0\" tell x $t 0.5 || exit 1; done")
        before = 0
        while writer.poll() is None:
            samples = self.status()["samples"]
            self.assertGreaterEqual(samples, before)
            before = samples
        self.assertEqual((writer.returncode, writer.stderr.read()), (0, ""))
        writer.stderr.close()
        self.assertEqual(self.status()["samples"], last)

    def test_killed_in_the_middle(self):
        """Campaigns of asks, tells and batches, each killed at a random moment. All acknowledged changes
        are stored, and the state equals that of a twin that was never killed."""
        draw = random.Random(7)
        for campaign in range(self.campaigns):
            name, acknowledged, pending = f"c{campaign}", {}, []
            self.begin("--seed", str(campaign), name=name)
            for _ in range(12):
                if not pending:
                    pending = self.ask(4, name)
                told = pending[:draw.choice((1, 3))]
                readings = {t["ticket"]: draw.gauss(0.0, 1.0) for t in told}
                if self.tell_and_kill(name, readings, draw.uniform(0.0, 0.03)):
                    acknowledged.update(readings)
                done = {event["ticket"] for event in self.events(name) if event["event"] == "told"}
                pending = [t for t in pending if t["ticket"] not in done]
            self.check_against_twin(name, acknowledged)

    def tell_and_kill(self, name, readings, seconds):
        """Whether it was acknowledged before it was killed."""
        batch = "".join(f"{ticket},{value!r}\n" for ticket, value in readings.items())
        process = start("tell", name, "--batch", self.file("batch.csv", batch))
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        out, err = process.communicate()
        self.assertEqual(err, "")
        return " told; " in out

    def check_against_twin(self, name, acknowledged):
        told = {}
        for event in self.events(name):
            if event["event"] == "told":
                self.assertNotIn(event["ticket"], told)
                told[event["ticket"]] = event["value"]
        for ticket, value in acknowledged.items():
            self.assertEqual(told.get(ticket), value)
        path = self.file("twin.jsonl", self.succeed("export", name))
        twin = self.file("twin.db")
        self.succeed("import", path, "--store", twin)
        there, here = (run("status", name, "--format", "json", "--store", place).stdout
                       for place in (twin, self.place))
        self.assertEqual(there, here)
        os.remove(twin)


    def test_several_export_to_one_file(self):
        """At any moment the file is one of the complete exports."""
        for name in ("x", "y"):
            self.begin(name=name)
            self.ask(30, name)
        wholes = {self.succeed("export", name) for name in ("x", "y")}
        path = self.file("one.jsonl")
        self.succeed("export", "x", "-o", path)
        loop = "for t in $(seq 8); do \"$0\" $COMMAND $NAME -o one.jsonl >/dev/null || exit 1; done"
        writers = [self.shell(f"cd '{self.folder}'; {loop}", NAME=name, COMMAND=command)
                   for name in ("x", "y") for command in ("export", "salvage")]
        while any(writer.poll() is None for writer in writers):
            with open(path, encoding="utf-8") as file:
                self.assertIn(file.read(), wholes)
        for writer in writers:
            self.assertEqual((writer.returncode, writer.stderr.read()), (0, ""))
            writer.stderr.close()
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("one")], ["one.jsonl"])


class PostgresSurvival(PostgresMixin, Survival):
    campaigns = 2

    def test_a_line_that_ends_after_the_commit(self):
        """A stored change is not reported as failed."""
        self.begin()
        self.ask(2)
        started = []
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(POSTGRES).query)
        for words in (["ask", "x"], ["tell", "x", "1", "0.5"], ["observe", "x", "b", "0.25"], ["abandon", "x", "2"]):
            folder = self.file(words[0])
            os.mkdir(folder)
            line = LineUntilCommit(folder, query["host"][0])
            before = len(self.events())
            started.append((words, line, start(*words, "--store", line.address())))
            wait_until(lambda: len(self.events()) > before)
        for words, line, process in started:
            out, err = process.communicate(timeout=PATIENCE)
            line.thread.join()
            self.assertEqual((process.returncode, out), (1, ""), words)
            self.assertIn("and this is stored (do not repeat it)", err)
            self.assertEqual(err.count("\n"), 1)
        self.assertEqual(len(self.events()), 6)


if __name__ == "__main__":
    unittest.main()
