#!/usr/bin/env python3
"""What the fuzzers of tests/fuzz begin with: small whole files of every format, written by other programs than ours.

Needs torch 2.11.0, numpy, h5py, pillow and safetensors. Usage: fuzzcorpus.py tests/fuzz/corpus
"""

import gzip
import json
import pathlib
import struct
import sys

import chatconversations
import h5py
import numpy
import torch
from PIL import Image
from safetensors.torch import save_file

JOB = {
    "version": 1,
    "name": "Fashion",
    "task": "image-classification",
    "seed": 1,
    "batch": 128,
    "epochs": 5,
    "model": {"kind": "small-cnn", "width": 16},
    "data": {"folder": "/data/fashion", "augment": True},
    "optimizer": {"kind": "sgd", "momentum": 0.9, "nesterov": True, "weightDecay": 0.0005},
    "schedule": {"kind": "cosine", "peak": 0.05, "warmupSteps": 100},
    "evaluateEveryEpochs": 1,
    "checkpoint": {"everySteps": 500, "keep": 2},
}
RANK = {"machine": 0, "device": {"kind": "cpu", "uuid": ""}, "share": 128, "microbatch": 0, "threads": 1}
PLAN = {
    "backend": "gloo",
    "machines": [{"name": "a", "address": "10.0.0.1"}],
    "ranks": [RANK],
    "predicted": {"computeSeconds": 0.5, "exchangeSeconds": 0.1, "relativeError": 0.05},
    "reasons": ["Only one machine."],
}
TIMES = {"dataSeconds": 0.01, "forwardSeconds": 0.2, "backwardSeconds": 0.3, "exchangeSeconds": 0, "optimizerSeconds": 1e-3}
EVENTS = [
    {"type": "telemetry", "machine": 0, "cpuPercent": 12.5, "memoryUsedBytes": 5113942016, "memoryTotalBytes": None,
     "gpus": [{"uuid": "GPU-1", "utilizationPercent": 99, "memoryUsedBytes": 1, "memoryTotalBytes": 2, "powerWatts": 70.5,
               "temperatureCelsius": 40}]},
    {"type": "started", "runId": "fashion-1", "name": "Fashion", "task": "image-classification", "model": "small CNN",
     "parameters": 206922, "trainSamples": 60000, "batch": 128, "totalSteps": 60, "firstStep": 1, "engineVersion": "0.1.0"},
    {"type": "plan", "plan": PLAN},
    {"type": "step", "step": 1, "epoch": 1, "loss": "nan", "learningRate": 0.0005, "gradientNorm": "inf", "samples": 128,
     "seconds": 0.25, "samplesPerSecond": 511.8, "sampleHash": "f24bc2421e7f30de",
     "ranks": [{"rank": 0, "samples": 128, **TIMES}]},
    {"type": "evaluation", "step": 60, "epoch": 1, "loss": 0.55, "samples": 10000, "seconds": 5.8,
     "metrics": [{"name": "accuracy", "value": 0.79}]},
    {"type": "checkpoint", "step": 60, "folder": "checkpoints/step-60", "bytes": 1657555, "seconds": 0.1},
    {"type": "warning", "machine": -1, "message": "Fu\u00dfg\u00e4nger \U0001f600"},
    {"type": "rankFailed", "rank": 1, "machine": 0, "cause": "killed by signal 9", "lastLines": ["a", "b"]},
    {"type": "finished", "outcome": "completed", "step": 60, "seconds": 21.05, "message": "", "model": "model"},
]
PROBE = {
    "version": 1, "hostName": "lab-1", "operatingSystem": "Debian 12", "kernel": "6.1", "architecture": "x86_64",
    "glibc": "2.36", "cpuModel": "CPU", "cpuCount": 8, "cpuQuota": 0.4, "memoryTotalBytes": 1 << 34,
    "memoryAvailableBytes": 1 << 33, "runningSystem": "0e3f pid:[4026531836] net:[4026531840]", "home": "/home/a",
    "installRoot": "/home/a/.local/share/motley",
    "diskFreeBytes": 1 << 40, "clockOffsetSeconds": -0.25, "sshServerAddress": "10.0.0.1", "sshClientAddress": "10.0.0.2",
    "interfaces": [{"name": "eth0", "addresses": ["10.77.0.1/24", "fe80::1/64"], "megabitsPerSecond": 1000, "up": True,
                    "loopback": False}],
    "gpus": [{"uuid": "GPU-1", "name": "H200", "pciBusId": "00:01", "driverVersion": "570.1", "computeCapability": "9.0",
              "memoryTotalBytes": 1 << 37, "memoryFreeBytes": None, "utilizationPercent": 1, "powerWatts": 70.5,
              "powerLimitWatts": 700, "temperatureCelsius": None, "processes": 0, "mig": False}],
    "gpuProblem": "driver-mismatch", "gpuDetail": "Driver/library version mismatch",
}
LAUNCH = {"version": 1, "runId": "fashion-1", "token": "a" * 64, "machine": 0, "storePort": 4711, "job": JOB, "plan": PLAN,
          "resumeFrom": ""}
