"""GGUF files of each family: read by gguf bit for bit, by transformers to the same logits, by llama.cpp to the same answer.

Small models with random weights, in the form that llama.cpp has of each family, and the tokenizers of tests/fixtures.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import gguf
import numpy
import torch
from gguf.quants import quantize
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import AutoConfig, AutoModelForCausalLM

here = Path(__file__).resolve().parent.parent.parent
NEEDS = ()
TYPES = {"f32": gguf.GGMLQuantizationType.F32, "f16": gguf.GGMLQuantizationType.F16,
         "bf16": gguf.GGMLQuantizationType.BF16, "q8_0": gguf.GGMLQuantizationType.Q8_0}
SHAPE = dict(hidden_size=64, intermediate_size=96, num_hidden_layers=4, num_attention_heads=4, num_key_value_heads=2,
             max_position_embeddings=512, bos_token_id=1, eos_token_id=2, pad_token_id=0, initializer_range=0.2,
             rms_norm_eps=1e-5)
YARN = {"rope_type": "yarn", "rope_theta": 10000.0, "factor": 4.0, "original_max_position_embeddings": 64}
PLAIN = {"rope_type": "default", "rope_theta": 10000.0}
TOKENS, PROMPT = 24, 12
TEXTS = ["The quick brown fox jumps over the lazy dog.", "don't  stop: 1234567 files/names\n\n\tif (x != y) {}", "WE'LL see",
         "Gr\u00fc\u00dfe aus K\u00f6ln, caf\u00e9", "\u4f60\u597d\uff0c\u4e16\u754c", "a<|end|>b"]

# A family's settings, the tokenizer of tests/fixtures/tokenizers, and its architecture in llama.cpp.
FAMILIES = {
    "llama": (dict(model_type="llama", head_dim=32, attention_bias=True, mlp_bias=True,
                   rope_parameters={"rope_type": "llama3", "rope_theta": 1000.0, "factor": 8.0, "low_freq_factor": 1.0,
                                    "high_freq_factor": 4.0, "original_max_position_embeddings": 64}), "llama3", "llama"),
    "llama-linear": (dict(model_type="llama", tie_word_embeddings=True,
                          rope_parameters=PLAIN | {"rope_type": "linear", "factor": 2.0}), "llama2", "llama"),
    "llama-smollm": (dict(model_type="llama", tie_word_embeddings=True, rope_parameters=PLAIN), "smollm", "llama"),
    "mistral": (dict(model_type="mistral", head_dim=32, sliding_window=None, rope_parameters=PLAIN), "mistral", "llama"),
    "ministral3": (dict(model_type="ministral3", head_dim=32, tie_word_embeddings=True,
                        rope_parameters=YARN | {"factor": 16.0, "original_max_position_embeddings": 8, "beta_fast": 32.0,
                                                "beta_slow": 1.0, "mscale": 1.0, "mscale_all_dim": 1.0,
                                                "llama_4_scaling_beta": 0.1}), "ministral3", "mistral3"),
    "qwen2": (dict(model_type="qwen2", rope_parameters=YARN), "qwen2", "qwen2"),
    "qwen3": (dict(model_type="qwen3", head_dim=32, tie_word_embeddings=True, rope_parameters=PLAIN), "qwen2", "qwen3"),
    "qwen3_5": (dict(model_type="qwen3_5_text", head_dim=32, linear_num_key_heads=2, linear_num_value_heads=4,
                     linear_key_head_dim=32, linear_value_head_dim=32, linear_conv_kernel_dim=4,
                     rope_parameters=PLAIN | {"partial_rotary_factor": 0.25, "mrope_section": [2, 1, 1],
                                              "mrope_interleaved": True}), "qwen3_5", "qwen35"),
    "gemma3": (dict(model_type="gemma3_text", head_dim=32, query_pre_attn_scalar=32, sliding_window=6,
                    num_hidden_layers=7, hidden_activation="gelu_pytorch_tanh",
                    rope_parameters={"full_attention": {"rope_type": "linear", "rope_theta": 1000000.0, "factor": 8.0},
                                     "sliding_attention": PLAIN}), "gemma3", "gemma3"),
    "gemma3-pattern": (dict(model_type="gemma3_text", head_dim=32, query_pre_attn_scalar=32, sliding_window=6,
                            hidden_activation="gelu_pytorch_tanh", layer_types=["sliding_attention", "full_attention"] * 2,
                            rope_parameters={"full_attention": PLAIN | {"rope_theta": 1000000.0},
                                             "sliding_attention": PLAIN}), "gemma3", "gemma3"),
    "gemma4": (dict(model_type="gemma4_text", head_dim=16, global_head_dim=32, sliding_window=6,
                    layer_types=["sliding_attention", "full_attention"] * 2, num_kv_shared_layers=2,
                    hidden_size_per_layer_input=32, use_double_wide_mlp=True, final_logit_softcapping=30.0),
               "gemma3", "gemma4"),
    "gemma4-dense": (dict(model_type="gemma4_text", head_dim=16, global_head_dim=32, sliding_window=6,
                          layer_types=["sliding_attention", "sliding_attention", "sliding_attention", "full_attention"],
                          attention_k_eq_v=True, num_global_key_value_heads=1, hidden_size_per_layer_input=0),
                     "gemma3", "gemma4"),
    "smollm3": (dict(model_type="smollm3", tie_word_embeddings=True, rope_parameters=PLAIN), "llama3", "smollm3"),
    "granite": (dict(model_type="granite", attention_multiplier=0.3, embedding_multiplier=3.0, residual_multiplier=0.7,
                     logits_scaling=2.0, rope_parameters=PLAIN), "granite", "granite"),
    "phi3": (dict(model_type="phi3", sliding_window=None, max_position_embeddings=512,
                  original_max_position_embeddings=128,
                  rope_parameters={"rope_type": "longrope", "rope_theta": 10000.0, "partial_rotary_factor": 1.0,
                                   "original_max_position_embeddings": 128,
                                   "short_factor": [1.0 + 0.1 * i for i in range(8)],
                                   "long_factor": [1.0 + 0.1 * i for i in range(8)]}), "llama2", "phi3"),
    "olmo3": (dict(model_type="olmo3", sliding_window=6,
                   rope_parameters={"full_attention": YARN | {"rope_theta": 5000.0},
                                    "sliding_attention": PLAIN | {"rope_theta": 5000.0}}), "olmo3", "olmo2"),
}
# What transformers reads whole: of other families its readers leave out stretched rotations, sizes of heads or biases.
READ_BY_TRANSFORMERS = "llama-smollm", "qwen3_5"


def write_folder(folder, family):
    settings, tokenizer, _ = FAMILIES[family]
    folder.mkdir()
    text = (here / f"fixtures/tokenizers/{tokenizer}.json").read_text()
    (folder / "tokenizer.json").write_text(text)
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "PreTrainedTokenizerFast"}))
    words = json.loads(text)
    vocabulary = max([*words["model"]["vocab"].values(), *(token["id"] for token in words["added_tokens"])]) + 1
    settings = SHAPE | settings | {"vocab_size": vocabulary}
    if "gemma4" in family:
        settings["vocab_size_per_layer_input"] = vocabulary
    torch.manual_seed(1)
    model = AutoModelForCausalLM.from_config(AutoConfig.for_model(settings.pop("model_type"), **settings)).float().eval()
    with torch.no_grad():
        for tensor in model.state_dict().values():
            if tensor.dim() == 1:
                tensor.add_(0.2 * torch.randn_like(tensor))
    model.save_pretrained(folder)
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()


def permuted(tensor, heads):
    """As llama.cpp's converter does it."""
    return tensor.reshape(heads, 2, tensor.shape[0] // heads // 2, *tensor.shape[1:]).swapaxes(1, 2).reshape(tensor.shape)


def tiled(tensor, keys, size):
    return tensor.reshape(keys, -1, size, *tensor.shape[1:]).swapaxes(0, 1).reshape(tensor.shape)


def expected_of(name, tensor, config, architecture):
    """What llama.cpp's converter makes of a tensor of the folder."""
    if architecture in ("llama", "mistral3", "smollm3", "granite"):
        if ".q_proj." in name:
            return permuted(tensor, config.num_attention_heads)
        if ".k_proj." in name:
            return permuted(tensor, config.num_key_value_heads)
    if architecture in ("gemma3", "qwen35") and name.endswith("norm.weight") and "linear_attn" not in name:
        return tensor + 1
    if "linear_attn." not in name:
        return tensor
    keys, size = config.linear_num_key_heads, config.linear_value_head_dim
    if name.endswith("A_log"):
        return -torch.exp(tiled(tensor, keys, 1))
    if name.endswith("dt_bias") or ".in_proj_a." in name or ".in_proj_b." in name:
        return tiled(tensor, keys, 1)
    if ".in_proj_z." in name:
        return tiled(tensor, keys, size)
    if ".in_proj_qkv." in name or ".conv1d." in name:
        tensor = tensor.squeeze(1) if tensor.dim() == 3 else tensor
        begin = 2 * keys * config.linear_key_head_dim
        return torch.cat([tensor[:begin], tiled(tensor[begin:], keys, size)])
    return tiled(tensor.T.contiguous(), keys, size).T if ".out_proj." in name else tensor


def name_of(name, names):
    """By gguf's own table."""
    if name.endswith(".dt_bias"):
        name = name.replace(".dt_bias", ".dt_proj.bias")
    if name.endswith("layer_scalar"):
        name += ".weight"
    return names.get_name(name, try_suffixes=(".weight", ".bias"))


def compare_tensors(given, found, family, folder, config):
    architecture = FAMILIES[family][2]
    arch = next(kind for kind, name in gguf.MODEL_ARCH_NAMES.items() if name == architecture)
    names = gguf.get_tensor_name_map(arch, config.num_hidden_layers)
    stored = load_file(folder / "model.safetensors")
    for word, kind in TYPES.items():
        given.engine("export", "gguf", folder, folder / word / "model.gguf", "--type", word)
        reader = gguf.GGUFReader(folder / word / "model.gguf")
        ours = {tensor.name: tensor for tensor in reader.tensors}
        wrong = []
        shared = config.num_hidden_layers - (getattr(config, "num_kv_shared_layers", 0) or 0)
        for name, tensor in stored.items():
            parts = name.split(".")
            if len(parts) > 4 and int(parts[2]) >= shared and parts[4] in ("k_proj", "v_proj", "k_norm", "v_norm"):
                continue
            there = name_of(name, names)
            theirs = expected_of(name, tensor.float(), config, architecture).contiguous().numpy()
            plain = theirs.ndim < 2 or there.endswith("_norm.weight") or "ssm_conv1d" in there
            used = gguf.GGMLQuantizationType.F32 if plain else kind
            if used == gguf.GGMLQuantizationType.Q8_0 and theirs.shape[-1] % 32:
                used = gguf.GGMLQuantizationType.F16
            mine = ours.pop(there, None)
            if mine is None or mine.tensor_type != used or not numpy.array_equal(
                    numpy.atleast_1d(mine.data).view(numpy.uint8), numpy.atleast_1d(quantize(theirs, used)).view(numpy.uint8)):
                wrong.append(f"{name} ({there})")
        found.equal(f"{family}, {word}: {len(stored)} tensors by gguf", wrong, [])
        extra = {"output.weight"} if architecture == "olmo2" else set()
        found.holds(f"{family}, {word}: no others but factors of rotations",
                    all(name.startswith("rope_f") or name in extra for name in ours), ", ".join(ours))


def llama_cpp(file, asks, adapter=None):
    command = [sys.executable, here / "oracles/llamacpp.py", file, *([adapter] if adapter else [])]
    ended = subprocess.run(list(map(str, command)), input=json.dumps(asks), capture_output=True, text=True)
    return json.loads(ended.stdout) if ended.returncode == 0 else {"error": ended.stderr[-600:]}


def answers_of(model, prompts):
    return [model.generate(torch.tensor([prompt]), attention_mask=torch.ones(1, len(prompt), dtype=torch.long),
                           max_new_tokens=TOKENS, do_sample=False, eos_token_id=None, pad_token_id=0)[0, len(prompt):].tolist()
            for prompt in prompts]


def sure_part(model, prompt, answer, ends):
    """Up to where two tokens are about as likely, so that no rounding decides (llama.cpp looks GELU up in a table of 16 bits), or
    one ends the text, of which llama.cpp makes none here."""
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([prompt + answer])).logits[0, len(prompt) - 1:-1]
    best = logits.topk(2).values
    unsure = (best[:, 0] - best[:, 1] < 1e-2 * logits.abs().max()) | torch.isin(torch.tensor(answer), torch.tensor(ends))
    return answer[:int(unsure.nonzero()[0, 0]) if unsure.any() else len(answer)]


