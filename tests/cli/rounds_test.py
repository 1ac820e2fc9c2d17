"""Live comparisons in rounds, and `compare`, as scripts and people use them."""

import csv
import json
import random
import unittest

from command import CommandTest, refuse_nan, run
from live import LiveTest, PostgresMixin, unsealed


def table(rows, arms="a,b,c"):
    """A CSV file of rows; None is a missing value."""
    lines = [",".join("" if value is None else repr(value) for value in row) for row in rows]
    return "\n".join([arms, *lines]) + "\n"


def noisy_rows(count, means, seed=1):
    """What the arms of a round share is larger than what they differ by."""
    source = random.Random(seed)
    rows = []
    for _ in range(count):
        shared = source.gauss(0, 3)
        rows.append([mean + shared + source.gauss(0, 0.5) for mean in means])
    return rows


class RoundsTest(LiveTest):
    def begin_rounds(self, *words, arms="a,b,c"):
        return self.json("new", "x", "--arms", arms, "--rounds", *words)

    def ask_round(self):
        """The tickets of the next round; none after the verdict, which a message explains."""
        return json.loads(run("ask", "x", "--round", "--format", "json").stdout)["tickets"]


class Rounds(RoundsTest):
    def test_the_way_to_a_verdict(self):
        self.assertEqual(self.begin_rounds(),
                         {"name": "x", "arms": 3, "rule": "rounds", "delta": 0.05, "status": "proved"})
        rows = noisy_rows(200, (1.0, 0.2, -1.0))
        for number, row in enumerate(rows, 1):
            tickets = self.ask_round()
            if not tickets:
                break
            self.assertEqual({ticket["round"] for ticket in tickets}, {number})
            self.tell_all([(t["ticket"], row["abc".index(t["arm"])]) for t in reversed(tickets)])
        status = self.status()
        self.assertEqual((status["phase"], status["answer"]), ("decided", "a"))
        self.assertEqual(status["verdict"]["verdict"], "best")
        self.assertEqual(status["in_play"], ["a"])
        self.assertEqual({out["arm"] for out in status["ruled_out"]}, {"b", "c"})
        self.assertEqual(status["rounds"], number - 1)
        self.assertEqual([(d["arm"], d["to"]) for d in status["differences"]], [("b", "a"), ("c", "a")])
        for one in status["differences"]:
            self.assertLess(one["estimate"], 0)
        # An arm that has left is not measured again.
        self.assertLess(status["arms"][2]["pulls"], status["arms"][0]["pulls"])
        self.assertEqual(status["samples"], sum(arm["pulls"] for arm in status["arms"]))

    def test_one_ticket_many_or_a_round(self):
        self.begin_rounds()
        first = self.json("ask", "x")["tickets"]
        rest = self.ask_round()
        self.assertEqual((len(first), len(rest)), (1, 2))
        self.assertEqual(sorted(t["arm"] for t in first + rest), ["a", "b", "c"])
        ahead = self.json("ask", "x", "-n", "7")["tickets"]
        self.assertEqual([t["round"] for t in ahead], [2, 2, 2, 3, 3, 3, 4])
        text = run("ask", "x", "--format", "csv").stdout.splitlines()
        self.assertEqual(text[0], "ticket,arm,round")
        self.refuse_unchanged("ask", "x", "--round", "-n", "2", field="count", says="--round")

    def test_parallel_workers_need_not_wait(self):
        self.begin_rounds()
        tickets = self.ask(9)
        for ticket in tickets[3:]:
            self.tell(ticket["ticket"], 1.0)
        status = self.status()
        self.assertEqual((status["rounds"], status["samples"]), (0, 0))
        self.assertEqual(status["waiting"][0]["tickets"], [1, 2, 3])
        self.json("abandon", "x", "1")
        for ticket in (2, 3):
            self.tell(ticket, 1.0)
        self.assertEqual(self.status()["rounds"], 3)

    def test_a_loop_that_lost_tickets_is_warned(self):
        self.begin_rounds()
        self.ask(3)  # the loop is killed
        for _ in range(6):
            self.tell_all([(t["ticket"], 1.0) for t in self.ask_round()])
        self.assertEqual(run("ask", "x").stderr, "")  # 18 results
        self.tell_all([(t["ticket"], 1.0) for t in self.ask(2)])
        self.assertEqual(run("ask", "x").stderr, "mirador: warning: 20 results wait for tickets 1, 2, 3, 22; tell or "
                                                 "abandon them, or ask with --reissue-after\n")
        again = run("ask", "x", "--round", "--reissue-after", "0.01", "--format", "json")
        self.assertEqual(again.stderr, "")
        self.assertEqual([t["ticket"] for t in json.loads(again.stdout)["tickets"]][:3], [1, 2, 3])

    def test_items_by_number_and_by_name(self):
        self.begin_rounds("--family", "bernoulli", "--items", "20", arms="a,b")
        seen = set()
        while tickets := self.ask_round():
            seen.add(tickets[0]["item"])
            self.tell_all([(t["ticket"], 1.0) for t in tickets])
        self.assertEqual(seen, set(range(1, 21)))
        status = self.status(code=4)
        self.assertEqual(status["verdict"]["answer"], "a, tied with b on all items")
        self.assertEqual(status["verdict"]["verdict"], "equal")
        self.assertEqual(status["items"], {"total": 20, "used": 20})
        names = self.file("items.txt", "first question\nsecond, with a comma\n\nthird\n")
        self.json("new", "y", "--arms", "a,b", "--rounds", "--family", "bernoulli", "--items", names)
        text = self.succeed("ask", "y")
        tickets = self.json("ask", "y", "-n", "5")["tickets"]
        self.assertEqual({t["item"] for t in tickets},
                         {"first question", "second, with a comma", "third"})
        self.assertIn(tickets[0]["item"], text)  # both arms of a round have the same item

    def test_good_enough(self):
        self.begin_rounds("--family", "bounded", "--good-enough", "0.3", arms="a,b")
        source = random.Random(2)
        while tickets := self.ask_round():
            self.tell_all([(t["ticket"], source.random()) for t in tickets])
        status = self.status()
        self.assertEqual(status["verdict"]["verdict"], "good-enough")
        self.assertIn("within 0.3 of the best", status["verdict"]["answer"])

    def test_a_finished_table_counts_like_rounds_that_were_asked_for(self):
        self.begin_rounds()
        rows = noisy_rows(40, (1.0, 0.5, -1.0))
        lines = ["arm,round,value"] + [f"{arm},r{number},{value!r}" for number, row in enumerate(rows)
                                       for arm, value in zip("abc", row)]
        file = self.file("rounds.csv", "\n".join(lines) + "\n")
        done = self.json("observe", "x", "--batch", file)
        self.assertEqual((done["given"], done["rounds"]), (40, self.status()["rounds"]))
        compared = json.loads(run("compare", self.file("t.csv", table(rows)), "--format", "json").stdout)
        for field in ("answer", "rounds", "in_play", "ruled_out", "differences", "samples"):
            self.assertEqual(self.status()[field], compared[field], field)

    def test_missing_values_of_a_batch_are_named(self):
        self.begin_rounds()
        file = self.file("rounds.csv", "a,7,1\nb,7,2\nc,7,3\na,3,1\nb,x,2\nc,x,2\n")
        self.assertTrue(self.succeed("observe", "x", "--batch", file).startswith(
            "3 rounds observed, 3 values are missing and count as abandoned; 6 samples, running"))
        one = self.file("one.csv", "a,7,1\nb,7,2\n")
        self.assertEqual(self.json("observe", "x", "--batch", one)["missing"], 1)
        self.assertIn("1 value is missing and counts as abandoned", self.succeed("observe", "x", "--batch", one))
        status = self.status()
        self.assertEqual((status["abandoned"], status["rounds"]), (5, 5))

    def test_bad_batches_change_nothing(self):
        self.begin_rounds("--family", "bounded")
        for text, line, says in [
            ("a,1,0.5\nb,1,2\n", 1, "bounded"), ("arm,round,value\na,1,0.5\na,1,0.6\n", 3, "already"),
            ("z,1,0.5\n", 1, "z"), ("a,1\n", 1, "arm,round,value"), ("a,1,x\n", 1, "x"),
            ("", 1, "no results"),
        ]:
            file = self.file("bad.csv", text)
            self.refuse_unchanged("observe", "x", "--batch", file, field="batch", says=[f":{line}: ", says])
        self.ask(1)
        file = self.file("good.csv", "a,1,0.5\nb,1,0.5\nc,1,0.5\n")
        self.refuse_unchanged("observe", "x", "--batch", file, field="batch", says="tell or abandon")

    def test_what_does_not_fit(self):
        for words, field, says in [
            (["--rounds", "--rule", "lma"], "rule", "--rounds"),
            (["--rounds", "--stopping", "mixture"], "stopping", "--rounds"),
            (["--rounds", "--problem", "signed", "--level", "1"], "problem", "best-arm"),
            (["--rounds", "--items", "10"], "items", "bounded"),
            (["--rounds", "--family", "poisson"], "family", "symmetric"),
            (["--rounds", "--compare", "typicl"], "compare", "typical"),
            (["--rounds", "--family", "bernoulli", "--compare", "wins"], "compare", "symmetric"),
            (["--rounds", "--round-size", "4"], "round-size", "from 2 to 3"),
            (["--rounds", "--good-enough", "0.1", "--margin", "0.1"], "good-enough", "--margin"),
            (["--rounds", "--good-enough", "2%"], "good-enough", "log"),
            (["--rounds", "--family", "bernoulli", "--items", "none.txt"], "items", "none.txt"),
            (["--items", "10"], "items", "--rounds"),
        ]:
            self.refuse("new", "x", "--arms", "a,b,c", *words, field=field, says=says)
        self.begin()
        self.refuse_unchanged("ask", "x", "--round", field="round", says="no rounds")

    def test_export_and_import(self):
        self.begin_rounds("--margin", "0.5")
        for row in noisy_rows(5, (1.0, 0.5, -1.0)):
            self.tell_all([(t["ticket"], row["abc".index(t["arm"])]) for t in self.ask_round()])
        self.ask(2)
        lines = self.succeed("export", "x")
        self.assertIn('"rounds":{"family":{"name":"symmetric","compare":"mean"}}', unsealed(lines))
        self.succeed("import", self.file("x.jsonl", lines), "--name", "y")
        status, again = self.status(), self.status("y")
        self.assertEqual(dict(status, name="y"), again)
        self.assertEqual(self.json("ask", "x", "-n", "4")["tickets"],
                         self.json("ask", "y", "-n", "4")["tickets"])

    def test_a_forecast_needs_two_rounds_of_every_pair(self):
        self.begin_rounds("--round-size", "2", "--max-samples", "500")
        for number in range(1, 6):
            self.tell_all([(t["ticket"], "abc".index(t["arm"]) + 0.1 * number) for t in self.ask_round()])
            status = self.status()
            pairs = {d["arm"]: d["better"] + d["worse"] + d["tied"] for d in status["differences"]}
            known = all(pairs.get(arm, 0) >= 2 for arm in "abc" if arm != status["answer"])
            text = run("status", "x").stdout
            self.assertEqual("too early to say" not in text, known, text)
            self.assertEqual(status["samples_to_go"] is not None, known)

    def test_the_text_and_the_page(self):
        self.begin_rounds("--scale", "log", "--lowest")
        for row in noisy_rows(4, (1.0, 0.9, 0.0)):
            self.tell_all([(t["ticket"], 2.0 ** row["abc".index(t["arm"])]) for t in self.ask_round()])
        text = run("status", "x").stdout
        for word in ("rounds", "in play", "ratio", "wins", "against c"):
            self.assertIn(word, text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        page = self.succeed("report", "x")
        for word in ("ratio to c", "better", "worse", "tied"):
            self.assertIn(word, page)


class OnPostgres(PostgresMixin, Rounds):
    pass


class Compare(CommandTest):
    def compare(self, text, *words, code=0):
        process = run("compare", self.file("t.csv", text), *words, "--format", "json")
        self.assertEqual((process.returncode, process.stderr), (code, ""))
        return json.loads(process.stdout, parse_constant=refuse_nan)

    def test_says_how_many_rows_would_have_sufficed(self):
        rows = noisy_rows(300, (1.0, 0.5, 0.0))
        status = self.compare(table(rows))
        self.assertEqual(status["answer"], "a")
        self.assertEqual(status["table"]["rows"], 300)
        needed = status["table"]["rows_needed"]
        self.assertLess(needed, 300)
        self.assertEqual(self.compare(table(rows[:needed]))["verdict"], status["verdict"])
        short = self.compare(table(rows[:needed - 1]), code=3)
        self.assertIsNone(short["verdict"])
        self.assertIsNone(short["table"]["rows_needed"])
        self.assertEqual(short["phase"], "undecided")
        for field in ("samples_to_go", "samples_to_go_low", "samples_to_go_high"):
            self.assertIsNone(short[field])
        text = run("compare", self.file("t.csv", table(rows[:needed - 1]))).stdout
        self.assertIn("undecided, the rows are not enough", " ".join(text.split()))
        self.assertNotIn("more samples", text)

    def test_doubts_about_the_table(self):
        rows = noisy_rows(60, (1.0, 0.0, -1.0)) + noisy_rows(200, (-1.0, 1.0, 0.0))
        text = table([[number % 250, *row] for number, row in enumerate(rows)], "item,a,b,c")
        status = self.compare(text)
        self.assertEqual(status["answer"], "a")
        labels, order = status["warnings"][-2:]
        self.assertIn('rows 1 and 251 are both labelled "0", and 9 more labels occur again', labels)
        self.assertRegex(order, r"the last \d+ rows decide for b by themselves")
        shown = run("compare", self.file("t.csv", text)).stdout
        self.assertEqual(shown.count("\nwarning "), len(status["warnings"]))
        self.assertLessEqual(max(map(len, shown.splitlines())), 80)

    def test_csv_has_the_differences(self):
        rows = list(csv.DictReader(self.succeed("compare", self.file("t.csv", table(noisy_rows(90, (1.0, 0.5, 0.0)))),
                                                "--format", "csv").splitlines()))
        status = self.compare(table(noisy_rows(90, (1.0, 0.5, 0.0))))
        self.assertEqual([row["arm"] for row in rows], ["a", "b", "c"])
        self.assertEqual(rows[0]["difference"], "")
        for found in status["differences"]:
            row = rows["abc".index(found["arm"])]
            for column, field in (("difference", "estimate"), ("difference_low", "low"), ("better", "better")):
                self.assertEqual(row[column], "" if found[field] is None else repr(found[field]))
        self.assertEqual({row["arm"]: row["ruled_out_in_round"] for row in rows if row["ruled_out_in_round"]},
                         {one["arm"]: str(one["round"]) for one in status["ruled_out"]})

    def test_all_items_give_an_exact_answer_in_any_order(self):
        source = random.Random(3)
        rows = [[float(source.random() < 0.5) for _ in range(3)] for _ in range(60)]
        totals = [sum(row[arm] for row in rows) for arm in range(3)]
        best = "abc"[totals.index(max(totals))]
        self.assertEqual(totals.count(max(totals)), 1)
        for seed in range(5):
            status = self.compare(table(rows), "--family", "bernoulli", "--items", "--delta", "1e-9",
                                  "--seed", str(seed))
            self.assertEqual(status["answer"], best)
            self.assertEqual(status["items"]["total"], 60)

    def test_labels_quotes_and_missing_values(self):
        rows = noisy_rows(100, (1.0, 0.0, -1.0))
        plain = self.compare(table(rows))
        text = table(rows, '"a, first",b,c').replace("a, first", "a")
        labelled = "item," + "\n".join(line if i == 0 else f"q{i},{line}"
                                       for i, line in enumerate(text.rstrip("\n").split("\n")))
        for same in (text, labelled + "\r\n", "\ufeff" + text):
            self.assertEqual(dict(self.compare(same), name=None), dict(plain, name=None))
        rows[3][1] = None
        self.assertEqual(self.compare(table(rows))["table"]["values"], 299)

    def test_a_column_of_row_numbers_is_no_arm(self):
        rows = noisy_rows(40, (1.0, 0.0))
        plain = self.compare(table(rows, "a,b"))
        numbered = [[number, *row] for number, row in enumerate(rows)]
        for heading in ("id", "doc_id", "Question", "TASK", "index", "Item", '""'):
            same = self.compare(table(numbered, f"{heading},a,b"))
            self.assertEqual(dict(same, name=None), dict(plain, name=None), heading)
        from_one = [[row[0] + 1, *row[1:]] for row in numbered]
        for numbers in (numbered, from_one):
            self.refuse("compare", self.file("t.csv", table(numbers, "key,a,b")), field="table",
                        says=["t.csv:1: ", '"key" numbers the rows', "rename it to item"])
        self.refuse("compare", self.file("t.csv", "key,a,b\nq1,1,2\n"), field="table",
                    says=["t.csv:2: ", "q1", '"key" holds labels', "rename it to item"])
        self.compare("a,b\n0,1\n1,1\n", code=3)  # two rows of scores

    def test_an_arm_without_values_is_not_the_answer(self):
        values = [(0.1 * (k % 7), 0.1 * (k % 5)) for k in range(30)]
        for rows, empty in ((((None, *pair) for pair in values), "a"), (((*pair, None) for pair in values), "c")):
            file = self.file("t.csv", table(rows))
            for words in (["--family", "bounded", "--hi", "5", "--items"], []):
                text = run("compare", file, *words).stdout
                self.assertNotIn(f"answer      {empty}", text)
                line = next(line for line in text.splitlines() if line.startswith(f"  {empty} "))
                self.assertEqual(line.split(), [empty, "0", "-"])
                self.assertEqual(len([line for line in text.splitlines() if line.startswith("* ")]), 1)

    def test_bad_tables(self):
        for text, line, says in [
            ("a\n1\n", 1, "two arms"), ("a,b\n1\n", 2, "2 columns"), ("a,b\n1,x\n", 2, "x"),
            ("a,b\n", 1, "no rows"), ("", 1, "no rows"), ('a,"b\n1,2\n', 1, "quote"),
            ("a,b\n1,inf\n", 2, "inf"),
        ]:
            self.refuse("compare", self.file("t.csv", text), field="table",
                        says=[f"t.csv:{line}: ", says])
        self.refuse("compare", self.file("t.csv", "a,a\n1,2\n"), field="arms", says="twice")
        self.refuse("compare", self.file("t.csv", "a,b\n1,2\n3,9\n"), "--family", "bounded",
                    "--hi", "5", field="table", says=[":3: ", "9"])
        self.refuse("new", "y", "--arms", "a,b", "--rounds", "--family", "bernoulli", "--items",
                    self.file("items.txt", "p\nq\n\np\n"), field="items", says=[":4: ", "line 1", "every item once"])
        self.refuse("compare", self.file("missing.csv"), field="table", says="missing.csv")
        self.refuse("compare", self.file("t.csv", "a,b\n1,2\n"), "--items", field="items",
                    says="bounded")


if __name__ == "__main__":
    unittest.main()
