#!/usr/bin/python3
"""Draws the terminal output of a command as an SVG picture, from a real run.

    tools/terminal_picture.py docs/race.svg [--moment 0.6] [--columns 80] -- mirador race ...

The command runs in a pseudo-terminal; the picture is its screen at a moment between 0 (the beginning) and 1 (the
end, the default). `--typed TEXT` is shown as the typed command; `--text FILE` also writes the screen at the end, as text.
Needs the Debian package python3-pyte."""

import argparse
import fcntl
import html
import os
import pty
import re
import select
import struct
import sys
import termios
import time

import pyte

CELL, LINE, PAD, TITLE = 8.4, 18, 14, 30
COLOURS = {"default": "#d8dee4", "black": "#57606a", "red": "#ff7b72", "green": "#7ee787", "brown": "#e3b341",
           "yellow": "#e3b341", "blue": "#79c0ff", "magenta": "#d2a8ff", "cyan": "#76e3ea", "white": "#f0f6fc"}


def recorded(command, columns, rows):
    """The output of the command as (seconds since its start, bytes), and its exit code."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    began, pieces = time.monotonic(), []
    while True:
        select.select([terminal], [], [])
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # the other side is closed
            piece = b""
        if not piece:
            break
        pieces.append((time.monotonic() - began, piece))
    return pieces, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def screen_at(pieces, moment, columns, rows, typed):
    screen = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    if typed:
        stream.feed(f"\x1b[1m$ {typed}\x1b[0m\r\n".replace("\n", "\r\n").encode())
    end = pieces[-1][0] if pieces else 0.0
    for seconds, piece in pieces:
        if seconds <= moment * end:
            stream.feed(piece)
    return screen


def runs_of(line, columns):
    """Adjacent cells with the same style, joined: (first column, text, cell)."""
    runs = []
    for column in range(columns):
        cell = line[column]
        look = (cell.fg, cell.bold, cell.reverse)
        if runs and runs[-1][2] == look:
            runs[-1][1] += cell.data
        else:
            runs.append([column, cell.data, look])
    return [run for run in runs if run[1].strip()]


def colour_of(name):
    return COLOURS.get(name, f"#{name}" if len(name) == 6 else COLOURS["default"])


def picture(screen, columns, title):
    lines = [screen.buffer[row] for row in range(screen.lines)]
    while lines and not runs_of(lines[-1], columns):
        lines.pop()
    width, height = columns * CELL + 2 * PAD, TITLE + len(lines) * LINE + PAD
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
           f'aria-label="{html.escape(title)}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
           f'font-size="14">',
           f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="#0d1117"/>']
    for place, fill in enumerate(("#ff5f56", "#ffbd2e", "#27c93f")):
        out.append(f'<circle cx="{PAD + 6 + 18 * place}" cy="16" r="5.5" fill="{fill}"/>')
    for row, line in enumerate(lines):
        y = TITLE + (row + 1) * LINE - 5
        for column, text, (fg, bold, _) in runs_of(line, columns):
            weight = ' font-weight="bold"' if bold else ""
            for word in re.finditer(r"\S+", text):  # one by one: browsers join blanks
                out.append(f'<text x="{PAD + (column + word.start()) * CELL:.1f}" y="{y}" fill="{colour_of(fg)}"{weight} '
                           f'textLength="{len(word[0]) * CELL:.1f}">{html.escape(word[0])}</text>')
    return "\n".join(out + ["</svg>", ""])


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("file")
    words.add_argument("--moment", type=float, default=1.0)
    words.add_argument("--columns", type=int, default=80)
    words.add_argument("--rows", type=int, default=40)
    words.add_argument("--typed", default="")
    words.add_argument("--text")
    words.add_argument("command", nargs="+")
    asked = words.parse_args()
    pieces, code = recorded(asked.command, asked.columns, asked.rows)
    screen = screen_at(pieces, asked.moment, asked.columns, asked.rows, asked.typed)
    with open(asked.file, "w", encoding="utf-8") as out:
        out.write(picture(screen, asked.columns, asked.typed or " ".join(asked.command)))
    if asked.text:
        lines = screen_at(pieces, 1.0, asked.columns, asked.rows, asked.typed).display
        with open(asked.text, "w", encoding="utf-8") as out:
            out.write("\n".join(line.rstrip() for line in lines).rstrip() + "\n")
    print(f"{asked.file}: the screen at {asked.moment:g} of {pieces[-1][0] if pieces else 0:.1f} s, exit code {code}")


if __name__ == "__main__":
    sys.exit(main())
