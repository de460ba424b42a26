#!/usr/bin/env python3
"""Writes tests/fixtures/decoders: a very small model of each family as transformers saves it, and what it computes.

    tests/reference/decoders.py tests/fixtures/decoders [NAME...]
    tests/reference/decoders.py --check FOLDER tests/fixtures/decoders/NAME     compares a folder that Motley saved

Every switch of a family is on, windows are shorter than the texts, and weights are far from their initial values, so
that whatever is mixed up shows.
"""

import json
import os
import sys

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForImageTextToText

BATCH, TOKENS, PROMPT = 2, 24, 4
SHAPE = dict(vocab_size=32, hidden_size=16, intermediate_size=24, num_hidden_layers=3, num_attention_heads=4,
             num_key_value_heads=2, max_position_embeddings=64, bos_token_id=1, eos_token_id=2, pad_token_id=0,
             initializer_range=0.2)
TWO_ROTARIES = {"full_attention": {"rope_type": "yarn", "rope_theta": 5000.0, "factor": 4.0,
                                   "original_max_position_embeddings": 16},
                "sliding_attention": {"rope_type": "default", "rope_theta": 5000.0}}

MODELS = {
    "llama": dict(model_type="llama", attention_bias=True, mlp_bias=True, head_dim=8,
                  rope_parameters={"rope_type": "llama3", "rope_theta": 100.0, "factor": 8.0, "low_freq_factor": 1.0,
                                   "high_freq_factor": 4.0, "original_max_position_embeddings": 32}),
    "llama-linear": dict(model_type="llama", tie_word_embeddings=True,
                         rope_parameters={"rope_type": "linear", "rope_theta": 10000.0, "factor": 2.0}),
    "qwen2": dict(model_type="qwen2", use_sliding_window=True, sliding_window=6, max_window_layers=1,
                  rope_parameters={"rope_type": "yarn", "rope_theta": 10000.0, "factor": 4.0,
                                   "original_max_position_embeddings": 16}),
    "qwen3": dict(model_type="qwen3", head_dim=8, attention_bias=True, tie_word_embeddings=True),
    "qwen3_5": dict(model_type="qwen3_5_text", num_hidden_layers=4, head_dim=8, linear_num_key_heads=2,
                    linear_num_value_heads=4, linear_key_head_dim=4, linear_value_head_dim=6, linear_conv_kernel_dim=4,
                    rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.5,
                                     "mrope_section": [1, 1, 0], "mrope_interleaved": True}),
    "gemma3": dict(model_type="gemma3_text", num_hidden_layers=4, head_dim=8, query_pre_attn_scalar=10,
                   sliding_window=6, final_logit_softcapping=3.0, hidden_activation="gelu_pytorch_tanh",
                   layer_types=["sliding_attention", "full_attention"] * 2,
                   rope_parameters={"full_attention": {"rope_type": "linear", "rope_theta": 1000000.0, "factor": 8.0},
                                    "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0}}),
    # E2B's form: inputs for each layer, and layers that share keys
    "gemma4": dict(model_type="gemma4_text", num_hidden_layers=4, head_dim=8, global_head_dim=16, sliding_window=6,
                   layer_types=["sliding_attention", "full_attention"] * 2, num_kv_shared_layers=2,
                   hidden_size_per_layer_input=6, vocab_size_per_layer_input=32, use_double_wide_mlp=True,
                   final_logit_softcapping=3.0),
    # 31B's form: values are keys
    "gemma4-dense": dict(model_type="gemma4_text", num_hidden_layers=3, head_dim=8, global_head_dim=16,
                         sliding_window=6, layer_types=["sliding_attention", "sliding_attention", "full_attention"],
                         attention_k_eq_v=True, num_global_key_value_heads=1, hidden_size_per_layer_input=0),
    "mistral": dict(model_type="mistral", head_dim=8, sliding_window=6),
    "ministral3": dict(model_type="ministral3", head_dim=8, tie_word_embeddings=True,
                       rope_parameters={"rope_type": "yarn", "rope_theta": 10000.0, "factor": 16.0,
                                        "original_max_position_embeddings": 5, "beta_fast": 32.0, "beta_slow": 1.0,
                                        "mscale": 1.0, "mscale_all_dim": 1.0, "llama_4_scaling_beta": 0.1}),
    "smollm3": dict(model_type="smollm3", num_hidden_layers=4, no_rope_layer_interval=2),
    "granite": dict(model_type="granite", attention_multiplier=0.3, embedding_multiplier=3.0, residual_multiplier=0.7,
                    logits_scaling=2.0),
    "phi3": dict(model_type="phi3", original_max_position_embeddings=12, sliding_window=9,
                 rope_parameters={"rope_type": "longrope", "rope_theta": 10000.0, "partial_rotary_factor": 1.0,
                                  "original_max_position_embeddings": 12, "short_factor": [1.0, 1.5],
                                  "long_factor": [2.0, 5.0]}),
    "olmo3": dict(model_type="olmo3", num_hidden_layers=4, sliding_window=6, rope_parameters=TWO_ROTARIES),
}
SEEING = {  # models that also see, with one of those above inside: its name, their type, their tower
    "qwen3_5-inside": ("qwen3_5", "qwen3_5",
                       dict(depth=1, hidden_size=8, intermediate_size=8, num_heads=2, patch_size=2, out_hidden_size=16,
                            spatial_merge_size=1, temporal_patch_size=1, num_position_embeddings=4)),
    "gemma3-inside": ("gemma3", "gemma3",
                      dict(model_type="siglip_vision_model", hidden_size=8, intermediate_size=8, num_hidden_layers=1,
                           num_attention_heads=2, image_size=4, patch_size=2)),
    "gemma4-inside": ("gemma4", "gemma4",
                      dict(model_type="gemma4_vision", hidden_size=8, intermediate_size=8, num_hidden_layers=1,
                           num_attention_heads=2, num_key_value_heads=2, head_dim=4, patch_size=2, pooling_kernel_size=1,
                           position_embedding_size=4)),
    "ministral3-inside": ("ministral3", "mistral3",
                          dict(model_type="pixtral", hidden_size=8, intermediate_size=8, num_hidden_layers=1,
                               num_attention_heads=2, head_dim=4, image_size=4, patch_size=2)),
}
TIED = "gemma3", "gemma4", "ministral3"


def made(name):
    inside, seeing, tower = SEEING.get(name, (name, None, None))
    settings = SHAPE | MODELS[inside]
    if not seeing:
        return AutoModelForCausalLM.from_config(AutoConfig.for_model(settings.pop("model_type"), **settings))
    config = AutoConfig.for_model(seeing, text_config=settings, vision_config=tower,
                                  tie_word_embeddings=inside in TIED)
    return AutoModelForImageTextToText.from_config(config)


def opened(folder):
    """The model of a folder, of which transformers misses no tensor and finds none too many."""
    with open(os.path.join(folder, "config.json")) as file:
        kind = AutoModelForImageTextToText if "text_config" in json.load(file) else AutoModelForCausalLM
    model, report = kind.from_pretrained(folder, output_loading_info=True)
    assert not report["missing_keys"] and not report["unexpected_keys"], report
    return model.eval()


def write(folder, name):
    torch.manual_seed(1)
    model = made(name).float().eval()
    with torch.no_grad():
        for tensor in model.state_dict().values():  # without what is computed from the configuration
            if tensor.dim() == 1:
                tensor.add_(0.2 * torch.randn_like(tensor))
    os.makedirs(folder, exist_ok=True)
    model.save_pretrained(folder)
    model = opened(folder)
    ids = torch.randint(3, SHAPE["vocab_size"], (BATCH, TOKENS))
    with torch.no_grad():
        logits = model(input_ids=ids).logits
    greedy = model.generate(ids[:, :PROMPT], max_new_tokens=TOKENS - PROMPT, do_sample=False, eos_token_id=None,
                            pad_token_id=0)
    with open(os.path.join(folder, "reference.json"), "w") as file:
        json.dump({"ids": ids.tolist(), "prompt": PROMPT, "greedy": greedy.tolist(),
                   "logits": [[float(f"{value:.8g}") for value in row] for row in logits[0].tolist()]}, file)
    extra = os.path.join(folder, "generation_config.json")
    if os.path.exists(extra):
        os.remove(extra)
    print(f"{name}: logits up to {logits.abs().max():.3g}, {len(set(greedy[0].tolist()))} tokens in the greedy text")


def check(folder, fixture):
    with open(os.path.join(fixture, "reference.json")) as file:
        reference = json.load(file)
    model = opened(folder)
    with torch.no_grad():
        logits = model(input_ids=torch.tensor(reference["ids"])).logits[0]
    difference = (logits - torch.tensor(reference["logits"])).abs().max() / logits.abs().max()
    assert difference < 5e-6, difference  # other processors round otherwise
    print("same")


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        check(*sys.argv[2:])
    else:
        for name in sys.argv[2:] or [*MODELS, *SEEING]:
            write(os.path.join(sys.argv[1], name), name)
