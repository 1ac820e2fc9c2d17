"""mirador.compare: the same as the command on random tables; tables of every kind; what is refused."""

import csv
import json
import math

import mirador
import numpy as np
import pytest
from command import run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

few = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

VALUES = {"symmetric": st.floats(-3, 3), "bounded": st.floats(-1, 2), "bernoulli": st.sampled_from([0.0, 1.0])}


@st.composite
def comparisons(draw):
    """A table, keywords, and the options of the command."""
    family = draw(st.sampled_from(sorted(VALUES)))
    arms, rows = draw(st.integers(2, 4)), draw(st.integers(2, 60))
    seed = draw(st.integers(0, 2**32))
    source = np.random.default_rng(seed)
    shift = draw(st.sampled_from([0.0, 0.2, 0.5])) * np.arange(arms)
    shared = source.normal(0, 0.5, (rows, 1))
    values = shared + source.normal(0, 0.3, (rows, arms)) + shift
    if family != "symmetric":
        values = np.clip(values, -1, 2)
    if family == "bernoulli":
        values = (values > 0.3).astype(float)
    if draw(st.booleans()):
        values[source.random((rows, arms)) < 0.1] = np.nan
    keywords, words = {"family": family, "seed": seed}, ["--family", family, "--seed", seed]
    if family == "bounded":
        keywords.update(lo=-1.0, hi=2.0)
        words += ["--lo", -1, "--hi", 2]
    if family == "symmetric":
        keywords["compare"] = draw(st.sampled_from(["mean", "typical", "wins"]))
        words += ["--compare", keywords["compare"]]
    elif draw(st.booleans()):
        keywords["items"] = True
        words += ["--items"]
    if draw(st.booleans()):
        keywords["lowest"] = True
        words += ["--lowest"]
    option = draw(st.sampled_from(["", "margin", "good-enough"]))
    if option:
        keywords[option.replace("-", "_")] = 0.15
        words += [f"--{option}", 0.15]
    keywords["delta"] = draw(st.sampled_from([0.05, 0.2]))
    return values, keywords, words + ["--delta", keywords["delta"]]


