"""1. The paper in five minutes.

Ménard's "Gradient Ascent for Active Exploration in Bandit Problems" (2019) asks: four options, each measured with noise;
which has the highest mean? You choose what to measure next, you stop when you like, and you may be wrong with probability
δ at most. How few measurements will do?

Run this file. It prints what it says, and writes two pictures into the current directory:

    figure1.png       the stopping times of six rules, Figure 1 of the paper
    proportions.png   how one run of lazy mirror ascent finds the best proportions by itself
"""

import numpy as np

import mirador
import mirador.plot

# The instance of the paper: four Gaussian arms with standard deviation 1. The best one leads by 0.15.
MEANS = [1.0, 0.85, 0.8, 0.75]

# ---- What nobody can beat ------------------------------------------------------------------------------------------
#
# Every procedure that keeps the risk δ needs T* kl(δ, 1-δ) measurements on average, at least. T* depends on the means
# alone, and comes with the proportions w* in which a procedure that knew the means would measure.

bound = mirador.bound(MEANS)
print(f"T* = {bound.time:.2f}, the best answer is {bound.answer}")
for arm, (mean, weight) in enumerate(zip(MEANS, bound.weights), start=1):
    print(f"  arm {arm}  mean {mean:<5g} w* = {weight:.3f}")
for delta in (0.1, 0.01):
    print(f"  risk {delta:<5g} at least {bound.lower_bound(delta):,.0f} measurements on average")

# The best arm and its closest rival get most of the measurements: between them it is hardest to tell.
assert bound.weights[:2].sum() > 0.75

# ---- What rules need -----------------------------------------------------------------------------------------------
#
# Nobody knows w* beforehand. A sampling rule finds its way from the data: lma, the paper's lazy mirror ascent, climbs
# towards w* by gradient steps that cost next to nothing; dt solves for w* anew at every step; unif does not try.
# They stop by the threshold of the paper's experiments, log((1 + log t)/δ), which is proved for nothing: "heuristic".

RULES = ("bc", "ttts", "lmac", "lma", "dt", "unif")
paper = mirador.simulate(MEANS, RULES, deltas=(0.1, 0.01), runs=1000, stopping="heuristic")

# Figure 1 of the paper:
axes = mirador.plot.stopping_times(paper)
axes.figure.savefig("figure1.png", dpi=150)

print(f"\nmean stopping times with a {paper.guarantee.status} threshold, {paper.runs} runs of each rule")
table = paper.summary()
for rule, delta, mean, error in zip(table["rule"], table["delta"], table["mean"], table["std_error"]):
    print(f"  {rule:5} risk {delta:<5g} {mean:6.0f} ± {error:.0f}, {mean / bound.lower_bound(delta):.2f} times the bound")

# The clever ones need much less than asking all arms equally often...
mean_of = {rule: paper[rule].samples[1].mean() for rule in RULES}
saved = 1.0 - mean_of["lma"] / mean_of["unif"]
print(f"lma saves {100 * saved:.0f} % of the measurements of unif at risk {paper.deltas[1]:g}")
assert saved > 0.15
# ... and nobody beats the bound.
assert all(mean_of[rule] > bound.lower_bound(0.01) for rule in RULES)

# ---- Where the measurements go -------------------------------------------------------------------------------------
#
# What lma is proved to do: as δ falls, its stopping time becomes as good as the bound allows, because its proportions
# approach w*.

risks = (1e-1, 1e-3, 1e-5, 1e-7)
falling = mirador.simulate(MEANS, ("lma",), deltas=risks, runs=300)
distance = np.abs(falling.proportions[0] - bound.weights).max(axis=1)
ratio = falling["lma"].samples.mean(axis=1) / [bound.lower_bound(risk) for risk in risks]
print("\nlma, as the risk falls")
for risk, far, times in zip(risks, distance, ratio):
    print(f"  risk {risk:<6g} proportions within {far:.3f} of w*, {times:.2f} times the bound")
assert all(np.diff(distance) < 0.0) and all(np.diff(ratio) < 0.0)

# The same in one run, step by step. An Experiment asks for one measurement after the other; here the world is a line
# of NumPy, in yours it is whatever you measure.
world = np.random.default_rng(1)
with mirador.Experiment(["arm 1", "arm 2", "arm 3", "arm 4"], family="gaussian", sigma=1, delta=0.01) as run:
    while (ticket := run.ask()) is not None:
        run.tell(ticket, world.normal(MEANS[ticket.index]))
    verdict = run.verdict
    mirador.plot.proportions(run, bound.weights).figure.savefig("proportions.png", dpi=150)
assert verdict is not None
print(f"one run: {verdict.answer} is best, after {verdict.samples:,} measurements")

# ---- What "proved" costs -------------------------------------------------------------------------------------------
#
# The threshold above is proved for nothing. mirador's default, "mixture", is proved to be wrong with probability δ at
# most, however long one looks; so are two older ones from the literature. What do they cost, with the same rule on the
# same rewards?

print("\nlma at risk 0.1 with other stopping rules")
plain = mirador.simulate(MEANS, ("lma",), deltas=(0.1,), runs=300, stopping="heuristic").samples.mean()
cost = {}
for stopping, runs in (("mixture", 300), ("kaufmann-koolen", 50), ("menard", 5)):
    result = mirador.simulate(MEANS, ("lma",), deltas=(0.1,), runs=runs, stopping=stopping)
    cost[stopping] = result.samples.mean() / plain
    print(f"  {stopping:16} [{result.guarantee.status}] {cost[stopping]:5.2f} times the samples of the heuristic one")
assert 1.1 < cost["mixture"] < 1.6 < cost["kaufmann-koolen"] < cost["menard"]
print("so a guarantee costs little today, and there is rarely a reason to go without")
