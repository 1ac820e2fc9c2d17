"""Plots: what is drawn, and the guarantee that is shown. Drawn without a display."""

import dataclasses
import math
from typing import Any, Iterator

import numpy as np
import pytest

import mirador

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
pyplot = pytest.importorskip("matplotlib.pyplot")
plot = pytest.importorskip("mirador.plot")

MEANS = [1.0, 0.5, 0.3]
NAMES = ["filter", "press", "moka"]
KNOWN: dict[str, Any] = dict(family="gaussian", sigma=1.0)


@pytest.fixture(autouse=True)
def closed_figures() -> Iterator[None]:
    yield
    pyplot.close("all")


def run(
    experiment: mirador.Experiment, means: list[float], most: float = math.inf, sigma: float = 1.0
) -> mirador.Experiment:
    world = np.random.default_rng(5)
    measured = 0
    while measured < most and (ticket := experiment.ask()) is not None:
        experiment.tell(ticket, world.normal(means[ticket.index], sigma))
        measured += 1
    return experiment


@pytest.fixture(scope="module")
def decided() -> mirador.Experiment:
    return run(mirador.Experiment(NAMES, delta=0.05, **KNOWN), MEANS)


@pytest.fixture(scope="module")
def result() -> mirador.Simulation:
    return mirador.simulate(MEANS, ("lma", "bc", "unif"), deltas=(0.1, 0.01), runs=50)


def texts(axes: Any) -> list[str]:
    """All text in and around the axes."""
    axes.figure.canvas.draw()
    written = [*axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels(), axes.xaxis.label, axes.yaxis.label]
    return [axes.get_title(loc="left"), *(text.get_text() for text in written)]


def lines(axes: Any, label: str) -> list[Any]:
    return [line for line in axes.get_lines() if line.get_label() == label]


def inside_figure(axes: Any) -> None:
    """Nothing is cut off at the edge of the figure, and no two labels outside the axes overlap."""
    axes.figure.canvas.draw()
    width, height = axes.figure.canvas.get_width_height()
    across, along = axes.get_xlim(), sorted(axes.get_ylim())
    written = [label for label in axes.get_xticklabels() if across[0] <= label.get_position()[0] <= across[1]]
    written += [label for label in axes.get_yticklabels() if along[0] <= label.get_position()[1] <= along[1]]
    written += [*axes.texts, axes._left_title, axes.xaxis.label, axes.yaxis.label]
    boxes = [(text.get_text(), text.get_window_extent()) for text in written if text.get_text()]
    for text, box in boxes:
        assert box.x0 >= -1 and box.y0 >= -1 and box.x1 <= width + 1 and box.y1 <= height + 1, text
    for i, (text, box) in enumerate(boxes):
        for other, that in boxes[i + 1 :]:
            wide = min(box.x1, that.x1) - max(box.x0, that.x0)
            high = min(box.y1, that.y1) - max(box.y0, that.y0)
            assert wide <= 1 or high <= 2, (text, other)


# ---- stopping times ------------------------------------------------------------------------------------------------


def test_one_box_for_every_rule_and_delta(result: mirador.Simulation) -> None:
    assert len(plot.stopping_times(result).patches) == 6
    assert len(plot.stopping_times(result, 0.01).patches) == 3
    labels = [label.get_text().split("\n")[0] for label in plot.stopping_times(result, 0.01).get_xticklabels()]
    assert labels == ["lma", "bc", "unif"]


def test_boxes_are_quartiles_and_whiskers_reach_from_5_to_95_percent(result: mirador.Simulation) -> None:
    axes = plot.stopping_times(result, 0.1)
    for rule, box in enumerate(axes.patches):
        runs = result.samples[rule, 0]
        heights = box.get_path().vertices[:, 1]
        assert np.isclose(heights.min(), np.quantile(runs, 0.25)) and np.isclose(heights.max(), np.quantile(runs, 0.75))
        drawn = np.concatenate([line.get_ydata() for line in axes.get_lines() if np.allclose(line.get_xdata(), rule)])
        for value in (np.quantile(runs, 0.05), np.quantile(runs, 0.95), runs.mean()):
            assert np.isclose(drawn, value).any()


