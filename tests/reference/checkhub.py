#!/usr/bin/env python3
"""Opens trained models with transformers alone and prints what it makes of them, as JSON.

    checkhub.py ids FOLDER TEXTS                the ids that AutoTokenizer gives to each of the texts (a JSON list of them)
    checkhub.py translate FOLDER TEXTS          translations by generate() with the folder's own generation_config.json
    checkhub.py write FOLDER PROMPT TOKENS      the most probable continuation
    checkhub.py tag FOLDER SENTENCES            a tag for each word of each sentence (a JSON list of lists of words)
    checkhub.py pipeline FOLDER TASK TEXT       what pipeline(TASK) says
    checkhub.py form FOLDER                     tokenizer.json as transformers saves it again, without vocabulary and tables
"""

import json
import sys
import tempfile
from pathlib import Path

import torch
from transformers import (AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoModelForTokenClassification, AutoTokenizer,
                          pipeline)


def ids(folder, texts):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    return [tokenizer(text).input_ids for text in json.loads(Path(texts).read_text())]


def translate(folder, texts):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSeq2SeqLM.from_pretrained(folder)
    found = []
    for text in json.loads(Path(texts).read_text()):
        answer = model.generate(**tokenizer([text], return_tensors="pt"))
        found += tokenizer.batch_decode(answer, skip_special_tokens=True)
    return found


def write(folder, prompt, tokens):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder)
    given = tokenizer(prompt, return_tensors="pt")
    answer = model.generate(**given, do_sample=False, max_length=len(given.input_ids[0]) + int(tokens))
    return [tokenizer.decode(answer[0], skip_special_tokens=True)]


def tag(folder, sentences):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForTokenClassification.from_pretrained(folder)
    tags = []
    for words in json.loads(Path(sentences).read_text()):
        given = tokenizer(words, is_split_into_words=True, return_tensors="pt")
        with torch.no_grad():
            chosen = model(**given).logits.argmax(-1)[0].tolist()
        first = {}
        for place, word in enumerate(given.word_ids()):
            if word is not None:
                first.setdefault(word, model.config.id2label[chosen[place]])
        tags.append([first.get(i) for i in range(len(words))])
    return tags


def form(folder):
    with tempfile.TemporaryDirectory() as place:
        AutoTokenizer.from_pretrained(folder).save_pretrained(place)
        saved = json.loads((Path(place) / "tokenizer.json").read_text())
    saved["model"]["vocab"] = None
    saved["post_processor"] = None  # transformers adds one that does nothing
    for normalizer in (saved["normalizer"] or {}).get("normalizers", []):
        normalizer.pop("precompiled_charsmap", None)
    return saved


def by_pipeline(folder, task, text):
    return json.loads(json.dumps(pipeline(task, model=folder)(text), default=str))


kinds = {"ids": ids, "translate": translate, "write": write, "tag": tag, "pipeline": by_pipeline, "form": form}
print("\n" + json.dumps(kinds[sys.argv[1]](*sys.argv[2:])))
