#!/usr/bin/env python3
"""Runs a command with its own temporary directory, and waits for every process that it starts.

usage: tools/with_own_tmp.py COMMAND [ARGUMENT...]
The directory is TMPDIR for the command and holds its default store (XDG_DATA_HOME). Its path is short, because
sockets are made in it (their paths have at most 107 bytes). It is deleted at the end, even if this program is
killed. Orphans become children of this program: it waits for them, kills those that are left after
MIRADOR_ORPHAN_PATIENCE seconds (60), names them and fails. SIGINT, SIGTERM and SIGHUP are passed on as SIGTERM to
all processes below it, a second one as SIGKILL. The exit status is that of the command; a signal that ends the
command ends this program too. Linux only.
"""

import ctypes
import os
import shutil
import signal
import sys
import tempfile
import time

PATIENCE = float(os.environ.get("MIRADOR_ORPHAN_PATIENCE", "60"))
LONGEST_BASE = 40  # bytes
PR_SET_CHILD_SUBREAPER = 36
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# If these are set, programs do not use TMPDIR.
OTHER_NAMES = ("OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base", "TEST_TMPDIR", "TMP", "TEMP")


def new_folder():
    base = os.environ.get("TMPDIR") or "/tmp"
    folder = tempfile.mkdtemp(prefix="mirador.", dir=base if len(os.fsencode(base)) <= LONGEST_BASE else "/tmp")
    os.chmod(folder, 0o1777)  # like /tmp: a server or a test may run as another user
    return folder


def delete_when_ended(folder):
    """Starts a process that deletes the folder once this one has ended, even by a signal."""
    ended, alive = os.pipe()
    middle = os.fork()
    if middle > 0:
        os.close(ended)
        os.waitpid(middle, 0)
        return
    os.setsid()
    if os.fork() == 0:
        os.close(alive)
        nothing = os.open(os.devnull, os.O_RDWR)
        for file in (0, 1, 2):  # so that a reader of our output does not wait for this process
            os.dup2(nothing, file)
        os.chdir("/")
        os.read(ended, 1)  # returns when all writing ends are closed
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def start(words, folder):
    child = os.fork()
    if child > 0:
        return child
    environment = dict(os.environ, TMPDIR=folder, XDG_DATA_HOME=os.path.join(folder, "data"), MIRADOR_OWN_TMP=folder)
    for name in OTHER_NAMES:
        environment.pop(name, None)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    try:
        os.execvpe(words[0], words, environment)
    except OSError as error:
        os.write(2, f"{sys.argv[0]}: {words[0]}: {error.strerror}\n".encode())
    os._exit(127)


def children_of(process):
    found = []
    try:
        for task in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{task}/children", encoding="ascii") as file:
                found += [int(word) for word in file.read().split()]
    except OSError:  # it has ended
        pass
    return found


def send_below(process, number):
    for child in children_of(process):
        send_below(child, number)
        try:
            os.kill(child, number)
        except ProcessLookupError:
            pass


def pass_signals_on():
    """Also unblocks them."""
    came = []

    def pass_on(number, _):
        send_below(os.getpid(), signal.SIGKILL if came else signal.SIGTERM)
        came.append(number)

    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, pass_on)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def wait_for(child):
    """The status of the child. Orphans that end before it are reaped."""
    while True:
        process, status = os.wait()
        if process == child:
            return status


def command_line(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def wait_for_orphans():
    """Kills the processes that are left; returns their numbers."""
    killed = {}
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.01)
        except ChildProcessError:
            return killed
        if time.monotonic() > give_up:
            for process in children_of(os.getpid()):
                killed.setdefault(process, command_line(process))
                os.kill(process, signal.SIGKILL)


def end_like(status):
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    sys.exit(os.waitstatus_to_exitcode(status))


def main():
    words = sys.argv[1:]
    if not words:
        sys.exit(f"usage: {sys.argv[0]} COMMAND [ARGUMENT...]")
    folder = new_folder()
    delete_when_ended(folder)
    # Only from here on, so that the process that deletes does not count as an orphan.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    child = start(words, folder)
    pass_signals_on()
    status = wait_for(child)
    left = wait_for_orphans()
    shutil.rmtree(folder, ignore_errors=True)
    for process, line in left.items():
        print(f"{sys.argv[0]}: process {process} was left behind and killed: {line}", file=sys.stderr)
    if left and status == 0:
        sys.exit(1)
    end_like(status)


if __name__ == "__main__":
    main()
