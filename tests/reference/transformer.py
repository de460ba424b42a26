#!/usr/bin/env python3
"""Writes tests/fixtures/transformer: a very small translation Transformer as transformers save a MarianMTModel, and
what three programs compute with it: transformers, the plain PyTorch below, and fairseq's way of smoothing labels.

    tests/reference/transformer.py tests/fixtures/transformer
    tests/reference/transformer.py --check FOLDER tests/fixtures/transformer     compares a folder that Motley saved
"""

import json
import math
import os
import sys

import torch
from torch.nn import functional
from transformers import AutoModelForSeq2SeqLM, MarianConfig, MarianMTModel

BATCH, SOURCE, TARGET, STEPS, SMOOTHING = 4, 9, 7, 20, 0.1
VOCABULARY, SIZE, HEADS, PAD, END = 40, 16, 2, 0, 1


def attend(weights, name, x, seen, hidden):
    """Many heads one by one; hidden is true where a token must not be looked at."""
    part = SIZE // HEADS
    query, key, value = (functional.linear(from_, weights[f"{name}.{kind}_proj.weight"],
                                           weights[f"{name}.{kind}_proj.bias"])
                         for kind, from_ in (("q", x), ("k", seen), ("v", seen)))
    heads = []
    for head in range(HEADS):
        places = slice(head * part, (head + 1) * part)
        scores = query[:, :, places] @ key[:, :, places].transpose(1, 2) / math.sqrt(part)
        heads.append(scores.masked_fill(hidden, -math.inf).softmax(-1) @ value[:, :, places])
    return functional.linear(torch.cat(heads, -1), weights[f"{name}.out_proj.weight"], weights[f"{name}.out_proj.bias"])


def normalise(weights, name, x):
    return functional.layer_norm(x, (SIZE,), weights[f"{name}.weight"], weights[f"{name}.bias"])


def full_layers(weights, name, x):
    inner = functional.linear(x, weights[f"{name}.fc1.weight"], weights[f"{name}.fc1.bias"]).relu()
    change = functional.linear(inner, weights[f"{name}.fc2.weight"], weights[f"{name}.fc2.bias"])
    return normalise(weights, f"{name}.final_layer_norm", x + change)


def embed(weights, ids):
    place = torch.arange(ids.size(1), dtype=torch.float64)[:, None]
    wave = 10000 ** (-torch.arange(0, SIZE, 2, dtype=torch.float64) / SIZE)
    positions = torch.cat([(place * wave).sin(), (place * wave).cos()], 1).float()
    return weights["model.shared.weight"][ids] * math.sqrt(SIZE) + positions


def plain_forward(weights, source, target):
    """The paper's equations, layer by layer: logits [samples, target tokens, vocabulary]."""
    padded = (source == PAD)[:, None, :]
    x = embed(weights, source)
    for i in range(2):
        name = f"model.encoder.layers.{i}"
        x = normalise(weights, f"{name}.self_attn_layer_norm", x + attend(weights, f"{name}.self_attn", x, x, padded))
        x = full_layers(weights, name, x)
    y = embed(weights, target)
    later = torch.ones(target.size(1), target.size(1)).triu(1).bool()
    for i in range(3):
        name = f"model.decoder.layers.{i}"
        y = normalise(weights, f"{name}.self_attn_layer_norm", y + attend(weights, f"{name}.self_attn", y, y, later))
        y = normalise(weights, f"{name}.encoder_attn_layer_norm",
                      y + attend(weights, f"{name}.encoder_attn", y, x, padded))
        y = full_layers(weights, name, y)
    return y @ weights["model.shared.weight"].t()


def losses(logits, targets):
    """Sums over the targets that are not padding: what is trained on, and the negative log-likelihood. The target keeps
    1 - smoothing of the probability, the rest of the vocabulary shares the smoothing."""
    there = targets != PAD
    scores = logits.log_softmax(-1)
    likelihood = -scores.gather(2, targets.unsqueeze(2)).squeeze(2)
    others = -(scores.sum(-1) + likelihood) / (VOCABULARY - 1)
    smoothed = (1 - SMOOTHING) * likelihood + SMOOTHING * others
    return smoothed[there].sum(), likelihood[there].sum()


