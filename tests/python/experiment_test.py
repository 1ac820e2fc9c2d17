"""mirador.Experiment: ask and tell, in memory and in every store, by threads, processes and the command."""

import asyncio
import json
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import threading

import mirador
import pytest
from command import PATIENCE, Service, answer, run

POSTGRES = os.environ.get("MIRADOR_TEST_POSTGRES")
ARMS = ["a", "b", "c"]


@pytest.fixture(params=["sqlite", "http", "postgres"])
def store(request, tmp_path):
    if request.param == "sqlite":
        yield tmp_path / "store.db"
        return
    if request.param == "http":
        with Service(tmp_path / "store.db") as service:
            yield service.place
        return
    if POSTGRES is None:
        pytest.fail("MIRADOR_TEST_POSTGRES is not set; run tools/with_postgres.sh")
    yield POSTGRES
    for listing in mirador.experiments(POSTGRES):
        mirador.delete(listing.name, POSTGRES)


def coin(random, arm):
    return float(random.random() < {"a": 0.9, "b": 0.5, "c": 0.3}[arm])


def played(experiment, seed=1):
    source = random.Random(seed)
    while ticket := experiment.ask():
        experiment.tell(ticket, coin(source, ticket.arm))
    return experiment


def test_a_change_of_one_request_is_made_once(store):
    experiment = mirador.Experiment(ARMS, family="bernoulli", name="once", store=store)
    again = mirador.Experiment.open("once", store)
    assert [one.observe("a", 1.0, request="r1") for one in (experiment, again)] == [1, 1]
    tickets = experiment.ask(3, request="r2")
    assert again.ask(3, request="r2") == tickets and experiment.ask(request="r3") != again.ask()
    told = [(ticket, 0.0) for ticket in tickets[:2]]
    assert [one.tell_many(told, request="r4") for one in (experiment, again)] == [2, 2]
    assert [one.tell(tickets[2], 1.0, request="r5") for one in (experiment, again)] == [True, True]
    open_ticket = again.open_tickets()[0]
    assert [one.abandon(open_ticket, request="r6") for one in (experiment, again)] == [True, True]
    for another in (
        lambda: experiment.observe("a", 0.0, request="r1"),
        lambda: experiment.ask(request="r1"),
        lambda: experiment.ask(request=7),
        lambda: experiment.ask(request=""),
        lambda: experiment.ask(reissue_after=-1.0, request="r7"),
    ):
        with pytest.raises(ValueError):
            another()
    assert experiment.observe("a", 1.0) == 7  # no name is left over from what was refused
    assert experiment.status().samples == 5 and experiment.status() == again.status()


def test_an_unknown_outcome_names_its_request():
    error = mirador.OutcomeUnknown("outcome unknown", "r1")
    assert isinstance(error, RuntimeError) and str(error) == "outcome unknown" and error.request == "r1"
    assert pickle.loads(pickle.dumps(error)).request == "r1"


def test_the_shortest_loop():
    experiment = played(mirador.Experiment(ARMS, family="bernoulli"))
    verdict = experiment.verdict
    assert verdict.answer == "a" and verdict.arms == ("a",) and not verdict.equal and verdict.roles == ()
    assert experiment.finished and experiment.name is None and experiment.arms == ("a", "b", "c")
    status = experiment.status()
    assert status.phase == "decided" and status.verdict == verdict and status.samples == verdict.samples
    assert status.evidence >= status.required and status.smallest_risk <= 0.05 == status.delta == experiment.delta
    with pytest.warns(DeprecationWarning, match="smallest_risk"):
        assert status.error_bound == status.smallest_risk
    assert status.to_dict()["error_bound"] == status.to_dict()["smallest_risk"] == status.smallest_risk
    assert status.guarantee.status == "proved" and [arm.name for arm in status.arms] == ARMS
    assert sum(arm.pulls for arm in status.arms) == status.samples
    assert all(arm.low <= arm.mean <= arm.high for arm in status.arms)
    assert experiment.lead().answer == "a" and experiment.lead().low < experiment.lead().estimate
    assert experiment.ask() is None and experiment.ask(3) == []


