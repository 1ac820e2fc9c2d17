"""The design of comparisons in rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Optional, Union

import numpy as np

from ._arguments import listed, text, whole
from ._question import Parameters, is_given, law_of

#: The number of items of a finite set, or their names.
Items = Union[int, Iterable[str]]


def names_of(arms: object) -> list[str]:
    names = [str(arm) if isinstance(arm, (int, float)) else text("arms", arm) for arm in listed("arms", arms)]
    for name in names:
        if not name.isprintable():
            raise ValueError(f"arms: {name!r} contains characters that cannot be printed; give plain text")
    return names


def _items_of(items: Optional[Items]) -> tuple[Optional[int], list[str]]:
    if items is None:
        return None, []
    if isinstance(items, (bool, np.bool_)):
        raise ValueError(f"items: {items} is neither a number nor a list; give how many there are, or their names")
    if isinstance(items, Iterable):
        names = listed("items", items)
        for name in names:
            if not isinstance(name, str):
                raise ValueError(f"items: {name!r} is not a name; give a list of texts, or only how many items there are")
        repeated = next((name for name, times in Counter(names).items() if times > 1), None)
        if repeated is not None:
            raise ValueError(f"items: {repeated!r} is given twice and would count twice; give every item once")
        return len(names), [text("items", name) for name in names]
    return whole("items", items), []


def design_of(
    family: Optional[str],
    given: Parameters,
    *,
    items: Optional[Items] = None,
    round_size: Optional[int] = None,
) -> dict[str, object]:
    """The design of a comparison in rounds in the form of the library."""
    number_of_items, names = _items_of(items)
    return {
        "family": law_of("symmetric" if family is None else family, given),
        "items": number_of_items,
        "item_names": names,
        "round_size": None if round_size is None else whole("round_size", round_size),
    }


def is_in_rounds(rounds: object) -> bool:
    if not isinstance(rounds, (bool, np.bool_)):
        raise ValueError(f"rounds: {rounds!r} is neither True nor False")
    return bool(rounds)


def refuse_without_rounds(**given: object) -> None:
    for keyword, value in given.items():
        if is_given(value):
            raise ValueError(f"{keyword}: only a comparison in rounds uses it; give rounds=True too, or leave it out")
