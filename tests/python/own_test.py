"""Problems, sampling rules and stopping rules written in Python, compared with those of the library."""

import math

import mirador
import numpy as np
import pytest
from mirador.testing import ContractError, check_problem, check_rule, check_stopping

PAPER = [1, 0.85, 0.8, 0.75]


class BestArm(mirador.Problem):
    """Which arm is best? The projection lowers the better arms and raises the chosen one to meet them."""

    def __init__(self, arms=4):
        self.arms = arms
        self.answers = [f"arm {a + 1}" for a in range(arms)]

    def project(self, answer, weights, means):
        order = [a for a in np.argsort(-means) if a != answer]
        level, weight, moved = means[answer], weights[answer], [answer]
        for a in order:
            if means[a] <= level:
                break
            total = weight + weights[a]
            level = (level * weight + means[a] * weights[a]) / total if total > 0 else means[a]
            weight, moved = total, moved + [a]
        point = means.copy()
        point[moved] = level
        return point


class Forced(mirador.SamplingRule):
    """Lazy mirror ascent with a constant rate, as a user would write it."""

    def start(self, arms, seed):
        self.gains = np.zeros(arms)
        self.weights = np.full(arms, 1 / arms)
        self.owed = np.zeros(arms)

    def next(self, state):
        return int(np.argmax(self.owed - state.counts - state.pending))

    def observe(self, state, arm):
        value, gradient = state.at(self.weights)
        self.gains += gradient
        raw = np.exp(10 * (self.gains - self.gains.max()))
        self.weights = raw / raw.sum()
        share = 0.25 / math.sqrt(state.total)
        self.owed += (1 - share) * self.weights + share / state.arms


class Heuristic(mirador.StoppingRule):
    def required(self, state, delta):
        return math.log((1 + math.log(state.total)) / delta)


class SameEvidence(Heuristic):
    def evidence(self, state):
        return state.value


def round_robin(state):
    return int(np.argmin(state.counts + state.pending))


def test_a_problem_of_your_own_has_the_same_bound():
    assert mirador.bound(PAPER, problem=BestArm()).time == pytest.approx(mirador.bound(PAPER).time, rel=1e-6)
    for family in ("bernoulli", "exponential", "poisson", "bounded"):
        means = [0.8, 0.5, 0.4]
        assert mirador.bound(means, problem=BestArm(3), family=family).time == pytest.approx(
            mirador.bound(means, family=family).time, rel=1e-6
        )


def test_a_problem_of_your_own_runs_the_same():
    """With a threshold on F both stop at the same moment, up to rounding."""
    keywords = dict(rules=["bc", "rr"], runs=10, stopping="heuristic", backend="reference", deltas=0.1)
    own = mirador.simulate([1, 0.3, 0], problem=BestArm(3), **keywords)
    known = mirador.simulate([1, 0.3, 0], **keywords)
    assert (own.samples == known.samples).all() and own.answer_names == known.answer_names
    assert own.backends == ("reference", "reference")


def test_a_problem_of_your_own_with_the_proved_rule():
    result = mirador.simulate([1, 0], problem=BestArm(2), runs=50)
    assert result.guarantee.status == "proved" and result.correct.mean() > 0.9


def test_a_rule_of_your_own_runs_the_same():
    """Round robin, in Python and in C++, on the same rewards."""
    result = mirador.simulate([1, 0.5], rules=[round_robin, "rr"], runs=50, backend="reference")
    assert result.rules == ("round_robin", "rr")
    assert (result.samples[0] == result.samples[1]).all() and (result.answers[0] == result.answers[1]).all()


def test_lazy_mirror_ascent_in_python_is_near_that_of_the_library():
    result = mirador.simulate([1, 0.5, 0.4], rules=[Forced(), "lmac:eta=10", "rr"], runs=100, deltas=0.01)
    own, ours, equal = result.samples.mean(axis=2)[:, 0]
    assert abs(own / ours - 1) < 0.1 and own < equal


def test_a_stopping_rule_of_your_own_stops_the_same():
    for stopping in (Heuristic(), SameEvidence()):
        own = mirador.simulate([1, 0.5], rules="bc", runs=50, stopping=stopping, backend="reference")
        known = mirador.simulate([1, 0.5], rules="bc", runs=50, stopping="heuristic", backend="reference")
        assert (own.samples == known.samples).all()
        assert own.guarantee == ("heuristic", f"{type(stopping).__name__}, a user-defined stopping rule")


def test_what_a_state_says():
    seen = []

    def watch(state):
        if state.total == 20:
            value, gradient = state.at(state.counts)
            seen.append((state.answer, state.value, value, state.gradient.copy(), gradient, state.counts.copy()))
            seen.append(state.optimal_weights())
            with pytest.raises(ValueError, match="read-only"):
                state.counts[0] = 7
            with pytest.raises(ValueError, match="weights: an array of shape"):
                state.at([1.0])
            with pytest.raises(ValueError, match="negative or infinite number"):
                state.at([1.0, -1.0, 0.0])
        return round_robin(state)

    kept = []
    mirador.simulate([1, 0.5, 0], rules=[watch, lambda state: kept.append(state) or round_robin(state)], runs=1,
                     deltas=1e-6)
    answer, here, value, gradient, there, counts = seen[0]
    assert answer == 0 and value == pytest.approx(here) and gradient == pytest.approx(there)
    assert here == pytest.approx(counts @ gradient)
    assert seen[1].sum() == pytest.approx(1)
    with pytest.raises(RuntimeError, match="only while mirador calls the rule"):
        kept[0].value


