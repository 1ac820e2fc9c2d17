"""`mirador serve` and clients that mean harm: while they are at work another client is served, memory stays bounded,
and a client that is refused gets to know why. Heavier with MIRADOR_LONG=1."""

import contextlib
import json
import os
import re
import resource
import socket
import subprocess
import threading
import time
import unittest

from command import MIRADOR, PATIENCE, CommandTest, wait_until
from serve_test import Server, spec

LONG = "MIRADOR_LONG" in os.environ
# A server built with the address sanitizer takes many times the memory.
MOST_MEMORY = None if "MIRADOR_SANITIZED" in os.environ else 300 << 20
HOST = b"Host: localhost\r\n"
POST = b"POST /v1/experiments/x/observe HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"


def allow_many_files():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


class Client:
    """A raw connection."""

    def __init__(self, port, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.rest = b""

    def send(self, data):
        self.socket.sendall(data)

    def push(self, data, times):
        """Sends as long as the server takes it."""
        try:
            for _ in range(times):
                self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def answer(self, has_body=True):
        """The status, the headers and the body of the next answer; None after the end."""
        while b"\r\n\r\n" not in self.rest:
            piece = self.socket.recv(65536)
            if not piece:
                return None
            self.rest += piece
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}
        size = int(headers.get("content-length", 0)) if has_body else 0
        while len(self.rest) < size:
            self.rest += self.socket.recv(65536)
        body, self.rest = self.rest[:size], self.rest[size:]
        return int(lines[0].split()[1]), headers, body.decode()

    def is_at_end(self):
        try:
            return self.rest == b"" and self.socket.recv(65536) == b""
        except ConnectionResetError:
            return True

    def close(self):
        self.socket.close()


class HostileTest(CommandTest):
    words = ("--log", "none")

    def setUp(self):
        super().setUp()
        self.server = self.start()
        self.server.ok("POST", "/v1/experiments", spec(), status=201)
        self.addCleanup(self.end_well)

    def start(self):
        return Server(os.path.join(self.folder, "store.db"), *self.words)

    def end_well(self):
        """Nothing crashed, and a sanitizer has nothing to say."""
        if self.server.process.poll() is None and LONG:
            print(f"{self.id()}: the server has used at most {self.memory() / 1e6:.0f} MB", flush=True)
        self.assertEqual(self.stop(), (0, ""))

    def stop(self):
        began = time.monotonic()
        result = self.server.stop()
        if LONG:
            print(f"{self.id()}: the server ended in {time.monotonic() - began:.1f} s", flush=True)
        return result

    def client(self, **more):
        client = Client(self.server.port, **more)
        self.addCleanup(client.close)
        return client

    def clients(self, count, **more):
        return [self.client(**more) for _ in range(count)]

    def memory(self):
        """The most that the server has used, in bytes."""
        with open(f"/proc/{self.server.process.pid}/status", encoding="utf-8") as file:
            return 1024 * int(re.search(r"VmHWM:\s*(\d+) kB", file.read())[1])

    def assert_bounded(self):
        if MOST_MEMORY:
            self.assertLess(self.memory(), MOST_MEMORY)

    @contextlib.contextmanager
    def another_client(self, more=20):
        """Another client measures all the time; at the end it must have been served `more` times more."""
        ends, served, wrong = threading.Event(), [], []

        def measure():
            while not ends.is_set():
                try:
                    self.server.ok("GET", "/healthz")
                    answer = self.server.ok("POST", "/v1/experiments/x/observe", {"arm": "a", "value": 1})
                    served.append(answer["samples"])
                except Exception as error:  # pylint: disable=broad-except
                    wrong.append(error)
                    return

        thread = threading.Thread(target=measure)
        thread.start()
        try:
            yield
            enough = len(served) + more
            wait_until(lambda: len(served) >= enough or wrong)
        finally:
            ends.set()
            thread.join()
        self.assertEqual(wrong, [])
        self.assert_bounded()

    def status_of(self, data):
        client = Client(self.server.port)
        try:
            client.send(data)
            return client.answer()[0]
        finally:
            client.close()


