"""`--store http://...`: the live commands over `mirador serve`, with real servers, and with a relay between that
loses requests and answers. Acknowledged = stored, none twice."""

import http.client
import http.server
import json
import os
import pty
import signal
import socket
import ssl
import subprocess
import threading
import time
import unittest

import live_test
import rounds_test
from command import MIRADOR, PATIENCE, CommandTest, run
from live import LiveTest
from race import FAST, SLOW


# The key of a server and its own certificate for localhost.
CERTIFICATE = os.path.join(os.path.dirname(__file__), "data", "localhost.pem")


class Server:
    """`mirador serve` on a store, on a free port or a given one."""

    def __init__(self, store, *words, port=0):
        self.process = subprocess.Popen([MIRADOR, "serve", "--listen", f"127.0.0.1:{port}", "--store", store, *words],
                                        stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=PATIENCE)


class HttpMixin:
    """The same over a service, which keeps a file of the test."""

    words = ()

    def new_place(self):
        self.kept = self.file("kept.db")
        self.server = self.serve()
        return f"http://127.0.0.1:{self.server.port}"

    def serve(self, port=0):
        server = Server(self.kept, "--log", "none", *self.words, port=port)
        self.addCleanup(server.kill)
        return server

    def relay(self):
        relay = Relay(self.server.port)
        self.addCleanup(relay.server_close)
        self.addCleanup(relay.shutdown)
        return relay


class Commands(HttpMixin, live_test.Commands):
    """All that live experiments do in a file they do over HTTP."""

    def json(self, *words, **more):
        if words[:1] != ("verify",):
            return super().json(*words, **more)
        return super().json(*words, "--store", self.kept, **more)


class Rounds(HttpMixin, rounds_test.Rounds):
    pass


