"""The state of an experiment as plain data."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from ._core import Ticket
from ._own import Array
from ._simulate import Guarantee


@dataclass(frozen=True)
class Verdict:
    """The verdict, which later results do not change."""

    answer: str  #: in words
    arms: tuple[str, ...]  #: the arms it names; empty if it is not about single arms
    samples: int  #: measurements at the verdict
    roles: tuple[str, ...]  #: with a margin: "chosen", "shares" or "ruled-out" per arm; else empty
    equal: bool  #: do arms share a place within the margin? (best-arm: each differs from the answer by at most that)


@dataclass(frozen=True)
class ArmStatus:
    """One arm. With probability 1 - delta the intervals of all arms always contain their true means (proved); not
    jointly with the verdict."""

    name: str
    pulls: int
    pending: int
    mean: Optional[float]
    low: float
    high: float
    target: Optional[float]  #: the share that would be optimal if the means were true


class Waiting(NamedTuple):
    """Results of an arm that wait for its earlier tickets: tell or abandon those first."""

    arm: str
    results: int
    tickets: list[int]  #: the open tickets


@dataclass(frozen=True)
class Contradiction:
    """The data contradict an assumption of the guarantee; the probability of a false alarm is at most 1e-4."""

    test: str  #: the contradicted assumption: "spread", "law", "drift" or "autocorrelation"
    arm: str
    samples: int  #: measurements at the contradiction, which is never withdrawn
    reason: str  #: in words
    log_evidence: float  #: in nats


@dataclass(frozen=True)
class Status:
    """The complete state of an experiment at one moment."""

    phase: str  #: "running", "decided" or "undecided" (the budget was spent without a verdict)
    delta: float
    samples: int
    max_samples: Optional[int]
    answer: Optional[str]  #: of the current data; None before every arm has been measured
    evidence: Optional[float]  #: in nats
    required: Optional[float]
    samples_to_go: Optional[float]  #: an estimate; 0 after the verdict, infinite on a tie
    #: the smallest risk at which the answer (after the verdict: the verdict) could be decided now, 1.0 if none.
    #: An anytime p-value, to be compared with a risk fixed beforehand; not the probability of being wrong
    smallest_risk: float
    verdict: Optional[Verdict]
    contradiction: Optional[Contradiction]  #: of an assumption of the guarantee; None if there is none
    guarantee: Guarantee  #: "assumption contradicted" instead of "proved" after a contradiction
    arms: tuple[ArmStatus, ...]
    open: tuple[Ticket, ...]
    waiting: tuple[Waiting, ...]  #: results that were told but do not count yet
    tickets: int
    abandoned: int

    @property
    def error_bound(self) -> float:
        """Deprecated: the name of ``smallest_risk`` up to 0.7.0."""
        warnings.warn("error_bound is deprecated; use smallest_risk", DeprecationWarning, stacklevel=2)
        return self.smallest_risk

    def to_dict(self) -> dict[str, Any]:
        """The same as plain dictionaries, lists and numbers, suitable for JSON: infinite numbers are None.

        ``"error_bound"`` is deprecated and has the value of ``"smallest_risk"``.
        """
        plain: dict[str, Any] = {**vars(self), "error_bound": self.smallest_risk}
        plain["verdict"] = None if self.verdict is None else _finite(vars(self.verdict))
        plain["contradiction"] = None if self.contradiction is None else vars(self.contradiction)
        plain["guarantee"] = self.guarantee._asdict()
        plain["arms"] = [_finite(vars(arm)) for arm in self.arms]
        plain["open"] = [{"ticket": ticket.number, "arm": ticket.arm} for ticket in self.open]
        plain["waiting"] = [waiting._asdict() for waiting in self.waiting]
        return _finite(plain)


class Lead(NamedTuple):
    """The lead of the answer over the next arm: a difference of means, or on the log scale a ratio."""

    answer: str
    runner_up: str
    estimate: float
    low: float  #: low to high always contains the true lead with probability 1 - delta (proved; not jointly)
    high: float


@dataclass(frozen=True, eq=False)
class History:
    """The state at several moments. Arrays have a row for each."""

    samples: npt.NDArray[np.int64]  #: measurements so far
    counts: Array  #: [moment, arm]
    means: Array  #: [moment, arm]
    evidence: Array
    required: Array
    arms: tuple[str, ...]
    verdict: Optional[Verdict]


class Listing(NamedTuple):
    """An experiment in a store."""

    name: str
    created: str  #: ISO 8601, UTC
    events: int


def _finite(fields: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has no infinity."""
    return {name: None if value in (math.inf, -math.inf) else value for name, value in fields.items()}