def sentences(count, longest):
    """Rows of uneven length that end with END."""
    ids = torch.randint(2, VOCABULARY, (count, longest))
    lengths = torch.randint(2, longest + 1, (count,))
    lengths[::BATCH] = longest
    place = torch.arange(longest)
    ids[place == lengths[:, None] - 1] = END
    ids[place >= lengths[:, None]] = PAD
    return ids


def learn(model):
    """To say a sentence backwards, not quite: so that translations depend on everything, and end."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(600):
        source = sentences(32, SOURCE)
        lengths = (source != PAD).sum(1, keepdim=True)
        place = torch.arange(SOURCE)
        answers = torch.where(place < lengths - 1, source.gather(1, (lengths - 2 - place).clamp(min=0)), source)
        target = torch.cat([torch.full((32, 1), END), answers[:, :-1]], 1)
        smoothed, _ = losses(plain_forward(dict(model.named_parameters()), source, target), answers)
        optimizer.zero_grad()
        smoothed.backward()
        optimizer.step()


def write(folder):
    torch.manual_seed(1)
    model = MarianMTModel(MarianConfig(
        vocab_size=VOCABULARY, d_model=SIZE, encoder_layers=2, decoder_layers=3, encoder_attention_heads=HEADS,
        decoder_attention_heads=HEADS, encoder_ffn_dim=32, decoder_ffn_dim=24, max_position_embeddings=64,
        activation_function="relu", dropout=0.0, scale_embedding=True, pad_token_id=PAD, eos_token_id=END,
        forced_eos_token_id=None, decoder_start_token_id=END, init_std=0.3))
    with torch.no_grad():  # biases and LayerNorms that are not 0 and 1, so that mixing them up shows
        for name, parameter in model.named_parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.randn_like(parameter) * 0.1)
    learn(model)
    model.save_pretrained(folder)
    model.eval()
    source, answers = sentences(BATCH * STEPS, SOURCE), sentences(BATCH * STEPS, TARGET)
    target = torch.cat([torch.full((BATCH * STEPS, 1), END), answers[:, :-1]], 1)
    weights = dict(model.named_parameters())
    logits = plain_forward(weights, source[:BATCH], target[:BATCH])
    theirs = model(input_ids=source[:BATCH], attention_mask=source[:BATCH] != PAD, decoder_input_ids=target[:BATCH])
    assert (logits - theirs.logits).abs().max() < 1e-4
    found = model.generate(input_ids=source[:BATCH], attention_mask=source[:BATCH] != PAD, num_beams=1, do_sample=False,
                           max_new_tokens=12, bad_words_ids=[[PAD]])
    record = {"smoothed": [], "likelihood": []}
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    for step in range(STEPS):
        rows = slice(step * BATCH, (step + 1) * BATCH)
        smoothed, likelihood = losses(plain_forward(weights, source[rows], target[rows]), answers[rows])
        optimizer.zero_grad()
        (smoothed / (answers[rows] != PAD).sum()).backward()
        optimizer.step()
        record["smoothed"].append(smoothed.item())
        record["likelihood"].append(likelihood.item())
    with open(os.path.join(folder, "reference.json"), "w") as file:
        json.dump({"source": source.tolist(), "target": target.tolist(), "answers": answers.tolist(), "batch": BATCH,
                   "logits": logits.tolist(), "greedy": found[:, 1:].tolist(), "training": record}, file)


def check(folder, fixture):
    with open(os.path.join(fixture, "reference.json")) as file:
        reference = json.load(file)
    model, report = AutoModelForSeq2SeqLM.from_pretrained(folder, output_loading_info=True)
    assert not report["missing_keys"] and not report["unexpected_keys"], report
    source, target = (torch.tensor(reference[name][:BATCH]) for name in ("source", "target"))
    logits = model.eval()(input_ids=source, attention_mask=source != PAD, decoder_input_ids=target).logits
    difference = (logits - torch.tensor(reference["logits"])).abs().max().item()
    assert difference < 1e-4, difference
    print("same")


if __name__ == "__main__":
    check(*sys.argv[2:]) if sys.argv[1] == "--check" else write(sys.argv[1])
