#!/usr/bin/env python3
"""Writes tests/fixtures/tuning: an adapter of each family as PEFT saves it, its gradients, and the losses of a fine-tune
that it begins.

    tests/reference/tuning.py tests/fixtures [NAME...]

The models are those of tests/fixtures/decoders with norms that do not blow up small vectors, as rounding would grow
tenfold in each step otherwise. Rows are of two lengths, so that one of each fill a sequence; PEFT takes those of a
length together, without padding. A step has all rows, in whichever order.
"""

import json
import os
import random
import sys

import torch
from peft import LoraConfig, get_peft_model
from safetensors.torch import save_file

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from decoders import SHAPE, opened  # noqa: E402
from lora import loss_of, plain  # noqa: E402

FAMILIES = ("llama", "qwen2", "qwen3", "qwen3_5", "gemma3", "gemma4", "mistral", "ministral3", "smollm3", "granite",
            "phi3", "olmo3")
LENGTHS = 19, 13  # tokens of rows; more than the 12 from which phi3 encodes positions in another way
SEQUENCES = 24
STEPS = 50
RATE = 1e-3  # at 5e-3 PEFT itself, with its rows in another order, is up to 0.01 off after 50 steps
SETTINGS = dict(r=4, lora_alpha=8, target_modules="all-linear", task_type="CAUSAL_LM", lora_dropout=0.0)
EPSILON = 0.05  # of norms
LETTERS = ["", "", "", "\n", " ", ".", *"abcdefghijklmnopqrstuvwxyz"]  # of the tokens; the first three are special
END = 2


def rows_of(seed):
    """A prompt and its completion, each a word or some, as texts; the end of a text is a token more."""
    draw = random.Random(seed)
    words = ["the", "cat", "sat", "on", "a", "warm", "stone", "and", "saw", "birds"]
    rows = []
    for number in range(2 * SEQUENCES):
        text = " ".join(draw.choices(words, k=9))[:LENGTHS[number % 2] - 2] + "."
        cut = draw.randint(3, len(text) - 3)
        rows.append({"prompt": text[:cut], "completion": text[cut:]})
    return rows


def tokens_of(row):
    """The ids, and those that are learned or else -100."""
    text = row["prompt"] + row["completion"]
    ids = [LETTERS.index(letter) for letter in text] + [END]
    return ids, [-100] * len(row["prompt"]) + ids[len(row["prompt"]):]


def with_steady_norms(model):
    model.config.rms_norm_eps = EPSILON
    for module in model.modules():
        for key in ("eps", "variance_epsilon"):
            if isinstance(getattr(module, key, None), float):
                setattr(module, key, EPSILON)
    return model


def with_adapter(model):
    """Both matrices of each layer are random, so that the first step already trains both."""
    torch.manual_seed(3)
    model = get_peft_model(model, LoraConfig(**SETTINGS))
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter.add_(0.1 * torch.randn_like(parameter))
    return model


def train(model, rows):
    """The losses of the steps: means over all that is learned in all rows."""
    halves = [tuple(torch.tensor(numbers) for numbers in zip(*map(tokens_of, rows[i::2]))) for i in range(2)]
    learned = sum(int((labels != -100).sum()) for _, labels in halves)
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=0.0)
    losses = []
    model.eval()  # there is no dropout
    for _ in range(STEPS):
        optimizer.zero_grad()
        total = 0.0
        for ids, labels in halves:
            logits = model(input_ids=ids).logits[:, :-1].float()
            loss = torch.nn.functional.cross_entropy(
                logits.flatten(0, 1), labels[:, 1:].flatten(), reduction="sum") / learned
            loss.backward()
            total += loss.item()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        losses.append(total)
    return losses


def save(model, folder):
    model.save_pretrained(folder)
    card = os.path.join(folder, "README.md")
    if os.path.exists(card):
        os.remove(card)


def gradients_of(model):
    """Of the adapter's numbers, on two texts that tests/engine/models/lorafixture.h has too."""
    ids = (torch.arange(2 * 12) * 7 % (SHAPE["vocab_size"] - 3) + 3).view(2, 12)
    loss_of(model.eval()(input_ids=ids).logits, ids).backward()
    return {plain(key): value.grad.contiguous() for key, value in model.named_parameters() if value.requires_grad}


def write(fixtures, name):
    model = with_adapter(with_steady_norms(opened(os.path.join(fixtures, "decoders", name))))
    folder = os.path.join(fixtures, "tuning", name)
    save(model, folder)
    save_file(gradients_of(model), os.path.join(folder, "gradients.safetensors"))
    rows = rows_of(name)
    losses = train(model, rows)
    with open(os.path.join(folder, "curve.json"), "w") as file:
        json.dump({"rows": rows, "rate": RATE, "losses": [float(f"{loss:.8g}") for loss in losses]}, file)
    print(f"{name}: {losses[0]:.4f} to {losses[-1]:.4f}", flush=True)


if __name__ == "__main__":
    for name in sys.argv[2:] or FAMILIES:
        write(sys.argv[1], name)
