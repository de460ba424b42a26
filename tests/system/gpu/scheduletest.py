"""The order of the checks of a GPU, and what becomes of those that hang or that there is no time for."""

import io
import json
import math
import sys
import tempfile
import threading
import time
import unittest
from contextlib import redirect_stderr, redirect_stdout
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace

sys.dont_write_bytecode = True
from order import in_order
from programs import Failed, Programs
from schedule import Check, Results, Schedule

MARKS = {"short": True}


class ScheduleTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        self.file = self.scratch / "results.jsonl"
        self.seconds = 0  # that fake checks took so far

    def fake(self, name, budget, takes=0, found=None, error=None, lacking=None):
        def work():
            self.seconds += takes
            if error:
                raise error
            return found or {}

        return Check(name, budget, work, lambda: lacking)

    def schedule(self, results, **settings):
        return Schedule(Programs(), results, **{"deadline": math.inf, "patience": 3, "lanes": 2, "now": lambda: self.seconds,
                                                "command": lambda name: f"only {name}", **settings})

    def run_all(self, *checks, seconds=math.inf):
        """The lines that are printed, each as an object, of those checks that the file has no answer to."""
        results, lines = Results(self.file, MARKS), io.StringIO()
        with redirect_stdout(lines), redirect_stderr(io.StringIO()):
            self.schedule(results, deadline=self.seconds + seconds).run(
                check for check in checks if not results.is_answered(check))
        return [json.loads(line) for line in lines.getvalue().splitlines()], results

    def test_runs_in_order_what_there_is_time_for(self):
        lines, results = self.run_all(self.fake("first", 30, takes=30), self.fake("long", 40), self.fake("short", 30, takes=25),
                                      self.fake("last", 10), seconds=60)
        self.assertEqual([(line["check"], line["state"]) for line in lines],
                         [("first", "ok"), ("short", "ok"), ("long", "open"), ("last", "open")])
        self.assertEqual(lines[0]["seconds"], 30)
        self.assertEqual(lines[2]["command"], "only long")
        self.assertIn("40 s", lines[2]["why"])
        self.assertFalse(results.are_good())

    def test_goes_on_with_what_is_open(self):
        checks = [self.fake("good", 10, takes=10, found={"worst": 1}), self.fake("bad", 10, takes=10, error=Failed("no")),
                  self.fake("lacking", 50, lacking="one GPU"), self.fake("long", 50)]
        first, _ = self.run_all(*checks, seconds=60)
        self.assertEqual([line["state"] for line in first], ["ok", "failed", "skipped", "open"])
        self.assertEqual(first[0]["worst"], 1)
        second, results = self.run_all(*checks, seconds=60)
        self.assertEqual([(line["check"], line["state"]) for line in second], [("long", "ok")])
        self.assertEqual(results.count(), "2 ok, 1 failed, 1 skipped")
        self.assertEqual([json.loads(line) for line in self.file.read_text().splitlines()], first + second)

    def test_takes_no_answer_from_other_options_or_half_a_line(self):
        self.file.write_text('{"check": "one", "state": "ok", "short": false}\n{"check": "two", "state": "ok", "sh')
        lines, _ = self.run_all(self.fake("one", 1), self.fake("two", 1))
        self.assertEqual([line["check"] for line in lines], ["one", "two"])
        again, _ = self.run_all(self.fake("one", 1), self.fake("two", 1))
        self.assertEqual(again, [])

    def test_an_error_of_one_check_does_not_end_the_others(self):
        lines, results = self.run_all(self.fake("strange", 1, error=KeyError("loss")), self.fake("next", 1))
        self.assertEqual([(line["state"], line.get("why")) for line in lines], [("failed", "KeyError: 'loss'"), ("ok", None)])
        self.assertFalse(results.are_good())

    def test_runs_beside_each_other_what_need_not_be_alone(self):
        both, running, at_once = threading.Barrier(2), set(), []

        def beside(name):
            def work():
                running.add(name)
                both.wait(timeout=60)
                at_once.append(set(running))
                both.wait(timeout=60)
                running.discard(name)
                return {}

            return Check(name, 1, work, is_alone=False)

        def alone(name):
            def work():
                running.add(name)
                until = time.monotonic() + 0.3  # in which another one would begin
                while len(running) == 1 and time.monotonic() < until:
                    time.sleep(0.01)
                at_once.append(set(running))
                running.discard(name)
                return {}

            return Check(name, 1, work)

        lines, _ = self.run_all(alone("a"), beside("b"), beside("c"), alone("d"), alone("e"))
        self.assertEqual([line["state"] for line in lines], 5 * ["ok"])
        self.assertEqual(at_once, [{"a"}, {"b", "c"}, {"b", "c"}, {"d"}, {"e"}])

    def hang(self, then):
        """What is said of a program that starts another one and waits for it, after something was done to the schedule. The
        number of the other one."""
        file = self.scratch / "number"
        program = f"echo waiting >&2; sleep 1000 & echo $! > '{file}'; wait"
        schedule = self.schedule(Results())

        def now():
            if file.exists() and file.read_text().endswith("\n"):
                then(schedule)
            return self.seconds

        schedule.now = now
        result = schedule.attempt(Check("hanging", 10, lambda: schedule.programs.run("/bin/sh", "-c", program)))
        return result, int(file.read_text())

    def assert_ended(self, number):
        stat = Path(f"/proc/{number}/stat")
        until = time.monotonic() + 30
        while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z":
            self.assertLess(time.monotonic(), until, "the program's child still runs")
            time.sleep(0.01)

    def test_what_hangs_is_ended_and_has_failed(self):
        def pass_time(_):
            self.seconds = 30

        result, child = self.hang(pass_time)
        self.assertEqual((result["state"], result["seconds"]), ("failed", 30))
        self.assertEqual(result["why"], "ended after 30 s, as it may take 10 s: sh had not ended. It said: waiting")
        self.assert_ended(child)

    def test_what_the_deadline_ends_is_open(self):
        def come_nearer(schedule):
            self.seconds = 20
            schedule.deadline = 20

        result, child = self.hang(come_nearer)
        self.assertEqual((result["state"], result["command"]), ("open", "only hanging"))
        self.assertEqual(result["why"], "the time was over after 20 s: sh had not ended. It said: waiting")
        self.assert_ended(child)

    def test_stops_at_once(self):
        schedule = self.schedule(Results(self.file))
        lines = io.StringIO()
        with redirect_stdout(lines), redirect_stderr(io.StringIO()):
            schedule.run([Check("first", 1, lambda: schedule.stop() or {}), self.fake("second", 1)])
        self.assertEqual([json.loads(line)["state"] for line in lines.getvalue().splitlines()], ["ok", "open"])


