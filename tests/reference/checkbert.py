#!/usr/bin/env python3
"""Loads what Motley saved with the real libraries and compares it with the fixture's reference.

    checkbert.py FOLDER FIXTURE     FOLDER: a saved BERT folder; beside it FOLDER.pt, the same for HetSeq
"""

import json
import os
import sys

import torch
from transformers import AutoModelForPreTraining

from bert import forward, hetseq_name, part


def main(folder, fixture):
    with open(os.path.join(fixture, "reference.json")) as file:
        reference = json.load(file)
    rows = {name: torch.tensor(value) for name, value in reference["rows"].items()}
    model, report = AutoModelForPreTraining.from_pretrained(folder, output_loading_info=True)
    assert not report["missing_keys"] and not report["unexpected_keys"], report
    out = forward(model.eval(), part(rows, 0))
    for name, value in (("words", out.prediction_logits[0, 3]), ("next", out.seq_relationship_logits)):
        difference = (value - torch.tensor(reference[name])).abs().max().item()
        assert difference < 1e-5, (name, difference)

    stored = torch.load(folder + ".pt", weights_only=True)["model"]
    expected = {hetseq_name(name): value for name, value in model.state_dict().items()}
    expected.pop("cls.predictions.decoder.bias", None)  # a later name of transformers for cls.predictions.bias
    assert stored.keys() == expected.keys(), stored.keys() ^ expected.keys()
    for name, value in expected.items():
        assert torch.equal(stored[name], value), name
    print("same")


if __name__ == "__main__":
    main(*sys.argv[1:])
