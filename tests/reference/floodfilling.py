#!/usr/bin/env python3
"""What PyTorch computes for the flood-filling network and its moves: writes tests/fixtures/floodfilling.json.

The network and the walk are written down here a second time, plainly, one example after the other. Needs torch 2.11.0
and numpy. Usage: floodfilling.py > tests/fixtures/floodfilling.json
"""

import itertools
import json
import math

import torch
from torch import nn
from torch.nn import functional

from patterned import fill, gradient_norm, pattern

FOV = (7, 9, 9)
STEP = (2, 3, 2)
EXAMPLES = 4


def logit(probability):
    return math.log(probability / (1 - probability))


class Network(nn.Module):
    def __init__(self, depth, features):
        super().__init__()
        self.depth = depth
        for i in range(depth):
            self.add_module(f"conv{i}_a", nn.Conv3d(2 if i == 0 else features, features, 3, padding=1))
            self.add_module(f"conv{i}_b", nn.Conv3d(features, features, 3, padding=1))
        self.conv_lom = nn.Conv3d(features, 1, 1)

    def forward(self, image, seed):
        x = self.conv0_b(functional.relu(self.conv0_a(torch.cat([image, seed], 1))))
        for i in range(1, self.depth):
            inner = functional.relu(getattr(self, f"conv{i}_a")(functional.relu(x)))
            x = x + getattr(self, f"conv{i}_b")(inner)
        return seed + self.conv_lom(functional.relu(x))


def main():
    torch.set_num_threads(2)
    network = fill(Network(3, 4))
    with torch.no_grad():
        network.conv_lom.weight.mul_(2)
        network.conv_lom.bias.fill_(5)
    patch = tuple(f + 2 * s for f, s in zip(FOV, STEP))
    centre = tuple(p // 2 for p in patch)
    voxels = math.prod(patch)
    moves = [m for m in itertools.product(*((-s, 0, s) for s in STEP)) if any(m)]
    counts = dict.fromkeys(["tp", "tn", "fp", "fn", "correct", "missed", "spurious"], 0)
    total = 0
    sums = []
    for i in range(EXAMPLES):
        image = pattern(voxels, 100 + i).view(patch)
        inside = (pattern(voxels, 200 + i).view(patch) > -0.4)
        inside[centre] = True
        labels = torch.where(inside, 0.95, 0.05)
        weights = (pattern(voxels, 300 + i).view(patch) > -0.9).float()
        seed = torch.full(patch, logit(0.05))
        seed[centre] = logit(0.95)
        losses = []
        for j, move in enumerate([(0, 0, 0)] + [moves[(5 * k + 7 * i) % 26] for k in range(26)]):
            place = tuple(c + m for c, m in zip(centre, move))
            made = seed[place].item() >= logit(0.9)
            wanted = bool(inside[place])
            if j > 0 and weights[place] > 0:
                counts["correct"] += made and wanted
                counts["missed"] += wanted and not made
                counts["spurious"] += made and not wanted
            if not made:
                continue
            view = tuple(slice(p - f // 2, p + f // 2 + 1) for p, f in zip(place, FOV))
            updated = network(image[view][None, None], seed[view][None, None].clone())[0, 0]
            loss = functional.binary_cross_entropy_with_logits(updated, labels[view], reduction="none")
            losses.append((loss * weights[view]).mean())
            seed[view] = updated.detach()
        total = total + sum(losses) / len(losses)
        said = seed >= logit(0.9)
        known = weights > 0
        counts["tp"] += (said & inside & known).sum().item()
        counts["tn"] += (~said & ~inside & known).sum().item()
        counts["fp"] += (said & ~inside & known).sum().item()
        counts["fn"] += (~said & inside & known).sum().item()
        sums.append(seed.double().sum().item())
    total.backward()
    print(json.dumps({"loss": total.item(), "gradientNorm": gradient_norm(network), "logitSums": sums, **counts}, indent=1))


main()
