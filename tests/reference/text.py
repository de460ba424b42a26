"""Writes tests/fixtures/text: vocabularies, multilingual texts with the ids that Hugging Face's tokenizers give them, and
BERT rows as h5py stores them. The trainer of word pieces breaks ties at random: a new run gives another vocabulary.

    pip install transformers==5.23.0 tokenizers==0.23.3 h5py==3.16.0
    python tests/reference/text.py
"""

import json
import random
import unicodedata
from pathlib import Path

import h5py
import numpy
from tokenizers import ByteLevelBPETokenizer, BertWordPieceTokenizer
from transformers import BertTokenizerFast, GPT2TokenizerFast

target = Path(__file__).resolve().parent.parent / "fixtures" / "text"
draw = random.Random(7)

words = (
    "the cats are sleeping in an unbelievably warm garden, isn't it? we'll see; they've gone HOME I'm sure he'd say "
    "running runner runs Größe Straße schön Äpfel über été garçon naïve Élan coöperate señor İstanbul ısı Łódź żółw "
    "Nguyễn Việt tiếng ΟΔΟΣ όδος λόγος ЁЛКА ёлка йод привет мир שָׁלוֹם עולם مُحَمَّد العالم नमस्ते दुनिया สวัสดีชาวโลก "
    "你好世界 日本語です がぎぐ ｶﾞ 한국어 가나다 각 ﬁne ﬀ Ⅷ ½ x² 12,345.67 ٣٤٥ १२३ 2026-11-21 a_b c/d e-mail@example.org "
    "https://example.org/?q=1&r=2 $5 €7 50% #tag @name C++ 'quoted' \"double\" «guillemets» „unten“ 、。「」 … — – ¿qué? ¡sí! "
    "😀 👩‍👩‍👧 🇩🇪 ❤️ a\u0301 e\u0323\u0302 n\u0303 \u1e9b\u0323 ǅ ŉ ß ẞ ﷺ ∑∫√ →⇒ \U0001d54f\U0001d4ea \U00020bb7 \U0002b820"
).split()
spaces = [" "] * 12 + ["  ", "   ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2009", " \n ", "\v", "\f", "\u2028", "\u0085"]
oddities = ["\u0000", "\u0007", "\u001b", "\u007f", "\u00ad", "\u200b", "\u200d", "\u200f", "\ufeff", "\ufffd", "\u061c", "\ue000"]
assigned = [chr(c) for c in range(32, 0x32000) if unicodedata.category(chr(c)) not in ("Cn", "Cs", "Co")]


def word():
    kind = draw.random()
    if kind < 0.6:
        return draw.choice(words)
    if kind < 0.7:
        return draw.choice(words) + draw.choice(".,;:!?)'\"-") + draw.choice(["", draw.choice(words)])
    if kind < 0.8:
        return "".join(draw.choice(words) for _ in range(3))
    if kind < 0.9:
        return "".join(draw.choice(assigned) for _ in range(draw.randint(1, 6)))
    if kind < 0.95:
        return draw.choice(words) + draw.choice(oddities) + draw.choice(words)
    return draw.choice(words).upper()


def line(most):
    return "".join(word() + draw.choice(spaces) for _ in range(draw.randint(1, most)))


texts = [line(12) for _ in range(260)] + [
    "", " ", "\n\n", "   leading", "trailing   ", " \u3000 ", "a" * 100, "a" * 101, "é" * 100, "é" * 101, "ab" * 2000,
    "[CLS] a [MASK] b [SEP][SEP] c [PAD] [UNK] [mask] [CLS", "x[MASK]y", "<|endoftext|>", "a<|endoftext|> b<|endoftext|",
    "can't CAN'T we're they'll I'd 's 'S 'tis ' s", "  two  spaces  ", "a \n b\n\n\nc \t\t d", "1 22 333 4a a4", "...!!!???",
    "\u0300\u0301", "word\u0300", "\u200d", "𝕏𝒪", "İ", "ﬁ", "Ω", "\u212b",
]