def compare_answers(found, what, model, folder, texts, adapter=None):
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    ends = [2, tokenizer.token_to_id("<|end|>")]
    generator = torch.Generator().manual_seed(2)
    prompts = torch.randint(3, model.config.vocab_size, (8, PROMPT), generator=generator).tolist()
    theirs = [sure_part(model, prompt, answer, ends)
              for prompt, answer in zip(prompts, answers_of(model, prompts), strict=True)]
    made = llama_cpp(folder / "f32/model.gguf", {"prompts": prompts, "texts": texts, "tokens": TOKENS}, adapter)
    if "error" in made:
        found.holds(f"{what}: llama.cpp opens it", False, made["error"])
        return
    count = sum(map(len, theirs))
    found.holds(f"{what}: tokens to compare", count >= 20, str(count))
    found.equal(f"{what}: answers of llama.cpp", [answer[:len(sure)] for answer, sure in zip(made["answers"], theirs)], theirs)
    for text, ids in zip(texts, made["ids"], strict=True):
        # llama.cpp begins every text of Gemma 4 with the token that its chat templates write.
        begun = FAMILIES[what][2] == "gemma4" and ids[:1] == [1]
        found.equal(f"{what}: tokens of {text!r}", ids[begun:], tokenizer.encode(text).ids)


