"""What tests/system/gpu/check can check, each on its own: it returns what it found."""

import json
import secrets
import socket
import statistics
import sys
import time
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from programs import Failed, checked

SOURCE = Path(__file__).resolve().parents[3]
NO_GPU = 77  # exit code of ncclcheck


class Gpu:
    """The programs, the jobs, and how exact results must be."""

    def __init__(self, folder, scratch, programs, dry_run, short):
        self.scratch, self.programs, self.dry_run, self.short = scratch, programs, dry_run, short
        built = folder / ("simulated/bin" if dry_run else "bin")
        self.engine, self.nccl, self.devicecheck = (built / name for name in ("motley-engine", "ncclcheck", "devicecheck"))
        self.steps = 6 if short else 20
        self.threads = 1 if dry_run else 4
        self.roomy = 8 if dry_run else 64  # samples of hundreds of MiB, as torch takes memory from a GPU in pieces of 20 MiB
        # Simulated, only the order of sums differs. A GPU's kernels round to fewer digits than a CPU's in 16 bits.
        self.tolerance = {"float32": 1e-5 if dry_run else 1e-3, "bfloat16": 3e-2, "float16": 2e-2}
        self.gradient_tolerance = {"float32": 1e-4 if dry_run else 1e-3, "bfloat16": 0.15, "float16": 5e-2}
        self.gpus, self.tasks = [], []
        self.runs = {}  # on the CPU, by task
        self.report = None  # of measure-device
        self.numbers = count()

    def why_unusable(self):
        if not self.engine.exists():
            return f"there is no {self.engine}"
        look = self.programs.run(self.nccl)
        return look.stderr.strip() if look.returncode == NO_GPU else None

    def set_up(self):
        """Lists the GPUs, and writes a job of each task."""
        probed = self.programs.run(self.engine, "probe")  # what is wrong with it, the check of that name says
        self.gpus = json.loads(probed.stdout)["gpus"] if probed.returncode == 0 else []
        made = checked(self.programs.run(self.devicecheck, "jobs", self.scratch)).split()
        self.tasks = [task for task in made if not self.short or task in ("language-model", "image-classification")]
        return {"gpus": len(self.gpus), "tasks": self.tasks}

    def fresh(self, name):
        return self.scratch / f"{name}-{next(self.numbers)}"

    def job(self, task, precision="float32", **changes):
        """A job file. Changes of a part, such as memory, keep what else the part has."""
        job = json.loads((self.scratch / f"{task}.json").read_text())
        job["maxSteps"] = self.steps
        for key, value in {"precision": {"kind": precision}, **changes}.items():
            job[key] = {**job.get(key, {}), **value} if isinstance(value, dict) else value
        path = self.fresh(task).with_suffix(".json")
        path.write_text(json.dumps(job))
        return path

    def train(self, job, device, *arguments):
        folder = self.fresh("run")
        checked(self.programs.run(self.engine, "train", job, "--device", device, "--run-folder", folder,
                                  "--threads", self.threads, *arguments))
        return folder

    def on_cpu(self, task):
        """The steps of the task on the CPU in float32, computed once."""
        if task not in self.runs:
            self.runs[task] = steps_in(self.train(self.job(task), "cpu"))
        return self.runs[task]


def events_in(run_folder):
    return [json.loads(line) for line in (run_folder / "events.jsonl").read_text().splitlines()]


def steps_in(run_folder):
    return [event for event in events_in(run_folder) if "sampleHash" in event]


def worst_difference(expected, found, tolerance):
    if len(expected) != len(found):
        raise Failed(f"{len(found)} steps instead of {len(expected)}")
    worst = 0
    for a, b in zip(expected, found):
        if a["sampleHash"] != b["sampleHash"]:
            raise Failed(f"step {b['step']} had other samples")
        apart = abs(a["loss"] - b["loss"]) / abs(a["loss"])
        if not apart <= tolerance:
            raise Failed(f"the loss of step {b['step']} is {b['loss']:.6g} and not {a['loss']:.6g}: {apart:.2e} apart, more "
                         f"than {tolerance:.0e}")
        worst = max(worst, apart)
    return {"worst": worst}


