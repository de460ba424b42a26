#!/usr/bin/env python3
"""Writes tests/fixtures/huggingface: folders of very small BERTs as transformers saves them, and the ids that their
tokenizers give to texts; the GPT-2 tokenizer of tests/fixtures/text as it saves that. Needs torch and transformers; run once, the results are committed.

    tests/reference/hubfolders.py tests/fixtures/huggingface
"""

import json
import sys
from pathlib import Path

import torch
from transformers import AutoTokenizer, BertConfig, BertModel, BertTokenizer, GPT2Tokenizer

target = Path(sys.argv[1])
letters = "abcdefghijklmnopqrstuvwxyzäöüßéı"
capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÉİ"
specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
texts = ["Anna lives in Köln.", "anna LIVES", "über Élan, İstanbul!", "日本 [MASK]x", "e\u0301 É", "\ufe0f a\ufe0f", ""]


def vocabulary(characters):
    words = ["Anna", "anna", "lives", ".", ",", "!", "日", "本", "\u0301", "\u0307", "\ufe0f"]
    return specials + words + sorted(characters) + ["##" + c for c in sorted(characters)] + ["##\u0301", "##\u0307", "##\ufe0f"]


def save(name, characters, **rules):
    folder = target / name
    folder.mkdir(parents=True, exist_ok=True)
    tokens = {token: i for i, token in enumerate(vocabulary(characters))}
    tokenizer = BertTokenizer(vocab=tokens, model_max_length=16, **rules)
    tokenizer.save_pretrained(folder)
    config = BertConfig(vocab_size=len(tokens), hidden_size=8, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16,
                        max_position_embeddings=16)
    torch.manual_seed(3)
    BertModel(config).save_pretrained(folder, max_shard_size="2KB")
    again = AutoTokenizer.from_pretrained(folder)
    cases = [{"text": text, "ids": again(text, add_special_tokens=False).input_ids} for text in texts]
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    (folder / "ids.json").write_text(f"[\n{lines}\n]\n")


save("bert-cased", letters + capitals, do_lower_case=False)
save("bert-accents", letters, do_lower_case=True, strip_accents=False)
text = Path(__file__).resolve().parent.parent / "fixtures" / "text"
GPT2Tokenizer(vocab=str(text / "gpt-vocab.json"), merges=str(text / "gpt-merges.txt")).save_pretrained(target / "gpt2")