def test_before_anything_is_measured():
    status = mirador.Experiment(ARMS).status()
    assert status.answer is None and status.evidence is None and status.phase == "running"
    assert status.arms[0].mean is None and status.arms[0].low == float("-inf")
    assert mirador.Experiment(ARMS).lead() is None and mirador.Experiment(ARMS).verdict is None


def test_tickets():
    experiment = mirador.Experiment(ARMS)
    first, second, third = experiment.ask(3)
    assert (first.number, first.arm, first.index) == (1, "a", 0) and int(third) == 3
    assert repr(second) == "Ticket(2, 'b')" and all(
        pickle.loads(pickle.dumps(second, protocol)) == second for protocol in range(6))
    assert first == experiment.open_tickets()[0] and first != second and first != 1 and len({first, second}) == 2
    assert experiment.tell(first, 1.0) and not experiment.tell(first, 1.0), "telling again is no news"
    assert experiment.tell(2, 0.5, note="late") and experiment.abandon(third) and not experiment.abandon(3)
    assert experiment.tell(third, 3.0), "what comes after all is welcome"
    assert experiment.observe("b", 2.0) == 4 and experiment.observe(2, 2.0) == 5
    with pytest.raises(ValueError, match="ticket: 1 was told 1 before and cannot be told 2"):
        experiment.tell(first, 2.0)
    with pytest.raises(KeyError) as missing:
        experiment.tell(99, 1.0)
    assert str(missing.value).startswith("ticket: 99 is not one of this experiment")
    with pytest.raises(KeyError, match='"bb" is not one of the 3 arms'):
        experiment.observe("bb", 1)
    with pytest.raises(KeyError, match="arm: 3 does not exist"):
        experiment.observe(3, 1)
    with pytest.raises(ValueError, match="is not a ticket"):
        experiment.tell("one", 1.0)
    with pytest.raises(ValueError, match="value: nan"):
        experiment.observe("a", float("nan"))
    with pytest.raises(ValueError, match="value: 'x' is not a number"):
        experiment.observe("a", "x")
    with pytest.raises(ValueError, match="note: .* is not a text"):
        experiment.observe("a", 1, note="\ud800")
    assert experiment.status().samples == 5


def test_many_at_once_all_or_nothing():
    experiment = mirador.Experiment(ARMS)
    tickets = experiment.ask(4)
    with pytest.raises(ValueError, match="reading 2"):
        experiment.tell_many([(tickets[0], 1.0), (tickets[1], float("inf"))])
    assert experiment.status().samples == 0
    assert experiment.tell_many([(ticket, 1.0) for ticket in tickets[:3]] + [(4, 2.0, "a note")]) == 4
    assert experiment.tell_many([(tickets[0], 1.0)]) == 0


