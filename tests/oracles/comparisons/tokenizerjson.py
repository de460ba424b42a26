"""tokenizer.json: the ids and texts that the tokenizers package gives, with tokenizers of each family trained on real data."""

import os
import random
import struct
import subprocess
import sys
import time
from pathlib import Path

from tokenizers import Tokenizer

sys.path.append(str(Path(__file__).resolve().parent.parent.parent / "reference"))
import tokenizerfamilies as families  # noqa: E402

NEEDS = ("data",)
tree = Path(__file__).resolve().parent.parent.parent.parent
SCRIPTS = ("\u0627\u0644\u0639\u0631\u0628\u064a\u0629 \u0644\u063a\u0629 \u062c\u0645\u064a\u0644\u0629\u060c \u0648\u0627\u0644\u0643\u0650\u062a\u0627\u0628\u064f \u062e\u064e\u064a\u0631\u064f \u062c\u064e\u0644\u064a\u0633\u064d. ",
           "\u4eca\u5929\u5929\u6c14\u5f88\u597d\uff0c\u6211\u4eec\u53bb\u516c\u56ed\u5427\uff01\u4eba\u5de5\u667a\u80fd\u6539\u53d8\u4e86\u4e16\u754c\u3002", "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440! ", "\u0928\u092e\u0938\u094d\u0924\u0947 \u0926\u0941\u0928\u093f\u092f\u093e ")


def lines_of(path):
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def code_of(folders):
    return [path.read_text(encoding="utf-8") for folder in folders for path in sorted((tree / folder).rglob("*")) if path.suffix in (".cpp", ".h", ".py", ".md")]


def byte_strings():
    """All of lengths 1 and 2, as Python reads them."""
    every = [bytes([a]) for a in range(256)] + [bytes([a, b]) for a in range(256) for b in range(256)]
    return every, [each.decode("utf-8", errors="replace") for each in every]


def characters():
    """Every character of Unicode, in lines of 64."""
    every = [chr(c) for c in range(0x110000) if not 0xd800 <= c <= 0xdfff]
    return ["".join(every[i:i + 64]) for i in range(0, len(every), 64)] + [f"a{c}\u0301 {c}" for c in every if ord(c) < 0x3000 or 0xa000 <= ord(c) < 0x12000 or 0x16000 <= ord(c) < 0x20000]


def material(data, count):
    """Sets of texts by name; `count` of each that has more."""
    rng = random.Random(7)
    wikitext, shakespeare = data / "text-wikitext2" / "valid.txt", data / "text-tinyshakespeare" / "input.txt"
    sets = {"multi30k": lines_of(data / "translation-multi30k" / "val.de") + lines_of(data / "translation-multi30k" / "train.en"),
            "wikitext": lines_of(wikitext), "wikitext whole": [wikitext.read_text(encoding="utf-8")[:200_000]],
            "shakespeare": shakespeare.read_text().split("\n\n"), "shakespeare whole": [shakespeare.read_text()[:200_000]],
            "code": code_of(["engine/data", "engine/plan", "tests/oracles"]), "scripts": list(SCRIPTS) + ["".join(rng.choices(SCRIPTS, k=5)) for _ in range(300)],
            "emoji and marks": families.mixed(11, count), "any characters": families.anything(12, count), "every character": characters(),
            "long words": ["a" * 30_000, " " * 30_000, "\n" * 5_000, "\u4f60" * 9_000, "\u0301" * 4_000, "ab" * 20_000]}
    return {name: texts if len(texts) <= count or name == "every character" else rng.sample(texts, count) for name, texts in sets.items()}


def ours(given, file, raw, repeats=1):
    """Of each text, which is bytes: ids, decoded, decoded without specials. And the seconds that encoding took."""
    name = given.scratch / "texts"
    name.write_bytes(b"".join(struct.pack("<I", len(text)) + text for text in raw))
    program = given.build / "tests/engine/data/tokenizerids"
    ended = subprocess.run([program, file, name, given.scratch / "out", str(repeats)], capture_output=True, text=True)
    if ended.returncode:
        raise RuntimeError(f"tokenizerids ended with {ended.returncode}: {ended.stderr[-2000:]}")
    out, at, results = (given.scratch / "out").read_bytes(), 0, []
    for _ in raw:
        parts = []
        for width in (4, 1, 1):
            length = struct.unpack_from("<I", out, at)[0]
            parts.append(out[at + 4:at + 4 + length * width])
            at += 4 + length * width
        results.append((list(struct.unpack(f"<{len(parts[0]) // 4}i", parts[0])), parts[1].decode("utf-8"), parts[2].decode("utf-8")))
    return results, float(ended.stdout.split()[-1])


def theirs(tokenizer, texts):
    ids = [encoded.ids for encoded in tokenizer.encode_batch(texts, add_special_tokens=False)]
    whole = tokenizer.decode_batch(ids, skip_special_tokens=False)
    return list(zip(ids, whole, tokenizer.decode_batch(ids, skip_special_tokens=True)))


def compare_family(given, found, name, size, texts, sets):
    written = families.make(name, texts, size)
    file = given.scratch / f"{name}.json"
    file.write_text(written)
    tokenizer = Tokenizer.from_str(written)
    compared = differ = 0
    example = ""
    raw_bytes, replaced = byte_strings()
    for label, each in {**sets, "bytes": replaced}.items():
        mine, _ = ours(given, file, raw_bytes if label == "bytes" else [text.encode("utf-8") for text in each])
        for text, here, there in zip(each, mine, theirs(tokenizer, each)):
            compared += 1
            if here != there:
                differ += 1
                at = next((i for i, (a, b) in enumerate(zip(here[0], there[0])) if a != b), min(len(here[0]), len(there[0])))
                example = example or f", first in {label}: {text[:60]!r}, at token {at}: {here[0][at:at + 5]} here, {there[0][at:at + 5]} there"
    tokens = tokenizer.get_vocab_size()
    found.holds(f"{name}, {tokens} tokens", differ == 0, f"{compared} texts compared, {differ} differ{example}")


def compare(given, found):
    count = 3000
    texts = [line for part in ("text-wikitext2/test.txt", "translation-multi30k/train.en", "translation-multi30k/train.de") for line in lines_of(given.data / part)]
    texts += [line for file in code_of(["engine"]) for line in file.splitlines(keepends=True)] + list(SCRIPTS) * 20 + families.mixed(1, 2000)
    sets = material(given.data, count)
    for size in (1000, 32000):
        for name in families.FAMILIES:
            compare_family(given, found, name, size, texts, sets)
    compare_speed(given, found, texts)


def compare_speed(given, found, texts):
    """WikiText by turns, each in one thread."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    lines = [line for part in ("valid.txt", "test.txt") for line in lines_of(given.data / "text-wikitext2" / part)]
    for name in ("qwen2", "gemma3"):
        written = families.make(name, texts + lines, 150_000)
        file = given.scratch / "speed.json"
        file.write_text(written)
        tokenizer = Tokenizer.from_str(written)
        here, there = [], []
        for _ in range(3):
            here.append(ours(given, file, [line.encode("utf-8") for line in lines], repeats=1)[1])
            begun = time.monotonic()
            tokenizer.encode_batch_fast(lines, add_special_tokens=False)
            there.append(time.monotonic() - begun)
        megabytes = sum(len(line.encode("utf-8")) for line in lines) / 1e6
        rates = [megabytes / min(seconds) for seconds in (here, there)]
        found.holds(f"speed of {name}, {tokenizer.get_vocab_size()} tokens", rates[0] >= rates[1], f"{rates[0]:.2f} MB/s here, {rates[1]:.2f} MB/s there")
