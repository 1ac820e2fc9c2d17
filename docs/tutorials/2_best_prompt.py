"""2. The best of five prompts.

You have five prompts for the same task, and an evaluator that says of one answer to one question whether it was right: 1 or
0. Each evaluation costs money and takes a while; several can run at once; some never come back. Which prompt is best?

The usual way is to evaluate all of them equally often and to compare the averages. That spends most of the money on prompts
that are out of the question, and does not say how sure the result is. This lesson lets an Experiment decide what to
evaluate next, with several workers at a time, and ends with a statement that is wrong with probability 0.05 at most.

Run this file. It prints what it says and writes prompts.png into the current directory.
"""

import asyncio
import random

import mirador
import mirador.plot

# ---- The world -----------------------------------------------------------------------------------------------------
#
# In your program evaluate() sends a prompt and a random question to a model and grades the answer. Here it flips a coin
# that comes up 1 as often as the prompt is good. How good each one is the experiment does not know.

PROMPTS = {"plain": 0.55, "step by step": 0.80, "with examples": 0.78, "role play": 0.62, "threatening": 0.40}


async def evaluate(prompt: str, number: int) -> int:
    """Takes a random while, and fails now and then. The coin depends on the ticket alone, so every run of this file is
    the same; `number` has no other use."""
    chance = random.Random(number)
    for _ in range(chance.randint(1, 10)):  # turns of the event loop; with a real model: seconds
        await asyncio.sleep(0)
    if chance.random() < 0.02:
        raise TimeoutError
    return int(chance.random() < PROMPTS[prompt])


# ---- The workers ---------------------------------------------------------------------------------------------------
#
# A worker asks for a ticket, evaluates, and tells what came out. Tickets of others may be open meanwhile: the experiment
# takes them into account, and results may come in any order. A ticket that will never be answered is abandoned, so that
# nobody waits for it. (Whether an evaluation fails must have nothing to do with its result: if it is the hard questions
# that time out, count a timeout as 0 instead.)


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
# Differences below 0.1 are not worth the money: margin=0.1. Without a margin two equally good prompts would be evaluated for
# ever, because nothing can tell them apart.

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

# What the verdict means, in two claims that are both true with probability 1 - DELTA. "Within the margin": these prompts
# differ from the answer by at most 0.1. "Ruled out": these are no better than the answer. It does not say that the answer
# is the very best one; what it says is enough to choose.

best = PROMPTS[verdict.arms[0]]
for name, role in zip(experiment.arms, verdict.roles):
    claim = {"chosen": "the answer", "shares": "within the margin", "ruled-out": "no better"}[role]
    true = {"chosen": True, "shares": abs(PROMPTS[name] - best) <= MARGIN, "ruled-out": PROMPTS[name] <= best}[role]
    print(f"  {name:14} {claim}: {'right' if true else 'wrong'}")
print(f"how sure: {status.guarantee.status}, {status.guarantee.reason}")

# Results that were under way when the verdict fell were told afterwards. They count in the table, and the verdict stays.
assert verdict.samples <= status.samples <= verdict.samples + 8

# Intervals hold at any time: look as often as you like, at all prompts at once.
mirador.plot.arms(experiment).figure.savefig("prompts.png", dpi=150)

# ---- When a worker dies --------------------------------------------------------------------------------------------
#
# A ticket stays open until somebody tells or abandons it. Whoever cleans up asks which ones those are.

with mirador.Experiment(list(PROMPTS), family="bernoulli", delta=DELTA, margin=MARGIN) as other:
    other.ask(3)  # and then the worker is gone
    for ticket in other.open_tickets():
        other.abandon(ticket)
    assert other.open_tickets() == [] and other.status().abandoned == 3

# ---- What the other way costs --------------------------------------------------------------------------------------
#
# The same question, margin and risk; all prompts equally often ("rr", round robin) against the default rule ("lma").

result = mirador.simulate(
    list(PROMPTS.values()), ("lma", "rr"), deltas=(DELTA,), runs=40, family="bernoulli", margin=MARGIN
)
clever, equal = result.samples.mean(axis=(1, 2))
print(f"on average {clever:,.0f} evaluations with lma, {equal:,.0f} when all prompts are evaluated equally often")
assert result.correct.all() and equal > 1.5 * clever
