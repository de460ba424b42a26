"""Takes turns between our engine and PyTorch, or another engine, at the same work and prints our time over theirs.

Both live for the whole comparison: some steps of one while the other is stopped, then some of the other, and so on, so
that what else the computer does meets both alike. A pair is the median step of one turn of each; the ratio that counts
is the median over the pairs.
"""

import argparse
import json
import os
import pathlib
import queue
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import works

HERE = pathlib.Path(__file__).resolve().parent
PARTS = "dataSeconds", "forwardSeconds", "backwardSeconds", "exchangeSeconds", "optimizerSeconds"


class Ours:
    """`motley-engine train --json`; its ranks are stopped while it is not our turn."""

    def __init__(self, engine, work, root, ranks, name="run"):
        self.ranks = ranks
        folder = works.folder_of(work, root)
        run = folder / f"{name}-{ranks}"
        shutil.rmtree(run, ignore_errors=True)
        self.process = subprocess.Popen(
            [engine, "train", str(folder / "job.json"), "--workers", str(ranks), "--threads", "1", "--json",
             "--run-folder", str(run)], stdout=subprocess.PIPE, text=True)
        self.parameters, self.parts = 0, []
        self.news = queue.SimpleQueue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.news.put(json.loads(line))
        self.news.put({"type": "finished", "message": "its output ended"})

    def events(self):
        while True:
            event = self.news.get()
            if event["type"] == "finished":
                raise SystemExit(f"motley-engine ended: {event['message']}")
            yield event

    def warm_up(self, steps):
        for event in self.events():
            if event["type"] == "started":
                self.parameters = event["parameters"]
            if event["type"] == "step" and event["step"] >= steps:
                break
        self.signal(signal.SIGSTOP)

    def turn(self, steps):
        """Steps that ended before the stop do not count, nor does the one that was stopped."""
        time.sleep(0.05)
        while not self.news.empty():
            self.news.get()
        self.signal(signal.SIGCONT)
        seconds, whole = [], False
        for event in self.events():
            if event["type"] != "step":
                continue
            if whole:
                seconds.append(event["seconds"])
                self.parts.append([statistics.mean(rank[part] for rank in event["ranks"]) for part in PARTS])
            whole = True
            if len(seconds) == steps:
                break
        self.signal(signal.SIGSTOP)
        return seconds

    def workers(self):
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children]

    def signal(self, number):
        for worker in self.workers():
            os.kill(worker, number)

    def end(self):
        self.signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


