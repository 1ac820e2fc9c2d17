"""Live experiments as scripts and people use them, on SQLite and on PostgreSQL."""

import json
import os
import random
import time
import unittest

from command import run
from live import LiveTest, PostgresMixin, unsealed


class Commands(LiveTest):
    def test_the_way_from_new_to_a_verdict(self):
        self.assertEqual(self.begin("--delta", "0.1"),
                         {"name": "x", "arms": 3, "rule": "lma", "delta": 0.1, "status": "proved"})
        self.assertEqual(self.ask(3), [{"ticket": i + 1, "arm": arm} for i, arm in enumerate("abc")])
        self.assertEqual(self.tell(2, 0.5),
                         {"told": 1, "new": 1, "samples": 1, "waiting": 0, "phase": "running"})
        self.tell_all([(1, 1.0), (3, -1.5)])
        self.play({"a": 1.0, "b": 0.25, "c": -1.5})
        status = self.status()
        self.assertEqual(status["phase"], "decided")
        self.assertEqual(status["answer"], "a")
        self.assertEqual(status["verdict"]["answer"], "a")
        self.assertEqual(status["verdict"]["arms"], ["a"])
        self.assertFalse(status["verdict"]["equal_within_margin"])
        self.assertGreaterEqual(status["evidence"], status["required"])
        self.assertLessEqual(status["smallest_risk"], 0.1)
        self.assertEqual(status["error_bound"], status["smallest_risk"])  # its name up to 0.7.0
        self.assertEqual(sum(arm["pulls"] for arm in status["arms"]), status["samples"])
        for arm in status["arms"]:
            self.assertLess(arm["low"], arm["mean"])
            self.assertLess(arm["mean"], arm["high"])
        process = run("ask", "x", "--format", "json")
        self.assertEqual((process.returncode, json.loads(process.stdout)),
                         (0, {"tickets": [], "phase": "decided"}))
        self.assertRegex(process.stderr, r'^mirador: "x": no more tickets; .*decided.*: a; .*\n$')

    def test_the_fields_of_a_status(self):
        self.begin("--family", "bernoulli", "--max-samples", "50", "--margin", "0.2")
        self.ask(2)
        status = self.status()
        self.assertEqual(list(status), [
            "name", "phase", "problem", "family", "lowest", "margin", "delta", "rule", "stopping",
            "assumption", "seed", "answer", "answer_arms", "evidence", "required", "samples_to_go",
            "samples_to_go_low", "samples_to_go_high", "smallest_risk", "error_bound", "verdict",
            "samples", "max_samples", "tickets", "abandoned", "arms", "open", "waiting",
            "first_delta", "changes", "arm_changes", "tags", "notes"])
        self.assertEqual(list(status["stopping"]), ["name", "status", "reason"])
        self.assertEqual(status["assumption"], {"status": "not contradicted"})
        self.assertEqual(list(status["arms"][0]),
                         ["name", "pulls", "pending", "mean", "low", "high", "target", "retired"])
        for field in ("answer", "evidence", "required", "samples_to_go", "samples_to_go_low", "samples_to_go_high",
                      "verdict"):
            self.assertIsNone(status[field], field)
        self.assertEqual(status["open"], [{"ticket": 1, "arm": "a"}, {"ticket": 2, "arm": "b"}])
        self.assertEqual([arm["pending"] for arm in status["arms"]], [1, 1, 0])
        self.assertEqual((status["max_samples"], status["margin"], status["smallest_risk"]),
                         (50, 0.2, 1.0))

    def test_the_forecast_is_a_range_that_ends_with_the_budget(self):
        self.begin("--family", "bernoulli", "--max-samples", "50", "--margin", "0.2")
        self.tell_all([(t["ticket"], t["ticket"] % 2) for t in self.ask(20)])
        status = self.status()
        low, middle, high = (status[field] for field in ("samples_to_go_low", "samples_to_go", "samples_to_go_high"))
        self.assertLessEqual(0, low)
        self.assertLessEqual(low, middle)
        self.assertLessEqual(middle, high)
        self.assertEqual(high, 30)
        self.assertEqual(self.status(), status)

    def test_telling_again_changes_nothing(self):
        self.begin()
        self.ask(2)
        self.tell(1, 0.1)
        before = self.log()
        self.assertEqual(self.tell(1, 0.1)["new"], 0)
        self.assertEqual(self.tell_all([(1, 0.1), (1, 0.1)])["new"], 0)
        self.assertEqual(self.log(), before)
        self.refuse_unchanged("tell", "x", "1", "0.2", field="ticket", says=["0.1", "0.2"])
        self.assertEqual(self.tell_all([(1, 0.1), (2, 0.3)])["new"], 1)

    def test_a_batch_is_all_or_nothing_and_names_the_line(self):
        self.begin()
        self.ask(3)
        for text, line, says in [
            ("1,0.5\n2,x\n", 2, "value"), ("ticket,value\n1,0.5\n9,1\n", 3, "9 is not one"),
            ("1,0.5\n\n1,0.6\n", 3, "0.5"), ("1,0.5\n2\n", 2, "ticket,value"),
            ("1,2,3\n", 1, "ticket,value"), ("0,1\n", 1, "ticket"), ("-1,1\n", 1, "ticket"),
            ("1,nan\n", 1, "nan"), ("1,inf\n", 1, "inf"), ("", 1, "no results"),
            ("value,ticket\n1,2\n", 1, "value"), ("1,0.5\nticket,value\n", 2, "ticket"),
        ]:
            path = self.file("batch.csv", text)
            self.refuse_unchanged("tell", "x", "--batch", path, field=f"batch: {path}:{line}:",
                                  says=says)
        self.refuse_unchanged("tell", "x", "--batch", self.file("none.csv"), field="batch")
        self.refuse_unchanged("tell", "x", "--batch", self.folder, field="batch")
        path = self.file("batch.csv", "ticket,value\r\n1, 0.5\r\n 3,-2e-1\r\n\r\n2,0\r\n")
        self.assertEqual(self.json("tell", "x", "--batch", path)["new"], 3)

    def test_late_tells_count_and_leave_the_verdict(self):
        self.begin()
        late = self.ask(12)
        self.tell_all([(t["ticket"], 0.0) for t in late[:3]])
        while self.status()["phase"] == "running":
            for arm, value in (("a", "2"), ("b", "0"), ("c", "0")):
                self.json("observe", "x", arm, value)
        before = self.status()
        self.assertEqual(before["verdict"]["answer"], "a")
        self.assertEqual(len(before["open"]), 9)
        for ticket in late[3:]:
            self.tell(ticket["ticket"], 2.0 if ticket["arm"] == "a" else 0.0)
        after = self.status()
        self.assertEqual(after["verdict"], before["verdict"])
        self.assertEqual(after["samples"], before["samples"] + 9)
        self.assertLess(after["smallest_risk"], before["smallest_risk"])

    def test_what_nobody_asked_for(self):
        self.begin()
        self.assertEqual(self.json("observe", "x", "b", "-1.5"),
                         {"ticket": 1, "arm": "b", "samples": 1, "waiting": 0, "phase": "running"})
        self.json("observe", "x", "b", "-1.5")
        self.assertEqual(self.status()["arms"][1]["pulls"], 2)
        self.assertEqual(self.ask()[0]["ticket"], 3)
        self.refuse_unchanged("observe", "x", "d", "1", field="arm", says='"d"')

    def test_a_log_that_is_there_already(self):
        self.begin()
        noise = random.Random(1)
        rows = [(arm, noise.gauss(mean, 1.0)) for _ in range(30) for arm, mean in (("a", 0.0), ("b", 0.5), ("c", 3.0))]
        path = self.file("log.csv", "value,arm\n" + "".join(f"{value!r},{arm}\n" for arm, value in rows))
        self.assertEqual(self.json("observe", "x", "--batch", path, "--request", "r"),
                         {"observed": 90, "samples": 90, "waiting": 0, "phase": "decided"})
        before = self.log()
        self.json("observe", "x", "--batch", path, "--request", "r")
        self.assertEqual(self.log(), before)
        self.refuse_unchanged("observe", "x", "a", "1", "--request", "r", field="request")
        self.assertEqual(self.status()["verdict"]["samples"], 90)  # looked at once
        self.assertIn('"more":true', before[0])
        self.json("import", self.export_file(), "--name", "y")
        self.assertEqual(self.log("y"), before)
        self.assertEqual(self.succeed("observe", "x", "--batch", "-", input="a,1\n"),
                         "1 value observed; 91 samples, decided after 90 samples: c; wrong with probability at most 0.05 "
                         "[proved]\n")
        for text, line, says in [("a,1\nd,1\n", 2, '"d"'), ("a,1\nb,x\n", 2, "value"), ("a,1\nb\n", 2, "arm,value"),
                                 ("a,1,2\n", 1, "--rounds"), ("", 1, "no results"), ("a,\n", 1, "value"),
                                 ("a,1\na,1e300\n", 2, "too large"), ("a,1\narm,value\n", 2, "arm")]:
            path = self.file("bad.csv", text)
            self.refuse_unchanged("observe", "x", "--batch", path, field=f"batch: {path}:{line}:", says=says)

    def export_file(self):
        path = self.file("x.jsonl")
        self.succeed("export", "x", "-o", path)
        return path

    def test_abandoned_tickets(self):
        self.begin("--max-samples", "3")
        self.ask(3)
        process = run("ask", "x", "--format", "json")
        self.assertEqual(json.loads(process.stdout), {"tickets": [], "phase": "waiting"})
        self.assertEqual(process.stderr, "mirador: waiting: the rest of the budget of 3 is taken by tickets 1, 2, 3; "
                                         "tell or abandon them, or ask with --reissue-after\n")
        self.assertEqual(self.json("abandon", "x", "2"),
                         {"ticket": 2, "new": True, "samples": 0, "waiting": 0, "phase": "running"})
        self.assertFalse(self.json("abandon", "x", "2")["new"])
        self.assertEqual(self.ask(), [{"ticket": 4, "arm": "b"}])
        self.tell(2, 0.5)  # it arrived later
        self.refuse_unchanged("abandon", "x", "2", field="ticket", says="0.5")
        self.assertEqual(self.status()["abandoned"], 0)

    def test_several_abandoned_tickets(self):
        self.begin()
        self.ask(5)
        self.tell(4, 0.5)
        for wrong in ("1,4", "1,9", "1,,2", "1,x", ","):
            self.refuse_unchanged("abandon", "x", wrong, field="ticket")
        self.assertEqual(self.json("abandon", "x", "1,2,1"),
                         {"abandoned": 2, "new": 2, "samples": 1, "waiting": 0, "phase": "running"})
        self.assertEqual(self.succeed("abandon", "x", "2, 3"),
                         "2 tickets abandoned, 1 of them new; 1 sample, running\n")

    def test_the_plan_is_changed(self):
        self.begin("--max-samples", "6", "--delta", "0.05")
        self.play({"a": 0.1, "b": 0.1, "c": 0.1})
        self.status(code=3)
        self.assertEqual(self.json("change", "x", "--max-samples", "9", "--delta", "0.01", "--request", "r"),
                         {"changed": 2, "delta": 0.01, "samples": 6, "waiting": 0, "phase": "running"})
        before = self.log()
        self.json("change", "x", "--max-samples", "9", "--delta", "0.01", "--request", "r")
        self.assertEqual(self.succeed("change", "x", "--delta", "0.01"), "nothing changed; 6 samples, running\n")
        self.assertEqual(self.log(), before)
        status = self.status()
        self.assertEqual((status["delta"], status["first_delta"], status["max_samples"]), (0.01, 0.05, 9))
        self.assertEqual(status["changes"],
                         [{"samples": 6, "setting": "max_samples", "from": 6, "to": 9},
                          {"samples": 6, "setting": "delta", "from": 0.05, "to": 0.01}])
        words = " ".join(self.succeed("status", "x").split())
        self.assertIn("changed max-samples from 6 to 9, after 6 samples changed delta from 0.05 to 0.01, after 6 samples",
                      words)
        self.assertEqual(self.play({"a": 0.1, "b": 0.1, "c": 0.1}), 3)
        self.succeed("change", "x", "--max-samples", "none")
        self.play({"a": 3.0, "b": 0.1, "c": 0.1})
        words = " ".join(self.succeed("status", "x").split())
        self.assertIn("wrong with probability at most 0.01 (0.05 if that was chosen from the data) [proved]", words)
        self.assertIn("with probability at least 0.99 (0.95 if the smaller delta was chosen from the data)", words)
        self.assertIn("delta from 0.05 to 0.01", self.succeed("report", "x"))
        self.refuse_unchanged("change", "x", "--delta", "0.001", field="change", says="final")

    def test_changes_that_are_refused(self):
        self.begin()
        self.ask(2)
        for words, field, says in [(["--delta", "0.1"], "delta", "no guarantee"), (["--delta", "0"], "delta", "0"),
                                   (["--delta", "x"], "delta", "x"), (["--margin", "0.1"], "margin", "none is left"),
                                   (["--margin", "2%"], "margin", "percentage"), (["--margin", "x"], "margin", "x"),
                                   (["--max-samples", "2"], "max-samples", "at least 3"),
                                   (["--max-samples", "0"], "max-samples", "0"), ([], "change", "nothing to change"),
                                   (["--max-samples", "50", "--delta", "0.5"], "delta", "0.5")]:
            self.refuse_unchanged("change", "x", *words, field=field, says=says)

    def test_another_margin(self):
        self.begin("--margin", "0.01", arms="a,b")
        for _ in range(200):
            self.json("observe", "x", "a", "0.1")
            self.json("observe", "x", "b", "0.1")
        self.assertEqual(self.json("change", "x", "--margin", "0.9")["phase"], "decided")
        self.assertEqual(self.status(code=4)["verdict"]["answer"], "a, equal within 0.9: a, b")

    def test_arms_come_and_go(self):
        self.begin()
        self.ask(3)
        self.tell(1, 0.5)
        added = self.json("add-arm", "x", "new,newer", "--request", "r")
        self.assertAlmostEqual(added.pop("risk_in_all"), 0.0875)
        self.assertEqual(added, {"added": "new, newer", "arms": 5, "samples": 1, "waiting": 0, "phase": "running"})
        before = self.log()
        self.json("add-arm", "x", "new,newer", "--request", "r")
        self.assertEqual(self.log(), before)
        self.assertEqual([one["arm"] for one in self.ask(2)], ["new", "newer"])
        self.tell(2, 0.2), self.tell(3, 0.1), self.tell(4, 0.3)
        words = self.succeed("retire-arm", "x", "newer")
        self.assertEqual(words, "retired newer; now 4 arms; arms were changed: risk in all at most 0.09375; 4 samples, "
                                "running\n")
        self.tell(5, 9.0)  # late: recorded, and out of the question
        status = self.status()
        self.assertEqual((status["samples"], status["answer"], status["risk_in_all"]), (5, "a", 0.09375))
        self.assertEqual(status["arm_changes"], [{"samples": 1, "added": "new"}, {"samples": 1, "added": "newer"},
                                                 {"samples": 4, "retired": "newer"}])
        self.assertEqual([arm["retired"] for arm in status["arms"]], [False] * 4 + [True])
        self.assertEqual((status["arms"][4]["pulls"], status["arms"][4]["low"]), (1, None))
        words = " ".join(self.succeed("status", "x").split())
        for part in ("newer retired, after 4 samples", "newer (retired)", "risk in all at most 0.09375", "4 arms"):
            self.assertIn(part, words)
        page = self.succeed("report", "x")
        for part in ("newer retired, after 4 samples", "newer (retired)", "risk in all at most 0.09375"):
            self.assertIn(part, page)
        for words, says in [(("add-arm", "x", "a"), "already"), (("add-arm", "x", "newer"), "another name"),
                            (("retire-arm", "x", "newer"), "before"), (("retire-arm", "x", "z"), "not one of"),
                            (("retire-arm", "x", "a,b,c"), "last two"), (("observe", "x", "newer", "1"), "retired")]:
            self.refuse_unchanged(*words, field="arm", says=says)
        self.refuse_unchanged("add-arm", "x", ",", field="arms", says="empty")
        exported = self.succeed("export", "x")
        self.succeed("import", self.file("x.jsonl", exported), "--name", "copy")
        self.assertEqual({**self.json("status", "copy"), "name": "x"}, status)
        self.play({"a": 3.0, "b": 0.1, "c": 0.1, "new": 0.0})
        words = " ".join(self.succeed("status", "x").split())
        self.assertIn("wrong with probability at most 0.09375 in all, as arms were changed at delta 0.05 [proved]", words)
        self.assertNotIn("newer", self.status()["verdict"]["ruled_out_arms"])
        self.refuse_unchanged("add-arm", "x", "late", field="arms", says="verdict")

    def test_other_experiments_keep_their_arms(self):
        for name, words, says in [("m", ("--margin", "0.1"), "margin"), ("t", ("--problem", "top-m", "--top", "1"), "best-arm"),
                                  ("h", ("--stopping", "heuristic"), "mixture")]:
            self.begin(*words, name=name, **({"warns": ".*heuristic.*"} if name == "h" else {}))
            self.refuse("add-arm", name, "z", field="arms", says=says)
            self.refuse("retire-arm", name, "a", field="arms", says=says)
        self.succeed("new", "r", "--arms", "a,b,c", "--rounds")
        self.refuse("retire-arm", "r", "a", field="arms", says="rounds")

    def test_tags(self):
        self.begin("--tag", "kitchen", "--tag", "2026,b")
        self.begin(name="y")
        self.assertEqual(self.status()["tags"], ["kitchen", "2026", "b"])
        self.assertEqual(self.succeed("tag", "x", "c,b"), "1 tag added; tags: kitchen,2026,b,c\n")
        self.assertEqual(self.json("tag", "x", "b,c", "--remove"), {"changed": 2, "tags": "kitchen,2026"})
        for words, names in [(["kitchen"], ["x"]), (["kitchen", "--tag", "b"], []), (["kitchen", "--tag", "2026"], ["x"])]:
            listed = self.json("list", "--tag", *words)["experiments"]
            self.assertEqual([one["name"] for one in listed], names)
        self.assertEqual([one["tags"] for one in self.json("list")["experiments"]], [["kitchen", "2026"], []])
        self.assertRegex(self.succeed("status", "x"), r"(?m)^tags +kitchen, 2026$")
        self.refuse_unchanged("tag", "x", "b", "--remove", field="tag", says="not a tag")
        self.refuse("new", "z", "--arms", "a,b", "--tag", " ", field="tag", says="not a tag")

    def test_notes(self):
        self.begin()
        self.assertEqual(self.succeed("note", "x", "new beans ☕"), "noted; 0 samples, running\n")
        self.json("note", "x", "two\nlines", "--request", "r")
        self.json("note", "x", "two\nlines", "--request", "r")
        self.assertEqual(self.status()["notes"],
                         [{"samples": 0, "text": "new beans ☕"}, {"samples": 0, "text": "two\nlines"}])
        text = self.succeed("status", "x", env={"LC_ALL": "C.UTF-8"})
        self.assertRegex(text, r"(?m)^note +new beans ☕ \(after 0 samples\)$")
        self.assertRegex(text, r"(?m)^note +two\?lines ")
        self.refuse_unchanged("note", "x", "", field="note")
        self.refuse_unchanged("note", "x", field="text")

    def test_another_name(self):
        self.begin()
        self.ask(2)
        before = self.log()
        self.assertEqual(self.json("rename", "x", "two words"), {"name": "two words", "was": "x"})
        self.assertEqual(self.log("two words"), before)
        self.refuse("status", "x", field="name")
        self.begin()
        self.refuse("rename", "x", "two words", field="name", says="already")
        self.refuse("rename", "x", "x", field="new-name", says="already")
        self.refuse("rename", "x", "-y", field="options")
        self.refuse("rename", "x", field="new-name")
        self.refuse("rename", "y", "z", field="name")
        self.assertEqual(self.json("verify")["experiments"][1]["intact"], True)

    def test_results_count_in_the_order_of_the_tickets(self):
        self.begin()
        self.ask(6)  # 1 a, 2 b, 3 c, 4 a, 5 b, 6 c
        self.assertEqual(self.tell(4, 0.5)["waiting"], 1)
        line = self.succeed("tell", "x", "6", "0.1")
        self.assertEqual(line, "1 result told; 0 samples, running; 2 results wait for tickets 1, 3\n")
        status = self.status()
        self.assertEqual(status["waiting"], [{"arm": "a", "results": 1, "tickets": [1]},
                                             {"arm": "c", "results": 1, "tickets": [3]}])
        self.assertEqual([arm["pending"] for arm in status["arms"]], [1, 2, 1])
        text = " ".join(self.succeed("status", "x").split())
        self.assertIn("waiting 1 result of a waits for ticket 1; 1 result of c waits for ticket 3: "
                      "tell or abandon those first", text)
        self.assertEqual(self.json("abandon", "x", "1")["waiting"], 1)
        self.assertEqual(self.tell(3, 0.2)["samples"], 3)
        self.assertEqual(self.status()["waiting"], [])

    def test_a_batch_sorted_by_value_does_not_mislead(self):
        """200 values of mean 0.3, smallest first: 0.7.0 said "no arm" after 12 of them."""
        self.begin("--problem", "thresholding", "--level", "0", "--family", "gaussian", "--sigma", "1",
                   arms="a,b")
        tickets = self.ask(200)
        noise = random.Random(1)
        rows = sorted((noise.gauss(0.3, 1.0), ticket["ticket"]) for ticket in tickets)
        self.tell_all([(ticket, value) for value, ticket in rows])
        status = self.status()
        self.assertEqual((status["samples"], status["verdict"]["arms"]), (200, ["a", "b"]))
        self.assertEqual(status["verdict"]["samples"], 200)

    def test_lost_tickets_are_handed_out_again(self):
        self.begin()
        self.ask(3)
        self.assertEqual(self.json("ask", "x", "--reissue-after", "1h")["tickets"],
                         [{"ticket": 4, "arm": "a"}])
        time.sleep(0.02)
        again = self.json("ask", "x", "-n", "5", "--reissue-after", "0.01s")["tickets"]
        self.assertEqual([(t["ticket"], t.get("reissued", False)) for t in again],
                         [(1, True), (2, True), (3, True), (4, True), (5, False)])
        self.tell(1, 0.5)
        self.refuse_unchanged("tell", "x", "1", "0.6", field="ticket", says=["0.5", "0.6"])
        for wrong in ("0", "-1s", "soon", "", "1e400", "nan"):
            self.refuse_unchanged("ask", "x", "--reissue-after", wrong, field="reissue-after")

    def test_an_experiment_may_say_when_tickets_are_lost(self):
        self.begin("--ticket-timeout", "0.01")  # the other name of --reissue-after
        self.ask(1)
        time.sleep(0.02)
        self.assertEqual(self.ask(1), [{"ticket": 1, "arm": "a", "reissued": True}])
        self.assertIn('"reissue_after":0.01', self.succeed("export", "x"))

    def test_experiments_of_0_7_keep_their_verdicts(self):
        """Exports of 0.7.0: 30 smallest results told first, and a verdict of its rule for closest."""
        for name, answer, samples in (("order", "no arm", 11), ("dose", "mid", 91)):
            path = os.path.join(os.path.dirname(__file__), "data", f"{name}_0.7.jsonl")
            self.json("import", path)
            status = self.status(name)
            verdict = status["verdict"]
            self.assertEqual((status["phase"], verdict["answer"], verdict["samples"]),
                             ("decided", answer, samples))
            with open(path, encoding="utf-8") as file:
                self.assertEqual(unsealed(self.succeed("export", name)), file.read())

    def test_a_budget(self):
        self.begin("--max-samples", "6")
        self.assertEqual(self.play({"a": 0.1, "b": 0.1, "c": 0.1}, count=4), 6)
        status = self.status(code=3)
        self.assertEqual((status["phase"], status["verdict"]), ("undecided", None))
        process = run("ask", "x")
        self.assertEqual((process.returncode, process.stdout), (3, ""))
        self.assertIn("budget", process.stderr)
        self.assertEqual(self.json("observe", "x", "a", "9")["over_budget"], 1)  # observations are never refused
        self.assertEqual(self.succeed("observe", "x", "b", "9"), "observed b, ticket 8; 8 samples, undecided, the budget is "
                                                                 "spent; 2 more than the budget of 6\n")
        self.assertRegex(run("status", "x").stdout, "(?m)^samples +8 of at most 6; 2 more than the budget of 6$")

    def test_a_margin(self):
        self.begin("--margin", "0.8", "--sigma", "0.5", "--delta", "0.1")
        self.play({"a": 1.0, "b": 1.0, "c": -3.0})
        status = self.status(code=4)
        self.assertTrue(status["verdict"]["equal_within_margin"])
        self.assertEqual(status["verdict"]["ruled_out_arms"], ["c"])
        note = "each differs from a by at most the margin"
        self.assertEqual(status["verdict"]["note"], note)
        self.assertRegex(run("status", "x").stdout, rf"(?m)^margin +{note}$")
        for _ in range(5):  # the data turn against "equal": the risk must not fall
            self.json("observe", "x", "a", "60")
        self.assertEqual(self.status(code=4)["smallest_risk"], 0.1)

    def measure(self, name, mean, sigma, most=200):
        """Measures with noise until there are no more tickets, or up to a number of results."""
        source, told = random.Random(1), 0
        while told < most:
            tickets = json.loads(run("ask", name, "-n", "4", "--format", "json").stdout)["tickets"]
            if not tickets:
                break
            self.tell_all([(t["ticket"], source.gauss(mean, sigma)) for t in tickets], name)
            told += len(tickets)

    def test_a_sigma_that_the_data_contradict(self):
        self.begin("--lowest", "--sigma", "1", arms="old,new")
        self.measure("x", 100, 20)
        self.measure_after("x", 100, 20)
        status = self.status()
        self.assertEqual(status["stopping"]["status"], "assumption contradicted")
        found = status["assumption"]
        self.assertEqual(list(found), ["status", "test", "arm", "samples", "reason", "log_evidence"])
        self.assertEqual((found["status"], found["test"]), ("contradicted", "spread"))
        self.assertIn(found["arm"], ("old", "new"))
        self.assertLessEqual(found["samples"], status["samples"])
        self.assertRegex(found["reason"], "^the values of (old|new) spread [0-9.]+ times as widely "
                                          "as sigma 1 says$")
        words = " ".join(self.succeed("status", "x").split())
        self.assertRegex(words, r"verdict (old|new); wrong with probability at most \S+ "
                                r"\[assumption contradicted\]")
        self.assertIn(f"assumption contradicted: {found['reason']}; the guarantee does not hold", words)
        self.assertNotIn("[proved]", words)
        page = self.file("x.html")
        self.succeed("report", "x", "-o", page)
        with open(page, encoding="utf-8") as text:
            text = text.read()
        self.assertIn(found["reason"], text)
        self.assertIn("[assumption contradicted]", text)
        self.assertNotIn("[proved]", text)
        for _ in range(50):  # the contradiction is permanent
            self.json("observe", "x", "old", "100")
        self.assertEqual(self.status()["assumption"], found)

    def measure_after(self, name, mean, sigma, count=10):
        source = random.Random(2)
        for _ in range(count):
            self.json("observe", name, "old", repr(source.gauss(mean, sigma)))

    def test_nothing_is_known_that_nobody_said(self):
        self.json("new", "x", "--arms", "old,new", "--lowest", "--max-samples", "200")
        self.measure("x", 100, 20)
        status = self.status(code=3)
        self.assertEqual((status["family"], status["verdict"]), ("normal", None))
        self.assertEqual(status["stopping"]["status"], "proved")
        self.assertEqual(status["assumption"], {"status": "not contradicted"})

    def test_the_log_scale(self):
        self.begin("--scale", "log", "--sigma", "0.01", "--lowest", "--margin", "2%")
        words = " ".join(self.succeed("status", "x").split())
        self.assertIn("best-arm, the smallest mean is best, margin 2 %; 3 arms, gaussian, sigma 0.01, "
                      "log scale; delta 0.05", words)
        means = {"a": 300.0, "b": 301.0, "c": 900.0}
        self.play(means)
        status = self.status(code=4)
        self.assertEqual((status["scale"], status["margin"]), ("log", 0.02))
        self.assertEqual(list(status)[3:7], ["family", "sigma", "scale", "lowest"])
        self.assertEqual(status["verdict"]["answer"], "a, equal within 2 %: a, b; ruled out: c")
        for arm in status["arms"]:
            self.assertAlmostEqual(arm["mean"], means[arm["name"]], places=9)
            self.assertTrue(0 < arm["low"] < arm["mean"] < arm["high"] < 1000)
        self.assertTrue(any('"value":300' in line for line in self.log()))
        self.assertIn("geometric mean", self.succeed("report", "x"))
        for value in ("0", "-3"):
            self.refuse_unchanged("observe", "x", "a", value, field="value", says="positive")
        self.begin("--scale", "log", "--margin", "0.02", name="y")
        self.assertEqual(self.status("y")["margin"], 0.02)
        self.begin("--scale", "linear", name="z")
        self.assertNotIn("scale", self.status("z"))

    def test_data_that_change_their_mind(self):
        self.begin()
        self.play({"a": 3.0, "b": 0.0, "c": 0.0})
        verdict = self.status()["verdict"]
        self.assertEqual((verdict["arms"], verdict["ruled_out_arms"]), (["a"], ["b", "c"]))
        self.assertNotIn("now speak", self.succeed("status", "x"))
        for _ in range(40):
            self.json("observe", "x", "b", "9")
        status = self.status()
        self.assertEqual((status["verdict"], status["answer"]), (verdict, "b"))
        self.assertEqual(status["smallest_risk"], 0.05)
        words = " ".join(self.succeed("status", "x").split())
        self.assertIn("the data now speak for b; the verdict stays", words)

    def test_the_lowest(self):
        self.begin("--lowest")
        self.play({"a": 1.0, "b": -1.0, "c": 0.0})
        self.assertEqual(self.status()["verdict"]["answer"], "b")

    def test_every_question(self):
        sets = self.file("sets.toml", """
[[set]]
name = "sum positive"
rows = [[1, 1]]
bounds = [0]
[[set]]
name = "sum negative"
rows = [[-1, -1]]
bounds = [0]
""")
        for words, answer in [
            (["--problem", "top-m", "--top", "1"], "b"),
            (["--problem", "thresholding", "--level", "0.5"], "b"),
            (["--problem", "signed", "--level", "-1"], "all above -1"),
            (["--problem", "closest", "--level", "2"], "b"),
            (["--problem", "polyhedral", "--sets", sets], "sum positive"),
        ]:
            self.begin(*words, arms="a,b")
            self.play({"a": 0.0, "b": 2.0})
            self.assertEqual(self.status()["verdict"]["answer"], answer)
            self.succeed("status", "x")
            self.succeed("report", "x")
            self.succeed("delete", "x", "--yes")

    def test_levels_at_the_ends_of_the_range(self):
        """The evidence then overflows as well."""
        for family, level in (("gaussian", "1e308"), ("gaussian", "-1e308"), ("exponential", "1e-308")):
            for problem in ("thresholding", "signed"):
                known = ["--sigma", "1"] if family == "gaussian" else []
                self.begin("--problem", problem, "--family", family, *known, "--level", level)
                for arm in "abcabc":
                    self.succeed("observe", "x", arm, "1")
                self.assertEqual(self.status()["phase"], "decided")
                for words in (["status", "x"], ["status", "x", "--format", "csv"], ["report", "x"]):
                    self.succeed(*words)
                self.succeed("delete", "x", "--yes")

    def test_a_spec_file(self):
        path = self.file("spec.toml", 'arms = ["one arm", "another"]\nfamily = "poisson"\n'
                         'lowest = true\ndelta = 0.2\nrule = "bc"\nmax_samples = 99\nseed = 7\n')
        self.json("new", "x", "--spec", path, "--delta", "0.01")
        status = self.status()
        self.assertEqual([status[key] for key in ("family", "lowest", "delta", "rule", "max_samples",
                                                  "seed")], ["poisson", True, 0.01, "bc", 99, 7])
        self.assertEqual(status["arms"][0]["name"], "one arm")

    def test_an_export_is_the_experiment(self):
        self.begin("--family", "normal", "--max-samples", "100")
        self.ask(9)
        self.tell_all([(i, 0.1 * i * i / 3) for i in range(1, 9)])
        self.succeed("abandon", "x", "9")
        self.succeed("observe", "x", "c", "-1e-3")
        for name in ("json", "csv"):  # an export has neither format
            self.refuse("export", "x", "--format", name, field="format", says="JSON lines")
        path = self.file("x.jsonl")
        self.assertEqual(self.json("export", "x", "-o", path), {"name": "x", "file": path})
        self.assertEqual(self.json("import", path, "--name", "y"), {"name": "y", "events": 19})
        self.assertEqual(self.log("y"), self.log("x"))
        self.assertEqual(dict(self.status("y"), name="x"), self.status("x"))
        self.assertEqual(self.ask(5, "y"), self.ask(5, "x"))
        self.refuse("import", path, field="name", says="already")
        self.succeed("delete", "x", "--yes")
        with open(path, encoding="utf-8") as file:
            self.assertEqual(self.json("import", "-", stdin=file)["name"], "x")
            file.seek(0)
            self.assertEqual(self.log("x"), unsealed(file.read()).splitlines()[1:])

    def test_files_that_are_no_export(self):
        self.begin()
        self.ask(3)
        self.tell_all([(1, 0.5), (2, 0.25)])
        lines = self.succeed("export", "x").splitlines()
        broken = {"empty": [], "cut": lines[:4], "more": [*lines, "{}"], "two": lines + lines, "gap": lines[:2] + lines[3:],
                  "twice": lines[:5] + lines[4:], "foreign": ["[1, 2]"], "no json": ["arms"],
                  "value": [line.replace("0.5", '"x"') for line in lines],
                  "arm": [line.replace('"ticket":1,"arm":"a"', '"ticket":1,"arm":"q"')
                          for line in lines],
                  "version": [lines[0].replace('export":2', 'export":3'), *lines[1:]]}
        for name, text in broken.items():
            path = self.file("broken.jsonl", "".join(line + "\n" for line in text))
            self.refuse("import", path, "--name", "y", field="import", says="")
            self.assertEqual(len(self.json("list")["experiments"]), 1, name)
        old = unsealed("\n".join(lines)).splitlines()  # other programs may write such exports
        named = [old[0].replace('"name":"x"', r'"name":"\u001b[2J"'), *old[1:]]
        self.refuse("import", self.file("named.jsonl", "\n".join(named) + "\n"), field="name")
        self.refuse("import", self.file("none"), field="file")
        self.refuse("import", self.folder, field="file")

    def test_lists_and_deletes(self):
        self.assertEqual(self.json("list"), {"experiments": []})
        self.begin(name="one")
        self.begin(name="two words")
        self.ask(2, "one")
        self.assertEqual([(e["name"], e["events"]) for e in self.json("list")["experiments"]],
                         [("one", 2), ("two words", 0)])
        time = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
        self.assertRegex(self.succeed("list", "--format", "csv"),
                         rf"^name,created,events,heard,phase,answer,smallest_risk,samples,tags\n"
                         rf"one,{time},2,{time},running,,1,0,\ntwo words,")
        self.assertEqual(self.json("delete", "one", "--yes"), {"deleted": "one"})
        self.refuse("delete", "one", field="name", says='"one"')
        self.refuse("delete", "two words", field="yes", says="--yes")
        self.assertEqual(len(self.json("list")["experiments"]), 1)

    def test_a_list_shows_how_far_experiments_are(self):
        self.begin(name="done")
        self.play({"a": 3.0, "b": 0.0, "c": 0.0}, name="done")
        self.begin("--max-samples", "3", name="spent")
        self.play({"a": 0.1, "b": 0.0, "c": 0.0}, name="spent")
        self.begin(name="new")
        found = {item["name"]: item for item in self.json("list")["experiments"]}
        self.assertEqual([(found[name]["phase"], found[name]["answer"], found[name]["samples"])
                          for name in ("done", "spent", "new")],
                         [("decided", "a", self.status("done")["samples"]), ("undecided", "a", 3), ("running", None, 0)])
        self.assertLessEqual(found["done"]["smallest_risk"], 0.05)
        self.assertGreaterEqual(found["done"]["heard"], found["done"]["created"])
        self.assertEqual(found["new"]["heard"], found["new"]["created"])
        text = self.succeed("list")
        self.assertRegex(text, r"(?m)^experiment +state +answer +risk +samples +last heard of$")
        self.assertRegex(text, r"(?m)^done +decided +a +0\.0\d+ +\d+ +20")
        self.assertRegex(text, r"(?m)^new +running +- +0 +20")

    def test_text_and_csv(self):
        self.begin()
        self.assertEqual(self.succeed("ask", "x", "-n", "2"), "1 a\n2 b\n")
        self.assertEqual(self.succeed("ask", "x", "--format", "csv"), "ticket,arm\n3,c\n")
        self.assertEqual(self.succeed("tell", "x", "1", "5", "--format", "csv"),
                         "told,new,samples,waiting,phase\n1,1,1,0,running\n")
        self.assertEqual(self.succeed("tell", "x", "2", "-5"), "1 result told; 2 samples, running\n")
        rows = self.succeed("status", "x", "--format", "csv").splitlines()
        self.assertEqual(rows[0], "arm,pulls,pending,mean,low,high,target,retired")
        self.assertEqual(rows[3], "c,0,1,,,,,0")

    def test_a_report(self):
        self.begin()
        self.succeed("report", "x")  # without measurements
        self.play({"a": 1.0, "b": 0.0, "c": 0.0})
        path = self.file("report.html")
        self.assertEqual(self.json("report", "x", "-o", path)["file"], path)
        with open(path, encoding="utf-8") as file:
            page = file.read()
        for part in ("Verdict: a", "[proved]", "evidence", "prefers-color-scheme: dark", "told"):
            self.assertIn(part, page)
        self.assertNotRegex(page.replace("http://www.w3.org/2000/svg", ""), "https?:")
        self.assertEqual(self.succeed("report", "x"), page)


class PostgresCommands(PostgresMixin, Commands):
    pass


if __name__ == "__main__":
    unittest.main()