@pytest.mark.parametrize(
    "keywords, words",
    [
        (dict(arms=["a"]), "arms: 1 given"),
        (dict(arms="ab"), "arms: 'ab' is not a list"),
        (dict(arms={"a", "b"}), "is not a list"),
        (dict(arms=["a", None]), "arms: None is not a text"),
        (dict(arms=["\ud800", "b"]), "is not a text"),
        (dict(arms=["a", "a"]), 'arms: "a" is given twice'),
        (dict(arms=["--rounds", "--rounds"]), 'arms: "--rounds" is given twice'),
        (dict(delta=0), "delta"),
        (dict(rule="nope"), "nope"),
        (dict(stopping="nope"), "nope"),
        (dict(family="normal", sigma=2), "sigma: normal does not use it"),
        (dict(sigma=2), "sigma: normal does not use it; leave it out, or use family=gaussian"),
        (dict(family="gaussian"), "sigma: gaussian needs it; give sigma=..., or use family=\"normal\""),
        (dict(problem="closest", level=0), "family: closest cannot .* give family=\"gaussian\", sigma=... or family=\"bernoulli\""),
        (dict(problem="polyhedral", sets={}), "family: polyhedral cannot .* give family=\"gaussian\", sigma=...$"),
        (dict(scale="logs"), "scale: 'logs' is unknown"),
        (dict(scale="log", family="poisson"), "scale: log does not work"),
        (dict(max_samples=1), "max_samples: 1 is too small: arms of unknown variance need two values each; give at least 6"),
        (dict(arms=3), "arms: 3 is not a list"),
        (dict(name=3), "name: 3 is not a text"),
        (dict(note=None), "note: None is not a text"),
        (dict(seed=2**64), "seed: 18446744073709551616 is too large"),
        (dict(name="n", rule=lambda state: 0), "rule: a lambda has no name"),
        (dict(store="x.db"), "name: an experiment in a store needs one"),
        (dict(if_exists="replace"), "if_exists: 'replace' is unknown"),
    ],
)
def test_one_line_for_what_cannot_be_used(keywords, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=words) as caught:
        mirador.Experiment(**{"arms": ARMS, **keywords})
    assert "\n" not in str(caught.value) and not list(tmp_path.iterdir())


def test_a_store_keeps_everything(store):
    with mirador.Experiment(ARMS, name="coins", store=store, family="bernoulli") as experiment:
        ticket = experiment.ask()
        experiment.tell(ticket, 1, note="by hand")
        open_ticket = experiment.ask()
    for closed in (experiment.ask, experiment.status, experiment.history, experiment.open_tickets, experiment.lead):
        with pytest.raises(RuntimeError, match="experiment: it is closed"):
            closed()
    again = mirador.Experiment.open("coins", store)
    assert again.open_tickets() == [open_ticket] and again.status().samples == 1
    again.tell(open_ticket, 1)  # later results of its arm would wait for it
    played(again)
    assert again.verdict.answer == "a"
    assert [listing.name for listing in mirador.experiments(store)] == ["coins"]
    with pytest.raises(ValueError, match="coins"):
        mirador.Experiment(ARMS, name="coins", store=store, family="bernoulli")
    with pytest.raises(KeyError, match="there is no experiment"):
        mirador.Experiment.open("tea", store)
    mirador.delete("coins", store)
    assert mirador.experiments(store) == []
    with pytest.raises(KeyError):
        mirador.delete("coins", store)


def test_going_on_with_the_same_and_only_the_same(store):
    options = dict(name="coins", store=store, family="bernoulli", if_exists="open")
    with mirador.Experiment(ARMS, **options) as experiment:
        experiment.observe("a", 1)
    with mirador.Experiment(ARMS, **options) as experiment:
        assert experiment.status().samples == 1
    with pytest.raises(ValueError, match="delta: 'coins' was made with 0.05, not 0.1"):
        mirador.Experiment(ARMS, delta=0.1, **options)
    known = dict(family="gaussian", sigma=1)
    sets = {"positive": ([[1, 1]], [0.0]), "negative": ([[-1, -1]], [0.0])}
    mirador.Experiment(["x", "y"], name="sum", store=store, problem="polyhedral", sets=sets, **known).close()
    sets["positive"] = ([[1, 1]], [-0.0])
    mirador.Experiment(["x", "y"], name="sum", store=store, problem="polyhedral", sets=sets, if_exists="open",
                       **known).close()


def test_the_command_reads_and_writes_the_same_store(store):
    assert run("new", "coins", "--arms", "a,b,c", "--family", "bernoulli", "--store", store).returncode == 0
    experiment = mirador.Experiment.open("coins", store)
    ticket = experiment.ask()
    assert run("tell", "coins", ticket.number, 1, "--store", store).returncode == 0
    assert not experiment.tell(ticket, 1), "the command told it"
    played(experiment)
    shown, status = answer("status", "coins", "--store", store), experiment.status()
    assert shown["samples"] == status.samples and shown["verdict"]["answer"] == status.verdict.answer == "a"
    assert [arm["mean"] for arm in shown["arms"]] == [arm.mean for arm in status.arms]
    assert shown["evidence"] == status.evidence


