"""`race` and `gate` with real commands: verdicts, exit codes, exports, failures, resuming."""

import csv
import io
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import unittest

from command import MIRADOR, PATIENCE, children_of, run, wait_until
from race import CLOSE, FAST, SLOW, RaceTest

# A shell in the background ignores SIGINT, and children inherit that; a handler is not inherited.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Printed numbers that vary without a clock: each command counts its runs in its own file.
NOISE = "n=$(cat {0} 2>/dev/null || echo 0); echo $((n + 1)) > {0}; echo $(({1} + n % {2}))"


class OwnCommandsTest(RaceTest):
    def test_other_commands_show_a_race_and_do_not_measure_it(self):
        self.race("-N", "--max-runs", "4", "--margin", "0", FAST, SLOW, code=3)
        listed = json.loads(run("list", "--store", self.store, "--format", "json").stdout)["experiments"]
        name, events = listed[0]["name"], self.runs_in_store()
        batch = self.file("batch.csv")
        with open(batch, "w", encoding="utf-8") as file:
            file.write(f"{FAST},1,0.5\n")
        for words in (["ask", name], ["ask", name, "--round"], ["tell", name, "1", "0.5"],
                      ["observe", name, FAST, "0.5"], ["observe", name, "--batch", batch], ["abandon", name, "1"],
                      ["change", name, "--max-samples", "100"]):
            self.refuse(*words, field="name", says=["is a race", f"mirador race --resume {name}"],
                        env={"MIRADOR_STORE": self.store})
        self.assertEqual(self.runs_in_store(), events)
        self.race("--resume", name)
        page = run("report", name, "--store", self.store).stdout
        self.assertRegex(page, r"in \d+ rounds")
        self.assertNotIn("rounds, 0 s", page)


