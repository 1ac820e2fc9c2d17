"""Live experiments: ask what to measure and tell the results until there is a verdict."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import known, listed, number, numbers, text, whole
from ._compare import Table, read_table
from ._core import Ticket
from ._errors import NameTaken, NotFound
from ._own import Problem, StoppingRule
from ._question import (
    OF_FAMILIES, OF_LAWS, OF_QUESTIONS, Parameters, family_of, question_of, refuse_unfit, takes_parameters,
)  # fmt: skip
from ._rounds import Items, design_of, is_in_rounds, names_of, refuse_without_rounds
from ._simulate import Rule
from ._status import History, Lead, Listing, Status, Verdict, status_of, verdict_of

Place = Union[str, "os.PathLike[str]"]
#: A ticket and its value, with or without a note.
Told = Union[tuple[Union[Ticket, int], float], tuple[Union[Ticket, int], float, str]]


def _place(store: Optional[Place]) -> Optional[str]:
    if store is None:  # as the command line; the library has the default
        return os.environ.get("MIRADOR_STORE") or None
    if isinstance(store, str):
        return store
    if isinstance(store, os.PathLike):
        return os.fspath(store)
    raise ValueError(f"store: {store!r} is neither a file nor http://HOST:PORT nor postgresql://HOST/DATABASE")


def _refuse_nameless(rule: object) -> None:
    """The name under which a store records a rule of your own."""
    if getattr(rule, "__name__", "") == "<lambda>":
        raise ValueError("rule: a lambda has no name; give a named function")


def _name_of(request: Optional[str]) -> Optional[str]:
    return None if request is None else text("request", request)


def _texts(field: str, values: Union[str, Iterable[str]]) -> list[str]:
    """A list of texts, or one of them."""
    return [text(field, one) for one in ([values] if isinstance(values, str) else listed(field, values))]


def _adaptive(problem: Union[str, Problem], family: str, parameters: Parameters) -> dict[str, object]:
    """The parts of a request that only an experiment without rounds has."""
    chosen = family_of(family, parameters, live=True)
    refuse_unfit(family, problem)
    return {"family": chosen, "rounds": None}


def _in_rounds(problem: object, rule: object, stopping: object, design: dict[str, object]) -> dict[str, object]:
    """The same for a comparison in rounds."""
    for part, given, usual in (("rule", rule, None), ("stopping", stopping, "mixture")):
        if given is not usual and given != usual:
            raise ValueError(f"{part}: a comparison in rounds does not use it; leave it out, or leave rounds out")
    if not isinstance(problem, str):
        raise ValueError("problem: rounds find the best arm; leave your own problem out, or leave rounds out")
    return {"family": None, "rounds": design}


class Experiment:
    """Which of these arms is the right one? Ask, measure and tell until there is a verdict.

    Without a name the experiment is in memory. With a name it is in a store, where it is permanent and can be used by
    several processes and by the ``mirador`` command at the same time: a SQLite file, ``postgresql://...``, or
    ``http://HOST:PORT`` of ``mirador serve``, with the token of the variable MIRADOR_TOKEN. The default store is that of
    the command: the variable MIRADOR_STORE, else a file in your data folder.
    ``if_exists="open"`` continues an experiment with that name and the same options. May be used by several threads.

    By default measurements are assumed to be normal, with an unknown variance for each arm. ``family="gaussian"`` needs
    a known ``sigma``; the other families are listed below. ``status().contradiction`` is set when the data contradict
    the family.

    ``rounds=True``: in each round every arm in play is measured once, side by side, and differences within rounds are
    compared; that takes fewer measurements. Arms that are proved not to be the best leave. Families are then
    ``"symmetric"`` (default: any numbers), ``"bounded"`` and ``"bernoulli"``. ``items`` (how many, or their names) is a
    finite set, each used once: which arm is best on exactly these? ``round_size`` limits the arms of a round.
    ``good_enough`` stops when an arm is proved within that of the best.

    ``delta`` is 0.05 by default, and ``rule`` is "lma". With ``max_samples`` and neither of them, the rule is the one
    whose recommendation, once the budget is spent, falls least short of the best.

    >>> import mirador
    >>> with mirador.Experiment(["left", "right"], family="bernoulli", delta=0.1) as experiment:
    ...     while ticket := experiment.ask():
    ...         new = experiment.tell(ticket, 1 if ticket.arm == "right" else 0)
    ...     experiment.verdict.answer
    'right'
    """

    @takes_parameters(OF_FAMILIES, OF_LAWS, OF_QUESTIONS)
    def __init__(
        self,
        arms: Iterable[str],
        *,
        name: Optional[str] = None,
        store: Optional[Place] = None,
        if_exists: str = "error",
        delta: Optional[float] = None,
        rule: Optional[Rule] = None,
        stopping: Union[str, StoppingRule] = "mixture",
        max_samples: Optional[int] = None,
        reissue_after: Optional[float] = None,
        seed: int = 1,
        scale: str = "linear",
        note: str = "",
        tags: Iterable[str] = (),
        problem: Union[str, Problem] = "best-arm",
        family: Optional[str] = None,
        rounds: bool = False,
        items: Optional[Items] = None,
        round_size: Optional[int] = None,
        **parameters: Any,
    ) -> None:
        names = names_of(arms)
        name = None if name is None else text("name", name)
        if store is not None and name is None:
            raise ValueError("name: an experiment in a store needs one; give name=...")
        request: dict[str, object] = {
            "arms": names,
            "name": name,
            "store": _place(store),
            "delta": None if delta is None else number("delta", delta),
            "rule": rule,
            "stopping": stopping,
            "max_samples": None if max_samples is None else whole("max_samples", max_samples, 1, 2**53),
            "reissue_after": None if reissue_after is None else number("reissue_after", reissue_after),
            "seed": whole("seed", seed, 0, 2**64 - 1),
            "scale": known("scale", scale, ("linear", "log")),
            "note": text("note", note),
            "tags": _texts("tags", tags),
            "question": question_of(problem, len(names), parameters),
        }
        if is_in_rounds(rounds):
            design = design_of(family, parameters, items=items, round_size=round_size)
            request.update(_in_rounds(problem, rule, stopping, design))
        else:
            refuse_without_rounds(items=items, round_size=round_size)
            request.update(_adaptive(problem, "normal" if family is None else family, parameters))
        known("if_exists", if_exists, ("error", "open"))
        if name is not None:
            _refuse_nameless(rule)
        try:
            self._core = _core.Experiment.create(request)
        except NameTaken:
            if if_exists == "error" or name is None:
                raise
            self._core = _core.Experiment.open(_own_parts(name, store, problem, rule, stopping))
            self._check_same(request, rule_given=rule is not None)
        self._set(name)

    @classmethod
    def open(
        cls,
        name: str,
        store: Optional[Place] = None,
        *,
        problem: Optional[Problem] = None,
        rule: Optional[Rule] = None,
        stopping: Optional[StoppingRule] = None,
    ) -> Experiment:
        """Opens an existing experiment. Parts of your own must be supplied again."""
        self = cls.__new__(cls)
        self._core = _core.Experiment.open(_own_parts(text("name", name), store, problem, rule, stopping))
        self._set(name)
        return self

    def _set(self, name: Optional[str]) -> None:
        self._name = name
        self._spec: dict[str, Any] = json.loads(self._core.spec())

    def _check_same(self, request: dict[str, object], rule_given: bool) -> None:
        """Raises ValueError if the experiment was made with other options. The usual rule may be that of the version that
        made it."""
        old, new = json.loads(self._core.spec()), json.loads(_core.spec_text(request))
        new["mirador_spec"] = old["mirador_spec"]  # the version that made it
        if not rule_given and "rule" in old:
            new["rule"] = old["rule"]
        if old == new:
            return
        field = next(key for key in {**old, **new} if old.get(key) != new.get(key))
        self._core.close()
        raise ValueError(
            f"{field}: {request['name']!r} was made with {old.get(field)!r}, not {new.get(field)!r}; give what it was "
            "made with, or choose another name"
        )

    @property
    def name(self) -> Optional[str]:
        """Its name in the store; None in memory."""
        return self._name

    @property
    def arms(self) -> tuple[str, ...]:
        """All arms that there ever were, in their order; ``status().arms`` says which are retired."""
        return self._arms

    @property
    def _arms(self) -> tuple[str, ...]:
        return tuple(self._core.arms())

    @property
    def delta(self) -> float:
        """The risk, as it was when the experiment was read last."""
        return self._core.delta()

    @overload
    def ask(self, *, reissue_after: Optional[float] = None, request: Optional[str] = None) -> Optional[Ticket]: ...

    @overload
    def ask(self, n: int, *, reissue_after: Optional[float] = None, request: Optional[str] = None) -> list[Ticket]: ...

    def ask(
        self, n: Optional[int] = None, *, reissue_after: Optional[float] = None, request: Optional[str] = None
    ) -> Union[Optional[Ticket], list[Ticket]]:
        """What to measure next. Without n one ticket, or None if there is nothing more to measure: there is a
        verdict, or the budget is spent (or reserved for open tickets). With n a list of n tickets, for measuring
        several at once; fewer or none at the end.

        Tickets that have been open for ``reissue_after`` seconds are handed out again before new ones, because their
        measurement may have been lost; the first result counts. The default is that of the experiment.

        In rounds the tickets come in the order of rounds, and any number of rounds may be open, so no worker waits for
        another. Tickets have ``.round`` and, if there are items, ``.item``.

        ``request`` names this change, here and in the other calls that change something: a change with the same
        name is made only once, however often any process repeats it, and the same result is returned again."""
        after = None if reissue_after is None else number("reissue_after", reissue_after)
        if n is None:
            tickets = self._core.ask(1, after, _name_of(request))
            return tickets[0] if tickets else None
        return self._core.ask(whole("n", n, 1), after, _name_of(request))

    def ask_round(
        self, *, reissue_after: Optional[float] = None, request: Optional[str] = None
    ) -> list[Ticket]:
        """All tickets that the next round still has to hand out; none if there is nothing more to measure. If tickets
        have been open for ``reissue_after`` seconds, they are handed out again instead.

        >>> import mirador
        >>> trial = mirador.Experiment(["a", "b", "c"], rounds=True)
        >>> sorted(ticket.arm for ticket in trial.ask_round()), trial.ask().round
        (['a', 'b', 'c'], 2)
        """
        self._refuse_without_rounds("ask_round", "use ask()")
        after = None if reissue_after is None else number("reissue_after", reissue_after)
        return self._core.ask_round(after, _name_of(request))

    def tell(
        self, ticket: Union[Ticket, int], value: float, note: str = "", *, request: Optional[str] = None
    ) -> bool:
        """Tells a result. False if it was told before, with the same value. The results of each arm count in the order
        of its tickets: a result waits until those of earlier tickets are told (``status().waiting``)."""
        return self._core.tell(ticket, number("value", value), text("note", note), _name_of(request))

    def tell_many(self, told: Iterable[Told], *, request: Optional[str] = None) -> int:
        """Tells several tickets with their values, all or nothing; the evidence is evaluated once, at the end. Returns
        the number of new results."""
        readings = []
        for item in listed("told", told):
            if not isinstance(item, (tuple, list)) or len(item) not in (2, 3):
                raise ValueError(f"told: {item!r} is not a ticket and its value, with or without a note")
            ticket, value, *note = item
            readings.append((ticket, number("value", value), text("note", note[0]) if note else ""))
        return self._core.tell_many(readings, _name_of(request))

    def observe(
        self, arm: Union[str, int], value: float, note: str = "", *, request: Optional[str] = None
    ) -> int:
        """Adds a measurement without a ticket, of an arm by its name or number. Returns the number of its ticket.

        Whether you observe must not depend on the value: every guarantee assumes that. Observing twice counts twice,
        unless both carry the same ``request``.
        """
        if not isinstance(arm, str):
            arm = self._arms[self._place_of(arm)]
        return self._core.observe(arm, number("value", value), text("note", note), _name_of(request))

    def _place_of(self, arm: Union[str, int]) -> int:
        arms = self._arms
        if isinstance(arm, str):
            if arm not in arms:
                self.refresh()  # another process may have added it
                arms = self._arms
            if arm not in arms:
                raise NotFound(f"arm: {arm!r} is not one of the {len(arms)} arms")
            return arms.index(arm)
        place = whole("arm", arm)
        if place >= len(arms):
            raise NotFound(f"arm: {place} does not exist; there are {len(arms)}, counted from 0")
        return place

    def observe_many(
        self, arms: Any, values: Optional[npt.ArrayLike] = None, *, request: Optional[str] = None
    ) -> int:
        """Adds measurements that were not asked for, all or nothing: their arms (names or numbers) and their values,
        or a DataFrame or dictionary with the columns ``arm`` and ``value``. The evidence is evaluated once, after the
        last one. Returns their number.

        Which measurements you add must not depend on their values.

        >>> import mirador
        >>> trial = mirador.Experiment(["a", "b"], family="bernoulli")
        >>> trial.observe_many(["a", "b", "a"], [1, 0, 1])
        3
        """
        if values is None:
            try:
                arms, values = arms["arm"], arms["value"]
            except (KeyError, TypeError, IndexError):
                raise ValueError("arms: give arms and values, or a table with the columns arm and value") from None
        try:
            places = {arm: self._place_of(arm) for arm in set(listed("arms", arms))}
        except TypeError:
            raise ValueError("arms: give a list of names or numbers") from None
        indices = np.array([places[arm] for arm in arms], dtype=np.int64)
        numbers_given = np.array(numbers("values", values, "measurement"), dtype=float)
        if len(indices) != len(numbers_given):
            raise ValueError(f"values: {len(numbers_given)} are given for {len(indices)} arms; give one for each")
        if len(indices) == 0:
            return 0
        return self._core.observe_many(indices, numbers_given, _name_of(request))

    def observe_rounds(self, table: Table, *, request: Optional[str] = None) -> int:
        """Adds whole rounds that were not asked for, all or nothing: a row for every round and a column for every arm
        (a DataFrame, a dictionary of columns, or an array), NaN where there is no value. No ticket may be open. Returns
        the number of rounds that were recorded; those after the verdict are not needed. Not for experiments with items,
        which choose their order themselves: use ``mirador.compare(table, items=True)``.

        >>> import mirador
        >>> trial = mirador.Experiment(["a", "b"], rounds=True)
        >>> trial.observe_rounds({"a": [3.1, 2.2], "b": [2.9, 2.5]})
        2
        """
        self._refuse_without_rounds("observe_rounds", "observe single values")
        if "items" in self._spec["rounds"]:
            raise ValueError("table: an experiment with items chooses their order itself; ask for tickets and tell their "
                             "results, or use mirador.compare(table, items=True)")
        _, values = read_table(table, self._arms)
        return self._core.observe_rounds(values, _name_of(request))

    def _refuse_without_rounds(self, what: str, instead: str) -> None:
        if "rounds" not in self._spec:
            raise ValueError(f"{what}: the experiment has no rounds; {instead}, or begin one with rounds=True")

    def abandon(self, ticket: Union[Ticket, int], *, request: Optional[str] = None) -> bool:
        """Gives up a ticket. False if it was abandoned before.

        If the result arrives later, you can still tell it. Whether you abandon, and whether you tell it then, must not
        depend on the value: every guarantee assumes that.
        """
        return self._core.abandon([ticket], _name_of(request)) > 0

    def abandon_many(self, tickets: Iterable[Union[Ticket, int]], *, request: Optional[str] = None) -> int:
        """Gives up several tickets, all or nothing. Returns how many were open."""
        return self._core.abandon(list(listed("tickets", tickets)), _name_of(request))

    def note(self, note: str, *, request: Optional[str] = None) -> None:
        """Adds a note to the log; ``status().notes`` has them all. It changes nothing."""
        self._core.note(text("note", note), _name_of(request))

    def change(
        self,
        *,
        max_samples: Optional[int] = None,
        delta: Optional[float] = None,
        margin: Optional[float] = None,
        request: Optional[str] = None,
    ) -> int:
        """Changes the plan before the verdict, all or nothing; what is None stays. Returns how many settings have
        another value now.

        ``max_samples`` is the budget from now on, larger or smaller; 0: none. ``delta`` may only become smaller. If its
        value was fixed without regard to the data it holds as it stands; if it was chosen from the data the verdict has
        the guarantee of the first delta (``status().first_delta``). ``margin`` may be another number above 0 if there is
        a margin. docs/theory.md, section 14, has the proofs.

        >>> import mirador
        >>> trial = mirador.Experiment(["a", "b"], family="bernoulli", max_samples=10)
        >>> trial.change(max_samples=100, delta=0.01)
        2
        >>> trial.delta
        0.01
        """
        budget = None if max_samples is None else whole("max_samples", max_samples, 0, 2**53)
        risk = None if delta is None else number("delta", delta)
        within = None if margin is None else number("margin", margin)
        return self._core.change(budget, risk, within, _name_of(request))

    def add_arm(self, *arms: str, request: Optional[str] = None) -> None:
        """Adds arms to the question, all or nothing, before the verdict. The next tickets measure them first.

        For best-arm without a margin, without rounds, and with the stopping rule mixture. Every arm that is added or
        retired after the first value costs some evidence: with r of them the verdict is wrong with probability at most
        delta * (2 - 2**-r), which ``status().risk_in_all`` is. docs/theory.md, section 14, has the proof.

        >>> import mirador
        >>> trial = mirador.Experiment(["a", "b"], family="bernoulli")
        >>> trial.observe("a", 1)
        1
        >>> trial.add_arm("c")
        >>> round(trial.status().risk_in_all, 6)
        0.075
        """
        self._core.add_arms(_texts("arm", arms), _name_of(request))

    def retire_arm(self, *arms: str, request: Optional[str] = None) -> None:
        """Takes arms out of the question, all or nothing, before the verdict, which then is about the others: a retired
        arm may be better than all of them. Its open tickets are abandoned, and its values count no more, but against
        the budget. Which arm is retired may depend on the values that count. The price is that of ``add_arm``.
        """
        self._core.retire_arms(_texts("arm", arms), _name_of(request))

    def tag(self, *tags: str, request: Optional[str] = None) -> int:
        """Adds tags, by which ``mirador list --tag`` finds the experiment. Returns how many are new."""
        return self._core.tag(_texts("tag", tags), _name_of(request))

    def untag(self, *tags: str, request: Optional[str] = None) -> int:
        """Removes tags, all or nothing. Returns how many."""
        return self._core.untag(_texts("tag", tags), _name_of(request))

    def open_tickets(self) -> list[Ticket]:
        """The tickets that were asked for and not yet told, by number; after a crash, the measurements in progress."""
        return self._core.open_tickets()

    @property
    def verdict(self) -> Optional[Verdict]:
        """None as long as there is none. Costs almost nothing."""
        return verdict_of(self._core.verdict())

    @property
    def finished(self) -> bool:
        """Is there a verdict, or is the budget spent?"""
        return self._core.phase() != "running"

    @property
    def waiting(self) -> bool:
        """Is all that is left open tickets? Then ``ask`` gives none until they are told or abandoned."""
        return self._core.is_waiting()

    def not_counted(self, ticket: Union[Ticket, int]) -> Optional[str]:
        """Why the value told for a ticket does not count and never will; None if it counts, or waits for others.
        "retired": its arm was retired. In rounds: "late", its round went on without it; "left", its arm is ruled out;
        "decided", there is a verdict already."""
        return self._core.not_counted(ticket)

    def status(self) -> Status:
        """The complete current state. The verdict, the intervals of the arms and the lead each hold with
        probability 1 - delta, separately, not jointly. Costs a few microseconds per arm, and the solution of a lower
        bound."""
        return status_of(self._core.status())

    def lead(self) -> Optional[Lead]:
        """How far the best arm is ahead of the next one; None for questions other than best-arm, and before every
        arm has been measured."""
        found = self._core.lead()
        return None if found is None else Lead(*found)

    def history(self, points: int = 200) -> History:
        """The state at about this many evenly spaced moments. Replays the experiment; each moment costs as much
        as a status."""
        fields = self._core.history(whole("points", points, 1))
        return History(**fields, arms=self._arms, verdict=self.verdict)

    def refresh(self) -> None:
        """Reads the changes of other processes; every other call does so automatically."""
        self._core.refresh()

    def close(self) -> None:
        """Closes the store. Nothing is lost: everything that was told is in it."""
        self._core.close()

    def __enter__(self) -> Experiment:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        # In memory there is nothing to close, and the verdict stays readable.
        if self._name is not None:
            self.close()

    def __repr__(self) -> str:
        where = "in memory" if self._name is None else repr(self._name)
        return f"<mirador.Experiment {where}, {len(self._arms)} arms>"


def _own_parts(
    name: str,
    store: Optional[Place],
    problem: object,
    rule: object,
    stopping: object,
) -> dict[str, object]:
    """The request to open an experiment, with the parts that are objects; named parts are in the store."""
    parts = {"problem": problem, "rule": rule, "stopping": stopping}
    own = {part: None if isinstance(given, str) else given for part, given in parts.items()}
    return {"name": name, "store": _place(store), **own}


def experiments(store: Optional[Place] = None) -> list[Listing]:
    """The experiments of a store; by default of the command line's."""
    return [Listing(*found) for found in _core.experiments(_place(store))]


def delete(name: str, store: Optional[Place] = None) -> None:
    """Removes an experiment and its measurements permanently."""
    _core.delete(text("name", name), _place(store))


def rename(name: str, new: str, store: Optional[Place] = None) -> None:
    """Gives an experiment another name. Objects that have it open must open it again."""
    _core.rename(text("name", name), text("new", new), _place(store))