def compare_adapter(given, found, family, folder):
    """An adapter of its own, given to llama.cpp beside its model."""
    torch.manual_seed(3)
    kinds = {module.rsplit(".", 1)[1] for module, part in AutoModelForCausalLM.from_pretrained(folder).named_modules()
             if isinstance(part, torch.nn.Linear) and ".layers." in f".{module}" and "per_layer" not in module}
    adapted = get_peft_model(AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32),
                             LoraConfig(r=4, lora_alpha=8, target_modules=sorted(kinds), use_rslora=True))
    with torch.no_grad():
        for name, tensor in adapted.named_parameters():
            if "lora_B" in name:
                tensor.add_(0.1 * torch.randn_like(tensor))
    adapted.save_pretrained(folder / "adapter")
    given.engine("export", "gguf", folder / "adapter", folder / "adapter.gguf", "--base", folder)
    theirs = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32), folder / "adapter").eval()
    compare_answers(found, f"{family} with an adapter", theirs, folder, [], folder / "adapter.gguf")


def compare_logits(found, family, model, folder, vocabulary):
    read = AutoModelForCausalLM.from_pretrained(folder / "f32", gguf_file="model.gguf", dtype=torch.float32).eval()
    ids = torch.randint(3, vocabulary, (2, PROMPT), generator=torch.Generator().manual_seed(5))
    with torch.no_grad():
        found.near(f"{family}: logits of transformers from the file", {"logits": read(input_ids=ids).logits},
                   {"logits": model(input_ids=ids).logits}, 1e-4)


def compare_family(given, found, family):
    folder = given.scratch / f"model-{list(FAMILIES).index(family)}"  # llama.cpp looks for tokens of what is called phi3
    model = write_folder(folder, family)
    for word in TYPES:
        (folder / word).mkdir()
    compare_tensors(given, found, family, folder, model.config)
    # After a token that was found in a text, llama.cpp's tokenizer of pieces begins a word anew.
    compare_answers(found, family, model, folder, TEXTS[:-1] if FAMILIES[family][1] == "mistral" else TEXTS)
    compare_adapter(given, found, family, folder)
    if family in READ_BY_TRANSFORMERS:
        compare_logits(found, family, model, folder, model.config.vocab_size)
    shutil.rmtree(folder)


def compare(given, found):
    for family in FAMILIES:
        compare_family(given, found, family)
