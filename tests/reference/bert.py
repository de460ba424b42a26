#!/usr/bin/env python3
"""Writes tests/fixtures/bert: a very small BERT in the files of transformers, torch.save and HetSeq, and what PyTorch
computes with it. Needs torch and transformers; run once, the results are committed.

    tests/reference/bert.py tests/fixtures/bert
"""

import argparse
import json
import os
import sys

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertForPreTraining, BertForTokenClassification

BATCH, TOKENS, STEPS = 4, 20, 20

config = BertConfig(
    vocab_size=96, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
    max_position_embeddings=24, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, initializer_range=0.2)


def make_rows():
    """Rows of uneven length with a few tokens to predict, as pre-training has them."""
    count = BATCH * STEPS
    ids = torch.randint(5, config.vocab_size, (count, TOKENS))
    lengths = torch.randint(TOKENS // 2, TOKENS + 1, (count,))
    lengths[0] = TOKENS
    places = torch.arange(TOKENS)
    mask = (places < lengths[:, None]).long()
    segments = ((places >= lengths[:, None] // 2) * mask).long()
    chosen = (torch.rand(count, TOKENS) < 0.15) & (places > 0) & (mask == 1)
    chosen[:, 3] = True
    labels = torch.where(chosen, ids, -100)
    ids = torch.where(chosen, 4, ids) * mask
    following = torch.randint(0, 2, (count,))
    return {"ids": ids, "mask": mask, "segments": segments, "labels": labels, "next": following}


def part(rows, step):
    return {name: value[step * BATCH:(step + 1) * BATCH] for name, value in rows.items()}


def forward(model, batch):
    return model(input_ids=batch["ids"], attention_mask=batch["mask"], token_type_ids=batch["segments"],
                 output_hidden_states=True)


def losses(model, batch):
    out = forward(model, batch)
    words = torch.nn.functional.cross_entropy(out.prediction_logits.flatten(0, 1), batch["labels"].flatten())
    following = torch.nn.functional.cross_entropy(out.seq_relationship_logits, batch["next"])
    return words, following


def train(model, optimizer, rows, steps):
    """Each entry is from before its step."""
    record = {"words": [], "next": [], "gradientNorm": []}
    for step in range(steps):
        words, following = losses(model, part(rows, step))
        optimizer.zero_grad()
        (words + following).backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), float("inf"))
        optimizer.step()
        for name, value in zip(record, (words, following, norm)):
            record[name].append(value.item())
    return record


def hetseq_name(name):
    for place in (".intermediate.dense.", "bert.pooler.dense.", "cls.predictions.transform.dense."):
        if place in name:
            return name.replace(".dense.", ".dense_act.")
    return name


def save_hetseq(model, optimizer, path):
    """As HetSeq's checkpoint_utils.save_state does: a Namespace, the model, the optimizer, history. Its torch of that
    time counts steps in plain numbers."""
    remembered = optimizer.state_dict()
    remembered["state"] = {place: {**each, "step": int(each["step"])} for place, each in remembered["state"].items()}
    state = {
        "args": argparse.Namespace(task="bert", lr=[0.0001], seed=19940802, cpu=False, clip_norm=25.0, dict=None),
        "model": type(model.state_dict())((hetseq_name(k), v) for k, v in model.state_dict().items()),
        "optimizer_history": [{"optimizer_name": "_Adam", "lr_scheduler_state": {"best": None}, "num_updates": STEPS}],
        "extra_state": {},
        "last_optimizer_state": remembered,
    }
    torch.save(state, path)


def main(folder):
    torch.manual_seed(1)
    torch.use_deterministic_algorithms(True)
    rows = make_rows()
    model = BertForPreTraining(config)
    with torch.no_grad():  # biases and LayerNorms that are not 0 and 1, so that mixing them up shows
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.randn_like(parameter) * 0.1)
    model.save_pretrained(folder)
    state = model.state_dict()
    torch.save(state, os.path.join(folder, "pytorch_model.bin"))
    torch.save(state, os.path.join(folder, "legacy.bin"), _use_new_zipfile_serialization=False)
    save_file({k: v.bfloat16() for k, v in state.items() if "decoder" not in k}, os.path.join(folder, "half.safetensors"))

    model.eval()
    out = forward(model, part(rows, 0))
    reference = {
        "description": __doc__.split("\n\n")[0].replace("\n", " "),
        "rows": {name: value.tolist() for name, value in rows.items()},
        "batch": BATCH,
        "sequence": out.hidden_states[-1][0].tolist(),
        "pooled": model.bert.pooler(out.hidden_states[-1]).tolist(),
        "words": out.prediction_logits[0, 3].tolist(),
        "next": out.seq_relationship_logits.tolist(),
    }
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)  # on every parameter
    reference["training"] = train(model, optimizer, rows, STEPS)
    save_hetseq(model, optimizer, os.path.join(folder, "hetseq.pt"))
    reference["continued"] = train(model, optimizer, rows, 5)

    tagger_config = BertConfig(**{**config.to_dict(), "id2label": {0: "O", 1: "B-person", 2: "I-person"},
                                  "label2id": {"O": 0, "B-person": 1, "I-person": 2}})
    tagger = BertForTokenClassification(tagger_config).eval()
    tagger.save_pretrained(os.path.join(folder, "tagger"))
    reference["tags"] = forward(tagger, part(rows, 0)).logits[0].tolist()
    with open(os.path.join(folder, "reference.json"), "w") as file:
        json.dump(reference, file)


if __name__ == "__main__":
    main(sys.argv[1])
