#!/usr/bin/env python3
"""Loads what Motley saved with the real libraries and compares it with the fixture's reference.

    checkbert.py FOLDER FIXTURE     FOLDER: a saved BERT folder; beside it FOLDER.pt, the same for HetSeq, and
                                    FOLDER-tagger, a token classifier
"""

import json
import os
import sys

import torch
from transformers import AutoModelForPreTraining, AutoModelForTokenClassification

from bert import forward, hetseq_name, part


def load(kind, folder):
    model, report = kind.from_pretrained(folder, output_loading_info=True)
    assert not report["missing_keys"] and not report["unexpected_keys"], report
    return model.eval()


def compare(name, value, reference):
    difference = (value - torch.tensor(reference[name])).abs().max().item()
    assert difference < 1e-5, (name, difference)


def main(folder, fixture):
    with open(os.path.join(fixture, "reference.json")) as file:
        reference = json.load(file)
    rows = {name: torch.tensor(value) for name, value in reference["rows"].items()}
    model = load(AutoModelForPreTraining, folder)
    out = forward(model, part(rows, 0))
    compare("words", out.prediction_logits[0, 3], reference)
    compare("next", out.seq_relationship_logits, reference)
    tagger = load(AutoModelForTokenClassification, folder + "-tagger")
    compare("tags", forward(tagger, part(rows, 0)).logits[0], reference)
    assert tagger.config.id2label == {0: "O", 1: "B-person", 2: "I-person"}, tagger.config.id2label
    assert tagger.config.label2id == {"O": 0, "B-person": 1, "I-person": 2}, tagger.config.label2id

    stored = torch.load(folder + ".pt", weights_only=True)["model"]
    expected = {hetseq_name(name): value for name, value in model.state_dict().items()}
    expected.pop("cls.predictions.decoder.bias", None)  # a later name of transformers for cls.predictions.bias
    assert stored.keys() == expected.keys(), stored.keys() ^ expected.keys()
    for name, value in expected.items():
        assert torch.equal(stored[name], value), name
    print("same")


if __name__ == "__main__":
    main(*sys.argv[1:])
