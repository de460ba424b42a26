#!/usr/bin/env python3
"""Writes tests/fixtures/torchfiles: tensors of every type as torch.save writes them, today and before torch 1.6, and the
same in safetensors to compare with. In views.pt, views that show numbers otherwise than they are stored. In mnist, images and
labels as torchvision wrote them until 2020. In adadelta.pt, a checkpoint of HetSeq's under a torch before 1.6, which knows
parameters by their addresses. In divided-adam.pt and divided-adadelta.pt, checkpoints of gradients that HetSeq divided.

    tests/reference/torchfiles.py tests/fixtures/torchfiles
"""

import argparse
import collections
import os
import sys

import torch
from safetensors.torch import save_file

TYPES = (torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8,
         torch.uint8, torch.bool)


def images(count):
    """Pixel i has the byte 7 i mod 251, image i the label i mod 3."""
    pixels = (7 * torch.arange(count * 8 * 8) % 251).to(torch.uint8).view(count, 8, 8)
    return pixels, torch.arange(count) % 3


def save_adadelta(folder):
    """A layer after 3 updates, and in adadelta.safetensors the gradients of a fourth and what it makes of the layer."""
    layer = torch.nn.Linear(4, 3)
    optimizer = torch.optim.Adadelta(layer.parameters(), lr=0.5, rho=0.9, eps=1e-6)
    for _ in range(3):
        layer.weight.grad, layer.bias.grad = torch.randn(3, 4), torch.randn(3)
        optimizer.step()
    addresses = [140245019 * 10 ** 6 + 72 * i for i in (5, 2)]
    state = optimizer.state_dict()
    old = {"state": {addresses[i]: {**one, "step": int(one["step"])} for i, one in state["state"].items()},
           "param_groups": [{"lr": 0.5, "rho": 0.9, "eps": 1e-6, "weight_decay": 0, "params": addresses}]}
    torch.save({"args": argparse.Namespace(task="mnist"), "model": layer.state_dict(),
                "optimizer_history": [{"optimizer_name": "_Adadelta", "lr_scheduler_state": {}, "num_updates": 1},
                                      {"optimizer_name": "_Adadelta", "lr_scheduler_state": {}, "num_updates": 3}],
                "extra_state": {}, "last_optimizer_state": old}, os.path.join(folder, "adadelta.pt"),
               _use_new_zipfile_serialization=False)
    layer.weight.grad, layer.bias.grad = torch.randn(3, 4), torch.randn(3)
    optimizer.step()
    save_file({"weight.gradient": layer.weight.grad, "bias.gradient": layer.bias.grad,
               "weight": layer.weight.data, "bias": layer.bias.data}, os.path.join(folder, "adadelta.safetensors"))


def adam_step(layer, state, rate, number, epsilon=1e-3):
    """HetSeq's Adam adds epsilon before the second moment's bias is taken out."""
    for parameter, one in zip(layer.parameters(), state):
        one["exp_avg"].lerp_(parameter.grad, 0.1)
        one["exp_avg_sq"].lerp_(parameter.grad ** 2, 0.001)
        rate_now = rate * (1 - 0.999 ** number) ** 0.5 / (1 - 0.9 ** number)
        parameter.data -= rate_now * one["exp_avg"] / (one["exp_avg_sq"].sqrt() + epsilon)


def adadelta_step(layer, state, rate, number, epsilon=1e-3):
    for parameter, one in zip(layer.parameters(), state):
        gradient = parameter.grad + 0.01 * parameter.data
        one["square_avg"].lerp_(gradient ** 2, 0.1)
        step = gradient * (one["acc_delta"] + epsilon).sqrt() / (one["square_avg"] + epsilon).sqrt()
        one["acc_delta"].lerp_(step ** 2, 0.1)
        parameter.data -= rate * step


