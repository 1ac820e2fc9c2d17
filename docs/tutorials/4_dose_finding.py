"""4. The dose closest to a target.

Five doses of a substance; the higher the dose, the more cultures react. Which dose comes closest to a reaction in 30 % of
them? Each measurement is one culture: it reacts (1) or it does not (0). The laboratory works for days, machines are switched
off, and no measurement may be lost. So the experiment is kept in a file.

Run this file. It prints its results, and writes doses.db (the store), doses.png and, where the command `mirador` is installed,
doses.html into the current directory. A doses.db of an earlier run is removed first.
"""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys

import mirador
import mirador.plot

STORE, NAME = "doses.db", "reaction"
DOSES = {"1 mg": 0.05, "2 mg": 0.12, "4 mg": 0.29, "8 mg": 0.45, "16 mg": 0.60}
TARGET = 0.30


def react(ticket: mirador.Ticket) -> int:
    """One culture. In your laboratory this is a measurement; here it is a coin that depends on the ticket's number."""
    return int(random.Random(ticket.number).random() < DOSES[ticket.arm])


# ---- The experiment ------------------------------------------------------------------------------------------------
#
# problem="closest" assumes that the means increase from arm to arm, and asks which is closest to the level. With a name the
# experiment is kept in a store: when tell() returns, the result is on the disk. With if_exists="open" the same call begins
# the experiment or continues it; it refuses an experiment of that name with other doses or another risk.


def laboratory() -> mirador.Experiment:
    return mirador.Experiment(
        list(DOSES), name=NAME, store=STORE, problem="closest", level=TARGET, family="bernoulli", delta=0.05,
        if_exists="open",
    )  # fmt: skip


def work(batches: int | None = None) -> None:
    """Open tickets of an earlier process first, then ten cultures at a time, until there is nothing more to measure."""
    with laboratory() as experiment:
        experiment.tell_many([(ticket, react(ticket)) for ticket in experiment.open_tickets()])
        while tickets := experiment.ask(10):
            if batches == 0:
                os.kill(os.getpid(), signal.SIGKILL)  # the power fails, with ten tickets open
            experiment.tell_many([(ticket, react(ticket)) for ticket in tickets])
            batches = batches - 1 if batches else batches


def tutorial() -> None:
    for old in pathlib.Path().glob(STORE + "*"):
        old.unlink()

    # A process that measures for a while and is then killed:
    killed = subprocess.run([sys.executable, __file__, "12"])
    assert killed.returncode == -signal.SIGKILL

    # All results that were told are there, and so are the open tickets.
    with mirador.Experiment.open(NAME, STORE) as experiment:
        status = experiment.status()
        print(f"after the power failure: {status.samples} results, {len(status.open)} open tickets, {status.phase}")
        assert status.samples == 120 and len(status.open) == 10

    # The same program again, to the end.
    work()
    with mirador.Experiment.open(NAME, STORE) as experiment:
        status, history = experiment.status(), experiment.history()
        mirador.plot.arms(experiment).figure.savefig("doses.png", dpi=150)
    verdict = status.verdict
    assert verdict is not None
    print(f"verdict: {verdict.answer} is closest to {TARGET:g}, after {verdict.samples} cultures")
    print(f"wrong with probability at most {status.delta:g} [{status.guarantee.status}]")
    for arm in status.arms:
        print(f"  {arm.name:6} {arm.pulls:4} cultures, {arm.mean:.3f} of them reacted, interval {arm.low:.3f} to {arm.high:.3f}")

    # Most cultures went to the doses next to the target, which are hardest to tell apart.
    shares = history.counts[-1] / history.counts[-1].sum()
    print(f"share of 2, 4 and 8 mg: {100 * shares[1:4].sum():.0f} %")
    assert shares[1:4].sum() > 0.6

    # A store may hold many experiments.
    for listing in mirador.experiments(STORE):
        print(f"in {STORE}: {listing.name}, {listing.events} events")

    # The same store, read by the command line: status as text, and an HTML page.
    command = shutil.which("mirador")
    if command is None:
        print("the command mirador is not installed; with it, `mirador status reaction --store doses.db` shows the same")
        return
    subprocess.run([command, "status", NAME, "--store", STORE], check=True)
    subprocess.run([command, "report", NAME, "--store", STORE, "-o", "doses.html"], check=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        work(int(sys.argv[1]))
    else:
        tutorial()