MANIFEST = {"version": 1, "files": [{"name": "model.safetensors", "bytes": 5, "sha256": "0" * 64}]}
MODEL = {"version": 1, "task": "image-classification", "model": {"kind": "small-cnn", "width": 16}, "channels": 1,
         "height": 28, "width": 28, "classes": 10, "pixelMean": 0.28, "pixelDeviation": 0.35}
BERT = {"architectures": ["BertForPreTraining"], "model_type": "bert", "vocab_size": 40, "hidden_size": 8,
        "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 16, "hidden_act": "gelu",
        "max_position_embeddings": 32, "type_vocab_size": 2, "layer_norm_eps": 1e-12, "initializer_range": 0.02,
        "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1, "pad_token_id": 0}

ADAPTER = {"peft_type": "LORA", "task_type": "CAUSAL_LM", "base_model_name_or_path": "llama", "r": 4, "lora_alpha": 8,
           "lora_dropout": 0.25, "use_rslora": True, "bias": "none", "loftq_config": {}, "target_modules": ["q_proj"],
           "rank_pattern": {"^model\\.layers\\.0\\.q_proj": 6, "q_proj": 2}, "alpha_pattern": {"v_proj": 3.5}}
TOKENIZER = {"version": "1.0", "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
             "strip_accents": None, "lowercase": True}, "pre_tokenizer": {"type": "BertPreTokenizer"},
             "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                       "max_input_chars_per_word": 100, "vocab": {"[PAD]": 0, "[UNK]": 1, "a": 2, "##b": 3}}}


def messages(put):
    put("job", "fashion.json", JOB)
    events = [{"seq": i + 1, "time": 1795235994.5, **event} for i, event in enumerate(EVENTS)]
    put("events", "one-of-each.jsonl", "\n".join(json.dumps(event, ensure_ascii=False) for event in events))
    examples = {"seq": 10, "time": 1795235994.5, "type": "examples", "step": 60, "examples": [
        {"id": 7, "input": [], "expected": ["cat"], "predicted": ["dog"], "score": 0, "picture": "iVBORw==",
         "expectedPicture": None, "predictedPicture": "iVBORw=="},
        {"id": 9, "input": ["Ada", "sees"], "expected": ["B-PER", "O"], "predicted": ["O", "O"], "score": 0.5, "picture": None,
         "expectedPicture": None, "predictedPicture": None}],
        "confusion": {"classes": ["cat", "dog"], "counts": [4, 1, 0, 5], "pairs": []}}
    put("events", "examples.jsonl", json.dumps(examples))
    put("probereport", "gpu.json", PROBE)
    put("runmessages", "launch.json", LAUNCH)
    put("runmessages", "ready.json", {"version": 1, "pid": 4711, "address": "10.0.0.1", "controlPort": 40123})
    put("runmessages", "manifest.json", MANIFEST)
    put("runmessages", "state.json", {"version": 1, "step": 60, "job": JOB})
    put("modelconfigs", "image.json", MODEL)
    put("modelconfigs", "bert.json", BERT)
    put("modelconfigs", "deep.json", "[" * 5000)
    put("modelconfigs", "tokenizer-config.json", {"do_lower_case": False, "strip_accents": None, "tokenize_chinese_chars": True})
    put("modelconfigs", "tokenizer.json", TOKENIZER)
    put("modelconfigs", "adapter.json", ADAPTER)
    put("modelconfigs", "index.json", {"metadata": {"total_size": 8}, "weight_map": {"a": "model-00001-of-00001.safetensors"}})


def arrays(put):
    idx = bytes([0, 0, 8, 3]) + struct.pack(">3I", 2, 3, 4) + bytes(range(24))
    put("idx", "images", idx)
    put("idx", "images.gz", gzip.compress(idx, mtime=0))
    put("idx", "labels", bytes([0, 0, 8, 1]) + struct.pack(">I", 5) + bytes(5))
    put("idx", "claims-4-gigabytes", bytes([0, 0, 8, 1]) + struct.pack(">I", 0xFFFFFFFF) + bytes(5))


def texts(put):
    put("conll", "tabs", "Paris\tB-location\nis\tO\n\nBonn\tB-location\r\n")
    put("conll", "four-columns", "-DOCSTART- -X- O O\n\nEU NNP I-NP B-ORG\nrejects VBZ I-VP O\n")
    put("conll", "ragged", "EU NNP B-ORG\nrejects O\n")
    vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nb\n##b\n##a\nab\n\u00fc\n##\u00fc\n,\n"
    put("wordpieces", "small", vocabulary + "\0abba \u00fcab, [SEP] ABC \u4e2d")
    put("wordpieces", "no-specials", "a\nb\n\0ab")
    visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
    characters = [chr(byte) for byte in visible] + [chr(256 + i) for i in range(256 - len(visible))]
    tokens = {token: i for i, token in enumerate([*characters, "ab", "abc", "\u0120a", "<|endoftext|>"])}
    put("bytepairs", "small", json.dumps(tokens, ensure_ascii=False) + "\0#version: 0.2\na b\nab c\n\u0120 a\n\0"
        "abc aabc's <|endoftext|>  \u00fc 42\n")


def pictures(put, folder):
    y, x = numpy.mgrid[0:16, 0:24]
    rgb = numpy.stack([x * 10, y * 15, (x * y) % 256], axis=-1).astype(numpy.uint8)
    picture = Image.fromarray(rgb)

    def save(target, name, image, **options):
        path = folder / target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(path, **options)

    save("jpeg", "baseline.jpg", picture, quality=80)
    save("jpeg", "progressive.jpg", picture, quality=80, progressive=True)
    save("jpeg", "grey.jpg", picture.convert("L"), quality=60)
    save("jpeg", "cmyk.jpg", picture.convert("CMYK"), quality=60)
    save("png", "rgb.png", picture)
    save("png", "rgba.png", Image.fromarray(numpy.concatenate([rgb, rgb[..., :1]], axis=-1)))
    save("png", "grey16.png", Image.fromarray((x * 2000).astype(numpy.uint16)))
    save("png", "palette.png", picture.convert("P"))
    save("png", "bits.png", picture.convert("1"))


def tensor_files(put, folder):
    tensors = {"a": torch.arange(6.0).view(2, 3), "b": torch.tensor([True, False]), "none": torch.zeros(0, 4)}
    for target in ("safetensors", "torchfile"):
        (folder / target).mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / "safetensors" / "three.safetensors", metadata={"format": "pt"})
    header = b'{"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}}'
    put("safetensors", "claims-too-much.safetensors", struct.pack("<Q", len(header)) + header)
    put("safetensors", "huge-header.safetensors", struct.pack("<Q", 2**63) + b"{}")
    state = {"model": {"a.weight": torch.arange(6.0).view(2, 3).t(), "b": torch.ones(2, dtype=torch.half)}, "step": 7}
    torch.save(state, folder / "torchfile" / "zip.pt")
    torch.save(state, folder / "torchfile" / "legacy.pt", _use_new_zipfile_serialization=False)


