"""Signals during a race: commands end with it, and a stopped run does not count."""

import fcntl
import json
import os
import pty
import random
import resource
import signal
import subprocess
import termios
import time
import unittest

from command import MIRADOR, PATIENCE, run, wait_until
from race import FAST, SLOW, RaceTest

# A shell in the background ignores SIGINT, and children inherit that; a handler is not inherited.
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    signal.signal(number, lambda *_: None)

KILLS = int(os.environ.get("MIRADOR_KILLS", "8"))
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU)


def state_of(pid):
    """The state in /proc; Z if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "Z"


def sleeps_of(pid):
    """How often the first thread of the process has gone to sleep."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt"))


class SignalTest(RaceTest):
    def pids(self, name="pids"):
        """The numbers on the complete lines so far."""
        try:
            return [int(line) for line in self.read(name).splitlines(keepends=True) if line.endswith("\n")]
        except FileNotFoundError:
            return []


class EndTest(SignalTest):
    def setUp(self):
        super().setUp()
        pids = self.file("pids")
        below = self.script("below", f"echo $$ >> {pids}; sleep 3000; :\n")
        command = self.script("command", f"{below} & echo $$ >> {pids}; wait\n")
        self.words = ["race", "-N", command, command]

    def wait_for_commands(self):
        """Waits until a command runs that has a child process."""
        wait_until(lambda: len(self.pids()) == 2)
        for pid in self.pids():
            self.assertNotEqual(state_of(pid), "Z")

    def check_commands_are_gone(self):
        self.assertEqual(len(self.pids()), 2)
        for pid in self.pids():
            wait_until(lambda: state_of(pid) == "Z")
        os.remove(self.file("pids"))

    def test_a_signal_ends_the_race_and_its_commands(self):
        for number in ENDINGS:
            process = self.start(*self.words)
            self.wait_for_commands()
            process.send_signal(number)
            out, _ = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 3, number)
            self.assertRegex(out, "(?m)^undecided +interrupted")
            self.check_commands_are_gone()

    def test_nothing_outlives_a_race_that_is_killed(self):
        for number in (signal.SIGKILL, signal.SIGBUS):
            process = self.start(*self.words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
            self.wait_for_commands()
            process.send_signal(number)
            process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, -number)
            self.check_commands_are_gone()

    def left_over(self):
        """The processes of the race: they inherit the place of its store."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    if self.store.encode() in file.read():
                        found.append(pid)
            except OSError:  # it has ended, or belongs to another user
                pass
        return found

    def test_killed_at_random_moments(self):
        draw = random.Random(3)
        below = self.script("below", "sleep 3000; :\n")
        words = ["race", "-N", "--margin", "0.01%", "--delta", "1e-12"]
        for seconds in ("0.003", "0.004"):
            words.append(self.script(f"for_{seconds}", f"{below} & {below} & sleep {seconds}\n"))
        for _ in range(KILLS):
            process = self.start(*words)
            wait_until(lambda: len(self.left_over()) > 2)
            time.sleep(draw.uniform(0.0, 0.05))
            process.kill()
            process.communicate(timeout=PATIENCE)
            wait_until(lambda: not self.left_over())

    def test_a_second_signal_ends_what_takes_long(self):
        reading, writing = os.pipe()
        capacity = fcntl.fcntl(writing, fcntl.F_GETPIPE_SZ)
        os.write(writing, b"x" * capacity)  # so that its final output must wait
        process = subprocess.Popen([MIRADOR, *self.words], stdout=writing, stderr=subprocess.DEVNULL,
                                   env=self.variables())
        os.close(writing)
        self.wait_for_commands()
        process.send_signal(signal.SIGINT)
        self.check_commands_are_gone()
        self.assertIsNone(process.poll())

        def ended():
            process.send_signal(signal.SIGINT)
            return process.poll() is not None

        wait_until(ended)
        self.assertEqual(process.returncode, -signal.SIGINT)
        os.close(reading)

    def in_terminal(self):
        """The race, and the other end of its terminal."""
        outer, inner = pty.openpty()

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        process = subprocess.Popen([MIRADOR, *self.words], stdin=inner, stdout=inner, stderr=inner,
                                   env=self.variables(), preexec_fn=take_terminal)
        os.close(inner)
        self.wait_for_commands()
        return process, outer

    def test_a_terminal_that_is_closed(self):
        process, outer = self.in_terminal()
        os.close(outer)
        process.wait(timeout=PATIENCE)
        self.assertIn(process.returncode, (1, 3))  # its final output cannot be written
        self.check_commands_are_gone()

    def test_keys_that_end_it(self):
        for key in (b"\x03", b"\x1c"):  # Ctrl-C, Ctrl-\
            process, outer = self.in_terminal()
            os.write(outer, key)
            shown = b""
            try:
                while piece := os.read(outer, 65536):
                    shown += piece
            except OSError:  # the other end is closed
                pass
            self.assertEqual(process.wait(timeout=PATIENCE), 3)
            self.assertIn(b"interrupted", shown)
            self.check_commands_are_gone()
            os.close(outer)

    def test_a_reader_that_went_away(self):
        process = self.start(*self.words, "--export-json", self.file("j.json"))
        self.wait_for_commands()
        process.stdout.close()
        process.send_signal(signal.SIGTERM)
        err = process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=PATIENCE), 1)
        self.assertRegex(err, r"(?m)^mirador: output: cannot write to standard output: Broken pipe$")
        self.assertIn("interrupted", self.read("j.json"))
        self.check_commands_are_gone()

    def test_signals_that_are_meant_for_others(self):
        process = self.start(*self.words)
        self.wait_for_commands()
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGWINCH):
            process.send_signal(number)
        for pid in self.pids():
            self.assertNotEqual(state_of(pid), "Z")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3)
        self.check_commands_are_gone()


class LargeFileTest(RaceTest):
    """Under ulimit -f a file that grows too large is an error with a message (SIGXFSZ)."""

    def limited(self, size, *words):
        return run(*words, env=self.variables(),
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))

    def test_a_store(self):
        for words in (["race", "-N", FAST, SLOW], ["new", "x", "--arms", "a,b"]):
            process = self.limited(1000, *words)
            self.assertEqual(process.returncode, 1, (process.returncode, process.stderr))
            self.assertRegex(process.stderr, r"(?m)^mirador: the store \S+ could not be read or written ")

    def test_an_export(self):
        self.race("-N", "--max-runs", "10", FAST, FAST, code=3)
        name = self.race("--format", "csv", command="list")[0].splitlines()[1].split(",")[0]
        path = self.file("export.jsonl", "the one before")
        process = self.limited(1000, "export", name, "-o", path)
        self.assertEqual(process.returncode, 1, process.stderr)
        self.assertRegex(process.stderr, r"\Amirador: [^\n]*File too large[^\n]*\n\Z")
        self.assertEqual(self.read("export.jsonl"), "the one before")


class StopTest(SignalTest):
    def setUp(self):
        super().setUp()
        command = self.script("command", f"echo $$ >> {self.file('pids')}\n"
                                         f"until test -e {self.file('go')}; do sleep 0.01; done\n")
        self.words = ["-N", "--max-runs", "2", command, command]

    def check_first_run(self, stop):
        """Two runs count, and the one that is stopped is repeated."""
        process = self.start("race", *self.words, "--format", "json")
        wait_until(self.pids)
        stop(process.pid, self.pids()[0])
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3, err)
        self.assertEqual(len(self.pids()), 3)
        [warning] = json.loads(out)["mirador"]["warnings"]
        self.assertEqual((warning["kind"], warning["size"]), ("paused-runs", 1))
        self.assertRegex(err, r"(?m)^mirador: warning: 1 run of '.*' repeated: mirador or the command was stopped")

    def test_a_race_that_is_stopped(self):
        def stop(race, command):
            os.kill(race, signal.SIGSTOP)
            wait_until(lambda: state_of(race) == "T")
            self.file("go", "")
            wait_until(lambda: state_of(command) == "Z")
            os.kill(race, signal.SIGCONT)

        self.check_first_run(stop)

    def test_a_command_that_is_stopped(self):
        def stop(race, command):
            os.kill(command, signal.SIGSTOP)
            wait_until(lambda: state_of(command) == "T")
            before = sleeps_of(race)
            wait_until(lambda: sleeps_of(race) >= before + 2)  # it has checked
            self.file("go", "")
            os.kill(command, signal.SIGCONT)

        self.check_first_run(stop)


if __name__ == "__main__":
    unittest.main()