def test_experiments_of_your_own_in_memory_and_in_a_store(tmp_path):
    options = dict(problem=BestArm(3), rule=Forced(), stopping=Heuristic(), family="gaussian", sigma=1)
    arms = ["x", "y", "z"]
    rng = np.random.default_rng(1)
    with mirador.Experiment(arms, name="own", store=tmp_path / "s.db", **options) as experiment:
        for ticket in experiment.ask(5):
            experiment.tell(ticket, rng.normal(ticket.index))
        asked = experiment.ask()
        experiment.abandon(asked)
        shown = experiment.status()
    again = mirador.Experiment.open("own", tmp_path / "s.db", problem=BestArm(3), rule=Forced(), stopping=Heuristic())
    assert again.status() == shown, "the log replays to the same state"
    while ticket := again.ask():
        again.tell(ticket, rng.normal(ticket.index))
    assert again.verdict.answer == "arm 3"
    assert again.status().guarantee.status == "heuristic"
    again.close()
    with pytest.raises(ValueError, match="problem: the experiment was made with BestArm"):
        mirador.Experiment.open("own", tmp_path / "s.db")
    with pytest.raises(ValueError, match="rule: round_robin is given, and the experiment was made with Forced"):
        mirador.Experiment.open("own", tmp_path / "s.db", problem=BestArm(3), rule=round_robin, stopping=Heuristic())


def test_a_copy_by_the_command_keeps_them(tmp_path):
    from command import run

    store, copy = tmp_path / "s.db", tmp_path / "copy.jsonl"
    with mirador.Experiment(["x", "y"], name="own", store=store, rule=Forced(), problem=BestArm(2),
                            family="gaussian", sigma=1) as experiment:
        experiment.observe("x", 1.0)
    assert run("export", "own", "--store", store, "-o", copy).returncode == 0
    mirador.delete("own", store)
    assert run("import", copy, "--store", store).returncode == 0
    assert mirador.Experiment.open("own", store, rule=Forced(), problem=BestArm(2)).status().samples == 1


def test_the_command_says_that_it_cannot_know_them(tmp_path):
    from command import run

    mirador.Experiment(["x", "y"], name="own", store=tmp_path / "s.db", rule=round_robin).close()
    refused = run("status", "own", "--store", tmp_path / "s.db")
    assert refused.returncode == 2 and "round_robin" in refused.stderr and refused.stderr.count("\n") == 1
    assert "own" in run("list", "--store", tmp_path / "s.db").stdout


class Shaky:
    """Raises once, in the middle of a tell."""

    def __init__(self):
        self.calls = 0

    def shake(self):
        self.calls += 1
        if self.calls == 9:
            raise OSError("once")


SHAKY = Shaky()


class ShakyRule(mirador.SamplingRule):
    def next(self, state):
        return round_robin(state)

    def observe(self, state, arm):
        SHAKY.shake()


class ShakyStopping(Heuristic):
    def evidence(self, state):
        SHAKY.shake()
        return 0.0


class ShakyProblem(BestArm):
    def project(self, answer, weights, means):
        SHAKY.shake()
        return super().project(answer, weights, means)


@pytest.mark.parametrize("part", [dict(rule=ShakyRule()), dict(stopping=ShakyStopping()), dict(problem=ShakyProblem(2))])
def test_what_raises_in_the_middle_counts_nothing_twice(part, tmp_path):
    SHAKY.calls, told, raised = 0, 0, 0
    experiment = mirador.Experiment(["x", "y"], name="e", store=tmp_path / "s.db", family="gaussian", sigma=1, **part)
    while told < 12:
        told += 1
        try:
            experiment.observe(told % 2, 0.5)
        except OSError:
            raised += 1
            for _ in range(3):
                assert not experiment.finished
    assert raised == 1 and experiment.status().samples == told
    assert mirador.Experiment.open("e", tmp_path / "s.db", **part).status().samples == told


def test_a_part_may_not_call_its_experiment():
    experiments = []

    def curious(state):
        return experiments[0].status().samples % 2

    experiments.append(mirador.Experiment(["x", "y"], rule=curious, family="gaussian", sigma=1))
    experiments[0].observe("x", 1.0)
    experiments[0].observe("y", 1.0)
    with pytest.raises(RuntimeError, match="may not call it"):
        experiments[0].ask()
    assert experiments[0].status().samples == 2


def test_a_rule_knows_the_budget():
    seen = set()

    def note(state):
        seen.add(state.budget)
        return state.total % 2

    mirador.simulate([1, 0], rules=note, deltas=1e-9, runs=2, max_samples=10)
    assert seen == {10}
    experiment = mirador.Experiment(["x", "y"], rule=note, family="gaussian", sigma=1)
    for arm in "xy":
        experiment.observe(arm, 1.0)
    experiment.ask()
    assert seen == {10, None}
    experiment.change(max_samples=20)
    experiment.ask()
    assert seen == {10, None, 20}


