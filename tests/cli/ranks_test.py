"""`mpirun -n R mirador`: R processes, one result. The numbers and the files are those of one process."""

import json
import os
import signal
import subprocess
import tempfile
import unittest

from command import (MIRADOR, PATIENCE, SEED_MEANS, CommandTest, children_of, run, wait_until,
                     without_speed)

# Tests run as root, on machines of few cores.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "TERM": "xterm"}
# When a rank has failed, or mpirun is told to end, it sleeps this many seconds before SIGTERM and again before SIGKILL, even
# if all ranks have ended meanwhile. Only ranks that SIGTERM interrupts need them, to write what they have.
GRACE = "OMPI_MCA_odls_base_sigkill_timeout"
# The slowest backend: some of these runs must be interrupted while they work.
WORDS = ("sim", "--means", SEED_MEANS, "--rules", "lma,bc", "--backend", "reference")
ENDLESS = (*WORDS, "--runs", "300000")


def ranks_of(process):
    """The three ranks in order, once they have started."""
    return wait_until(lambda: len(found := children_of(process.pid)) == 3 and found)


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def holds_work(path):
    """Whether the file is a checkpoint with finished runs."""
    return os.path.exists(path) and os.path.getsize(path) > 0


class RanksTest(CommandTest):
    def start(self, *words, grace=0):
        """An mpirun with its own temporary directory: when an mpirun ends, it deletes the session directory of the
        user, in which others that start at that moment create theirs."""
        folder = tempfile.mkdtemp(dir=self.folder)
        environment = dict(os.environ, **ENVIRONMENT, TMPDIR=folder, **{GRACE: str(grace)})
        return subprocess.Popen(["mpirun", *words], env=environment, text=True,
                                encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def start_ranks(self, ranks, *words, **how):
        return self.start("-n", str(ranks), MIRADOR, *words, **how)

    def mpirun(self, ranks, *words, code=0):
        process = self.start_ranks(ranks, *words)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code, err)
        return out, err

    def test_the_same_output_for_every_number_of_ranks(self):
        self.check_all_ranks("--rules", "lma,bc")

    def test_the_same_worth_of_a_budget_for_every_number_of_ranks(self):
        self.check_all_ranks("--rules", "halving,bc", "--max-samples", "60")

    def check_all_ranks(self, *more):
        runs = self.file("runs.csv")
        words = ("sim", "--means", SEED_MEANS, "--backend", "reference", "--runs", "203", "--csv-runs", runs, *more)

        def results():
            with open(runs, encoding="utf-8") as file:
                return file.read()
        plain = without_speed(self.json(*words))
        plain_runs = results()
        for ranks in (1, 2, 4):
            os.remove(runs)
            out, err = self.mpirun(ranks, *words, "--format", "json")
            self.assertEqual(without_speed(json.loads(out)), plain)
            self.assertEqual(results(), plain_runs)
            self.assertEqual(err, "")

    def test_fewer_runs_than_ranks_and_plain_text(self):
        words = (*WORDS, "--runs", "2", "--delta", "0.1")
        shown = [run(*words).stdout, self.mpirun(4, *words)[0], self.mpirun(1, *words)[0]]
        speeds = lambda text: [line.split()[:-1] if line.startswith(("lma", "bc")) else line
                               for line in text.splitlines()]
        self.assertEqual(speeds(shown[0]), speeds(shown[1]))  # without colours
        self.assertEqual(speeds(shown[0]), speeds(shown[2]))

    def test_other_commands_are_run_once(self):
        self.assertEqual(self.mpirun(3, "bound", "--means", "1,0")[0],
                         self.succeed("bound", "--means", "1,0"))
        self.assertEqual(self.mpirun(2, "--version")[0], self.succeed("--version"))

    def test_mirador_mpi_is_the_same_command(self):
        words = (*WORDS, "--runs", "20")
        plain = without_speed(self.json(*words))
        alone = subprocess.run([MIRADOR + "-mpi", *words, "--format", "json"], capture_output=True, check=True).stdout
        self.assertEqual(without_speed(json.loads(alone)), plain)
        out, err = self.start("-n", "2", MIRADOR + "-mpi", *words, "--format", "json").communicate(timeout=PATIENCE)
        self.assertEqual(err, "")
        self.assertEqual(without_speed(json.loads(out)), plain)

    def test_bad_input_is_reported_once(self):
        commands = [("sim", "--means", "1,x"), ("sim", "--rules"), ("simm", "--runs", "3"), (),
                    (*WORDS, "--csv-runs", "/proc/no/such"), ("sim", "--spec", "/no/such.toml")]
        for process in [self.start_ranks(3, *words) for words in commands]:  # side by side: mpirun is slow
            out, err = process.communicate(timeout=PATIENCE)
            self.assertEqual((process.returncode, out), (2, ""), err)
            self.assertEqual(err.count("mirador: "), 1, err)

    def test_ranks_that_read_something_else(self):
        here = self.file("here.toml", "means = [1, 0]\n")
        other = self.file("other.toml", "means = [1, 0.5]\n")
        for file, says in ((other, "another problem"), (self.file("none.toml"), "spec: cannot read")):
            process = self.start("-n", "1", MIRADOR, "sim", "--spec", here,
                                 ":", "-n", "1", MIRADOR, "sim", "--spec", file)
            _, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 2)
            self.assertRegex(err, f"mirador: rank 1 failed: .*{says}")

    def expect_death_of(self, process, ranks, victim):
        os.kill(ranks[victim], signal.SIGKILL)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertNotEqual(process.returncode, 0)
        self.assertEqual(out, "")
        self.assertRegex(err, f"(?s)rank {victim} .*signal 9")
        wait_until(lambda: not any(map(alive, ranks)))

    def test_a_checkpoint_and_a_rank_that_is_killed(self):
        words = (*WORDS, "--runs", "1500", "--format", "json")
        plain = without_speed(self.json(*words[:-2]))
        for victim in (0, 2):
            path = self.file(f"{victim}.ckpt")
            process = self.start_ranks(3, *words, "--checkpoint", path)
            ranks = ranks_of(process)
            wait_until(lambda: holds_work(path))
            self.expect_death_of(process, ranks, victim)
            out, err = self.mpirun(2, *words, "--checkpoint", path)
            self.assertRegex(err, r"\Amirador: resuming \S+: [1-9]\d* of 1500 runs are done\n\Z")
            self.assertEqual(without_speed(json.loads(out)), plain)
        process = run(*words, "--checkpoint", path)  # complete; the number of ranks does not matter
        self.assertEqual(without_speed(json.loads(process.stdout)), plain)

    def test_an_interruption_of_all_or_of_one(self):
        started = []
        for rank in (None, 0, 1):
            path = self.file(f"{rank}.ckpt")
            process = self.start_ranks(3, *ENDLESS, "--format", "json", "--checkpoint", path,
                                       grace=10 if rank is None else 0)
            started.append((rank, process, path))
        for rank, process, path in started:
            ranks = ranks_of(process)
            wait_until(lambda: holds_work(path))
            os.kill(process.pid if rank is None else ranks[rank], signal.SIGTERM)
        for rank, process, _ in started:
            out, err = process.communicate(timeout=PATIENCE)
            # mpirun has one exit code for all signals that end it.
            self.assertEqual(process.returncode, 1 if rank is None else 3, err)
            self.assertRegex(err, r"mirador: interrupted: \d+ of 600000 runs")
            document = json.loads(out)
            self.assertTrue(document["interrupted"])
            self.assertGreater(document["results"][0]["runs"], 0)


if __name__ == "__main__":
    unittest.main()
