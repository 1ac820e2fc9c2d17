"""Which of these K noisy options is the right one?

With error probability at most delta and as few measurements as theory allows.

    bound        how many measurements an instance needs, and in which proportions
    simulate     sampling and stopping rules on simulated measurements
    Experiment   a live experiment: ask what to measure, tell the result, in memory or in a store
    compare      the verdict on a table of finished measurements: which column is best?
    Problem, SamplingRule, StoppingRule   to write your own
    mirador.testing   checks of your own problems and rules
    mirador.plot      plots (needs matplotlib)
"""

from ._bound import Bound, bound, divergence
from ._compare import compare
from ._core import State, Ticket
from ._core import version as __version__
from ._errors import NameTaken, NotFound, OutcomeUnknown
from ._experiment import Experiment, delete, experiments, rename
from ._own import Problem, SamplingRule, StoppingRule
from ._simulate import Guarantee, RuleRuns, Simulation, simulate
from ._status import (
    ArmChange, ArmStatus, Change, Comparison, Contradiction, Difference, History, ItemsUsed, Lead, Listing, Note, RuledOut, Status,
    Verdict,
)  # fmt: skip

__all__ = [
    "ArmChange",
    "ArmStatus",
    "Bound",
    "Change",
    "Comparison",
    "Contradiction",
    "Difference",
    "Experiment",
    "Guarantee",
    "History",
    "ItemsUsed",
    "Lead",
    "Listing",
    "NameTaken",
    "NotFound",
    "Note",
    "OutcomeUnknown",
    "Problem",
    "RuleRuns",
    "RuledOut",
    "SamplingRule",
    "Simulation",
    "State",
    "Status",
    "StoppingRule",
    "Ticket",
    "Verdict",
    "__version__",
    "bound",
    "compare",
    "delete",
    "divergence",
    "experiments",
    "rename",
    "simulate",
]
