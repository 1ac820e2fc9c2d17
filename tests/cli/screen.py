"""A terminal emulator: the screen that a user sees after the output of a program."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from command import MIRADOR, PATIENCE

# A shell in the background ignores SIGINT, and children inherit that; a handler is not inherited.
signal.signal(signal.SIGINT, signal.default_int_handler)

TOKEN = re.compile(r"\x1b\[(\d*)([A-Za-z])|(\r)|(\n)|([^\x1b\r\n]+)", re.S)


class Screen:
    """Understands the few escape sequences that mirador writes, and refuses all others."""

    def __init__(self, columns=80, lines=24):
        self.columns, self.lines = columns, lines
        self.rows, self.row, self.column = [""], 0, 0
        self.wrapped = False  # whether a line was wider than the screen

    def feed(self, text):
        position = 0
        while position < len(text):
            match = TOKEN.match(text, position)
            assert match, repr(text[position:position + 20])
            position = match.end()
            number, letter, carriage_return, line_feed, plain = match.groups()
            if plain is not None:
                self.write(plain)
            elif carriage_return:
                self.column = 0
            elif line_feed:
                self.down()
            else:
                self.obey(int(number or "1"), number, letter)

    def obey(self, count, number, letter):
        if letter == "A":
            assert count <= self.row - max(0, len(self.rows) - self.lines), "above the screen"
            self.row -= count
        elif letter == "K":
            self.rows[self.row] = self.rows[self.row][:self.column]
        elif letter == "J":
            self.rows[self.row] = self.rows[self.row][:self.column]
            del self.rows[self.row + 1:]
        else:
            assert letter == "m" and number in ("0", "1", "2"), (number, letter)

    def write(self, text):
        line = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = line[:self.column] + text + line[self.column + len(text):]
        self.column += len(text)
        self.wrapped |= self.column > self.columns

    def down(self):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append("")

    def text(self):
        return "\n".join(line.rstrip() for line in self.rows).strip("\n")


class Session:
    """A process in a terminal; the screen can be read while it runs."""

    def __init__(self, words, columns=80, lines=24, stdout=None, **variables):
        outer, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        env = dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8")
        env.pop("NO_COLOR", None)
        env.update(variables)
        self.process = subprocess.Popen([MIRADOR, *words], stdin=inner, stderr=inner, env=env,
                                        stdout=inner if stdout is None else stdout)
        os.close(inner)
        self.outer, self.raw = outer, b""
        self.size = (columns, lines)

    def read(self, seconds=0.2):
        """Reads the output for this long; False once the terminal is closed."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not select.select([self.outer], [], [], 0.02)[0]:
                continue
            try:
                piece = os.read(self.outer, 65536)
            except OSError:  # the other end is closed
                return False
            if not piece:
                return False
            self.raw += piece
        return True

    def wait_for(self, pattern):
        """The screen, once it matches."""
        give_up = time.monotonic() + PATIENCE
        while not re.search(pattern, self.frame()):
            assert self.read() and time.monotonic() < give_up, self.frame()
        return self.frame()

    def frames(self, raw=None):
        """The screen after every frame."""
        screen, shown = Screen(*self.size), []
        for part in re.split(r"(?<=\x1b\[J)", (self.raw if raw is None else raw).decode()):
            screen.feed(part)
            shown.append(screen.text())
            # The output after the last frame may have any width.
            assert not screen.wrapped or not part.endswith("\x1b[J"), "wider than the screen"
        return shown

    def frame(self):
        """The screen after the last complete frame."""
        whole = self.raw[:self.raw.rfind(b"\x1b[J") + 3] if b"\x1b[J" in self.raw else b""
        return self.frames(whole)[-1]

    def screen(self):
        return self.frames()[-1]

    def finish(self):
        """The exit code, after all output was read."""
        give_up = time.monotonic() + PATIENCE
        while self.read() and time.monotonic() < give_up:
            pass
        code = self.process.wait(timeout=PATIENCE)
        os.close(self.outer)
        return code
