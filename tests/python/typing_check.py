"""A user's program for the type checker; it is never run."""

from typing import Optional, Union

import mirador
import mirador.testing
import numpy as np
import numpy.typing as npt

version: str = mirador.__version__
bound: mirador.Bound = mirador.bound([1.0, 0.5], problem="best-arm", family="gaussian", sigma=2.0)
weights: npt.NDArray[np.float64] = bound.weights


class Mine(mirador.SamplingRule):
    def next(self, state: mirador.State) -> int:
        return int(np.argmin(state.counts))


class Halves(mirador.Problem):
    arms = 2
    answers = ("left", "right")

    def project(self, answer: int, weights: npt.NDArray[np.float64], means: npt.NDArray[np.float64]) -> npt.ArrayLike:
        return means


class Patient(mirador.StoppingRule):
    def required(self, state: mirador.State, delta: float) -> float:
        return state.total / delta


result = mirador.simulate([1.0, 0.5], rules=["lma", Mine(), lambda state: 0], stopping=Patient(), problem=Halves())
times: npt.NDArray[np.int64] = result.samples
columns: dict[str, list[object]] = result.summary()

with mirador.Experiment(["a", "b"], rule=Mine()) as experiment:
    one: Optional[mirador.Ticket] = experiment.ask()
    several: list[mirador.Ticket] = experiment.ask(3)
    news: bool = experiment.tell(several[0], 1.0, note="first")
    verdict: Optional[mirador.Verdict] = experiment.verdict
    if verdict is not None:
        named: tuple[str, ...] = verdict.arms

with mirador.Experiment(["a", "b"], rounds=True, family="bounded", items=["q1", "q2"], good_enough=0.1) as in_rounds:
    whole: list[mirador.Ticket] = in_rounds.ask_round()
    item: Optional[Union[int, str]] = whole[0].item
    recorded: int = in_rounds.observe_rounds({"a": [0.5], "b": [0.25]})
    left: tuple[mirador.RuledOut, ...] = in_rounds.status().ruled_out
compared: mirador.Comparison = mirador.compare(np.zeros((3, 2)), family="bernoulli", lowest=True, items=True)
differences: list[float] = [one.estimate for one in compared.differences]
needed: Optional[int] = compared.rows_needed
beside: Optional[npt.NDArray[np.int64]] = mirador.simulate([1.0, 0.5], rounds=True, correlation=0.5).rounds

mirador.testing.check_rule(Mine)
