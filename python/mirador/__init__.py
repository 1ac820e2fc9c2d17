"""Which of these K noisy options is the right one?

With error probability at most delta and as few measurements as theory allows.

    bound        how many measurements an instance needs, and in which proportions
    simulate     sampling and stopping rules on simulated measurements
    Experiment   a live experiment: ask what to measure, tell the result, in memory or in a store
    Problem, SamplingRule, StoppingRule   to write your own
    mirador.testing   checks of your own problems and rules
    mirador.plot      plots (needs matplotlib)
"""

from ._bound import Bound, bound, divergence
from ._core import State, Ticket
from ._core import version as __version__
from ._errors import NameTaken, NotFound, OutcomeUnknown
from ._experiment import Experiment, delete, experiments
from ._own import Problem, SamplingRule, StoppingRule
from ._simulate import Guarantee, RuleRuns, Simulation, simulate
from ._status import ArmStatus, Contradiction, History, Lead, Listing, Status, Verdict

__all__ = [
    "ArmStatus",
    "Bound",
    "Contradiction",
    "Experiment",
    "Guarantee",
    "History",
    "Lead",
    "Listing",
    "NameTaken",
    "NotFound",
    "OutcomeUnknown",
    "Problem",
    "RuleRuns",
    "SamplingRule",
    "Simulation",
    "State",
    "Status",
    "StoppingRule",
    "Ticket",
    "Verdict",
    "__version__",
    "bound",
    "delete",
    "divergence",
    "experiments",
    "simulate",
]
