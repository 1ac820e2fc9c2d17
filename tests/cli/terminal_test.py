"""Signals, the progress bar and colours."""

import concurrent.futures
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
import unittest

from command import (MIRADOR, PATIENCE, SEED_MEANS, CommandTest, children_of, cpu_seconds, refuse_nan,
                     wait_for_work, wait_until)

# Far more work than a test may wait for; on one core, because other tests run too.
ENDLESS = ["sim", "--means", SEED_MEANS, "--runs", "300000", "--rules", "bc,lma", "--threads", "1"]


# A shell in the background ignores SIGINT, and children inherit that; a handler is not inherited.
signal.signal(signal.SIGINT, signal.default_int_handler)


def start(words, **more):
    return subprocess.Popen([MIRADOR, *words], text=True, encoding="utf-8", **more)


def never(process, shown):
    return False


def in_terminal(words, interrupt=never, columns=0, **variables):
    """The output on a terminal for stdout and stderr; SIGINT is sent once `interrupt` is true for the process and its
    output so far."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = dict(os.environ, TERM="xterm")
    env.pop("NO_COLOR", None)
    process = start(words, stdin=inner, stdout=inner, stderr=inner, env=dict(env, **variables))
    os.close(inner)
    shown = b""
    while True:
        if interrupt(process, shown):
            process.send_signal(signal.SIGINT)
            interrupt = never
        if not select.select([outer], [], [], 0.05)[0]:
            continue
        try:
            piece = os.read(outer, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(outer)
    return process.wait(), shown.decode()


def bar_is_shown(process, shown):
    return re.search(rb"%  [^\r]*\d (s|min|h)", shown)  # with the time that is left; "left" may not fit


def is_pending(number, pid):
    """Whether the signal is still pending for the process."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        pending = int(re.search(r"ShdPnd:\s*(\w+)", file.read())[1], 16)
    return pending >> (number - 1) & 1


class SignalTest(CommandTest):
    def interrupted(self, number, *words):
        process = start([*ENDLESS, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_for_work(process.pid)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3, err)
        self.assertRegex(err, r"^mirador: interrupted: \d+ of 600000 runs [^\n]*\n$")
        return out

    def test_interrupt_gives_what_is_finished(self):
        path = self.file("runs.csv")
        for number in (signal.SIGINT, signal.SIGTERM):
            document = json.loads(self.interrupted(number, "--format", "json", "--csv-runs", path),
                                  parse_constant=refuse_nan)
            self.assertTrue(document["interrupted"])
            runs = sum(result["runs"] for result in document["results"])
            self.assertTrue(0 < runs < 2 * 600000, runs)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(len(file.readlines()) - 1, runs)

    def test_signals_that_follow_at_once_are_one_request(self):
        # `timeout` signals the process, and then its group.
        process = start([*ENDLESS, "--format", "json"], stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE)
        wait_for_work(process.pid)
        process.send_signal(signal.SIGSTOP)  # so that both signals are delivered together
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3, err)
        self.assertTrue(json.loads(out)["results"])
        process = subprocess.Popen(["timeout", "100000", MIRADOR, *ENDLESS, "--format", "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for_work(wait_until(lambda: children_of(process.pid))[0])
        process.send_signal(signal.SIGALRM)  # its time limit is reached
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 124, err)  # of `timeout` itself
        self.assertTrue(json.loads(out)["results"])

    def test_a_later_signal_ends_the_process(self):
        # The results are larger than the buffer of a pipe without a reader, so the process cannot end.
        reader, writer = os.pipe()
        words = ["sim", "--means", "9,0", "--runs", "20000", "--rules", "rr", "--csv-runs", "/dev/stdout"]
        process = start(words, stdout=writer, stderr=subprocess.DEVNULL)
        wait_until(lambda: not select.select([], [writer], [], 0)[1])  # the pipe is full
        process.send_signal(signal.SIGTERM)
        wait_until(lambda: not is_pending(signal.SIGTERM, process.pid))
        self.assertIsNone(process.poll())

        def ended():
            process.send_signal(signal.SIGTERM)
            return process.poll() is not None
        wait_until(ended)
        self.assertEqual(process.returncode, -signal.SIGTERM)
        os.close(writer)
        os.close(reader)

    def test_interrupt_in_text(self):
        self.assertIn("INTERRUPTED", self.interrupted(signal.SIGINT))

    def test_an_interrupt_at_once_gives_a_valid_document_or_none(self):
        process = start([*ENDLESS, "--format", "json"], stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE)
        time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertIn(process.returncode, (3, -signal.SIGINT))
        if process.returncode == 3 and err == "mirador: interrupted: nothing was finished\n":
            self.assertEqual(out, "")  # the simulation had not begun
        elif process.returncode == 3:
            json.loads(out, parse_constant=refuse_nan)


class TerminalTest(CommandTest):
    def test_a_bar_that_is_erased(self):
        code, shown = in_terminal(ENDLESS, bar_is_shown)
        self.assertEqual(code, 3)
        self.assertRegex(shown, r"\r\[#*\.*\] +\d+ %  bc \d+/600000 runs  .* left")
        self.assertIn("\r\x1b[Kproblem", shown)
        for line in re.findall(r"\r(\[[^\x1b]*)\x1b\[K", shown):
            self.assertLess(len(line), 80)

    def test_the_bar_fits_narrow_terminals(self):
        widths = (20, 40, 60)
        with concurrent.futures.ThreadPoolExecutor() as side_by_side:
            screens = side_by_side.map(lambda width: in_terminal(ENDLESS, bar_is_shown, width)[1], widths)
        for columns, shown in zip(widths, screens):
            lines = re.findall(r"\r([^\r\x1b]*\d %[^\x1b]*)\x1b\[K", shown)
            self.assertTrue(lines, shown)
            for line in lines:
                self.assertLess(len(line), columns)
            if columns >= 40:
                self.assertRegex(lines[-1], r"^\[[#.]{8,24}\] +\d+ %  .* left$")

    def test_no_bar_for_short_work_and_on_dumb_terminals(self):
        words = ["sim", "--means", "3,0", "--runs", "10"]
        code, shown = in_terminal(words)
        self.assertEqual(code, 0)
        self.assertNotIn("left", shown)
        self.assertIn("\x1b[1m", shown)
        # More than the two seconds after which there would be a bar.
        _, dumb = in_terminal(ENDLESS, lambda process, _: cpu_seconds(process.pid) > 2.5, TERM="dumb")
        self.assertNotIn("\x1b", dumb)
        self.assertNotIn("left", dumb)

    def test_no_color(self):
        _, shown = in_terminal(["bound", "--means", "3,0"], NO_COLOR="1")
        self.assertNotIn("\x1b", shown)
        _, shown = in_terminal(["bound", "--means", "3,0", "--format", "json"])
        self.assertNotIn("\x1b", shown)


if __name__ == "__main__":
    unittest.main()