def save_divided(folder, name, names, step):
    """A layer after 3 updates of batches of 8 sentences, 2 micro-batches on each of 2 ranks, whose gradients HetSeq without
    --fast-stat-sync divides by 8 and multiplies by 4; then the mean gradients of a fourth and what it makes of the layer."""
    torch.manual_seed(2)
    layer = torch.nn.Linear(4, 3)
    state = [{key: torch.zeros_like(parameter) for key in names} for parameter in layer.parameters()]

    def update(number):
        mean = [torch.randn_like(parameter) for parameter in layer.parameters()]
        for parameter, gradient in zip(layer.parameters(), mean):
            parameter.grad = gradient * 4 / 8
        step(layer, state, 0.1, number)
        return mean

    for number in 1, 2, 3:
        update(number)
    remembered = {"state": {i: {"step": 3, **one} for i, one in enumerate(state)},
                  "param_groups": [{"lr": 0.1, "params": [0, 1]}]}
    command = argparse.Namespace(task="BertForTokenClassification", max_sentences=10, required_batch_size_multiple=4,
                                 max_tokens=None, update_freq=[2], distributed_world_size=2, distributed_gpus=2,
                                 fast_stat_sync=False, lr=[0.1])
    torch.save({"args": command, "model": layer.state_dict(),
                "optimizer_history": [{"optimizer_name": "_Adam", "lr_scheduler_state": {"best": None}, "num_updates": 3}],
                "extra_state": {}, "last_optimizer_state": remembered}, os.path.join(folder, f"{name}.pt"))
    gradients = update(4)
    save_file({"weight.gradient": gradients[0], "bias.gradient": gradients[1],
               "weight": layer.weight.data, "bias": layer.bias.data}, os.path.join(folder, f"{name}.safetensors"))


def main(folder):
    os.makedirs(os.path.join(folder, "mnist"), exist_ok=True)
    torch.save(images(48), os.path.join(folder, "mnist", "training.pt"))
    torch.save(images(12), os.path.join(folder, "mnist", "test.pt"), _use_new_zipfile_serialization=False)
    torch.manual_seed(1)
    tensors = {str(kind).replace("torch.", ""): (torch.randn(3, 4) * 9).to(kind) for kind in TYPES}
    tensors["scalar"] = torch.tensor(7.5)
    tensors["empty"] = torch.zeros(0, 5)
    whole = torch.arange(24, dtype=torch.float32).view(4, 6)
    nested = collections.OrderedDict()
    nested["transposed"] = whole.t()
    nested["part"] = whole[1:3, 2:5]
    nested[5] = torch.nn.Parameter(whole[0])
    state = {**tensors, "deep": nested, "list": [torch.ones(2), 3, "text", None, 2.5, (torch.zeros(1),)],
             "args": argparse.Namespace(rate=0.1, names=["a", "b"], flag=True, number=2 ** 70)}
    torch.save(state, os.path.join(folder, "types.pt"))
    torch.save(state, os.path.join(folder, "types-legacy.pt"), _use_new_zipfile_serialization=False)
    flat = {**tensors, "deep/transposed": whole.t(), "deep/part": whole[1:3, 2:5], "deep/5": whole[0],
            "list/0": torch.ones(2), "list/5/0": torch.zeros(1)}
    save_file({name: tensor.clone().contiguous() for name, tensor in flat.items()},
              os.path.join(folder, "types.safetensors"))
    imaginary = torch.complex(torch.zeros(4), torch.arange(4.)).conj().imag # marked as negative, stored with the other sign
    torch.save({"negative": imaginary}, os.path.join(folder, "views.pt"))
    torch.save({"expanded": torch.ones(1).expand(1000)}, os.path.join(folder, "expanded.pt"))
    save_adadelta(folder)
    save_divided(folder, "divided-adam", ("exp_avg", "exp_avg_sq"), adam_step)
    save_divided(folder, "divided-adadelta", ("square_avg", "acc_delta"), adadelta_step)


if __name__ == "__main__":
    main(sys.argv[1])
