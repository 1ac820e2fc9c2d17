"""From keyword arguments to the problem they describe. Nothing is ignored in silence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from ._arguments import known, number, numbers, one_of, whole
from ._own import Problem

Numbers = Union[Sequence[float], npt.NDArray[Any]]
#: The answer sets of polyhedral: a name, and rows A and bounds b of A mu > b.
Sets = Mapping[str, tuple[Sequence[Sequence[float]], Sequence[float]]]

PROBLEMS = ("best-arm", "top-m", "thresholding", "signed", "closest", "polyhedral")
FAMILIES = ("gaussian", "bernoulli", "poisson", "exponential", "bounded", "normal")

# Which problems, or which families, use a keyword.
_PROBLEMS_OF = {
    "level": ("thresholding", "signed", "closest"),
    "top": ("top-m",),
    "margin": ("best-arm", "top-m", "thresholding"),
    "lowest": ("best-arm", "top-m"),
    "sets": ("polyhedral",),
}
_FAMILIES_OF = {"sigma": ("gaussian", "normal"), "lo": ("bounded",), "hi": ("bounded",)}
_NEEDED = {"thresholding": "level", "signed": "level", "closest": "level", "top-m": "top", "polyhedral": "sets"}


def is_given(value: object) -> bool:
    """0 is, although it equals False."""
    return value is not None and value is not False


def _refuse_unfit(kind: str, chosen: str, given: Mapping[str, object], fits: Mapping[str, Sequence[str]]) -> None:
    for keyword, names in fits.items():
        if not is_given(given.get(keyword)) or chosen in names:
            continue
        raise ValueError(f"{keyword}: {chosen} does not use it; leave it out, or use {kind}={one_of(names)}")


def family_text(
    family: str, *, sigma: Optional[Union[float, Numbers]] = None, lo: Optional[float] = None, hi: Optional[float] = None
) -> str:
    """The family as the library reads it."""
    known("family", family, FAMILIES)
    _refuse_unfit("family", family, {"sigma": None if sigma is None else True, "lo": lo, "hi": hi}, _FAMILIES_OF)
    fields: dict[str, object] = {"name": family}
    if family == "gaussian":
        if sigma is not None and np.ndim(sigma) > 0:
            raise ValueError("sigma: a list is given, and gaussian arms share one known sigma; give one number, "
                             "or use family=\"normal\"")
        fields["sigma"] = 1.0 if sigma is None else number("sigma", sigma)
    if family == "bounded":
        fields["lo"] = 0.0 if lo is None else number("lo", lo)
        fields["hi"] = 1.0 if hi is None else number("hi", hi)
    for name, value in fields.items():
        if isinstance(value, float) and not np.isfinite(value):
            raise ValueError(f"{name}: {value!r} is not a finite number")
    return json.dumps(fields)


def sigmas_of(family: str, sigma: Optional[Union[float, Numbers]]) -> list[float]:
    """The true standard deviations of normal arms, one for all or one for each; none for others."""
    if family != "normal":
        return []
    return [1.0] if sigma is None else numbers("sigma", np.atleast_1d(np.asarray(sigma)))


def _sets(sets: Sets, arms: int) -> list[dict[str, object]]:
    out: list[dict[str, object]] = []
    if not isinstance(sets, Mapping):
        raise ValueError(f"sets: {sets!r} is no dictionary; give {{name: (rows, bounds), ...}}")
    for name, given in sets.items():
        try:
            rows, bounds = given
            matrix = np.asarray(rows, dtype=float)
        except (TypeError, ValueError):
            raise ValueError(f"sets: {name!r} has no rows and bounds of numbers; give (rows, bounds)") from None
        if not (np.isfinite(matrix).all() and np.isfinite(numbers("sets", bounds, "row")).all()):
            raise ValueError(f"sets: {name!r} has numbers that are not finite")
        if matrix.ndim != 2 or matrix.shape[1] != arms:
            raise ValueError(f"sets: the rows of {name!r} have shape {matrix.shape}; give {arms} numbers a row, "
                             "one for every arm")
        out.append({"name": str(name), "rows": [float(x) for x in matrix.ravel()], "bounds": numbers("sets", bounds, "row")})
    return out


def question_of(
    problem: Union[str, Problem],
    arms: int,
    *,
    level: Optional[float] = None,
    top: Optional[int] = None,
    margin: Optional[float] = None,
    lowest: bool = False,
    sets: Optional[Sets] = None,
) -> object:
    """The question as the library reads it: text, or the problem of one's own itself."""
    if not isinstance(lowest, (bool, np.bool_)):
        raise ValueError(f"lowest: {lowest!r} is neither True nor False")
    given = {"level": level, "top": top, "margin": margin, "lowest": bool(lowest), "sets": sets}
    if not isinstance(problem, str):
        for keyword, value in given.items():
            if is_given(value):
                raise ValueError(f"{keyword}: a problem of your own does not use it; leave it out")
        return problem
    known("problem", problem, PROBLEMS)
    _refuse_unfit("problem", problem, given, _PROBLEMS_OF)
    needed = _NEEDED.get(problem)
    if needed is not None and given[needed] is None:
        raise ValueError(f"{needed}: {problem} needs it; give {needed}=...")
    fields: dict[str, object] = {"name": problem}
    if problem == "top-m":
        fields["top"] = whole("top", top, 1)
        if not 1 <= fields["top"] < max(arms, 2):  # type: ignore[operator]
            raise ValueError(f"top: {top} of {arms} arms; give 1 to {max(arms, 2) - 1}")
    if level is not None:
        fields["level"] = number("level", level)
        if not np.isfinite(fields["level"]):  # type: ignore[call-overload]
            raise ValueError(f"level: {level!r} is not a finite number")
    if problem in _PROBLEMS_OF["lowest"]:
        fields["direction"] = "lowest" if lowest else "highest"
    if problem in _PROBLEMS_OF["margin"]:
        fields["margin"] = _margin(margin)
    if sets is not None:
        fields["sets"] = _sets(sets, arms)
    return json.dumps(fields)


def _margin(margin: Optional[float]) -> float:
    if margin is None:
        return 0.0
    value = number("margin", margin)
    if not (value > 0 and np.isfinite(value)):
        raise ValueError(f"margin: {margin!r} is not a difference that could matter; give a number above 0, "
                         "or leave it out")
    return value