def written(values, file):
    with open(file, "w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow([f"arm {a + 1}" for a in range(values.shape[1])])
        table.writerows([["" if math.isnan(value) else repr(float(value)) for value in row] for row in values])
    return file


@few
@given(comparisons())
def test_the_command_says_the_same(tmp_path_factory, comparison):
    values, keywords, words = comparison
    file = written(values, tmp_path_factory.mktemp("compare") / "t.csv")
    process = run("compare", file, *words, "--format", "json")
    assert process.returncode in (0, 3, 4), process.stderr
    said, found = json.loads(process.stdout), mirador.compare(values, **keywords)
    plain = found.to_dict()
    for field in ("phase", "answer", "evidence", "required", "smallest_risk", "samples", "rounds", "in_play", "ruled_out",
                  "differences", "warnings"):
        assert said[field] == plain[field], field
    assert said["table"] == {"rows": found.rows, "values": found.values, "rows_needed": found.rows_needed}
    assert said["stopping"]["status"] == found.guarantee.status
    assert (said["verdict"] is None) == (found.verdict is None)
    if found.verdict:
        assert said["verdict"]["answer"] == found.verdict.answer
        assert said["verdict"]["equal_within_margin"] == found.verdict.equal
        assert (said["verdict"]["verdict"] == "good-enough") == found.verdict.good_enough
    assert [arm["mean"] for arm in said["arms"]] == [arm.mean for arm in found.arms]


def noisy(count=300, seed=1):
    source = np.random.default_rng(seed)
    return source.normal(0, 3, (count, 1)) + source.normal(0, 0.5, (count, 3)) + [1.0, 0.5, 0.0]


def test_how_many_rows_would_have_sufficed():
    values = noisy()
    found = mirador.compare(values, arms=["a", "b", "c"])
    assert found.verdict.answer == "a" and found.rows == 300 and found.values == 900 and found.rows_needed < 300
    assert mirador.compare(values[: found.rows_needed], arms=["a", "b", "c"]).verdict == found.verdict
    short = mirador.compare(values[: found.rows_needed - 1], arms=["a", "b", "c"])
    assert short.verdict is None and short.rows_needed is None and short.phase == "undecided"
    assert short.samples_to_go is short.samples_to_go_low is short.samples_to_go_high is None
    assert "would have sufficed" in str(found) and "[proved]" in str(found) and "compared with a" in str(found)
    assert "undecided" in str(short) and isinstance(found, mirador.Status)
    assert max(map(len, str(found).splitlines())) <= 80


def test_doubts_about_the_table_are_warnings():
    values = np.vstack([noisy(60), noisy(200)[:, ::-1]])
    table = {"item": [f"q{row % 250}" for row in range(260)], **dict(zip("abc", values.T))}
    labels, order = mirador.compare(table).warnings[-2:]
    assert 'rows 1 and 251 are both labelled "q0", and 9 more' in labels and "decide for c" in order
    assert mirador.compare(noisy(), arms=["a", "b", "c"]).warnings == ()
    with pytest.raises(ValueError, match="items: 'p' is given twice"):
        mirador.Experiment(["a", "b"], rounds=True, family="bernoulli", items=["p", "q", "p"])


def test_tables_of_every_kind():
    pandas = pytest.importorskip("pandas")
    values = noisy()
    values[3, 1] = np.nan
    arms = ["a", "b", "c"]
    expected = mirador.compare(values, arms=arms)
    assert expected.values == 899
    columns = {arm: list(values[:, i]) for i, arm in enumerate(arms)}
    with_none = {arm: [None if math.isnan(value) else value for value in column] for arm, column in columns.items()}
    frame = pandas.DataFrame(columns)
    masked = np.ma.masked_invalid(values)
    for table in (columns, with_none, frame, frame.astype("Float64"), frame.assign(item=range(300))[["item", *arms]],
                  frame.set_index(pandas.Index([f"q{i}" for i in range(300)], name="item")), {"round": range(300), **columns}):
        assert mirador.compare(table) == expected
    for name in ("id", "doc_id", "Question", "TASK", "index", "Item", ""):
        assert mirador.compare({name: range(300), **columns}) == expected
    assert mirador.compare({"id": columns["a"], "b": columns["b"]}, arms=["id", "b"]).arms[0].name == "id"
    for table in (masked, values.tolist(), [tuple(row) for row in values]):
        assert mirador.compare(table, arms=arms) == expected
    assert mirador.compare(frame, arms=["c", "b", "a"]).arms[0].name == "c"
    assert [arm.name for arm in mirador.compare(values).arms] == ["arm 1", "arm 2", "arm 3"]
    assert [arm.name for arm in mirador.compare(pandas.DataFrame(values)).arms] == ["0", "1", "2"]


def test_all_items_give_an_exact_answer():
    values = (np.random.default_rng(3).random((60, 3)) < 0.5).astype(float)
    totals = list(values.sum(axis=0))
    assert totals.count(max(totals)) == 1
    for seed in range(5):
        found = mirador.compare(values, family="bernoulli", items=True, delta=1e-9, seed=seed)
        assert found.verdict.answer == f"arm {totals.index(max(totals)) + 1}" and found.items.total == 60
    tie = mirador.compare([[1, 1], [0, 0], [1, 1]], family="bernoulli", items=True)
    assert tie.verdict.equal and tie.verdict.answer == "arm 1, tied with arm 2 on all items"


def test_ratios():
    found = mirador.compare(np.exp(noisy()), scale="log", lowest=True)
    assert found.verdict.answer == "arm 3" and all(one.low >= 0 for one in found.differences)
    assert found.differences[0].estimate > 1


@pytest.mark.parametrize(
    "table, keywords, words",
    [
        ([[1, 2], [3, math.inf]], {}, r'table: row 1 \(from 0\): value: inf cannot be a measurement of "arm 2"'),
        ([[0, 1], [1, 9]], dict(family="bernoulli"), r"table: row 1 \(from 0\): value: 9"),
        ([[0, 1], [1, 9]], dict(family="bounded", hi=5, items=True), r"table: row 1 \(from 0\): value: 9"),
        ([1, 2], {}, r"table: an array of shape \(2,\) is given"),
        ("x", {}, "table: it is not a table of numbers"),
        ({"a": [1], "b": [1, 2]}, {}, "table: the columns have different lengths"),
        ({"a": ["x"], "b": [1]}, {}, "table: column 'a' is not a list of numbers"),
        ({"key": ["q1"], "a": [1], "b": [1]}, {}, "a first column with the name item holds labels"),
        ({"key": range(4), "a": [1] * 4, "b": [1] * 4}, {}, "table: column 'key' numbers the rows; rename it to item"),
        ({"key": [1, 2, 3, 4], "a": [1] * 4, "b": [1] * 4}, {}, "table: column 'key' numbers the rows; rename it to item"),
        ({"a": [[1]], "b": [[1]]}, {}, r"table: column 'a' has shape \(1, 1\)"),
        ({"a": [], "b": []}, {}, "table: it has no rows"),
        ({"a": [1, 2]}, {}, "arms: 1 given"),
        ([[1, 2]], dict(arms=["a", "a"]), 'arms: "a" is given twice'),
        ([[1, 2]], dict(arms=["a"]), r"table: an array of shape \(1, 2\)"),
        ({"a": [1], "b": [2]}, dict(arms=["a", "c"]), "table: column 'b' is not one of the 2 arms"),
        ([[1, 2], [1, 2]], dict(items=True), "items: a finite set needs values within limits"),
        ([[1, 0]], dict(items=True, family="bernoulli"), "items: 1 given; give from 2"),
        ([[1, 0]], dict(items=2, family="bernoulli"), "items: 2 is neither True nor False"),
        ([[1, 2]], dict(family="normal"), "family: 'normal' is unknown"),
        ([[1, 2]], dict(delta=0), "delta"),
        ([[1, 2]], dict(margin=0.1, good_enough=0.1), "good_enough: it cannot be combined with margin"),
        ([[-1, 2]], dict(scale="log"), r"table: row 0 \(from 0\): value: -1"),
    ],
)
def test_one_line_for_what_cannot_be_used(table, keywords, words):
    with pytest.raises(ValueError, match=words) as caught:
        mirador.compare(table, **keywords)
    assert "\n" not in str(caught.value)


def test_unknown_keywords():
    with pytest.raises(TypeError, match="compare.. got an unexpected keyword argument 'sigma'"):
        mirador.compare([[1, 2]], sigma=1)
