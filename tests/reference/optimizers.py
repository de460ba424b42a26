"""Writes tests/fixtures/optimizers.safetensors: what PyTorch's optimizers, and for LAMB, Lion and HetSeq's Adam other
reference implementations, make of given parameters and gradients in 20 steps.

    python3 -m venv pyref && pyref/bin/pip install torch==2.11.0 numpy lion-pytorch==0.2.5
    pyref/bin/pip install --no-deps timm==1.0.15
    pyref/bin/python tests/reference/optimizers.py tests/fixtures/optimizers.safetensors
"""

import importlib.util
import json
import math
import struct
import sys
import types

import numpy
import torch

SHAPES = {"wide": (5, 7), "tall": (9, 4), "filters": (4, 3, 2, 2), "bias": (6,)}
STEPS = 20
SEEN = (1, 5, 20)


def timm_lamb():
    """timm's own __init__ would want torchvision."""
    root = importlib.util.find_spec("timm").submodule_search_locations[0]
    for name in ("timm", "timm.optim"):
        module = types.ModuleType(name)
        module.__path__ = [root + name[len("timm") :].replace(".", "/")]
        sys.modules[name] = module
    from timm.optim.lamb import Lamb

    return Lamb


class HetSeqAdam(torch.optim.Optimizer):
    """The formula of HetSeq: epsilon is added before the second moment's bias is taken out."""

    def __init__(self, params, lr, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state.update(t=0, m=torch.zeros_like(p), v=torch.zeros_like(p))
                state["t"] += 1
                m = state["m"].mul_(beta1).add_(p.grad, alpha=1 - beta1)
                v = state["v"].mul_(beta2).addcmul_(p.grad, p.grad, value=1 - beta2)
                size = group["lr"] * math.sqrt(1 - beta2 ** state["t"]) / (1 - beta1 ** state["t"])
                p.sub_(p * (group["weight_decay"] * group["lr"]))
                p.addcdiv_(m, v.sqrt() + group["eps"], value=-size)


class MatrixMuon(torch.optim.Muon):
    """PyTorch's takes matrices only; a convolution is one of outputs by all that each of them sees."""

    def __init__(self, parameters, *args, **kwargs):
        shapes = [p.shape for p in parameters]
        self._reshape(parameters, [(shape[0], -1) for shape in shapes])
        super().__init__(parameters, *args, **kwargs)
        self._reshape(parameters, shapes)

    @torch.no_grad()
    def step(self):
        parameters = [p for group in self.param_groups for p in group["params"]]
        shapes = [p.shape for p in parameters]
        self._reshape(parameters, [(shape[0], -1) for shape in shapes])
        super().step()
        self._reshape(parameters, shapes)

    @staticmethod
    def _reshape(parameters, shapes):
        for p, shape in zip(parameters, shapes):
            gradient = p.grad
            p.grad = None
            p.data = p.data.reshape(shape)
            p.grad = None if gradient is None else gradient.reshape(shape)


def runs():
    optim = torch.optim
    from lion_pytorch import Lion

    lamb = timm_lamb()
    yield "sgd", 0.05, lambda p, lr: [optim.SGD(p.values(), lr, weight_decay=0.01)]
    yield "momentum", 0.05, lambda p, lr: [optim.SGD(p.values(), lr, momentum=0.9, weight_decay=0.01)]
    yield "nesterov", 0.05, lambda p, lr: [optim.SGD(p.values(), lr, momentum=0.9, nesterov=True, weight_decay=0.01)]
    yield "adam", 0.01, lambda p, lr: [optim.Adam(p.values(), lr, weight_decay=0.01)]
    yield "amsgrad", 0.01, lambda p, lr: [optim.Adam(p.values(), lr, betas=(0.9, 0.9), amsgrad=True)]
    yield "adamw", 0.01, lambda p, lr: [optim.AdamW(p.values(), lr, weight_decay=0.1)]
    yield "adamw, large epsilon", 0.01, lambda p, lr: [optim.AdamW(p.values(), lr, eps=0.1, weight_decay=0.1)]
    yield "spared", 0.01, lambda p, lr: [
        optim.AdamW([p["wide"], p["tall"], p["filters"]], lr, weight_decay=0.1),
        optim.AdamW([p["bias"]], lr, weight_decay=0),
    ]
    yield "hetseq-adam", 0.01, lambda p, lr: [HetSeqAdam(p.values(), lr, eps=0.1, weight_decay=0.1)]
    yield "adadelta", 1.0, lambda p, lr: [optim.Adadelta(p.values(), lr, weight_decay=0.01)]
    yield "adagrad", 0.05, lambda p, lr: [optim.Adagrad(p.values(), lr, weight_decay=0.01)]
    yield "adamax", 0.01, lambda p, lr: [optim.Adamax(p.values(), lr, weight_decay=0.01)]
    yield "rmsprop", 0.01, lambda p, lr: [optim.RMSprop(p.values(), lr, weight_decay=0.01)]
    yield "rmsprop, momentum", 0.01, lambda p, lr: [optim.RMSprop(p.values(), lr, alpha=0.9, momentum=0.9)]
    yield "adafactor", 0.05, lambda p, lr: [optim.Adafactor(p.values(), lr, weight_decay=0.1)]
    yield "lamb", 0.02, lambda p, lr: [lamb(p.values(), lr, weight_decay=0.1, max_grad_norm=None)]
    yield "lamb, spared", 0.02, lambda p, lr: [
        lamb([p["wide"], p["tall"], p["filters"]], lr, weight_decay=0.1, max_grad_norm=None),
        lamb([p["bias"]], lr, weight_decay=0, max_grad_norm=None),
    ]
    yield "lion", 0.01, lambda p, lr: [Lion(p.values(), lr, weight_decay=0.1)]
    yield "muon", 0.01, lambda p, lr: [
        MatrixMuon([p["wide"], p["tall"], p["filters"]], lr, weight_decay=0.1, adjust_lr_fn="match_rms_adamw"),
        optim.AdamW([p["bias"]], lr, weight_decay=0.1),
    ]


def moving_average(begin, gradients):
    """The averages that torch.optim.swa_utils keeps of weights under plain descent."""
    model = torch.nn.ParameterDict({name: torch.nn.Parameter(value.clone()) for name, value in begin.items()})
    averaged = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.8)
    )
    optimizer = torch.optim.SGD(model.parameters(), 0.05)
    for step in range(STEPS):
        for name, parameter in model.items():
            parameter.grad = gradients[name][step].clone()
        optimizer.step()
        averaged.update_parameters(model)
    return {f"average/{name}": value for name, value in averaged.module.items()}