def test_the_lower_bound_is_a_labelled_line(result: mirador.Simulation) -> None:
    assert result.bound is not None
    axes = plot.stopping_times(result)
    for delta in result.deltas:
        (line,) = lines(axes, f"lower bound, δ = {delta:g}")
        assert np.allclose(line.get_ydata(), result.bound.lower_bound(delta))
        assert line.get_linestyle() == "--"
        value = f"T* kl(δ,1-δ) = {result.bound.lower_bound(delta):.3g}"
        assert any(value in text for text in texts(axes))


@pytest.mark.parametrize(("stopping", "status"), [("mixture", "proved"), ("heuristic", "heuristic")])
def test_the_title_says_delta_and_whether_it_is_proved(stopping: str, status: str) -> None:
    axes = plot.stopping_times(mirador.simulate(MEANS, deltas=(0.05,), runs=10, stopping=stopping))
    assert axes.get_title(loc="left") == f"Stopping times, δ = 0.05 [{status}]"


def test_of_many_deltas_the_smallest_is_drawn_and_unknown_ones_are_refused() -> None:
    many = mirador.simulate(MEANS, deltas=(0.2, 0.1, 0.01, 0.05), runs=10)
    assert "δ = 0.01 [" in plot.stopping_times(many).get_title(loc="left")
    with pytest.raises(ValueError, match="delta: 0.3 was not simulated; take one of 0.2, 0.1, 0.01, 0.05"):
        plot.stopping_times(many, 0.3)


def test_a_tie_has_no_bound_and_undecided_runs_are_counted() -> None:
    tie = mirador.simulate([1.0, 1.0], deltas=(0.05,), runs=10, max_samples=50)
    axes = plot.stopping_times(tie)
    assert not any("T*" in text for text in texts(axes))
    undecided = int((tie.answers < 0).sum())
    assert undecided > 0
    assert f"{undecided} of 10 runs had no verdict" in axes.get_xlabel().replace("\n", " ")


def test_the_axis_is_logarithmic_on_request(result: mirador.Simulation) -> None:
    assert plot.stopping_times(result).get_yscale() == "linear"
    assert plot.stopping_times(result, log=True).get_yscale() == "log"


def test_stopping_times_fit(result: mirador.Simulation) -> None:
    inside_figure(plot.stopping_times(result))
    inside_figure(plot.stopping_times(result, 0.1))
    inside_figure(plot.stopping_times(mirador.simulate(MEANS, ("bc",), deltas=(0.1, 0.01, 0.001), runs=10)))


# ---- the course of an experiment -----------------------------------------------------------------------------------


def test_proportions_are_those_of_the_history(decided: mirador.Experiment) -> None:
    weights = mirador.bound(MEANS).weights
    axes = plot.proportions(decided, weights)
    history = decided.history()
    for arm, name in enumerate(NAMES):
        (line,) = lines(axes, name)
        assert np.array_equal(line.get_xdata(), history.samples)
        assert np.allclose(line.get_ydata(), history.counts[:, arm] / history.samples)
        assert any(np.allclose(other.get_ydata(), weights[arm]) for other in axes.get_lines())
        assert any(text.startswith(name) for text in texts(axes))
    assert any("w*" in text for text in texts(axes))
    inside_figure(axes)


def test_a_history_is_drawn_like_its_experiment(decided: mirador.Experiment) -> None:
    axes = plot.proportions(decided.history())
    assert len(axes.get_lines()) == len(NAMES)  # no dashed ones: w* is unknown
    assert len(plot.proportions(decided).get_lines()) == 2 * len(NAMES)


def test_weights_are_one_for_each_arm(decided: mirador.Experiment) -> None:
    with pytest.raises(ValueError, match="weights: 2 numbers for 3 arms; give one for each arm"):
        plot.proportions(decided, [0.5, 0.5])


