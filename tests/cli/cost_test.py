"""The cost of ask, tell and observe, in instructions (valgrind), so that it does not depend on the load: O(K) for
K arms, and O(n) for a log of n events, because a command replays the log. MIRADOR_LONG=1 tests more questions
and up to a million events, which takes minutes."""

import json
import os
import random
import re
import subprocess
import unittest

from command import MIRADOR, PATIENCE
from live import LiveTest

# The limit for the growth of the slope from one decade to the next: n² gives 10, n log n gives 1.3.
STEEPEST = 1.5
LONG = "MIRADOR_LONG" in os.environ
EVENTS = (1000, 10000, 100000, 1000000) if LONG else (1000, 10000, 30000)
ALL = ("ask", "tell", "observe")
QUESTIONS = {
    "best-arm": [],
    "top-m with a margin": ["--problem", "top-m", "--top", "3", "--margin", "0.1"],
}
if LONG:
    QUESTIONS["best-arm with a margin"] = ["--margin", "0.1"]
    QUESTIONS["thresholding"] = ["--problem", "thresholding", "--level", "0.3"]


def instructions(*words):
    """The instructions of one command, which must succeed."""
    process = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", MIRADOR, *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    if process.returncode != 0:
        raise AssertionError((words, process.stderr))
    return int(re.search(r"Collected : (\d+)", process.stderr)[1])


def observations(count):
    """An export of the first version, which has no seals: three equal arms, so that there is no verdict."""
    noise = random.Random(1)
    spec = {"mirador_spec": 2, "arms": ["a", "b", "c"], "family": {"name": "gaussian", "sigma": 1.0},
            "question": {"name": "best-arm", "direction": "highest", "margin": 0.0}, "rule": "lma",
            "stopping": "mixture", "delta": 1e-9, "seed": 1}
    lines = [{"mirador_export": 1, "name": "x", "spec": spec}]
    lines += [{"event": "observed", "ticket": i + 1, "arm": "abc"[i % 3], "value": noise.gauss(0.0, 1.0)}
              for i in range(count)]
    lines.append({"events": count})
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)


class CostTest(LiveTest):
    def assert_proportional(self, costs, what):
        """Checks that the cost grows linearly with the size, whatever the fixed part is."""
        if LONG:
            print(what, costs)
        points = sorted(costs.items())
        slopes = [(cost - before) / (size - smaller)
                  for (smaller, before), (size, cost) in zip(points, points[1:])]
        for lower, upper in zip(slopes, slopes[1:]):
            self.assertLessEqual(upper, STEEPEST * lower, (what, costs))

    def costs_of(self, name, size, commands, costs):
        """Records the costs of commands on an experiment without open tickets, under its size."""
        ticket = self.ask(1, name)[0]["ticket"]
        words = {"ask": [], "tell": [str(ticket), "0.4"], "observe": ["a", "0.4"]}
        for command in commands:
            costs.setdefault(command, {})[size] = instructions(command, name, *words[command])

    def measured_once(self, arms, words):
        """An experiment with one measurement of every arm: from here on the rule and stopping are active."""
        name = f"x{arms}"
        names = ",".join(["a", *map(str, range(1, arms))])
        self.begin(*words, arms=names, name=name)
        noise = random.Random(arms)
        self.tell_all([(t["ticket"], noise.gauss(0.0, 1.0)) for t in self.ask(arms, name)], name)
        return name

    def test_arms(self):
        for question, words in QUESTIONS.items():
            with self.subTest(question):
                self.place = os.environ["MIRADOR_STORE"] = self.file(f"{question}.db")
                costs = {}
                commands = ALL if LONG or question == "best-arm" else ["tell"]
                for arms in (100, 1000, 10000):
                    self.costs_of(self.measured_once(arms, words), arms, commands, costs)
                for command, of_size in costs.items():
                    self.assert_proportional(of_size, (question, command))

    def test_events(self):
        costs = {}
        for events in EVENTS:
            name = f"x{events}"
            self.succeed("import", "-", "--name", name, input=observations(events))
            self.costs_of(name, events, ALL if LONG else ["ask"], costs)
        for command, of_size in costs.items():
            self.assert_proportional(of_size, command)


if __name__ == "__main__":
    unittest.main()
