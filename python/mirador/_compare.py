"""Tables of rounds that are finished, and the verdict on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import known, number, whole
from ._own import Array
from ._question import OF_BEST_ARM, OF_LAWS, question_of, takes_parameters
from ._rounds import design_of, names_of
from ._status import Comparison, status_of

#: Columns by name (a dictionary or a DataFrame of pandas or polars), or an array with a row for every round.
Table = Union[Mapping[str, npt.ArrayLike], npt.ArrayLike, Any]

#: A first column with one of these names, in any case, holds labels.
LABELS = ("", "item", "round", "id", "doc_id", "question", "task", "index")


def _unmasked(values: Any) -> Any:
    return values.astype(float).filled(np.nan) if hasattr(values, "filled") else values


def _column(name: str, values: Any) -> Array:
    """Numbers, NaN where there is none."""
    try:
        if hasattr(values, "isna"):  # pandas, whose NA is no number
            values = values.astype(object).where(~values.isna(), np.nan)
        column = np.asarray(_unmasked(values), dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"table: column {name!r} is not a list of numbers; leave it out, or make it the index; a first "
                         "column with the name item holds labels. A table has a column for every arm and a row for "
                         "every round") from None
    if column.ndim != 1:
        raise ValueError(f"table: column {name!r} has shape {column.shape}; give one number for every round")
    return column


def _keys(table: Any) -> Optional[list[Any]]:
    """The names of the columns of a dictionary or a DataFrame; None for an array."""
    if not (isinstance(table, Mapping) or (hasattr(table, "columns") and hasattr(table, "__getitem__"))):
        return None
    return list(table.keys() if isinstance(table, Mapping) else table.columns)


def _has_labels(keys: Sequence[Any], arms: Optional[Sequence[str]]) -> bool:
    return bool(keys) and str(keys[0]).lower() in LABELS and (arms is None or keys[0] not in arms)


def _labels(table: Any, arms: Optional[Sequence[str]]) -> list[str]:
    """Those of the rows, or none."""
    keys = _keys(table)
    return [str(label) for label in table[keys[0]]] if keys is not None and _has_labels(keys, arms) else []


def _columns(table: Any, arms: Optional[Sequence[str]]) -> Optional[dict[str, Array]]:
    """The columns of a dictionary or a DataFrame; None for an array. A first column of labels is left out."""
    keys = _keys(table)
    if keys is None:
        return None
    if len(set(keys)) < len(keys):
        raise ValueError("table: two columns have the same name; give every arm its own")
    if _has_labels(keys, arms):
        del keys[0]
    columns = {name: _column(name, table[key]) for name, key in zip(names_of(keys), keys)}
    if len({len(column) for column in columns.values()}) > 1:
        raise ValueError("table: the columns have different lengths; give NaN where there is no value")
    return columns


def _matrix(table: Any, arms: Optional[int]) -> Array:
    try:
        matrix = np.asarray(_unmasked(table), dtype=float)
    except (TypeError, ValueError):
        raise ValueError("table: it is not a table of numbers; give a DataFrame, a dictionary of columns, or an array "
                         "with a row for every round and a column for every arm") from None
    if matrix.ndim != 2 or (arms is not None and matrix.shape[1] != arms):
        columns = "every arm" if arms is None else f"each of the {arms} arms"
        raise ValueError(f"table: an array of shape {matrix.shape} is given; give a row for every round and a column for "
                         f"{columns}")
    return matrix


def _refuse_row_numbers(columns: Mapping[str, Array]) -> None:
    """Is the first column 0, 1, 2, ... or 1, 2, 3, ...? A few rows of scores may look so."""
    name = next(iter(columns), None)
    if name is None or len(columns[name]) < 4:
        return
    if any(np.array_equal(columns[name], np.arange(len(columns[name])) + first) for first in (0, 1)):
        raise ValueError(f"table: column {name!r} numbers the rows; rename it to item, or leave it out")


def read_table(table: Table, arms: Optional[Sequence[str]]) -> tuple[list[str], Array]:
    """The arms and their values, a row for every round. Without `arms` those of the columns, or "arm 1", "arm 2", ..."""
    columns = _columns(table, arms)
    if columns is None:
        matrix = _matrix(table, None if arms is None else len(arms))
        names = [f"arm {a + 1}" for a in range(matrix.shape[1])] if arms is None else list(arms)
    else:
        if arms is None:
            _refuse_row_numbers(columns)
        names = list(columns) if arms is None else list(arms)
        unknown, missing = [n for n in columns if n not in names], [n for n in names if n not in columns]
        if unknown:
            raise ValueError(f"table: column {unknown[0]!r} is not one of the {len(names)} arms; leave it out")
        if missing:
            raise ValueError(f"table: there is no column {missing[0]!r}; give one, with NaN where there is no value")
        matrix = np.column_stack([columns[name] for name in names]) if names else np.empty((0, 0))
    if len(matrix) == 0:
        raise ValueError("table: it has no rows; give a row for every round")
    return names, matrix


@takes_parameters(OF_LAWS, OF_BEST_ARM)
def compare(
    table: Table,
    *,
    arms: Optional[Iterable[str]] = None,
    items: bool = False,
    family: str = "symmetric",
    delta: float = 0.05,
    scale: str = "linear",
    seed: int = 1,
    **parameters: Any,
) -> Comparison:
    """The verdict on rounds that are finished: which arm is best, and how many rows would have sufficed.

    Columns are arms. Rows are rounds: what every arm scored under the same conditions, for instance on the same
    question. NaN is a missing value. ``table`` is a DataFrame or a dictionary, whose columns name the arms, or an
    array (``arms`` names its columns). A first column with the name item, round, id, doc_id, question, task, index or
    nothing, in any case, holds labels. ``warnings`` says if labels are repeated, or if the rows after the verdict decide
    for another arm.

    ``items=True``: the rows are all items of a finite set, and the question is which arm is best on exactly these. They
    are used in random order, which ``seed`` determines. Otherwise the rows are a sample of something larger and count in
    their order, so shuffle them if they are sorted.

    ``family``: ``"bounded"`` (scores from ``lo`` to ``hi``) and ``"bernoulli"`` (0 or 1) compare averages and assume no
    shape; ``items`` needs one of these. ``"symmetric"`` takes any numbers whose differences within a round vary alike to
    both sides. ``good_enough`` asks for an arm within that of the best. The numbers are those of ``mirador compare``.

    >>> import mirador
    >>> scores = {"small": [0, 1, 0, 0] * 50, "large": [1, 1, 1, 0] * 50}
    >>> result = mirador.compare(scores, family="bernoulli", items=True)
    >>> result.verdict.answer, result.guarantee.status, result.rows, result.rows_needed
    ('large', 'proved', 200, 9)
    >>> result.differences[0].estimate < 0
    True
    """
    given = None if arms is None else names_of(arms)
    names, values = read_table(table, given)
    if not isinstance(items, (bool, np.bool_)):
        raise ValueError(f"items: {items!r} is neither True nor False; True says that the rows are the whole set")
    design = design_of(family, parameters)
    design["items"] = len(values) if items else None
    request = {
        "arms": names,
        "rounds": design,
        "question": question_of("best-arm", len(names), parameters),
        "delta": number("delta", delta),
        "max_samples": None,
        "reissue_after": None,
        "seed": whole("seed", seed, 0, 2**64 - 1),
        "scale": known("scale", scale, ("linear", "log")),
        "note": "",
    }
    status = status_of(_core.compare(request, values, _labels(table, given)))
    if status.verdict is None:  # no row is to come
        status = replace(status, phase="undecided", samples_to_go=None,
                         samples_to_go_low=None, samples_to_go_high=None)
    return Comparison(
        **vars(status),
        rows=len(values),
        values=int(np.count_nonzero(~np.isnan(values))),
        rows_needed=None if status.verdict is None else status.rounds,
    )
