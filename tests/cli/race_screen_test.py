"""What `race` shows while it runs: in a terminal, without one; and its report in a browser."""

import os
import re
import shutil
import signal
import subprocess
import unittest

from race import FAST, SLOW, RaceTest
from screen import Session

CLOSE = ["-N", "--margin", "0.01%", "sleep 0.0100", "sleep 0.01", SLOW]


class ViewTest(RaceTest):
    def session(self, *words, **more):
        return Session(["race", *words, "--store", self.store], **more)

    def test_a_race_in_a_terminal(self):
        session = self.session(*CLOSE)
        session.read(2.0)
        lines = session.screen().splitlines()
        self.assertRegex(lines[0], r"^ +mean +runs +share$")
        for line, name in zip(lines[1:4], ("sleep 0.0100", "sleep 0.01", SLOW)):
            self.assertRegex(line, rf"^[* ] {name} +[├─●┤ ]+ +\d+\.\d+ ms +\d+ +\d+ %$")
        self.assertRegex(lines[4], r"^evidence █*░+ [\d.]+ of [\d.]+  (about|no end)")
        self.assertRegex(lines[5], r"^\d+ runs in \d s; now: run '.*'$")
        session.process.send_signal(signal.SIGINT)
        self.assertEqual(session.finish(), 3)
        # The frame is gone, and the result stands in its place.
        self.assertTrue(session.screen().startswith("undecided"), session.screen())
        self.assertNotIn("now:", session.screen())
        frames = session.raw.count(b"\x1b[J")
        self.assertLess(frames, 30)  # at most ten a second
        self.assertIn(b"\x1b[1m", session.raw)

    def test_narrow_and_low_screens(self):
        for columns, lines in ((40, 24), (20, 10), (80, 8), (200, 50)):
            session = self.session(*CLOSE, "--max-time", "0.6", columns=columns, lines=lines)
            self.assertEqual(session.finish(), 3)
            for frame in session.frames():
                if "evidence" in frame:
                    self.assertLess(len(frame.splitlines()), lines)

    def test_more_commands_than_lines(self):
        words = ["-N", "--max-runs", "60", "-P", "x", "1", "50", "sleep 0.00{x}"]
        session = self.session(*words, lines=12)
        self.assertEqual(session.finish(), 3)
        self.assertTrue(any("  and 43 more" in frame for frame in session.frames()))

    def test_a_long_run_is_shown_as_it_goes_by(self):
        session = self.session("-N", "sleep 5", "sleep 6")
        session.read(2.5)
        self.assertRegex(session.screen(), r"0 runs in [123] s; now: run 'sleep 5', [12] s")
        session.process.send_signal(signal.SIGTERM)
        self.assertEqual(session.finish(), 3)

    def test_plain_terminals(self):
        plain = self.session(*CLOSE, "--max-time", "0.5", TERM="dumb")
        self.assertEqual(plain.finish(), 3)
        self.assertNotIn(b"\x1b", plain.raw)
        self.assertTrue(plain.raw.startswith(b"mirador: race of 3 commands"))
        grey = self.session(*CLOSE, "--max-time", "0.5", NO_COLOR="1")
        self.assertEqual(grey.finish(), 3)
        self.assertNotIn(b"\x1b[1m", grey.raw)
        self.assertIn(b"\x1b[J", grey.raw)
        ascii_only = self.session(*CLOSE, "--max-time", "0.5", LC_ALL="C")
        self.assertEqual(ascii_only.finish(), 3)
        self.assertTrue(ascii_only.raw.isascii())

    def test_output_in_between_leaves_no_room_for_a_frame(self):
        session = self.session("--show-output", "--max-runs", "2", f"{FAST}; echo a",
                               f"{FAST}; echo b")
        self.assertEqual(session.finish(), 3)
        self.assertEqual(session.screen().splitlines()[1:3], ["a", "b"])

    def test_a_failure_stands_below_nothing(self):
        session = self.session("sleep 0.3", "sleep 0.3; exit 9")
        self.assertEqual(session.finish(), 1)
        self.assertRegex(session.screen(), r"\Amirador: command: .* exit code 9")

    def test_lines_where_there_is_no_terminal(self):
        _, err = self.race(*CLOSE, "--max-time", "5.5", code=3)
        lines = [line for line in err.splitlines() if "warning" not in line]
        self.assertEqual(len(lines), 2, err)
        self.assertRegex(lines[1], r"^mirador: \d+ runs in 5 s: '.*' leads, evidence [\d.]+ of [\d.]+, ")


class ReportTest(RaceTest):
    @unittest.skipUnless(shutil.which("chromium"), "needs chromium")
    def test_the_report_in_a_browser(self):
        path = self.file("report.html")
        self.race("-N", "-n", "<b>bold</b> & co", FAST, SLOW, "--report", path)
        page = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
             f"--user-data-dir={self.folder}/profile", "file://" + path],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=120).stdout
        self.assertNotIn("<b>bold</b>", page)
        self.assertEqual(page.count("<svg"), 6)  # three charts, for wide and narrow windows
        self.assertRegex(page, r"<b>Winner:</b> '&lt;b&gt;bold&lt;/b&gt; &amp; co'; 'sleep 0.03'")
        for part in ("Every run", "Evidence over time", "Settings", "sleep 0.01"):
            self.assertIn(part, page)

    def test_a_report_of_a_race_that_just_began(self):
        path = self.file("report.html")
        for runs in ("1", "2", "5"):
            self.race("-N", FAST, SLOW, "--max-runs", runs, "--report", path, code=3)
            self.assertIn("Undecided", self.read("report.html"))


if __name__ == "__main__":
    unittest.main()
