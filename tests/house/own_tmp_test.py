"""tools/with_own_tmp.py and tools/with_postgres.sh: nothing is shared, and nothing is left behind, after any kind of end."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOOLS = pathlib.Path(__file__).parents[2] / "tools"
PATIENCE = 1200  # seconds: for processes that hang
FREE = {name: value for name, value in os.environ.items() if name != "MIRADOR_OWN_TMP"}  # as if started by hand


def start(*words, tool=(sys.executable, "-B", TOOLS / "with_own_tmp.py"), **variables):
    return subprocess.Popen([*tool, *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env=dict(FREE, **variables))


def ended(*words, **more):
    """The exit status and the output."""
    process = start(*words, **more)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition):
    give_up = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.01)


class OwnTmpTest(unittest.TestCase):
    def test_each_has_its_own_for_as_long_as_it_runs(self):
        show = ("sh", "-c", "touch $TMPDIR/x && mktemp -u && echo $XDG_DATA_HOME")
        first, second = [ended(*show, TMP="/nowhere")[1].split() for _ in range(2)]
        folder = os.path.dirname(first[0])
        self.assertNotEqual(folder, os.path.dirname(second[0]))
        self.assertFalse(os.path.exists(folder))
        self.assertTrue(first[1].startswith(folder + "/"))

    def test_its_path_is_short(self):
        with tempfile.TemporaryDirectory(suffix="x" * 100) as long:
            folder = ended("sh", "-c", "echo $TMPDIR", TMPDIR=long)[1].strip()
        self.assertLess(len(folder), 60)

    def test_the_end_of_the_command_is_its_own(self):
        self.assertEqual(ended("sh", "-c", "echo out; echo err >&2; exit 7"), (7, "out\n", "err\n"))
        for number in (signal.SIGSEGV, signal.SIGTERM, signal.SIGKILL, signal.SIGPIPE):
            self.assertEqual(ended("sh", "-c", f"kill -{number} $$")[0], -number)
        self.assertEqual(ended("no-such-program")[0], 127)
        self.assertEqual(ended()[0], 1)

    def test_it_waits_for_orphans(self):
        code, out, _ = ended("sh", "-c", "(setsid sh -c 'sleep 0.3; echo late' &) ; echo early")
        self.assertEqual((code, out), (0, "early\nlate\n"))

    def test_an_orphan_that_does_not_end_is_a_failure(self):
        code, out, err = ended("sh", "-c", "setsid sleep 3000 >/dev/null 2>&1 & echo $!",
                               MIRADOR_ORPHAN_PATIENCE="0.2")
        self.assertEqual(code, 1)
        self.assertRegex(err, "was left behind and killed: sleep 3000")
        self.assertFalse(is_alive(int(out)))

    def test_a_signal_reaches_all_processes_below(self):
        process = start("sh", "-c", "sh -c 'echo $$; echo $TMPDIR; exec sleep 3000'; exit 9")
        sleeper, folder = int(process.stdout.readline()), process.stdout.readline().strip()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        self.assertNotEqual(process.returncode, 0)
        self.assertFalse(is_alive(sleeper) or os.path.exists(folder))

    def test_the_folder_goes_when_all_are_killed(self):
        process = start("sh", "-c", "echo $$; echo $TMPDIR; exec sleep 3000")
        sleeper, folder = int(process.stdout.readline()), process.stdout.readline().strip()
        for pid in (process.pid, sleeper):  # as ctest does at a timeout
            os.kill(pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
        wait_until(lambda: not os.path.exists(folder))


class PostgresTest(unittest.TestCase):
    def server(self, *words):
        """Runs a command with a server: returns the process, the server's process number and its folder."""
        code = "host=${MIRADOR_TEST_POSTGRES#*host=}; host=${host%%&*}; head -1 $host/data/postmaster.pid; echo $host; "
        process = start("sh", "-c", code + words[0], tool=(TOOLS / "with_postgres.sh",))
        return process, int(process.stdout.readline()), process.stdout.readline().strip()

    def test_it_is_stopped_with_the_command(self):
        process, server, folder = self.server("exit 5")
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 5)
        self.assertFalse(is_alive(server) or os.path.exists(folder))

    def test_it_is_stopped_at_a_signal(self):
        process, server, folder = self.server("exec sleep 3000")
        self.assertTrue(is_alive(server))
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        self.assertFalse(is_alive(server) or os.path.exists(folder))


if __name__ == "__main__":
    unittest.main()
