"""llamacpp.py FILE [ADAPTER]: what llama.cpp (xllamacpp) makes of a GGUF file. A program of its own, as llama.cpp ends one
that gives it a model it cannot compute. Reads {"prompts": [IDS...], "texts": [TEXT...], "tokens": N} from its input; prints
{"answers": [IDS...], "ids": [IDS...]}: N greedy tokens after each prompt, and the tokens of each text."""

import json
import os
import sys
import urllib.request

import xllamacpp


def opened(file, adapter):
    params = xllamacpp.CommonParams()
    params.model.path = file
    params.n_ctx = 256
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.warmup = False
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.cache_type_k = params.cache_type_v = xllamacpp.ggml_type.GGML_TYPE_F32
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.enable_chat_template = False
    if adapter:
        params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(adapter, 1.0)]
    return xllamacpp.Server(params)


def asked(server, path, question):
    request = urllib.request.Request(server.listening_address + path, json.dumps(question).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def main():
    asks = json.load(sys.stdin)
    out = os.dup(1)
    os.dup2(2, 1)  # llama.cpp prints what it does
    server = opened(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
    answers = [asked(server, "/completion", {"prompt": prompt, "n_predict": asks["tokens"], "temperature": 0, "top_k": 1,
                                             "ignore_eos": True, "return_tokens": True, "cache_prompt": False})["tokens"]
               for prompt in asks.get("prompts", [])]
    ids = [asked(server, "/tokenize", {"content": text, "add_special": True, "parse_special": True})["tokens"]
           for text in asks.get("texts", [])]
    os.write(out, json.dumps({"answers": answers, "ids": ids}).encode())
    os._exit(0)


main()
