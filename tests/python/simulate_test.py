"""mirador.simulate: arrays of all runs, which do not depend on threads and backend; progress, Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time

import mirador
import numpy as np
import pytest
from command import PATIENCE, answer, listed

EASY = [1, 0.4, 0]


def test_arrays_of_all_runs():
    result = mirador.simulate(EASY, rules=["lma", "bc"], deltas=[0.1, 0.01, 0.001], runs=50)
    assert result.samples.shape == result.answers.shape == result.correct.shape == (2, 3, 50)
    assert result.pulls.shape == result.proportions.shape == (2, 3, 3)
    assert result.samples.dtype == np.int64 and result.correct.dtype == np.bool_
    assert (result.samples[:, 1] >= result.samples[:, 0]).all(), "smaller risks take longer"
    assert (result.pulls.sum(axis=2) == result.samples.sum(axis=2)).all()
    assert result.proportions.sum(axis=2) == pytest.approx(1)
    named = np.array(result.answer_names)[result.answers]
    assert ((named == "arm 1") == result.correct).all()
    assert result.bound.time == pytest.approx(mirador.bound(EASY).time)
    assert (result["bc"].samples == result.samples[1]).all()
    assert result[0].rule == "lma" and "bc" in result and len(result) == 2
    assert (result.samples[0] - result.samples[1]).min() < 0, "differences have signs"
    with pytest.raises(KeyError, match="ttts was not simulated"):
        result["ttts"]


def test_the_summary_is_that_of_the_arrays():
    result = mirador.simulate(EASY, rules=["lma", "rr"], runs=200)
    summary = result.summary()
    assert summary["rule"] == ["lma", "lma", "rr", "rr"] and summary["delta"] == [0.1, 0.01] * 2
    flat = result.samples.reshape(4, 200)
    assert summary["mean"] == pytest.approx(flat.mean(axis=1))
    assert summary["std_error"] == pytest.approx(flat.std(axis=1, ddof=1) / np.sqrt(200))
    assert summary["q95"] == pytest.approx(np.quantile(flat, 0.95, axis=1))
    assert summary["errors"] == list((~result.correct).reshape(4, 200).sum(axis=1))
    frame = result.frame()
    assert list(frame.columns) == list(summary) and len(frame) == 4
    assert "proved" in repr(result) and "lma" in repr(result)


def test_every_backend_and_number_of_threads_gives_the_same():
    first = mirador.simulate(EASY, rules=["lma", "bc"], runs=300, seed=7, threads=1)
    for keywords in [dict(threads=2), dict(backend="reference"), dict(backend="lanes"), dict(backend="lanes-plain")]:
        other = mirador.simulate(EASY, rules=["lma", "bc"], runs=300, seed=7, **keywords)
        # The reference may differ in rounding ties, at most one run in 10^4.
        assert (other.samples != first.samples).sum() <= 1, keywords
    assert (mirador.simulate(EASY, rules=["lma", "bc"], runs=300, seed=8).samples != first.samples).any()
    if "cuda" not in first.backends:
        with pytest.raises(ValueError, match="backend: cuda"):
            mirador.simulate(EASY, backend="cuda")


def test_ties_and_budgets():
    with pytest.raises(ValueError, match="tie at 1.*or give max_samples"):
        mirador.simulate([1, 1], runs=2)
    tie = mirador.simulate([1, 1], deltas=(0.1, 0.01), runs=20, max_samples=100)
    assert tie.bound is None and (tie.answers == -1).sum() >= 39 and (tie.samples[tie.answers == -1] == 100).all()
    assert tie.summary()["lower_bound"] == [None, None]
    assert "undecided" in repr(tie) and "20" in repr(tie) and max(map(len, repr(tie).splitlines())) <= 80
    equal = mirador.simulate([1, 0.99, 0], margin=0.5, runs=50)
    assert equal.equal.all() and "equal within 0.5" in equal.answer_names[0]


@pytest.mark.parametrize(
    "keywords, words",
    [
        (dict(rules=["lmma"]), 'rules: unknown name "lmma"; did you mean "lma"'),
        (dict(rules=[]), "rules: none given"),
        (dict(runs=0), "runs: 0 is not a whole number of at least 1"),
        (dict(deltas=[0.1, 2]), "delta"),
        (dict(deltas="x"), "deltas: 'x' is not a number"),
        (dict(stopping="mix"), "stopping: "),
        (dict(backend="gpu"), "backend: gpu is unknown"),
        (dict(seed=-1), "seed: -1"),
        (dict(rules=["ttts"], family="bernoulli"), "ttts"),
        (dict(threads=1.5), "threads: 1.5"),
        (dict(runs=1e30), "runs: 1e\\+30 is too large"),
        (dict(seed=10**400), "seed: 1000*"),
        (dict(backend=None), "backend: None is not a text"),
        (dict(rules=7), "rules: 7 is not a list"),
        (dict(rules={"lma"}), "rules: {'lma'} is not a list"),
        (dict(deltas=[[0.1]]), "one number for every risk"),
        (dict(progress=1.5), "progress: 1.5 is neither"),
        (dict(lowest="no"), "lowest: 'no' is neither True nor False"),
    ],
)
def test_one_line_for_what_cannot_be_used(keywords, words):
    with pytest.raises(ValueError, match=words) as caught:
        mirador.simulate([0.9, 0.4], **keywords)
    assert "\n" not in str(caught.value)


def test_whole_numbers_of_every_kind():
    seed = 2**60 + 1
    expected = mirador.simulate(EASY, runs=5, seed=seed).samples
    for same in (np.uint64(seed), np.int64(seed)):
        assert (mirador.simulate(EASY, runs=np.int32(5), seed=same).samples == expected).all()
    assert mirador.simulate(EASY, runs=1e1).runs == 10


def test_progress_is_told():
    told = []
    mirador.simulate(EASY, rules=["lma", "rr"], runs=3000, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (6000, 6000) and [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_bar_is_shown(capsys):
    mirador.simulate(EASY, runs=100, progress=True)
    assert "100/100 runs\n" in capsys.readouterr().err


def test_what_progress_raises_ends_the_simulation():
    def object_to(done, total):
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        mirador.simulate([1, 0.9999], runs=1000, progress=object_to)


def test_the_interpreter_is_free_meanwhile():
    """Another thread counts while a simulation runs."""
    counted, running = 0, True

    def count():
        nonlocal counted
        while running:
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    mirador.simulate([1, 0.95], runs=100, threads=1, backend="reference", deltas=0.01)
    grown = counted - before
    running = False
    thread.join()
    assert grown > 3


def test_ctrl_c_ends_a_simulation():
    """A process that would take hours is interrupted by Ctrl-C."""
    program = "import mirador; print('go', flush=True); mirador.simulate([1, 0.9999], runs=10**6, max_samples=10**9)"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    ) as process:
        assert process.stdout.readline() == "go\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert "KeyboardInterrupt" in complaint


def test_without_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="needs pandas"):
        mirador.simulate(EASY, runs=2).frame()


def test_rounds_are_those_of_the_command():
    for keywords, words in [
        (dict(correlation=0.5), ["--correlation", 0.5]),
        (dict(sigma=[1, 2, 1], compare="typical", rules="rr", round_size=2),
         ["--sigma", "1,2,1", "--compare", "typical", "--rules", "rr", "--round-size", 2]),
        (dict(family="bernoulli", items=50), ["--family", "bernoulli", "--items", 50]),
        (dict(family="bounded", lo=-1, hi=3, good_enough=0.3, rules=[]),
         ["--family", "bounded", "--lo", -1, "--hi", 3, "--good-enough", 0.3, "--rules", "none"]),
    ]:
        means = [0.9, 0.5, 0.3]
        said = answer("sim", "--rounds", f"--means={listed(means)}", "--runs", 30, "--seed", 5, "--max-samples", 5000, *words)
        result = mirador.simulate(means, runs=30, seed=5, max_samples=5000, rounds=True, **keywords)
        assert list(result.rules) == list(dict.fromkeys(row["rule"] for row in said["results"])), words
        summary = result.summary()
        for i, row in enumerate(said["results"]):
            for field in ("mean", "errors", "undecided", "equal", "lower_bound"):
                assert row[field] == summary[field][i], (words, field)
            assert row.get("rounds") == summary["rounds"][i], words
        assert result.rounds_guarantee.status == said["rounds"]["status"] == "proved"
        assert result.rounds.shape == (len(result.deltas), 30) and result.rounds.dtype == np.int64
        assert (result["rounds"].samples >= result.rounds).all() and result.backends[0] == "reference"
        assert "rounds" in repr(result) and len(result.frame()) == len(said["results"])


@pytest.mark.parametrize(
    "keywords, words",
    [
        (dict(correlation=0.5), "correlation: only a comparison in rounds uses it; give rounds=True too"),
        (dict(items=5), "items: only a comparison in rounds uses it"),
        (dict(family="symmetric"), "family: symmetric is a family of comparisons in rounds"),
        (dict(rounds=True, correlation=1), "correlation: 1 is out of range"),
        (dict(rounds=True, family="bernoulli", sigma=2), "sigma: bernoulli does not use it"),
        (dict(rounds=True, problem="top-m", top=1), "problem: rounds find the best arm"),
        (dict(rounds=True, family="poisson"), "family: 'poisson' is unknown; give symmetric"),
        (dict(rounds=True, items=9), "items: a finite set needs values within limits"),
        (dict(rounds="yes"), "rounds: 'yes' is neither True nor False"),
    ],
)
def test_rounds_that_cannot_be_simulated(keywords, words):
    with pytest.raises(ValueError, match=words) as caught:
        mirador.simulate([0.9, 0.4], runs=2, **keywords)
    assert "\n" not in str(caught.value)
