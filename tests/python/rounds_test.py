"""Comparisons in rounds: Experiment(rounds=True), in memory, in stores, beside the command, and by many workers at once."""

import asyncio
import pickle
import random

import mirador
import numpy as np
import pytest
from command import answer, run

ARMS = ["a", "b", "c"]
MEANS = {"a": 1.0, "b": 0.2, "c": -1.0}


def rows_of(count, seed=1):
    """What the arms of a round share is larger than what they differ by."""
    source = np.random.default_rng(seed)
    shared = source.normal(0, 3, (count, 1))
    return np.array([MEANS[arm] for arm in ARMS]) + shared + source.normal(0, 0.5, (count, 3))


def play(experiment, rows):
    """Tells every round in reversed order."""
    for row in rows:
        tickets = experiment.ask_round()
        if not tickets:
            return experiment
        experiment.tell_many([(ticket, row[ticket.index]) for ticket in reversed(tickets)])
    return experiment


def test_the_way_to_a_verdict():
    experiment = play(mirador.Experiment(ARMS, rounds=True), rows_of(200))
    status = experiment.status()
    assert status.phase == "decided" and status.verdict == experiment.verdict and status.verdict.arms == ("a",)
    assert status.in_play == ("a",) and {one.arm for one in status.ruled_out} == {"b", "c"}
    assert [one.round for one in status.ruled_out] == sorted(one.round for one in status.ruled_out)
    assert status.ruled_out[-1].round == status.rounds == status.arms[0].pulls > status.arms[2].pulls
    assert [(one.arm, one.to) for one in status.differences] == [("b", "a"), ("c", "a")]
    for one in status.differences:
        assert one.low <= one.estimate <= one.high and one.estimate < 0 and one.worse > one.better
    assert status.items is None and status.guarantee.status == "proved"
    assert status.samples == sum(arm.pulls for arm in status.arms)
    plain = status.to_dict()
    assert plain["rounds"] == status.rounds and plain["differences"][0]["to"] == "a" and plain["items"] is None
    assert experiment.ask() is None and experiment.ask_round() == [] and experiment.lead().answer == "a"
    assert experiment.history().samples[-1] == status.samples


def test_tickets_have_rounds_and_items():
    experiment = mirador.Experiment(ARMS, rounds=True, family="bernoulli", items=["x", "y", "z"])
    first, rest = experiment.ask(), experiment.ask_round()
    assert first.round == 1 and sorted(t.arm for t in [first, *rest]) == ARMS
    assert {t.item for t in rest} == {first.item} and first.item in "xyz"
    assert [t.round for t in experiment.ask(4)] == [2, 2, 2, 3]
    assert experiment.open_tickets()[0] == first and list(experiment.status().open) == experiment.open_tickets()
    assert all((t.round, t.item) == (u.round, u.item) for t, u in zip([first, *rest], experiment.open_tickets()))
    for protocol in range(6):
        again = pickle.loads(pickle.dumps(first, protocol))
        assert again == first and (again.round, again.item) == (1, first.item)
    assert repr(first) == f"Ticket(1, {first.arm!r}, round=1, item={first.item!r})"
    by_number = mirador.Experiment(ARMS, rounds=True, family="bernoulli", items=3)
    assert sorted(t.item for t in by_number.ask(9)) == [1, 1, 1, 2, 2, 2, 3, 3, 3] and by_number.ask() is None
    plain = mirador.Experiment(ARMS).ask()
    assert plain.round is None and plain.item is None


def test_results_come_in_any_order_and_rounds_count_in_theirs():
    experiment = mirador.Experiment(ARMS, rounds=True)
    tickets = experiment.ask(9)
    for ticket in tickets[3:]:
        experiment.tell(ticket, 1.0)
    status = experiment.status()
    assert status.rounds == 0 and status.waiting[0].tickets == [1, 2, 3]
    experiment.abandon(tickets[0])
    experiment.tell_many([(tickets[1], 2.0), (tickets[2], 1.0)])
    assert experiment.status().rounds == 3 and experiment.status().abandoned == 1