class Slow(HostileTest):
    def test_slow_headers(self):
        clients = self.clients(900 if LONG else 200)
        for client in clients:
            client.send(b"GET /healthz HTTP/1.1\r\n" + HOST + b"X-Slow: ")
        with self.another_client():
            for _ in range(10):
                for client in clients:
                    client.push(b"a", 1)
            status, _, body = clients[-1].answer()  # after the deadline
            self.assertEqual(status, 408)
            self.assertIn("in time", body)
            self.assertTrue(clients[-1].is_at_end())

    def test_slow_bodies(self):
        clients = self.clients(900 if LONG else 200)
        for client in clients:
            client.send(POST + b"Content-Length: 8000000\r\n\r\n{")
        with self.another_client():
            for _ in range(10):
                for client in clients:
                    client.push(b" ", 1)
            if LONG:
                self.assertEqual(clients[-1].answer()[0], 408)

    def test_large_bodies_that_stop(self):
        """They are closed when others need the memory."""
        half = b" " * (4 << 20)
        with self.another_client():
            for _ in range(200 if LONG else 40):
                client = self.client()
                client.send(POST + b"Content-Length: 8000000\r\n\r\n")
                client.push(half, 1)
            values = [{"arm": "b", "value": 0, "note": "x" * 100} for _ in range(20000)]
            self.server.ok("POST", "/v1/experiments/x/observe", {"values": values})

    def test_idle_connections(self):
        count = min(10_000 if LONG else 1500, allow_many_files() - 100)
        with self.another_client():
            self.clients(count)

    def test_connections_that_come_and_go(self):
        with self.another_client():
            for _ in range(5000 if LONG else 500):
                Client(self.server.port).close()

    def test_clients_that_do_not_read(self):
        values = [{"arm": "b", "value": 0, "note": "x" * 500} for _ in range(10000)]
        self.server.ok("POST", "/v1/experiments/x/observe", {"values": values})
        request = b"GET /v1/experiments/x/export HTTP/1.1\r\n" + HOST + b"\r\n"
        size = len(self.server.ok("GET", "/v1/experiments/x/export"))
        with self.another_client():
            readers = self.clients(300 if LONG else 60, receive_buffer=4096)
            for reader in readers:
                reader.send(request)
            # Together more than all answers may take.
            self.assertGreater(size * len(readers), 200 << 20)

    def test_streams_that_nobody_reads(self):
        request = b"GET /v1/experiments/x/stream HTTP/1.1\r\n" + HOST + b"\r\n"
        with self.another_client(more=200 if LONG else 50):
            for stream in self.clients(1000 if LONG else 100, receive_buffer=4096):
                stream.send(request)
            talker = self.client()
            talker.send(request)
            talker.push(b"x" * 65536, 1000)  # a client that talks on a stream is closed
            self.assertEqual(talker.answer(has_body=False)[0], 200)