def hdf5(put, folder):
    for target in ("hdf5", "volume"):
        (folder / target).mkdir(parents=True, exist_ok=True)
    raw = numpy.arange(5 * 6 * 7, dtype=numpy.uint8).reshape(5, 6, 7)
    for name, options in {"plain.h5": {}, "gzip.h5": {"compression": "gzip", "chunks": (2, 3, 7)}}.items():
        with h5py.File(folder / "volume" / name, "w", track_order=False) as file:
            file.create_dataset("raw", data=raw, **options)
            file.create_dataset("labels", data=raw.astype(numpy.uint32), **options)
    with h5py.File(folder / "hdf5" / "bert.hdf5", "w", libver="latest") as file:
        for name, kind in {"input_ids": "i4", "input_mask": "i1", "next_sentence_labels": "i1"}.items():
            shape = (4,) if name.startswith("next") else (4, 8)
            file.create_dataset(name, data=numpy.ones(shape, kind), compression="gzip", shuffle=len(shape) > 1)
    with h5py.File(folder / "hdf5" / "kinds.h5", "w") as file:
        file.create_dataset("raw", data=numpy.arange(4.0).reshape(2, 2))
        file.create_dataset("labels", data=[True, False])
        file["group/real"] = h5py.ExternalLink("/etc/passwd", "/x")
        file["input_ids"] = h5py.SoftLink("/input_ids")