class OrderTest(unittest.TestCase):
    def names(self, **gpu):
        return [check.name for check in in_order(SimpleNamespace(tasks=["language-model", "translation"], **gpu))]

    def test_all_tasks_come_before_one_of_them_in_depth(self):
        groups = [group for group, _ in groupby("/".join(name.split("/")[:2]) for name in self.names())]
        begin = ["probe", "nccl/1-rank", "nccl/2-ranks", "nccl/lost-rank", "kernels/dropout", "gradients/float32", "curve/float32",
                 "gradients/bfloat16", "gradients/float16", "speed/eager", "memory/predicted"]
        self.assertEqual(groups[:len(begin)], begin)

    def test_each_check_has_a_name_of_its_own(self):
        self.assertEqual(len(set(self.names())), len(self.names()))

    def test_what_is_lacking_is_said(self):
        def lacking(**gpu):
            return {check.name: check.lacking() for check in in_order(SimpleNamespace(tasks=[], **gpu))}

        one = lacking(gpus=[1], dry_run=True)
        self.assertIn("one GPU", one["ranks/sharded"])
        self.assertIn("no measure of speed", one["speed/eager/bert-large-512"])
        self.assertIsNone(lacking(gpus=[1, 2], dry_run=True)["ranks/sharded"])


if __name__ == "__main__":
    unittest.main()