def test_the_default_place_is_that_of_the_command(tmp_path, monkeypatch):
    monkeypatch.setenv("MIRADOR_STORE", str(tmp_path / "mine.db"))
    mirador.Experiment(ARMS, name="coins").close()
    assert (tmp_path / "mine.db").exists() and run("list").stdout.count("coins") == 1
    monkeypatch.delenv("MIRADOR_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    mirador.Experiment(ARMS, name="tea").close()
    assert [listing.name for listing in mirador.experiments()] == ["tea"] and run("list").stdout.count("tea") == 1


def test_a_store_that_cannot_be_used(tmp_path):
    with pytest.raises((RuntimeError, ValueError), match="nowhere"):
        mirador.experiments(tmp_path / "nowhere" / "store.db")
    (tmp_path / "text.db").write_text("no database at all, " * 100)
    with pytest.raises((RuntimeError, ValueError), match="text.db"):
        mirador.experiments(tmp_path / "text.db")


def test_threads_share_an_experiment():
    experiment = mirador.Experiment(ARMS, family="bernoulli")

    def work(seed):
        source = random.Random(seed)
        while ticket := experiment.ask():
            experiment.tell(ticket, coin(source, ticket.arm))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    status = experiment.status()
    assert status.phase == "decided" and status.samples + len(status.open) == status.tickets and not status.open


def work_in_a_process(store, seed):
    with mirador.Experiment.open("coins", store) as experiment:
        played(experiment, seed)


def test_processes_share_a_store(store):
    mirador.Experiment(ARMS, name="coins", store=store, family="bernoulli", delta=0.2).close()
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=work_in_a_process, args=(store, seed)) for seed in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(PATIENCE)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert mirador.Experiment.open("coins", store).status().phase == "decided"


def test_a_forked_process_opens_its_own():
    experiment = mirador.Experiment(ARMS)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            experiment.ask()
        except RuntimeError as error:
            os.write(writer, str(error).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert b"belongs to the process that opened it" in os.read(reader, 1000)
    assert experiment.ask().number == 1


def open_or_make(store, seed):
    with mirador.Experiment(ARMS, name="coins", store=store, family="bernoulli", if_exists="open") as experiment:
        experiment.observe("a", seed % 2)


def test_whoever_comes_first_makes_it(store):
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=open_or_make, args=(store, seed)) for seed in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(PATIENCE)
    assert [process.exitcode for process in processes] == [0] * 4
    assert mirador.Experiment.open("coins", store).status().samples == 4


def test_closing_while_others_look():
    """The texts of a status outlive the experiment, and later calls raise an error."""
    class Wordy(mirador.StoppingRule):
        reason = "a reason that is long enough to live on the heap"

        def required(self, state, delta):
            return 1e9

    for _ in range(50):
        experiment = mirador.Experiment(ARMS, stopping=Wordy())
        thread = threading.Thread(target=experiment.close)
        thread.start()
        try:
            while True:
                assert experiment.status().guarantee.reason == Wordy.reason
        except RuntimeError as error:
            assert "it is closed" in str(error)
        thread.join()


