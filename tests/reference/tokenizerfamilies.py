"""tokenizer.json files of the families of language models, trained by the tokenizers package on given texts. Needs tokenizers.

    tokenizerfamilies.py FIXTUREFOLDER    writes tests/fixtures/tokenizers: run once, the result is committed
"""

import json
import random
import sys
from pathlib import Path

from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
SPACES = r"|\s*[\r\n]+|\s+(?!\S)|\s+"
LLAMA3 = CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*" + SPACES
QWEN2 = CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*" + SPACES
QWEN35 = CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*" + SPACES
TEKKEN = (r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
          r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*" + SPACES)
# With what else published expressions have: possessive repeats, lookbehind, an atomic group, ranges and codes.
STRANGE = r"(?<=\d),(?=\d)|(?>[a-z]++)(?:'[a-z]{1,2})?|\p{Han}+|[\u3040-\u30ff]+|\d{1,3}|[\x21-\x2f]|\w+|^\s*$|\P{L}"
MARK = "\u2581"


def split(regex, behavior="Isolated", invert=False):
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": behavior, "invert": invert}


def sequence(kind, *parts):
    return {"type": "Sequence", kind: list(parts)}


def bytes_of(use_regex=False, prefix=False):
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True, "use_regex": use_regex}


def replace(pattern, content, kind="String"):
    return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


def metaspace(scheme, splits):
    return {"type": "Metaspace", "replacement": MARK, "prepend_scheme": scheme, "split": splits}


def cut(*parts):
    return sequence("pretokenizers", *parts, bytes_of())


