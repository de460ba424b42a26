"""Takes turns between our engine and PyTorch, or another engine, at the same work and prints our time over theirs.

All live for the whole comparison: some steps of one while the others are stopped, then some of another, and so on, so
that what else the computer does meets all alike. A pair is the median step of one turn of each; the ratio that counts
is the median over the pairs. PyTorch is eager, and on a GPU also compiled.
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

HERE = pathlib.Path(__file__).resolve().parent
PARTS = "dataSeconds", "forwardSeconds", "backwardSeconds", "exchangeSeconds", "optimizerSeconds"


def state_of(process):
    """A letter of proc(5); Z where it has ended."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "Z"


class Ours:
    """`motley-engine train --json`; it is suspended, with its ranks, while it is not our turn."""

    def __init__(self, engine, options, work, root, ranks, name="run"):
        self.ranks = ranks
        folder = works.folder_of(work, root)
        run = folder / f"{name}-{ranks}"
        shutil.rmtree(run, ignore_errors=True)
        self.process = subprocess.Popen(
            [engine, "train", str(folder / "job.json"), "--workers", str(ranks), "--threads", "1", "--json",
             "--device", options.device, "--run-folder", str(run)], stdout=subprocess.PIPE, text=True)
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
        self.suspend()

    def turn(self, steps):
        """Steps that ended before the stop do not count, nor does the one that was stopped."""
        time.sleep(0.05)
        while not self.news.empty():
            self.news.get()
        self.process.send_signal(signal.SIGCONT)
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
        self.suspend()
        return seconds

    def workers(self):
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children]

    def suspend(self):
        """However long it lasts: no clock of the run counts the time."""
        self.process.send_signal(signal.SIGTSTP)
        while any(state_of(process) != "T" for process in (self.process.pid, *self.workers())):
            if self.process.poll() is not None:
                raise SystemExit("motley-engine ended before the comparison was over.")
            time.sleep(0.01)

    def end(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


class Theirs:
    """The ranks of theirs.py, which wait for their turn."""

    def __init__(self, options, work, root, ranks, mode):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "TRANSFORMERS_VERBOSITY": "error",
                       "TORCHINDUCTOR_COMPILE_THREADS": "1"}
        self.processes = [subprocess.Popen(
            [sys.executable, str(HERE / "theirs.py"), work.name, str(root), str(ranks), str(rank), str(port), mode,
             options.device, options.precision, str(options.dropout)],
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


def other_side(work, ranks, options, root, mode):
    """PyTorch in that mode, or the engine of --baseline; ready for its first turn."""
    if mode != "baseline":
        theirs = Theirs(options, work, root, ranks, mode)
        theirs.turn(options.warm_up)
        return theirs
    theirs = Ours(options.baseline, options, work, root, ranks, name="baseline")
    try:
        theirs.warm_up(options.warm_up)
    except BaseException:
        theirs.end()
        raise
    return theirs


def compare(work, ranks, options, root):
    """A row for each mode of PyTorch, or for the other engine: all take turns with the same run of ours."""
    ours, theirs = Ours(options.engine, options, work, root, ranks), {}
    try:
        ours.warm_up(options.warm_up)
        for mode in options.modes:
            theirs[mode] = other_side(work, ranks, options, root, mode)
            if ours.parameters != theirs[mode].parameters:
                raise SystemExit(f"{work.name}: we train {ours.parameters} parameters, they {theirs[mode].parameters}.")
        ours.parts.clear()
        sides = [("ours", ours), *theirs.items()]
        turns = {name: [] for name, _ in sides}
        for i in range(options.pairs):
            for name, side in sides if i % 2 == 0 else sides[::-1]:
                turns[name].append(statistics.median(side.turn(options.steps)))
    finally:
        ours.end()
        for side in theirs.values():
            side.end()
    parts = [statistics.median(column) for column in zip(*ours.parts)]
    for mode in options.modes:
        ratios = sorted(mine / other for mine, other in zip(turns["ours"], turns[mode]))
        yield {"work": work.name, "ranks": ranks, "against": mode, "parameters": ours.parameters,
               "oursSeconds": statistics.median(turns["ours"]), "theirsSeconds": statistics.median(turns[mode]),
               "ratio": statistics.median(ratios), "lowest": ratios[0], "highest": ratios[-1],
               **{"ours" + part[0].upper() + part[1:]: value for part, value in zip(PARTS, parts)}}


def show(row):
    parts = " ".join(f"{1000 * row['ours' + part[0].upper() + part[1:]]:8.1f}" for part in PARTS)
    print(f"{row['work']:14} {row['ranks']:5} {row['against']:8} {1000 * row['oursSeconds']:9.1f}"
          f" {1000 * row['theirsSeconds']:9.1f} {row['ratio']:7.3f}  {row['lowest']:.2f}-{row['highest']:.2f}  {parts}",
          flush=True)


def engine_of(wish):
    root = HERE.parent.parent.parent
    places = [pathlib.Path(wish)] if wish else [root / "build" / preset / "bin/motley-engine" for preset in ("release", "ci")]
    for place in places:
        if place.exists():
            return str(place.resolve())
    raise SystemExit(f"There is no engine at {' or '.join(map(str, places))}; build one, or name it with --engine.")


def check_device(device):
    if device == "cpu":
        return
    import torch
    if not torch.cuda.is_available():
        raise SystemExit(f"PyTorch ({torch.__version__}) finds no CUDA device here: compare on a machine with an NVIDIA GPU and "
                         "its driver, or leave out --device cuda.")


def parse():
    """Needs none of the packages that works imports, so that --help fetches nothing."""
    parser = argparse.ArgumentParser(prog="tests/system/benchmarks/compare", description=__doc__.split("\n\n")[0])
    parser.add_argument("works", nargs="*", metavar="WORK",
                        help="a name in works.py, such as bert-mini (default: those of the device)")
    parser.add_argument("--ranks", help="ranks on this computer, each with one thread (1,2; on a GPU 1)")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--precision", choices=("float32", "bfloat16"), help="(float32; on a GPU bfloat16)")
    parser.add_argument("--dropout", type=float, help="of text, on all sides (0.1)")
    parser.add_argument("--modes", help="of PyTorch, eager or compile (eager; on a GPU eager,compile)")
    parser.add_argument("--engine", help="motley-engine (default: of build/release or build/ci)")
    parser.add_argument("--baseline", metavar="ENGINE", help="another motley-engine in place of PyTorch: what did a change cost?")
    parser.add_argument("--pairs", type=int, default=9, help="turns of each side (9)")
    parser.add_argument("--steps", type=int, default=8, help="steps in a turn (8)")
    parser.add_argument("--warm-up", type=int, default=6, help="steps of each side before the first turn (6)")
    return parser, parser.parse_args()


def complete(parser, options):
    on_gpu = options.device == "cuda"
    options.works = options.works or (works.OF_GPUS if on_gpu else works.OF_PROCESSORS)
    options.precision = options.precision or ("bfloat16" if on_gpu else "float32")
    options.modes = (options.modes or ("eager,compile" if on_gpu else "eager")).split(",")
    options.ranks = [int(number) for number in (options.ranks or ("1" if on_gpu else "1,2")).split(",")]
    for name, known in *((work, works.WORKS) for work in options.works), *((mode, ("eager", "compile")) for mode in options.modes):
        if name not in known:
            parser.error(f"there is no {name}; there are {', '.join(known)}")
    options.engine = engine_of(options.engine)
    if options.baseline:
        options.baseline, options.modes = engine_of(options.baseline), ["baseline"]
    if options.dropout is None:
        options.dropout = works.DROPOUT
    works.DROPOUT = options.dropout


def main(parser, options):
    complete(parser, options)
    check_device(options.device)
    rows = []
    with tempfile.TemporaryDirectory(prefix="motley-compare-") as root:
        chosen = [works.WORKS[name] for name in options.works]
        for work in chosen:
            print(f"{work.name}: {work.describe()}")
            work.prepare(works.folder_of(work, root), options.precision)
        print(f"\n{'work':14} {'ranks':>5} {'against':8} {'ours ms':>9} {'theirs ms':>9} {'ratio':>7}  {'range':9}  "
              + " ".join(f"{part.removesuffix('Seconds'):>8}" for part in PARTS), flush=True)
        for work in chosen:
            for number in options.ranks:
                for row in compare(work, number, options, root):
                    rows.append(row)
                    show(row)
    print(json.dumps({"device": options.device, "precision": options.precision, "dropout": options.dropout,
                      "pairs": options.pairs, "steps": options.steps, "rows": rows}))


arguments = parse()
import works
main(*arguments)
