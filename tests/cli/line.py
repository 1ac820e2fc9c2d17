"""A connection to the PostgreSQL server that breaks for good, for the tests of this folder."""

import os
import select
import socket
import threading

NAME = ".s.PGSQL.5432"


class LineUntilCommit:
    """Relays one connection until the server has confirmed a commit; then this and all later ones fail."""

    def __init__(self, folder, server):
        self.folder, self.server = folder, server
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(folder, NAME))
        self.listener.listen()
        self.thread = threading.Thread(target=self.carry)
        self.thread.start()

    def address(self):
        return f"postgresql:///postgres?host={self.folder}&user=mirador"

    def carry(self):
        client, _ = self.listener.accept()
        server = socket.socket(socket.AF_UNIX)
        server.connect(os.path.join(self.server, NAME))
        is_over = False
        while not is_over:
            for end in select.select([client, server], [], [])[0]:
                data = end.recv(65536)
                (server if end is client else client).sendall(data)
                is_over = is_over or not data or (end is server and b"COMMIT\0" in data)
        os.remove(os.path.join(self.folder, NAME))
        for end in (client, server, self.listener):
            end.close()
