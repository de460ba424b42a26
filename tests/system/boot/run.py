"""A run of two machines here and the one that is rebooted, of which the first coordinates: folders and agents as `motley run`
makes them. Of two alone, the first one could not tell a machine without power from a network of its own that is cut."""

import json
import shutil
import time
from pathlib import Path

import images
from machine import ACCOUNT, BESIDE, HERE, NAME, THERE
from motleylab.system import LabError, run, wait_for

BATCH = 24
ADDRESSES = {"here": HERE, "beside": BESIDE, NAME: THERE}
NOTHING_MEASURED = {"samplesPerSecond": 0, "fixedSeconds": 0, "secondsPerUnit": 0, "memoryLimit": 0, "predictedBytes": 0,
                    "stateShare": 0}
INSTALLED = Path("/home") / ACCOUNT / "my files (\N{LATIN SMALL LETTER A WITH DIAERESIS}) & more/motley"  # there


class Run:
    def __init__(self, name, engine, machine, work, steps, machines=("here", "beside", NAME)):
        self.name = name
        self.machines = machines  # with a rank each
        self.rebooted = machines.index(NAME)
        self.engine = engine
        self.machine = machine
        self.work = work
        self.here = work / "runs" / name
        self.beside = work / "runs" / f"{name}-beside"
        self.there = INSTALLED / "runs" / f"{name}-there"
        self.seen_there = Path(f"{machine.root}{self.there}")
        self.steps = steps

    def launch(self, number, port, data):
        share = BATCH // len(self.machines)
        return {
            "version": 1, "runId": self.name, "token": "5" * 64, "machine": number, "storePort": port, "resumeFrom": "",
            "job": {"name": self.name, "task": "image-classification", "batch": BATCH, "epochs": 1000000,
                    "maxSteps": self.steps, "model": {"kind": "small-cnn", "width": 8}, "data": {"folder": str(data)},
                    "schedule": {"peak": 0.01}, "evaluateEveryEpochs": 1000000, "checkpoint": {"everySteps": 0}},
            "plan": {"backend": "gloo", "shareRule": "given",
                     "machines": [{"name": name, "address": ADDRESSES[name]} for name in self.machines],
                     "ranks": [{"machine": machine, "device": {"kind": "cpu", "uuid": ""}, "share": share, "microbatch": 0,
                                "threads": 1, **NOTHING_MEASURED} for machine in range(len(self.machines))],
                     "predicted": {"computeSeconds": 0, "exchangeSeconds": 0, "relativeError": 0}}}

    def start(self):
        data = self.work / "data"
        if not data.exists():
            images.write(data)
        port = 0
        for number, name in enumerate(self.machines):
            begun = self.start_there(port, data) if name == NAME else self.start_here(number, port, data)
            port = port or json.loads(begun)["controlPort"]

    def start_here(self, number, port, data):
        folder = self.here if self.machines[number] == "here" else self.beside
        folder.mkdir(parents=True)
        (folder / "launch.json").write_text(json.dumps(self.launch(number, port, data)))
        return run(self.engine, "agent", str(folder), limit=120)

    def start_there(self, port, data):
        data_there = Path(f"{self.machine.root}{INSTALLED}/data/bars")
        shutil.copytree(data, data_there, dirs_exist_ok=True)
        self.seen_there.mkdir(parents=True)
        launch = self.launch(self.rebooted, port, INSTALLED / "data/bars")
        (self.seen_there / "launch.json").write_text(json.dumps(launch))
        run("chroot", str(self.machine.root), "chown", "-R", f"{ACCOUNT}:", str(INSTALLED / "data"), str(INSTALLED / "runs"))
        return self.machine.execute(ACCOUNT, str(INSTALLED / "engine/tried/bin/motley-engine"), "agent", str(self.there),
                                    "--start-after-restart", limit=120)

    def stop(self):
        run(self.engine, "stop", str(self.here), limit=180)

    def events(self, kind):
        log = self.here / "events.jsonl"
        lines = log.read_text().splitlines(keepends=True) if log.exists() else []
        events = [json.loads(line) for line in lines if line.endswith("\n")]
        return [event for event in events if event["type"] == kind]

    def changes(self, how):
        """Of the machines that train, by some that were "lost" or "came"."""
        return [event for event in self.events("membership") if event[how]]

    def wait_until(self, condition, what, limit=300):
        """What the log of this computer says. A run that is over says nothing more."""
        def holds():
            if condition():
                return True
            if finished := self.events("finished"):
                raise LabError(f"{self.name}: the run ended before {what}: {finished[0]}")
            time.sleep(0.1)  # each look reads the whole log
            return False
        wait_for(holds, f"{self.name}: {what}", limit)

    def step(self):
        steps = self.events("step")
        return steps[-1]["step"] if steps else 0

    def goes_on(self, ranks, limit=300):
        """Five more steps, by so many ranks."""
        begin = self.step()
        self.wait_until(lambda: self.step() >= begin + 5, "five more steps", limit)
        trained = len(self.events("step")[-1]["ranks"])
        if trained != ranks:
            raise LabError(f"{self.name}: {trained} ranks trained step {self.step()}, not {ranks}.")
