"""2. The best of five prompts.

You have five prompts for the same task, and an evaluator that grades one answer to one question as right (1) or wrong (0).
Each evaluation costs money and takes a while. Several can run at once, and some never return. Which prompt is best?

The usual way is to evaluate all of them equally often and to compare the averages. That spends most of the money on prompts
that are clearly worse, and does not say how sure the result is. This tutorial lets an Experiment decide what to evaluate
next, with several workers at a time, and ends with a statement that is wrong with probability at most 0.05.

Run this file. It prints its results and writes prompts.png into the current directory.
"""

import asyncio
import random

import mirador
import mirador.plot

# ---- The measurement -----------------------------------------------------------------------------------------------
#
# In your program evaluate() sends a prompt and a random question to a model and grades the answer. Here it flips a coin
# that comes up 1 with the probability below. The experiment does not know these probabilities.

PROMPTS = {"plain": 0.55, "step by step": 0.80, "with examples": 0.78, "role play": 0.62, "threatening": 0.40}


async def evaluate(prompt: str, number: int) -> int:
    """Takes a random time, and sometimes fails. The coin depends only on the number of the ticket, so every run of this file
    is the same."""
    chance = random.Random(number)
    for _ in range(chance.randint(1, 10)):  # turns of the event loop; with a real model: seconds
        await asyncio.sleep(0)
    if chance.random() < 0.02:
        raise TimeoutError
    return int(chance.random() < PROMPTS[prompt])


# ---- The workers ---------------------------------------------------------------------------------------------------
#
# A worker asks for a ticket, evaluates, and tells the result. Other tickets may be open at the same time: the experiment
# takes them into account, and results may come in any order. A ticket that will never be answered is abandoned, so that the
# experiment does not wait for it. (Whether an evaluation fails must not depend on its result. If it is the hard questions that
# time out, count a timeout as 0 instead.)


async def worker(experiment: mirador.Experiment) -> int:
    done = 0
    while (ticket := experiment.ask()) is not None:
        try:
            value = await evaluate(ticket.arm, ticket.number)
        except TimeoutError:
            experiment.abandon(ticket)
            continue
        experiment.tell(ticket, value)
        done += 1
    return done


async def evaluate_all(experiment: mirador.Experiment, workers: int) -> list[int]:
    return await asyncio.gather(*(worker(experiment) for _ in range(workers)))


# ---- The experiment ------------------------------------------------------------------------------------------------
#
# Differences below 0.1 do not matter here: margin=0.1. Without a margin two equally good prompts might be evaluated forever,
# because nothing distinguishes them.

DELTA, MARGIN = 0.05, 0.1
experiment = mirador.Experiment(list(PROMPTS), family="bernoulli", delta=DELTA, margin=MARGIN)
done = asyncio.run(evaluate_all(experiment, workers=8))
status = experiment.status()
verdict = status.verdict
assert verdict is not None and status.phase == "decided"

print(f"{status.samples:,} evaluations by {len(done)} workers; {status.abandoned} tickets abandoned")
for arm in status.arms:
    print(f"  {arm.name:14} {arm.pulls:5,} times, right {arm.mean:.3f} of them, interval {arm.low:.3f} to {arm.high:.3f}")
print(f"verdict after {verdict.samples:,}: {verdict.answer}")

# The verdict makes two claims, which are both true with probability 1 - DELTA. "Within the margin": these prompts differ from
# the answer by at most 0.1. "Ruled out": these are no better than the answer. It does not claim that the answer is the very
# best prompt.

best = PROMPTS[verdict.arms[0]]
for name, role in zip(experiment.arms, verdict.roles):
    claim = {"chosen": "the answer", "shares": "within the margin", "ruled-out": "no better"}[role]
    true = {"chosen": True, "shares": abs(PROMPTS[name] - best) <= MARGIN, "ruled-out": PROMPTS[name] <= best}[role]
    print(f"  {name:14} {claim}: {'right' if true else 'wrong'}")
print(f"how sure: {status.guarantee.status}, {status.guarantee.reason}")

# Results in progress at the verdict were told afterwards. They count in the table, and the verdict stays.
assert verdict.samples <= status.samples <= verdict.samples + 8

# The intervals hold at any time and for all prompts at once: look as often as you like.
mirador.plot.arms(experiment).figure.savefig("prompts.png", dpi=150)

# ---- When a worker dies --------------------------------------------------------------------------------------------
#
# A ticket stays open until it is told or abandoned. open_tickets() lists the open ones.

with mirador.Experiment(list(PROMPTS), family="bernoulli", delta=DELTA, margin=MARGIN) as other:
    other.ask(3)  # and then the worker is gone
    for ticket in other.open_tickets():
        other.abandon(ticket)
    assert other.open_tickets() == [] and other.status().abandoned == 3

# ---- Compared with equal allocation --------------------------------------------------------------------------------
#
# The same question, margin and risk; all prompts equally often ("rr", round robin) against the default rule ("lma").

result = mirador.simulate(
    list(PROMPTS.values()), ("lma", "rr"), deltas=(DELTA,), runs=40, family="bernoulli", margin=MARGIN
)
clever, equal = result.samples.mean(axis=(1, 2))
print(f"on average {clever:,.0f} evaluations with lma, {equal:,.0f} when all prompts are evaluated equally often")
assert result.correct.all() and equal > 1.5 * clever
