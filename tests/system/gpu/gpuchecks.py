"""The checks of tests/system/gpu/check. Each returns what it found, and raises Failed, or Open where it cannot run here."""

import json
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
NO_GPU = 77  # exit code of ncclcheck


class Failed(Exception):
    pass


class Open(Exception):
    pass


def run(*command, limit=300, **environment):
    try:
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=limit, check=False,
                              env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        raise Failed(f"{Path(command[0]).name} did not end within {limit} s") from None


def checked(done):
    if done.returncode != 0:
        raise Failed((done.stderr.strip() or done.stdout.strip())[-600:] or f"exit code {done.returncode}")
    return done.stdout


class Gpu:
    """The programs, the jobs, and how exact results must be."""

    def __init__(self, folder, scratch, dry_run, short):
        self.scratch, self.dry_run, self.short = scratch, dry_run, short
        programs = folder / ("simulated/bin" if dry_run else "bin")
        self.engine, self.nccl, self.devicecheck = (programs / name for name in ("motley-engine", "ncclcheck", "devicecheck"))
        self.steps = 6 if short else 20
        self.threads = 1 if dry_run else 4
        self.curves = ("float32",) if short else ("float32", "bfloat16")
        # Simulated, only the order of sums differs. A GPU's kernels round to fewer digits than a CPU's in 16 bits.
        self.tolerance = {"float32": 1e-5 if dry_run else 1e-3, "bfloat16": 3e-2, "float16": 2e-2}
        self.gradient_tolerance = {"float32": 1e-4 if dry_run else 1e-3, "bfloat16": 0.15, "float16": 5e-2}
        self.gpus = []
        self.runs = {}  # on the CPU, by job
        self.report = None  # of measure-device
        self.count = 0

    def why_unusable(self):
        """ncclcheck with one rank finds out whether there is a GPU that can be used. Then writes the jobs, and lists the GPUs."""
        if not self.engine.exists():
            return f"there is no {self.engine}"
        look = run(self.nccl, 0, 1, self.fresh("store"), limit=120)
        if look.returncode == NO_GPU:
            return look.stderr.strip()
        probed = run(self.engine, "probe", limit=60)  # what is wrong with it, the check of that name says
        self.gpus = json.loads(probed.stdout)["gpus"] if probed.returncode == 0 else []
        made = checked(run(self.devicecheck, "jobs", self.scratch)).split()
        wanted = {"language-model", "image-classification"}
        self.tasks = [task for task in made if not self.short or task in wanted]
        return None

    def fresh(self, name):
        self.count += 1
        return self.scratch / f"{name}-{self.count}"

    def job(self, task, precision="float32", **changes):
        """A job file. Changes of a part, such as memory, keep what else the part has."""
        job = json.loads((self.scratch / f"{task}.json").read_text())
        job["maxSteps"] = self.steps
        for key, value in {"precision": {"kind": precision}, **changes}.items():
            job[key] = {**job.get(key, {}), **value} if isinstance(value, dict) else value
        path = self.fresh(task).with_suffix(".json")
        path.write_text(json.dumps(job))
        return path

    def train(self, job, device, *arguments, limit=300):
        folder = self.fresh("run")
        checked(run(self.engine, "train", job, "--device", device, "--run-folder", folder, "--threads", self.threads,
                    *arguments, limit=limit))
        return folder

    def on_cpu(self, task, **changes):
        """The steps of the task on the CPU in float32, computed once."""
        key = json.dumps([task, changes], sort_keys=True)
        if key not in self.runs:
            self.runs[key] = steps_in(self.train(self.job(task, **changes), "cpu"))
        return self.runs[key]


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
    found = json.loads(checked(run(gpu.engine, "probe", limit=60)))["gpus"]
    if not found:
        raise Failed("the probe names no GPU although CUDA finds one")
    return {"gpu": found[0]["name"], "driver": found[0].get("driverVersion"), "gpus": len(found),
            "version": checked(run(gpu.engine, "--version", limit=60)).strip()}


def nccl(gpu, ranks, *mode):
    """Ranks of one GPU are two hosts to NCCL 2.28.9, which refuses them otherwise, and talk through sockets."""
    settings = {"NCCL_SOCKET_IFNAME": "lo", "NCCL_IB_DISABLE": "1", "NCCL_MAX_CTAS": "2"} if ranks > 1 else {}
    store = gpu.fresh("store")
    started = [subprocess.Popen([str(gpu.nccl), str(rank), str(ranks), str(store), *mode], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True,
                                env={**os.environ, **settings, **({"NCCL_HOSTID": f"motley-{rank}"} if ranks > 1 else {})})
               for rank in range(ranks)]
    try:
        answers = [rank.communicate(timeout=150) for rank in started]
    except subprocess.TimeoutExpired:
        raise Failed(f"{ranks} ranks did not end within 150 s") from None
    finally:
        for rank in started:
            rank.kill()
            rank.wait()
    for rank, (_, words) in zip(started, answers):
        if rank.returncode != 0:
            raise Failed(words.strip()[-600:] or f"exit code {rank.returncode}")
    return json.loads(answers[0][0])


def gradients(gpu, task, precision):
    if not gpu.gpus:
        raise Failed("the probe found no GPU")
    found = json.loads(checked(run(gpu.devicecheck, "gradients", gpu.job(task, precision), gpu.gpus[0]["uuid"])))
    tolerance = gpu.gradient_tolerance[precision]
    if not found["worst"] <= tolerance:
        raise Failed(f"the gradient of {found['tensor']} differs in step 1 by {found['worst']:.2e}, more than {tolerance:.0e}")
    return found


