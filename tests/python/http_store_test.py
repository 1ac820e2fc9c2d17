"""mirador.Experiment over `mirador serve`: real servers, and a line that loses answers. What holds for every store is in
experiment_test.py."""

import json
import socket
import threading

import mirador
import pytest
from command import Service, run

ARMS = ["a", "b", "c"]


class Line:
    """Relays connections to a service. While `is_cut` is set, requests arrive and answers are lost."""

    def __init__(self, port):
        self.port, self.is_cut = port, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.place = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            service = socket.create_connection(("127.0.0.1", self.port))
            for ends in ((client, service, False), (service, client, True)):
                threading.Thread(target=self.carry, args=ends, daemon=True).start()

    def carry(self, source, target, are_answers):
        try:
            while (data := source.recv(65536)) and not (are_answers and self.is_cut):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()


@pytest.fixture
def service(tmp_path):
    with Service(tmp_path / "store.db") as service:
        yield service


def stored(place):
    with mirador.Experiment.open("x", place) as experiment:
        return sum(arm.pulls for arm in experiment.status().arms)


def test_the_store_of_the_environment(service, monkeypatch):
    monkeypatch.setenv("MIRADOR_STORE", service.place)
    with mirador.Experiment(ARMS, name="x", family="bernoulli", tags=["t"]) as experiment:
        experiment.tell(experiment.ask(), 1.0)
        assert list(experiment.status().tags) == ["t"]
    assert [one.name for one in mirador.experiments()] == ["x"]
    assert json.loads(run("status", "x", "--format", "json").stdout)["samples"] == 1
    mirador.rename("x", "y")
    mirador.delete("y")
    assert mirador.experiments() == []
    with pytest.raises(mirador.NotFound, match="no experiment"):
        mirador.delete("y")


def test_a_lost_answer_is_found_again(service):
    with Line(service.port) as line:
        experiment = mirador.Experiment(ARMS, name="x", family="bernoulli", store=line.place)
        for i in range(20):
            line.is_cut = True
            threading.Timer(0.02, setattr, (line, "is_cut", False)).start()
            experiment.observe("abc"[i % 3], i % 2)
    assert stored(service.place) == 20


def test_an_unknown_outcome_names_its_request(service):
    with Line(service.port) as line:
        experiment = mirador.Experiment(ARMS, name="x", family="bernoulli", store=line.place)
        line.is_cut = True
        with pytest.raises(mirador.OutcomeUnknown, match="outcome unknown: store: http") as unknown:
            experiment.observe("a", 1.0)  # tries for half a minute
        line.is_cut = False
        experiment.observe("a", 1.0, request=unknown.value.request)
    assert stored(service.place) == 1


def test_two_experiments_on_one_service(service):
    one, two = (mirador.Experiment(ARMS, name=name, family="bernoulli", store=service.place) for name in "xy")
    for i in range(10):
        one.observe("a", 1.0)
        two.observe("b", 0.0)
        assert (one.status().samples, two.status().samples) == (i + 1, i + 1)


def test_a_deleted_experiment(service):
    old = mirador.Experiment(ARMS, name="x", family="bernoulli", store=service.place)
    old.observe("a", 1.0)
    mirador.delete("x", service.place)
    with pytest.raises(KeyError, match="no experiment"):
        old.status()
    mirador.Experiment(ARMS, name="x", family="bernoulli", store=service.place).observe("b", 1.0)
    for action in (old.status, old.ask, lambda: old.observe("a", 1.0)):
        with pytest.raises(KeyError, match="another one under its name"):
            action()
    assert stored(service.place) == 1


def test_tokens_and_addresses(tmp_path, monkeypatch):
    token = json.loads(run("token", "new", "ci", "--role", "write", "--format", "json").stdout)
    (tmp_path / "tokens").write_text(token["line"] + "\n")
    with Service(tmp_path / "store.db", "--token-file", tmp_path / "tokens") as service:
        with pytest.raises(ValueError, match="set MIRADOR_TOKEN"):
            mirador.experiments(service.place)
        monkeypatch.setenv("MIRADOR_TOKEN", "wrong")
        with pytest.raises(ValueError, match="does not know"):
            mirador.experiments(service.place)
        monkeypatch.setenv("MIRADOR_TOKEN", token["secret"])
        assert mirador.experiments(service.place) == []
    for place in ("http://me:secret@127.0.0.1", "http://", "localhost:8321"):
        with pytest.raises(ValueError, match="store: ") as refused:
            mirador.experiments(place)
        assert "secret" not in str(refused.value)


def test_parts_of_your_own_stay_here(service):
    def mine(state):
        return state.round % state.arms

    with pytest.raises(ValueError, match="store: .* your own rule"):
        mirador.Experiment(ARMS, name="x", family="bernoulli", rule=mine, store=service.place)
    assert mirador.experiments(service.place) == []
