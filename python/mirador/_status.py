"""The state of an experiment as plain data."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
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
    good_enough: bool = False  #: the answer is within ``good_enough`` of the best; others may be better


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
    retired: bool = False  #: out of the question: its values do not count


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


class RuledOut(NamedTuple):
    """An arm that was proved not to be the best."""

    arm: str
    round: Optional[int]  #: the last round that it was in; None without rounds


class Difference(NamedTuple):
    """An arm compared with the answer in the rounds that both were in."""

    arm: str
    to: str  #: the answer
    estimate: float  #: the mean of arm - to; on the log scale the ratio arm / to
    low: float  #: low to high always contains the true value, for all pairs at once, with probability 1 - delta (proved)
    high: float
    better: int  #: in how many rounds the arm was better than the answer
    worse: int
    tied: int


class ItemsUsed(NamedTuple):
    """The items of a finite set."""

    total: int
    used: int


class Change(NamedTuple):
    """A setting that was changed while the experiment ran."""

    samples: int  #: values that had been told
    setting: str  #: "max_samples", "delta" or "margin"
    old: float  #: a budget of 0 is none
    new: float


class ArmChange(NamedTuple):
    """An arm that was added or retired while the experiment ran."""

    samples: int  #: values that had been told
    arm: str
    added: bool  #: or else retired


class Note(NamedTuple):
    """A note in the log of the experiment."""

    samples: int  #: values that had been told
    text: str


@dataclass(frozen=True)
class Status:
    """The complete state of an experiment at one moment."""

    #: "running", "decided" or "undecided" (the budget was spent, or the items or rows used, without a verdict)
    phase: str
    delta: float
    samples: int
    max_samples: Optional[int]
    answer: Optional[str]  #: of the current data; None before every arm has been measured
    evidence: Optional[float]  #: in nats
    required: Optional[float]
    #: how many more measurements, an estimate; 0 after the verdict, infinite if nothing can be said
    samples_to_go: Optional[float]
    #: the range that holds in about 8 of 10 experiments (docs/forecasts.md); an infinite high: no end in sight
    samples_to_go_low: Optional[float]
    samples_to_go_high: Optional[float]
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
    #: the delta that was fixed before the first value was told, if it was made smaller since
    first_delta: Optional[float] = None
    changes: tuple[Change, ...] = ()  #: of the plan
    notes: tuple[Note, ...] = ()
    #: the risk of a wrong claim in all, if arms were added or retired after the first value
    risk_in_all: Optional[float] = None
    arm_changes: tuple[ArmChange, ...] = ()
    tags: tuple[str, ...] = ()
    # Only for best-arm, once every arm has been measured:
    #: the answer is proved to be at most this worse than the best; on the log scale a share
    within: Optional[float] = None
    within_risk: Optional[float] = None  #: the risk of that, together with `ruled_out`
    possible: tuple[str, ...] = ()  #: the arms that are not proved to be other than the best
    ruled_out: tuple[RuledOut, ...] = ()  #: proved not to be the best; in rounds, in the order in which they left
    # Only in a comparison in rounds:
    rounds: Optional[int] = None  #: how many count; None without rounds
    in_play: tuple[str, ...] = ()  #: the arms that are still measured
    differences: tuple[Difference, ...] = ()  #: from every other arm to the answer
    items: Optional[ItemsUsed] = None
    warnings: tuple[str, ...] = ()  #: reasons to doubt what the claim says about averages; the claim itself stands

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
        plain["changes"] = [change._asdict() for change in self.changes]
        plain["notes"] = [note._asdict() for note in self.notes]
        plain["arm_changes"] = [change._asdict() for change in self.arm_changes]
        plain["tags"] = list(self.tags)
        plain["in_play"], plain["warnings"] = list(self.in_play), list(self.warnings)
        plain["possible"] = list(self.possible)
        plain["ruled_out"] = [one._asdict() for one in self.ruled_out]
        plain["differences"] = [_finite(one._asdict()) for one in self.differences]
        plain["items"] = None if self.items is None else self.items._asdict()
        return _finite(plain)


@dataclass(frozen=True, kw_only=True)
class Comparison(Status):
    """The state after the rows of a table that were needed, or after all of them; ``print`` shows it."""

    rows: int  #: of the table
    values: int  #: that the table has
    rows_needed: Optional[int]  #: how many rows would have sufficed; None if there is no verdict

    def __str__(self) -> str:
        return "\n".join([*_verdict_lines(self), *_difference_lines(self.differences), *_warning_lines(self.warnings)])


def _verdict_lines(found: Comparison) -> list[str]:
    table = f"{found.rows:,} rows with {found.values:,} values"
    if found.verdict is None:
        risk = math.ceil(1000 * found.smallest_risk) / 1000  # upwards, the safe side
        lower = f"; it could be decided at any risk down to {risk:g}" if risk < 1 else ""
        return [f"undecided, the rows are not enough: {found.answer} looks best, and that is not proved{lower}", table]
    lines = [f"{found.verdict.answer}; wrong with probability at most {found.delta:g} [{found.guarantee.status}]"]
    share = 100 * found.samples / found.values
    return lines + [f"{table}; {found.rows_needed:,} rows ({found.samples:,} values, {share:.1f} %) would have sufficed"]


def _difference_lines(differences: Sequence[Difference]) -> list[str]:
    if not differences:
        return []
    width = max(len(one.arm) for one in differences)
    rows = [
        f"  {one.arm:{width}}  {one.estimate:+.4g} ({one.low:+.4g} to {one.high:+.4g}), better in {one.better} of "
        f"{one.better + one.worse + one.tied}"
        for one in differences
    ]
    return [f"compared with {differences[0].to}:", *rows]


def _warning_lines(warnings_given: Sequence[str]) -> list[str]:
    return [f"warning: {warning}" for warning in warnings_given]


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
    heard: str  #: when the last event was stored


def verdict_of(fields: Optional[Mapping[str, Any]]) -> Optional[Verdict]:
    return None if fields is None else Verdict(**fields)


def status_of(fields: dict[str, Any]) -> Status:
    """The status from what the compiled part returns."""
    fields["verdict"] = verdict_of(fields["verdict"])
    found = fields["contradiction"]
    fields["contradiction"] = None if found is None else Contradiction(**found)
    fields["guarantee"] = Guarantee(*fields["guarantee"])
    fields["arms"] = tuple(ArmStatus(**arm) for arm in fields["arms"])
    fields["open"] = tuple(fields["open"])
    fields["waiting"] = tuple(Waiting(*waiting) for waiting in fields["waiting"])
    fields["changes"] = tuple(Change(*one) for one in fields["changes"])
    fields["arm_changes"] = tuple(ArmChange(*one) for one in fields["arm_changes"])
    fields["notes"] = tuple(Note(*one) for one in fields["notes"])
    fields["ruled_out"] = tuple(RuledOut(*one) for one in fields.get("ruled_out", ()))
    fields["differences"] = tuple(Difference(*one) for one in fields.get("differences", ()))
    fields["items"] = ItemsUsed(*fields["items"]) if "items" in fields else None
    return Status(**fields)


def _finite(fields: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has no infinity."""
    return {name: None if value in (math.inf, -math.inf) else value for name, value in fields.items()}
