"""Runs programs while there is time, each in a process group of its own, of which nothing is left afterwards."""

import os
import signal
import subprocess
import threading
from pathlib import Path


class Failed(Exception):
    """What a check found wrong."""


class Cut(Exception):
    """A program had not ended in time."""


def checked(done):
    if done.returncode != 0:
        raise Failed((done.stderr.strip() or done.stdout.strip())[-1500:] or f"exit code {done.returncode}")
    return done.stdout


class Programs:
    def __init__(self):
        self.limit = threading.local()

    def end_when(self, is_over):
        """What this thread runs from now on is ended as soon as that is true."""
        self.limit.is_over = is_over

    def run(self, *command, **environment):
        return self.run_together([(command, environment)])[0]

    def run_together(self, starts):
        """What programs said, given as pairs of a command and what it has in its environment beside what is there."""
        processes = []
        try:
            for command, environment in starts:
                processes.append(subprocess.Popen(
                    [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, text=True, process_group=0, env={**os.environ, **environment}))
            return [self.wait(process) for process in processes]
        finally:
            for process in processes:
                end(process)

    def wait(self, process):
        while True:
            try:
                output, errors = process.communicate(timeout=0.2)
                return subprocess.CompletedProcess(process.args, process.returncode, output, errors)
            except subprocess.TimeoutExpired as late:
                if self.limit.is_over():
                    said = (late.stderr or late.stdout or b"").decode(errors="replace").strip()[-300:]
                    name = Path(process.args[0]).name
                    raise Cut(f"{name} had not ended" + (f". It said: {said}" if said else "")) from None


def end(process):
    """Kills the group of a program that was not waited for, as its number is nobody else's until then."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    process.stdout.close()
    process.stderr.close()
