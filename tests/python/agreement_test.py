"""The package and the command give the same numbers for random specs."""

import mirador
import numpy as np
from command import answer, listed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

# Each example runs a process; the examples are the same in every run.
few = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

RANGES = {"gaussian": (-3, 3), "bernoulli": (0.05, 0.95), "poisson": (0.2, 8), "exponential": (0.2, 8),
          "bounded": (-0.9, 1.9), "normal": (-3, 3)}


@st.composite
def instances(draw):
    """Keywords of an instance, and the options of the command. Means differ by at least a tenth of the range."""
    family = draw(st.sampled_from(sorted(RANGES)))
    low, high = RANGES[family]
    arms = draw(st.integers(2, 5))
    places = draw(st.lists(st.integers(0, 10), min_size=arms, max_size=arms, unique=True))
    means = [low + (high - low) * place / 10 for place in places]
    keywords, words = {"family": family}, ["--family", family]
    if family == "gaussian":
        sigma = draw(st.sampled_from([0.5, 1.0, 2.0]))
        keywords["sigma"] = sigma
        words += ["--sigma", sigma]
    if family == "bounded":
        keywords.update(lo=-1.0, hi=2.0)
        words += ["--lo", -1, "--hi", 2]
    problem = draw(st.sampled_from(["best-arm", "top-m", "thresholding"]))
    keywords["problem"] = problem
    words += ["--problem", problem]
    if problem == "top-m":
        keywords["top"] = draw(st.integers(1, arms - 1))
        words += ["--top", keywords["top"]]
    if problem == "thresholding":
        keywords["level"] = low + (high - low) * 0.45
        words += ["--level", repr(keywords["level"])]
    elif draw(st.booleans()):
        keywords["lowest"] = True
        words += ["--lowest"]
    if draw(st.booleans()):
        keywords["margin"] = 0.02 * (high - low)
        words += ["--margin", repr(keywords["margin"])]
    return means, keywords, words


@few
@given(instances())
def test_bounds(instance):
    means, keywords, words = instance
    said, bound = answer("bound", f"--means={listed(means)}", *words), mirador.bound(means, **keywords)
    assert said["characteristic_time"] == bound.time and said["weights"] == list(bound.weights)
    assert said["answer"] == bound.answer and said["lower_bound_status"] == bound.status


@few
@given(instances(), st.sampled_from(["lma", "bc", "unif", "lma:L=0.1"]), st.sampled_from(["mixture", "heuristic"]),
       st.integers(0, 2**40))
def test_simulations(instance, rule, stopping, seed):
    means, keywords, words = instance
    said = answer("sim", f"--means={listed(means)}", *words, "--rules", rule, "--stopping", stopping, "--runs", 10,
                  "--seed", seed, "--max-samples", 2000)
    result = mirador.simulate(means, rule, runs=10, seed=seed, stopping=stopping, max_samples=2000, **keywords)
    assert said["stopping"]["status"] == result.guarantee.status
    summary = result.summary()
    for i, shown in enumerate(said["results"]):
        assert shown["mean"] == summary["mean"][i] == result.samples[0, i].mean()
        assert shown["errors"] == summary["errors"][i] and shown["undecided"] == summary["undecided"][i]
        assert shown["proportions"] == list(result.proportions[0, i])


MEASURED = {"gaussian": st.floats(-3, 3), "bernoulli": st.sampled_from([0.0, 1.0]),
            "poisson": st.integers(0, 9).map(float), "exponential": st.floats(0.01, 9), "bounded": st.floats(-1, 2),
            "normal": st.floats(-3, 3)}


@few
@given(instances(), st.data())
def test_live_experiments(tmp_path_factory, instance, data):
    """The same measurements in memory and in a store that the command reads."""
    means, keywords, _ = instance
    keywords = {name: value for name, value in keywords.items() if name != "sigma" or keywords["family"] != "normal"}
    arms = [f"arm {a + 1}" for a in range(len(means))]
    place = tmp_path_factory.mktemp("agreement") / "s.db"
    memory = mirador.Experiment(arms, **keywords)
    with mirador.Experiment(arms, name="e", store=place, **keywords) as stored:
        for _ in range(data.draw(st.integers(0, 15))):
            tickets = memory.ask(1)
            assert tickets == stored.ask(1)
            for ticket in tickets:
                value = data.draw(MEASURED[keywords["family"]])
                memory.tell(ticket, value)
                stored.tell(ticket, value)
        assert stored.status() == memory.status()
    said, status = answer("status", "e", "--store", place), memory.status()
    assert said["samples"] == status.samples
    assert [arm["pulls"] for arm in said["arms"]] == [arm.pulls for arm in status.arms]
    if status.evidence is not None and np.isfinite(status.evidence):
        assert said["evidence"] == status.evidence
    for field in ("samples_to_go_low", "samples_to_go", "samples_to_go_high"):
        found = getattr(status, field)
        assert said[field] == (found if status.phase != "undecided" and found is not None and np.isfinite(found) else None)
