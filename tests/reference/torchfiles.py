#!/usr/bin/env python3
"""Writes tests/fixtures/torchfiles: tensors of every type as torch.save writes them, today and before torch 1.6, and the
same in safetensors to compare with. In views.pt, views that show numbers otherwise than they are stored. In mnist, images and labels as torchvision wrote them until 2020. In adadelta.pt, a
checkpoint of HetSeq's under a torch before 1.6, which knows parameters by their addresses.

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


if __name__ == "__main__":
    main(sys.argv[1])