class Large(HostileTest):
    def test_a_body_that_is_announced_too_large(self):
        times = 1000 if LONG else 30
        with self.another_client():
            client = self.client()
            client.send(POST + b"Content-Length: 1073741824\r\n\r\n")
            client.push(b" " * (1 << 20), times)
            status, _, body = client.answer()
            self.assertEqual(status, 413)
            self.assertIn("8388608 bytes", body)

    def test_a_body_in_chunks_that_does_not_end(self):
        piece = 1 << (20 if LONG else 16)
        with self.another_client():
            for size in (1, 1000, piece):
                client = self.client()
                client.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")
                chunk = b"%x\r\n" % size + b" " * size + b"\r\n"
                # Somewhat more than is allowed, in pieces of about a megabyte.
                many = chunk * max(1, (1 << 20) // len(chunk))
                client.push(many, 1000 if LONG and size == piece else (9 << 20) // (len(many) // len(chunk) * size) + 1)
                self.assertEqual(client.answer()[0], 413, size)

    def test_what_is_no_data_does_not_end(self):
        chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n"
        with self.another_client():
            for start, more in ((b"", b"A"), (b"GET / HTTP/1.1\r\n" + HOST + b"A: ", b"a"),
                                (b"GET / HTTP/1.1\r\n" + HOST, b"A: b\r\n"), (b"GET /", b"a"), (chunked, b"0"),
                                (chunked + b"1;", b"a"), (chunked + b"1;a=", b"b"), (chunked + b"0\r\n", b"A: b\r\n"),
                                (chunked + b"0\r\nA: ", b"b")):
                client = self.client()
                client.send(start)
                client.push(more * (65536 // len(more)), 2000 if LONG else 20)
                self.assertIn(client.answer()[0], (400, 431), (start, more))

    def test_many_headers(self):
        few = b"".join(b"a%d: b\r\n" % i for i in range(99))
        self.assertEqual(self.status_of(b"GET /healthz HTTP/1.1\r\n" + HOST + few + b"\r\n"), 200)
        self.assertEqual(self.status_of(b"GET /healthz HTTP/1.1\r\n" + HOST + few + b"b: c\r\n\r\n"), 431)
        same = b"a: b\r\n" * 2000
        self.assertEqual(self.status_of(b"GET /healthz HTTP/1.1\r\n" + HOST + same + b"\r\n"), 200)
        with self.another_client():
            for client in self.clients(500 if LONG else 50):
                client.send(b"POST / HTTP/1.1\r\n" + HOST + b"a:\r\n" * 3900 + b"Content-Length: 9\r\n\r\n")

    def test_json_that_is_costly(self):
        """Deep, wide, long: each as large as a body may be."""
        most = 8 << 20
        wide = ",".join(f'"{i:x}":0' for i in range(most // 11))
        results = '{"values":[' + ",".join(['{"arm":"a","value":1}'] * 100001) + "]}"
        with self.another_client():
            for text, status in (("[" * most, 400), ("[0" + ",0" * (most // 2 - 2) + "]", 400), ("{" + wide + "}", 400),
                                 ("[" + "{}," * (most // 3 - 2) + "{}]", 400), ('{"a":"' + "x" * (most - 8) + '"}', 422),
                                 ('"' + "\\u0000" * (most // 6 - 1) + '"', 422), (results, 422), ("1" * most, 400)):
                for _ in range(3):
                    got, _, answer = self.server.request("POST", "/v1/experiments/x/observe", text)
                    self.assertEqual(got, status, (text[:40], answer))


class Tricks(HostileTest):
    def test_paths(self):
        for target in ("/v1/experiments/../x", "/v1/experiments/%2e%2e/x", "/v1/%2E%2E/", "//", "/v1//experiments",
                       "/v1/experiments/%", "/v1/experiments/%1", "/v1/experiments/%zz", "/v1/experiments/%00",
                       "/v1/experiments/%ff", "/v1/experiments/%c0%ae", "/v1/experiments/%ed%a0%80", "/v1/experiments/%0d%0a",
                       "/#", "x", "*", "localhost:80", "/v1/experiments?a=1&a=2", "/v1/experiments?=1", "?",
                       "http://evil.example/healthz", "http://localhost@evil.example/healthz", "ftp://localhost/healthz",
                       "http:///healthz", "https://localhost:1/healthz"):
            got = self.status_of(b"GET " + target.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n")
            self.assertEqual(got, 400, target)
        for target in ("/..%2f..%2fetc%2fpasswd", "/experiments/..%2f..%2fetc", "/v1/experiments/x%2fask", "/%25%32%65",
                       "/v1/experiments/%f0%9f%98%80", "/v1/experiments/a\\..\\b", "/healthz/", "/HEALTHZ", "/healthz;a=b"):
            got = self.status_of(b"GET " + target.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n")
            self.assertIn(got, (400, 404), target)
        for target in ("http://localhost/healthz", "HTTP://LOCALHOST/healthz", "/healthz?", "/%68ealthz"):
            self.assertEqual(self.status_of(b"GET " + target.encode() + b" HTTP/1.1\r\n" + HOST + b"\r\n"), 200, target)

    def test_bytes_that_are_no_text(self):
        for data in (b"\x16\x03\x01\x02\x00\x01\x00", b"\x00" * 100, b"\xff\xfe\xfd\r\n\r\n", b"GET\x00/ HTTP/1.1\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: a\x00b\r\n\r\n", b"GET / HTTP/1.1\r\nHost: \xff\xff\r\n\r\n",
                     b"GET / HTTP/9.9\r\n" + HOST + b"\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"get / http/1.1\r\n\r\n",
                     b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n", b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", b"GET / HTTP/1.1\r\nHost: \r\nHost: \r\n\r\n",
                     b"GET / HTTP/1.1\r\n: x\r\n\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n", b"GET  / HTTP/1.1\r\n\r\n"):
            self.assertEqual(self.status_of(data), 400, data)
        for body in (b"\xff", b'{"arm":"\xff","value":1}', b'{"arm":"\xc0\x80","value":1}', b'{"arm":"\\ud800","value":1}'):
            got = self.status_of(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.assertEqual(got, 400, body)

    def test_requests_with_two_readings(self):
        chunked = b"Transfer-Encoding: chunked\r\n"
        for headers in (b"Content-Length: 5\r\n" + chunked, chunked + b"Content-Length: 5\r\n",
                        b"Content-Length: 5\r\nContent-Length: 6\r\n", b"Content-Length: 5\r\nContent-Length: 5\r\n",
                        b"Content-Length: 5, 5\r\n", b"Content-Length: +5\r\n", b"Content-Length: -1\r\n",
                        b"Content-Length: 0x5\r\n", b"Content-Length: 5 5\r\n", b"Content-Length:\r\n",
                        b"Content-Length: 18446744073709551621\r\n", b"Content-Length : 5\r\n",
                        b"Transfer-Encoding: gzip, chunked\r\n", b"Transfer-Encoding: xchunked\r\n",
                        b"Transfer-Encoding: chunked, identity\r\n", b"Transfer-Encoding:\r\n chunked\r\n",
                        b"Transfer-Encoding: \x0bchunked\r\n", b"Transfer-Encoding : chunked\r\n", chunked + chunked,
                        b"A: b\r\n c\r\n", b"A: b\r\n\tc\r\n", b"A: b\nB: c\r\n", b"A: b\rB: c\r\n", b" A: b\r\n"):
            self.assert_one_refusal(b"POST /healthz HTTP/1.1\r\n" + HOST + headers + b"\r\n0\r\n\r\n")
        self.assert_one_refusal(b"POST /healthz HTTP/1.0\r\n" + HOST + chunked + b"\r\n0\r\n\r\n")
        for body in (b"0x1\r\na\r\n0\r\n\r\n", b"+1\r\na\r\n0\r\n\r\n", b" 1\r\na\r\n0\r\n\r\n", b"1\na\r\n0\r\n\r\n",
                     b"1\r\nab\r\n0\r\n\r\n", b"-1\r\na\r\n0\r\n\r\n", b"\r\n1\r\na\r\n0\r\n\r\n", b"1 \r\na\r\n0\r\n\r\nX",
                     b"fffffffffffffffff\r\na\r\n0\r\n\r\n", b"1\r\na0\r\n\r\n", b"0\r\nA : b\r\n\r\n", b"g\r\n\r\n"):
            self.assert_one_refusal(b"POST /healthz HTTP/1.1\r\n" + HOST + chunked + b"\r\n" + body, (400, 405, 413))

    def assert_one_refusal(self, request, statuses=(400,)):
        """The second request would be answered if the two were read apart wrongly."""
        client = self.client()
        client.send(request + b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
        status, headers, _ = client.answer()
        self.assertIn(status, statuses, request)
        if status == 405:  # as it stands the first is in order
            return
        self.assertEqual(headers["connection"], "close", request)
        self.assertTrue(client.is_at_end(), request)

    def test_trailers_are_not_headers(self):
        body = b'{"arm":"a","value":1}'
        chunk = b"%x;name=value\r\n" % len(body) + body + b"\r\n0\r\nIdempotency-Key: \xff\r\nOrigin: http://evil\r\n\r\n"
        self.assertEqual(self.status_of(POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunk), 200)

    def test_requests_in_a_row(self):
        client = self.client()
        body = b'{"arm":"a","value":1}'
        observe = POST + b"Content-Length: %d\r\n\r\n" % len(body) + body
        client.send((observe + b"\r\n" + b"GET /none HTTP/1.1\r\n" + HOST + b"\r\n") * 50 + b"?\r\n\r\n" + observe)
        for i in range(1, 51):
            status, _, answer = client.answer()
            self.assertEqual((status, json.loads(answer)["samples"]), (200, i))
            self.assertEqual(client.answer()[0], 404)
        self.assertEqual(client.answer()[0], 400)
        self.assertTrue(client.is_at_end())

    def test_a_connection_goes_on_after_errors(self):
        client = self.client()
        for data, status in ((b"GET /none HTTP/1.1\r\n" + HOST + b"\r\n", 404),
                             (POST + b"Content-Length: 1\r\n\r\n{", 400), (POST + b"Content-Length: 2\r\n\r\n{}", 422),
                             (b"DELETE /healthz HTTP/1.1\r\n" + HOST + b"\r\n", 405),
                             (b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n", 200)):
            client.send(data)
            self.assertEqual(client.answer()[0], status)

    def test_head(self):
        client = self.client()
        for path in (b"/healthz", b"/v1/experiments/x", b"/none", b"/"):
            client.send(b"HEAD " + path + b" HTTP/1.1\r\n" + HOST + b"\r\n")
            head = client.answer(has_body=False)
            client.send(b"GET " + path + b" HTTP/1.1\r\n" + HOST + b"\r\n")
            get = client.answer()
            self.assertEqual((head[0], head[1]["content-type"]), (get[0], get[1]["content-type"]))
            self.assertEqual(head[1]["content-length"], str(len(get[2].encode())))
        client.send(b"HEAD /v1/experiments/x/stream HTTP/1.1\r\n" + HOST + b"\r\n")
        self.assertEqual(client.answer(has_body=False)[0], 200)
        self.assertTrue(client.is_at_end())

    def test_expect(self):
        body = b'{"arm":"a","value":1}'
        client = self.client()
        client.send(POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
        self.assertEqual(client.answer(), (100, {}, ""))
        client.send(body)
        self.assertEqual(client.answer()[0], 200)
        self.assertEqual(self.status_of(POST + b"Expect: 100-continue\r\nContent-Length: 10000000\r\n\r\n"), 413)
        self.assertEqual(self.status_of(POST + b"Expect: 101-x\r\nContent-Length: 1\r\n\r\n"), 417)

    def test_a_client_that_ends_its_side(self):
        client = self.client()
        client.send(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
        client.socket.shutdown(socket.SHUT_WR)
        self.assertEqual(client.answer()[0], 200)
        self.assertTrue(client.is_at_end())
        client = self.client()
        client.send(b"GET /healthz HTTP/1.0\r\n" + HOST + b"\r\n")
        status, headers, _ = client.answer()
        self.assertEqual((status, headers["connection"]), (200, "close"))
        self.assertTrue(client.is_at_end())


class End(HostileTest):
    def test_it_ends_with_clients_that_are_stuck(self):
        values = [{"arm": "b", "value": 0, "note": "x" * 500} for _ in range(10000)]
        self.server.ok("POST", "/v1/experiments/x/observe", {"values": values})
        for data in (b"", b"GET /", POST + b"Content-Length: 1000\r\n\r\n{", b"GET /none HTTP/1.1\r\nConnection: close\r\n" + HOST
                     + b"\r\n", b"GET /v1/experiments/x/export HTTP/1.1\r\n" + HOST + b"\r\n",
                     b"GET /v1/experiments/x/stream HTTP/1.1\r\n" + HOST + b"\r\n", b"?"):
            for _ in range(20):
                self.client(receive_buffer=4096).send(data)
        with self.another_client():
            pass
        # The limit is far above the five seconds that are promised: the machine may be busy.
        began = time.monotonic()
        self.assertEqual(self.stop(), (0, ""))
        self.assertLess(time.monotonic() - began, 60)

    def end_well(self):
        self.assertEqual(self.server.process.poll(), 0)


class FewFiles(HostileTest):
    def start(self):
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(1000, hard), hard))
        limit = ["prlimit", "--nofile=250:250"]
        process = subprocess.Popen([*limit, MIRADOR, "serve", "--listen", "127.0.0.1:0", "--store",
                                    os.path.join(self.folder, "store.db"), *self.words],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        server = Server.__new__(Server)
        server.process, server.host = process, "127.0.0.1"
        server.port = int(process.stdout.readline().rsplit(":", 1)[1])
        return server

    def test_a_server_with_few_descriptors(self):
        """There are some left for its files, and idle clients make room."""
        with self.another_client():
            self.clients(500)
            streams = self.clients(100)
            for stream in streams:
                stream.push(b"GET /v1/experiments/x/stream HTTP/1.1\r\n" + HOST + b"\r\n", 1)
        self.server.ok("GET", "/v1/experiments/x/export")


if __name__ == "__main__":
    unittest.main()