def chats(put):
    for name, template in chatconversations.TEMPLATES.items():
        for picked in ("two turns", "a call"):
            messages = {**chatconversations.PLAIN, **chatconversations.CALLS}[picked]
            put("chattemplate", f"{name.removeprefix('own, ').replace(' ', '-')}-{picked.replace(' ', '-')}",
                template + "\0" + json.dumps(messages, ensure_ascii=False))
    rows = [{"messages": chatconversations.PLAIN["system"]}, {"messages": chatconversations.CALLS["a call"], "tools": json.dumps(chatconversations.TOOLS)},
            {"conversations": [{"from": "human", "value": "Hello"}, {"from": "gpt", "value": "Hi"}], "system": "Be kind."},
            {"prompt": "2+2=", "completion": "4"}, {"prompt": chatconversations.PLAIN["one question"], "completion": [{"role": "assistant", "content": "Hi"}]},
            {"instruction": "Sum up.", "input": "A text.", "output": "So."}, {"text": "Once"}, {"text": ""}, {"messages": chatconversations.PLAIN["parts"]}]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    put("conversations", "lines", "\r\n".join(lines))
    put("conversations", "list", "\ufeff[" + ",\n".join(lines) + "]")
    chat_folders(put)
    chat_rows(put, "\n".join(lines))


TURNS = ("{% for m in messages %}<|begin|>{{ m.role }}\n{{ m.content }}<|end|>\n{% endfor %}"
         "{% if add_generation_prompt %}<|begin|>assistant\n{% endif %}")


def chat_folders(put):
    """Each of the places where a model's folder may have its chat templates."""
    shout, tools = "{{ messages[0].content | upper }}", "{{ tools | tojson }}"
    named = [{"name": "default", "template": TURNS}, {"name": "rag", "template": shout}, {"name": "tool_use", "template": tools}]
    large = {"model_max_length": 10**30}
    put("chatfolder", "files", "\0".join([TURNS, "", "", "rag", shout, "tool_use", tools]))
    put("chatfolder", "processor", "\0".join(["", json.dumps({"chat_template": TURNS}), json.dumps({"chat_template": shout})]))
    put("chatfolder", "text", "\0".join(["", "", json.dumps({"chat_template": TURNS, **large})]))
    put("chatfolder", "list", "\0".join(["", "", json.dumps({"chat_template": named, **large})]))