def loss_scales():
    """The scale before each of 20 steps, of which the 3rd, 4th and 12th overflow."""
    parameter = torch.zeros(2, requires_grad=True)
    optimizer = torch.optim.SGD([parameter], 0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, growth_interval=3)
    scales = []
    for step in range(1, STEPS + 1):
        scale = scaler.scale(torch.ones(()))
        scales.append(scale.item())
        parameter.grad = torch.tensor([1.0, float("inf") if step in (3, 4, 12) else 2.0]) * scale
        scaler.unscale_(optimizer)
        scaler.step(optimizer)
        scaler.update()
    return {"loss scales": torch.tensor(scales), "left after loss scaling": parameter}


def write_safetensors(path, tensors):
    header, offset, bodies = {}, 0, []
    for name, tensor in tensors.items():
        body = numpy.ascontiguousarray(tensor.detach().numpy(), dtype="<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [offset, offset + len(body)]}
        offset += len(body)
        bodies.append(body)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(bodies))


def main(path):
    generator = torch.Generator().manual_seed(4)
    begin = {name: torch.randn(shape, generator=generator) for name, shape in SHAPES.items()}
    gradients = {name: torch.randn((STEPS, *shape), generator=generator) for name, shape in SHAPES.items()}
    for gradient in gradients.values():  # gradients of very different magnitudes
        gradient *= 10 ** torch.rand(gradient.shape[1:], generator=generator).mul(4).sub(3)
    tensors = {f"begin/{name}": value for name, value in begin.items()}
    tensors.update({f"gradients/{name}": value for name, value in gradients.items()})
    # PyTorch's Muon rounds to bfloat16 between its products; ours does not.
    torch.Tensor.bfloat16 = lambda tensor: tensor.clone()
    for run, rate, make in runs():
        parameters = {name: value.clone().requires_grad_() for name, value in begin.items()}
        optimizers = make(parameters, rate)
        for step in range(1, STEPS + 1):
            for name, parameter in parameters.items():
                parameter.grad = gradients[name][step - 1].clone()
            for optimizer in optimizers:
                for group in optimizer.param_groups:
                    group["lr"] = rate / step**0.5
                optimizer.step()
            if step in SEEN:
                tensors.update({f"{run}/{step}/{name}": p.detach().clone() for name, p in parameters.items()})
    tensors.update(moving_average(begin, gradients))
    tensors.update(loss_scales())
    write_safetensors(path, tensors)


main(sys.argv[1])
