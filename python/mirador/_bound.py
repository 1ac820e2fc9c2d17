"""The lower bound of an instance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import number, numbers
from ._own import Array, Problem
from ._question import OF_FAMILIES, OF_QUESTIONS, Numbers, Parameters, family_of, question_of, takes_parameters


@dataclass(frozen=True, eq=False)
class Bound:
    """The characteristic time T* of an instance, and the optimal proportions w*."""

    time: float  #: T*: no rule of risk delta needs fewer than T* kl(delta, 1 - delta) measurements on average
    weights: Array  #: w*, the share of every arm
    gap: float  #: certified: the true T* lies between time / (1 + gap) and time
    answer: str  #: the correct answer, in words
    status: str  #: "proved", "asymptotic" (with a margin), "worst-case" (bounded arms) or "estimate"

    def lower_bound(self, delta: float) -> float:
        """T* kl(delta, 1 - delta), measurements on average at risk delta."""
        delta = number("delta", delta)
        if not 0 < delta < 1:
            raise ValueError(f"delta: {delta!r} is not a risk; give a number between 0 and 1")
        return self.time * _core.decision_information(delta)


def problem_request(
    means: Numbers, problem: Union[str, Problem], family: str, parameters: Parameters
) -> dict[str, object]:
    """The request to the library for an instance. `parameters` are the keywords of its family and question."""
    given = numbers("means", means)
    return {
        "means": given,
        "family": family_of(family, parameters),
        "question": question_of(problem, len(given), parameters),
    }


@takes_parameters(OF_FAMILIES, OF_QUESTIONS)
def bound(
    means: Numbers,
    *,
    problem: Union[str, Problem] = "best-arm",
    family: str = "gaussian",
    **parameters: Any,
) -> Bound:
    """The number of measurements that any rule needs on average, and the optimal proportions.

    >>> import mirador
    >>> b = mirador.bound([1, 0.85, 0.8, 0.75])
    >>> round(b.time, 1), b.answer, b.status
    (463.3, 'arm 1', 'proved')
    >>> b.weights.round(3)
    array([0.403, 0.366, 0.147, 0.083])
    >>> round(b.lower_bound(0.01))
    2086
    >>> mirador.bound([3, 3])
    Traceback (most recent call last):
        ...
    ValueError: means: arms 1 and 2 tie at 3, so no answer is right and T* = inf; separate them or give a margin
    """
    return Bound(**_core.bound(problem_request(means, problem, family, parameters)))


@takes_parameters(OF_FAMILIES)
def divergence(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    family: str = "gaussian",
    **parameters: Any,
) -> Union[Array, np.float64]:
    """d(x, y), the Kullback-Leibler divergence from the law of mean x to that of mean y, number by number.

    >>> import mirador
    >>> mirador.divergence(1.0, 0.0)
    0.5
    >>> mirador.divergence([0.5, 0.9], 0.5, family="bernoulli").round(4)
    array([0.    , 0.3681])
    """
    law = family_of(family, parameters)
    found = np.asarray(_core.divergence(law, np.asarray(x, dtype=float), np.asarray(y, dtype=float)))
    return found[()] if found.ndim == 0 else found
