"""Checks of your own problems and rules: the suites with which mirador checks its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Union

from . import _core
from ._own import Problem, SamplingRule, StoppingRule
from ._question import OF_FAMILIES, family_of, takes_parameters


class ContractError(AssertionError):
    """A problem or rule of your own violates requirements; `violations` lists them, each with an example."""

    def __init__(self, name: str, violations: Sequence[tuple[str, str]]) -> None:
        self.violations = tuple(violations)
        lines = [f"{promise}\n    {detail}" for promise, detail in violations]
        super().__init__(f"{name} violates {len(lines)} requirement(s):\n" + "\n".join(lines))


def _made(part: object) -> object:
    """The object, or an object of the class if its constructor needs no arguments."""
    return part() if isinstance(part, type) else part


def _name(part: object) -> str:
    return str(getattr(part, "__name__", type(part).__name__))


def _raise(part: object, violations: Sequence[tuple[str, str]]) -> None:
    if violations:
        raise ContractError(_name(part), violations)


@takes_parameters(OF_FAMILIES)
def check_problem(
    problem: Union[Problem, type[Problem]],
    *,
    family: str = "gaussian",
    **parameters: Any,
) -> None:
    """Checks a problem at random points; raises ContractError with all requirements that it violates.

    Is a projection really the closest point of its set? Is every set found, and are they disjoint?

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
    """Checks a sampling rule on a small instance; raises ContractError with all requirements that it violates.

    Does it name arms that exist? Does asking twice change anything? Does a log replay to the same arms? Does it
    handle late results and open tickets? Does it measure every arm again and again?

    >>> import mirador.testing
    >>> mirador.testing.check_rule(lambda state: state.round % state.arms)
    """
    _raise(rule, _core.rule_violations(_made(rule)))


def check_stopping(stopping: Union[StoppingRule, type[StoppingRule]]) -> None:
    """Checks a stopping rule on several trajectories; raises ContractError with all requirements that it violates.

    Is the requirement a number that does not fall as measurements are added, nor as delta falls?
    Does not check the risk: simulate or prove it.
    """
    _raise(stopping, _core.stopping_violations(_made(stopping)))


__all__ = ["ContractError", "check_problem", "check_rule", "check_stopping"]