def test_programs_end_with_open_experiments_and_busy_threads(tmp_path):
    """Python ends with an experiment that has a part from another module, and with a busy daemon thread."""
    (tmp_path / "parts.py").write_text("def rule(state):\n    return int(state.counts.argmin())\n")
    held = "import mirador, parts\ne = mirador.Experiment(['a', 'b'], rule=parts.rule)\n"
    busy = (
        "import mirador, threading, time\n"
        "def work():\n    while True: mirador.simulate([1, .9], runs=100)\n"
        "threading.Thread(target=work, daemon=True).start()\ntime.sleep(.2)\n"
    )
    for program in (held, busy):
        done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, timeout=PATIENCE, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_asyncio_workers_with_delayed_results():
    """Nothing that is asserted depends on who comes first."""
    experiment = mirador.Experiment(ARMS, family="bernoulli")

    async def worker():
        while ticket := experiment.ask():
            await asyncio.sleep(ticket.number % 7 * 1e-4)
            if ticket.number % 10 == 9:
                experiment.abandon(ticket)
            else:
                experiment.tell(ticket, float(ticket.arm == "a"))

    async def everybody():
        await asyncio.gather(*(worker() for _ in range(5)))

    asyncio.run(everybody())
    assert experiment.verdict.answer == "a" and experiment.status().abandoned > 0


def test_history():
    experiment = played(mirador.Experiment(ARMS, family="bernoulli", delta=0.001))
    history = experiment.history(points=20)
    assert 10 <= len(history.samples) <= 45 and history.counts.shape == (len(history.samples), 3)
    assert (history.counts.sum(axis=1) == history.samples).all() and history.arms == ("a", "b", "c")
    status = experiment.status()
    assert history.samples[-1] == status.samples and history.evidence[-1] == status.evidence
    assert history.required[-1] == status.required and history.verdict == status.verdict
    assert list(history.means[-1]) == [arm.mean for arm in status.arms]
    assert len(mirador.Experiment(ARMS).history().samples) == 0


def test_margins_and_scales():
    equal = mirador.Experiment(["x", "y"], margin=0.5, family="gaussian", sigma=0.1)
    while ticket := equal.ask():
        equal.tell(ticket, 1.0)
    assert equal.verdict.equal and equal.verdict.roles == ("chosen", "shares")
    times = mirador.Experiment(["x", "y"], family="normal", scale="log", margin=0.02, lowest=True)
    source = random.Random(1)
    while ticket := times.ask():
        times.tell(ticket, (1.0 if ticket.arm == "x" else 1.2) * source.lognormvariate(0, 0.02))
    assert times.verdict.answer == "x" and times.lead().low > 1


def test_a_sigma_that_the_data_contradict():
    """The default family assumes no known variance; an assumption that was stated is tested."""
    unknown = mirador.Experiment(["old", "new"], lowest=True, max_samples=200)
    known = mirador.Experiment(["old", "new"], lowest=True, family="gaussian", sigma=1)
    source = random.Random(1)
    for experiment in (unknown, known):
        while ticket := experiment.ask():
            experiment.tell(ticket, source.gauss(100, 20))
    assert unknown.verdict is None and unknown.status().contradiction is None
    assert unknown.status().guarantee.status == "proved"
    for _ in range(10):
        known.observe("old", source.gauss(100, 20))
    status = known.status()
    assert status.guarantee.status == "assumption contradicted"
    found = status.contradiction
    assert found.test == "spread" and found.arm in ("old", "new") and found.samples <= status.samples
    assert found.reason.startswith(f"the values of {found.arm} spread ")
    assert found.reason.endswith(" times as widely as sigma 1 says") and found.log_evidence > 9.2
    assert status.to_dict()["contradiction"]["test"] == "spread"
    for _ in range(1000):  # a contradiction is never withdrawn
        known.observe("old", 100)
    assert known.status().contradiction == found


def test_a_budget_ends_undecided():
    experiment = mirador.Experiment(ARMS, max_samples=6)
    for ticket in experiment.ask(10):
        experiment.tell(ticket, 0.0)
    assert experiment.finished and experiment.verdict is None and experiment.status().phase == "undecided"


def test_status_as_plain_data():
    import json

    running = mirador.Experiment(ARMS)
    running.ask(2)
    plain = json.loads(json.dumps(running.status().to_dict(), allow_nan=False))
    assert plain["open"] == [{"ticket": 1, "arm": "a"}, {"ticket": 2, "arm": "b"}] and plain["arms"][0]["low"] is None
    plain = json.loads(json.dumps(played(mirador.Experiment(ARMS, family="bernoulli")).status().to_dict()))
    assert plain["verdict"]["answer"] == "a" and plain["guarantee"]["status"] == "proved"
    assert plain["contradiction"] is None


