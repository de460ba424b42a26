#!/usr/bin/env python3
"""Writes tests/fixtures/quantised: weights in 4 bits as bitsandbytes packs them, and losses of PEFT beside such weights.

    tests/reference/quantised.py tests/fixtures        needs bitsandbytes, which computes on the CPU too, and accelerate

weights.safetensors has weights, what bitsandbytes makes of them, and what these stand for. llama-nf4 is the model of
tests/fixtures/tuning/llama as transformers saves it in 4 bits. curves.json has the losses that PEFT has beside it, and
beside weights of 8 bits, which are computed here by their definition.
"""

import json
import os
import sys

import bitsandbytes
import torch
from bitsandbytes import functional
from bitsandbytes.backends.default.ops import _dequantize_4bit_compute
from peft import PeftModel
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM, BitsAndBytesConfig

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from decoders import opened  # noqa: E402
from tuning import rows_of, train, with_steady_norms  # noqa: E402

FAMILY = "llama"
WEIGHTS = {  # outputs, inputs, type
    "float32": (48, 448, torch.float32),  # 336 scales, which are no whole blocks of their own
    "bfloat16": (24, 200, torch.bfloat16),
    "float16": (5, 38, torch.float16),  # the last block is not whole
}


def dequantized(numbers, state, *_, **__):
    """What bitsandbytes computes on GPUs. Its kernels for AVX-512 (0.50.2) take other blocks' scales for rows of 16."""
    scales = state.absmax
    if state.nested:
        scales = functional.dequantize_blockwise(scales, state.state2) + state.offset
    return _dequantize_4bit_compute(numbers.reshape(-1), scales, state.code, state.blocksize, state.shape, state.dtype)


def product(x, numbers, quant_state, bias=None, **_):
    return torch.nn.functional.linear(x, dequantized(numbers, quant_state).to(x.dtype), bias)


functional.dequantize_4bit = dequantized
bitsandbytes.matmul_4bit = product


def packed_parts(name, weight):
    numbers, state = functional.quantize_4bit(weight, blocksize=64, compress_statistics=True, quant_type="nf4")
    dense = functional.dequantize_4bit(numbers, state)
    parts = {f"{name}.weight": weight, f"{name}.packed": numbers, f"{name}.dense": dense}
    return parts | {f"{name}.{key}": value for key, value in state.as_dict(packed=True).items()}


def write_weights(folder):
    torch.manual_seed(5)
    tensors = {}
    for name, (outputs, inputs, kind) in WEIGHTS.items():
        weight = torch.randn(outputs, inputs) * torch.rand(outputs, 1)
        weight[1] = 0  # scales that are zero
        tensors |= packed_parts(name, weight.to(kind))
    save_file(tensors, os.path.join(folder, "weights.safetensors"))


def in_eight_bits(model):
    for name, module in model.named_modules():
        if isinstance(module, torch.nn.Linear) and name != "lm_head":
            weight = module.weight.data.double()
            scale = weight.abs().amax(1, keepdim=True) / 127
            module.weight.data = (torch.round(weight / scale) * scale).float()
    return model


def in_four_bits(fixtures):
    config = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_use_double_quant=True,
                                bnb_4bit_compute_dtype=torch.float32)
    model = AutoModelForCausalLM.from_pretrained(os.path.join(fixtures, "decoders", FAMILY), quantization_config=config,
                                                 dtype=torch.float32, device_map="cpu").eval()
    for module in model.modules():
        if hasattr(module, "support_avx512bf16_for_cpu"):  # a form of some processors for use alone, which rounds more
            module.support_avx512bf16_for_cpu = False
    return model


def curve(model, adapter):
    tuned = PeftModel.from_pretrained(with_steady_norms(model), adapter, is_trainable=True)
    return [float(f"{loss:.8g}") for loss in train(tuned, rows_of(FAMILY))]


def write(fixtures):
    folder = os.path.join(fixtures, "quantised")
    os.makedirs(folder, exist_ok=True)
    write_weights(folder)
    base = in_four_bits(fixtures)
    base.save_pretrained(os.path.join(folder, FAMILY + "-nf4"))
    extra = os.path.join(folder, FAMILY + "-nf4", "generation_config.json")
    if os.path.exists(extra):
        os.remove(extra)
    adapter = os.path.join(fixtures, "tuning", FAMILY)
    curves = {"nf4": curve(base, adapter),
              "int8": curve(in_eight_bits(opened(os.path.join(fixtures, "decoders", FAMILY))), adapter)}
    with open(os.path.join(folder, "curves.json"), "w") as file:
        json.dump(curves, file)
    for name, losses in curves.items():
        print(f"{name}: {losses[0]:.5f} to {losses[-1]:.5f}")


if __name__ == "__main__":
    write(sys.argv[1])
