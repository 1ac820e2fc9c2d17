"""5. Which of six language models is best?

All models answer the same questions. Some questions are hard for every model, so the scores of one question belong together, and
models are compared within questions. This tutorial first takes the logs of a finished evaluation and asks which model is best,
how sure that is, and how many questions would have sufficed. Then it repeats the evaluation live: workers ask which model should
answer which question, and models that are proved not to be the best are not evaluated any further.

Run this file. It prints its results and writes evaluations.jsonl and models.png into the current directory.
"""

import asyncio
import collections
import json
import math
import random

import mirador
import mirador.plot

# ---- The models ----------------------------------------------------------------------------------------------------
#
# Made up: a model answers a question rightly with a probability that grows with its skill and falls with the difficulty of the
# question. One evaluation of a model on a question costs the price below.

SKILL = {"tiny": -0.5, "small": 0.2, "medium": 0.7, "large": 1.0, "tuned": 1.7, "experimental": 0.1}
PRICE = {"tiny": 0.001, "small": 0.002, "medium": 0.01, "large": 0.04, "tuned": 0.04, "experimental": 0.02}  # dollars
QUESTIONS = [f"question {number}" for number in range(1, 601)]


def grade(model: str, question: str) -> int:
    """Asks the model and grades its answer: right (1) or wrong (0). The same call always gives the same grade."""
    difficulty = random.Random(question).gauss(0, 1.5)
    right = 1 / (1 + math.exp(difficulty - SKILL[model]))
    return int(random.Random(f"{model}: {question}").random() < right)


# ---- A finished evaluation -----------------------------------------------------------------------------------------
#
# Programs that evaluate models write logs with a line for every model and question, like this one.

with open("evaluations.jsonl", "w") as log:
    for question in QUESTIONS:
        for model in SKILL:
            log.write(json.dumps({"model": model, "item": question, "score": grade(model, question)}) + "\n")

# compare() wants a column for every model and a row for every question. With pandas:
#   pandas.read_json("evaluations.jsonl", lines=True).pivot(index="item", columns="model", values="score")

scores: dict[str, dict[str, float]] = collections.defaultdict(dict)
for line in open("evaluations.jsonl"):
    entry = json.loads(line)
    scores[entry["model"]][entry["item"]] = entry["score"]
table = {model: [answers.get(question, math.nan) for question in QUESTIONS] for model, answers in scores.items()}

# These 600 questions are all there are, and the answer shall be about exactly these: items=True. The rows are then used in a
# random order, each once.

finished = mirador.compare(table, family="bernoulli", items=True)
print(finished)
means = {model: sum(column) / len(column) for model, column in table.items()}
assert finished.verdict is not None and finished.verdict.answer == max(means, key=lambda model: means[model]) == "tuned"
assert finished.rows == 600 and finished.rows_needed is not None and finished.rows_needed < 300

# Or the questions are a sample, and the answer shall hold for all questions of this kind. Without `items` that takes a little
# more. (The rows must then be in random order. If they are sorted by topic, shuffle them first.)

random.Random(1).shuffle(order := list(range(600)))
sample = mirador.compare({model: [column[i] for i in order] for model, column in table.items()}, family="bernoulli")
print(f"\nabout all such questions: {sample.verdict and sample.verdict.answer}, after {sample.rows_needed} of {sample.rows} rows")
assert sample.verdict is not None and sample.verdict.answer == "tuned"

# ---- Live, with several workers ------------------------------------------------------------------------------------
#
# Now nothing has been evaluated yet, and every evaluation costs money. A ticket says which model should answer which question. A
# worker asks for a ticket, evaluates, tells the grade, and asks again. Several questions are open at once, grades come in any
# order, and no worker waits for another: a question counts when all its grades have come, after those before it.
#
# A request that fails is repeated; if it fails again and again, count the answer as wrong. Do not abandon it: if hard questions
# fail more often, leaving them out would favour the models that fail.

live = mirador.Experiment(list(SKILL), rounds=True, family="bernoulli", items=QUESTIONS)
cost: dict[str, float] = collections.defaultdict(float)


async def evaluate(model: str, question: str) -> int:
    """Takes a random time and sometimes fails."""
    chance = random.Random(f"{model}: {question}: time")
    for _ in range(chance.randint(1, 20)):  # turns of the event loop; with a real model: seconds
        await asyncio.sleep(0)
    cost[model] += PRICE[model]
    if chance.random() < 0.01:
        raise TimeoutError
    return grade(model, question)


async def worker() -> None:
    while (ticket := live.ask()) is not None:
        for _ in range(3):
            try:
                value = await evaluate(ticket.arm, str(ticket.item))
                break
            except TimeoutError:
                value = 0
        live.tell(ticket, value)


async def all_workers(number: int) -> None:
    await asyncio.gather(*(worker() for _ in range(number)))


asyncio.run(all_workers(8))
status = live.status()
verdict = status.verdict
assert verdict is not None and verdict.answer == "tuned" and status.rounds is not None

print(f"\nlive: {verdict.answer} is best, after {verdict.samples:,} evaluations of {len(SKILL) * len(QUESTIONS):,}")
print(f"wrong with probability at most {status.delta:g} [{status.guarantee.status}]: {status.guarantee.reason}")
for one in status.ruled_out:
    print(f"  {one.arm:13} left after {one.round:3} questions; {cost[one.arm]:.2f} dollars")
print(f"  {verdict.answer:13} stayed; {cost[verdict.answer]:.2f} dollars")
everything = len(QUESTIONS) * sum(PRICE.values())
print(f"cost {sum(cost.values()):.2f} dollars; all models on all questions: {everything:.2f}")
assert sum(cost.values()) < everything / 2

# "left" means: proved not to be the best. That and the verdict are all true together with probability 0.95. The differences have
# intervals, which hold for all pairs at once and at any time. That is more than the verdict claims and takes more evidence, so
# an interval may reach beyond 0 although its model is ruled out. A model that left is not measured further, so its interval stays.

for difference in status.differences:
    print(f"  {difference.arm} minus {difference.to}: {difference.estimate:+.2f} ({difference.low:+.2f} to {difference.high:+.2f})")

# Warnings say what speaks against the assumptions. A correlation of successive questions would, if answers depended on the time
# at which they are given. About one pair of models in 40 looks like that by chance, so one warning is no reason to worry.

for warning in status.warnings:
    print(f"  warning: {warning}")
mirador.plot.arms(live).figure.savefig("models.png", dpi=150)

# ---- Good enough ---------------------------------------------------------------------------------------------------
#
# Models that are nearly equal take many questions to tell apart. Without `tuned` the best two are such models. If it does not
# matter which of them you get, say so: a model that is proved within 0.1 of the best is good enough.

rest = {model: column for model, column in table.items() if model != "tuned"}
best = mirador.compare(rest, family="bernoulli", items=True)
enough = mirador.compare(rest, family="bernoulli", items=True, good_enough=0.1)
assert best.verdict is not None and enough.verdict is not None and enough.verdict.good_enough
print(f"without tuned: {best.verdict.answer}, after {best.samples:,} evaluations")
print(f"good enough: {enough.verdict.answer}, after {enough.samples:,} evaluations")
assert means[best.verdict.arms[0]] == max(means[model] for model in rest)
assert means[enough.verdict.arms[0]] >= max(means[model] for model in rest) - 0.1 and enough.samples < 0.7 * best.samples
