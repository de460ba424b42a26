"""Runs the comparisons with programs of others; see run, which starts this in a Python that has them.

A comparison is a module in comparisons/ with
    NEEDS = ("data",)                 the folders that it cannot do without, by option
    def compare(given, found): ...    runs both programs and tells `found` what came out
"""

import argparse
import importlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
sys.dont_write_bytecode = True


class Given:
    """What a comparison works with: the build, the folders of the command line, and a scratch folder of its own."""

    def __init__(self, options, scratch):
        self.build = options.build.resolve()
        self.data = options.data and options.data.resolve()
        self.hetseq = options.hetseq and options.hetseq.resolve()
        self.scratch = Path(scratch)

    def engine(self, *words, succeeds=True):
        """Runs motley-engine in the scratch folder. Its output; one that ends with an error where it should not is one here."""
        command = [self.build / "bin/motley-engine", *map(str, words)]
        ended = subprocess.run(command, cwd=self.scratch, capture_output=True, text=True)
        if succeeds and ended.returncode:
            raise RuntimeError(f"motley-engine {words[0]} ended with {ended.returncode}: {ended.stderr[-2000:]}")
        return ended

    def train(self, job, name):
        """Trains `job` alone on this machine. The run's folder."""
        file = self.scratch / f"{name}.json"
        file.write_text(json.dumps(job))
        self.engine("train", file, "--run-folder", self.scratch / name)
        return self.scratch / name


class Found:
    """Prints a line for each thing that was compared, and counts those that are not as they must be."""

    def __init__(self):
        self.compared = 0
        self.wrong = 0

    def holds(self, what, good, said=""):
        self.compared += 1
        self.wrong += not good
        print(f"{'ok   ' if good else 'WRONG'} {what}{': ' if said else ''}{said}", flush=True)

    def equal(self, what, ours, theirs):
        self.holds(what, ours == theirs, "" if ours == theirs else f"{ours!r} here, {theirs!r} there")

    def near(self, what, ours, theirs, bound):
        """`ours` and `theirs`: numbers, or dictionaries of tensors of the same names."""
        if isinstance(ours, dict):
            if ours.keys() != theirs.keys():
                self.holds(what, False, f"unlike names: {sorted(ours.keys() ^ theirs.keys())[:5]}")
                return
            difference = max((ours[name].double() - theirs[name].double()).abs().max().item() for name in ours)
        else:
            difference = abs(ours - theirs)
        self.holds(what, difference <= bound, f"{difference:.2g} apart, at most {bound:.2g}") # a NaN is not at most anything


def run(name, options):
    module = importlib.import_module(f"comparisons.{name}")
    missing = [need for need in module.NEEDS if not getattr(options, need)]
    if missing:
        print(f"Left out: {name}, which needs --{' and --'.join(missing)}.")
        return bool(options.names)
    print(f"{name}: {module.__doc__.splitlines()[0]}", flush=True)
    found = Found()
    with tempfile.TemporaryDirectory() as scratch:
        module.compare(Given(options, scratch), found)
    print(f"{found.compared} compared, {found.wrong} wrong", flush=True)
    return found.wrong > 0 or found.compared == 0


def main():
    every = sorted(path.stem for path in (here / "comparisons").glob("*.py"))
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--hetseq", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(every))
    options = parser.parse_intermixed_args()
    if unknown := set(options.names) - set(every):
        sys.exit(f"There is no {' or '.join(unknown)}; there are {', '.join(every)}.")
    sys.exit(any([run(name, options) for name in options.names or every]))


if __name__ == "__main__":
    main()