class SameWords(HttpMixin, LiveTest):
    """Every command prints the same as on a file, and exits with the same code."""

    def both(self, *words, **more):
        there, here = (run(*words, "--store", place, **more) for place in (self.place, self.beside))
        self.assertEqual((there.returncode, there.stdout, there.stderr.replace(self.kept, self.beside)),
                         (here.returncode, here.stdout, here.stderr), words)
        return there

    def setUp(self):
        super().setUp()
        self.beside = self.file("beside.db")

    def test_every_command(self):
        csv = self.file("seen.csv", "arm,value\n" + "a,1\nb,0.25\n" * 5)
        bad = self.file("bad.csv", "ticket,value\n5,1\n99,2\n")
        good = self.file("good.csv", "ticket,value\n5,1\n6,0.5\n")
        for words in (
            ["new", "x", "--arms", "a,b,c", "--tag", "t,u", "--max-samples", "40"], ["new", "x", "--arms", "a,b"],
            ["new", "r", "--arms", "a,b,c", "--rounds"], ["ask", "x"], ["ask", "x", "-n", "5", "--format", "json"],
            ["ask", "r", "--round"], ["ask", "x", "--round"], ["tell", "x", "1", "0.5"], ["tell", "x", "1", "0.5"],
            ["tell", "x", "1", "0.6"], ["tell", "x", "77", "1"], ["tell", "x", "2", "nan"], ["tell", "x", "--batch", bad],
            ["tell", "x", "--batch", good], ["tell", "r", "2", "1"], ["observe", "x", "a", "1"],
            ["observe", "x", "z", "1"], ["observe", "x", "--batch", csv], ["observe", "x", "b", "2", "--request", "q"],
            ["observe", "x", "b", "2", "--request", "q"], ["observe", "x", "b", "3", "--request", "q"],
            ["abandon", "x", "2,3"], ["abandon", "x", "2"], ["abandon", "x", "99"], ["note", "x", "two\nlines ü"],
            ["note", "x", ""], ["change", "x", "--delta", "0.01", "--max-samples", "50"], ["change", "x", "--delta", "0.9"],
            ["add-arm", "x", "d,e"], ["add-arm", "x", "d"], ["retire-arm", "x", "c"], ["retire-arm", "x", "c"],
            ["tag", "x", "v"], ["tag", "x", "t", "--remove"], ["status", "x"], ["status", "x", "--format", "json"],
            ["status", "x", "--format", "csv"], ["status", "r"], ["status", "nobody"], ["export", "x"],
            ["report", "x"], ["rename", "x", "y y"], ["rename", "x", "z"], ["rename", "y y", "r"], ["status", "y y"],
            ["list", "--tag", "none"], ["delete", "r", "--yes"], ["delete", "r", "--yes"], ["status", "r"],
        ):
            self.both(*words)
        exported = run("export", "y y", "--store", self.place).stdout
        for name in ("copy", "copy"):
            self.both("import", "-", "--name", name, input=exported)
        self.both("status", "copy", "--format", "json")
        listed = [json.loads(run("list", "--store", place, "--format", "json").stdout)["experiments"]
                  for place in (self.place, self.beside)]
        for experiment in listed[0] + listed[1]:
            del experiment["created"], experiment["heard"]
        self.assertEqual(*listed)

    def test_what_needs_the_store_itself(self):
        self.begin()
        for command in (["verify"], ["verify", "x"], ["salvage", "x"]):
            self.refuse(*command, field="store: mirador " + command[0], says="where the service runs")
        self.refuse("serve", "--listen", "0", field="store", says="the store itself")

    def test_odd_names_and_large_batches(self):
        for name in ("a/b", "ü ☕ ?&#%", "..x", "100%"):
            self.begin(name=name)
            self.json("observe", name, "a", "1")
            self.assertEqual(self.status(name)["name"], name)
        tickets = self.ask(3000, "100%")
        self.tell_all([(t["ticket"], 0.5) for t in tickets], "100%")
        self.assertEqual(self.status("100%")["samples"], 3001)
        huge = self.file("huge.csv", "arm,value\n" + "a,0.123456789012345\n" * 400_000)
        self.refuse("observe", "100%", "--batch", huge, field="", says="less")

    def test_addresses(self):
        port = self.server.port
        for place, says in ((f"http://me:secret@127.0.0.1:{port}", "MIRADOR_TOKEN"), (f"127.0.0.1:{port}", "http://HOST:PORT"),
                            (f"htp://127.0.0.1:{port}", "http://HOST:PORT"), (f"http://127.0.0.1:{port}?t=secret", "?"),
                            ("http://127.0.0.1:99999", "port")):
            self.refuse("list", "--store", place, field="store", says=says)
            self.assertNotIn("secret", run("list", "--store", place).stderr)
        self.refuse("list", "--store", f"https://127.0.0.1:{port}", field="store", says="check the address", code=1)
        self.refuse("list", "--store", f"http://127.0.0.1:{port}/lab", field="store", says="no such path", code=1)
        # A proxy of the environment is not asked for this machine.
        self.succeed("list", env={"http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9",
                                  "all_proxy": "http://127.0.0.1:9"})

    def test_races(self):
        variables = {"MIRADOR_STORE": self.place}
        out = self.succeed_quietly("race", "-N", FAST, SLOW, env=variables)
        self.assertRegex(out, rf"(?m)^winner +'{FAST}'")
        listed = json.loads(self.succeed("list", "--format", "json"))["experiments"]
        name = listed[0]["name"]
        self.assertEqual(listed[0]["state" if "state" in listed[0] else "phase"], "decided")
        self.refuse("tell", name, "1", "0.5", field="name", says="is a race")
        process = run("race", "--max-runs", "4", "--margin", "0", "-N", FAST, SLOW, "true", env=variables)
        self.assertEqual(process.returncode, 3, process.stderr)
        self.succeed_quietly("race", "--resume", "-N", "--max-runs", "60", FAST, SLOW, "true", "--margin", "0", env=variables)
        self.assertIn("<svg", self.succeed("report", name))

    def succeed_quietly(self, *words, **more):
        process = run(*words, **more)
        self.assertEqual(process.returncode, 0, (words, process.stderr))
        return process.stdout


class Tokens(HttpMixin, CommandTest):
    def setUp(self):
        super().setUp()
        tokens = {role: json.loads(self.succeed("token", "new", role, "--role", role, "--format", "json"))
                  for role in ("read", "write")}
        self.words = ("--token-file", self.file("tokens", "".join(one["line"] + "\n" for one in tokens.values())))
        self.place = self.new_place()
        self.read, self.write = (tokens[role]["secret"] for role in ("read", "write"))

    def variables(self, token):
        return {"MIRADOR_STORE": self.place, **({} if token is None else {"MIRADOR_TOKEN": token})}

    def test_who_may_do_what(self):
        begin = ["new", "x", "--arms", "a,b"]
        for token, says in ((None, "asks for one; set MIRADOR_TOKEN"), ("", "set MIRADOR_TOKEN"),
                            ("mirador_wrong", "does not know"), (self.read, "may only read"), ("two words", "cannot be one")):
            self.refuse(*begin, field="token: ", says=says, env=self.variables(token))
        self.succeed(*begin, env=self.variables(self.write))
        self.succeed("status", "x", env=self.variables(self.read))
        for words in (["ask", "x"], ["delete", "x", "--yes"], ["rename", "x", "y"], ["note", "x", "n"]):
            self.refuse(*words, field="token: ", says="MIRADOR_TOKEN", env=self.variables(self.read))
        for token in (self.read, "mirador_wrong", "two words"):
            self.assertNotIn(token, run(*begin, env=self.variables(token)).stderr)