def chat_rows(put, rows):
    """Rows, and the templates and tokenizers that make tokens of them."""
    corpus = pathlib.Path(sys.argv[1]) / "tokenizerjson"
    own = chatconversations.TEMPLATES
    for name, template, tokenizer in (("turns", TURNS, "llama3"), ("generation", own["own, generation"], "gemma3"),
                                      ("methods", own["own, methods"], "words"), ("affixes", own["own, filters"], "affixes"),
                                      ("strange", own["own, safe"], "strange"), ("mistral", own["own, white space"], "mistral")):
        files = b"\0".join((corpus / tokenizer).read_bytes().split(b"\0")[:2])
        put("chatrows", name, template.encode() + b"\0" + files + b"\0" + rows.encode())


def decoders(put):
    """Models and adapters of tests/fixtures; one whose configuration states other sizes than its tensors have."""
    fixtures = pathlib.Path(__file__).resolve().parent.parent / "fixtures"
    for name in ("llama", "gemma4", "qwen3_5-inside"):
        model, adapter = fixtures / "decoders" / name, fixtures / "lora" / name
        config, tensors = (model / "config.json").read_bytes(), (model / "model.safetensors").read_bytes()
        rest = b"\0".join([(adapter / "adapter_config.json").read_bytes(), str(len(tensors)).encode(), tensors]) + (
            adapter / "adapter_model.safetensors").read_bytes()
        put("decoder", name, config + b"\0" + rest)
        if name == "llama":
            huge = config.replace(b'"hidden_size": 16', b'"hidden_size": 65536').replace(b'"vocab_size": 32', b'"vocab_size": 16777216')
            put("decoder", "states-too-much", huge + b"\0" + rest)


def event_cache(put):
    """A block of the bytes beside a long log: a step, telemetry, and a line as it is."""
    def whole(value):
        rest, found = (value << 1 if value >= 0 else (-value << 1) - 1), []
        while rest > 0x7F:
            found.append(rest & 0x7F | 0x80)
            rest >>= 7
        return bytes(found + [rest])

    def text(value):
        return whole(len(value.encode())) + value.encode()

    def real(value):
        return struct.pack("<d", value)

    none, has = b"\0", b"\2"
    rank = whole(0) + whole(128) + b"".join(map(real, (128, 0.01, 0.2, 0.3, 0, 1e-3)))
    step = (b"\1" + whole(3) + real(1.5e9) + whole(1) + whole(1) + b"".join(map(real, (float("nan"), 5e-4, 1.5)))
            + has + real(65536) + whole(0) + whole(128) + real(0.25) + real(512) + text("f24bc2421e7f30de")
            + whole(2) + rank + rank + none)
    gpu = text("GPU-1") + has + real(99) + has + whole(1 << 33) + none * 3 + has + whole(1) + none * 2
    telemetry = (b"\2" + whole(4) + real(1.5e9) + whole(1) + has + real(12.5) + none + has + whole(1 << 34)
                 + whole(1) + gpu + none * 6 + has + whole(-3) + none * 2)
    line = b"\0" + text(json.dumps({"seq": 5, "time": 1.5, "type": "note", "machine": -1, "message": "\u00fc"}))
    put("eventcache", "lines", step + telemetry + line)


def main():
    folder = pathlib.Path(sys.argv[1])

    def put(target, name, content):
        path = folder / target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, dict):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    messages(put)
    arrays(put)
    texts(put)
    pictures(put, folder)
    tensor_files(put, folder)
    hdf5(put, folder)
    chats(put)
    decoders(put)
    event_cache(put)


main()
