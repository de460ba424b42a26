#!/usr/bin/env python3
"""Tokenizers with added tokens, as transformers saves and reads them. Needs transformers.

    tokenizerfolders.py fixture FILE    writes tests/fixtures/huggingface/addedtokens.json; run once, the result is committed
    tokenizerfolders.py make FOLDER     makes folders of many kinds, and in cases.json texts with the ids that AutoTokenizer gives
    tokenizerfolders.py ids FOLDER      prints, as JSON, the ids that AutoTokenizer gives to the same texts in FOLDER/NAME-saved
"""

import json
import random
import shutil
import sys
from pathlib import Path

from transformers import AutoTokenizer

fixtures = Path(__file__).resolve().parent.parent / "fixtures" / "huggingface"
classes = {"bert-accents": "BertTokenizer", "bert-cased": "BertTokenizer", "gpt2": "GPT2Tokenizer"}
words = ["Anna", "lives", "in", "KÖLN", "é", "e\u0301", "日本", "<per>", "<PER>", "[MASK]", "[x]", "x", ".", "1", "_", "İ", "\ufe0f"]
gaps = ["", "", " ", "  ", "\t", "\n", "\u3000", "\u00a0", "\u2028", "\u200d", "\u00ad", "-", "ⓐ"]


def added(content, number, **flags):
    return {"id": number, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": False} | flags


def base(name):
    return json.loads((fixtures / name / "tokenizer.json").read_text())


def save(folder, tokenizer, config, layout="tokenizer.json"):
    """In the layout of today; of vocabulary files with a tokenizer_config.json that has the added tokens; or of older ones."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    config = dict(config)
    (folder / "config.json").write_text(json.dumps({"model_type": "gpt2" if tokenizer["model"]["type"] == "BPE" else "bert"}))
    if layout == "tokenizer.json":
        (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    else:
        vocabulary = tokenizer["model"]["vocab"]
        if tokenizer["model"]["type"] == "BPE":
            (folder / "vocab.json").write_text(json.dumps(vocabulary))
            merges = [m if isinstance(m, str) else " ".join(m) for m in tokenizer["model"]["merges"]]
            (folder / "merges.txt").write_text("#version: 0.2\n" + "\n".join(merges) + "\n")
        else:
            (folder / "vocab.txt").write_text("\n".join(sorted(vocabulary, key=vocabulary.get)) + "\n")
        tokens = {t["id"]: {k: v for k, v in t.items() if k != "id"} for t in tokenizer["added_tokens"]}
        if layout == "decoder":
            config["added_tokens_decoder"] = {str(k): v for k, v in tokens.items()}
        else:
            new = {t["content"]: k for k, t in tokens.items() if k >= len(vocabulary)}
            (folder / "added_tokens.json").write_text(json.dumps(new))
            special = [t["content"] for t in tokens.values() if t["special"] and t["content"] in new]
            (folder / "special_tokens_map.json").write_text(json.dumps({"additional_special_tokens": special}))
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    return folder


def configOf(name):
    config = json.loads((fixtures / name / "tokenizer_config.json").read_text())
    return {k: v for k, v in config.items() if k not in ("backend", "model_max_length")}


def randomFlags(draw):
    return {k: draw.random() < 0.4 for k in ("single_word", "lstrip", "rstrip", "normalized", "special")}


def withTokens(name, tokens, draw, flagged=True):
    tokenizer = base(name)
    size = len(tokenizer["model"]["vocab"])
    for token in tokens:
        flags = randomFlags(draw) if flagged else {"special": draw.random() < 0.5}
        flags["normalized"] = flags.get("normalized", not flags["special"])
        known = tokenizer["model"]["vocab"].get(token)
        tokenizer["added_tokens"].append(added(token, size if known is None else known, **flags))
        size += known is None
    return tokenizer


def text(draw, tokens):
    return "".join(draw.choice(words + 3 * tokens) + draw.choice(gaps) for _ in range(draw.randint(0, 12)))


def idsOf(folder, texts):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    return [tokenizer(one, add_special_tokens=False).input_ids for one in texts]


pool = ["<per>", "<org>", "<|user|>", "<|bot|>", "<|bot|>x", "日本", "Élan", "KÖLN", " sp", "[x]", "new_word", "e\u0301", "..", "İ", "lives", "é"]


def fixture(file):
    draw = random.Random(5)
    all = []
    for name in classes:
        tokens = ["<per>", "<PER>x", "Köln", "日本", "<b>", "<b>c", "word", "left", "right"]
        tokenizer = base(name)
        size = len(tokenizer["model"]["vocab"])
        flags = [{"normalized": True}, {"special": True}, {"normalized": True}, {}, {}, {"special": True}, {"single_word": True},
                 {"lstrip": True}, {"rstrip": True}]
        new = [added(t, size + i, **f) for i, (t, f) in enumerate(zip(tokens, flags))]
        tokenizer["added_tokens"] += new
        folder = save(Path("/tmp") / ("fixture-" + name), tokenizer, configOf(name))
        texts = ["anna <per> <PER>x", "in KÖLN, Köln!", "日本日 本", "<b><b>c<b >", "word words sword word's", "a left  b right  c"]
        texts += [text(draw, tokens) for _ in range(20)]
        cases = [{"text": t, "ids": i} for t, i in zip(texts, idsOf(folder, texts))]
        all.append({"base": name, "added": new, "cases": cases})
        shutil.rmtree(folder)
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in all)
    Path(file).write_text(f"[\n{lines}\n]\n")


def make(folder):
    draw = random.Random(7)
    folder = Path(folder)
    cases = []
    for round in range(8):
        for name in classes:
            tokens = draw.sample(pool, draw.randint(1, 6))
            for layout in ("tokenizer.json", "decoder", "older"):
                tokenizer = withTokens(name, tokens, draw, flagged=layout != "older")
                config = configOf(name)
                if layout == "tokenizer.json" and draw.random() < 0.5:
                    config["tokenizer_class"] = draw.choice(["TokenizersBackend", "PreTrainedTokenizerFast"])
                if draw.random() < 0.3:
                    config["extra_special_tokens"] = [tokens[0]] + (["<later>"] if layout != "older" else [])
                if name == "gpt2" and draw.random() < 0.3:
                    config["pad_token"] = tokens[0]
                if draw.random() < 0.3:
                    config["image_token"] = "<image>"
                one = save(folder / f"{name}-{layout}-{round}", tokenizer, config, layout)
                texts = [text(draw, tokens + ["<later>", "<image>"]) for _ in range(60)]
                cases.append({"folder": one.name, "bert": name != "gpt2", "texts": texts, "ids": idsOf(one, texts)})
    (folder / "cases.json").write_text(json.dumps(cases))


def ids(folder):
    cases = json.loads((Path(folder) / "cases.json").read_text())
    print("\n" + json.dumps([idsOf(Path(folder) / (case["folder"] + "-saved"), case["texts"]) for case in cases]))


{"fixture": fixture, "make": make, "ids": ids}[sys.argv[1]](sys.argv[2])
