"""The built command, which the package must agree with (path in the environment variable MIRADOR)."""

import json
import os
import subprocess

MIRADOR = os.environ["MIRADOR"]
PATIENCE = 1200  # seconds: for commands that hang; long enough for slow and busy machines


def run(*words):
    """Runs the command; returns the finished process."""
    return subprocess.run([MIRADOR, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE)


def answer(*words):
    """The JSON output of the command."""
    finished = run(*words, "--format", "json")
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def listed(values):
    return ",".join(repr(float(value)) for value in values)


class Service:
    """`mirador serve` on a store, on a free port or a given one."""

    def __init__(self, store, *words, port=0):
        self.process = subprocess.Popen([MIRADOR, "serve", "--listen", f"127.0.0.1:{port}", "--store", store, "--log", "none",
                                         *words], stdout=subprocess.PIPE, text=True)
        self.place = self.process.stdout.readline().split()[-1]
        self.port = int(self.place.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)
