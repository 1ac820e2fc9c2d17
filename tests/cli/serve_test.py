"""`mirador serve` as clients meet it: a real server on a free port, real stores."""

import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import threading
import time
import unittest

from command import MIRADOR, PATIENCE, CommandTest, refuse_nan, run


class Server:
    """A server on a free port, and what it writes to standard error."""

    def __init__(self, store, *words, host="127.0.0.1"):
        self.process = subprocess.Popen([MIRADOR, "serve", "--listen", f"{host}:0", "--store", store, *words],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        line = self.process.stdout.readline()
        found = re.search(r"http://(?:\[.*\]|[^:]+):(\d+)\n\Z", line)
        if not found:
            raise AssertionError(line + self.process.communicate(timeout=PATIENCE)[1])
        self.host, self.port = host, int(found[1])

    def request(self, method, path, body=None, **headers):
        """The status, the headers and the body, parsed if it is JSON."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        if "json" in (response.getheader("Content-Type") or "") and "ndjson" not in response.getheader("Content-Type"):
            text = json.loads(text, parse_constant=refuse_nan)
        return response.status, response, text

    def ok(self, method, path, body=None, status=200, **headers):
        got, _, answer = self.request(method, path, body, **headers)
        if got != status:
            raise AssertionError((got, answer))
        return answer

    def raw(self, text, wait=True):
        """What the server answers to these bytes until it closes or is silent for a second."""
        with socket.create_connection((self.host, self.port), timeout=1 if wait else PATIENCE) as client:
            client.sendall(text)
            answer = b""
            try:
                while piece := client.recv(65536):
                    answer += piece
            except TimeoutError:
                pass
            return answer

    def stop(self, patience=PATIENCE):
        self.process.send_signal(signal.SIGTERM)
        out, err = self.process.communicate(timeout=patience)
        return self.process.returncode, err


def spec(name="x", arms=("a", "b", "c"), **more):
    return {"name": name, "mirador_spec": 2, "arms": list(arms), "family": {"name": "bernoulli"},
            "question": {"name": "best-arm", "direction": "highest", "margin": 0.0}, "rule": "lma",
            "stopping": "mixture", "delta": 0.05, "seed": 1, **more}


class ServeTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.store = os.path.join(self.folder, "store.db")
        self.server = self.start()

    def start(self, *words, **more):
        server = Server(self.store, *words, **more)
        self.addCleanup(self.finish, server)
        return server

    def finish(self, server):
        if server.process.poll() is None:
            server.process.kill()
        server.process.communicate()

    def begin(self, **more):
        self.server.ok("POST", "/v1/experiments", spec(**more), status=201)

    def problem(self, status, field, says, method, path, body=None, **headers):
        got, response, answer = self.server.request(method, path, body, **headers)
        self.assertEqual((got, response.getheader("Content-Type")), (status, "application/problem+json"), answer)
        self.assertEqual((answer["status"], answer.get("field")), (status, field), answer)
        self.assertIn(says, answer["detail"])
        return response


class Api(ServeTest):
    def test_an_experiment_from_begin_to_verdict(self):
        self.begin()
        asked = self.server.ok("POST", "/v1/experiments/x/ask", {"count": 3})
        self.assertEqual([t["ticket"] for t in asked["tickets"]], [1, 2, 3])
        told = self.server.ok("POST", "/v1/experiments/x/tell", {"ticket": 1, "value": 1})
        self.assertEqual((told["told"], told["new"], told["samples"]), (1, 1, 1))
        results = [{"ticket": 2, "value": 0}, {"ticket": 3, "value": 0}]
        self.server.ok("POST", "/v1/experiments/x/tell", {"results": results})
        self.server.ok("POST", "/v1/experiments/x/observe", {"arm": "b", "value": 0})
        values = [{"arm": arm, "value": int(arm == "a")} for arm in "abc" for _ in range(30)]
        seen = self.server.ok("POST", "/v1/experiments/x/observe", {"values": values})
        self.assertEqual((seen["observed"], seen["phase"]), (90, "decided"))
        status = self.server.ok("GET", "/v1/experiments/x")
        self.assertEqual(status["verdict"]["answer"], "a")
        # The same words as the command.
        self.assertEqual(status, json.loads(run("status", "x", "--store", self.store, "--format", "json").stdout))
        listed = self.server.ok("GET", "/v1/experiments")["experiments"]
        self.assertEqual([(one["name"], one["phase"]) for one in listed], [("x", "decided")])
        history = self.server.ok("GET", "/v1/experiments/x/history?after=2&most=2")
        self.assertEqual([event["event"] for event in history["events"]], ["asked", "told"])
        self.assertEqual(self.server.ok("GET", "/v1/experiments/x/export"),
                         run("export", "x", "--store", self.store).stdout)
        self.assertIn("Verdict", self.server.ok("GET", "/v1/experiments/x/report"))
        self.assertTrue(self.server.ok("GET", "/v1/experiments/x?format=csv").startswith("arm,pulls"))
        self.assertEqual(self.server.ok("DELETE", "/v1/experiments/x"), {"deleted": "x"})
        self.assertEqual(self.server.request("GET", "/v1/experiments/x")[0], 404)

    def test_what_other_processes_do_is_seen(self):
        self.begin()
        self.succeed("observe", "x", "a", "1", "--store", self.store)
        self.assertEqual(self.server.ok("GET", "/v1/experiments/x")["samples"], 1)
        self.server.ok("POST", "/v1/experiments/x/observe", {"arm": "a", "value": 0})
        self.assertEqual(json.loads(run("status", "x", "--store", self.store, "--format", "json").stdout)["samples"], 2)
        self.succeed("delete", "x", "--yes", "--store", self.store)
        self.assertEqual(self.server.request("GET", "/v1/experiments/x")[0], 404)
        self.begin(arms=("p", "q"))
        self.assertEqual([arm["name"] for arm in self.server.ok("GET", "/v1/experiments/x")["arms"]], ["p", "q"])

    def test_a_repeat_under_the_same_key_changes_nothing(self):
        self.begin()
        first = self.server.ok("POST", "/v1/experiments/x/ask", {"count": 2}, Idempotency_Key="k1")
        self.assertEqual(self.server.ok("POST", "/v1/experiments/x/ask", {"count": 2}, Idempotency_Key="k1"), first)
        other = self.server.ok("POST", "/v1/experiments/x/ask", {"count": 2}, Idempotency_Key="k2")
        self.assertEqual([t["ticket"] for t in other["tickets"]], [3, 4])
        seen = {"arm": "a", "value": 1}
        one = self.server.ok("POST", "/v1/experiments/x/observe", seen, Idempotency_Key="k3")
        self.assertEqual(self.server.ok("POST", "/v1/experiments/x/observe", seen, Idempotency_Key="k3"), one)
        self.problem(409, "Idempotency-Key", "another change", "POST", "/v1/experiments/x/observe",
                     {"arm": "b", "value": 1}, Idempotency_Key="k3")
        self.assertEqual(self.server.ok("GET", "/v1/experiments/x")["samples"], 1)
        # Also after the server was killed.
        self.server.process.kill()
        self.server.process.wait()
        self.server = self.start()
        self.assertEqual(self.server.ok("POST", "/v1/experiments/x/ask", {"count": 2}, Idempotency_Key="k1"), first)

    def test_problems_name_the_field_and_what_to_do(self):
        self.begin()
        path = "/v1/experiments/x"
        tell, ask = path + "/tell", path + "/ask"
        self.problem(400, None, "not JSON", "POST", tell, "{")
        self.problem(400, None, "not JSON", "POST", tell, "[" * 100000)
        self.problem(415, None, "application/json", "POST", tell, "ticket=1", Content_Type="text/plain")
        self.problem(422, None, "give either ticket and value", "POST", tell, {"ticket": 1})
        self.problem(422, "name", "is missing", "POST", "/v1/experiments", {})
        self.problem(422, "ticket", "is not a whole number", "POST", tell, {"ticket": "1", "value": 1})
        self.problem(422, "results[1].value", "is not a number", "POST", tell,
                     {"results": [{"ticket": 1, "value": 1}, {"ticket": 1, "value": "x"}]})
        self.problem(422, "results", "give either", "POST", tell, {"ticket": 1, "value": 1, "results": [{"ticket": 1, "value": 1}]})
        self.problem(422, "ticket", "give either", "POST", tell, {"ticket": 1, "results": [{"ticket": 1, "value": 1}]})
        self.problem(422, "tickets", "leave it out", "POST", tell, {"ticket": 1, "value": 1, "tickets": 1})
        self.problem(422, None, "either", "POST", tell, {})
        self.problem(422, "count", "at least 1", "POST", ask, {"count": 0})
        self.problem(422, "n", "not a parameter", "GET", path + "?n=3")
        self.problem(422, "most", "whole number", "GET", path + "/history?most=x")
        self.problem(404, "ticket", "not one of this experiment", "POST", tell, {"ticket": 9, "value": 1})
        self.server.ok("POST", ask, {})
        self.server.ok("POST", tell, {"ticket": 1, "value": 1})
        self.problem(409, "ticket", "cannot be told 0", "POST", tell, {"ticket": 1, "value": 0})
        self.problem(409, "ticket", "cannot be abandoned", "POST", path + "/abandon", {"ticket": 1})
        self.problem(422, "value", "cannot be a measurement", "POST", path + "/observe", {"arm": "a", "value": 0.5})
        self.problem(404, None, "openapi", "GET", "/v1/nothing")
        self.problem(409, "name", "has an experiment", "POST", "/v1/experiments", spec())
        self.problem(422, "delta", "", "POST", "/v1/experiments", spec("y", delta=2.0))
        self.problem(422, "arms", "has too few", "POST", "/v1/experiments", spec("y", arms=()))
        response = self.problem(405, None, "POST", "GET", tell)
        self.assertEqual(response.getheader("Allow"), "POST")
        for target in ("/v1/experiments/../x", "/v1/experiments/%2e%2e", "/v1/experiments/%zz", "/v1/experiments/%ff", "//"):
            self.problem(400, None, "path", "GET", target)

    def test_every_operation_against_its_description(self):
        """Valid, missing, ill-typed and oversized input for all operations: never a 5xx."""
        self.begin()
        document = self.server.ok("GET", "/openapi.json")
        self.assertEqual(document["openapi"], "3.1.0")
        tried = 0
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if path.endswith("/stream") or method == "delete":
                    continue
                schema = (operation.get("requestBody") or {}).get("content", {}).get("application/json", {}).get("schema")
                for body in bodies(schema) if schema else [None]:
                    got, _, answer = self.server.request(method.upper(), path.replace("{name}", "x"), body)
                    self.assertLess(got, 500, (path, body, answer))
                    self.assertIn(str(got), operation["responses"], (path, body, answer))
                    tried += 1
        self.assertGreater(tried, 60)

    def test_rows_that_do_not_have_a_value_for_each_arm(self):
        wanted = spec("r", rounds={"family": {"name": "symmetric", "compare": "mean"}})
        for field in ("family", "rule", "stopping"):
            del wanted[field]
        self.server.ok("POST", "/v1/experiments", wanted, status=201)
        observe = "/v1/experiments/r/observe"
        for row in ([1], [1, 2, 3, 4]):
            self.problem(422, "rows", "has 3 arms", "POST", observe, {"rows": [[1, 2, 3], row]})
        self.assertEqual(self.server.ok("GET", "/v1/experiments/r")["samples"], 0)
        # A key of other changes is not a key of rows, whatever their lengths.
        self.server.ok("POST", "/v1/experiments/r/ask", {"count": 9}, Idempotency_Key="asked")
        self.problem(409, "Idempotency-Key", "another change", "POST", observe, {"rows": [[1]] * 9}, Idempotency_Key="asked")
        self.server.ok("POST", "/v1/experiments/r/abandon", {"tickets": list(range(1, 10))}, Idempotency_Key="gone")
        self.problem(409, "Idempotency-Key", "another change", "POST", observe, {"rows": [[1, 2, 3]] * 3}, Idempotency_Key="gone")
        rows = {"rows": [[1, 2, 3], [4, None, 6]]}
        first = self.server.ok("POST", observe, rows, Idempotency_Key="rows")
        self.assertEqual(self.server.ok("POST", observe, rows, Idempotency_Key="rows")["samples"], first["samples"])

    def test_a_note_that_cannot_be_stored_is_refused_alone(self):
        self.begin()
        self.server.ok("POST", "/v1/experiments/x/ask", {"count": 200})
        tell, refused = "/v1/experiments/x/tell", []
        stop = threading.Event()

        def spoil():
            while not stop.is_set():
                refused.append(self.server.request("POST", tell, {"ticket": 200, "value": 1, "note": "a\0b"})[0])

        spoilers = [threading.Thread(target=spoil) for _ in range(3)]
        for thread in spoilers:
            thread.start()
        try:
            for ticket in range(1, 100):
                self.server.ok("POST", tell, {"ticket": ticket, "value": 0})
        finally:
            stop.set()
            for thread in spoilers:
                thread.join()
        self.assertEqual(set(refused), {422})
        results = [{"ticket": 100, "value": 1}, {"ticket": 101, "value": 1, "note": "\0"}]
        self.problem(422, "note", "number 2: ", "POST", tell, {"results": results})
        events = self.server.ok("GET", "/v1/experiments/x/history?after=200")["events"]
        self.assertEqual([event["ticket"] for event in events], list(range(1, 100)))

    def test_a_change_that_was_made_has_no_error(self):
        self.begin()
        made = self.server.ok("POST", "/v1/experiments/x/ask?after=99", {})
        self.assertEqual((len(made["events"]), made["after"], made["log"]), (1, 1, []))

    def test_other_addresses_of_this_machine(self):
        self.assertEqual(self.start(host="127.0.0.2").ok("GET", "/healthz"), {"status": "ok"})
        self.problem(403, None, "not this machine", "GET", "/healthz", Host="127.evil.example")
        self.refuse("serve", "--listen", "127.evil.example:0", "--store", self.store, field="listen", says="--token-file")

    def test_answers_are_as_described(self):
        document = self.server.ok("GET", "/openapi.json")
        names = [operation["operationId"] for methods in document["paths"].values() for operation in methods.values()]
        self.assertEqual(len(set(names)), len(names))

        def try_out(method, path, body=None, status=200, name="x", query=""):
            answer = self.server.ok(method, path.replace("{name}", name) + query, body, status=status)
            described = document["paths"][path][method.lower()]["responses"][str(status)]["content"]["application/json"]
            self.assertEqual(misfit(described["schema"], answer), None, (path, answer))

        one = "/v1/experiments/{name}"
        try_out("POST", "/v1/experiments", {"name": "x", "arms": ["a", "b"]}, 201)  # all else is usual
        try_out("POST", "/v1/experiments", {"name": "r", "arms": ["a", "b"], "rounds": {"family": {"name": "bernoulli"}}}, 201)
        for action, body in (("ask", {"count": 3}), ("tell", {"ticket": 1, "value": 2}), ("observe", {"arm": "a", "value": 1}),
                             ("observe", {"values": [{"arm": "a", "value": 1}]}), ("abandon", {"ticket": 2}),
                             ("abandon", {"tickets": [2, 3]}), ("note", {"note": "n"}), ("change", {"max_samples": 99}),
                             ("add-arms", {"arms": ["c"]}), ("retire-arms", {"arms": ["b"]}), ("tag", {"tags": ["t"]}),
                             ("untag", {"tags": ["t"]})):
            try_out("POST", f"{one}/{action}", body)
        try_out("POST", f"{one}/tell", {"ticket": 1, "value": 2}, query="?after=3")
        try_out("POST", f"{one}/observe", {"rows": [[1, 0], [None, 1]]}, name="r")
        for path in ("/healthz", "/openapi.json", "/v1/experiments", one, f"{one}/history", f"{one}/log"):
            try_out("GET", path)
        try_out("POST", f"{one}/rename", {"name": "y"})
        try_out("DELETE", one, name="y")

    def test_other_sites_are_refused(self):
        self.begin()
        self.problem(403, None, "another site", "GET", "/v1/experiments", Origin="http://evil.example")
        self.problem(403, None, "another site", "GET", "/v1/experiments", Sec_Fetch_Site="cross-site")
        self.problem(403, None, "another site", "POST", "/v1/experiments/x/ask", {}, Origin="null")
        answer = self.server.raw(b"GET /v1/experiments HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        self.assertIn(b" 403 ", answer.split(b"\r\n")[0])
        own = f"http://127.0.0.1:{self.server.port}"
        self.server.ok("GET", "/v1/experiments", Origin=own)

    def test_health_metrics_and_the_log(self):
        self.begin()
        self.assertEqual(self.server.ok("GET", "/healthz"), {"status": "ok"})
        self.server.ok("POST", "/v1/experiments/x/observe", {"arm": "a", "value": 1})
        text = self.server.ok("GET", "/metrics")
        self.assertIn('mirador_requests_total{method="POST",path="/v1/experiments/{name}/observe",status="200"} 1\n', text)
        for line in text.splitlines():
            self.assertRegex(line, r"\A(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? \S+)\Z")
        code, log = self.server.stop()
        self.assertEqual(code, 0)
        self.assertRegex(log, r"(?m)^\S+Z 127\.0\.0\.1 POST /v1/experiments/x/observe 200 \d+ bytes [\d.]+ ms$")


def misfit(schema, value):
    """Where a value does not fit a schema of the document; None if it fits."""
    if "anyOf" in schema:
        wrong = [misfit(one, value) for one in schema["anyOf"]]
        return None if None in wrong else wrong
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "object": dict, "array": list,
             "null": type(None)}
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(isinstance(value, kinds[kind]) for kind in types):
        return f"{value} is not {types}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{value} is not in {schema['enum']}"
    if isinstance(value, dict):
        missing = set(schema.get("required", ())) - set(value)
        wrong = [misfit(one, value[name]) for name, one in schema.get("properties", {}).items() if name in value]
        return f"{missing} missing" if missing else next((one for one in wrong if one), None)
    if isinstance(value, list):
        return next((wrong for one in value if (wrong := misfit(schema["items"], one))), None)
    return None


def bodies(schema):
    """Bodies made from a schema: one of each property, of every wrong type, missing, and too large."""
    good = {"string": "a", "integer": 1, "number": 0.5, "boolean": True, "object": {}, "array": []}
    valid = {name: good.get(one.get("type"), "a") for name, one in schema["properties"].items()}
    yield valid
    yield {}
    yield []
    yield "text"
    for name, one in schema["properties"].items():
        for wrong in (None, "x", 1, -1, 1e308, 2**64, True, [], {}, [1], [{}], "y" * 70000):
            yield {**valid, name: wrong}
        yield {key: value for key, value in valid.items() if key != name}
        yield {name: valid[name]}


class Limits(ServeTest):
    def test_requests_with_two_readings_are_refused(self):
        host = b"Host: localhost\r\n"
        chunked = b"Transfer-Encoding: chunked\r\n"
        for request in (
            b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 5\r\n" + chunked + b"\r\n0\r\n\r\n",
            b"POST / HTTP/1.1\r\n" + host + chunked + b"Content-Length: 5\r\n\r\n0\r\n\r\n",
            b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
            b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 5, 5\r\n\r\nhello",
            b"POST / HTTP/1.1\r\n" + host + b"Content-Length: +5\r\n\r\nhello",
            b"POST / HTTP/1.1\r\n" + host + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            b"POST / HTTP/1.1\r\n" + host + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            b"POST / HTTP/1.1\r\n" + host + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
            b"GET / HTTP/1.1\nHost: localhost\n\n", b"GET / HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + host + b"Host: other\r\n\r\n", b"\x00\x01\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nA: b\x00c\r\n\r\n",
        ):
            # The second request would be answered if the two were read apart wrongly.
            answer = self.server.raw(request + b"GET /healthz HTTP/1.1\r\n" + host + b"\r\n")
            self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), (request, answer))
            self.assertEqual(answer.count(b"HTTP/1.1 "), 1, (request, answer))

    def test_large_headers_and_bodies(self):
        status, _, _ = self.server.request("GET", "/healthz", X="a" * 17000)
        self.assertEqual(status, 431)
        try:
            status, _, _ = self.server.request("POST", "/v1/experiments", b"x" * (9 << 20))
            self.assertEqual(status, 413)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the answer came before all was sent
        self.server.ok("GET", "/healthz")

    def test_idle_connections_make_room(self):
        clients = []
        try:
            for _ in range(1100):
                clients.append(socket.create_connection(("127.0.0.1", self.server.port)))
            for _ in range(20):
                self.server.ok("GET", "/healthz")
        finally:
            for client in clients:
                client.close()

    def test_it_ends_soon_after_a_signal(self):
        began = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.server.port)) as idle:
            idle.sendall(b"GET /healthz HT")
            code, _ = self.server.stop()
        self.assertEqual(code, 0)
        self.assertLess(time.monotonic() - began, 30)  # four seconds on a quiet machine


    def test_it_ends_without_waiting_for_the_store(self):
        self.begin()
        other = sqlite3.connect(self.store, isolation_level=None)
        self.addCleanup(other.close)
        other.execute("BEGIN IMMEDIATE")
        body = b'{"count": 1}'
        with socket.create_connection(("127.0.0.1", self.server.port)) as client:
            client.sendall(b"POST /v1/experiments/x/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                           + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.server.ok("GET", "/healthz")
            code, _ = self.server.stop()
            self.assertEqual((code, client.recv(100)), (0, b""))  # it ended before the store gave up
        other.execute("ROLLBACK")
        self.assertIn("0 events", self.succeed("verify", "--store", self.store))

    def test_nothing_to_print_the_address_on(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([MIRADOR, "serve", "--listen", "0", "--store", self.store], stdout=full,
                                  stderr=subprocess.PIPE, timeout=PATIENCE, check=False, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output", done.stderr)


class Streams(ServeTest):
    def stream(self, name="x", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        connection.request("GET", f"/v1/experiments/{name}/stream", headers=headers)
        response = connection.getresponse()
        self.assertEqual((response.status, response.getheader("Content-Type")), (200, "text/event-stream"))
        self.addCleanup(connection.close)
        return self.events(response)

    def events(self, response):
        lines = []
        for line in response:
            line = line.decode().rstrip("\n")
            if line == "" and lines:
                self.assertEqual(lines[0], "event: status")
                yield json.loads("\n".join(part.removeprefix("data: ") for part in lines[1:]))
                lines = []
            elif line and not line.startswith(":"):
                lines.append(line)

    def test_the_status_at_once_and_after_every_change(self):
        self.begin()
        events = self.stream()
        self.assertEqual(next(events)["samples"], 0)
        self.server.ok("POST", "/v1/experiments/x/observe", {"arm": "a", "value": 1})
        self.assertEqual(next(events)["samples"], 1)
        self.succeed("observe", "x", "b", "0", "--store", self.store)  # another process
        self.assertEqual(next(events)["samples"], 2)
        self.assertEqual(self.server.request("GET", "/v1/experiments/none/stream")[0], 404)
        self.server.stop()
        self.assertEqual(list(events), [])

    def test_many_clients_and_a_reader_that_does_not_read(self):
        self.begin()
        idle = socket.create_connection(("127.0.0.1", self.server.port))
        idle.sendall(b"GET /v1/experiments/x/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        events = self.stream()
        next(events)

        def tell(worker):
            for _ in range(25):
                self.server.ok("POST", "/v1/experiments/x/observe", {"arm": "abc"[worker % 3], "value": worker % 2})

        workers = [threading.Thread(target=tell, args=(worker,)) for worker in range(8)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        while next(events)["samples"] < 200:
            pass
        idle.close()


class Tokens(ServeTest):
    def token(self, name, role):
        return json.loads(self.succeed("token", "new", name, "--role", role, "--format", "json"))

    def test_who_may_do_what(self):
        reader, writer = self.token("eva", "read"), self.token("ci", "write")
        self.assertNotIn(reader["secret"], reader["line"])
        file = self.file("tokens", f"# clients\n\n{reader['line']}\n{writer['line']}\n")
        self.server.stop()
        self.server = self.start("--token-file", file)
        self.server.ok("GET", "/healthz")
        response = self.problem(401, None, "Bearer", "GET", "/v1/experiments")
        self.assertEqual(response.getheader("WWW-Authenticate"), "Bearer")
        self.problem(401, None, "Bearer", "GET", "/v1/experiments", Authorization="Bearer " + writer["line"].split()[2])
        read, write = ("Bearer " + one["secret"] for one in (reader, writer))
        self.server.ok("GET", "/v1/experiments", Authorization=read)
        self.problem(403, None, "eva may only read", "POST", "/v1/experiments", spec(), Authorization=read)
        self.server.ok("POST", "/v1/experiments", spec(), status=201, Authorization=write)
        page = self.server.ok("GET", "/experiments/x")
        self.assertIn("sign-in", page)

    def test_a_proxy_in_front_has_a_name_of_its_own(self):
        writer = self.token("ci", "write")
        self.server.stop()
        self.server = self.start("--token-file", self.file("tokens", writer["line"] + "\n"))
        mine = {"Host": "lab.example", "Authorization": "Bearer " + writer["secret"]}
        self.server.ok("POST", "/v1/experiments", spec(), status=201, Origin="https://lab.example", **mine)
        self.server.ok("GET", "/v1/experiments/x", **mine)
        self.problem(403, None, "another site", "GET", "/v1/experiments/x", Origin="https://evil.example", **mine)
        self.problem(401, None, "Bearer", "GET", "/v1/experiments/x", Host="lab.example")

    def test_bad_token_files(self):
        line = self.token("ci", "write")["line"]
        for text, says in (("", "no tokens"), ("ci write abc\n", ":1: "), (f"{line} more\n", "three words"),
                           (line.replace("write", "admin") + "\n", "admin"), (f"{line}\n{line}\n", ":2: ")):
            self.refuse("serve", "--listen", "0", "--token-file", self.file("t", text), field="token-file", says=says)
        self.refuse("serve", "--listen", "0.0.0.0:0", "--store", self.store, field="listen", says="--token-file")
        self.refuse("serve", "--listen", "127.0.0.1:x", field="listen", says="x")
        self.refuse("serve", "--listen", f"127.0.0.1:{self.server.port}", "--store", self.store, field="listen",
                    says="another address")
        self.refuse("token", "new", "ci", field="role", says="--role read")
        self.refuse("token", "new", "a b", "--role", "read", field="name", says="letters")

    def test_read_only(self):
        self.begin()
        self.server.stop()
        self.server = self.start("--read-only")
        self.server.ok("GET", "/v1/experiments/x")
        self.problem(403, None, "read-only", "POST", "/v1/experiments/x/ask", {})


if __name__ == "__main__":
    unittest.main()
