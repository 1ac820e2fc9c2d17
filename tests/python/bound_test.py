"""mirador.bound: the numbers of the theory, arrays, and one-line error messages."""

import math
import pathlib
import sys

import mirador
import numpy as np
import pytest

PAPER = [1, 0.85, 0.8, 0.75]


def test_the_installed_package_is_tested():
    assert pathlib.Path(mirador.__file__).is_relative_to(sys.prefix), mirador.__file__
    assert all(part.isdigit() for part in mirador.__version__.split(".")), mirador.__version__


def test_the_paper_s_instance():
    bound = mirador.bound(PAPER)
    assert isinstance(bound.weights, np.ndarray) and bound.weights.dtype == np.float64
    assert bound.weights.sum() == pytest.approx(1)
    assert bound.gap <= 1e-6 and bound.status == "proved" and bound.answer == "arm 1"
    # Two arms: T* = 8 sigma^2 / gap^2, half of the measurements each.
    two = mirador.bound([1, 0])
    assert two.time == pytest.approx(8) and two.weights == pytest.approx([0.5, 0.5])
    assert mirador.bound([1, 0], sigma=3).time == pytest.approx(72)
    assert mirador.bound(np.array([1, 0], dtype=np.int32)).time == pytest.approx(8)


def test_the_bound_at_a_risk():
    bound = mirador.bound(PAPER)
    assert bound.lower_bound(0.1) == pytest.approx(bound.time * 0.8 * math.log(9))
    assert bound.lower_bound(0.7) == 0
    with pytest.raises(ValueError, match="delta: 0.0 "):
        bound.lower_bound(0)


@pytest.mark.parametrize(
    "keywords",
    [
        dict(problem="top-m", top=2),
        dict(problem="thresholding", level=0.82),
        dict(problem="signed", level=0.5),
        dict(lowest=True),
        dict(margin=0.01),
        dict(family="poisson"),
        dict(family="exponential"),
        dict(family="bounded", lo=-1, hi=2),
        dict(family="normal", sigma=[1, 2, 1, 0.5]),
        dict(problem="polyhedral", sets={"first": ([[1, -1, 0, 0]], [0]), "second": ([[-1, 1, 0, 0]], [0])}),
    ],
)
def test_every_problem_and_family(keywords):
    bound = mirador.bound(PAPER, **keywords)
    assert 0 < bound.time < math.inf and len(bound.weights) == 4


def test_closest_needs_means_that_increase():
    assert mirador.bound([0.1, 0.3, 0.6], problem="closest", level=0.35, family="bernoulli").answer == "arm 2"
    with pytest.raises(ValueError, match="closest needs means that increase"):
        mirador.bound(PAPER, problem="closest", level=0.5)


@pytest.mark.parametrize(
    "means, keywords, words",
    [
        ([1], {}, "means: 1 arm"),
        ([1, 1], {}, "tie at 1"),
        ([1, math.nan], {}, "means: arm 2 is nan"),
        ([1, 10**400], {}, "is not a list of numbers"),
        ([1 + 2j, 0], {}, "is not a list of numbers"),
        ([1, 0], dict(sigma=1 + 2j), "sigma: .* is not a number"),
        ("ab", {}, "means: 'ab' is not a list of numbers"),
        ([[1, 2], [3, 4]], {}, r"means: an array of shape \(2, 2\)"),
        ([1, 0], dict(problem="best"), "problem: 'best' is unknown; give best-arm"),
        ([1, 0], dict(family="gauss"), "family: 'gauss' is unknown"),
        ([1, 0], dict(level=1), "level: best-arm does not use it"),
        ([1, 0], dict(problem="top-m"), "top: top-m needs it"),
        ([1, 0], dict(problem="top-m", top=2), "top: 2 of 2 arms"),
        ([1, 0], dict(problem="top-m", top=1.5), "top: 1.5 is not a whole number"),
        ([1, 0], dict(sigma=[1, 2]), "sigma: a list is given"),
        ([1, 0], dict(sigma=-1), "sigma: -1"),
        ([1, 0], dict(lo=0), "lo: gaussian does not use it"),
        ([1, 0], dict(margin=0), "margin: 0 is not a valid difference"),
        ([2, 0], dict(family="bernoulli"), "means: arm 1 is 2, which no bernoulli arm has"),
        (np.ma.array([1, 2, 3], mask=[0, 0, 1]), {}, "means: some values are masked"),
        ([1, 0], dict(problem="polyhedral", sets=[1]), "sets: .* is not a dictionary"),
        ([1, 0], dict(problem="polyhedral", sets={"a": 3}), "sets: 'a' has no rows and bounds"),
        ([1, 0], dict(problem="polyhedral", sets={"a": ([[1, math.nan]], [0])}), "sets: 'a' has numbers that are not"),
        ([1, 0], dict(problem="polyhedral", sets={"a": ([[1]], [0])}), r"sets: the rows of 'a' have shape \(1, 1\)"),
    ],
)
def test_one_line_for_what_cannot_be_used(means, keywords, words):
    with pytest.raises(ValueError, match=words) as caught:
        mirador.bound(means, **keywords)
    assert "\n" not in str(caught.value)


def test_divergences():
    assert mirador.divergence(1, 0) == pytest.approx(0.5)
    assert mirador.divergence([0.5, 0.5], [0.5, 0.25], family="bernoulli")[0] == 0
    assert mirador.divergence(2, 1, family="poisson") == pytest.approx(2 * math.log(2) - 1)
    with pytest.raises(ValueError, match="normal"):
        mirador.divergence(1, 0, family="normal")