def test_the_plan_is_changed(store):
    experiment = mirador.Experiment(ARMS, family="bernoulli", max_samples=4, name="plan", store=store)
    again = mirador.Experiment.open("plan", store)
    experiment.observe("a", 1.0)
    assert [one.change(max_samples=9, delta=0.01, request="r1") for one in (experiment, again)] == [2, 2]
    assert experiment.change(max_samples=9) == 0 and again.delta == 0.01
    for wrong, field in [({"delta": 0.1}, "delta"), ({"delta": "x"}, "delta"), ({"margin": 0.1}, "margin"),
                         ({"max_samples": 2}, "max_samples"), ({"max_samples": 1.5}, "max_samples"),
                         ({"delta": 0.001, "request": "r1"}, "request")]:
        with pytest.raises(ValueError, match=f"^{field}: "):
            experiment.change(**wrong)
    experiment.note("new scales ☕", request="r2")
    again.note("new scales ☕", request="r2")
    with pytest.raises(ValueError, match="^note: "):
        experiment.note("")
    status = again.status()
    assert status == experiment.status()
    assert status.changes == ((1, "max_samples", 4.0, 9.0), (1, "delta", 0.05, 0.01)) and status.first_delta == 0.05
    assert status.notes == ((1, "new scales ☕"),)
    assert status.to_dict()["notes"] == [{"samples": 1, "text": "new scales ☕"}]
    assert status.to_dict()["changes"][1] == {"samples": 1, "setting": "delta", "old": 0.05, "new": 0.01}
    # The plan that it was made with is what another process gives again.
    mirador.Experiment(ARMS, family="bernoulli", max_samples=4, name="plan", store=store, if_exists="open")
    assert experiment.history().samples.size == 0
    experiment.change(max_samples=0)
    played(experiment)
    assert experiment.verdict.answer == "a"
    with pytest.raises(ValueError, match="^change: "):
        experiment.change(delta=0.001)


def test_values_that_do_not_count(store):
    experiment = mirador.Experiment(ARMS, family="gaussian", sigma=1.0, name="late", store=store)
    first, second = experiment.ask(2)
    experiment.retire_arm(first.arm)
    for ticket in (first, second):
        experiment.tell(ticket, 1.0)
    assert (experiment.not_counted(first), experiment.not_counted(second)) == ("retired", None)
    with pytest.raises(mirador.NotFound):
        experiment.not_counted(99)
    rounds = mirador.Experiment(ARMS[:2], rounds=True, name="rounds", store=store)
    first, second = rounds.ask_round()
    rounds.abandon(first)
    rounds.tell(second, 1.0)
    rounds.tell(first, 1.0)
    assert (rounds.not_counted(first), rounds.not_counted(second.number)) == ("late", None)


def test_arms_come_and_go(store):
    experiment = mirador.Experiment(ARMS, family="gaussian", sigma=1.0, name="arms", store=store, tags=["spring"])
    again = mirador.Experiment.open("arms", store)
    experiment.observe(ARMS[0], 1.0)
    for one in (experiment, again):
        one.add_arm("new", "newer", request="r1")
        one.retire_arm("newer", request="r2")
    assert again.arms == (*ARMS, "new", "newer") and again.observe(len(ARMS), 0.5) == 2
    assert experiment.observe_many(["new"], [0.25]) == 1
    status = again.status()
    assert status == experiment.status() and status.risk_in_all == pytest.approx(0.05 * (2 - 1 / 8))
    assert status.arm_changes == ((1, "new", True), (1, "newer", True), (1, "newer", False))
    assert [arm.name for arm in status.arms if arm.retired] == ["newer"]
    for wrong, field in [(lambda: experiment.add_arm("new"), "arm"), (lambda: experiment.retire_arm("new", "new"), "arm"),
                         (lambda: experiment.add_arm(3), "arm"), (lambda: experiment.observe("newer", 1.0), "arm"),
                         (lambda: experiment.add_arm("z", request="r1"), "request")]:
        with pytest.raises(ValueError, match=f"^{field}: "):
            wrong()
    with pytest.raises(mirador.NotFound, match="not one of the 4 arms"):
        experiment.retire_arm("z")
    for arm in ARMS[1:]:
        experiment.observe(arm, 0.0)
    history = experiment.history()
    assert history.counts.shape[1] == len(history.arms) == len(experiment.arms)
    assert again.tag("a", "spring") == 1 and again.untag("spring") == 1 and experiment.status().tags == ("a",)
    assert json.loads(json.dumps(again.status().to_dict()))["arm_changes"][2]["added"] is False


