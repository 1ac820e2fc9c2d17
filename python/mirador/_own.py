"""Problems, sampling rules and stopping rules of your own: write a class and pass an object of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ._core import State

Array = npt.NDArray[np.float64]


class Problem(ABC):
    """A question of your own: in which of several convex sets do the true means lie?

    Define the number of arms, the names of the answers, and the projection onto the set of each; sampling, stopping
    and the lower bound follow from these. The sets must be disjoint.
    ``mirador.testing.check_problem`` reports errors of a problem.

    Is the sum of two means above 1?

    >>> import mirador, numpy as np
    >>> class SumAboveOne(mirador.Problem):
    ...     arms = 2
    ...     answers = ("above", "below")
    ...     def project(self, answer, weights, means):
    ...         gap = 1 - means.sum()
    ...         inside = gap <= 0 if answer == 0 else gap >= 0
    ...         if inside or weights.sum() == 0:
    ...             return means + (0 if inside else gap / 2)
    ...         share = weights[::-1] / weights.sum()  # the lighter arm moves further
    ...         return means + gap * share
    >>> mirador.bound([0.7, 0.5], problem=SumAboveOne()).time
    200.0...
    """

    #: The number of arms.
    arms: int
    #: The names of the answers; at least two.
    answers: Sequence[str]

    @abstractmethod
    def project(self, answer: int, weights: Array, means: Array) -> npt.ArrayLike:
        """The point of the (closed) set of an answer that is closest to the means.

        That is the minimiser of sum(weights * d(means, point)), with d the divergence of the family
        (``mirador.divergence``): for gaussian arms the weighted least squares. Weights may be 0.
        """

    def contains(self, answer: int, means: Array) -> bool:
        """Are the means strictly inside the set of the answer? Optional.

        By default means are inside a set if they are their own projection onto it and onto no other.
        """
        ones, near = np.ones(len(means)), 1e-12 * np.abs(means).max()
        return all(
            np.allclose(self.project(i, ones, means), means, rtol=0, atol=near) == (i == answer)
            for i in range(len(self.answers))
        )


class SamplingRule(ABC):
    """Which arm to measure next, decided by a rule of your own.

    Every arm is measured once before the rule is asked. A rule must give the same arms after the same start and the
    same observations, otherwise experiments in a store cannot be reopened: change the object only in ``start`` and
    ``observe``. ``mirador.testing.check_rule`` reports errors of a rule.
    The object is copied (``copy.deepcopy``) for each simulation and experiment, so that they share no memory.
    A rule without memory can be a function ``next(state)``.

    >>> import mirador, numpy as np
    >>> class LeastPulled(mirador.SamplingRule):
    ...     def next(self, state):
    ...         return np.argmin(state.counts + state.pending)
    >>> result = mirador.simulate([1.0, 0.0], rules=[LeastPulled(), "rr"], runs=20)
    >>> bool((result.samples[0] == result.samples[1]).all())
    True
    """

    def start(self, arms: int, seed: tuple[int, int]) -> None:
        """Resets the rule. ``numpy.random.default_rng(seed)`` is the rule's private randomness."""

    @abstractmethod
    def next(self, state: State) -> int:
        """The arm to measure next, from 0. Must not change anything."""

    def observe(self, state: State, arm: int) -> None:
        """A measurement of the arm has been added to the state.

        Called once every arm has been measured: the first call is for the last of these measurements, and
        ``state`` has them all.
        """


class StoppingRule(ABC):
    """When to stop, decided by a rule of your own: as soon as evidence >= required.

    You state its guarantee: ``status`` is "proved", "asymptotic" or "heuristic", and ``reason`` says why; both are
    shown with every verdict. ``mirador.testing.check_stopping`` reports errors of a rule.

    >>> import mirador, math
    >>> class Bonferroni(mirador.StoppingRule):
    ...     reason = "a guess"
    ...     def required(self, state, delta):
    ...         return math.log(state.arms * (1 + math.log(state.total)) / delta)
    >>> result = mirador.simulate([1.0, 0.0], stopping=Bonferroni(), runs=20)
    >>> result.guarantee
    Guarantee(status='heuristic', reason='a guess')
    """

    status: str = "heuristic"
    reason: str = ""

    @abstractmethod
    def required(self, state: State, delta: float) -> float:
        """The required evidence at risk delta, in nats. Must not fall as measurements are added, nor as delta falls.

        Called with any delta in (0, 1): the smallest risk of a status is the smallest at which the rule would stop.
        """

    def evidence(self, state: State) -> float:
        """The evidence against every other answer. Optional: by default ``state.value``, F(N, m)."""
        return state.value


__all__ = ["Array", "Problem", "SamplingRule", "StoppingRule"]