class VerdictTest(RaceTest):
    def noisy(self, name, base, width=3):
        """A command that prints base, base + 1, ... in turns."""
        return NOISE.format(self.file(name), base, width)

    def test_a_winner(self):
        out, err = self.race("-N", FAST, SLOW)
        self.assertRegex(out, rf"(?m)^winner +'{FAST}'; '{SLOW}' takes [\d.]+ times as long \(")
        self.assertRegex(out, r"(?m)^error +at most 0.05 \[proved\], in typical runs, if ")
        self.assertRegex(out, rf"(?m)^\* {FAST} +[\d.]+ ms +\d+ +1.00$")
        self.assertRegex(out, rf"(?m)^  {SLOW} +[\d.]+ ms +\d+ +\d+ of \d+ +[\d.]+ +[\d.]+ to ")
        self.assertRegex(out, r"(?m)^runs +\d+ in \d+ rounds, [\d.]+ m?s$")
        self.assertNotIn("start-up", out)
        self.assertRegex(err, r"\Amirador: race of 2 commands: wall time, lowest wins; "
                              r"margin 2 %; delta 0.05; in rounds, compare typical\n")

    def test_a_winner_of_the_adaptive_design(self):
        for words in (["--design", "adaptive"], ["--rule", "lma"]):
            out, err = self.race("-N", *words, FAST, SLOW)
            self.assertRegex(out, rf"(?m)^winner +'{FAST}'; '{SLOW}' takes [\d.]+ times as long \(")
            self.assertRegex(out, r"(?m)^error +at most 0.05 \[proved\], if the logarithms")
            self.assertRegex(out, rf"(?m)^\* {FAST} +[\d.]+ ms +[\d.]+ to [\d.]+ +\d+ +1.00$")
            self.assertRegex(out, r"(?m)^runs +\d+ in .*equally often: about \d+ \(simulated\)$")
            self.assertRegex(err, r"delta 0.05; rule lma\n")

    def test_rounds_in_json(self):
        document = self.document("-N", "--margin", "0", FAST, SLOW, "sleep 0.05")["mirador"]
        self.assertEqual((document["design"], document["family"], document["compare"], document["rule"]),
                         ("rounds", "symmetric", "typical", "rounds"))
        self.assertEqual(document["in_play"], [FAST])
        self.assertEqual({out["arm"] for out in document["ruled_out"]}, {SLOW, "sleep 0.05"})
        self.assertEqual(max(out["round"] for out in document["ruled_out"]), document["rounds"])
        for ratio in document["differences"]:
            self.assertEqual(ratio["to"], FAST)
            self.assertGreater(ratio["estimate"], 1.5)
            self.assertGreater(ratio["worse"], ratio["better"] + ratio["tied"])

    def test_orders_are_random(self):
        seeds = [self.document("-N", "--max-runs", "2", FAST, SLOW, code=3)["mirador"]["seed"] for _ in range(3)]
        self.assertEqual(len(set(seeds)), 3)  # 32 random bits each

    def test_wins_and_means_can_be_compared(self):
        for what in ("wins", "mean"):
            out, _ = self.race("-N", "--compare", what, FAST, SLOW)
            self.assertIn("in most rounds" if what == "wins" else "on average", " ".join(out.split()))

    def test_a_tie(self):
        print_noise = self.noisy("x", 1000)
        out, _ = self.race("--metric", "stdout", "--lowest", "--margin", "10%", print_noise,
                           print_noise, "-n", "one", "-n", "two", code=4)
        self.assertRegex(out, r"(?m)^equal +within 10 % of '(one': 'two|two': 'one)'$")

    def test_a_command_against_itself(self):
        document = self.document("-N", "--max-runs", "4", FAST, FAST, code=3)
        self.assertEqual([result["command"] for result in document["results"]],
                         [FAST, f"{FAST} (2)"])
        self.assertEqual([result["command_line"] for result in document["results"]], [FAST, FAST])

    def test_printed_scores(self):
        words = ["--metric", "stdout", "--highest", self.noisy("a", 10), self.noisy("b", 40)]
        document = self.document(*words, "-n", "low", "-n", "high")
        verdict = document["mirador"]["verdict"]
        self.assertEqual((verdict["answer"], verdict["ruled_out"]), ("high", ["low"]))
        self.assertEqual(document["mirador"]["scale"], "linear")
        self.assertAlmostEqual(document["mirador"]["lead"]["estimate"], 30, delta=2)
        coins = ["--metric", "stdout", "--highest", "--family", "bernoulli", "echo 1", "echo 0"]
        self.assertEqual(self.document(*coins)["mirador"]["verdict"]["answer"], "echo 1")

    def test_memory(self):
        document = self.document("--metric", "rss", "-N", "--max-runs", "5", "true", "sh -c true",
                                 code=3)
        self.assertEqual(document["mirador"]["unit"], "bytes")
        for result in document["results"]:
            self.assertEqual(result["values"], result["memory"])
        large = [sys.executable, "-c", "x = bytearray(30000000)"]
        document = self.document("--metric", "rss", "-N", "true", shlex.join(large))
        self.assertEqual(document["mirador"]["verdict"]["answer"], "true")
        document = self.document("--metric", "rss", "-N", "true", "echo", code=3)
        self.assertEqual((document["mirador"]["end"], document["mirador"]["verdict"]["outcome"]),
                         ("unseen", "undecided"))

    def test_parameters(self):
        document = self.document("-N", "-L", "t", "0.01,0.03", "sleep {t}")
        self.assertEqual([result["parameters"] for result in document["results"]],
                         [{"t": "0.01"}, {"t": "0.03"}])
        self.assertEqual(document["mirador"]["verdict"]["answer"], FAST)
        scan = ["-N", "-P", "t", "0.01", "0.03", "-D", "0.02", "--max-runs", "2", "sleep {t}"]
        document = self.document(*scan, code=3)
        self.assertEqual([result["command"] for result in document["results"]], [FAST, SLOW])
        scan = ["-N", "-P", "t", "0", "0.003", "-D", "1e-3", "--max-runs", "4", "sleep {t}"]
        document = self.document(*scan, code=3)
        self.assertEqual([result["command"] for result in document["results"]],
                         ["sleep 0.000", "sleep 0.001", "sleep 0.002", "sleep 0.003"])

    def test_placeholders_in_values_are_text(self):
        words = ["--metric", "stdout", "--lowest", "--max-runs", "4", "-L", "a", "{b},1", "-L", "b", "{a},2"]
        document = self.document(*words, "-n", "{a}/{b}", "echo '{a}{b}' | tr -d '{{}}ab' | wc -c", code=3)
        self.assertEqual([(result["command"], result["command_line"]) for result in document["results"]],
                         [(f"{a}/{b}", f"echo '{a}{b}' | tr -d '{{{{}}}}ab' | wc -c")
                          for b in ("{a}", "2") for a in ("{b}", "1")])

    def test_warm_up_and_preparation(self):
        log = self.file("log")
        self.race("-w", "1", "-p", f"echo p >> {log}", "--max-runs", "2",
                  f"{FAST}; echo a >> {log}", f"{FAST}; echo b >> {log}", code=3)
        self.assertIn(self.read("log").split(),
                      (["p", "a"] * 2 + ["p", "b"] * 2, ["p", "b"] * 2 + ["p", "a"] * 2))

    def test_before_and_after_all_runs(self):
        log = self.file("log")
        self.race("-s", f"echo s{{x}} >> {log}", "-c", f"echo c{{x}} >> {log}", "-C", f"echo e{{x}} >> {log}",
                  "--max-runs", "4", "-L", "x", "1,2", f"{FAST}; echo r{{x}} >> {log}", code=3)
        lines = self.read("log").split()
        for x in "12":
            self.assertEqual([line for line in lines if line[1] == x], [word + x for word in ("s", "r", "e", "r", "e", "c")])
        self.assertEqual(sorted(lines[-2:]), ["c1", "c2"])
        out, err = self.race("-N", "--cleanup", "false", "--max-runs", "2", FAST, SLOW, code=1)
        self.assertIn("undecided", out)
        self.assertRegex(err.splitlines()[-1], r'^mirador: command: "sleep 0.01" cannot be cleaned up: "false" ended with exit code 1')

    def test_input_and_output(self):
        given, taken = self.file("given", "7\n"), self.file("taken")
        words = ["--metric", "stdout", "--lowest", "--max-runs", "2", "cat", "cat; true"]
        document = self.document("--input", given, *words, code=3)
        self.assertEqual([result["values"] for result in document["results"]], [[7.0], [7.0]])
        self.race("--max-runs", "2", "--output", taken, f"{FAST}; echo one", f"{FAST}; echo one", code=3)
        self.assertEqual(self.read("taken"), "one\n")
        is_pipe = f"{FAST}; test -p /dev/stdout"
        self.race("--max-runs", "2", "--output", "pipe", is_pipe, is_pipe, code=3)
        self.race("--max-runs", "2", is_pipe, is_pipe, code=1)
        out, _ = self.race("--max-runs", "2", "--output", "inherit", f"{FAST}; echo x", f"{FAST}; echo x", code=3)
        self.assertTrue(out.startswith("x\nx\n"))

    def test_commands_that_look_like_options(self):
        os.symlink(shutil.which("true"), self.file("-x"))
        path = self.folder + os.pathsep + os.environ["PATH"]
        process = subprocess.run([MIRADOR, "race", "-N", "--max-runs", "2", "--", "-x", "true"],
                                 env=self.variables(PATH=path), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        self.assertEqual(process.returncode, 3, process.stderr)
        self.assertIn("-x", process.stdout)

    def test_budgets(self):
        out, _ = self.race("-N", "--max-runs", "3", FAST, SLOW, code=3)
        self.assertRegex(out, r"(?m)^undecided +after the 3 runs of --max-runs; ")
        self.assertRegex(out, r"To go on, with a larger --max-runs:\n\S*mirador race --resume -N --max-runs \d+ ")
        line = out.rstrip().splitlines()[-1].split()
        self.assertGreaterEqual(int(line[line.index("--max-runs") + 1]), 6)
        out, _ = self.race("-N", "--max-time", "0.2", "--margin", "0.01%", FAST, FAST, code=3)
        self.assertRegex(out, r"(?m)^undecided +after the 200.0 ms of --max-time and \d+ runs?; ")
        self.assertRegex(out, r"with a larger --max-time:\n\S*mirador race --resume -N --max-time [\d.]+ ")

    def test_what_is_shown(self):
        out, _ = self.race("--max-runs", "2", "--show-output", f"{FAST}; echo shown",
                           f"{FAST}; echo too", code=3)
        self.assertTrue(out.startswith(("shown\ntoo\n", "too\nshown\n")), out)
        out, err = self.race("--max-runs", "2", f"{FAST}; echo no", f"{FAST}; echo no >&2",
                             code=3)
        self.assertNotIn("\nno\n", out + err)

    def test_values_that_never_vary(self):
        self.race("--metric", "stdout", "--lowest", "echo 1", "echo 2")
        for words in (["--design", "rounds", "echo 1", "echo 01"], ["--design", "adaptive", "echo 1", "echo 2"]):
            out, err = self.race("--metric", "stdout", "--lowest", *words, code=3)
            self.assertRegex(out, r"(?m)^undecided +values that do not vary, after \d+ runs")
            self.assertRegex(err, r"(?m)^mirador: warning: 'echo \d+' gives the same value")


class FailureTest(RaceTest):
    def fails(self, *words, says):
        out, err = self.race(*words, code=1)
        self.assertEqual(out, "")
        self.assertRegex(err.splitlines()[-1], says)

    def test_a_command_that_fails(self):
        self.fails(FAST, "exit 7", says='^mirador: command: "exit 7" ended with exit code 7')
        self.fails("-N", "true", "false", says='"false" ended with exit code 1')
        self.fails(FAST, "kill -9 $$", says="signal 9")

    def test_failures_may_be_ignored(self):
        words = ["-i", "--max-runs", "6", FAST, "sleep 0.01; exit 3"]
        document = self.document(*words, code=3)
        self.assertEqual(set(document["results"][1]["exit_codes"]), {3})
        self.assertEqual(document["mirador"]["warnings"][0]["kind"], "failed-runs")
        _, err = self.race(*words, code=3)
        self.assertRegex(err, r"(?m)^mirador: warning: all \d+ runs of 'sleep 0.01; exit 3' failed "
                              r"\(exit code 3 in the last\); -i counts them like any other$")
        document = self.document("-i", "--max-runs", "4", FAST, f"{FAST}; kill -9 $$", code=3)
        self.assertEqual(set(document["results"][1]["exit_codes"]), {137})

    def test_a_time_limit(self):
        self.fails("-N", "--timeout", "0.1", "sleep 3000", FAST, says='"sleep 3000" took longer than .*0.1')

    def test_what_cannot_be_started_or_read(self):
        _, err = self.race("-N", "no-such-program", "true", code=2)
        self.assertRegex(err, '(?m)^mirador: command: "no-such-program" cannot be run')
        listed, _ = self.race("--format", "json", command="list")
        self.assertEqual(json.loads(listed)["experiments"], [])  # nothing is left of the attempt
        self.fails("--metric", "stdout", "--lowest", "echo 1", "echo x", says='printed "x"')
        self.fails("-p", "false", FAST, FAST, says="prepared")


    def fails_late(self, *words):
        """A race of three, one of which fails in its third run."""
        count = self.file("count")
        broken = self.script("broken", f"sleep 0.02; echo x >> {count}; [ $(wc -l < {count}) -ne 3 ] || exit 9\n")
        out, err = self.race("-N", *words, FAST, "sleep 0.04", broken, code=1)
        self.assertRegex(err.splitlines()[-1], r'^mirador: command: "\S+/broken" ended with exit code 9 in its run 3; ')
        return out

    def test_a_late_failure_leaves_what_is_known(self):
        out = self.fails_late("--export-json", self.file("j.json"), "--report", self.file("r.html"))
        self.assertRegex(" ".join(out.split()), r"^undecided \S+/broken\S* ended with exit code 9 in its run 3, "
                                                r"after \d+ runs; 'sleep 0.01' leads; still possible: ")
        document = json.loads(self.read("j.json"))["mirador"]
        self.assertEqual((document["end"], document["verdict"]["outcome"]), ("failed", "undecided"))
        self.assertTrue(document["failure"]["name"].endswith("/broken"))
        self.assertIn("exit code 9", document["failure"]["text"])
        self.assertIn("exit code 9", self.read("r.html"))
        mended, without = [line for line in out.splitlines() if "mirador race --" in line]
        self.assertRegex(without, r"mirador race --without \S+/broken --resume race-sleep-\S+")

        def again(line):
            return subprocess.run(line, shell=True, env=self.variables(), timeout=PATIENCE, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        done = again(without + " --format json")
        self.assertEqual(done.returncode, 0, done.stderr)
        others = json.loads(done.stdout)["mirador"]
        self.assertEqual(others["verdict"]["answer"], FAST)
        self.assertIn(others["samples_before"], (4, 6))  # the third round may have been over for the others
        done = again(mended)
        self.assertEqual(done.returncode, 0, done.stderr)


class StoreTest(RaceTest):
    """Changes of the store by other processes during a race."""

    def ends_after(self, deed, says):
        process = self.start("race", *CLOSE)
        self.wait_for_runs(4)
        deed()
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, out), (1, ""))
        self.assertRegex(err.splitlines()[-1], says)

    def name_of_race(self):
        [name] = [race["name"] for race in json.loads(self.race("--format", "json", command="list")[0])["experiments"]]
        return name

    def delete_race(self):
        self.race(self.name_of_race(), "--yes", command="delete")

    def delete_and_begin_again(self):
        self.delete_race()
        self.race(*CLOSE, "--max-runs", "1", code=3)

    def test_its_experiment_is_deleted(self):
        says = '^mirador: race: its experiment "race-sleep-[0-9a-f]+" was deleted while it ran.*; race again$'
        self.ends_after(self.delete_race, says)
        self.ends_after(self.delete_and_begin_again, says)

    def test_its_file_is_deleted_or_replaced(self):
        says = "^mirador: the store .*races.db is not in its place: .*was moved, deleted or replaced"
        self.ends_after(lambda: os.rename(self.store, self.file("elsewhere")), says)
        for rest in ("-wal", "-shm", "-acknowledged"):
            os.remove(self.store + rest)
        self.ends_after(lambda: os.remove(self.store), says)

    def test_a_file_of_two_names(self):
        self.race("-N", "--max-runs", "2", FAST, SLOW, code=3)
        os.link(self.store, self.file("other.db"))
        _, err = self.race("--store", self.file("other.db"), command="list", code=2)
        self.assertRegex(err, r"\Amirador: the store \S+ has 2 names \(hard links\): [^\n]*\n\Z")


