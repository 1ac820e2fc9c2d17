"""Converts keyword arguments to a family and a question. Unused keywords are errors.

The library describes the keywords, for the command and for this package."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Callable, Optional, TypeVar, Union, cast

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import known, number, numbers, one_of, whole
from ._own import Problem

Numbers = Union[Sequence[float], npt.NDArray[Any]]
#: The answer sets of polyhedral: a name, and rows A and bounds b of A mu > b.
Sets = Mapping[str, tuple[Sequence[Sequence[float]], Sequence[float]]]
#: The values of a family or a question, by keyword.
Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class _Field:
    keyword: str
    help: str
    kind: str  #: real, whole, reals, choice, sets or text
    flag: bool  #: True selects the second of two choices
    positive: bool
    needed: bool
    needed_live: bool  #: required in a live experiment
    simulated: bool  #: describes the simulated world, unknown in an experiment
    words: tuple[str, ...]  #: of a choice


@dataclass(frozen=True)
class _Choice:
    name: str
    fields: tuple[_Field, ...]
    families: tuple[str, ...]  #: the families a question fits; empty: all

    def field(self, keyword: str) -> Optional[_Field]:
        return next((field for field in self.fields if field.keyword == keyword), None)


def _choices(described: Sequence[tuple[str, str, list[dict[str, Any]], list[str]]]) -> dict[str, _Choice]:
    return {
        name: _Choice(name, tuple(_Field(**field) for field in fields), tuple(families))
        for name, _, fields, families in described
    }


_FAMILIES = _choices(_core.families())
_QUESTIONS = _choices(_core.questions())
_LAWS = _choices(_core.laws())
FAMILIES, PROBLEMS, LAWS = tuple(_FAMILIES), tuple(_QUESTIONS), tuple(_LAWS)


def _users(choices: Mapping[str, _Choice], keyword: str, live: bool) -> list[str]:
    fields = {name: choice.field(keyword) for name, choice in choices.items()}
    return [name for name, field in fields.items() if field is not None and not (live and field.simulated)]


def is_given(value: object) -> bool:
    """0 counts as given, although it equals False."""
    return value is not None and value is not False


def _chosen(kind: str, name: object, choices: Mapping[str, _Choice], given: Parameters, live: bool) -> _Choice:
    """The family or question with that name; raises ValueError for unused or missing keywords."""
    choice = choices[known(kind, name, tuple(choices))]
    for keyword, value in given.items():
        users = _users(choices, keyword, live)
        if not users or not is_given(value) or choice.name in users:
            continue
        raise ValueError(f"{keyword}: {choice.name} does not use it; leave it out, or use {kind}={one_of(users)}")
    for field in choice.fields:
        if (field.needed or (live and field.needed_live)) and given.get(field.keyword) is None:
            other = ', or use family="normal"' if field.needed_live and not field.needed else ""
            raise ValueError(f"{field.keyword}: {choice.name} needs it; give {field.keyword}=...{other}")
    return choice


def _finite(keyword: str, value: object) -> float:
    real = number(keyword, value)
    if not np.isfinite(real):
        raise ValueError(f"{keyword}: {value!r} is not a finite number")
    return real


def _real(field: _Field, value: object, choices: Mapping[str, _Choice]) -> float:
    lists = [name for name, choice in choices.items() if (other := choice.field(field.keyword)) and other.kind == "reals"]
    if np.ndim(value) > 0 and lists:  # type: ignore[arg-type]
        raise ValueError(f"{field.keyword}: a list is given; give one number, or use family={one_of(lists)}")
    return difference(field.keyword, value) if field.positive else _finite(field.keyword, value)


def difference(keyword: str, value: object) -> float:
    real = _finite(keyword, value)
    if not real > 0:
        raise ValueError(f"{keyword}: {value!r} is not a valid difference; give a number above 0, or leave it out")
    return real


def _place(keyword: str, value: object, arms: int) -> int:
    place = whole(keyword, value, 1)
    if not place < max(arms, 2):
        raise ValueError(f"{keyword}: {value} of {arms} arms; give 1 to {max(arms, 2) - 1}")
    return place


def _sets(sets: object, arms: int) -> list[tuple[str, list[float], list[float]]]:
    out: list[tuple[str, list[float], list[float]]] = []
    if not isinstance(sets, Mapping):
        raise ValueError(f"sets: {sets!r} is not a dictionary; give {{name: (rows, bounds), ...}}")
    for name, given in sets.items():
        try:
            rows, bounds = given
            matrix = np.asarray(rows, dtype=float)
        except (TypeError, ValueError):
            raise ValueError(f"sets: {name!r} has no rows and bounds of numbers; give (rows, bounds)") from None
        if not (np.isfinite(matrix).all() and np.isfinite(numbers("sets", bounds, "row")).all()):
            raise ValueError(f"sets: {name!r} has numbers that are not finite")
        if matrix.ndim != 2 or matrix.shape[1] != arms:
            raise ValueError(f"sets: the rows of {name!r} have shape {matrix.shape}; give {arms} numbers per row, "
                             "one for every arm")
        out.append((str(name), [float(x) for x in matrix.ravel()], numbers("sets", bounds, "row")))
    return out


def _values(choice: _Choice, given: Parameters, arms: int, choices: Mapping[str, _Choice]) -> dict[str, object]:
    """The choice in the form of the library."""
    read: dict[str, Callable[[_Field, Any], object]] = {
        "real": lambda field, value: _real(field, value, choices),
        "whole": lambda field, value: _place(field.keyword, value, arms),
        "reals": lambda field, value: numbers(field.keyword, np.atleast_1d(np.asarray(value))),
        "choice": lambda field, value: field.words[bool(value)] if field.flag else known(field.keyword, value, field.words),
        "sets": lambda field, value: _sets(value, arms),
    }
    values: dict[str, object] = {"name": choice.name}
    for field in choice.fields:
        value = given.get(field.keyword)
        if value is not None:
            values[field.keyword] = read[field.kind](field, value)
    return values


def _refuse_used(keywords: list[str], given: Parameters, why: str) -> None:
    for keyword in keywords:
        if is_given(given.get(keyword)):
            raise ValueError(f"{keyword}: {why}")


def _keywords(choices: Mapping[str, _Choice]) -> dict[str, _Field]:
    return {field.keyword: field for choice in choices.values() for field in choice.fields}


def family_of(family: object, given: Parameters, *, live: bool = False) -> dict[str, object]:
    """The family in the form of the library."""
    only_rounds = [keyword for keyword in _keywords(_LAWS) if keyword not in _keywords(_FAMILIES)]
    _refuse_used(only_rounds, given, "only a comparison in rounds uses it; give rounds=True too, or leave it out")
    if family in LAWS and family not in FAMILIES:
        raise ValueError(f"family: {family} is a family of comparisons in rounds; give rounds=True too, or use normal")
    return _values(_chosen("family", family, _FAMILIES, given, live), given, 0, _FAMILIES)


def law_of(family: object, given: Parameters) -> dict[str, object]:
    """The family of a comparison in rounds in the form of the library."""
    unused = [keyword for keyword in _keywords(_FAMILIES) if keyword not in _keywords(_LAWS)]
    _refuse_used(unused, given, "a comparison in rounds does not use it; leave it out, or leave rounds out")
    return _values(_chosen("family", family, _LAWS, given, True), given, 0, _LAWS)


def question_of(problem: Union[str, Problem], arms: int, given: Parameters) -> object:
    """The question in the form of the library: a dictionary, or a user-defined problem itself."""
    for keyword, value in given.items():
        field = _keywords(_QUESTIONS).get(keyword)
        if field is None:
            continue
        if field.flag and not isinstance(value, (bool, np.bool_)):
            raise ValueError(f"{keyword}: {value!r} is neither True nor False")
        if not isinstance(problem, str) and is_given(value):
            raise ValueError(f"{keyword}: a problem of your own does not use it; leave it out")
    if not isinstance(problem, str):
        return problem
    return _values(_chosen("problem", problem, _QUESTIONS, given, False), given, arms, _QUESTIONS)


def refuse_unfit(family: str, problem: Union[str, Problem]) -> None:
    """Raises ValueError for a question that does not fit the family of an experiment."""
    own = not isinstance(problem, str)
    fitting = [name for name in FAMILIES if name != "normal"] if own else _QUESTIONS[str(problem)].families
    if not fitting or family in fitting:
        return
    forms = [
        ", ".join([f'family="{name}"'] + [f"{field.keyword}=..." for field in _FAMILIES[name].fields if field.needed_live])
        for name in fitting
    ]
    asked = "a problem of your own" if own else problem
    raise ValueError(f"family: {asked} cannot be asked of {family} arms; give {one_of(forms)}")


_Function = TypeVar("_Function", bound=Callable[..., Any])


#: What the keywords of a function may be about.
OF_FAMILIES, OF_QUESTIONS, OF_LAWS = _FAMILIES, _QUESTIONS, _LAWS
OF_BEST_ARM = {"best-arm": _QUESTIONS["best-arm"]}


def takes_parameters(*kinds: Mapping[str, _Choice]) -> Callable[[_Function], _Function]:
    """Decorates a function whose ``**parameters`` are keywords of families and questions: adds these to its signature
    and documentation, and refuses other keywords."""
    keywords: dict[str, list[str]] = {}
    for kind in kinds:
        for choice in kind.values():
            for field in choice.fields:
                users = keywords.setdefault(field.keyword, [])
                if f": {field.help}" not in "".join(users):
                    users.append(f"{', '.join(_sharing(kind, field))}: {field.help}")

    def decorated(function: _Function) -> _Function:
        signature = inspect.signature(function)
        own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
        described = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in keywords]
        names = [parameter.name for parameter in own + described]

        @functools.wraps(function)
        def checked(*arguments: Any, **given: Any) -> Any:
            for keyword in given:
                if keyword not in names:
                    near = difflib.get_close_matches(keyword, names, 1)
                    raise TypeError(f"{function.__name__}() got an unexpected keyword argument {keyword!r}"
                                    + (f"; did you mean {near[0]}?" if near else ""))
            return function(*arguments, **given)

        lines = [f"    {name}: {'; '.join(users)}" for name, users in keywords.items()]
        doc = inspect.cleandoc(function.__doc__ or "")
        checked.__doc__ = "\n".join([doc, "", "Keywords of the family and of the problem:", "", *lines]).strip()
        setattr(checked, "__signature__", signature.replace(parameters=own + described))
        return cast(_Function, checked)

    return decorated


def _sharing(kind: Mapping[str, _Choice], field: _Field) -> list[str]:
    return [name for name, choice in kind.items() if (other := choice.field(field.keyword)) and other.help == field.help]
