"""Do problems and rules of your own keep their promises? The suites that mirador's own are checked by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Union

from . import _core
from ._own import Problem, SamplingRule, StoppingRule
from ._question import family_of, takes_parameters


class ContractError(AssertionError):
    """A part of your own breaks its promises; `violations` lists them, each with where it was seen."""

    def __init__(self, name: str, violations: Sequence[tuple[str, str]]) -> None:
        self.violations = tuple(violations)
        lines = [f"{promise}\n    {detail}" for promise, detail in violations]
        super().__init__(f"{name} breaks {len(lines)} promise(s):\n" + "\n".join(lines))


def _made(part: object) -> object:
    """An object, also of a class that needs nothing to make one."""
    return part() if isinstance(part, type) else part


def _name(part: object) -> str:
    return str(getattr(part, "__name__", type(part).__name__))


def _raise(part: object, violations: Sequence[tuple[str, str]]) -> None:
    if violations:
        raise ContractError(_name(part), violations)


@takes_parameters(questions=False)
def check_problem(
    problem: Union[Problem, type[Problem]],
    *,
    family: str = "gaussian",
    **parameters: Any,
) -> None:
    """Looks at a problem at random points, and raises ContractError with all promises that it breaks.

    Is a projection really the closest point, and of the set it says? Is every set found, and are they disjoint?

    >>> import mirador, mirador.testing
    >>> class Forgetful(mirador.Problem):
    ...     arms, answers = 2, ("up", "down")
    ...     def project(self, answer, weights, means):
    ...         return means  # wherever they are
    >>> try:
    ...     mirador.testing.check_problem(Forgetful)
    ... except mirador.testing.ContractError as error:
    ...     print(len(error.violations) > 0)
    True
    """
    made = _made(problem)
    if isinstance(made, str):
        raise ValueError(f"problem: {made!r} is one of mirador's; give one of your own")
    request: dict[str, object] = {"family": family_of(family, parameters), "question": made}
    _raise(problem, _core.problem_violations(request))


def check_rule(rule: Union[SamplingRule, type[SamplingRule], Callable[[_core.State], int]]) -> None:
    """Plays a sampling rule on a small instance, and raises ContractError with all promises that it breaks.

    Does it name arms that exist? Does asking twice change anything, does a log replay to the same arms, do late
    results and open tickets trouble it, does it measure every arm again and again?

    >>> import mirador.testing
    >>> mirador.testing.check_rule(lambda state: state.round % state.arms)
    """
    _raise(rule, _core.rule_violations(_made(rule)))


def check_stopping(stopping: Union[StoppingRule, type[StoppingRule]]) -> None:
    """Follows a stopping rule along some trajectories, and raises ContractError with all promises that it breaks.

    Is the requirement a number that does not fall as measurements are added, nor as delta falls?
    Says nothing about the risk: simulate it, or prove it.
    """
    _raise(stopping, _core.stopping_violations(_made(stopping)))


__all__ = ["ContractError", "check_problem", "check_rule", "check_stopping"]