def test_a_margin_is_changed():
    trial = mirador.Experiment(["a", "b"], family="gaussian", sigma=1.0, margin=0.01)
    for _ in range(100):
        trial.observe("a", 0.1), trial.observe("b", 0.1)
    assert trial.verdict is None and trial.change(margin=0.9) == 1 and trial.verdict.equal


def test_several_tickets_are_abandoned_and_what_waits_says_so(store):
    experiment = mirador.Experiment(ARMS, max_samples=6, name="some", store=store)
    tickets = experiment.ask(6)
    assert experiment.waiting and experiment.ask() is None and not experiment.finished
    assert experiment.abandon_many(tickets[:2], request="r") == 2 == experiment.abandon_many(tickets[:2], request="r")
    assert experiment.abandon_many([1, tickets[2]]) == 1 and not experiment.waiting
    experiment.tell(4, 0.5)
    for wrong in ([5, 4], [5, 99], ["x"], 5):
        with pytest.raises((ValueError, KeyError)):
            experiment.abandon_many(wrong)
    assert experiment.status().abandoned == 3


def test_another_name(store):
    mirador.Experiment(ARMS, name="old name", store=store).observe("a", 0.5)
    mirador.rename("old name", "new name", store)
    assert [listing.name for listing in mirador.experiments(store)] == ["new name"]
    assert mirador.Experiment.open("new name", store).status().samples == 1
    with pytest.raises(KeyError):
        mirador.rename("old name", "other", store)
    with pytest.raises(ValueError):
        mirador.rename("new name", "new name", store)


def test_a_log_that_is_there_already(store):
    import numpy
    import pandas

    source = random.Random(1)
    arms = [source.choice(ARMS) for _ in range(300)]
    values = [coin(source, arm) for arm in arms]
    indices = numpy.array([ARMS.index(arm) for arm in arms])
    statuses = []
    for name, given in [("lists", (arms, values)), ("arrays", (numpy.array(arms), numpy.array(values))),
                        ("numbers", (indices, values)), ("frame", (pandas.DataFrame({"arm": arms, "value": values}),)),
                        ("series", (pandas.Series(arms), pandas.Series(values))), ("dict", ({"value": values, "arm": arms},))]:
        experiment = mirador.Experiment(ARMS, family="bernoulli", name=name, store=store)
        assert [experiment.observe_many(*given, request="r") for _ in range(2)] == [300, 300]
        statuses.append(experiment.status())
    assert all(status == statuses[0] for status in statuses) and statuses[0].samples == 300
    for wrong in ((["a"], [1, 0]), (["a", "d"], [1, 0]), ([0, 3], [1, 0]), (["a"], ["x"]), (["a", "b"], [1, 2]),
                  (["a", "b"], [1, float("nan")]), ("a", [1]), ([["a"]], [1]), (7,), ({"arm": ["a"]},)):
        with pytest.raises((ValueError, KeyError)):
            experiment.observe_many(*wrong)
    assert experiment.observe_many([], []) == 0 and experiment.status().samples == 300