def test_the_order_of_results_does_not_matter():
    rows = rows_of(60)
    plain = play(mirador.Experiment(ARMS, rounds=True), rows).status()
    shuffled, source = mirador.Experiment(ARMS, rounds=True), random.Random(3)
    waiting = []
    while tickets := shuffled.ask(source.randint(1, 7)):
        waiting += tickets
        source.shuffle(waiting)
        for ticket in [waiting.pop() for _ in range(len(waiting) // 2)]:
            shuffled.tell(ticket, rows[ticket.round - 1, ticket.index])
    status = shuffled.status()
    assert (status.verdict.answer, status.rounds, status.ruled_out, status.differences) == (
        plain.verdict.answer, plain.rounds, plain.ruled_out, plain.differences)


def test_asyncio_workers_with_several_rounds_open():
    rows, most_open = rows_of(400), 0
    experiment = mirador.Experiment(ARMS, rounds=True, delta=1e-9)

    async def worker(source):
        nonlocal most_open
        while ticket := experiment.ask():
            most_open = max(most_open, len({one.round for one in experiment.open_tickets()}))
            for _ in range(source.randint(0, 6)):
                await asyncio.sleep(0)
            if source.random() < 0.05:
                experiment.abandon(ticket)
            else:
                experiment.tell(ticket, rows[ticket.round - 1, ticket.index])

    async def all_workers():
        await asyncio.gather(*(worker(random.Random(seed)) for seed in range(8)))

    asyncio.run(all_workers())
    status = experiment.status()
    assert most_open > 1 and status.phase == "decided" and not status.open and status.abandoned > 0
    # A ruled-out arm is not measured again, apart from tickets that were open by then.
    assert status.arms[2].pulls < status.arms[0].pulls


def test_whole_rounds_in_every_form():
    rows = rows_of(40)
    told = play(mirador.Experiment(ARMS, rounds=True), rows).status()
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows[:, ::-1], columns=ARMS[::-1], index=[f"q{i}" for i in range(40)])
    for table in (rows, rows.tolist(), {"b": rows[:, 1], "a": list(rows[:, 0]), "c": rows[:, 2]}, frame):
        experiment = mirador.Experiment(ARMS, rounds=True)
        assert experiment.observe_rounds(table) == told.rounds < 40
        status = experiment.status()
        assert (status.verdict, status.differences) == (told.verdict, told.differences)
    with_gap = rows.copy()
    with_gap[0, 1] = np.nan
    experiment = mirador.Experiment(ARMS, rounds=True)
    assert experiment.observe_rounds(with_gap[:2]) == 2 and experiment.status().abandoned == 1
    assert experiment.observe_rounds(rows[2:4], request="r") == experiment.observe_rounds(rows[2:4], request="r") == 2
    assert experiment.status().rounds == 4


def test_refused_rounds_change_nothing():
    experiment = mirador.Experiment(ARMS, rounds=True, family="bounded")
    for table, words in [
        ([[0.5, 0.5, 0.5], [0.5, 2, 0.5]], r'table: row 1 \(from 0\): value: 2 cannot be .* "b"'),
        ([[0.5, 0.5]], r"table: an array of shape \(1, 2\)"),
        ({"a": [0.5], "b": [0.5]}, "table: there is no column 'c'"),
        ({"a": [0.5], "b": [0.5], "c": [0.5], "d": [0.5]}, "table: column 'd' is not one of the 3 arms"),
        (np.zeros((0, 3)), "table: it has no rows"),
    ]:
        with pytest.raises(ValueError, match=words) as caught:
            experiment.observe_rounds(table)
        assert "\n" not in str(caught.value) and experiment.status().tickets == 0
    with_items = mirador.Experiment(ARMS, rounds=True, family="bounded", items=5)
    with pytest.raises(ValueError, match=r"table: an experiment with items .* use mirador.compare\(table, items=True\)"):
        with_items.observe_rounds([[0.5, 0.5, 0.5]])
    experiment.ask()
    with pytest.raises(ValueError, match="table: a round is not complete.*tell or abandon"):
        experiment.observe_rounds([[0.5, 0.5, 0.5]])
    for call in (lambda e: e.ask_round(), lambda e: e.observe_rounds([[1, 2, 3]])):
        with pytest.raises(ValueError, match="the experiment has no rounds; .* rounds=True"):
            call(mirador.Experiment(ARMS))


def test_items_are_used_once_and_the_answer_is_exact():
    source = random.Random(3)
    items = [f"question {i}" for i in range(60)]
    scores = {item: {arm: float(source.random() < 0.5) for arm in ARMS} for item in items}
    totals = {arm: sum(score[arm] for score in scores.values()) for arm in ARMS}
    experiment = mirador.Experiment(ARMS, rounds=True, family="bernoulli", items=items, delta=1e-9)
    used = set()
    while tickets := experiment.ask_round():
        used.add(tickets[0].item)
        experiment.tell_many([(ticket, scores[ticket.item][ticket.arm]) for ticket in tickets])
    best = max(totals.values())
    assert totals[experiment.verdict.arms[0]] == best and list(totals.values()).count(best) == 1
    status = experiment.status()
    assert status.items == (60, len(used)) and len(used) == status.rounds <= 60


def test_good_enough_and_margins():
    source = random.Random(2)
    for keywords in (dict(good_enough=0.3), dict(margin=0.3)):
        experiment = mirador.Experiment(["a", "b"], rounds=True, family="bounded", **keywords)
        while tickets := experiment.ask_round():
            experiment.tell_many([(ticket, source.random()) for ticket in tickets])
        verdict = experiment.verdict
        assert verdict.good_enough == ("good_enough" in keywords) and verdict.equal == ("margin" in keywords)
        assert "0.3" in verdict.answer


def test_warnings():
    """Luck that carries over from round to round."""
    experiment, walk, source = mirador.Experiment(["a", "b"], rounds=True, delta=1e-6), 0.0, random.Random(1)
    for _ in range(100):
        walk = 0.9 * walk + source.gauss(0, 1)
        experiment.observe_rounds([[walk, 0.0]])
    assert any("carry over" in warning for warning in experiment.status().warnings)


@pytest.mark.parametrize(
    "keywords, words",
    [
        (dict(rounds=1), "rounds: 1 is neither True nor False"),
        (dict(family="poisson"), "family: 'poisson' is unknown; give symmetric, bounded or bernoulli"),
        (dict(compare="typicl"), "compare: 'typicl' is unknown; give mean, typical or wins"),
        (dict(family="bernoulli", compare="wins"), "compare: bernoulli does not use it; .*family=symmetric"),
        (dict(sigma=1), "sigma: a comparison in rounds does not use it"),
        (dict(rule="bc"), "rule: a comparison in rounds does not use it"),
        (dict(stopping="heuristic"), "stopping: a comparison in rounds does not use it"),
        (dict(problem="signed", level=1), "problem: rounds find the best arm .* or leave rounds out"),
        (dict(items=10), "items: a finite set needs values within limits; give family bounded"),
        (dict(items=1, family="bernoulli"), "items: 1 given; give from 2"),
        (dict(items="ab", family="bernoulli"), "items: 'ab' is not a list"),
        (dict(items=True, family="bernoulli"), "items: True is neither a number nor a list"),
        (dict(items=[1, 2], family="bernoulli"), "items: 1 is not a name; give a list of texts, or only how many"),
        (dict(round_size=4), "round_size: 4 given for 3 arms; give from 2 to 3"),
        (dict(round_size=2, items=5, family="bernoulli"), "round_size: with items"),
        (dict(good_enough=0), "good_enough: 0 is not a valid difference"),
        (dict(good_enough=0.1, margin=0.1), "good_enough: it cannot be combined with margin"),
        (dict(scale="log", family="bernoulli"), "scale: log does not work with bernoulli"),
        (dict(family="bounded", lo=1, hi=0), "lo: 1 is not below hi"),
        (dict(max_samples=2), "max_samples: 2 is too small"),
    ],
)
def test_one_line_for_what_cannot_be_used(keywords, words):
    with pytest.raises(ValueError, match=words) as caught:
        mirador.Experiment(ARMS, **{"rounds": True, **keywords})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("keywords", [dict(items=5), dict(round_size=2), dict(compare="wins"),
                                      dict(family="symmetric")])
def test_parts_of_rounds_without_rounds(keywords):
    with pytest.raises(ValueError, match=f"{next(iter(keywords))}: .*give rounds=True too"):
        mirador.Experiment(ARMS, **keywords)


# ---- beside the command --------------------------------------------------------------------------------------------


def test_the_command_continues_what_python_began(tmp_path):
    place, rows = tmp_path / "s.db", rows_of(200)
    options = dict(name="x", store=place, rounds=True, scale="linear", lowest=True, compare="typical", round_size=2)
    with mirador.Experiment(ARMS, **options) as experiment:
        play(experiment, rows[:3])
    tickets = answer("ask", "x", "--round", "--store", place)["tickets"]
    assert {ticket["round"] for ticket in tickets} == {4} and len(tickets) == 2
    with mirador.Experiment(ARMS, if_exists="open", **options) as experiment:
        assert [(t.number, t.arm, t.round) for t in experiment.open_tickets()] == [
            (ticket["ticket"], ticket["arm"], ticket["round"]) for ticket in tickets]
        experiment.tell_many([(t, rows[t.round - 1, t.index]) for t in experiment.open_tickets()])
        status = experiment.status()
    agrees(answer("status", "x", "--store", place), status)
    with pytest.raises(ValueError, match="rounds: 'x' was made with"):
        mirador.Experiment(ARMS, name="x", store=place, if_exists="open")


def test_python_continues_what_the_command_began(tmp_path):
    place, items = tmp_path / "s.db", tmp_path / "items.txt"
    items.write_text("one\ntwo, with a comma\nthree\n" + "".join(f"{i}\n" for i in range(40)))
    made = run("new", "x", "--arms", "a,b,c", "--rounds", "--family", "bernoulli", "--items", items, "--good-enough",
               "0.1", "--store", place)
    assert made.returncode == 0, made.stderr
    source = random.Random(1)
    with mirador.Experiment.open("x", place) as experiment:
        for _ in range(20):
            for ticket in experiment.ask_round():
                experiment.tell(ticket, float(source.random() < {"a": 0.9, "b": 0.4, "c": 0.5}[ticket.arm]))
        ticket, status = experiment.ask(), experiment.status()
        agrees(answer("status", "x", "--store", place), status)
        if ticket is not None:
            assert ticket.item in items.read_text().splitlines()
    again = mirador.Experiment(ARMS, name="x", store=place, if_exists="open", rounds=True, family="bernoulli",
                               items=items.read_text().splitlines(), good_enough=0.1)
    assert again.status() == status


def agrees(said, status):
    """The JSON of the command and the status."""
    plain = status.to_dict()
    for field in ("phase", "answer", "samples", "rounds", "in_play", "ruled_out", "differences", "smallest_risk",
                  "evidence", "warnings"):
        assert said[field] == plain[field], field
    assert said.get("items") == plain["items"]