def test_rules_that_have_the_same_name_get_numbers():
    result = mirador.simulate([1, 0], rules=[lambda s: 0, lambda s: 1, "rr"], runs=1, max_samples=10)
    assert result.rules == ("<lambda>", "<lambda> (2)", "rr")


def test_a_requirement_may_know_no_risk_of_one():
    class Loglog(mirador.StoppingRule):
        def required(self, state, delta):
            return math.log(1 / delta) + math.log(math.log(1 / delta))

    experiment = mirador.Experiment(["x", "y"], stopping=Loglog(), family="gaussian", sigma=1)
    experiment.observe("x", 1)
    experiment.observe("y", 0)
    assert 0 < experiment.status().smallest_risk <= 1


def bad_arm(state):
    return 7


def no_arm(state):
    return "first"


def raises(state):
    raise LookupError("my own mistake")


class Nowhere(BestArm):
    def project(self, answer, weights, means):
        return means * np.nan


class Locked(mirador.SamplingRule):
    def __init__(self):
        import threading

        self.lock = threading.Lock()

    def next(self, state):
        return 0


class Vague(mirador.StoppingRule):
    def required(self, state, delta):
        return math.nan


class Shapeless(BestArm):
    def project(self, answer, weights, means):
        return [1.0]


class Wordless(BestArm):
    def project(self, answer, weights, means):
        return "nowhere"


@pytest.mark.parametrize(
    "keywords, kind, words",
    [
        (dict(rules=[bad_arm]), ValueError, "rule: bad_arm chose arm 7; there are 2"),
        (dict(rules=[no_arm]), ValueError, "rule: no_arm chose 'first', which is not an arm"),
        (dict(rules=[raises]), LookupError, "my own mistake"),
        (dict(rules=[Forced]), ValueError, r"rule: Forced is a class; give one of its objects, as in Forced\(\)"),
        (dict(rules=[3]), ValueError, "rule: int has no next"),
        (dict(stopping=3), ValueError, "stopping: int has no required"),
        (dict(problem=3), ValueError, "problem: int has no project"),
        (dict(problem=BestArm(3)), ValueError, "problem: BestArm is about 3 arms, and 2 are given"),
        (dict(problem=Shapeless(2)), ValueError, r"problem: Shapeless.project: an array of shape \(1,\) is given"),
        (dict(problem=Wordless(2)), ValueError, "problem: Wordless.project: .*is not an array of numbers"),
        (dict(problem=Nowhere(2)), ValueError, "problem: Nowhere.project gave nan for arm 0"),
        (dict(rules=[Locked()]), ValueError, "rule: Locked cannot be copied"),
        (dict(stopping=Vague()), ValueError, "stopping: Vague.required gave nan, which is not a number"),
        (dict(problem=BestArm(2), family="normal"), ValueError, "family: a problem of your own"),
        (dict(problem=BestArm(2), level=1), ValueError, "level: a problem of your own does not use it"),
        (dict(stopping=SameEvidence(), margin=0.1), ValueError, "stopping: SameEvidence measures the evidence itself"),
        (dict(rules=[round_robin], backend="lanes"), ValueError, "backend: lanes"),
    ],
)
def test_one_line_for_what_cannot_be_used(keywords, kind, words):
    with pytest.raises(kind, match=words):
        mirador.simulate([1, 0], **{"runs": 2, **keywords})


def test_parts_that_keep_their_promises_pass():
    check_problem(BestArm(3))
    check_problem(BestArm, family="bernoulli")
    check_rule(Forced)
    check_rule(round_robin)
    check_stopping(Heuristic)
    check_stopping(SameEvidence())


class NotClosest(BestArm):
    """Lowers everything to the level of the answer: a point of the set, but not the closest one."""

    def project(self, answer, weights, means):
        return np.minimum(means, means[answer])


class Overlapping(mirador.Problem):
    arms = 2
    answers = ("first above 0", "second above 0")

    def project(self, answer, weights, means):
        point = means.copy()
        point[answer] = max(point[answer], 0)
        return point


class Restless(mirador.SamplingRule):
    """Changes its state when it is asked."""

    def start(self, arms, seed):
        self.asked = 0

    def next(self, state):
        self.asked += 1
        return self.asked % state.arms


class Falling(mirador.StoppingRule):
    def required(self, state, delta):
        return math.log(1 / delta) + 100 / state.total


@pytest.mark.parametrize(
    "check, part",
    [
        (check_problem, NotClosest(3)),
        (check_problem, Overlapping()),
        (check_rule, Restless()),
        (check_rule, lambda state: 0),
        (check_stopping, Falling()),
    ],
)
def test_parts_that_break_their_promises_are_told_which(check, part):
    with pytest.raises(ContractError, match=r"violates \d+ requirement") as caught:
        check(part)
    assert caught.value.violations and all(promise and detail for promise, detail in caught.value.violations)