class ExportTest(RaceTest):
    def test_all_of_them(self):
        names = ["j.json", "c.csv", "m.md", "r.html"]
        words = ["--export-json", "--export-csv", "--export-markdown", "--report"]
        given = [word for pair in zip(words, map(self.file, names)) for word in pair]
        out, _ = self.race("-N", "-L", "t", "0.01,0.03", "sleep {t}", *given, "--format", "csv")
        self.assertEqual(out, self.read("c.csv"))
        rows = list(csv.DictReader(io.StringIO(out)))
        document = json.loads(self.read("j.json"))
        for row, result in zip(rows, document["results"]):
            self.assertEqual(float(row["mean"]), result["mean"])
            self.assertEqual((row["command"], row["parameter_t"]),
                             (result["command"], result["parameters"]["t"]))
            self.assertEqual(int(row["runs"]), len(result["times"]))
        self.assertRegex(self.read("m.md"),
                         r"\A\| Command \| Mean \[ms\] \| Min \[ms\] \| Max \[ms\] \| Relative \|\n"
                         r"\|:---\|---:\|---:\|---:\|---:\|\n\| `sleep 0.01` \| [\d.]+ ± [\d.]+ \|")
        self.assertIn("**Winner:** 'sleep 0.01'", self.read("m.md"))
        self.assertIn("Winner", self.read("r.html"))

    @unittest.skipUnless(shutil.which("hyperfine"), "needs hyperfine")
    def test_the_tables_are_those_of_hyperfine(self):
        kinds = ["markdown", "asciidoc", "orgmode"]
        theirs = [word for kind in kinds for word in (f"--export-{kind}", self.file("h." + kind))]
        ours = [word for kind in kinds for word in (f"--export-{kind}", self.file("m." + kind))]
        for unit in ("millisecond", "second"):
            subprocess.run(["hyperfine", "-N", "-r", "2", "-u", unit, FAST, SLOW, *theirs], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
            out, _ = self.race("-N", "--max-runs", "4", "--margin", "0", "-u", unit, FAST, SLOW, *ours, code=3)
            self.assertRegex(out, r"\d ms" if unit == "millisecond" else r"0\.\d+ s")
            for kind in kinds:
                def shape(text):
                    """Without numbers, and without a spread of the ratio, which mirador gives as an interval."""
                    return re.sub(r"[\d.]+( ± [\d.]+)?", "N", text)
                table = shape(self.read("h." + kind)).replace("`sleep N`", "C").strip()
                self.assertTrue(shape(self.read("m." + kind)).replace("`sleep N`", "C").startswith(table), kind)

    def test_styles(self):
        words = ["-N", "--max-runs", "2", FAST, SLOW]
        out, err = self.race("--style", "none", *words, code=3)
        self.assertEqual((out, err), ("", ""))
        self.assertIn("\x1b[1m", self.race("--style", "color", *words, code=3)[0])
        self.assertNotIn("\x1b", "".join(self.race("--style", "basic", *words, code=3)))
        self.assertIn("\x1b[J", self.race("--style", "full", *words, code=3)[1])
        self.assertEqual(self.document("--style", "none", *words, code=3)["mirador"]["end"], "max-runs")

    def test_the_runs_in_numbers(self):
        out, _ = self.race("-N", "--max-runs", "6", "--sort", "command", SLOW, FAST, code=3)
        self.assertRegex(out, r"(?m)^ +command +mean ± σ +min … max +user +system$")
        self.assertRegex(out, rf"(?m)^  {SLOW} +[\d.]+ ± [\d.]+ ms +[\d.]+ … [\d.]+ ms +[\d.]+ ms +[\d.]+ ms$")
        self.assertLess(out.index("  " + SLOW), out.index("  " + FAST))

    @unittest.skipUnless(shutil.which("hyperfine"), "needs hyperfine")
    def test_the_fields_are_those_of_hyperfine(self):
        path = self.file("h.json")
        subprocess.run(["hyperfine", "-N", "-r", "2", "-L", "t", "0.01,0.02", "sleep {t}",
                        "--export-json", path, "--export-csv", self.file("h.csv")], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        theirs = json.loads(self.read("h.json"))["results"][0]
        self.race("-N", "-L", "t", "0.01,0.03", "sleep {t}", "--export-json", self.file("j.json"),
                  "--export-csv", self.file("c.csv"))
        ours = json.loads(self.read("j.json"))["results"][0]
        self.assertEqual(list(ours)[:len(theirs)], list(theirs))
        for name, value in theirs.items():
            self.assertIs(type(ours[name]), type(value), name)
        self.assertTrue(self.read("c.csv").startswith(self.read("h.csv").splitlines()[0] + ","))

    def test_one_that_fails_costs_neither_the_others_nor_the_verdict(self):
        out, err = self.race("-N", FAST, SLOW, "--export-json", "/dev/full", "--export-csv",
                             self.file("c.csv"), "--report", self.file("r.html"), code=1)
        self.assertRegex(out, rf"\Awinner +'{FAST}'")
        self.assertRegex(err.splitlines()[-1],
                         r'^mirador: export-json: cannot write to "/dev/full": No space')
        self.assertTrue(self.read("c.csv").startswith("command,mean,"))
        self.assertIn("Winner", self.read("r.html"))

    def test_names_stand_in_the_place_of_commands(self):
        out, _ = self.race("-N", "-n", "quick", "--max-runs", "2", FAST, SLOW, "--format", "csv",
                           "--export-markdown", self.file("m.md"), code=3)
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual([(row["command"], row["command_line"]) for row in rows],
                         [("quick", FAST), (SLOW, SLOW)])
        self.assertTrue(out.splitlines()[0].endswith(",command_line"))
        self.assertIn("| `quick` |", self.read("m.md"))

    def test_they_are_written_without_a_verdict_too(self):
        path = self.file("j.json")
        self.race("-N", "--max-runs", "2", FAST, SLOW, "--export-json", path, code=3)
        document = json.loads(self.read("j.json"))
        self.assertEqual(document["mirador"]["end"], "max-runs")
        self.assertIn("--resume", document["mirador"]["resume"])


class GoodEnoughTest(RaceTest):
    def test_one_near_the_best_ends_it(self):
        for design in ("rounds", "adaptive"):
            words = ["-N", "--design", design, "--good-enough", "60%", FAST, "sleep 0.0101", "sleep 0.1"]
            document = self.document(*words, "--report", self.file("r.html"))
            part = document["mirador"]
            roles = {result["command"]: result["role"] for result in document["results"]}
            self.assertEqual((part["verdict"]["outcome"], part["good_enough"], part["margin"]), ("good-enough", 0.6, 0))
            self.assertIn(roles["sleep 0.1"], ("ruled_out", "possible"))
            self.assertEqual(roles[part["verdict"]["answer"]], "good_enough")
            self.assertIn("Good-enough:", self.read("r.html"))
            # It stays, and is resumed by its name with its question.
            again = self.document("--resume", part["experiment"])["mirador"]
            self.assertEqual((again["verdict"]["outcome"], again["samples"]), ("good-enough", part["samples"]))
            self.assertIn("Good-enough:", run("report", part["experiment"], "--store", self.store).stdout)

    def test_in_text(self):
        out, err = self.race("-N", "--good-enough", "60%", FAST, "sleep 0.0101", "--export-markdown", self.file("m.md"))
        self.assertRegex(out, r"\Agood-enough '[\w .]+', within 60 % of the best")
        self.assertIn("good enough within 60 %", err)
        self.assertIn("**Good-enough:**", self.read("m.md"))
        out, _ = self.race("-N", "--good-enough", "0.0001%", "--max-runs", "4", FAST, SLOW, code=3)
        self.assertIn("leads", out)

    def test_printed_numbers(self):
        numbers = [NOISE.format(self.file(name), base, 3) for name, base in (("a", 100), ("b", 101), ("c", 200))]
        words = ["--metric", "stdout", "--lowest", *numbers]
        document = self.document("--good-enough", "5", *words)
        self.assertEqual((document["mirador"]["verdict"]["outcome"], document["mirador"]["scale"]), ("good-enough", "linear"))
        document = self.document("--good-enough", "5%", *words)
        self.assertEqual((document["mirador"]["verdict"]["outcome"], document["mirador"]["scale"]), ("good-enough", "log"))

    def test_bad_input(self):
        for typed in ("0", "-2%", "x", "2", ""):
            self.refuse_race("a", "b", "--good-enough", typed, field="good-enough")
        self.refuse_race("a", "b", "--good-enough", "2%", "--margin", "2%", field="good-enough", says="--margin")
        self.refuse_race("--baseline", "a", "--candidate", "b", "--good-enough", "2%", command="gate", field="good-enough")


class ReferenceTest(RaceTest):
    def test_the_others_are_compared_with_it(self):
        for design in ("rounds", "adaptive"):
            document = self.document("-N", "--design", design, "--reference", SLOW, FAST, "sleep 0.1",
                                     "--report", self.file("r.html"))
            self.assertEqual([result["command"] for result in document["results"]], [SLOW, FAST, "sleep 0.1"])
            self.assertEqual(document["mirador"]["reference"], SLOW)
            reference, fast, slowest = document["results"]
            self.assertNotIn("ratio", reference)
            self.assertEqual(fast["ratio"]["to"], SLOW)
            self.assertLess(fast["ratio"]["estimate"], 1)
            self.assertGreater(slowest["ratio"]["estimate"], 1)
            self.assertIn("<b>Reference:</b>", self.read("r.html"))

    def test_in_text(self):
        out, _ = self.race("-N", "--reference", SLOW, "--reference-name", "old", FAST, "--export-markdown", self.file("m.md"))
        self.assertRegex(out, rf"(?m)^winner +'{FAST}'; 'old' takes [\d.]+ times as long \(")
        self.assertRegex(out, rf"(?m)^reference +'old'; '{FAST}' takes 0\.\d+ times as long \(")
        self.assertRegex(out, r"(?m)^  old +[\d.]+ ms +\d+ +1\.00$")
        self.assertIn("Ratio to 'old':", re.sub(r"\s+", " ", out))
        self.assertIn("**Reference:** 'old'", self.read("m.md"))

    def test_one_of_the_commands(self):
        document = self.document("-N", "--reference", SLOW, FAST, SLOW)
        self.assertEqual([result["command"] for result in document["results"]], [FAST, SLOW])
        self.assertEqual(document["mirador"]["reference"], SLOW)
        document = self.document("-N", "-L", "t", "0.01,0.03", "sleep {t}", "--reference", SLOW, "--reference-name", "x")
        self.assertEqual([result["command"] for result in document["results"]], [FAST, "x"])

    def test_it_is_kept(self):
        name = self.document("-N", "--max-runs", "4", "--margin", "0", "--reference", SLOW, FAST, code=3)["mirador"]["experiment"]
        self.assertEqual(self.document("--resume", name)["mirador"]["reference"], SLOW)
        self.assertEqual(self.document("-N", "--margin", "0", SLOW, FAST, "--resume")["mirador"]["experiment"], name)

    def test_what_runs_beside_it_comes_first(self):
        log = self.file("log")
        words = [word for name in "rab" for word in ("-p", f"echo {name} >> {log}")]
        self.race("--max-runs", "3", "--margin", "0", *words, "--reference", "sleep 0.02", FAST, SLOW, code=3)
        self.assertEqual(sorted(self.read("log").split()), ["a", "b", "r"])
        self.refuse("race", "-p", "x", "-p", "y", "--reference", "r", "a", "b", field="prepare", says="2 times for 3")

    def test_bad_input(self):
        self.refuse_race("a", "b", "--reference", "", field="reference", says="empty")
        self.refuse_race("a", "b", "--reference-name", "x", field="reference-name", says="no --reference")
        self.refuse_race("a", "b", "--refrence", "x", field="options", says="did you mean --reference?")


class GateTest(RaceTest):
    def test_its_three_answers(self):
        within = self.gate("sleep 0.02", "sleep 0.01", "-N", code=0)
        self.assertEqual(within["mirador"]["verdict"]["outcome"], "within")
        self.assertLess(within["mirador"]["slowdown"]["estimate"], 1.03)
        slower = self.gate("sleep 0.01", "sleep 0.02", "-N", code=5)
        self.assertEqual(slower["mirador"]["verdict"]["outcome"], "slower")
        self.assertGreater(slower["mirador"]["slowdown"]["estimate"], 1.03)
        for document in (within, slower):  # not limited to the values that the verdict allows
            ends = document["mirador"]["slowdown"]
            self.assertLess(ends["low"] * (1 + 1e-9), ends["estimate"])
            self.assertGreater(ends["high"], ends["estimate"] * (1 + 1e-9))
            self.assertEqual(ends["risk"], document["mirador"]["delta"])
        self.assertIn("typical", slower["mirador"]["assumption"])
        slower = self.gate("sleep 0.01", "sleep 0.02", "-N", "--design", "adaptive", code=5)
        estimate = slower["mirador"]["slowdown"]["estimate"]
        means = [result["geometric_mean"] for result in slower["results"]]
        self.assertAlmostEqual(estimate, means[1] / means[0], places=9)
        times = slower["results"][0]["times"]
        self.assertAlmostEqual(means[0], math.exp(sum(map(math.log, times)) / len(times)))  # without the handicap
        open_end = self.gate(FAST, FAST, "-N", "--max-runs", "4", code=3)
        self.assertEqual(open_end["mirador"]["verdict"]["outcome"], "undecided")

    def test_its_text(self):
        out, err = self.race("--baseline", "sleep 0.03", "--candidate", "sleep 0.01", "-N",
                             "--max-slowdown", "5%", "--export-markdown", self.file("m.md"),
                             command="gate")
        self.assertRegex(out, r"(?m)^within +candidate takes 0\.\d+ times the baseline's time"
                              r"(\s+\([^)]+\))?:\s+within\s+5 %$")
        self.assertRegex(out, r"(?m)^baseline +sleep 0.03\ncandidate +sleep 0.01$")
        self.assertRegex(err, r"\Amirador: gate: wall time, at most 5 % more; delta 0.05; in rounds, ")
        self.assertIn("| baseline: `sleep 0.03` |", self.read("m.md"))
        out, _ = self.race("--baseline", FAST, "--candidate", FAST, "-N", "--max-runs", "4",
                           command="gate", code=3)
        self.assertRegex(" ".join(out.split()), r"cannot tell: candidate takes [\d.]+ times the "
                         r"baseline's time( \([^)]+\))?, and at most 1.03 times is allowed")


class GoingOnTest(RaceTest):
    def stopped_by(self, number):
        process = self.start("race", *CLOSE)
        self.wait_for_runs(12)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err

    def resumed(self, line):
        """Runs the printed line in a shell."""
        process = subprocess.run(line + " --max-runs 1 --format json", shell=True, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 env=self.variables(), timeout=PATIENCE)
        self.assertEqual(process.returncode, 3, process.stderr)
        return json.loads(process.stdout)["mirador"]

    def test_an_interrupt_gives_what_is_known(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            code, out, _ = self.stopped_by(number)
            self.assertEqual(code, 3)
            self.assertRegex(out, r"(?m)^undecided +interrupted after \d+ runs; 'sleep 0.01(00)?' "
                                  r"leads;\s+still\s+possible:")
        runs = int(re.search(r"interrupted after (\d+) runs", out)[1])
        line = out.rstrip().splitlines()[-1]
        self.assertRegex(line, r"mirador race --resume -N --margin 0.01% --delta 1e-12 'sleep 0.0100' 'sleep 0.01'$")
        self.assertEqual(self.resumed(line)["samples"], runs)

    def test_an_interrupt_ends_the_command_that_runs(self):
        process = self.start("race", "-N", "sleep 3000", "sleep 3001")
        wait_until(lambda: children_of(process.pid))
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 3)
        self.assertIn("not all commands have been measured", " ".join(out.split()))

    def test_killed_and_resumed(self):
        code, out, _ = self.stopped_by(signal.SIGKILL)
        self.assertEqual((code, out), (-signal.SIGKILL, ""))
        document = self.resumed(shlex.join([MIRADOR, "race", "--resume", *CLOSE]))
        self.assertGreater(document["samples"], 10)
        self.assertEqual(document["samples_before"], document["samples"])

    def test_a_verdict_stays(self):
        words = ["-N", FAST, SLOW]
        before = self.document(*words)
        after = self.document("--resume", *words)
        self.assertEqual(before["results"], after["results"])
        self.assertEqual(before["mirador"]["verdict"], after["mirador"]["verdict"])

    def test_a_race_without_rounds_goes_on_under_its_design(self):
        self.race("-N", "--design", "adaptive", "--max-runs", "4", FAST, FAST, code=3)
        document = self.document("-N", "--resume", "--max-runs", "8", FAST, FAST, code=3)["mirador"]
        self.assertEqual((document["design"], document["samples_before"], document["samples"]), ("adaptive", 4, 8))
        self.race("-N", "--design", "rounds", "--resume", FAST, FAST, code=2)
        self.race("-N", "--max-runs", "2", FAST, FAST, code=3)
        document = self.document("-N", "--resume", "--max-runs", "4", FAST, FAST, code=3)["mirador"]
        self.assertEqual((document["design"], document["samples_before"]), ("rounds", 2))

    def test_by_its_name(self):
        name = self.document("-N", "-n", "quick", "-w", "1", "--max-runs", "4", FAST, SLOW, code=3)["mirador"]["experiment"]
        out, _ = self.race("--resume", name, "--max-runs", "5", code=3)
        self.assertIn("undecided", out)
        self.assertRegex(out.rstrip().splitlines()[-1], rf"mirador race --resume {name} --max-runs \d+$")
        document = self.document("--resume", name)
        self.assertEqual((document["mirador"]["samples_before"], document["mirador"]["verdict"]["answer"]), (5, "quick"))
        self.assertEqual([result["command_line"] for result in document["results"]], [FAST, SLOW])
        page, _ = self.race(name, command="report")
        self.assertIn("A race of 2 commands", page)
        self.assertIn("Every run", page)
        gate = self.gate("sleep 0.01", "sleep 0.01", "-N", "--max-runs", "2", code=3)["mirador"]["experiment"]
        self.assertEqual(self.document("--resume", gate, "--max-runs", "4", code=3)["mirador"]["max_slowdown"], 0.03)

    def test_what_a_name_takes(self):
        self.race("-N", "--max-runs", "2", FAST, SLOW, code=3)
        self.race("other", "--arms", "a,b", command="new")
        [name] = [race["name"] for race in json.loads(self.race("--format", "json", command="list")[0])["experiments"]
                  if race["name"].startswith("race-")]
        for words, field in [(["other"], "resume"), (["nothing"], "name"), ([name, "--margin", "3%"], "margin"),
                             ([name, "-w", "1"], "warmup"), ([name, "--without", FAST], "without"),
                             ([name, "--without", "x"], "without"), ([name, "--max-time", "0"], "max-time")]:
            _, err = self.race("--resume", *words, code=2)
            self.assertRegex(err, rf"\Amirador: {field}: [^\n]+\n\Z", words)
        _, err = self.race("--without", FAST, FAST, SLOW, code=2)
        self.assertRegex(err, r"\Amirador: without: [^\n]*--resume NAME --without COMMAND\n\Z")

    def test_the_start_up_of_the_shell_is_kept(self):
        words = ["--max-runs", "4", FAST, SLOW]
        before = self.document(*words, code=3)["mirador"]["shell_startup"]
        self.assertEqual(self.document("--resume", "--max-runs", "6", FAST, SLOW, code=3)["mirador"]["shell_startup"], before)

    def test_nothing_to_go_on_with(self):
        out, err = self.race("--resume", FAST, SLOW, code=2)
        self.assertEqual(out, "")
        self.assertRegex(err, r"\Amirador: resume: [^\n]*begin it without --resume\n\Z")
        self.assertFalse(os.path.exists(self.store))


if __name__ == "__main__":
    unittest.main()
