#!/usr/bin/env python3
"""Writes linker.pt and linker.json into tests/fixtures/bert: the model of HetSeq's entity linking (its BERT there, two
heads on it, the entities' vectors) as HetSeq saves it, and what PyTorch computes with it. Needs torch and transformers.

    tests/reference/entitylinking.py tests/fixtures/bert
"""

import json
import os
import sys

import torch
from torch.nn import functional
from transformers import BertModel

from bert import hetseq_name

SAMPLES, CLASSES, ENTITIES, SIZE = 4, 3, 10, 6


def main(folder):
    torch.manual_seed(3)
    with open(os.path.join(folder, "reference.json")) as file:
        rows = {name: torch.tensor(values[:SAMPLES]) for name, values in json.load(file)["rows"].items()}
    bert = BertModel.from_pretrained(folder).eval()
    hidden = bert.config.hidden_size
    heads = torch.nn.ModuleDict({"classifier": torch.nn.Linear(hidden, CLASSES),
                                 "entity_classifier": torch.nn.Linear(hidden, SIZE)})
    vectors = torch.randn(ENTITIES, SIZE)
    there = rows["mask"] == 1
    labels = torch.randint(0, CLASSES, there.shape).masked_fill(~there | (torch.rand(there.shape) < 0.3), -100)
    entities = torch.randint(-1, ENTITIES, there.shape).masked_fill(labels != 0, -100)

    sequence = bert(input_ids=rows["ids"], attention_mask=rows["mask"], token_type_ids=rows["segments"])[0]
    logits = heads["classifier"](sequence)
    points = heads["entity_classifier"](sequence).tanh()
    linked = entities > 0  # as HetSeq chooses them
    label_loss = functional.cross_entropy(logits.flatten(0, 1), labels.flatten())
    link_loss = functional.cosine_embedding_loss(points[linked], vectors[entities[linked]],
                                                 torch.ones(int(linked.sum())))
    (label_loss + link_loss).backward()
    gradients = {name: module.weight.grad.tolist() for name, module in heads.items()}
    nearest = functional.cosine_similarity(points[linked][:, None], vectors[None, 1:], dim=2).argmax(1) + 1

    state = {hetseq_name(f"bert.{name}"): value for name, value in bert.state_dict().items() if "position_ids" not in name}
    state.update(heads.state_dict())
    state["entity_emb.weight"] = vectors
    torch.save({"model": state}, os.path.join(folder, "linker.pt"))
    with open(os.path.join(folder, "linker.json"), "w") as file:
        json.dump({"vectors": vectors.tolist(), "labels": labels.tolist(), "entities": entities.tolist(),
                   "logits": logits[0].tolist(), "points": points[0].tolist(), "labelLoss": label_loss.item(),
                   "linkLoss": link_loss.item(), "gradients": gradients, "nearest": nearest.tolist()}, file)


if __name__ == "__main__":
    main(sys.argv[1])