def bert():
    corpus = [line(30) for _ in range(600)]
    trainer = BertWordPieceTokenizer(lowercase=False, strip_accents=False)
    trainer.train_from_iterator(corpus + [unicodedata.normalize("NFD", l).lower() for l in corpus], vocab_size=2600,
                                min_frequency=2, limit_alphabet=900, show_progress=False)
    vocabulary = sorted(trainer.get_vocab().items(), key=lambda item: item[1])
    file = target / "bert-vocab.txt"
    file.write_text("".join(token + "\n" for token, _ in vocabulary), encoding="utf-8", newline="\n")
    for lower in (True, False):
        tokenizer = BertTokenizerFast(vocab=str(file), do_lower_case=lower)
        write(f"bert-{'uncased' if lower else 'cased'}.json", tokenizer)


def gpt():
    trainer = ByteLevelBPETokenizer()
    trainer.train_from_iterator([line(30) for _ in range(600)], vocab_size=1200, special_tokens=["<|endoftext|>"],
                                show_progress=False)
    trainer.save_model(str(target), "gpt")
    tokenizer = GPT2TokenizerFast(vocab=str(target / "gpt-vocab.json"), merges=str(target / "gpt-merges.txt"))
    write("gpt.json", tokenizer)


def write(name, tokenizer):
    cases = [{"text": text, "ids": tokenizer.encode(text, add_special_tokens=False)} for text in texts]
    unknown = sum(case["ids"].count(tokenizer.unk_token_id) for case in cases)
    total = sum(len(case["ids"]) for case in cases)
    print(f"{name}: {len(cases)} texts, {total} ids, {unknown} unknown")
    (target / name).write_text("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")


def rows():
    """Three storage forms of one table: NVIDIA's types and gzip, wide types in one piece, booleans in HDF5 1.10's layout."""
    numbers = numpy.random.default_rng(5)
    count, length, most = 300, 16, 4
    ids = numbers.integers(5, 100, (count, length))
    lengths = numbers.integers(8, length + 1, count)
    mask = (numpy.arange(length) < lengths[:, None]).astype(int)
    segments = (numpy.arange(length) >= length // 2).astype(int) * mask
    positions = numpy.zeros((count, most), int)
    masked = numpy.zeros((count, most), int)
    for row in range(count):
        n = row % (most + 1)
        positions[row, :n] = numpy.sort(numbers.choice(numpy.arange(1, 8), n, replace=False))
        masked[row, :n] = numbers.integers(5, 100, n)
    table = dict(input_ids=ids, input_mask=mask, segment_ids=segments, masked_lm_positions=positions, masked_lm_ids=masked,
                 next_sentence_labels=numbers.integers(0, 2, count))
    types = dict(input_ids="i4", masked_lm_positions="i4", masked_lm_ids="i4")
    with h5py.File(target / "rows-nvidia.hdf5", "w") as file:
        for name, values in table.items():
            file.create_dataset(name, data=values, dtype=types.get(name, "i1"), compression="gzip")
    with h5py.File(target / "rows-wide.hdf5", "w") as file:
        for name, values in table.items():
            file.create_dataset(name, data=values[:100], dtype=">u8" if name == "input_ids" else "i8")
    with h5py.File(target / "rows-v110.hdf5", "w", libver=("earliest", "v110")) as file:
        for name, values in table.items():
            narrow = "bool" if values.max() <= 1 else "u2"
            file.create_dataset(name, data=values[:100], dtype=narrow, chunks=True, shuffle=True, fletcher32=True)
    sums = {name: int((values * numpy.arange(1, values.size + 1).reshape(values.shape)).sum()) for name, values in table.items()}
    sums["predictions"] = int((positions > 0).sum())
    (target / "rows.json").write_text(json.dumps(sums, indent=1) + "\n")


target.mkdir(parents=True, exist_ok=True)
bert()
gpt()
rows()
