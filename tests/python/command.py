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
