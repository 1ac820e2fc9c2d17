"""Plots of simulations and experiments with matplotlib.

Every function takes ``ax``, the matplotlib Axes to draw into (default: a new figure), and returns the Axes, so that
titles, limits and sizes can be changed afterwards. Global settings are not changed: no style sheet, no backend. The
colours are safe for red-green colour blindness. A plot of guaranteed results says whether the guarantee is proved or
heuristic.

Only these functions need matplotlib; it is imported by the first call.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from mirador import Comparison, Experiment, History, Simulation, Status

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from mirador import ArmStatus, Bound, Verdict

__all__ = ["arms", "evidence", "proportions", "stopping_times"]

# Okabe and Ito's hues in the lightness of mirador's own charts (apps/cli/plot/theme.cpp).
COLOURS = ("#0059b0", "#d56a00", "#009e66", "#8e4673", "#3d99d6", "#6b4000", "#23262b")
TEXT, QUIET, GRID, AXIS = "#1f2328", "#57606a", "#e4e7eb", "#8a929c"
TITLE_SIZE, TEXT_SIZE, NOTE_SIZE = 10.5, 9.0, 8.5  # points

DASHED = (0, (5, 3))

MOST_DELTAS = 3  # side by side
MOST_LINES = 10  # that get a colour and a label each


def stopping_times(
    result: Simulation, delta: float | None = None, ax: Any = None, *, log: bool | None = None
) -> Any:
    """Box plots of the samples until each rule stops: Figure 1 of the paper.

    A box spans the quartiles with a line at the median, whiskers reach from 5 to 95 % of the runs, the dot is
    the mean. The dashed line is the lower bound T* kl(δ, 1-δ), absent if the means tie. A run without a
    verdict counts with the samples of its budget, and a note gives the number of such runs.

    ``delta`` selects one of the risks. By default all are shown side by side, or only the smallest if there are more
    than three. ``log`` makes the axis logarithmic; by default it is logarithmic if the whiskers span a factor of 100
    or more.

    >>> import mirador, mirador.plot
    >>> result = mirador.simulate([1, 0.5, 0.4], rules=("lma", "unif"), deltas=(0.1,), runs=50)
    >>> axes = mirador.plot.stopping_times(result)
    >>> axes.get_title(loc="left")
    'Stopping times, δ = 0.1 [proved]'
    """
    chosen = _chosen_deltas(result.deltas, delta)
    rules, groups = len(result.rules), len(chosen)
    boxes = rules * groups
    ax, room = _axes_of(ax, width=min(max(6.4, 0.45 * boxes + 1.2), 12.0), left=0.8)
    _dress(ax, "y")
    samples = np.asarray(result.samples, dtype=float)
    low, high = math.inf, 0.0
    for group, d in enumerate(chosen):
        at = [group * (rules + 1.0) + rule for rule in range(rules)]
        bounds = _draw_boxes(ax, samples[:, d], at)
        if _common_bound(result) is not None:
            bounds.append(_draw_bound(ax, result, result.deltas[d], at))
        low, high = min(low, *bounds), max(high, *bounds)
    for group, d in enumerate(chosen):
        left = -0.7 if groups == 1 else group * (rules + 1.0) - 0.5
        _draw_heading(ax, result, result.deltas[d], left, groups)
    ax.set_xlim(-0.7, groups * (rules + 1.0) - 1.3)
    if log is None:
        log = high >= 100.0 * max(low, 1.0)
    _samples_axis(ax, None if log else 1.05 * high)
    _label_boxes(ax, result, samples, chosen, room)
    risks = ", ".join(f"{result.deltas[d]:g}" for d in chosen)
    title = f"Stopping times, δ = {risks} [{result.guarantee.status}]"
    lines = int(groups > 1) + int(_common_bound(result) is not None)
    _caption(ax, title, "", room, above=lines)
    return ax


def _lonely(samples: Any) -> str:
    """A single moment is drawn as a dot, because a line would be invisible."""
    return "o" if len(samples) == 1 else ""


def proportions(
    source: History | Experiment, weights: ArrayLike | None = None, ax: Any = None
) -> Any:
    """The share N_a/t of the measurements of each arm over time; dashed, the shares w*.

    ``weights`` are the optimal shares, for instance ``mirador.bound(means).weights``. By default those of an
    experiment are the shares that would be optimal if its current means were true; a history alone has none.
    With more than ten arms only the seven with the largest shares are labelled; the others are grey.

    >>> import mirador, mirador.plot
    >>> with mirador.Experiment(["left", "right"], family="bernoulli") as experiment:
    ...     for value in (0, 1, 0, 0, 1, 1):
    ...         _ = experiment.tell(experiment.ask(), value)
    ...     axes = mirador.plot.proportions(experiment, weights=[0.5, 0.5])
    >>> axes.get_title(loc="left")
    'Share of the measurements of each arm'
    """
    history = source.history() if isinstance(source, Experiment) else source
    names, best = history.arms, _targets(source.status()) if isinstance(source, Experiment) else None
    note = "" if best is None else "the optimal shares if the current means are true."
    if weights is not None:
        best, note = np.asarray(weights, dtype=float), "the optimal shares w*."
        if best.shape != (len(names),):
            raise ValueError(f"weights: {best.size} numbers for {len(names)} arms; give one for each arm")
    title = "Share of the measurements of each arm"
    counts = np.asarray(history.counts, dtype=float)
    if len(counts) == 0:
        return _nothing(ax, title)
    samples = np.asarray(history.samples, dtype=float)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
    styles = _styles(shares[-1] if best is None else best)
    labels = _share_labels(names, shares[-1], best, styles)
    ax, room = _axes_of(ax, right=_width_of(labels))
    _dress(ax, "y")
    for arm, (colour, width) in enumerate(styles):
        ax.plot(samples, shares[:, arm], color=colour, linewidth=width, label=names[arm], marker=_lonely(samples))
    top = float(shares[len(shares) // 10 :].max())  # the first few shares are large but not informative
    if best is not None:
        top = max(top, float(best.max()))
        for arm, (colour, width) in enumerate(styles):
            if colour != AXIS:
                ax.plot(samples[[0, -1]], [best[arm]] * 2, color=colour, linewidth=0.7 * width, linestyle=DASHED)
    ax.set_ylim(0.0, min(1.0, 1.12 * top))
    _count_axis(ax, samples)
    _label_lines(ax, shares[-1], [colour for colour, _ in styles], labels)
    marks = "Dashed, in brackets" if labels[0].endswith(")") else "Dashed"
    _caption(ax, title, note and f"{marks}: {note}", room)
    return ax


def evidence(source: History | Experiment, ax: Any = None) -> Any:
    """The evidence for the current answer and the evidence a verdict requires, over time, in nats.

    Evidence below 0 is drawn at 0. A dot marks the verdict, which later results do not change. The title of an
    experiment says whether its stopping rule is proved; a history alone does not contain that.

    >>> import mirador, mirador.plot
    >>> with mirador.Experiment(["left", "right"], family="gaussian", sigma=1) as experiment:
    ...     while (ticket := experiment.ask()) is not None:
    ...         _ = experiment.tell(ticket, 1.0 if ticket.arm == "left" else 0.0)
    ...     axes = mirador.plot.evidence(experiment)
    >>> [line.get_label() for line in axes.get_lines()][:2]
    ['evidence', 'required']
    """
    history = source.history() if isinstance(source, Experiment) else source
    title = _evidence_title(history.verdict, source.status() if isinstance(source, Experiment) else None)
    samples = np.asarray(history.samples, dtype=float)
    found, required = np.maximum(_finite(history.evidence), 0.0), _finite(history.required)
    if np.isnan(required).all():
        return _nothing(ax, title)
    labels, colours = ["evidence", "required"], COLOURS[:2]
    ax, room = _axes_of(ax, right=_width_of(labels))
    _dress(ax, "y")
    ax.plot(samples, found, color=colours[0], linewidth=1.8, label=labels[0], clip_on=False, marker=_lonely(samples))
    ax.plot(samples, required, color=colours[1], linewidth=1.5, linestyle=DASHED, label=labels[1])
    ax.set_ylim(0.0, 1.18 * float(np.nanmax(np.concatenate([found, required]))))
    _count_axis(ax, samples)
    ax.set_ylabel("evidence, nats", color=QUIET, fontsize=TEXT_SIZE)
    _draw_verdict(ax, history.verdict, samples, required, room)
    _label_lines(ax, np.array([_last(found), _last(required)]), colours, labels)
    _caption(ax, title, "There is a verdict when the evidence reaches what is required.", room)
    return ax


def arms(source: Experiment | Status, ax: Any = None) -> Any:
    """The mean of each arm with its interval, the pulls on the right, and the verdict. In rounds each arm is compared with
    the answer: their difference within rounds (on the log scale their ratio) with its interval.

    The intervals hold jointly and at all times with probability 1-δ (proved, for independent measurements of the
    experiment's family), so they may be viewed at any time. Arms are in the order of the experiment. The arms of the
    answer are blue and bold; those that a verdict with a margin calls equal are hollow and marked with "=". An
    interval that continues beyond the plot ends in an arrow.

    >>> import mirador, mirador.plot
    >>> with mirador.Experiment(["left", "right"], family="gaussian", sigma=1) as experiment:
    ...     while (ticket := experiment.ask()) is not None:
    ...         _ = experiment.tell(ticket, 1.0 if ticket.arm == "left" else 0.0)
    ...     axes = mirador.plot.arms(experiment)
    >>> [label.get_text() for label in axes.get_yticklabels()]
    ['left', 'right']
    """
    status = source.status() if isinstance(source, Experiment) else source
    count, roles = len(status.arms), _roles(status)
    names = _short_names([arm.name for arm in status.arms], 28)
    names = [name + (" =" if role == "shares" else "") for name, role in zip(names, roles)]
    pulls = [f"{arm.pulls:,}" for arm in status.arms]
    height = min(max(1.5 + 0.28 * count, 2.4), 12.0)
    ax, room = _axes_of(ax, height=height, left=_width_of(names), right=_width_of([*pulls, "pulls"]))
    _dress(ax, "x")
    shown = status.arms if status.rounds is None else _compared(status)
    view = _view(shown)
    for place, (arm, role) in enumerate(zip(shown, roles)):
        is_answer = status.rounds is not None and role == "chosen"
        _draw_interval(ax, arm, place, role, view, "compared with this one" if is_answer else "not measured yet")
    ax.set_xlim(*view)
    ax.set_ylim(count - 0.4, -0.6)
    ax.set_yticks(range(count), names, fontsize=TEXT_SIZE, color=TEXT)
    for label, role in zip(ax.get_yticklabels(), roles):
        label.set_fontweight("bold" if role == "chosen" else "normal")
    _draw_pulls(ax, pulls, roles)
    if all(arm.mean is None for arm in shown):
        ax.set_xticks([])
    measured = "mean" if status.rounds is None else f"compared with {_shortened(_plain(status.answer or 'the answer'), 40)}"
    ax.set_xlabel(measured, color=QUIET, fontsize=TEXT_SIZE)
    confidence = _bound_text(100 * (1 - Decimal(repr(status.delta))), 4, ROUND_FLOOR)
    worth = "proved" if status.contradiction is None else "assumption contradicted"
    of_all = "all arms" if status.rounds is None else "all pairs"
    intervals = f"anytime {confidence} % intervals, {of_all} at once ({worth}), not jointly with a verdict"
    note = f"Dots: {'means' if status.rounds is None else 'differences within rounds'}. Lines: {intervals}."
    _caption(ax, _arms_title(status), note, room)
    return ax


# ---- axes, titles, labels ------------------------------------------------------------------------------------------


def _axes_of(
    ax: Any, width: float = 6.4, height: float = 4.0, left: float = 0.7, right: float = 0.1
) -> tuple[Any, float]:
    """The Axes to draw into and their width in inches; `left` and `right` are the widths of labels at the sides."""
    if ax is not None:
        return ax, float(ax.figure.get_figwidth() * ax.get_position().width)
    try:
        from matplotlib import pyplot
    except ImportError as missing:
        raise ImportError(
            "mirador.plot needs matplotlib (Debian: python3-matplotlib; pip install matplotlib elsewhere)"
        ) from missing
    _, ax = pyplot.subplots(figsize=(width, height), layout="constrained")
    return ax, width - left - right


def _dress(ax: Any, grid: str) -> None:
    ax.grid(axis=grid, color=GRID, linewidth=0.8)
    ax.set_axisbelow(True)
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(AXIS)
    ax.tick_params(color=AXIS, labelcolor=TEXT, labelsize=TEXT_SIZE, length=3.0)


def _wrapped(text: str, inches: float, points: float, em: float) -> str:
    """The text in lines of at most `inches`, for letters with a width of `em` times their size."""
    kept = text.replace(" = ", "\u00a0=\u00a0")
    return textwrap.fill(kept, max(20, int(inches * 72.0 / (em * points)))).replace("\u00a0", " ")


def _caption(ax: Any, title: str, note: str, room: float, above: int = 0) -> None:
    """A title and a note above the Axes, broken to fit its width; `above`: lines already there."""
    title = _wrapped(title, room, TITLE_SIZE, 0.58)
    note = _wrapped(note, room, NOTE_SIZE, 0.52)
    height = 1.25 * NOTE_SIZE
    if note:
        ax.annotate(
            note, (0.0, 1.0), xytext=(0.0, 5.0 + above * height), xycoords="axes fraction", textcoords="offset points",
            ha="left", va="bottom", fontsize=NOTE_SIZE, color=QUIET,
        )  # fmt: skip
        above += note.count("\n") + 1
    pad = 10.0 + above * height if above else 7.0
    ax.set_title(title, loc="left", fontsize=TITLE_SIZE, fontweight="bold", color=TEXT, pad=pad)


def _count_axis(ax: Any, samples: NDArray[Any]) -> None:
    start, end = float(samples[0]), float(samples[-1])
    ax.set_xlim(start, end if end > start else start + 1.0)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("measurements", color=QUIET, fontsize=TEXT_SIZE)


def _label_lines(ax: Any, ends: NDArray[Any], colours: Sequence[str], labels: Sequence[str]) -> None:
    """Labels at the right ends of lines, moved apart to avoid overlap; empty labels are skipped."""
    low, high = ax.get_ylim()
    inches = float(ax.figure.get_figheight() * ax.get_position().height)
    least = (high - low) * 1.3 * TEXT_SIZE / 72.0 / max(inches, 0.5)
    wanted = [place if label else math.nan for place, label in zip(ends, labels)]
    for place, colour, label in zip(_spread(np.array(wanted), least, low, high), colours, labels):
        if math.isfinite(place):
            ax.annotate(
                label, (1.0, place), xytext=(5.0, 0.0), xycoords=("axes fraction", "data"), textcoords="offset points",
                ha="left", va="center", fontsize=TEXT_SIZE, color=colour, annotation_clip=False,
            )  # fmt: skip


def _width_of(labels: Sequence[str]) -> float:
    """Their approximate width in inches."""
    return 0.2 + 0.57 * TEXT_SIZE / 72.0 * max(map(len, labels))


def _nothing(ax: Any, title: str) -> Any:
    ax, room = _axes_of(ax)
    _dress(ax, "y")
    ax.set_xticks([])
    ax.set_yticks([])
    _caption(ax, title, "There are too few measurements for a plot.", room)
    return ax


def _spread(values: NDArray[Any], least: float, low: float, high: float) -> NDArray[Any]:
    """The values, moved as little as possible to keep them `least` apart and, if there is room, in range."""
    placed = np.array(values, dtype=float)
    order = [int(i) for i in np.argsort(placed, kind="stable") if math.isfinite(placed[i])]
    clusters: list[tuple[float, int]] = []  # centre, members
    for i in order:
        centre, size = float(placed[i]), 1
        while clusters and centre - clusters[-1][0] < least * (size + clusters[-1][1]) / 2.0:
            other, members = clusters.pop()
            centre, size = (centre * size + other * members) / (size + members), size + members
            half = least * (size - 1) / 2.0
            centre = max(min(centre, high - half), low + half)
        clusters.append((centre, size))
    flat = [centre + least * (k - (size - 1) / 2.0) for centre, size in clusters for k in range(size)]
    for i, value in zip(order, flat):
        placed[i] = value
    return placed


def _shortened(text: str, most: int) -> str:
    return _plain(text if len(text) <= most else text[: most - 1].rstrip() + "…")


def _plain(text: str) -> str:
    """Text that matplotlib should not interpret: it reads text between two dollar signs as a formula."""
    return text.replace("$", r"\$")


def _short_names(names: Sequence[str], most: int) -> list[str]:
    """Names of at most `most` letters, cut where most of them stay distinct: at the end, in the middle or in front."""
    third = most // 3
    ways = [
        [name if len(name) <= most else name[: most - 1].rstrip() + "…" for name in names],
        [name if len(name) <= most else name[: most - 1 - third].rstrip() + "…" + name[-third:] for name in names],
        [name if len(name) <= most else "…" + name[1 - most :].lstrip() for name in names],
    ]
    return [_plain(name) for name in max(ways, key=lambda way: len(set(way)))]


def _finite(values: ArrayLike) -> NDArray[Any]:
    array = np.array(values, dtype=float)
    array[~np.isfinite(array)] = math.nan
    return array


def _last(values: NDArray[Any]) -> float:
    known = values[~np.isnan(values)]
    return float(known[-1]) if len(known) else math.nan


# ---- stopping times ------------------------------------------------------------------------------------------------


def _chosen_deltas(deltas: Sequence[float], delta: float | None) -> list[int]:
    if delta is None:
        if len(deltas) <= MOST_DELTAS:
            return list(range(len(deltas)))
        return [min(range(len(deltas)), key=lambda d: deltas[d])]
    for d, value in enumerate(deltas):
        if math.isclose(value, delta, rel_tol=1e-9):
            return [d]
    known = ", ".join(f"{value:g}" for value in deltas)
    raise ValueError(f"delta: {delta:g} was not simulated; take one of {known}")


def _draw_boxes(ax: Any, samples: NDArray[Any], at: list[float]) -> list[float]:
    """One box per rule; returns the ends of the whiskers."""
    ends: list[float] = []
    for rule, runs in enumerate(samples):
        q05, q25, q50, q75, q95 = (float(q) for q in np.quantile(runs, (0.05, 0.25, 0.5, 0.75, 0.95)))
        colour = COLOURS[rule % len(COLOURS)]
        line = {"color": colour, "linewidth": 1.2}
        box = {"whislo": q05, "q1": q25, "med": q50, "q3": q75, "whishi": q95, "mean": float(runs.mean())}
        ax.bxp(
            [box], positions=[at[rule]], widths=0.62, showfliers=False, showmeans=True, patch_artist=True,
            manage_ticks=False, boxprops={"facecolor": colour + "33", "edgecolor": colour, "linewidth": 1.2},
            medianprops={"color": colour, "linewidth": 2.2}, whiskerprops=line, capprops=line,
            meanprops={"marker": "o", "markersize": 4.5, "markerfacecolor": TEXT, "markeredgecolor": TEXT},
        )  # fmt: skip
        ends += [q05, q95]
    return ends


def _samples_axis(ax: Any, top: float | None) -> None:
    """From 0 to the top; without a top logarithmic, with ticks at 1, 2 and 5 times powers of ten."""
    if top is None:
        ax.set_yscale("log")
    else:
        ax.set_ylim(0.0, top)
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.yaxis.set_minor_formatter(lambda value, _: f"{value:,.0f}" if f"{value:e}"[0] in "25" else "")
    ax.tick_params(axis="y", which="minor", length=0.0, labelsize=TEXT_SIZE, labelcolor=TEXT)
    ax.set_ylabel("samples, τ", color=QUIET, fontsize=TEXT_SIZE)


def _common_bound(result: Simulation) -> Bound | None:
    """The lower bound of all rules; rounds have another one."""
    return result.bound if result.rounds is None else None


def _draw_bound(ax: Any, result: Simulation, delta: float, at: list[float]) -> float:
    assert result.bound is not None
    least = float(result.bound.lower_bound(delta))
    ax.plot(
        [at[0] - 0.5, at[-1] + 0.5], [least, least], color=QUIET, linewidth=1.4, linestyle=DASHED,
        label=f"lower bound, δ = {delta:g}", zorder=1.5,
    )  # fmt: skip
    return least


def _draw_heading(ax: Any, result: Simulation, delta: float, left: float, groups: int) -> None:
    """δ and the value of its dashed line, above a group of boxes."""
    lines = [f"δ = {delta:g}"] if groups > 1 else []
    if _common_bound(result) is not None:
        assert result.bound is not None
        least = result.bound.lower_bound(delta)
        kind = "lower bound " if groups == 1 else ""
        what = "" if result.bound.status == "proved" else f", {result.bound.status}"
        lines.append(f"╌╌ {kind}T* kl(δ,1-δ) = {_rounded(least)}{what}")
    ax.annotate(
        "\n".join(lines), (left, 1.0), xytext=(0.0, 5.0), xycoords=("data", "axes fraction"),
        textcoords="offset points", ha="left", va="bottom", fontsize=NOTE_SIZE, color=TEXT,
    )  # fmt: skip


def _rounded(value: float) -> str:
    if abs(value) < 100.0:
        return f"{value:.3g}"
    return f"{value:.0f}" if abs(value) < 1e4 else f"{value:,.0f}"


def _label_boxes(
    ax: Any, result: Simulation, samples: NDArray[Any], chosen: list[int], width: float
) -> None:
    """Names of rules below boxes, with mean ± standard error if there is room; and the explanation of the marks."""
    rules, runs = len(result.rules), samples.shape[2]
    places = [group * (rules + 1.0) + rule for group in range(len(chosen)) for rule in range(rules)]
    room = width / (len(chosen) * (rules + 1.0)) * 72.0 / (0.6 * TEXT_SIZE)  # letters
    names = _short_names(result.rules, 24)
    numbers = [[_mean_text(samples[rule, d]) for rule in range(rules)] for d in chosen]
    turned = max(map(len, names)) > room
    numbered = not turned and max(len(text) for texts in numbers for text in texts) <= room
    labels = [f"{name}\n{text}" if numbered else name for texts in numbers for name, text in zip(names, texts)]
    turn = {"rotation": 30.0, "ha": "right", "rotation_mode": "anchor"} if turned else {}
    ax.set_xticks(places, labels, fontsize=TEXT_SIZE, color=TEXT, **turn)
    ax.tick_params(axis="x", length=0.0)
    note = f"{runs:,} runs of each rule. Box: quartiles; line: median; whiskers: 5 and 95 %; dot: mean"
    note += " ± standard error." if numbered else "."
    verdicts = np.asarray(result.answers)[:, chosen] >= 0
    if not verdicts.all():
        note += f" {(~verdicts).sum():,} of {verdicts.size:,} runs had no verdict and count with their budget."
    note = _wrapped(note, width, NOTE_SIZE, 0.52)
    ax.set_xlabel(note, fontsize=NOTE_SIZE, color=QUIET, loc="left", labelpad=6.0)


def _mean_text(times: NDArray[Any]) -> str:
    if len(times) < 2:
        return _rounded(float(times.mean()))
    return f"{_rounded(float(times.mean()))} ± {_rounded(float(times.std(ddof=1)) / math.sqrt(len(times)))}"


# ---- the course of an experiment -----------------------------------------------------------------------------------


def _targets(status: Status) -> NDArray[Any] | None:
    """The optimal shares for the current means, once they are known."""
    targets = [arm.target for arm in status.arms]
    known = [target for target in targets if target is not None]
    return np.array(known, dtype=float) if len(known) == len(targets) else None


def _styles(sizes: NDArray[Any]) -> list[tuple[str, float]]:
    """A colour and a width for every arm; with many arms only the largest are highlighted."""
    if len(sizes) <= MOST_LINES:
        return [(COLOURS[arm % len(COLOURS)], 1.8 if arm < len(COLOURS) else 1.0) for arm in range(len(sizes))]
    largest = sorted(int(a) for a in np.argsort(-sizes, kind="stable")[: len(COLOURS)])
    styles = [(AXIS, 0.6)] * len(sizes)
    for colour, arm in zip(COLOURS, largest):
        styles[arm] = (colour, 1.8)
    return styles


def _share_labels(
    names: Sequence[str], shares: NDArray[Any], best: NDArray[Any] | None, styles: Sequence[tuple[str, float]]
) -> list[str]:
    """Names, with their shares and the optimal ones if that is not too wide; grey lines share one label."""
    labels = _short_names(names, 24)
    if max(map(len, labels)) <= 12:
        labels = [f"{label} {share:.2f}" for label, share in zip(labels, shares)]
        if best is not None:
            labels = [f"{label} ({share:.2f})" for label, share in zip(labels, best)]
    grey = [arm for arm, (colour, _) in enumerate(styles) if colour == AXIS]
    for arm in grey:
        labels[arm] = ""
    if grey:
        labels[min(grey, key=lambda arm: float(shares[arm]))] = f"{len(grey)} others"
    return labels


def _what_ran_out(status: Status) -> str:
    if isinstance(status, Comparison):
        return "the rows are not enough"
    all_used = status.items is not None and status.items.used == status.items.total
    return "all items are used" if all_used else "the budget is spent"


def _evidence_title(verdict: Verdict | None, status: Status | None) -> str:
    if verdict is not None:
        state = f"Decided after {verdict.samples:,} measurements"
    elif status is None:
        state = "Evidence over time"
    else:
        state = "Running" if status.phase == "running" else f"Undecided, {_what_ran_out(status)}"
    return state if status is None else f"{state}, δ = {status.delta:g} [{status.guarantee.status}]"


def _draw_verdict(
    ax: Any, verdict: Verdict | None, samples: NDArray[Any], required: NDArray[Any], room: float
) -> None:
    """A dot and the answer, to its left if that fits, because the evidence rises from below and may continue above."""
    if verdict is None:
        return
    when, text = float(verdict.samples), _verdict_words(verdict, 36)
    known = ~np.isnan(required)
    level = float(np.interp(when, samples[known], required[known]))
    ax.plot([when], [level], "o", color=TEXT, markersize=7, zorder=5, clip_on=False, label="verdict")
    before = (when - float(samples[0])) / max(float(samples[-1] - samples[0]), 1.0) * room
    left = before > _width_of([text])
    ax.annotate(
        text, (when, level), xytext=(-4.0 if left else 4.0, 11.0), textcoords="offset points", zorder=6,
        ha="right" if left else "left", va="center", fontsize=TEXT_SIZE, fontweight="bold", color=TEXT,
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1.0},
    )  # fmt: skip


# ---- arms ----------------------------------------------------------------------------------------------------------


def _roles(status: Status) -> list[str]:
    """The role of each arm in the verdict, or in the current answer: chosen, shares, ruled-out or nothing."""
    if status.verdict is not None and status.verdict.roles:
        return list(status.verdict.roles)
    if status.verdict is not None:
        named = set(status.verdict.arms)
    else:
        named = {status.answer, *status.answer.split(", ")} if status.answer is not None else set()
    return ["chosen" if arm.name in named else "" for arm in status.arms]


def _view(all_arms: Sequence[ArmStatus]) -> tuple[float, float]:
    """The range to draw: all intervals, unless some are far wider than the others."""
    means = [arm.mean for arm in all_arms if arm.mean is not None]
    if not means:
        return 0.0, 1.0
    reach = [
        max(arm.high - arm.mean, arm.mean - arm.low)
        for arm in all_arms
        if arm.mean is not None and math.isfinite(arm.low) and math.isfinite(arm.high)
    ]
    span = max(means) - min(means)
    most = 3.0 * max(float(np.median(reach)) if reach else 0.0, span) or 1.0
    low, high = min(means), max(means)
    for arm in all_arms:
        if arm.mean is not None:
            low = min(low, max(arm.low, arm.mean - most))
            high = max(high, min(arm.high, arm.mean + most))
    margin = 0.04 * (high - low) or 0.5
    return low - margin, high + margin


def _compared(status: Status) -> list[ArmStatus]:
    """The arms of a comparison in rounds, with the differences from the answer as means."""
    differences = {one.arm: one for one in status.differences}
    shown = []
    for arm in status.arms:
        found = differences.get(arm.name)
        mean, low, high = (found.estimate, found.low, found.high) if found else (None, -math.inf, math.inf)
        shown.append(replace(arm, mean=mean, low=low, high=high))
    return shown


def _draw_interval(
    ax: Any, arm: ArmStatus, place: int, role: str, view: tuple[float, float], without_mean: str
) -> None:
    colour = COLOURS[0] if role in ("chosen", "shares") else QUIET
    if arm.mean is None:
        ax.annotate(
            without_mean, (0.5, place), xycoords=("axes fraction", "data"), ha="center", va="center",
            fontsize=NOTE_SIZE, color=QUIET, fontstyle="italic",
        )  # fmt: skip
        return
    low, high = max(arm.low, view[0]), min(arm.high, view[1])
    width = 2.6 if role == "chosen" else 1.6
    ax.plot([low, high], [place, place], color=colour, linewidth=width, solid_capstyle="butt")
    for end, beyond, marker in ((low, arm.low < view[0], "<"), (high, arm.high > view[1], ">")):
        if beyond:
            ax.plot([end], [place], marker, color=colour, markersize=6, clip_on=False)
        else:
            ax.plot([end], [place], "|", color=colour, markersize=7)
    filled = "white" if role == "shares" else colour
    ax.plot(
        [arm.mean], [place], "o", color=colour, markerfacecolor=filled, markersize=7 if role == "chosen" else 5.5,
        label=arm.name,
    )  # fmt: skip


def _draw_pulls(ax: Any, pulls: Sequence[str], roles: Sequence[str]) -> None:
    width = 0.62 * TEXT_SIZE * max(5, *map(len, pulls))
    where: Any = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "ha": "right"}
    for place, (text, role) in enumerate(zip(pulls, roles)):
        weight = "bold" if role == "chosen" else "normal"
        ax.annotate(
            text, (1.0, place), xytext=(6.0 + width, 0.0), va="center", fontsize=TEXT_SIZE, color=TEXT,
            fontweight=weight, annotation_clip=False, **where,
        )  # fmt: skip
    ax.annotate(
        "pulls", (1.0, -0.6), xytext=(6.0 + width, 3.0), va="bottom", fontsize=NOTE_SIZE, color=QUIET,
        annotation_clip=False, **where,
    )  # fmt: skip


def _verdict_words(verdict: Verdict, most: int) -> str:
    """The answer and the arms equal to it; the plot shows which are ruled out."""
    return _shortened(verdict.answer.split("; ruled out")[0], most)


def _arms_title(status: Status) -> str:
    if status.verdict is not None:
        times = 1.0 if status.risk_in_all is None else status.risk_in_all / status.delta
        first = "" if status.first_delta is None else f" ({times * status.first_delta:g} if that was chosen from the data)"
        most = status.delta if status.risk_in_all is None else status.risk_in_all
        arms = "" if status.risk_in_all is None else " in all, as arms were changed"
        risk = f"wrong with probability at most {most:g}{first}{arms} [{status.guarantee.status}]"
        return f"{_verdict_words(status.verdict, 80)}; {risk}"
    if status.answer is None:
        return "No answer yet: some arms need their first measurements"
    answer = _shortened(status.answer, 60)
    if status.phase != "running":
        return f"Undecided, {_what_ran_out(status)}; so far {answer}"
    risk = _bound_text(Decimal(repr(status.smallest_risk)), 3, ROUND_CEILING)
    if risk == "1":
        return f"{answer} so far; not yet decidable at any risk"
    return f"{answer} so far; could be decided now at any risk down to {risk} [{status.guarantee.status}]"


def _bound_text(bound: Decimal, digits: int, rounding: str) -> str:
    """With at most this many digits, rounded outwards: up for an upper bound, down for a lower one."""
    rounded = Context(prec=digits, rounding=rounding).plus(bound).normalize()
    return f"{rounded:f}" if rounded >= Decimal("0.0001") else f"{rounded:e}"
