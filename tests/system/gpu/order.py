"""The checks in the order of their worth: first that a GPU computes at all, then what every task computes on it, then how fast
it is, then one feature after the other. Beside each check is its budget: the seconds that it may take with a GPU of a data
centre and sixteen processors. Budgets are set by hand, as a simulated GPU is no measure of them."""

from dataclasses import replace
from functools import partial

import gpuchecks as checks
from gpuchecks import python_with, real_gpu, two_gpus
from schedule import Check

SET_UP = 60  # seconds
WORKS = {"bert-large-512": ("torch", "transformers", "h5py"),  # with the modules that each one imports
         "gpt2-124m-1024": ("torch", "transformers")}


def in_order(gpu):
    def alone(name, budget, work, *arguments, needs=(), **settings):
        def lacking():
            return next(filter(None, (need(gpu) for need in needs)), None)

        return Check(name, budget, partial(work, gpu, *arguments, **settings), lacking)

    def beside(*row, **settings):
        return replace(alone(*row, **settings), is_alone=False)

    text = "language-model"
    yield alone("probe", 10, checks.probe)
    yield alone("nccl/1-rank", 30, checks.nccl, 1)
    yield alone("nccl/2-ranks", 100, checks.nccl, 2)
    yield alone("nccl/lost-rank", 60, checks.nccl, 3, "lost")
    yield alone("kernels/dropout", 20, checks.dropout)
    for task in gpu.tasks:
        yield beside(f"gradients/float32/{task}", 20, checks.gradients, task, "float32")
    for task in gpu.tasks:
        yield beside(f"curve/float32/{task}", 30, checks.curve, task, "float32")
    for precision in "bfloat16", "float16":
        for task in gpu.tasks:
            yield beside(f"gradients/{precision}/{task}", 20, checks.gradients, task, precision)
    for work, modules in WORKS.items():
        yield alone(f"speed/eager/{work}", 120, checks.speed, work, "eager", needs=(real_gpu, python_with(*modules)))
    yield alone("memory/predicted", 40, checks.predicted_memory)
    yield alone("memory/exceeded", 40, checks.out_of_memory)
    yield alone("ranks/own-seconds", 40, checks.own_seconds, needs=(two_gpus,))
    yield beside("ranks/sharded", 30, checks.sharded, needs=(two_gpus,))
    yield beside("ranks/gpu-and-cpu", 40, checks.together)
    yield beside("ranks/adasum", 40, checks.nccl, 2, "adasum")
    yield beside("resume/cpu-to-gpu", 40, checks.resumed, text, "cpu", "cuda")
    yield beside("resume/gpu-to-cpu", 40, checks.resumed, text, "cuda", "cpu")
    yield beside("curve/micro-batches", 30, checks.curve, text, "float32", memory={"microbatch": 3})
    yield beside("curve/recomputation", 30, checks.curve, text, "float32", memory={"recompute": "always"})
    yield beside(f"curve/float16/{text}", 30, checks.curve, text, "float16")
    for work, modules in WORKS.items():
        yield alone(f"speed/compiled/{work}", 240, checks.speed, work, "compile", needs=(real_gpu, python_with(*modules)))
    for task in gpu.tasks:
        yield beside(f"curve/bfloat16/{task}", 30, checks.curve, task, "bfloat16")
