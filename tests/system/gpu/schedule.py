"""Runs checks in the order of their worth until a deadline, and keeps what they answered."""

import json
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from typing import Callable

from programs import Cut, Failed


@dataclass(frozen=True)
class Check:
    name: str
    budget: float  # seconds: it starts only where as many are left
    work: Callable[[], dict]  # what was found; raises Failed, or Cut where a program was ended
    lacking: Callable[[], str | None] = lambda: None  # why it cannot run here
    is_alone: bool = True  # while it runs, as it measures time or memory


class Results:
    """A JSON line for each check, at once on stdout and in a file. What the file has already and what is marked alike counts
    too: of each check the last line."""

    def __init__(self, file=None, marks=None):
        self.file, self.marks, self.states, self.lock = file, marks or {}, {}, threading.Lock()
        text = file.read_text() if file and file.exists() else ""
        if text and not text.endswith("\n"):  # its writer was killed
            file.write_text(text + "\n")
        for line in text.splitlines():
            self.remember(line)

    def remember(self, line):
        try:
            result = json.loads(line)
            if all(result.get(mark) == value for mark, value in self.marks.items()):
                self.states[result["check"]] = result["state"]
        except (ValueError, KeyError, AttributeError):
            pass  # half of a line, or what another program wrote

    def add(self, result):
        line = json.dumps({**result, **self.marks})
        shown = ", ".join(f"{key} {value}" for key, value in result.items() if key not in ("check", "state", "budget", "command"))
        with self.lock:
            print(line, flush=True)
            if self.file:
                with self.file.open("a") as file:
                    file.write(line + "\n")
            self.states[result["check"]] = result["state"]
            print(f"{result['state']:8} {result['check']:40} {shown}", file=sys.stderr, flush=True)

    def is_answered(self, check):
        return self.states.get(check.name, "open") != "open"

    def count(self):
        counted = Counter(self.states.values())
        return ", ".join(f"{counted[state]} {state}" for state in ("ok", "failed", "skipped", "open") if counted[state])

    def are_good(self):
        return not {"failed", "open"} & set(self.states.values())


class Schedule:
    def __init__(self, programs, results, deadline, patience, lanes, command, now=time.monotonic):
        self.programs, self.results, self.deadline, self.now = programs, results, deadline, now
        self.patience = patience  # budgets after which a check hangs
        self.lanes = lanes  # how many checks run beside each other that need not be alone
        self.command = command  # makes one that runs the check of a name alone

    def run(self, checks):
        """In order those that the time left is enough for. Then says which ones stay open."""
        left_out = []
        for is_alone, group in groupby(checks, key=lambda check: check.is_alone):
            with ThreadPoolExecutor(1 if is_alone else self.lanes) as pool:
                left_out += filter(None, pool.map(self.run_if_it_fits, group))
        for check, left in left_out:
            self.results.add(self.unanswered(check, f"it may take {check.budget} s, and {max(0, left):.0f} s were left"))

    def run_if_it_fits(self, check):
        left = self.deadline - self.now()
        if check.budget > left and not check.lacking():
            return check, left
        self.results.add(self.attempt(check))
        return None

    def stop(self):
        """From any thread: what runs is ended and open, as is what has not begun."""
        self.deadline = min(self.deadline, self.now())

    def attempt(self, check):
        began = self.now()
        hangs = began + self.patience * check.budget
        self.programs.end_when(lambda: self.now() >= min(hangs, self.deadline))
        try:
            lacking = check.lacking()
            found = {"state": "skipped", "why": lacking} if lacking else {"state": "ok", **check.work()}
        except Cut as cut:
            seconds = self.now() - began
            if hangs > self.deadline:
                return self.unanswered(check, f"the time was over after {seconds:.0f} s: {cut}")
            found = {"state": "failed", "why": f"ended after {seconds:.0f} s, as it may take {check.budget} s: {cut}"}
        except Failed as failure:
            found = {"state": "failed", "why": str(failure)}
        except Exception as error:  # of one check: the others go on
            found = {"state": "failed", "why": f"{type(error).__name__}: {error}"}
        return {"check": check.name, **found, "seconds": round(self.now() - began, 1), "budget": check.budget}

    def unanswered(self, check, why):
        return {"check": check.name, "state": "open", "why": why, "command": self.command(check.name)}
