"""The built command, which the package must agree with (path in the environment variable MIRADOR)."""

import json
import os
import subprocess

MIRADOR = os.environ["MIRADOR"]
PATIENCE = 1200  # seconds: a bound for what never ends; a slow and busy machine must not meet it


def run(*words):
    """The finished process."""
    return subprocess.run([MIRADOR, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE)


def answer(*words):
    """What it answers in JSON."""
    finished = run(*words, "--format", "json")
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


def listed(values):
    return ",".join(repr(float(value)) for value in values)
