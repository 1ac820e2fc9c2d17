"""What a budget is worth, and experiments that have only a budget."""

import mirador
import numpy as np
import pytest

MEANS = np.array([0.2, 1.0, 0.7, 0.0])


def test_the_worth_is_that_of_the_runs():
    result = mirador.simulate(MEANS, ["halving", "bc"], (0.3, 0.01), runs=200, max_samples=40)
    summary = result.summary()
    arms = np.array([int(name.removeprefix("arm ")) - 1 for name in result.answer_names])
    assert result.recommended.min() >= 0
    recommended = arms[result.recommended]
    assert np.array_equal(result.right, recommended == 1)
    lags = 1.0 - MEANS[recommended]
    assert np.allclose(summary["shortfall"], lags.mean(axis=-1).ravel())
    assert np.allclose(summary["shortfall_std_error"], lags.std(axis=-1, ddof=1).ravel() / 200**0.5)
    assert np.allclose(summary["right"], result.right.mean(axis=-1).ravel())
    assert all(low < right < high for low, right, high in zip(summary["right_lower"], summary["right"], summary["right_upper"]))
    decided = result.answers >= 0
    assert not decided.all() and np.array_equal(result.recommended[decided], result.answers[decided])
    assert np.array_equal(result.right[decided], result.correct[decided])
    assert np.array_equal(result["bc"].right, result.right[1]) and result["bc"].recommended.shape == (2, 200)


def test_without_a_budget_there_is_no_worth():
    assert "shortfall" not in mirador.simulate([1, 0], runs=10).summary()


def test_a_budget_below_the_number_of_arms_recommends_nothing():
    result = mirador.simulate(MEANS, "halving", runs=3, max_samples=3)
    assert (result.recommended == -1).all() and not result.right.any()
    assert result.summary()["shortfall"] == [None, None]


def test_other_questions_have_no_shortfall():
    result = mirador.simulate(MEANS, "lma", 0.1, 50, problem="thresholding", level=0.5, max_samples=30)
    assert result.summary()["shortfall"] == [None] and 0 < result.summary()["right"][0] <= 1


def test_rounds():
    result = mirador.simulate(MEANS, [], 0.05, 100, rounds=True, correlation=0.5, max_samples=40)
    assert result.rules == ("rounds",) and (result.recommended >= 0).all()
    assert 0 < result.summary()["shortfall"][0] < 0.5


@pytest.mark.parametrize("options, rule", [
    (dict(max_samples=40), "dt"), (dict(max_samples=40, margin=0.1), "dt"), ({}, "lma"), (dict(max_samples=40, delta=0.1), "lma"),
    (dict(max_samples=40, rule="halving"), "halving"), (dict(max_samples=40, problem="thresholding", level=1), "lma"),
])
def test_only_a_budget_aims_at_the_recommendation(options, rule):
    experiment = mirador.Experiment(["a", "b"], family="gaussian", sigma=1, **options)
    assert experiment._spec["rule"] == rule and experiment.delta == options.get("delta", 0.05)


def test_a_simulation_with_only_a_budget():
    only = mirador.simulate(MEANS, runs=2, max_samples=20)
    assert only.rules == ("dt",) and only.deltas == (0.05,)
    assert mirador.simulate(MEANS, "lma", runs=2, max_samples=20).deltas == (0.1, 0.01)
    assert mirador.simulate(MEANS, runs=2, max_samples=20, family="normal").rules == ("halving",)
    assert mirador.simulate(MEANS, deltas=0.1, runs=2, max_samples=20).rules == ("lma",)
    assert mirador.simulate(MEANS, runs=2).rules == ("lma",)


def test_an_experiment_of_an_earlier_version_is_opened_with_its_rule(tmp_path):
    options = dict(name="x", store=tmp_path / "lab.db", max_samples=40, if_exists="open")
    mirador.Experiment(["a", "b"], rule="lma", **options)
    assert mirador.Experiment(["a", "b"], **options)._spec["rule"] == "lma"
    with pytest.raises(ValueError, match="rule: .x. was made with .lma., not .bc."):
        mirador.Experiment(["a", "b"], rule="bc", **options)


def test_halving_needs_a_budget():
    with pytest.raises(ValueError, match="halving.*give max_samples"):
        mirador.simulate(MEANS, "halving")
    with pytest.raises(ValueError, match="halving.*give max_samples"):
        mirador.Experiment(["a", "b"], rule="halving")
    trial = mirador.Experiment(["a", "b"], rule="halving", max_samples=9)
    with pytest.raises(ValueError, match="halving"):
        trial.change(max_samples=0)
