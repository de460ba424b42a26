"""Writes tests/fixtures/schedules.safetensors: the learning rates of 120 updates by PyTorch's schedulers, fairseq's
inverse square root and HetSeq's polynomial, the last two by their formulas.

    pyref/bin/python tests/reference/schedules.py tests/fixtures/schedules.safetensors
"""

import json
import math
import struct
import sys

import torch
from torch.optim import lr_scheduler as by

UPDATES = 120
PEAK = 0.3


def rates(make):
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], PEAK)
    scheduler = make(optimizer)
    seen = []
    for _ in range(UPDATES):
        seen.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return seen


def hetseq(finished, warmup, total, end, power):
    if warmup > 0 and finished <= warmup:
        return PEAK * finished / warmup
    if finished >= total:
        return end
    return end + (PEAK - end) * (1 - (finished - warmup) / (total - warmup)) ** power


def schedules():
    yield "step", rates(lambda o: by.StepLR(o, step_size=30, gamma=0.5))
    yield "one-cycle", rates(
        lambda o: by.OneCycleLR(o, PEAK, total_steps=UPDATES + 1, pct_start=0.3, div_factor=25, final_div_factor=100)
    )
    yield "one-cycle, rise 20", rates(
        lambda o: by.OneCycleLR(o, PEAK, total_steps=125, pct_start=20 / 125, div_factor=10, final_div_factor=10)
    )
    yield "triangular", rates(lambda o: by.CyclicLR(o, PEAK / 25, PEAK, step_size_up=20, cycle_momentum=False))
    yield "triangular, halved", rates(
        lambda o: by.CyclicLR(o, PEAK / 25, PEAK, step_size_up=20, mode="triangular2", cycle_momentum=False)
    )
    yield "cosine", rates(lambda o: by.CosineAnnealingLR(o, T_max=UPDATES - 1, eta_min=PEAK / 10))
    yield "cosine, restarts", rates(lambda o: by.CosineAnnealingWarmRestarts(o, T_0=30, eta_min=PEAK / 10))
    yield "cosine, growing restarts", rates(
        lambda o: by.CosineAnnealingWarmRestarts(o, T_0=10, T_mult=2, eta_min=PEAK / 10)
    )
    yield "linear", rates(lambda o: by.LinearLR(o, start_factor=1, end_factor=0.1, total_iters=UPDATES - 1))
    yield "polynomial", rates(lambda o: by.PolynomialLR(o, total_iters=UPDATES - 1, power=2))
    finished = range(UPDATES)
    yield "hetseq", [hetseq(n, 10, 100, PEAK / 20, 1) for n in finished]
    yield "hetseq, squared", [hetseq(n, 0, 100, 0, 2) for n in finished]
    yield "inverse square root", [PEAK * min(n / 16, math.sqrt(16 / n)) for n in range(1, UPDATES + 1)]


def main(path):
    header, bodies = {}, []
    for i, (name, values) in enumerate(schedules()):
        size = 8 * UPDATES
        header[name] = {"dtype": "F64", "shape": [UPDATES], "data_offsets": [i * size, (i + 1) * size]}
        bodies.append(struct.pack(f"<{UPDATES}d", *values))
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(bodies))


main(sys.argv[1])
