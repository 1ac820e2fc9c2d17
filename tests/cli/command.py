"""Runs the built command (path in the environment variable MIRADOR) for the tests of this folder."""

import json
import os
import subprocess
import tempfile
import time
import unittest

MIRADOR = os.environ.get("MIRADOR", "mirador")
SEED_MEANS = "1,0.85,0.8,0.75"
PATIENCE = 1200  # seconds: a limit for processes that hang; a slow and busy machine must not reach it

# The question "which of three arms is best?" as polyhedra.
BEST_OF_THREE = """
[[set]]
name = "first"
rows = [[1, -1, 0], [1, 0, -1]]
bounds = [0, 0]
[[set]]
name = "second, in words"
rows = [[-1, 1, 0], [0, 1, -1]]
bounds = [0, 0]
[[set]]
name = "third"
rows = [[-1, 0, 1], [0, -1, 1]]
bounds = [0, 0]
"""


def run(*words, env=None, **more):
    """The finished process; text in `stdout` and `stderr`."""
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run(
        [MIRADOR, *words], stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env=dict(os.environ, **(env or {})), timeout=PATIENCE, **more)


def wait_until(condition):
    """The value of the condition, once it is true."""
    give_up = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > give_up:
            raise TimeoutError(f"not so after {PATIENCE} s")
        time.sleep(0.01)
    return found


def cpu_seconds(pid):
    """The seconds that a process has used, without its children."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for_work(pid, seconds=0.3):
    """Waits until the process has used this much processor time, however busy the machine is."""
    wait_until(lambda: cpu_seconds(pid) >= seconds)


def children_of(pid):
    """The processes that the first thread of the process has started."""
    with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
        return [int(word) for word in file.read().split()]


def refuse_nan(name):
    raise ValueError(f"{name} is not JSON")


class CommandTest(unittest.TestCase):
    """A test with its own folder, and the checks that all tests share."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name, contents=None):
        path = os.path.join(self.folder, name)
        if contents is not None:
            with open(path, "w", encoding="utf-8") as out:
                out.write(contents)
        return path

    def succeed(self, *words, warns="", **more):
        """The output on stdout; stderr must contain one line that matches `warns`, or nothing."""
        process = run(*words, **more)
        self.assertEqual(process.returncode, 0, (words, process.stderr))
        self.assertRegex(process.stderr, rf"\Amirador: warning: {warns}\n\Z" if warns else r"\A\Z",
                         words)
        return process.stdout

    def json(self, *words, **more):
        """Exactly one JSON document, without NaN or infinities."""
        return json.loads(self.succeed(*words, "--format", "json", **more),
                          parse_constant=refuse_nan)

    def sim(self, *words, means=SEED_MEANS, **more):
        return self.json("sim", "--means", means, *words, **more)

    def refuse(self, *words, field, says=(), code=2, **more):
        """One line on stderr that begins with the field, nothing on stdout."""
        process = run(*words, **more)
        self.assertEqual(process.returncode, code, (words, process.stderr))
        self.assertEqual(process.stdout or "", "", words)
        self.assertEqual(process.stderr.count("\n"), 1, process.stderr)
        self.assertTrue(process.stderr.startswith(f"mirador: {field}"), (words, process.stderr))
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, process.stderr, words)


def without_speed(document):
    """The document without the one number that is not reproducible."""
    for result in document["results"]:
        del result["ns_per_step"]
    return document