def probe(gpu):
    found = json.loads(checked(gpu.programs.run(gpu.engine, "probe")))["gpus"]
    if not found:
        raise Failed("the probe names no GPU although CUDA finds one")
    return {"gpu": found[0]["name"], "driver": found[0].get("driverVersion"), "gpus": len(found),
            "version": checked(gpu.programs.run(gpu.engine, "--version")).strip()}


def nccl(gpu, ranks, *mode):
    """Ranks of one GPU are two hosts to NCCL 2.28.9, which refuses them otherwise, and talk through sockets."""
    is_shared = ranks > max(1, len(gpu.gpus))
    settings = {"NCCL_SOCKET_IFNAME": "lo", "NCCL_IB_DISABLE": "1", "NCCL_MAX_CTAS": "2"} if is_shared else {}
    store = gpu.fresh("store")
    answers = gpu.programs.run_together(
        ((gpu.nccl, rank, ranks, store, *mode), {**settings, **({"NCCL_HOSTID": f"motley-{rank}"} if is_shared else {})})
        for rank in range(ranks))
    return json.loads([checked(answer) for answer in answers][0])


def dropout(gpu):
    return json.loads(checked(gpu.programs.run(gpu.devicecheck, "dropout", gpu.gpus[0]["uuid"])))


def gradients(gpu, task, precision):
    if not gpu.gpus:
        raise Failed("the probe found no GPU")
    found = json.loads(checked(gpu.programs.run(gpu.devicecheck, "gradients", gpu.job(task, precision), gpu.gpus[0]["uuid"])))
    tolerance = gpu.gradient_tolerance[precision]
    if not found["worst"] <= tolerance:
        raise Failed(f"the gradient of {found['tensor']} differs in step 1 by {found['worst']:.2e}, more than {tolerance:.0e}")
    return found


def curve(gpu, task, precision, **changes):
    found = steps_in(gpu.train(gpu.job(task, precision, **changes), "cuda"))
    return worst_difference(gpu.on_cpu(task), found, gpu.tolerance[precision])


def resumed(gpu, task, before, after):
    half = gpu.steps // 2
    first = gpu.train(gpu.job(task, maxSteps=half), before)
    whole = gpu.job(task)
    rest = gpu.train(whole, after, "--resume", first / "checkpoints" / f"step-{half}")
    return worst_difference(gpu.on_cpu(task)[half:], steps_in(rest), gpu.tolerance["float32"])


def measured(gpu, job):
    """The measurement that plans are made from."""
    gpu.report = gpu.report or json.loads(checked(
        gpu.programs.run(gpu.engine, "measure-device", job, "--device", "cuda", "--seconds", 1 if gpu.short else 3)))
    return gpu.report


def predicted_memory(gpu):
    """A run needs no more than the measurement predicts."""
    job = gpu.job("language-model", batch=gpu.roomy)
    report = measured(gpu, job)
    memory = report["memory"]
    if not 0 < memory["heldBytes"] <= memory["passPeakBytes"]:
        raise Failed(f"the memory of a pass was not measured: {memory}")
    # A limit a little above the prediction must hold the run without smaller micro-batches.
    most = max(memory["passPeakBytes"], memory.get("updatePeakBytes", 0))
    limit = 16 + most * 11 // 10 // 2**20
    folder = gpu.train(job, "cuda", "--memory", limit)
    if any("ran out of memory" in event.get("message", "") for event in events_in(folder)):
        raise Failed(f"a run ran out of {limit} MiB, though {most / 2**20:.0f} MiB are its predicted peak")
    return {"predictedMiB": round(most / 2**20), "limitMiB": limit, "samplesPerSecond": report["samplesPerSecond"]}


