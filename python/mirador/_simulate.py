"""Simulated experiments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import listed, number, numbers, text, whole
from ._bound import Bound, problem_request
from ._errors import NotFound
from ._own import Array, Problem, SamplingRule, StoppingRule
from ._question import OF_FAMILIES, OF_LAWS, OF_QUESTIONS, Numbers, Parameters, question_of, takes_parameters
from ._rounds import Items, design_of, is_in_rounds, refuse_without_rounds

#: A rule by name, an object of a class of your own, or a function from the state to an arm.
Rule = Union[str, SamplingRule, Callable[[_core.State], int]]


class Guarantee(NamedTuple):
    """The guarantee of a stopping rule for a problem: a status and its reason."""

    status: str  #: "proved", "asymptotic" or "heuristic"
    reason: str


@dataclass(frozen=True, eq=False)
class RuleRuns:
    """All runs of one rule. Arrays have a row for every delta."""

    rule: str
    deltas: tuple[float, ...]
    samples: npt.NDArray[np.int64]  #: [delta, run]
    answers: npt.NDArray[np.int32]  #: [delta, run]
    correct: npt.NDArray[np.bool_]  #: [delta, run]
    equal: npt.NDArray[np.bool_]  #: [delta, run]
    recommended: npt.NDArray[np.int32]  #: [delta, run]
    right: npt.NDArray[np.bool_]  #: [delta, run]
    pulls: npt.NDArray[np.int64]  #: [delta, arm]
    proportions: Array  #: [delta, arm]


@dataclass(frozen=True, eq=False, repr=False)
class Simulation:
    """The results of a simulation. The axes of the arrays are rule, delta and run (or arm)."""

    rules: tuple[str, ...]
    deltas: tuple[float, ...]
    runs: int
    samples: npt.NDArray[np.int64]  #: stopping times; the budget if a run is undecided
    answers: npt.NDArray[np.int32]  #: index in answer_names; -1 if a run is undecided
    answer_names: tuple[str, ...]  #: the answers that occurred, in alphabetical order
    correct: npt.NDArray[np.bool_]  #: False if a run is undecided; summary() does not count that as an error
    equal: npt.NDArray[np.bool_]  #: the verdict says "equal within the margin"
    recommended: npt.NDArray[np.int32]  #: as answers, but the answer so far if a run is undecided; -1 if there is none
    right: npt.NDArray[np.bool_]  #: the recommendation is right, of a verdict or not
    pulls: npt.NDArray[np.int64]  #: measurements of every arm, over all runs
    ns_per_step: Array  #: CPU time, the only numbers that are not reproducible
    backends: tuple[str, ...]  #: the backend of each rule
    bound: Optional[Bound]  #: None if the means have no answer
    guarantee: Guarantee  #: of the stopping rule, for this problem
    _summaries: list[dict[str, Any]] = field(repr=False)
    # Only with rounds=True; the first rule is then "rounds":
    rounds: Optional[npt.NDArray[np.int64]] = None  #: [delta, run]; samples are single measurements
    rounds_guarantee: Optional[Guarantee] = None
    rounds_bound: Optional[Bound] = None  #: of normal values; None for others

    @property
    def proportions(self) -> Array:
        """The share of all measurements that went to each arm."""
        shares: Array = self.pulls / self.pulls.sum(axis=-1, keepdims=True)
        return shares

    def __getitem__(self, rule: Union[str, int]) -> RuleRuns:
        """The runs of one rule, by its name or number."""
        if isinstance(rule, str) and rule not in self.rules:
            raise NotFound(f"{rule} was not simulated; there are {', '.join(self.rules)}")
        at = self.rules.index(rule) if isinstance(rule, str) else rule
        return RuleRuns(
            self.rules[at], self.deltas, self.samples[at], self.answers[at], self.correct[at], self.equal[at],
            self.recommended[at], self.right[at], self.pulls[at], self.proportions[at],
        )

    def __contains__(self, rule: object) -> bool:
        return rule in self.rules

    def __len__(self) -> int:
        return len(self.rules)

    def summary(self) -> dict[str, list[Any]]:
        """One entry per rule and delta, as columns: the table of the command line."""
        columns: dict[str, list[Any]] = {"rule": [], "delta": []}
        for row in self._summaries:
            for name, value in row.items():
                columns.setdefault(name, []).append(value)
        return columns

    def frame(self) -> Any:
        """The summary as a pandas.DataFrame."""
        try:
            import pandas
        except ImportError:
            raise ImportError("frame() needs pandas (Debian: python3-pandas); summary() works without") from None
        return pandas.DataFrame(self.summary())

    def __repr__(self) -> str:
        shown = self.summary()
        lines = [f"{self.runs} runs of each rule; the stopping rule's guarantee: {self.guarantee.status}"]
        if self.rounds_guarantee is not None:
            lines[0] += f"; of rounds: {self.rounds_guarantee.status}"
        lines.append(f"{'rule':<12} {'delta':>7} {'mean':>10} {'s.e.':>8} {'/bound':>7} {'error %':>8} {'undecided':>10}")
        for i, rule in enumerate(shown["rule"]):
            least = shown["lower_bound"][i]
            ratio = f"{shown['mean'][i] / least:7.2f}" if least else "      -"
            lines.append(
                f"{rule[:12]:<12} {shown['delta'][i]:>7g} {shown['mean'][i]:>10.1f} {shown['std_error'][i]:>8.1f} "
                f"{ratio} {100 * shown['error_rate'][i]:>8.2f} {shown['undecided'][i]:>10}"
            )
        return "\n".join(lines)


def _show_progress(done: int, total: int) -> None:
    """A bar on standard error."""
    width = 40
    full = width * done // total
    end = "\n" if done == total else ""
    sys.stderr.write(f"\r[{'#' * full}{'.' * (width - full)}] {done}/{total} runs{end}")
    sys.stderr.flush()


def _rows(found: dict[str, Any], deltas: Sequence[float], least: dict[str, Optional[Bound]]) -> list[dict[str, Any]]:
    """The rows of the summary; `least` has the bound of rounds and that of all others."""
    rows = []
    for result in found["results"]:
        in_rounds = "rounds" in found and result["rule"] == "rounds"
        bound = least["rounds_bound" if in_rounds else "bound"]
        for place, (delta, summary) in enumerate(zip(deltas, result["summaries"])):
            row = {"rule": result["rule"], "delta": delta, **summary}
            row["lower_bound"] = None if bound is None else bound.lower_bound(delta)
            row["ns_per_step"] = result["ns_per_step"]
            if "rounds" in found:
                row["rounds"] = float(found["rounds"][place].mean()) if in_rounds else None
            rows.append(row)
    return rows


_ARRAYS = ("samples", "answers", "correct", "equal", "recommended", "right", "pulls")


def _simulation_of(found: dict[str, Any], risks: Sequence[float]) -> Simulation:
    results = found["results"]
    least = {name: None if (b := found.get(name)) is None else Bound(**b) for name in ("bound", "rounds_bound")}
    together = {name: np.stack([result[name] for result in results]) for name in _ARRAYS}
    return Simulation(
        rules=tuple(result["rule"] for result in results),
        deltas=tuple(risks),
        runs=together["samples"].shape[-1],
        answer_names=tuple(found["answer_names"]),
        ns_per_step=np.array([result["ns_per_step"] for result in results]),
        backends=tuple(found["backends"]),
        guarantee=Guarantee(*found["guarantee"]),
        rounds=found.get("rounds"),
        rounds_guarantee=Guarantee(*found["rounds_guarantee"]) if "rounds" in found else None,
        _summaries=_rows(found, risks, least),
        bound=least["bound"],
        rounds_bound=least["rounds_bound"],
        **together,
    )


def _rounds_request(
    means: Numbers, problem: object, family: Optional[str], parameters: Parameters, correlation: float, design: dict[str, Any]
) -> dict[str, object]:
    """The request to the library for an instance in rounds."""
    sigma, others = parameters.get("sigma"), {name: value for name, value in parameters.items() if name != "sigma"}
    if problem != "best-arm":
        raise ValueError("problem: rounds find the best arm; leave it out, or leave rounds out")
    if sigma is not None and family not in (None, "symmetric"):
        raise ValueError(f"sigma: {family} does not use it; leave it out, or use family=symmetric")
    given = numbers("means", means)
    return {
        "means": given,
        "question": question_of("best-arm", len(given), others),
        "rounds": design_of(family, others, **design),
        "sigma": [1.0] if sigma is None else numbers("sigma", np.atleast_1d(np.asarray(sigma))),
        "correlation": number("correlation", correlation),
    }


@takes_parameters(OF_FAMILIES, OF_LAWS, OF_QUESTIONS)
def simulate(
    means: Numbers,
    rules: Optional[Union[Rule, Sequence[Rule]]] = None,
    deltas: Optional[Union[float, Numbers]] = None,
    runs: int = 1000,
    *,
    seed: int = 1,
    stopping: Union[str, StoppingRule] = "mixture",
    max_samples: Optional[int] = None,
    threads: int = 0,
    backend: str = "auto",
    progress: Union[bool, Callable[[int, int], None]] = False,
    problem: Union[str, Problem] = "best-arm",
    family: Optional[str] = None,
    rounds: bool = False,
    correlation: Optional[float] = None,
    items: Optional[Items] = None,
    round_size: Optional[int] = None,
    **parameters: Any,
) -> Simulation:
    """Runs every rule (default: lma) on simulated measurements until it stops at each delta (default: 0.1 and 0.01).

    The numbers are those of ``mirador sim`` with the same seed, for any number of threads and any backend.
    A run that reaches ``max_samples`` (default: ten million) is undecided. ``progress=True`` shows a progress bar;
    a function is called with the runs done and their total. Ctrl-C ends the simulation. Rules, problems and
    stopping rules written in Python are called one at a time, on one thread.

    With ``max_samples`` the summary also has what the recommendations are worth, of a verdict or, once the budget is
    spent, of the answer so far: the share that is ``right``, with 99.9 % bounds, and for best-arm the ``shortfall``, by
    how much the true mean of the recommended arm is worse than the best, on average. If neither ``rules`` nor
    ``deltas`` are given, the rule is then the one that is best at this, and delta is 0.05, as in ``Experiment``.

    ``rounds=True`` simulates a comparison in rounds, as ``Experiment(..., rounds=True)`` does it, and beside it the
    rules (default: bc and lma, on independent measurements; ``rules=[]``: none). Its rule is called "rounds", its
    ``samples`` are single measurements, and ``result.rounds`` has the numbers of rounds. ``correlation`` is that of two
    arms of a round.

    >>> import mirador
    >>> result = mirador.simulate([1, 0.5, 0.3], rules=["lma", "rr"], deltas=0.1, runs=100)
    >>> result.samples.shape, result.answer_names
    ((2, 1, 100), ('arm 1',))
    >>> result["lma"].samples.mean() < result["rr"].samples.mean()
    True
    >>> result.guarantee.status
    'proved'
    >>> result = mirador.simulate([1, 0.5, 0.3], runs=100, max_samples=40)
    >>> result.rules, result.right.shape, 0 < result.summary()["shortfall"][0] < 0.3
    (('dt',), (1, 1, 100), True)
    >>> result = mirador.simulate([1, 0.5, 0.3], deltas=0.1, runs=100, rounds=True, correlation=0.5)
    >>> result.rules, result.rounds.shape
    (('rounds', 'bc', 'lma'), (1, 100))
    >>> result["rounds"].samples.mean() < result["bc"].samples.mean()
    True
    """
    if is_in_rounds(rounds):
        design = {"items": items, "round_size": round_size}
        request = _rounds_request(means, problem, family, parameters, 0.0 if correlation is None else correlation, design)
    else:
        refuse_without_rounds(correlation=correlation, items=items, round_size=round_size)
        request = {**problem_request(means, problem, "gaussian" if family is None else family, parameters), "rounds": None}
    deltas_given = deltas is not None
    if deltas is None:
        deltas = (0.05,) if max_samples is not None and rules is None else (0.1, 0.01)
    risks = [number("deltas", deltas)] if np.ndim(deltas) == 0 else numbers("deltas", deltas, each="risk")
    one = isinstance(rules, str) or callable(rules) or hasattr(rules, "next")
    chosen = None if rules is None else [rules] if one else listed("rules", rules)
    if progress not in (True, False, None) and not callable(progress):
        raise ValueError(f"progress: {progress!r} is neither True nor a function of the runs done and their total")
    request.update(
        rules=chosen,
        stopping=stopping,
        deltas=risks,
        runs=whole("runs", runs, 1, 2**40),
        seed=whole("seed", seed, 0, 2**64 - 1),
        max_samples=None if max_samples is None else whole("max_samples", max_samples, 1),
        deltas_given=deltas_given,
        threads=whole("threads", threads, 0, 2**16),
        backend=text("backend", backend),
        progress=_show_progress if progress is True else progress or None,
    )
    return _simulation_of(_core.simulate(request), risks)
