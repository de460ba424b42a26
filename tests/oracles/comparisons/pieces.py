"""SentencePiece models of many kinds: the tokens and special ids that sentencepiece and transformers see in what is trained."""

import json
import random

import sentencepiece
from transformers import AutoTokenizer

NEEDS = ()
WORDS = "dog cat man red big runs sits here now two Köln".split()
COMMON = {"vocab_size": 48, "minloglevel": 2, "hard_vocab_limit": False}
KINDS = {
    "as spm_train makes them": {},
    "as T5's": {"pad_id": 0, "eos_id": 1, "unk_id": 2, "bos_id": -1},
    "as fairseq's": {"bos_id": 0, "pad_id": 1, "eos_id": 2, "unk_id": 3},
    "in another order and with other names": {"unk_id": 4, "bos_id": 3, "eos_id": 5, "pad_id": 0, "eos_piece": "<end>", "pad_piece": "<none>"},
    "byte pairs": {"model_type": "bpe"},
    "bytes for unknown characters": {"byte_fallback": True, "vocab_size": 310},
    "symbols of the user": {"user_defined_symbols": ["<sep>", "<pad>"]},
}
# None spells out </s>, <unk> or <pad>, which transformers takes for the tokens and sentencepiece for text.
TEXTS = ["dog cat .", "the unknown 学 Ω", "<sep>dog<sep>", "", "  big   red ", "Köln!"]


def compare(given, found):
    draw = random.Random(0)
    lines = [" ".join(draw.choices(WORDS, k=draw.randint(3, 6))) + " ." for _ in range(400)]
    text = given.scratch / "text"
    text.write_text("\n".join(lines) + "\n")
    test = given.scratch / "test"
    test.write_text(lines[0] + "\n")
    preset = json.loads(given.engine("tasks", "--preset", "translation").stdout)
    for number, (kind, options) in enumerate(KINDS.items()):
        pieces = given.scratch / f"pieces{number}"
        sentencepiece.SentencePieceTrainer.train(input=str(text), model_prefix=str(pieces), **(COMMON | options))
        job = json.loads(json.dumps(preset))
        job["model"]["size"] = "small"
        job["model"]["beam"] = 1
        job["data"] = {"trainSource": str(text), "trainTarget": str(text), "testSource": str(test), "testTarget": str(test),
                       "pieces": f"{pieces}.model"}
        job.update(epochs=1, maxSteps=1, batch=1024)
        model = given.train(job, f"run{number}") / "model"
        compare_folder(found, kind, model, sentencepiece.SentencePieceProcessor(model_file=f"{pieces}.model"))


def compare_folder(found, kind, folder, pieces):
    config = json.loads((folder / "config.json").read_text())
    pad = pieces.pad_id() if pieces.pad_id() >= 0 else len(pieces)
    begin = pieces.bos_id() if pieces.bos_id() >= 0 else pad
    ids = [config[key] for key in ("eos_token_id", "pad_token_id", "decoder_start_token_id", "vocab_size")]
    found.equal(f"ids, {kind}", ids, [pieces.eos_id(), pad, begin, max(len(pieces), pad + 1)])
    tokenizer = AutoTokenizer.from_pretrained(folder)
    named = [tokenizer.unk_token_id, tokenizer.eos_token_id, tokenizer.pad_token_id]
    found.equal(f"special tokens, {kind}", named, [pieces.unk_id(), pieces.eos_id(), pad])
    for text in TEXTS:
        found.equal(f"{text!r}, {kind}", pieces.encode(text) + [pieces.eos_id()], tokenizer(text).input_ids)
