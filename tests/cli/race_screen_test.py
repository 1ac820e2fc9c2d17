"""The display of `race` while it runs, with and without a terminal; and its report in a browser."""

import os
import re
import shutil
import signal
import time
import unittest

from browser import browse, with_foreign
from command import PATIENCE
from race import CLOSE, FAST, SLOW, RaceTest
from screen import Session

OF_THREE = [*CLOSE, SLOW]


class ViewTest(RaceTest):
    def session(self, *words, **more):
        return Session(["race", *words, "--store", self.store], **more)

    def test_a_race_in_a_terminal(self):
        began = time.monotonic()
        session = self.session(*OF_THREE)
        # Evidence, and so an interval for every command, comes with the second run of each.
        lines = session.wait_for(r"evidence █*░+ ").splitlines()
        self.assertRegex(lines[0], r"^ +mean +ratio +wins +runs$")
        for line, name in zip(lines[1:4], ("sleep 0.0100", "sleep 0.01", SLOW)):
            self.assertRegex(line, rf"^[* ] {name} +[├─●┤ ]+ +\d+\.\d+ ms +[\d.]+( +\d+ of \d+)? +\d+$")
        # A long forecast has a line of its own.
        self.assertRegex("\n".join(lines[4:7]),
                         r"\Aevidence █*░+ [\d.]+ of [\d.]+(  |\n)(too early to say|no end|up to|at least|\d).*\n"
                         r"\d+ runs in \d+ rounds?, [23] of 3 in play, [\d mins]+ s; now: run '.*'")
        session.process.send_signal(signal.SIGINT)
        self.assertEqual(session.finish(), 3)
        # The frame is removed, and the result takes its place.
        self.assertTrue(session.screen().startswith("undecided"), session.screen())
        self.assertNotIn("now:", session.screen())
        # At most ten per second, and two during a long run.
        frames = session.raw.count(b"\x1b[J")
        self.assertLess(frames, 5 + 12 * (time.monotonic() - began))
        self.assertIn(b"\x1b[1m", session.raw)

    def test_narrow_and_low_screens(self):
        for columns, lines in ((40, 24), (20, 10), (80, 8), (200, 50)):
            session = self.session(*OF_THREE, "--max-runs", "30", columns=columns, lines=lines)
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
        session = self.session("-N", "sleep 3000", "sleep 3001")
        session.wait_for(r"0 runs in 0 rounds, 2 of 2 in play, [1-9][\d mins]* s; now: run 'sleep 300[01]', [1-9]\d* s")
        session.process.send_signal(signal.SIGTERM)
        self.assertEqual(session.finish(), 3)

    def test_plain_terminals(self):
        plain = self.session(*OF_THREE, "--max-runs", "9", TERM="dumb")
        self.assertEqual(plain.finish(), 3)
        self.assertNotIn(b"\x1b", plain.raw)
        self.assertTrue(plain.raw.startswith(b"mirador: race of 3 commands"))
        grey = self.session(*OF_THREE, "--max-runs", "9", NO_COLOR="1")
        self.assertEqual(grey.finish(), 3)
        self.assertNotIn(b"\x1b[1m", grey.raw)
        self.assertIn(b"\x1b[J", grey.raw)
        ascii_only = self.session(*OF_THREE, "--max-runs", "9", LC_ALL="C")
        self.assertEqual(ascii_only.finish(), 3)
        self.assertTrue(ascii_only.raw.isascii())

    def test_output_in_between_leaves_no_room_for_a_frame(self):
        session = self.session("--show-output", "--max-runs", "2", f"{FAST}; echo a",
                               f"{FAST}; echo b")
        self.assertEqual(session.finish(), 3)
        self.assertEqual(sorted(session.screen().splitlines()[1:3]), ["a", "b"])

    def test_a_failure_stands_below_nothing(self):
        session = self.session("sleep 0.3", "sleep 0.3; exit 9")
        self.assertEqual(session.finish(), 1)
        self.assertRegex(session.screen(), r"\Amirador: command: .* exit code 9")

    def test_lines_where_there_is_no_terminal(self):
        began = time.monotonic()
        process = self.start("race", *OF_THREE)
        lines = [process.stderr.readline() for _ in range(2)]
        process.send_signal(signal.SIGINT)
        _, rest = process.communicate(timeout=PATIENCE)
        self.assertRegex(lines[0], r"^mirador: race of 3 commands")
        self.assertRegex(lines[1], r"^mirador: \d+ runs in \d+ rounds?, [23] of 3 in play, [\d mins]+ s: '.*' leads, "
                                   r"evidence [\d.]+ of [\d.]+, ")
        more = [line for line in rest.splitlines() if "warning" not in line]
        self.assertLessEqual(len(more), (time.monotonic() - began) / 5 - 1, rest)  # one every five seconds


class ReportTest(RaceTest):
    @unittest.skipUnless(shutil.which("chromium"), "needs chromium")
    def test_the_report_in_a_browser(self):
        path = self.file("report.html")
        self.race("-N", "-n", "<b>bold</b> & co", FAST, SLOW, "--report", path)
        page, console = browse(path)
        self.assertEqual(console, [])
        self.assertNotIn("<b>bold</b>", page)
        self.assertEqual(page.count("<svg"), 6)  # three charts, for wide and narrow windows
        self.assertRegex(page, r"<b>Winner:</b> '&lt;b&gt;bold&lt;/b&gt; &amp; co'; 'sleep 0.03'")
        for part in ("Every run", "Evidence over time", "Settings", "sleep 0.01"):
            self.assertIn(part, page)

    @unittest.skipUnless(shutil.which("chromium"), "needs chromium")
    def test_the_browser_refuses_what_is_not_ours(self):
        path = self.file("report.html")
        self.race("-N", "--max-runs", "2", FAST, SLOW, "--report", path, code=3)
        for foreign in ("<script>document.title = 'foreign'</script>",
                        "<img src=x onerror=\"document.title = 'foreign'\">",
                        "<iframe srcdoc=\"<script>parent.document.title = 'foreign'</script>\"></iframe>",
                        "<link rel=stylesheet href=report.html>"):
            page, console = browse(self.file("foreign.html", with_foreign(self.read("report.html"), foreign)))
            self.assertNotIn("<title>foreign", page)
            self.assertIn("Content Security Policy", " ".join(console), foreign)

    def test_a_report_of_a_race_that_just_began(self):
        path = self.file("report.html")
        for runs in ("1", "2", "5"):
            self.race("-N", FAST, SLOW, "--max-runs", runs, "--report", path, code=3)
            self.assertIn("Undecided", self.read("report.html"))


if __name__ == "__main__":
    unittest.main()