def template(begin, ids):
    pieces = [{"SpecialToken": {"id": begin, "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}]
    return {"type": "TemplateProcessing", "single": pieces, "pair": pieces + [{"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {begin: {"id": begin, "ids": ids, "tokens": [begin]}}}


FALLBACK = sequence("decoders", replace(MARK, " "), {"type": "ByteFallback"}, {"type": "Fuse"})
LLAMA2 = sequence("decoders", *FALLBACK["decoders"], {"type": "Strip", "content": " ", "start": 1, "stop": 0})

# What a family's file has besides its model; "bytes": a byte-level vocabulary, otherwise one of characters with <0x00> and so on.
FAMILIES = {
    "granite": {"bytes": True, "pre_tokenizer": bytes_of(use_regex=True)},
    "smollm": {"bytes": True, "pre_tokenizer": sequence("pretokenizers", {"type": "Digits", "individual_digits": True}, bytes_of(use_regex=True))},
    "llama3": {"bytes": True, "pre_tokenizer": cut(split(LLAMA3)), "ignore_merges": True, "template": True},
    "qwen2": {"bytes": True, "normalizer": {"type": "NFC"}, "pre_tokenizer": cut(split(QWEN2))},
    "qwen3_5": {"bytes": True, "normalizer": {"type": "NFC"}, "pre_tokenizer": cut(split(QWEN35))},
    "ministral3": {"bytes": True, "pre_tokenizer": cut(split(TEKKEN)), "ignore_merges": True},
    "olmo3": {"bytes": True, "pre_tokenizer": cut(split(LLAMA3, "Removed", True))},
    "strange": {"bytes": True, "normalizer": sequence("normalizers", {"type": "NFKD"}, replace(r"\p{Mn}+", "", "Regex")), "pre_tokenizer": cut(split(STRANGE, "MergedWithNext"))},
    "gemma3": {"normalizer": replace(" ", MARK), "pre_tokenizer": {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}, "decoder": FALLBACK},
    "llama2": {"normalizer": sequence("normalizers", {"type": "Prepend", "prepend": MARK}, replace(" ", MARK)), "decoder": LLAMA2, "template": True},
    "mistral": {"pre_tokenizer": metaspace("first", False), "decoder": LLAMA2, "template": True},
    "metaspace": {"pre_tokenizer": metaspace("always", True), "decoder": metaspace("always", True)},
    "words": {"normalizer": sequence("normalizers", {"type": "NFD"}, {"type": "StripAccents"}, {"type": "Lowercase"}, {"type": "Strip", "strip_left": True, "strip_right": True}),
              "pre_tokenizer": sequence("pretokenizers", {"type": "WhitespaceSplit"}, {"type": "Punctuation", "behavior": "Contiguous"}, {"type": "Digits", "individual_digits": False}, {"type": "Whitespace"}),
              "decoder": sequence("decoders", {"type": "Fuse"}), "byte_fallback": False},
    "affixes": {"pre_tokenizer": {"type": "Whitespace"}, "byte_fallback": False, "fuse_unk": False, "continuing_subword_prefix": "##", "end_of_word_suffix": "</w>"},
    "nothing": {"pre_tokenizer": {"type": "Whitespace"}, "byte_fallback": False, "unk_token": None, "decoder": None, "normalizer": {"type": "NFKC"}},
}


def added(content, number, **flags):
    return {"id": number, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": True} | flags


def trained(family, texts, size):
    """The vocabulary and merges that the package learns with the family's own cuts."""
    has_bytes = family.get("bytes", False)
    tokenizer = Tokenizer(models.BPE())
    if has_bytes:
        parts = json.loads(tokenizer.to_str())
        parts["pre_tokenizer"] = family["pre_tokenizer"]
        tokenizer = Tokenizer.from_str(json.dumps(parts))
    elif family.get("byte_fallback", True):
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    else:
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    alphabet = pre_tokenizers.ByteLevel.alphabet() if has_bytes else []
    affixes = {name: family[name] for name in ("continuing_subword_prefix", "end_of_word_suffix") if name in family}
    if affixes:
        tokenizer.model = models.BPE(**affixes)
    trainer = trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, limit_alphabet=256 if has_bytes else size // 4, show_progress=False, **affixes)
    tokenizer.train_from_iterator(texts, trainer)
    model = json.loads(tokenizer.to_str())["model"]
    return model["vocab"], [tuple(merge) for merge in model["merges"]]


def make(name, texts, size):
    """A tokenizer.json of the family, as a text."""
    family = FAMILIES[name]
    vocab, merges = trained(family, texts, size)
    first = []
    if not family.get("bytes"):
        first = ["<unk>", "<s>", "</s>"] + ([f"<0x{byte:02X}>" for byte in range(256)] if family.get("byte_fallback", True) else [])
    order = first + [token for token in sorted(vocab, key=vocab.get) if token not in first]
    vocab = {token: number for number, token in enumerate(order)}
    special = "<|begin|>" if family.get("bytes") else "<s>"
    tokens = [added(token, vocab[token]) for token in first[:3]]
    new = [("<|begin|>", {}), ("<|end|>", {"rstrip": True}), ("<think>", {"special": False, "normalized": True}), ("<mask>", {"lstrip": True}),
           ("word", {"single_word": True}), ("\u00e9t\u00e9", {"special": False, "normalized": True, "rstrip": True}), ("\n\n\n", {"special": False}), ("<|be", {})]
    lacking = [content for content, _ in new if content not in vocab]
    tokens += [added(content, vocab[content] if content in vocab else len(vocab) + lacking.index(content), **flags) for content, flags in new]
    number = next(token["id"] for token in tokens if token["content"] == special)
    model = {"type": "BPE", "dropout": None, "unk_token": None if family.get("bytes") else family.get("unk_token", "<unk>"),
             "continuing_subword_prefix": family.get("continuing_subword_prefix"), "end_of_word_suffix": family.get("end_of_word_suffix"),
             "fuse_unk": family.get("fuse_unk", not family.get("bytes")), "byte_fallback": not family.get("bytes") and family.get("byte_fallback", True),
             "ignore_merges": family.get("ignore_merges", False), "vocab": vocab, "merges": merges}
    processor = template(special, [number]) if family.get("template") else None
    if name == "llama3":
        processor = sequence("processors", bytes_of(), processor)
    return json.dumps({"version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens, "normalizer": family.get("normalizer"),
                       "pre_tokenizer": family.get("pre_tokenizer"), "post_processor": processor,
                       "decoder": bytes_of() if family.get("bytes") else family.get("decoder"), "model": model}, ensure_ascii=False)


EMOJI = ["\U0001f600", "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", "\U0001f44d\U0001f3fd", "\u2764\ufe0f", "\U0001f1e9\U0001f1ea", "1\ufe0f\u20e3", "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"]
WORDS = ["Anna", "don't", "WE'LL", "I\u017fn't", "'\u017f", "x12", "1234567", "3,141", "\u0663\u0664", "\u00bd\u2167", "caf\u00e9", "cafe\u0301", "na\u0131ve", "\u0130stanbul", "\u00df\ufb01", "\u0645\u0631\u062d\u0628\u0627", "\u0627\u0644\u0633\u0644\u0627\u0645\u064f \u0639\u0644\u064a\u0643\u0645",
         "\u4f60\u597d\uff0c\u4e16\u754c\u3002", "\u65e5\u672c\u8a9e\u30ab\u30bf\u30ab\u30ca", "\ud55c\uad6d\uc5b4", "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35", "\u0928\u092e\u0938\u094d\u0924\u0947", "e\u0323\u0302\u0301", "a\u0315\u0300\u05ae\u0062", "\u1e9b\u0323", "\u212b\u2126", "\uff21\uff22", "\u24d0", "\U0001d400", "word", "swords", "\u00e9t\u00e9", "e\u0301te\u0301",
         "<|begin|>", "<|end|>", "<think>", "<mask>", "<s>", "</s>", "<unk>", "<0x0A>", "<|be", MARK, MARK + "a", "_", "if (x != y) { return; }", "://", "...", "!?", "\ufffd", "\u0000", "\u007f", "\u0085", "\u180e", "\u200b", "\u200d", "\ufeff", "\ue000", "\U0010ffff"]
GAPS = ["", "", " ", " ", "  ", "   ", "\t", "\n", "\n\n", "\n\n\n", "\r\n", " \n ", "\u00a0", "\u2028", "\u3000", "-", ".", "'"]


def mixed(seed, count):
    """Texts of words and signs that are easily cut wrongly."""
    rng = random.Random(seed)
    return ["".join(rng.choice(GAPS) + rng.choice(WORDS + EMOJI) for _ in range(rng.randint(1, 12))) + rng.choice(GAPS) for _ in range(count)]


def anything(seed, count):
    """Random characters, mostly of the same few scripts."""
    rng = random.Random(seed)
    texts = []
    for _ in range(count):
        blocks = [rng.choice([0x20, 0x80, 0x300, 0x600, 0x900, 0xe00, 0x1100, 0x1e00, 0x2000, 0x2460, 0x3040, 0x4e00, 0xa640, 0xac00, 0xfb00, 0x10300, 0x1d400, 0x1f300, rng.randrange(0, 0x110000, 0x80)]) for _ in range(3)]
        characters = [chr(rng.choice(blocks) + rng.randrange(0x80)) for _ in range(rng.randint(1, 40))]
        texts.append("".join(c for c in characters if not 0xd800 <= ord(c) <= 0xdfff and ord(c) < 0x110000))
    return [text for text in texts if text]


def known_of(tokenizer, texts):
    ids = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
    return {"ends": tokenizer.encode("").ids, "ids": ids, "decoded": [tokenizer.decode(each, skip_special_tokens=False) for each in ids],
            "skipped": [tokenizer.decode(each) for each in ids]}


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    here = Path(__file__).resolve().parent
    texts = (here.parent.parent / "docs" / "architecture.md").read_text().splitlines(keepends=True) + mixed(1, 200)
    shown = ["", " ", "a", *mixed(2, 50), *anything(3, 12), "The quick brown fox jumps over the lazy dog.\n" * 3]
    (folder / "texts.json").write_text(json.dumps(shown, indent=0) + "\n")
    for name in FAMILIES:
        file = make(name, texts, 500)
        (folder / f"{name}.json").write_text(file + "\n")
        tokenizer = Tokenizer.from_str(file)
        known = known_of(tokenizer, shown)
        (folder / f"{name}.ids.json").write_text(json.dumps(known) + "\n")
        if name == "llama3":  # as transformers' fix_mistral_regex changes it
            tokenizer.pre_tokenizer[0] = pre_tokenizers.Split(pattern=Regex(TEKKEN), behavior="isolated")
            (folder / "llama3-corrected.ids.json").write_text(json.dumps(known_of(tokenizer, shown)) + "\n")


if __name__ == "__main__":
    main()
