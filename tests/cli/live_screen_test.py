"""The charts of `status` on wide and narrow screens, in ASCII, with many arms; and the report."""

import os
import pty
import re
import shutil
import unittest

from browser import browse
from command import PATIENCE
from live import LiveTest, start
from terminal_test import in_terminal


def screen(**variables):
    return dict({"COLUMNS": "80", "LC_ALL": "C.UTF-8"}, **variables)


class ScreenTest(LiveTest):
    def drawn(self, columns=80, name="x", **variables):
        text = self.succeed("status", name, env=screen(COLUMNS=str(columns), **variables))
        for line in text.splitlines():
            self.assertLessEqual(len(line), columns, text)
        return text

    def half_way(self, *words, arms="a,b,c", **more):
        self.begin(*words, arms=arms, **more)
        tickets = self.ask(20)
        self.tell_all([(t["ticket"], 0.02 * len(t["arm"]) + 0.01 * t["ticket"]) for t in tickets[:-2]])

    def test_a_running_experiment(self):
        self.half_way("--max-samples", "500", arms="left,right,a third one")
        text = self.drawn()
        self.assertRegex(text, r"(?m)^experiment +x: running$")
        self.assertRegex(text, r"(?m)^answer +a third one so far; not yet decidable at any risk$")
        self.assertRegex(text, r"(?m)^evidence +█*░* -?[\d.]+ of [\d.]+ nats$")
        self.assertRegex(text, r"(?m)^forecast +((\d+|up) to \d+ more samples \(8 in 10 such forecasts hold\)|"
                               r"at least \d+ more samples, no end in sight|no end in sight|too early to say)$")
        self.assertRegex(text, r"(?m)^samples +18 of at most 500; 2 tickets open: 19 .*, 20 .*$")
        self.assertEqual(len(re.findall(r"(?m)^[* ] [a-z ]+ +\d+ █+▌? +\d+\.\d+ +├?─*●─*┤?$", text)),
                         3, text)
        self.assertEqual(len(re.findall(r"(?m)^\* a third one ", text)), 1)

    def test_every_width(self):
        self.half_way(arms="left,right,an arm whose name is longer than most screens are wide")
        for columns in (1, 19, 20, 21, 30, 39, 40, 59, 60, 61, 80, 100, 300):
            text = self.succeed("status", "x", env=screen(COLUMNS=str(columns)))
            room = min(max(columns, 20), 100)
            self.assertLessEqual(max(map(len, text.splitlines())), room, text)
            for part in ("├", "●", "┤", "█", "left"):
                self.assertIn(part, text, columns)
            self.assertEqual("…" in text, columns != 59, text)
        self.assertEqual(self.succeed("status", "x", env=screen(COLUMNS="x")), self.drawn())

    def test_without_utf8(self):
        self.half_way(arms="left,größer,c" + "c" * 50)
        for variables in ({"LC_ALL": "C"}, {"LC_ALL": "", "LC_CTYPE": "", "LANG": "POSIX"}):
            for columns in (20, 80):
                text = self.drawn(columns, **variables)
                self.assertTrue(text.isascii(), text)
                self.assertRegex(text, r"\|-*o-*\|")

    def test_before_and_after(self):
        self.begin()
        for columns in (20, 80):
            self.assertIn("none yet", " ".join(self.drawn(columns).split()))
        self.ask(1)
        self.tell(1, 3.0)
        for columns in (20, 80):
            self.drawn(columns)
        self.play({"a": 2.0, "b": 0.0, "c": 0.0})
        text = self.drawn()
        self.assertRegex(text, r"(?m)^experiment +x: decided after \d+ samples$")
        words = " ".join(text.split())
        self.assertRegex(words, r"verdict a; wrong with probability at most 0.05 \[proved\]; "
                                r"the data would now decide at any risk down to 0\.0\d+ evidence")
        self.assertIn("The verdict and the intervals each hold with probability at least 0.95, "
                      "separately, not jointly.", words)
        self.assertNotIn("more sample", text)

    def test_many_arms(self):
        arms = [f"arm-{i}" for i in range(200)]
        self.begin(arms=",".join(arms))
        tickets = self.ask(210)
        self.tell_all([(t["ticket"], float(t["arm"] == "arm-150")) for t in tickets])
        text = self.drawn()
        self.assertLessEqual(len(text.splitlines()), 30)
        self.assertRegex(text, r"(?m)^\* arm-150 ")
        self.assertIn("188 more arms", text)
        self.assertEqual(len(self.status()["arms"]), 200)

    def test_numbers_of_all_sizes(self):
        for place, value in enumerate((1e-12, 1e12, -1e-3, 1e99, 0.0)):
            name = f"size{place}"
            self.begin("--sigma", repr(abs(value) or 1.0), name=name)
            self.tell_all([(t["ticket"], value) for t in self.ask(30, name)], name)
            for columns in (20, 80):
                self.drawn(columns, name)

    def test_a_terminal(self):
        self.half_way()
        code, shown = in_terminal(["status", "x"], columns=64, LC_ALL="C.UTF-8")
        self.assertEqual(code, 0)
        self.assertIn("\x1b[1m", shown)
        for line in re.sub(r"\x1b\[\d*m", "", shown).splitlines():
            self.assertLessEqual(len(line), 64)
        for plain in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertNotIn("\x1b", in_terminal(["status", "x"], columns=80, **plain)[1])

    def test_watching(self):
        self.begin("--max-samples", "3")
        told = []

        def tells_once(process, shown):
            if b"running" in shown and not told:
                told.extend(self.json("observe", "x", arm, "0.5") for arm in "abc")
            return False

        code, shown = in_terminal(["status", "x", "--watch"], tells_once, columns=80, LC_ALL="C.UTF-8")
        self.assertEqual((code, len(told)), (3, 3))
        self.assertIn("undecided", shown)
        self.assertGreaterEqual(shown.count("\x1b[2J"), 2)
        self.refuse("status", "x", "--watch", field="watch", says="no terminal")

    def answered(self, answer, *words):
        """The exit code, standard output, and what the terminal showed."""
        outer, inner = pty.openpty()
        process = start(*words, stdin=inner, stderr=inner)
        os.close(inner)
        os.write(outer, answer)
        out = process.communicate(timeout=PATIENCE)[0]
        shown = b""
        try:
            while piece := os.read(outer, 65536):  # what was written at different times comes in pieces
                shown += piece
        except OSError:  # all of it was read, and the other end is closed
            pass
        os.close(outer)
        return process.returncode, out, shown.decode()

    def test_delete_asks(self):
        self.begin()
        for answer in (b"\n", b"n\n", b"yeah\n"):
            code, out, shown = self.answered(answer, "delete", "x")
            self.assertEqual((code, out), (1, ""))
            self.assertIn("delete x with all its measurements, for good? [y/N]", shown)
            self.assertIn('"x" is kept', shown)
        self.status()
        self.assertEqual(self.answered(b"y\n", "delete", "x")[:2], (0, "x deleted\n"))
        self.refuse("status", "x", field="name")

    @unittest.skipUnless(shutil.which("chromium"), "needs chromium")
    def test_the_report_in_a_browser(self):
        self.half_way(arms="<b>bold</b>,a & b,\"quoted\"")
        self.json("observe", "x", "a & b", "0.1")  # a second evaluation: a batch is one
        path = self.file("report.html")
        self.succeed("report", "x", "-o", path)
        page, console = browse(path)
        self.assertEqual(console, [])
        self.assertNotIn("<b>bold</b>", page)
        self.assertEqual(page.count("<svg"), 6)  # three charts, for wide and narrow windows
        self.assertIn("a &amp; b", page)
        self.assertEqual(os.listdir(self.folder).count("report.html"), 1)


if __name__ == "__main__":
    unittest.main()
