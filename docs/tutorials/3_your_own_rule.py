"""3. A rule of your own.

You can replace each part of mirador: the rule that says what to measure next, the question, and the rule that says when to
stop. Each is a few lines of Python. mirador.testing checks them against their contracts, and mirador.simulate compares them
with the built-in ones on the same rewards.

Run this file; it prints its results.
"""

import math
from statistics import NormalDist

import numpy as np

import mirador
from mirador.testing import check_problem, check_rule, check_stopping

MEANS = [1.0, 0.6, 0.5, 0.4]

# ---- A sampling rule -----------------------------------------------------------------------------------------------
#
# Lazy mirror ascent, as in the paper: exponential weights on the sum of the gradients, a little exploration mixed in, and
# the arm that lags most behind its share so far. State changes in start() and observe() only. next() may be called several
# times before a result comes in, or never, and must not change anything. This allows several open tickets, and allows an
# experiment to be rebuilt from its store. The first measurement of each arm is made without asking the rule.


class Lma(mirador.SamplingRule):
    def __init__(self, L: float = 0.01) -> None:
        self.L = L

    def start(self, arms, seed):
        self.gains, self.wanted, self.weights = np.zeros(arms), np.ones(arms), np.full(arms, 1.0 / arms)

    def observe(self, state, arm):
        _, gradient = state.at(self.weights)
        self.gains += gradient
        raised = np.exp((self.gains - self.gains.max()) / (self.L * math.sqrt(state.total + 1)))
        self.weights = raised / raised.sum()
        mixed = 0.25 / math.sqrt(state.total)
        self.wanted += (1.0 - mixed) * self.weights + mixed / state.arms

    def next(self, state):
        return int(np.argmax(self.wanted - state.counts - state.pending))


# A rule without memory can be a function. Here it is the leader or its closest challenger, whichever was measured less. The
# logarithm makes sure that every arm is measured again and again.


def top_two(state):
    counts, means = state.counts + state.pending, state.means
    leader = int(np.argmax(means))
    cost = (means[leader] - means) ** 2 / (2.0 / counts[leader] + 2.0 / counts) + np.log(counts)
    cost[leader] = math.inf
    challenger = int(np.argmin(cost))
    return leader if counts[leader] <= counts[challenger] else challenger


# Do they keep their contracts? If not, every violation is listed.
check_rule(Lma)
check_rule(top_two)

# Compared with the built-in rules, on the same rewards. The first is the same rule as the third, so it takes the same steps, only
# slower (except at ties, which rounding may break differently).
result = mirador.simulate(MEANS, (Lma(), top_two, "lma:L=0.01", "bc", "unif"), deltas=(0.1,), runs=100)
print(f"the best of four arms at risk 0.1 [{result.guarantee.status}], {result.runs} runs")
for rule, samples, ns in zip(result.rules, result.samples[:, 0].mean(axis=1), result.ns_per_step):
    print(f"  {rule:12} {samples:6.0f} samples, {ns / 1000:8.3f} µs per step")
same = (result.samples[0] == result.samples[2]).mean()
print(f"{100 * same:.0f} % of the runs of Lma end at the same sample as those of lma:L=0.01")
assert same > 0.9
assert result.samples[1].mean() < result.samples[4].mean()

# A sampling rule cannot break the guarantee: the proof of the stopping rule holds for any choice of what is measured next. A
# bad rule only takes longer.
print(f"answers that were wrong: {(~result.correct).sum()} of {result.correct.size}\n")

# ---- A question ----------------------------------------------------------------------------------------------------
#
# Is the new recipe better than the average of the two old ones? A question is a list of answers and, for each, the closest
# point of the answer's set: the means that minimise sum w_a d(m_a, λ_a). For Gaussian arms and a half-space that is a
# weighted projection onto a plane, in two lines.


class BetterThanAverage(mirador.Problem):
    arms = 3
    answers = ("better", "not better")
    slope = np.array([1.0, -0.5, -0.5])

    def project(self, answer, weights, means):
        lead = self.slope @ means
        if (lead > 0.0) == (answer == 0):
            return means
        per_arm = self.slope / np.maximum(weights, 1e-12)
        return means - per_arm * lead / (self.slope @ per_arm)


check_problem(BetterThanAverage)

recipes = [0.7, 0.5, 0.2]
bound = mirador.bound(recipes, problem=BetterThanAverage())
print(f"new recipe: {bound.answer}; T* = {bound.time:.1f}, shares {np.round(bound.weights, 3)}")
# Half of the measurements go to the new recipe, because it is one side of the comparison.
assert np.allclose(bound.weights, [0.5, 0.25, 0.25], atol=1e-3)

# Sampling rules, the proved stopping rule and experiments work with it unchanged.
result = mirador.simulate(recipes, ("lma", "bc", "unif"), deltas=0.05, runs=20, problem=BetterThanAverage())
for rule, samples, ns in zip(result.rules, result.samples[:, 0].mean(axis=1), result.ns_per_step):
    print(f"  {rule:5} {samples:6.0f} samples, {ns / 1000:.1f} µs per step, at risk 0.05 [{result.guarantee.status}]")
with mirador.Experiment(["new", "old", "older"], problem=BetterThanAverage(), family="gaussian", sigma=1) as experiment:
    world = np.random.default_rng(7)
    while (ticket := experiment.ask()) is not None:
        experiment.tell(ticket, world.normal(recipes[ticket.index]))
    print(f"  one experiment: {experiment.verdict.answer}, after {experiment.verdict.samples} samples\n")

# ---- A stopping rule -----------------------------------------------------------------------------------------------
#
# "Stop as soon as the difference is significant, p < δ" is wrong: such a test is valid for a single look. A stopping rule says
# what evidence is required. Evidence is F(N, m) unless you write your own; for two Gaussian arms it is half the square of the
# test's z. A rule of your own is heuristic until you claim more, and every output shows that.


class Significant(mirador.StoppingRule):
    status = "heuristic"
    reason = "a test for a single look, used after every measurement"

    def required(self, state, delta):
        return max(0.0, NormalDist().inv_cdf(1.0 - delta)) ** 2 / 2.0


check_stopping(Significant)

# How often is it wrong? Far more often than δ.
DELTA, CLOSE = 0.05, [0.2, 0.0]
peeking = mirador.simulate(CLOSE, "rr", deltas=DELTA, runs=1000, stopping=Significant())
proved = mirador.simulate(CLOSE, "rr", deltas=DELTA, runs=1000)
for name, simulation in (("Significant", peeking), ("mixture", proved)):
    wrong, samples = 1.0 - simulation.correct.mean(), simulation.samples.mean()
    print(f"{name:11} [{simulation.guarantee.status}] after {samples:.0f} samples wrong in {100 * wrong:.1f} % of the runs")
print(f"asked for: {100 * DELTA:g} %")
assert 1.0 - peeking.correct.mean() > 3.0 * DELTA
assert 1.0 - proved.correct.mean() <= DELTA
