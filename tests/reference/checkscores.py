#!/usr/bin/env python3
"""Prints what the programs that everyone compares with say, as JSON.

    checkscores.py bleu TRANSLATIONS REFERENCES       needs sacrebleu; a sentence a line
    checkscores.py entities EXPECTED PREDICTED        needs seqeval; CoNLL files with the same words
"""

import json
import sys


def lines(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read().removesuffix("\n").split("\n")


def tags(path):
    sentences = "\n".join(lines(path)).strip().split("\n\n")
    return [[line.split("\t")[-1] for line in sentence.split("\n")] for sentence in sentences]


def bleu(translations, references):
    from sacrebleu.metrics import BLEU
    return {"bleu": BLEU().corpus_score(lines(translations), [lines(references)]).score}


def entities(expected, predicted):
    from seqeval.metrics import f1_score, precision_score, recall_score
    both = tags(expected), tags(predicted)
    return {"f1": float(f1_score(*both)), "precision": float(precision_score(*both)),
            "recall": float(recall_score(*both))}


print(json.dumps({"bleu": bleu, "entities": entities}[sys.argv[1]](*sys.argv[2:])))