def test_evidence_is_that_of_the_history_with_a_dot_at_the_verdict(decided: mirador.Experiment) -> None:
    axes = plot.evidence(decided)
    history, verdict = decided.history(), decided.verdict
    assert verdict is not None
    (found,), (required,), (dot,) = (lines(axes, label) for label in ("evidence", "required", "verdict"))
    assert np.allclose(found.get_ydata(), np.maximum(history.evidence, 0.0), equal_nan=True)
    assert np.allclose(required.get_ydata(), history.required)
    assert dot.get_xdata()[0] == verdict.samples
    assert axes.get_title(loc="left") == f"Decided after {verdict.samples} measurements, δ = 0.05 [proved]"
    inside_figure(axes)


def test_without_a_verdict_there_is_no_dot() -> None:
    axes = plot.evidence(run(mirador.Experiment(NAMES, max_samples=9, **KNOWN), MEANS))
    assert not lines(axes, "verdict")
    assert axes.get_title(loc="left") == "Undecided, the budget is spent, δ = 0.05 [proved]"
    running = run(mirador.Experiment(NAMES, stopping="heuristic", **KNOWN), MEANS, most=4)
    assert plot.evidence(running).get_title(loc="left") == "Running, δ = 0.05 [heuristic]"


def test_nothing_measured_is_drawn_too() -> None:
    empty = mirador.Experiment(NAMES, **KNOWN)
    for draw in (plot.evidence, plot.proportions):
        assert any("too few measurements" in text for text in texts(draw(empty)))
    assert sum("not measured yet" in text for text in texts(plot.arms(empty))) == len(NAMES)


# ---- arms ----------------------------------------------------------------------------------------------------------


def test_arms_stand_in_their_order_with_means_intervals_and_pulls(decided: mirador.Experiment) -> None:
    axes, status = plot.arms(decided), decided.status()
    assert [label.get_text() for label in axes.get_yticklabels()] == NAMES
    for place, arm in enumerate(status.arms):
        (dot,) = lines(axes, arm.name)
        assert dot.get_xdata()[0] == arm.mean and dot.get_ydata()[0] == place
        assert any(list(line.get_xdata()) == [arm.low, arm.high] for line in axes.get_lines())
        assert f"{arm.pulls:,}" in texts(axes)
    assert status.verdict is not None and status.verdict.answer == "filter"
    assert [label.get_fontweight() for label in axes.get_yticklabels()] == ["bold", "normal", "normal"]
    inside_figure(axes)


def test_arms_say_what_the_verdict_and_the_intervals_are_worth(decided: mirador.Experiment) -> None:
    written = " ".join(texts(plot.arms(decided.status()))).replace("\n", " ")
    assert "filter; wrong with probability at most 0.05 [proved]" in written
    assert "anytime 95 % intervals, all arms at once (proved)" in written
    guess = run(mirador.Experiment(NAMES, stopping="heuristic", delta=0.01, **KNOWN), MEANS)
    written = " ".join(texts(plot.arms(guess))).replace("\n", " ")
    assert "at most 0.01 [heuristic]" in written and "anytime 99 % intervals, all arms at once (proved)" in written


def test_arms_before_the_verdict_say_at_which_risk_it_could_fall() -> None:
    running = run(mirador.Experiment(NAMES), MEANS, most=6).status()
    for risk, words in (
        (0.0370001, "could be decided now at any risk down to 0.0371 [proved]"),
        (0.05, "could be decided now at any risk down to 0.05 [proved]"),
        (1e-300, "could be decided now at any risk down to 1e-300 [proved]"),
        (0.99996, "not yet decidable at any risk"),
        (1.0, "not yet decidable at any risk"),
    ):
        drawn = plot.arms(dataclasses.replace(running, smallest_risk=risk))
        assert f" so far; {words}" in " ".join(texts(drawn)).replace("\n", " ")


def test_intervals_are_not_called_surer_than_they_are() -> None:
    status = dataclasses.replace(run(mirador.Experiment(NAMES), MEANS, most=6).status(), delta=1e-6)
    assert "anytime 99.99 % intervals" in " ".join(texts(plot.arms(status))).replace("\n", " ")


