"""Times a step of AdamW and of LAMB over BERT-base's parameters (110 million) on the CPU, ours and PyTorch's by turns:
its fused AdamW; for LAMB, which it has not, the same formulas over its multi-tensor operations.

    pyref/bin/python tests/reference/optimizerspeed.py build/release/tests/engine/optim/optimizerspeed
"""

import math
import statistics
import subprocess
import sys
import time

import torch

ROUNDS = 11
WARM_UP = 2


def bert_base():
    def linear(out, into):
        return [(out, into), (out,)]

    def norm(width):
        return [(width,), (width,)]

    width, vocabulary = 768, 30522
    shapes = [(vocabulary, width), (512, width), (2, width)] + norm(width)
    for _ in range(12):
        shapes += linear(width, width) * 4 + norm(width)
        shapes += linear(4 * width, width) + linear(width, 4 * width) + norm(width)
    shapes += linear(width, width) * 2 + norm(width) + [(vocabulary,)] + linear(2, width)
    parameters = [torch.randn(shape).mul_(0.02).requires_grad_() for shape in shapes]
    for parameter in parameters:
        parameter.grad = torch.randn_like(parameter).mul_(1e-3)
    return parameters


class ForeachLamb:
    def __init__(self, parameters, lr=1e-4, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.01):
        self.parameters, self.lr, self.betas, self.eps, self.decay = parameters, lr, betas, eps, weight_decay
        self.mean = [torch.zeros_like(p) for p in parameters]
        self.square = [torch.zeros_like(p) for p in parameters]
        self.t = 0

    @torch.no_grad()
    def step(self):
        self.t += 1
        beta1, beta2 = self.betas
        gradients = [p.grad for p in self.parameters]
        torch._foreach_lerp_(self.mean, gradients, 1 - beta1)
        torch._foreach_mul_(self.square, beta2)
        torch._foreach_addcmul_(self.square, gradients, gradients, 1 - beta2)
        divisors = torch._foreach_sqrt(self.square)
        torch._foreach_div_(divisors, math.sqrt(1 - beta2**self.t))
        torch._foreach_add_(divisors, self.eps)
        updates = torch._foreach_div(self.mean, 1 - beta1**self.t)
        torch._foreach_div_(updates, divisors)
        torch._foreach_add_(updates, self.parameters, alpha=self.decay)
        lengths, sizes = torch._foreach_norm(self.parameters), torch._foreach_norm(updates)
        ratios = [w / u if w > 0 and u > 0 else torch.ones(()) for w, u in zip(lengths, sizes)]
        torch._foreach_mul_(updates, ratios)
        torch._foreach_add_(self.parameters, updates, alpha=-self.lr)


def compare(name, theirs, program):
    ours = subprocess.Popen([program, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    pairs = []
    for _ in range(WARM_UP + ROUNDS):
        ours.stdin.write("\n")
        ours.stdin.flush()
        our_seconds = float(ours.stdout.readline())
        started = time.perf_counter()
        theirs.step()
        pairs.append((our_seconds, time.perf_counter() - started))
    ours.stdin.close()
    ours.wait()
    pairs = pairs[WARM_UP:]
    print(
        f"{name}: ours {statistics.median(a for a, _ in pairs):.3f} s, PyTorch's"
        f" {statistics.median(b for _, b in pairs):.3f} s, ratio {statistics.median(a / b for a, b in pairs):.2f}"
        f" (median of {ROUNDS} pairs, {torch.get_num_threads()} threads)",
        flush=True,
    )


def main(program):
    compare("adamw", torch.optim.AdamW(bert_base(), lr=1e-4, fused=True), program)
    compare("lamb", ForeachLamb(bert_base()), program)


main(sys.argv[1])