def out_of_memory(gpu):
    """Half of what the batch needs: the run takes less at once, says so, and computes the same."""
    job = gpu.job("language-model", batch=gpu.roomy)
    memory = measured(gpu, job)["memory"]
    held, peak = memory["heldBytes"], memory["passPeakBytes"]
    limit = (held + peak) // 2 // 2**20
    folder = gpu.train(job, "cuda", "--memory", limit)
    found = worst_difference(steps_in(gpu.train(job, "cpu")), steps_in(folder), gpu.tolerance["float32"])
    at_once = [event for event in events_in(folder) if "ran out of memory" in event.get("message", "")]
    return {**found, "limitMiB": limit, "said": bool(at_once)}


def join_machines(gpu, job, devices):
    """Machines on one computer, each with one device."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    folders = [gpu.fresh(f"machine-{device}") for device in devices]
    secret = gpu.fresh("secret")
    secret.touch(mode=0o600)
    secret.write_text(secrets.token_hex(32))

    def starts():
        for device, folder in zip(devices, folders):
            yield (gpu.engine, "join", job, "--machines", len(devices), "--meet", place, "--secret", secret,
                   "--device", device, "--threads", gpu.threads, "--wait", 2, "--run-folder", folder), {}
            time.sleep(1)  # so that the first one coordinates

    for machine in gpu.programs.run_together(starts()):
        checked(machine)
    return next(found for found in folders if (found / "events.jsonl").exists())


def together(gpu):
    """The all-reduce uses NCCL inside, where there are several GPUs, and Gloo between."""
    task = "language-model"
    found = steps_in(join_machines(gpu, gpu.job(task), ("cuda", "cpu")))
    return {**worst_difference(gpu.on_cpu(task), found, gpu.tolerance["float32"]),
            "shares": [rank["samples"] for rank in found[-1]["ranks"]]}


def sharded(gpu):
    task = "language-model"
    found = steps_in(gpu.train(gpu.job(task, memory={"shard": "always"}), "cuda", "--workers", 2, "--shares", "3,1"))
    return worst_difference(gpu.on_cpu(task), found, gpu.tolerance["float32"])


def own_seconds(gpu):
    """A rank's own seconds beside another one must be those that it takes alone for as many samples; the rest is waiting."""

    def own(folder):
        return statistics.median(step["ranks"][0]["forwardSeconds"] + step["ranks"][0]["backwardSeconds"]
                                 for step in steps_in(folder)[2:])

    task = "language-model"
    alone = own(gpu.train(gpu.job(task, batch=16), "cuda"))
    beside = own(gpu.train(gpu.job(task, batch=32), "cuda", "--workers", 2, "--shares", "1,1"))
    if not gpu.dry_run and not 0.8 <= beside / alone <= 1.25:  # simulated GPUs share the computer's processors
        raise Failed(f"{1000 * beside:.1f} ms of its own beside another rank, {1000 * alone:.1f} ms alone")
    return {"alone": alone, "beside": beside}


def speed(gpu, work, mode):
    """Ours by turns with Hugging Face's, eager or compiled."""
    compare = SOURCE / "tests/system/benchmarks/compare.py"
    turns = ("--pairs", 3, "--steps", 20, "--warm-up", 8)
    answer = checked(gpu.programs.run(sys.executable, compare, work, "--device", "cuda", "--modes", mode, "--engine",
                                      gpu.engine, *turns))
    return {"rows": json.loads(answer.splitlines()[-1])["rows"]}


# What a check needs: a reason where it is not here.


def real_gpu(gpu):
    return "simulated GPUs are no measure of speed" if gpu.dry_run else None


def two_gpus(gpu):
    return "there is one GPU here, and an engine starts one rank on each" if len(gpu.gpus) < 2 else None


def python_with(*modules):
    def need(_):
        missing = [name for name in modules if not find_spec(name)]
        return f"Python has no {', '.join(missing)} here" if missing else None

    return need