def curve(gpu, task, precision, **changes):
    found = steps_in(gpu.train(gpu.job(task, precision, **changes), "cuda"))
    return {**worst_difference(gpu.on_cpu(task), found, gpu.tolerance[precision]),
            "samplesPerSecond": found[-1]["samplesPerSecond"]}


def resumed(gpu, task, before, after):
    half = gpu.steps // 2
    first = gpu.train(gpu.job(task, maxSteps=half), before)
    whole = gpu.job(task)
    rest = gpu.train(whole, after, "--resume", first / "checkpoints" / f"step-{half}")
    return worst_difference(gpu.on_cpu(task)[half:], steps_in(rest), gpu.tolerance["float32"])


def measured(gpu, job):
    """The measurement that plans are made from."""
    gpu.report = gpu.report or json.loads(checked(
        run(gpu.engine, "measure-device", job, "--device", "cuda", "--seconds", 1 if gpu.short else 3)))
    return gpu.report


def predicted_memory(gpu):
    """A run needs no more than the measurement predicts."""
    job = gpu.job("language-model")
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
    task = "language-model"
    memory = measured(gpu, gpu.job(task))["memory"]
    held, peak = memory["heldBytes"], memory["passPeakBytes"]
    limit = (held + peak) // 2 // 2**20
    folder = gpu.train(gpu.job(task), "cuda", "--memory", limit)
    found = worst_difference(gpu.on_cpu(task), steps_in(folder), gpu.tolerance["float32"])
    at_once = [event for event in events_in(folder) if "ran out of memory" in event.get("message", "")]
    return {**found, "limitMiB": limit, "said": bool(at_once)}


def join_machines(gpu, job, devices):
    """Machines on one computer, each with one device."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    folders = [gpu.fresh(f"machine-{device}") for device in devices]
    machines = []
    try:
        for device, run_folder in zip(devices, folders):
            machines.append(subprocess.Popen(
                [str(word) for word in (gpu.engine, "join", job, "--machines", len(devices), "--meet", place, "--device",
                                        device, "--threads", gpu.threads, "--wait", 2, "--run-folder", run_folder)],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
            time.sleep(1)  # so that the first one coordinates
        words = [machine.communicate(timeout=300)[0] for machine in machines]
    except subprocess.TimeoutExpired:
        raise Failed("the machines did not end within 300 s") from None
    finally:
        for machine in machines:
            machine.kill()
            machine.wait()
    for machine, said in zip(machines, words):
        if machine.returncode != 0:
            raise Failed(said.strip()[-600:])
    return next(found for found in folders if (found / "events.jsonl").exists())


def together(gpu):
    """The all-reduce uses NCCL inside, where there are several GPUs, and Gloo between."""
    task = "language-model"
    found = steps_in(join_machines(gpu, gpu.job(task), ("cuda", "cpu")))
    return {**worst_difference(gpu.on_cpu(task), found, gpu.tolerance["float32"]),
            "shares": [rank["samples"] for rank in found[-1]["ranks"]]}


def sharded(gpu):
    if len(gpu.gpus) < 2:
        raise Open("there is one GPU here, and an engine starts one rank on each")
    task = "language-model"
    found = steps_in(gpu.train(gpu.job(task, memory={"shard": "always"}), "cuda", "--workers", 2, "--shares", "3,1"))
    return worst_difference(gpu.on_cpu(task), found, gpu.tolerance["float32"])


def own_seconds(gpu):
    """A rank's own seconds beside another one must be those that it takes alone for as many samples; the rest is waiting."""
    if gpu.dry_run and gpu.short:
        raise Open("simulated GPUs are no measure of speed")
    if len(gpu.gpus) < 2:
        raise Open("there is one GPU here, and an engine starts one rank on each")

    def own(folder):
        return statistics.median(step["ranks"][0]["forwardSeconds"] + step["ranks"][0]["backwardSeconds"]
                                 for step in steps_in(folder)[2:])

    task = "language-model"
    alone = own(gpu.train(gpu.job(task, batch=16), "cuda"))
    beside = own(gpu.train(gpu.job(task, batch=32), "cuda", "--workers", 2, "--shares", "1,1"))
    if not gpu.dry_run and not 0.8 <= beside / alone <= 1.25:  # simulated GPUs share the computer's processors
        raise Failed(f"{1000 * beside:.1f} ms of its own beside another rank, {1000 * alone:.1f} ms alone")
    return {"alone": alone, "beside": beside}


def speed(gpu, work):
    """Ours, Hugging Face eager and torch.compile by turns."""
    if gpu.dry_run:
        raise Open("simulated GPUs are no measure of speed")
    modules = "torch, transformers" + (", h5py" if work.startswith("bert") else "")  # those that the work takes
    look = run(sys.executable, "-c", f"import {modules}")
    if look.returncode != 0:
        raise Open(look.stderr.strip().splitlines()[-1])
    compare = SOURCE / "tests/system/benchmarks/compare.py"
    turns = ("--pairs", 3, "--steps", 20, "--warm-up", 8)
    answer = checked(run(sys.executable, compare, work, "--device", "cuda", "--engine", gpu.engine, *turns, limit=270))
    return {"rows": json.loads(answer.splitlines()[-1])["rows"]}
