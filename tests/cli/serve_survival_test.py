"""Servers that are killed under load: every acknowledged change is stored once, and streams go on. Clients repeat what was
not acknowledged under the same Idempotency-Key. MIRADOR_LONG=1 kills more often; docs/reliability.md has the figures."""

import http.client
import itertools
import json
import os
import random
import re
import signal
import subprocess
import threading
import time
import unittest

from command import MIRADOR, PATIENCE, CommandTest, run
from live import PostgresMixin

IS_LONG = bool(os.environ.get("MIRADOR_LONG"))
ARMS = ("a", "b", "c")
SPEC = {"name": "x", "mirador_spec": 2, "arms": list(ARMS), "family": {"name": "gaussian", "sigma": 1.0},
        "question": {"name": "best-arm", "direction": "highest", "margin": 0.0}, "rule": "lma", "stopping": "mixture",
        "delta": 1e-9, "seed": 1}
PATH = "/v1/experiments/x"
BROKEN = (OSError, http.client.HTTPException)
GAP = 0.005  # seconds between attempts


class Server:
    """A server that can be killed and started again at the same address."""

    def __init__(self, store, errors):
        self.store, self.errors, self.port = store, errors, 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [MIRADOR, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", self.store, "--log", "none"],
            stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        self.process.stdout.close()
        found = re.fullmatch(r"mirador listens on http://127\.0\.0\.1:(\d+)\n", line)
        if not found:
            raise AssertionError(f"the server did not start: {line!r}, {self.process.wait()}")
        self.port = int(found[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)


class Ledger:
    """What was acknowledged, by all clients."""

    def __init__(self):
        self.lock = threading.Lock()
        self.asked, self.told, self.observed, self.abandoned = [], [], [], []
        self.requests = self.repeats = 0
        self.problems = []

    def note(self, attempts, book, entries):
        with self.lock:
            self.requests += 1
            self.repeats += attempts - 1
            book += entries


class Client(threading.Thread):
    """Asks, tells, observes and abandons until the end; every request is repeated until it is acknowledged."""

    values = itertools.count(1)

    def __init__(self, number, servers, ledger, end):
        super().__init__()
        self.draw = random.Random(number)
        self.number, self.servers, self.ledger, self.end = number, servers, ledger, end
        self.keys = itertools.count(1)
        self.lines = {}

    def run(self):
        try:
            while not self.end.is_set():
                self.draw.choice((self.observe, self.observe_many, self.ask_and_tell))()
        except Exception as error:  # noqa: the main thread reports it
            self.ledger.problems.append(repr(error))
        for line in self.lines.values():
            line.close()

    def value(self):
        return next(self.values) / 2**30  # no two are the same

    def observe(self):
        seen = {"arm": self.draw.choice(ARMS), "value": self.value()}
        attempts, _ = self.post("observe", seen)
        self.ledger.note(attempts, self.ledger.observed, [(seen["arm"], seen["value"])])

    def observe_many(self):
        seen = [{"arm": self.draw.choice(ARMS), "value": self.value()} for _ in range(self.draw.randrange(1, 8))]
        attempts, _ = self.post("observe", {"values": seen})
        self.ledger.note(attempts, self.ledger.observed, [(one["arm"], one["value"]) for one in seen])

    def ask_and_tell(self):
        attempts, answer = self.post("ask", {"count": self.draw.randrange(1, 5)})
        tickets = [(one["ticket"], one["arm"]) for one in answer["tickets"]]
        self.ledger.note(attempts, self.ledger.asked, tickets)
        if self.draw.random() < 0.1:
            attempts, _ = self.post("abandon", {"tickets": [tickets[0][0]]})
            self.ledger.note(attempts, self.ledger.abandoned, [tickets.pop(0)[0]])
        results = [{"ticket": ticket, "value": self.value()} for ticket, _ in tickets]
        if self.draw.random() < 0.5:
            parts = [({"results": results}, results)] if results else []
        else:
            parts = [(one, [one]) for one in results]
        for body, told in parts:
            attempts, _ = self.post("tell", body)
            self.ledger.note(attempts, self.ledger.told, [(one["ticket"], one["value"]) for one in told])

    def post(self, operation, body):
        """The number of attempts and the answer."""
        key = f"client-{self.number}-{next(self.keys)}"
        at = self.draw.randrange(len(self.servers))
        for attempt in itertools.count(1):
            server = self.servers[(at + attempt - 1) % len(self.servers)]
            try:
                status, text = self.send(server, operation, json.dumps(body), key)
            except BROKEN:
                self.lines.pop(server).close()
                time.sleep(GAP)
                continue
            if status == 200:
                return attempt, json.loads(text)
            if status not in (429, 503):
                raise AssertionError((operation, body, attempt, status, text))
            time.sleep(GAP)

    def send(self, server, operation, body, key):
        if server not in self.lines:
            self.lines[server] = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        line = self.lines[server]
        line.request("POST", f"{PATH}/{operation}", body, {"Content-Type": "application/json", "Idempotency-Key": key})
        response = line.getresponse()
        return response.status, response.read().decode()


class Watcher(threading.Thread):
    """Follows a stream, and opens it again when it ends."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.status, self.opened, self.end = server, None, 0, threading.Event()
        self.start()

    def run(self):
        while not self.end.is_set():
            line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
            try:
                line.request("GET", PATH + "/stream")
                response = line.getresponse()
                if response.status == 200:
                    self.opened += 1
                    self.follow(response)
            except BROKEN:
                pass
            line.close()
            time.sleep(GAP)

    def follow(self, response):
        data = []
        for line in response:
            line = line.decode().rstrip("\n")
            if line.startswith("data: "):
                data.append(line.removeprefix("data: "))
            elif not line and data:
                self.status = json.loads("\n".join(data))
                data = []

    def has(self, samples):
        return self.status is not None and self.status["samples"] == samples


def wait_for(condition):
    """As wait_until, with longer pauses: the clients need the processor."""
    give_up = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > give_up:
            raise TimeoutError(f"not so after {PATIENCE} s")
        time.sleep(0.01)


class Killed(CommandTest):
    clients, everyday, often = 16, 5, 100

    def setUp(self):
        super().setUp()
        self.place = self.new_place()
        self.draw = random.Random(22)
        self.kills = self.often if IS_LONG else self.everyday
        self.errors = open(self.file("errors"), "w+", encoding="utf-8")
        self.addCleanup(self.errors.close)

    def new_place(self):
        return self.file("store.db")

    def start(self):
        server = Server(self.place, self.errors)
        self.addCleanup(lambda: server.process.poll() is None and server.kill())
        return server

    def begin(self, server):
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        line.request("POST", "/v1/experiments", json.dumps(SPEC), {"Content-Type": "application/json"})
        response = line.getresponse()
        self.assertEqual(response.status, 201, response.read())
        line.close()

    def watch(self, servers):
        watchers = [Watcher(server) for server in servers]
        for watcher in watchers:
            wait_for(lambda: watcher.has(0))
        return watchers

    def load(self, servers, ledger, victim):
        """Kills the victim again and again while clients work, then lets them finish."""
        end = threading.Event()
        clients = [Client(number, servers, ledger, end) for number in range(self.clients)]
        for client in clients:
            client.start()
        try:
            for _ in range(self.kills):
                before = ledger.requests
                if self.draw.random() < 0.8:  # else it may be killed before it has answered
                    wait_for(lambda: ledger.requests > before or ledger.problems)
                time.sleep(self.draw.choice((0.01, 0.1, 0.5)) * self.draw.random())
                victim.kill()
                victim.start()
            before = ledger.requests
            wait_for(lambda: ledger.requests > before or ledger.problems)
        finally:
            end.set()
            for client in clients:
                client.join()
        self.assertEqual(ledger.problems, [])

    def check_store(self, ledger):
        """What is stored is what was acknowledged: every request was repeated until it was."""
        lines = self.succeed("export", "x", "--store", self.place).splitlines()[1:]
        events = [json.loads(line) for line in lines]
        stored = {kind: [] for kind in ("asked", "told", "observed", "abandoned")}
        for event in events:
            if "event" in event:
                stored[event["event"]].append(event)
        self.assertEqual(sorted((one["ticket"], one["arm"]) for one in stored["asked"]),
                         sorted((ticket, arm) for ticket, arm in ledger.asked))
        self.assertEqual(sorted((one["ticket"], one["value"]) for one in stored["told"]), sorted(ledger.told))
        self.assertEqual(sorted((one["arm"], one["value"]) for one in stored["observed"]), sorted(ledger.observed))
        self.assertEqual(sorted(one["ticket"] for one in stored["abandoned"]), sorted(ledger.abandoned))
        self.assertRegex(self.succeed("verify", "--store", self.place), r"(?m)^x: \d+ events, intact$")
        return sum(map(len, stored.values()))

    def final_status(self):
        status = json.loads(run("status", "x", "--store", self.place, "--format", "json").stdout)
        return status, status["samples"]

    def check_streams(self, watchers):
        """They end on the final status, which is that of the command."""
        status, samples = self.final_status()
        for watcher in watchers:
            wait_for(lambda: watcher.has(samples))
            wait_for(lambda: watcher.status == status)
            watcher.end.set()

    def finish(self, servers, watchers):
        for server in servers:
            self.assertEqual(server.stop(), 0)
        for watcher in watchers:
            watcher.join(PATIENCE)
            self.assertFalse(watcher.is_alive())
        self.errors.seek(0)
        self.assertEqual(self.errors.read(), "")

    def report(self, ledger, events, watchers):
        print(f"{type(self).__name__}: {self.kills} kills, {self.clients} clients, {ledger.requests} requests acknowledged, "
              f"{ledger.repeats} repeated, {events} events stored, streams opened "
              f"{', '.join(str(watcher.opened) for watcher in watchers)} times", flush=True)


class SqliteKilled(Killed):
    def test_a_server_is_killed_under_load(self):
        server, ledger = self.start(), Ledger()
        self.begin(server)
        watchers = self.watch([server] * 3)
        self.load([server], ledger, server)
        events = self.check_store(ledger)
        self.check_streams(watchers)
        self.finish([server], watchers)
        for watcher in watchers:
            self.assertGreater(watcher.opened, 1)
        self.report(ledger, events, watchers)


class SqliteKilledWithManyClients(SqliteKilled):
    clients, everyday, often = 64, 3, 20


class PostgresKilled(PostgresMixin, Killed):
    everyday, often = 4, 30

    def test_one_of_two_servers_is_killed_under_load(self):
        survivor, victim, ledger = self.start(), self.start(), Ledger()
        self.begin(survivor)
        watchers = self.watch([survivor, victim])
        self.load([victim, survivor], ledger, victim)
        self.see_others(victim, watchers[0], ledger)
        events = self.check_store(ledger)
        self.check_streams(watchers)
        self.assertEqual(watchers[0].opened, 1)  # that of the survivor never broke
        self.assertGreater(watchers[1].opened, 1)
        self.finish([survivor, victim], watchers)
        self.report(ledger, events, watchers)

    def see_others(self, writer, watcher, ledger):
        """The stream of one server shows what is done through the other."""
        client = Client(self.clients, [writer], ledger, threading.Event())
        for _ in range(5):
            samples = self.final_status()[1]
            wait_for(lambda: watcher.has(samples))
            client.observe()
            wait_for(lambda: watcher.has(samples + 1))
        for line in client.lines.values():
            line.close()


if __name__ == "__main__":
    unittest.main()