def test_arms_without_a_verdict_say_what_ran_out() -> None:
    table = {"a": [1, 0, 1, float("nan")], "b": [0, 0, 1, float("nan")]}
    for items in (False, True):
        title = plot.arms(mirador.compare(table, family="bernoulli", items=items)).get_title(loc="left")
        assert title == "Undecided, the rows are not enough; so far a"
    live = mirador.Experiment(["a", "b"], rounds=True, family="bernoulli", items=3)
    while tickets := live.ask_round():
        live.tell(tickets[0], 1) if tickets[0].round == 1 else live.abandon(tickets[0])
        live.tell(tickets[1], 1)
    assert plot.arms(live.status()).get_title(loc="left").startswith("Undecided, all items are used; so far ")


def test_equal_arms_are_marked() -> None:
    tie = run(mirador.Experiment(["a", "b", "c"], margin=0.6, **KNOWN), [1.0, 1.0, 0.0])
    assert tie.verdict is not None and tie.verdict.equal
    labels = [label.get_text() for label in plot.arms(tie).get_yticklabels()]
    assert [label.endswith(" =") for label in labels] == [role == "shares" for role in tie.verdict.roles]


def test_intervals_that_have_no_end_are_clipped_with_arrows() -> None:
    early = run(mirador.Experiment(["a", "b"], family="normal"), [1.0, 0.0], most=4)
    assert not math.isfinite(early.status().arms[0].high)
    axes = plot.arms(early)
    arrows = [line for line in axes.get_lines() if line.get_marker() in ("<", ">")]
    assert len(arrows) == 4
    assert all(np.isfinite(line.get_xdata()).all() for line in axes.get_lines())


def test_rounds_are_compared_with_the_answer() -> None:
    values = np.random.default_rng(1).normal(size=(60, 3)) + [0.0, 3.0, 1.0]
    compared = mirador.compare(values, arms=["a", "b", "c"])
    axes = mirador.plot.arms(compared)
    assert compared.verdict is not None and compared.verdict.answer == "b"
    assert axes.get_xlabel() == "compared with b"
    assert {"compared with this one", "pulls"} <= {text.get_text() for text in axes.texts}
    dots = [line.get_xdata()[0] for line in axes.get_lines() if line.get_marker() == "o"]
    assert dots == [one.estimate for one in compared.differences]
    in_rounds = mirador.simulate([2, 0], runs=20, rounds=True, rules=["bc"], deltas=0.1)
    assert not [line for line in mirador.plot.stopping_times(in_rounds).get_lines() if "bound" in str(line.get_label())]


def test_two_and_twenty_arms_and_long_names_fit() -> None:
    inside_figure(plot.arms(run(mirador.Experiment(["a", "b"], **KNOWN), [1.0, 0.0])))
    names = [f"candidate number {i} with a very long name" for i in range(20)]
    many = run(mirador.Experiment(names, **KNOWN), list(np.linspace(0.0, 1.0, 20)), most=200)
    for draw in (plot.arms, plot.evidence, plot.proportions):
        inside_figure(draw(many))
    labels = [label.get_text() for label in plot.arms(many).get_yticklabels()]
    assert len(set(labels)) == 20


def test_dollars_in_names_are_no_formulas() -> None:
    priced = run(mirador.Experiment(["for $1 to $2", "$x^{"], **KNOWN), [1.0, 0.0])
    for draw in (plot.arms, plot.evidence, plot.proportions):
        inside_figure(draw(priced))


# ---- axes ----------------------------------------------------------------------------------------------------------


def test_given_axes_are_drawn_into(decided: mirador.Experiment, result: mirador.Simulation) -> None:
    figure, axes = pyplot.subplots(2, 2, figsize=(12, 8))
    assert plot.stopping_times(result, ax=axes[0, 0]) is axes[0, 0]
    assert plot.proportions(decided, ax=axes[0, 1]) is axes[0, 1]
    assert plot.evidence(decided, ax=axes[1, 0]) is axes[1, 0]
    assert plot.arms(decided, ax=axes[1, 1]) is axes[1, 1]
    assert pyplot.get_fignums() == [figure.number]


def test_without_matplotlib_it_says_what_to_install(
    decided: mirador.Experiment, monkeypatch: pytest.MonkeyPatch
) -> None:
    import builtins

    find = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return find(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match="mirador.plot needs matplotlib .*python3-matplotlib"):
        plot.arms(decided)
