"""Fine-tunes of each family with an adapter: transformers and PEFT, on one to three ranks in several micro-batches.

The same beginning, rows and optimizer on both sides: the losses of 50 steps, and what the tuned models answer.
"""

import json
import shutil
import sys
from pathlib import Path

import torch
from peft import PeftModel

here = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(here / "reference"))
import tuning  # noqa: E402
from decoders import opened  # noqa: E402

NEEDS = ()
BOUND = 1e-4
SHARES = (24,), (17, 7), (13, 8, 3)
PARTS = 1, 2, 4, 8  # micro-batches of the rank with the most
PROMPT = 6  # tokens


def write_folder(folder, family):
    """As the fixture, with a tokenizer of letters."""
    folder.mkdir()
    fixture = here / "fixtures/decoders" / family
    shutil.copy(fixture / "model.safetensors", folder)
    config = json.loads((fixture / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"rms_norm_eps": tuning.EPSILON}))
    names = ["<pad>", "<s>", "</s>", "\u010a", "\u0120", *tuning.LETTERS[5:]]
    added = [{"id": i, "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
              "special": True} for i, name in enumerate(names[:3])]
    levels = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    model = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
             "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
             "vocab": {name: i for i, name in enumerate(names)}, "merges": []}
    (folder / "tokenizer.json").write_text(json.dumps(
        {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None,
         "pre_tokenizer": levels, "post_processor": None, "decoder": levels, "model": model}))
    (folder / "tokenizer_config.json").write_text(json.dumps(
        {"tokenizer_class": "PreTrainedTokenizerFast", "bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}))


def job_of(family, folder):
    return {"version": 1, "name": family, "task": "language-model", "batch": tuning.SEQUENCES, "epochs": tuning.STEPS,
            "evaluateEveryEpochs": tuning.STEPS, "clipNorm": 1.0, "checkpoint": {"everySteps": 0},
            "model": {"start": str(folder / "base"), "context": sum(tuning.LENGTHS)},
            "data": {"format": "conversations", "train": str(folder / "rows.jsonl"), "test": str(folder / "rows.jsonl")},
            "adapter": {"start": str(folder / "adapter")},
            "optimizer": {"kind": "adamw", "weightDecay": 0.0}, "schedule": {"kind": "constant", "peak": tuning.RATE}}


def losses_of(given, job, shares, parts):
    """The losses, and the run's folder."""
    name = f"{job['name']}-{len(shares)}-{parts}"
    file, run = given.scratch / f"{name}.json", given.scratch / name
    file.write_text(json.dumps(job | {"memory": {"microbatch": -(-shares[0] // parts)}}))
    given.engine("train", file, "--run-folder", run, "--workers", len(shares), "--threads", 1,
                 "--shares", ",".join(map(str, shares)))
    events = map(json.loads, (run / "events.jsonl").read_text().splitlines())
    return [event["loss"] for event in events if event["type"] == "step"], run


def answers_of(model, rows):
    prompts = torch.tensor([tuning.tokens_of(row)[0][:PROMPT] for row in rows[:8]])
    return model.eval().generate(prompts, attention_mask=torch.ones_like(prompts), max_new_tokens=12, do_sample=False,
                                 eos_token_id=None, pad_token_id=0).tolist()


def compare_family(given, found, family):
    folder = given.scratch / f"of-{family}"
    folder.mkdir()
    write_folder(folder / "base", family)
    rows = tuning.rows_of(family)
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    theirs = tuning.with_adapter(opened(folder / "base"))
    theirs.save_pretrained(folder / "adapter")
    expected = tuning.train(theirs, rows)
    found.holds(f"{family} has learnt", expected[-1] < 0.9 * expected[0], f"{expected[0]:.3f} to {expected[-1]:.3f}")
    for shares in SHARES:
        for parts in PARTS:
            losses, run = losses_of(given, job_of(family, folder), shares, parts)
            apart = max(abs(one - other) for one, other in zip(losses, expected, strict=True))
            found.holds(f"{family}, {len(shares)} ranks, {parts} micro-batches", apart <= BOUND, f"{apart:.2g} apart")
    answers = answers_of(theirs, rows)
    found.equal(f"{family}: answers of our adapter in PEFT",
                answers_of(PeftModel.from_pretrained(opened(folder / "base"), run / "model"), rows), answers)
    given.engine("export", "merged", run / "model", folder / "base", folder / "merged")
    found.equal(f"{family}: answers of our merged model in transformers", answers_of(opened(folder / "merged"), rows),
                answers)


def compare(given, found):
    for family in tuning.FAMILIES:
        compare_family(given, found, family)
