"""Checks of arguments; every error message is one line."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np


def one_of(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def known(field: str, name: object, names: Sequence[str]) -> str:
    """The name, if it is one of the given names."""
    if isinstance(name, str) and name in names:
        return name
    raise ValueError(f"{field}: {name!r} is unknown; give {one_of(names)}")


def listed(field: str, values: object) -> list[Any]:
    """An ordered collection; sets are refused."""
    if isinstance(values, (str, bytes, set, frozenset, Mapping)) or not isinstance(values, Iterable):
        raise ValueError(f"{field}: {values!r} is not a list; give one, as in [...]")
    return list(values)


def numbers(field: str, values: object, each: str = "arm") -> list[float]:
    """A list of finite or infinite numbers; the library checks their range."""
    if isinstance(values, np.ma.MaskedArray) and values.mask.any():
        raise ValueError(f"{field}: some values are masked; leave them out")
    try:
        if np.iscomplexobj(np.asarray(values)):
            raise ValueError
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{field}: {values!r} is not a list of numbers") from None
    if array.ndim != 1:
        raise ValueError(f"{field}: an array of shape {array.shape} is given; give one number for every {each}")
    return [float(value) for value in array]


def number(field: str, value: object) -> float:
    try:
        if isinstance(value, (complex, np.complexfloating)):
            raise ValueError
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{field}: {value!r} is not a number") from None


def whole(field: str, value: object, least: int = 0, most: int = 2**63 - 1) -> int:
    """An integer, which may be written as 1e6."""
    try:
        amount = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        real = number(field, value)
        amount = int(real) if math.isfinite(real) else least - 1
        if amount != real:
            raise ValueError(f"{field}: {value!r} is not a whole number of at least {least}") from None
    if not least <= amount <= most:
        what = f"is not a whole number of at least {least}" if amount < least else f"is too large; give at most {most}"
        raise ValueError(f"{field}: {value!r} {what}")
    return amount


def text(field: str, value: object) -> str:
    if isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value):
        return value
    raise ValueError(f"{field}: {value!r} is not a text")
