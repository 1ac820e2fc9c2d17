"""The report of the paper: its numbers against the simulator, its pictures, its page in a
browser."""

import csv
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from browser import browse, with_foreign
from command import MIRADOR, PATIENCE, CommandTest, refuse_nan, run, wait_for_work

SVG = "{http://www.w3.org/2000/svg}"
FILES = ["figure1.svg", "report.html", "results.json", "table1.csv"]


def timeless(value):
    """The document without the times, which differ between runs."""
    if isinstance(value, dict):
        return {key: timeless(item) for key, item in value.items()
                if key not in ("ns_per_step", "seconds", "speed_up")}
    return [timeless(item) for item in value] if isinstance(value, list) else value


def numbers_in(value):
    """All numbers of a JSON document, including those in its texts."""
    if isinstance(value, (dict, list)):
        items = value.values() if isinstance(value, dict) else value
        return [number for item in items for number in numbers_in(item)]
    if isinstance(value, str):
        return [float(number) for number in re.findall(r"\d+(?:\.\d+)?(?:e-?\d+)?", value)]
    return [] if value is None or isinstance(value, bool) else [abs(float(value))]


def ways_to_write(number):
    """The forms in which the page may show the number: with few decimals, few digits, or as a percentage."""
    written = set()
    for value in (number, 100 * number):
        written |= {f"{value:.{decimals}f}" for decimals in range(5)}
        if value > 0:
            written |= {f"{value:.{digits}e}" for digits in range(2)}
            unit = 10.0 ** (math.floor(math.log10(value)) - 1)
            written.add(f"{round(value / unit) * unit:.0f}")
    return written


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class ReportTest(CommandTest):
    """One small report, checked in all respects."""

    @classmethod
    def setUpClass(cls):
        cls.out = tempfile.mkdtemp()
        cls.process = run("paper", "--runs", "8", "--seed", "5", "--out", cls.out)
        cls.results = json.loads(read(os.path.join(cls.out, "results.json")),
                                 parse_constant=refuse_nan)
        cls.page = read(os.path.join(cls.out, "report.html"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.out)

    def finding(self, name):
        return self.results["findings"][name]["value"]

    def experiment(self, name):
        return self.results["experiments"][name]["result"]

    def test_writes_its_files_and_says_so(self):
        self.assertEqual((self.process.returncode, self.process.stderr), (0, ""))
        self.assertEqual(sorted(os.listdir(self.out)), FILES)
        self.assertIn(os.path.join(self.out, "report.html"), self.process.stdout)
        self.assertIn("heuristic [heuristic]", self.process.stdout)
        self.assertEqual((self.results["seed"], self.results["runs"]), (5, 8))
        self.assertEqual(self.results["command"], "mirador paper --runs 8 --seed 5")

    def test_every_simulation_is_what_its_command_prints(self):
        self.assertGreaterEqual(len(self.results["experiments"]), 15)
        for name, experiment in self.results["experiments"].items():
            words = shlex.split(experiment["command"])
            self.assertEqual((words[:2], experiment["seed"]), (["mirador", "sim"], 5))
            again = json.loads(run(*words[1:]).stdout, parse_constant=refuse_nan)
            self.assertEqual(timeless(experiment["result"]), timeless(again), name)

    def test_figure_1_is_that_of_the_paper(self):
        document = self.experiment("figure1")
        self.assertEqual(document["means"], [1, 0.85, 0.8, 0.75])
        self.assertEqual(document["stopping"]["name"], "heuristic")
        self.assertEqual({result["rule"] for result in document["results"]},
                         {"bc", "ttts", "lmac", "lma", "dt", "unif"})
        times = [entry["samples"]
                 for entry in self.results["experiments"]["figure1"]["time_times_log"]]
        self.assertAlmostEqual(times[0], 1066.7, delta=0.05)
        self.assertAlmostEqual(times[1], 2133.5, delta=0.05)
        for result in document["results"]:
            shown = f"{result['mean']:.0f} ± {result['std_error']:.0f}"
            self.assertTrue(shown in self.page, shown)
            self.assertTrue(shown in read(os.path.join(self.out, "figure1.svg")), shown)

    def test_findings_follow_from_the_simulations(self):
        simulated = {(result["rule"], result["delta"]): result["mean"]
                     for result in self.experiment("theorem")["results"]}
        for series in self.finding("theorem"):
            if series["stopping"] != "heuristic":
                continue
            self.assertEqual(len(series["points"]), 13)
            for point in series["points"]:
                mean = simulated[series["rule"], point["delta"]]
                self.assertAlmostEqual(point["samples_per_log"], mean / -math.log(point["delta"]))
        usual = {(row["instance"], row["rule"], row["delta"]): row["mean"]
                 for row in self.finding("thresholds") if row["stopping"] == "heuristic"}
        self.assertEqual({row["stopping"]: row["status"] for row in self.finding("thresholds")},
                         {"heuristic": "heuristic", "mixture": "proved",
                          "kaufmann-koolen": "proved", "menard": "proved"})
        for row in self.finding("thresholds"):
            mean = usual[row["instance"], row["rule"], row["delta"]]
            self.assertAlmostEqual(row["ratio_to_heuristic"], row["mean"] / mean)
        for curve in self.finding("scale"):
            best = min(curve["points"], key=lambda point: point["mean"])
            self.assertEqual(curve["best_L"], best["L"])

    def test_statements_are_judged_by_three_standard_errors(self):
        means = {(result["rule"], result["delta"]): (result["mean"], result["std_error"])
                 for result in self.experiment("figure1")["results"]}
        statements = self.finding("statements")
        self.assertEqual(len(statements), 4)
        gaps = [(means["lmac", delta][0] - means["bc", delta][0],
                 3 * math.hypot(means["lmac", delta][1], means["bc", delta][1]))
                for delta in (0.1, 0.01)]
        same = all(abs(gap) <= noise for gap, noise in gaps)
        self.assertEqual(statements[2]["verdict"], "too close to tell" if same else "does not agree")
        for statement in statements:
            self.assertIn(statement["verdict"], ("agrees", "does not agree", "too close to tell"))
            self.assertTrue(statement["text"].replace("'", "&#39;") in self.page)

    def test_table_1(self):
        with open(os.path.join(self.out, "table1.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["rule"], float(row["paper_seconds"])) for row in rows],
                         [("bc", 5e-6), ("ttts", 1e-4), ("lmac", 8e-6), ("lma", 8e-6), ("dt", 2e-3),
                          ("unif", 4e-6)])
        measured = {result["rule"]: result["ns_per_step"]
                    for result in self.experiment("table1")["results"]}
        for row in rows:
            self.assertAlmostEqual(float(row["seconds"]), 1e-9 * measured[row["rule"]], places=15)
            self.assertAlmostEqual(float(row["speed_up"]) * float(row["seconds"]),
                                   float(row["paper_seconds"]))

    def test_trajectories_keep_their_bounds(self):
        for trajectory in self.results["trajectories"]:
            self.assertEqual(trajectory["points"][-1]["round"], 8000)
            for point in trajectory["points"]:
                self.assertAlmostEqual(sum(point["shares"]), 1.0)
                self.assertAlmostEqual(point["tracking_bound"], 8 * math.sqrt(point["round"]))
                self.assertLess(point["tracking"], point["tracking_bound"])
                self.assertLessEqual(point["regret"], point["linear_regret"] + 1e-9)
                self.assertLessEqual(point["linear_regret"], point["regret_bound"] + 1e-9)

    def test_pictures_are_well_formed(self):
        figure = ElementTree.parse(os.path.join(self.out, "figure1.svg")).getroot()
        self.assertEqual(figure.tag, SVG + "svg")
        self.assertTrue(figure.get("viewBox"))
        text = " ".join(figure.itertext())
        for words in ("BC", "TTTS", "LMAc", "LMA", "DT", "Unif", "1066.7", "2133.5", "δ = 0.01",
                      "[heuristic]"):
            self.assertIn(words, text)
        inline = re.findall(r"<svg.*?</svg>", self.page, re.DOTALL)
        self.assertGreaterEqual(len(inline), 11)
        for picture in inline:
            root = ElementTree.fromstring(picture)
            self.assertTrue(root.find(SVG + "title").text and root.find(SVG + "desc").text)
        names = re.findall(r'\bid="([^"]+)"', self.page)
        self.assertEqual(len(names), len(set(names)), "ids are given twice")

    def test_every_number_of_the_page_is_in_the_results(self):
        body = self.page[self.page.index("<main>"):self.page.index('<h2 id="slips"')]
        body = re.sub(r"<svg.*?</svg>|<code>.*?</code>", " ", body, flags=re.DOTALL)
        text = re.sub(r"<[^>]+>", " ", body).replace("&#39;", "'")
        known = {"99.9", "1066", "2133"}  # the confidence of the bounds, and numbers of the paper
        for number in numbers_in(self.results):
            known |= ways_to_write(number)
        shown = [number.replace(",", "")
                 for number in re.findall(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:e-\d+)?", text)]
        self.assertGreater(len(shown), 300)
        self.assertEqual([number for number in shown if number not in known], [])

    def test_the_page_needs_nothing_else(self):
        bare = self.page.replace("http://www.w3.org/2000/svg", "")
        self.assertIsNone(re.search(r"https?:|<script|src=|@import|url\((?!#)", bare))
        for anchor in re.findall(r'href="#([^"]+)"', self.page):
            self.assertTrue(f'id="{anchor}"' in self.page, anchor)

    def test_the_page_in_a_browser(self):
        # Asks the browser whether any element is too wide.
        permissive = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", self.page)
        probe = ("<script>onload = () => document.body.dataset.wide ="
                 "document.documentElement.scrollWidth - innerWidth</script>")
        copy = self.file("probe.html", with_foreign(permissive, probe))
        for width in (1100, 500):
            dom, console = browse(copy, width)
            self.assertEqual(console, [])
            self.assertTrue("Figure 1" in dom)
            excess = int(re.search(r'data-wide="(-?\d+)"', dom)[1])
            self.assertLessEqual(excess, 0, width)

    def test_the_browser_would_complain(self):
        broken = self.file("broken.html", "<script>nonsense()</script><p>text</p>")
        self.assertRegex(" ".join(browse(broken)[1]), "nonsense is not defined")

    def test_the_same_seed_gives_the_same_report(self):
        out = self.file("again")
        shown = run("paper", "--runs", "8", "--seed", "5", "--threads", "1", "--out", out,
                    "--format", "json").stdout
        self.assertEqual(shown, read(os.path.join(out, "results.json")))
        self.assertEqual(timeless(json.loads(shown)), timeless(self.results))


class PaperOptionsTest(CommandTest):
    def test_what_cannot_be_used_is_refused_before_the_work(self):
        taken = self.file("taken", "mine")
        folder = self.file("folder")
        os.makedirs(os.path.join(folder, "report.html"))
        self.refuse("paper", "--out", taken, field="out", says="not a folder")
        self.refuse("paper", "--out", os.path.join(taken, "below"), field="out", says="not a folder")
        self.refuse("paper", "--out", "", field="out")
        self.refuse("paper", "--out", folder, field="out", says=["report.html", "it is a folder"])
        with open(self.file("results.json"), "w", encoding="utf-8") as mine:
            self.refuse("paper", "--out", self.folder, "--format", "json", field="out",
                        says="standard output", stdout=mine)
        self.refuse("paper", "--quick", "--runs", "10", field="quick", says="leave one out")
        self.refuse("paper", "--runs", "1", field="runs")
        self.refuse("paper", "--runs", "x", field="runs")
        self.refuse("paper", "--means", "1,0", field="means", says="mirador bound")
        self.refuse("sim", "--means", "1,0", "--quick", field="quick", says="mirador paper")
        self.refuse("bound", "--means", "1,0", "--out", "x", field="out", says="mirador paper")
        spec = self.file("spec.toml", 'means = [1, 0]\nout = "here"\n')
        self.refuse("sim", "--spec", spec, field="", says="unknown key")
        self.assertEqual(read(taken), "mine")

    def interrupted(self, out):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        process = subprocess.Popen([MIRADOR, "paper", "--runs", "100000", "--out", out],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for_work(process.pid)
        process.send_signal(signal.SIGINT)
        shown, message = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, shown), (3, ""))
        self.assertRegex(message, r"^mirador: interrupted: [^\n]*nothing was written\n$")

    def test_an_interrupt_leaves_everything_as_it_was(self):
        self.interrupted(self.file("new/and/deep"))
        self.assertEqual(os.listdir(self.folder), [])
        os.mkdir(self.file("mine"))
        self.interrupted(self.file("mine"))
        self.assertEqual(os.listdir(self.file("mine")), [])

    def test_files_are_replaced_whole(self):
        out = self.file("out")
        for seed in ("1", "2"):
            self.succeed("paper", "--runs", "2", "--seed", seed, "--out", out)
            self.assertEqual(sorted(os.listdir(out)), FILES)
            self.assertEqual(json.loads(read(os.path.join(out, "results.json")))["seed"], int(seed))


if __name__ == "__main__":
    unittest.main()
