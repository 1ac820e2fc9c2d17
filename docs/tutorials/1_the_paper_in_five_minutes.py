"""1. The paper in five minutes.

Ménard's "Gradient Ascent for Active Exploration in Bandit Problems" (2019) asks: four options, each measured with noise;
which has the highest mean? You choose what to measure next and when to stop, and you may be wrong with probability at most
δ. How few measurements are enough?

Run this file. It prints its results, and writes two pictures into the current directory:

    figure1.png       the stopping times of six rules, Figure 1 of the paper
    proportions.png   how one run of lazy mirror ascent approaches the optimal proportions
"""

import numpy as np

import mirador
import mirador.plot

# The instance of the paper: four Gaussian arms with standard deviation 1. The best one leads by 0.15.
MEANS = [1.0, 0.85, 0.8, 0.75]

# ---- The lower bound -----------------------------------------------------------------------------------------------
#
# Every procedure of risk δ needs at least T* kl(δ, 1-δ) measurements on average. T* depends on the means alone. w* are the
# proportions in which a procedure that knew the means would measure.

bound = mirador.bound(MEANS)
print(f"T* = {bound.time:.2f}, the best answer is {bound.answer}")
for arm, (mean, weight) in enumerate(zip(MEANS, bound.weights), start=1):
    print(f"  arm {arm}  mean {mean:<5g} w* = {weight:.3f}")
for delta in (0.1, 0.01):
    print(f"  risk {delta:<5g} at least {bound.lower_bound(delta):,.0f} measurements on average")

# The best arm and its closest rival get most of the measurements, because they are hardest to tell apart.
assert bound.weights[:2].sum() > 0.75

# ---- What sampling rules need --------------------------------------------------------------------------------------
#
# In practice w* is unknown. A sampling rule learns it from the data: lma, the paper's lazy mirror ascent, approaches w*
# by cheap gradient steps; dt solves for w* at every step; unif measures all arms equally often.
# Here they stop at the threshold of the paper's experiments, log((1 + log t)/δ), which is "heuristic": nothing is proved.

RULES = ("bc", "ttts", "lmac", "lma", "dt", "unif")
paper = mirador.simulate(MEANS, RULES, deltas=(0.1, 0.01), runs=1000, stopping="heuristic")

# Figure 1 of the paper:
axes = mirador.plot.stopping_times(paper)
axes.figure.savefig("figure1.png", dpi=150)

print(f"\nmean stopping times with a {paper.guarantee.status} threshold, {paper.runs} runs of each rule")
table = paper.summary()
for rule, delta, mean, error in zip(table["rule"], table["delta"], table["mean"], table["std_error"]):
    print(f"  {rule:5} risk {delta:<5g} {mean:6.0f} ± {error:.0f}, {mean / bound.lower_bound(delta):.2f} times the bound")

# Adaptive rules need fewer measurements than measuring all arms equally often ...
mean_of = {rule: paper[rule].samples[1].mean() for rule in RULES}
saved = 1.0 - mean_of["lma"] / mean_of["unif"]
print(f"lma saves {100 * saved:.0f} % of the measurements of unif at risk {paper.deltas[1]:g}")
assert saved > 0.15
# ... and no rule beats the bound.
assert all(mean_of[rule] > bound.lower_bound(0.01) for rule in RULES)

# ---- Where the measurements go -------------------------------------------------------------------------------------
#
# lma is proved to be asymptotically optimal: as δ falls, the ratio of its stopping time to the bound falls to 1, because its
# proportions approach w*.

risks = (1e-1, 1e-3, 1e-5, 1e-7)
falling = mirador.simulate(MEANS, ("lma",), deltas=risks, runs=300)
distance = np.abs(falling.proportions[0] - bound.weights).max(axis=1)
ratio = falling["lma"].samples.mean(axis=1) / [bound.lower_bound(risk) for risk in risks]
print("\nlma, as the risk falls")
for risk, far, times in zip(risks, distance, ratio):
    print(f"  risk {risk:<6g} proportions within {far:.3f} of w*, {times:.2f} times the bound")
assert all(np.diff(distance) < 0.0) and all(np.diff(ratio) < 0.0)

# The same in one run, step by step. An Experiment asks for one measurement after the other. Here a line of NumPy makes the
# measurement; replace it by your own.
world = np.random.default_rng(1)
with mirador.Experiment(["arm 1", "arm 2", "arm 3", "arm 4"], family="gaussian", sigma=1, delta=0.01) as run:
    while (ticket := run.ask()) is not None:
        run.tell(ticket, world.normal(MEANS[ticket.index]))
    verdict = run.verdict
    mirador.plot.proportions(run, bound.weights).figure.savefig("proportions.png", dpi=150)
assert verdict is not None
print(f"one run: {verdict.answer} is best, after {verdict.samples:,} measurements")

# ---- What a proof costs --------------------------------------------------------------------------------------------
#
# Nothing is proved about the threshold above. mirador's default, "mixture", is proved to be wrong with probability at most
# δ, for any number of looks; so are two older ones from the literature. What do they cost, with the same rule on the same
# rewards?

print("\nlma at risk 0.1 with other stopping rules")
plain = mirador.simulate(MEANS, ("lma",), deltas=(0.1,), runs=300, stopping="heuristic").samples.mean()
cost = {}
for stopping, runs in (("mixture", 300), ("kaufmann-koolen", 50), ("menard", 5)):
    result = mirador.simulate(MEANS, ("lma",), deltas=(0.1,), runs=runs, stopping=stopping)
    cost[stopping] = result.samples.mean() / plain
    print(f"  {stopping:16} [{result.guarantee.status}] {cost[stopping]:5.2f} times the samples of the heuristic one")
assert 1.1 < cost["mixture"] < 1.6 < cost["kaufmann-koolen"] < cost["menard"]
print("so the proved default costs little more than the heuristic threshold")