class Theirs:
    """The ranks of theirs.py, which wait for their turn."""

    def __init__(self, work, root, ranks):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "TRANSFORMERS_VERBOSITY": "error"}
        self.processes = [subprocess.Popen(
            [sys.executable, str(HERE / "theirs.py"), work.name, str(root), str(ranks), str(rank), str(port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) for rank in range(ranks)]
        self.parameters = [self.answer(process) for process in self.processes][0]["parameters"]

    @staticmethod
    def answer(process):
        line = process.stdout.readline()
        if not line:
            raise SystemExit("PyTorch's side ended before the comparison was over.")
        return json.loads(line)

    def turn(self, steps):
        for process in self.processes:
            process.stdin.write(f"{steps + 1}\n")
            process.stdin.flush()
        return [max(ranks) for ranks in zip(*[self.answer(process) for process in self.processes])][1:]

    def end(self):
        for process in self.processes:
            process.stdin.close()
        for process in self.processes:
            process.wait()


def other_side(work, ranks, options, root):
    """PyTorch, or the engine of --baseline; ready for its first turn."""
    if not options.baseline:
        theirs = Theirs(work, root, ranks)
        theirs.turn(options.warm_up)
        return theirs
    theirs = Ours(options.baseline, work, root, ranks, name="baseline")
    try:
        theirs.warm_up(options.warm_up)
    except BaseException:
        theirs.end()
        raise
    return theirs


def compare(work, ranks, options, root):
    ours, theirs = Ours(options.engine, work, root, ranks), None
    try:
        ours.warm_up(options.warm_up)
        theirs = other_side(work, ranks, options, root)
        if ours.parameters != theirs.parameters:
            raise SystemExit(f"{work.name}: we train {ours.parameters} parameters, they {theirs.parameters}.")
        pairs = []
        ours.parts.clear()
        for i in range(options.pairs):
            turns = (ours.turn, theirs.turn) if i % 2 == 0 else (theirs.turn, ours.turn)
            times = [statistics.median(turn(options.steps)) for turn in turns]
            pairs.append(times if i % 2 == 0 else times[::-1])
    finally:
        ours.end()
        if theirs:
            theirs.end()
    ratios = sorted(mine / other for mine, other in pairs)
    parts = [statistics.median(column) for column in zip(*ours.parts)]
    return {"work": work.name, "ranks": ranks, "parameters": ours.parameters,
            "oursSeconds": statistics.median(mine for mine, _ in pairs),
            "theirsSeconds": statistics.median(other for _, other in pairs),
            "ratio": statistics.median(ratios), "lowest": ratios[0], "highest": ratios[-1],
            **{"ours" + part[0].upper() + part[1:]: value for part, value in zip(PARTS, parts)}}


def show(row):
    parts = " ".join(f"{1000 * row['ours' + part[0].upper() + part[1:]]:8.1f}" for part in PARTS)
    print(f"{row['work']:12} {row['ranks']:5} {1000 * row['oursSeconds']:9.1f} {1000 * row['theirsSeconds']:9.1f}"
          f" {row['ratio']:7.3f}  {row['lowest']:.2f}-{row['highest']:.2f}  {parts}", flush=True)


def engine_of(wish):
    root = HERE.parent.parent.parent
    places = [pathlib.Path(wish)] if wish else [root / "build" / preset / "bin/motley-engine" for preset in ("release", "ci")]
    for place in places:
        if place.exists():
            return str(place.resolve())
    raise SystemExit(f"There is no engine at {' or '.join(map(str, places))}; build one, or name it with --engine.")


def main():
    parser = argparse.ArgumentParser(prog="tests/system/benchmarks/compare", description=__doc__.split("\n\n")[0])
    parser.add_argument("works", nargs="*", metavar="WORK", help=f"of {', '.join(works.WORKS)}; default: all")
    parser.add_argument("--ranks", default="1,2", help="ranks on this computer, each with one thread (1,2)")
    parser.add_argument("--engine", help="motley-engine (default: of build/release or build/ci)")
    parser.add_argument("--baseline", metavar="ENGINE", help="another motley-engine in place of PyTorch: what did a change cost?")
    parser.add_argument("--pairs", type=int, default=9, help="turns of each side (9)")
    parser.add_argument("--steps", type=int, default=8, help="steps in a turn (8)")
    parser.add_argument("--warm-up", type=int, default=6, help="steps of each side before the first turn (6)")
    options = parser.parse_args()
    unknown = [name for name in options.works if name not in works.WORKS]
    if unknown:
        parser.error(f"there is no {unknown[0]}; there are {', '.join(works.WORKS)}")
    options.engine = engine_of(options.engine)
    options.baseline = options.baseline and engine_of(options.baseline)
    chosen = [works.WORKS[name] for name in options.works or works.WORKS]
    ranks = [int(number) for number in options.ranks.split(",")]
    rows = []
    with tempfile.TemporaryDirectory(prefix="motley-compare-") as root:
        for work in chosen:
            print(f"{work.name}: {work.describe()}")
            work.prepare(works.folder_of(work, root))
        print(f"\n{'work':12} {'ranks':>5} {'ours ms':>9} {'theirs ms':>9} {'ratio':>7}  {'range':9}  "
              + " ".join(f"{part.removesuffix('Seconds'):>8}" for part in PARTS), flush=True)
        for work in chosen:
            for number in ranks:
                rows.append(compare(work, number, options, root))
                show(rows[-1])
    print(json.dumps({"pairs": options.pairs, "steps": options.steps, "rows": rows}))


main()
