"""Many processes on one experiment, and processes that are killed: nothing acknowledged is lost or
doubled. Small counts; docs/reliability.md has the long runs."""

import json
import os
import random
import signal
import subprocess
import time
import unittest

from command import MIRADOR, PATIENCE, run
from live import LiveTest, PostgresMixin, start

WRITERS = 32
BUSY = "try again"  # what those are told who wait too long for their turn


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
        """Campaigns of asks, tells and batches, each killed at a random moment; what was answered
        is there, and the state is that of a twin that was never killed."""
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
        """Was it answered before it was killed?"""
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


class PostgresSurvival(PostgresMixin, Survival):
    campaigns = 2


if __name__ == "__main__":
    unittest.main()
