#!/usr/bin/env python3
"""Writes tests/fixtures/gpt2: a very small GPT-2 as transformers save it, and what PyTorch computes with it.

    tests/reference/gpt2.py tests/fixtures/gpt2
    tests/reference/gpt2.py --check FOLDER tests/fixtures/gpt2     compares a folder that Motley saved
"""

import json
import os
import sys

import torch
from transformers import AutoModelForCausalLM, GPT2Config, GPT2LMHeadModel

BATCH, TOKENS, STEPS = 3, 12, 20


def write(folder):
    torch.manual_seed(1)
    config = GPT2Config(vocab_size=64, n_positions=16, n_embd=16, n_layer=2, n_head=2, resid_pdrop=0.0, embd_pdrop=0.0,
                        attn_pdrop=0.0, initializer_range=0.2, bos_token_id=0, eos_token_id=0)
    model = GPT2LMHeadModel(config)
    with torch.no_grad():  # biases and LayerNorms that are not 0 and 1, so that mixing them up shows
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.randn_like(parameter) * 0.1)
    model.save_pretrained(folder)
    ids = torch.randint(0, config.vocab_size, (BATCH * STEPS, TOKENS))
    logits = model.eval()(input_ids=ids[:BATCH]).logits
    greedy = model.generate(ids[:BATCH, :4], max_new_tokens=10, do_sample=False, eos_token_id=None, pad_token_id=0)
    losses = []
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    for step in range(STEPS):
        batch = ids[step * BATCH:(step + 1) * BATCH]
        loss = model(input_ids=batch, labels=batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    with open(os.path.join(folder, "reference.json"), "w") as file:
        json.dump({"ids": ids.tolist(), "batch": BATCH, "logits": logits[0].tolist(), "losses": losses,
                   "greedy": greedy.tolist()}, file)


def check(folder, fixture):
    with open(os.path.join(fixture, "reference.json")) as file:
        reference = json.load(file)
    model, report = AutoModelForCausalLM.from_pretrained(folder, output_loading_info=True)
    assert not report["missing_keys"] and not report["unexpected_keys"], report
    logits = model.eval()(input_ids=torch.tensor(reference["ids"][:BATCH])).logits[0]
    difference = (logits - torch.tensor(reference["logits"])).abs().max().item()
    assert difference < 1e-5, difference
    print("same")


if __name__ == "__main__":
    check(*sys.argv[2:]) if sys.argv[1] == "--check" else write(sys.argv[1])