class Relay(http.server.ThreadingHTTPServer):
    """Hands requests on to a service. The script says what becomes of each:
    pass, lose (never sent), cut (done, and the answer is lost), 503 (not sent), 502 (done, and the answer is lost)."""

    daemon_threads = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), Hand)
        self.service, self.script, self.seen, self.lock = port, [], [], threading.Lock()
        self.scheme = "http"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def handle_error(self, request, address):
        pass  # connections break here

    def place(self):
        return f"{self.scheme}://localhost:{self.server_port}"

    def encrypt(self):
        """From now on by TLS, with a certificate that nothing but a test trusts."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.scheme = "https"

    def next_step(self, heading):
        with self.lock:
            self.seen.append(heading)
            return self.script.pop(0) if self.script else "pass"


class Hand(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def relay(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        step = self.server.next_step((self.command, self.path, self.headers.get("Idempotency-Key")))
        if step == "lose":
            return self.hang_up()
        if step == "503":
            return self.answer(503, {"Retry-After": "1", "Content-Type": "text/plain"}, b"busy")
        connection = http.client.HTTPConnection("127.0.0.1", self.server.service, timeout=PATIENCE)
        connection.request(self.command, self.path, body or None, {
            name: value for name, value in self.headers.items() if name.lower() not in ("connection", "content-length")})
        response = connection.getresponse()
        answer = response.read()
        connection.close()
        if step == "cut":
            return self.hang_up()
        if step == "502":
            return self.answer(502, {"Content-Type": "text/html"}, b"<html>bad gateway")
        return self.answer(response.status, {"Content-Type": response.getheader("Content-Type")}, answer)

    do_GET = do_POST = do_DELETE = relay

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def hang_up(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)


class Encrypted(HttpMixin, LiveTest):
    def test_only_with_a_certificate_that_is_trusted(self):
        relay = self.relay()
        relay.encrypt()
        words = ["new", "x", "--arms", "a,b", "--store", relay.place()]
        self.refuse(*words, field=f"store: {relay.place()} has a certificate that cannot be verified", says="SSL_CERT_FILE",
                    code=1)
        self.assertEqual(relay.seen, [])
        self.succeed(*words, env={"SSL_CERT_FILE": CERTIFICATE})
        other = relay.place().replace("localhost", "127.0.0.1")  # not in the certificate
        self.refuse("list", "--store", other, field="store", says="certificate", code=1, env={"SSL_CERT_FILE": CERTIFICATE})
        self.refuse("list", env={"SSL_CERT_FILE": self.file("none.pem"), "MIRADOR_STORE": relay.place()}, field="store",
                    says="certificate", code=1)


class LostAnswers(HttpMixin, LiveTest):
    """Each request of each command is lost once, before or after it is done; the result is that of a quiet line."""

    STEPS = (["new", "x", "--arms", "a,b,c", "--tag", "t"], ["ask", "x", "-n", "4"], ["tell", "x", "1", "0.5"],
             ["observe", "x", "b", "0.25"], ["abandon", "x", "2"], ["note", "x", "hello"],
             ["change", "x", "--max-samples", "90"], ["add-arm", "x", "d"], ["retire-arm", "x", "c"], ["tag", "x", "u"],
             ["tag", "x", "t", "--remove"], ["rename", "x", "y"], ["status", "y"], ["export", "y"], ["rename", "y", "x"])

    def play_through(self, trouble):
        """Runs the steps; `trouble(relay)` prepares the script before each."""
        relay = self.relay()
        said = []
        for words in self.STEPS:
            relay.script = trouble()
            said.append(self.succeed(*words, "--store", relay.place()))
        log = self.log()
        self.succeed("delete", "x", "--yes", "--store", relay.place())
        return said, log, relay.seen

    def test_each_command_is_made_once(self):
        quiet = self.play_through(list)
        for fault in ("lose", "cut", "502"):
            for index in range(4):  # of the request in its command
                noisy = self.play_through(lambda: ["pass"] * index + [fault])
                self.assertEqual(noisy[:2], quiet[:2], (fault, index))
        keys = [key for method, path, key in quiet[2] if method == "POST" and "after=" in path]
        self.assertTrue(all(keys))
        self.assertEqual(len(keys), len(set(keys)))

    def test_a_tell_that_is_lost_four_times(self):
        self.begin()
        relay = self.relay()
        experiment = ["observe", "x", "a", "1", "--store", relay.place()]
        relay.script = ["pass", "pass", "cut", "502", "503", "lose"]
        self.succeed(*experiment)
        posts = [key for method, _, key in relay.seen if method == "POST"]
        self.assertEqual((len(posts), len(set(posts))), (5, 1))
        self.assertEqual(self.status()["samples"], 1)

    def test_a_deletion_and_a_name_of_another(self):
        relay = self.relay()
        place = ["--store", relay.place()]
        self.begin()
        relay.script = ["pass"] * 3 + ["cut"]
        self.succeed("delete", "x", "--yes", *place)
        deletions = [path for method, path, _ in relay.seen if method == "DELETE"]
        self.assertEqual(len(deletions), 2)
        # A repeat that comes late does not delete another one of the name.
        self.begin(arms="a,b")
        client = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        client.request("DELETE", deletions[0])
        self.assertEqual(client.getresponse().status, 404)
        client.close()
        self.succeed("delete", "x", "--yes")
        self.refuse("status", "x", field="name")
        # The name is taken, whether or not a try was lost.
        self.begin(arms="a,b")
        for script in ([], ["lose"], ["cut"]):
            relay.script = script
            self.refuse("new", "x", "--arms", "a,b,c", *place, field="name", says="already")
        self.assertEqual(len(self.status()["arms"]), 2)


class KilledServers(HttpMixin, LiveTest):
    """A server that is killed and started again while clients work; they do not notice."""

    WORKERS, EACH, KILLS = 4, 12, 6

    def work(self, worker, done):
        for i in range(self.EACH):
            value = worker + i / 64
            process = run("observe", "x", "abc"[i % 3], repr(value))
            done.append((value, process.returncode, process.stderr))

    def test_acknowledged_is_stored_and_none_twice(self):
        self.begin("--delta", "1e-9", "--sigma", "100")
        done, port = [], self.server.port
        workers = [threading.Thread(target=self.work, args=(worker, done)) for worker in range(self.WORKERS)]
        for worker in workers:
            worker.start()
        total = self.WORKERS * self.EACH
        for kill in range(self.KILLS):
            while len(done) < (kill + 1) * total // (self.KILLS + 2):
                time.sleep(0.005)
            self.server.kill()
            self.server = self.serve(port)
        for worker in workers:
            worker.join(PATIENCE)
        self.assertEqual([one for one in done if one[1] != 0], [])
        stored = [json.loads(line)["value"] for line in self.log()[:-1]]
        self.assertEqual(sorted(stored), sorted(value for value, *_ in done))
        self.assertEqual(len(stored), total)

    def test_on_a_terminal_it_says_what_it_waits_for(self):
        self.begin()
        self.server.kill()
        outer, inner = pty.openpty()
        client = subprocess.Popen([MIRADOR, "note", "x", "late"], stdout=subprocess.PIPE, stderr=inner, text=True,
                                  env=dict(os.environ, TERM="xterm"))
        os.close(inner)
        said = os.read(outer, 1000).decode()
        self.assertRegex(said, rf"mirador: store: {self.place} cannot be reached \(.*\); is mirador serve running there\?; "
                               "trying again for half a minute\r\n")
        self.server = self.serve(self.server.port)
        self.assertEqual(client.communicate(timeout=PATIENCE)[0], "noted; 0 samples, running\n")
        self.assertEqual(client.returncode, 0)
        os.close(outer)

    def test_a_client_says_that_the_service_is_away(self):
        self.begin()
        self.server.kill()
        began = time.monotonic()
        self.refuse("status", "x", field=f"store: {self.place} cannot be reached", code=1,
                    says="is mirador serve running there?")
        self.assertGreater(time.monotonic() - began, 20)  # it tried again


if __name__ == "__main__":
    unittest.main()
