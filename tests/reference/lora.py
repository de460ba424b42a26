#!/usr/bin/env python3
"""Writes tests/fixtures/lora: adapters of the models of tests/fixtures/decoders as PEFT saves them, and what it computes.

    tests/reference/lora.py tests/fixtures [NAME...]
    tests/reference/lora.py --check FOLDER BASE FIXTURE     compares an adapter's folder that Motley saved
    tests/reference/lora.py --merged FOLDER FIXTURE         compares a merged model that Motley saved

Each has a reference.json with texts and logits, and the gradients of what is trained in gradients.safetensors.
"""

import json
import os
import sys

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import save_file

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from decoders import BATCH, SHAPE, TOKENS, opened  # noqa: E402

OF_TEXT = r".*language_model.*\.(?:[qkvo]_proj|in_proj_qkv|up_proj)"  # inside a model that sees
ADAPTERS = {  # the base, and what differs from an adapter of rank 4 of all linear layers
    "llama": ("llama", {}),
    "llama-patterns": ("llama", dict(use_rslora=True, target_modules=["q_proj", "v_proj", "down_proj"],
                                     rank_pattern={"down_proj": 2, r"^model\.layers\.0\.self_attn\.q_proj": 6},
                                     alpha_pattern={"model.layers.1.self_attn.v_proj": 3},
                                     modules_to_save=["lm_head"], layers_to_transform=[0, 1])),
    "phi3": ("phi3", {}),
    "qwen3_5": ("qwen3_5", {}),
    **{f"{name}-inside": (f"{name}-inside", dict(target_modules=OF_TEXT))
       for name in ("qwen3_5", "gemma3", "gemma4", "ministral3")},
    "gemma4": ("gemma4", {}),
    "gemma3-words": ("gemma3", dict(target_modules=["o_proj"], modules_to_save=["embed_tokens"],
                                    ensure_weight_tying=True)),
}


def loss_of(logits, ids):
    return torch.nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())


def plain(name):
    """A parameter's name in the adapter's file."""
    return name.replace(".default", "").replace(".modules_to_save", "")


def write(fixtures, name):
    torch.manual_seed(2)
    base, changes = ADAPTERS[name]
    settings = dict(r=4, lora_alpha=8, target_modules="all-linear", task_type="CAUSAL_LM", lora_dropout=0.25) | changes
    model = get_peft_model(opened(os.path.join(fixtures, "decoders", base)), LoraConfig(**settings)).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter.add_(0.1 * torch.randn_like(parameter))
    ids = torch.randint(3, SHAPE["vocab_size"], (BATCH, TOKENS))
    logits = model(input_ids=ids).logits
    loss_of(logits, ids).backward()
    folder = os.path.join(fixtures, "lora", name)
    model.save_pretrained(folder)
    card = os.path.join(folder, "README.md")
    if os.path.exists(card):
        os.remove(card)
    save_file({plain(key): value.grad.contiguous() for key, value in model.named_parameters() if value.requires_grad},
              os.path.join(folder, "gradients.safetensors"))
    with open(os.path.join(folder, "reference.json"), "w") as file:
        json.dump({"base": base, "ids": ids.tolist(),
                   "logits": [[float(f"{value:.8g}") for value in row] for row in logits[0].tolist()]}, file)
    print(f"{name}: {sum(value.numel() for value in model.parameters() if value.requires_grad)} numbers")


def same(model, fixture):
    with open(os.path.join(fixture, "reference.json")) as file:
        reference = json.load(file)
    with torch.no_grad():
        logits = model.eval()(input_ids=torch.tensor(reference["ids"])).logits[0]
    difference = (logits - torch.tensor(reference["logits"])).abs().max() / logits.abs().max()
    assert difference < 1e-5, difference
    print("same")


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        same(PeftModel.from_pretrained(opened(sys.argv[3]), sys.argv[2]), sys.argv[4])
    elif sys.argv[1] == "--merged":
        same(opened(sys.argv[2]), sys.argv[3])
    else:
        for name in sys.argv[2:] or ADAPTERS:
            write(sys.argv[1], name)
