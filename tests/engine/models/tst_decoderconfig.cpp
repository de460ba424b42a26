#include "engine/formats/decoder/decoderconfig.h"

#include <QTest>

#include <cmath>

using namespace motley;

// What the hub's config.json say, in both generations of keys, and what is refused by name.
class TestDecoderConfig : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsLlama();
    void readsWhatOtherProgramsAdd();
    void readsQwen();
    void readsQwen35InsideAModelThatSees();
    void readsGemma3WithFewKeys();
    void readsGemma4InBothForms();
    void readsMistral();
    void readsMinistral3();
    void readsTheOthers();
    void readsBothGenerationsAlike_data();
    void readsBothGenerationsAlike();
    void refusesByName_data();
    void refusesByName();
};

namespace {

using Kind = RotaryConfig::Kind;

DecoderConfig parsed(std::string_view json)
{
    const auto config = parseDecoderConfig(json);
    if (config)
        return *config;
    QTest::qFail(config.error().message.c_str(), __FILE__, __LINE__);
    return {};
}

} // namespace

void TestDecoderConfig::readsLlama() // Llama 3.2 1B
{
    const auto config = parsed(R"({"architectures": ["LlamaForCausalLM"], "attention_bias": false,
        "attention_dropout": 0.0, "bos_token_id": 128000, "eos_token_id": [128001, 128008, 128009], "head_dim": 64,
        "hidden_act": "silu", "hidden_size": 2048, "initializer_range": 0.02, "intermediate_size": 8192,
        "max_position_embeddings": 131072, "mlp_bias": false, "model_type": "llama", "num_attention_heads": 32,
        "num_hidden_layers": 16, "num_key_value_heads": 8, "pretraining_tp": 1, "rms_norm_eps": 1e-05,
        "rope_scaling": {"factor": 32.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0,
        "original_max_position_embeddings": 8192, "rope_type": "llama3"}, "rope_theta": 500000.0,
        "tie_word_embeddings": true, "torch_dtype": "bfloat16", "transformers_version": "4.45.0.dev0",
        "use_cache": true, "vocab_size": 128256})");
    QCOMPARE(config.layers.size(), std::size_t(16));
    QVERIFY(config.tied);
    QCOMPARE(config.attentionScale, 0.125);
    const RotaryConfig &rotary = config.rotary.at(0);
    QVERIFY(rotary.kind == Kind::Llama3);
    QCOMPARE(rotary.theta, 500000.0);
    QCOMPARE(rotary.factor, 32.0);
    QCOMPARE(rotary.originalPositions, std::int64_t(8192));
}

void TestDecoderConfig::readsWhatOtherProgramsAdd() // SmolLM2 135M
{
    const auto config = parsed(
        R"({"_model_name_or_path": "A mix", "architectures": ["LlamaForCausalLM"], "hidden_size": 576,
        "is_llama_config": true, "unk_token_id": 0,
        "model_type": "llama", "num_attention_heads": 9, "num_key_value_heads": 3, "rope_interleaved": false,
        "rope_scaling": null, "rope_theta": 100000, "transformers.js_config": {"kv_cache_dtype": {"q4f16": "float16"}}})");
    QCOMPARE(config.layers.at(0).headSize, std::int64_t(64));
    QCOMPARE(config.rotary.at(0).theta, 100000.0);
}

void TestDecoderConfig::readsQwen() // Qwen2.5 7B, Qwen3 0.6B
{
    const auto older = parsed(R"({"model_type": "qwen2", "hidden_act": "silu", "hidden_size": 3584,
        "intermediate_size": 18944, "max_position_embeddings": 32768, "max_window_layers": 28,
        "num_attention_heads": 28, "num_hidden_layers": 28, "num_key_value_heads": 4, "rms_norm_eps": 1e-06,
        "rope_theta": 1000000.0, "sliding_window": 131072, "tie_word_embeddings": false, "use_mrope": false,
        "use_sliding_window": false, "vocab_size": 152064})");
    QVERIFY(older.queryKeyValueBias && !older.outputBias && !older.tied);
    QCOMPARE(older.layers.at(27).headSize, std::int64_t(128));
    QCOMPARE(older.layers.at(27).window, std::int64_t(0));
    const auto newer = parsed(R"({"model_type": "qwen3", "attention_bias": false, "head_dim": 128, "hidden_size": 1024,
        "intermediate_size": 3072, "max_position_embeddings": 40960, "max_window_layers": 28, "num_attention_heads": 16,
        "num_hidden_layers": 28, "num_key_value_heads": 8, "rope_scaling": null, "rope_theta": 1000000,
        "sliding_window": null, "tie_word_embeddings": true, "use_sliding_window": false, "vocab_size": 151936})");
    QVERIFY(newer.queryKeyNorm == DecoderConfig::QueryKeyNorm::PerHead && !newer.queryKeyValueBias);
    QCOMPARE(newer.layers.at(0).headSize, std::int64_t(128));
}

void TestDecoderConfig::readsQwen35InsideAModelThatSees() // Qwen3.5 9B
{
    const auto config = parsed(R"({"architectures": ["Qwen3_5ForConditionalGeneration"], "image_token_id": 248056,
        "model_type": "qwen3_5", "text_config": {"attention_bias": false, "attn_output_gate": true,
        "dtype": "bfloat16", "eos_token_id": 248044, "full_attention_interval": 4, "head_dim": 256,
        "hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 12288, "linear_conv_kernel_dim": 4,
        "linear_key_head_dim": 128, "linear_num_key_heads": 16, "linear_num_value_heads": 32,
        "linear_value_head_dim": 128, "mamba_ssm_dtype": "float32", "max_position_embeddings": 262144,
        "mlp_only_layers": [], "model_type": "qwen3_5_text", "mtp_num_hidden_layers": 1, "num_attention_heads": 16,
        "num_hidden_layers": 32, "num_key_value_heads": 4, "rope_parameters": {"mrope_interleaved": true,
        "mrope_section": [11, 11, 10], "partial_rotary_factor": 0.25, "rope_theta": 10000000, "rope_type": "default"},
        "vocab_size": 248320}, "tie_word_embeddings": false, "vision_config": {"model_type": "qwen3_5", "depth": 27}})");
    QVERIFY(config.insideVision && config.normAddsOne && config.outputGate && !config.tied);
    QVERIFY(config.layers.at(0).recurrent && config.layers.at(2).recurrent && !config.layers.at(3).recurrent);
    QCOMPARE(config.rotary.at(0).part, 0.25);
    QCOMPARE(config.deltaNet->valueHeads, std::int64_t(32));
}

void TestDecoderConfig::readsGemma3WithFewKeys() // Gemma 3 4B, which leaves most to transformers
{
    const auto config = parsed(R"({"model_type": "gemma3", "text_config": {"hidden_size": 2560,
        "intermediate_size": 10240, "model_type": "gemma3_text", "num_hidden_layers": 34, "rope_scaling":
        {"factor": 8.0, "rope_type": "linear"}, "sliding_window": 1024}, "vision_config": {"hidden_size": 1152}})");
    QVERIFY(config.tied && config.normAddsOne && config.norms == DecoderConfig::Norms::Both);
    QVERIFY(config.activation == DecoderConfig::Activation::GeluTanh);
    QCOMPARE(config.layers.at(0).window, std::int64_t(1024));
    QCOMPARE(config.layers.at(5).window, std::int64_t(0));
    QVERIFY(config.rotary.at(0).kind == Kind::Linear && config.rotary.at(1).kind == Kind::Default);
    QCOMPARE(config.rotary.at(0).theta, 1e6);
    QCOMPARE(config.rotary.at(1).theta, 1e4);
    QCOMPARE(config.attentionScale, 1.0 / 16);
    QCOMPARE(config.embeddingMultiplier, std::sqrt(2560.0));
    QVERIFY(config.layers.at(0).rotary == 1u && config.layers.at(5).rotary == 0u);
}

void TestDecoderConfig::readsGemma4InBothForms() // E2B, as Google wrote it and as transformers writes it again
{
    const std::string front = R"({"model_type": "gemma4_text", "attention_k_eq_v": false, "enable_moe_block": false,
        "final_logit_softcapping": 30.0, "hidden_activation": "gelu_pytorch_tanh", "hidden_size": 1536,
        "hidden_size_per_layer_input": 256, "intermediate_size": 6144, "layer_types": ["sliding_attention",
        "full_attention", "sliding_attention", "full_attention"], "num_attention_heads": 8, "num_hidden_layers": 4,
        "num_key_value_heads": 1, "num_kv_shared_layers": 2, "rope_parameters": {"full_attention":
        {"partial_rotary_factor": 0.25, "rope_theta": 1000000.0, "rope_type": "proportional"}, "sliding_attention":
        {"rope_theta": 10000.0, "rope_type": "default"}}, "sliding_window": 512, "use_bidirectional_attention": null,
        "use_double_wide_mlp": true, "vocab_size": 262144, "vocab_size_per_layer_input": 262144, )";
    const auto config = parsed(front + R"("head_dim": 256, "global_head_dim": 512,
        "num_global_key_value_heads": null})");
    QVERIFY(config
        == parsed(front + R"("head_dim": 256, "per_layer_config": {"1": {"head_dim": 512}, "3": {"head_dim": 512}}})"));
    QCOMPARE(config.layers.at(0).headSize, std::int64_t(256));
    QCOMPARE(config.layers.at(1).headSize, std::int64_t(512));
    QVERIFY(config.layers.at(2).keysOf == 0u && config.layers.at(3).keysOf == 1u);
    QCOMPARE(config.layers.at(3).innerSize, std::int64_t(12288));
    QVERIFY(config.rotary.at(0).kind == Kind::Proportional && config.tied && !config.normAddsOne && config.valueNorm);
    QCOMPARE(config.logitsCap, 30.0);
}

void TestDecoderConfig::readsMistral() // 7B v0.1
{
    const auto config = parsed(R"({"model_type": "mistral", "hidden_size": 4096, "intermediate_size": 14336,
        "max_position_embeddings": 32768, "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
        "rms_norm_eps": 1e-05, "rope_theta": 10000.0, "sliding_window": 4096, "vocab_size": 32000})");
    QCOMPARE(config.layers.at(31).window, std::int64_t(4096));
    QCOMPARE(config.layers.at(31).headSize, std::int64_t(128));
}

void TestDecoderConfig::readsMinistral3() // 3B, inside mistral3
{
    const auto config = parsed(R"({"model_type": "mistral3", "dtype": "bfloat16", "text_config": {"head_dim": 128,
        "hidden_size": 3072, "intermediate_size": 9216, "max_position_embeddings": 262144, "model_type": "ministral3",
        "num_attention_heads": 32, "num_hidden_layers": 26, "num_key_value_heads": 8, "rms_norm_eps": 1e-05,
        "rope_parameters": {"beta_fast": 32.0, "beta_slow": 1.0, "factor": 16.0, "llama_4_scaling_beta": 0.1,
        "mscale": 1.0, "mscale_all_dim": 1.0, "original_max_position_embeddings": 16384, "rope_theta": 1000000.0,
        "rope_type": "yarn", "type": "yarn"}, "sliding_window": null, "tie_word_embeddings": true,
        "vocab_size": 131072}, "vision_config": {"model_type": "pixtral"}})");
    QVERIFY(config.tied && config.insideVision);
    QCOMPARE(config.queryGrowth, 0.1);
    QCOMPARE(config.queryGrowthPositions, std::int64_t(16384));
    QCOMPARE(config.rotary.at(0).outputFactor, 1.0);
}

void TestDecoderConfig::readsTheOthers()
{
    const auto smol = parsed(R"({"model_type": "smollm3", "hidden_size": 2048, "intermediate_size": 11008,
        "layer_types": ["full_attention", "full_attention", "full_attention", "full_attention"],
        "no_rope_layer_interval": 4, "no_rope_layers": [1, 1, 1, 0], "num_attention_heads": 16, "num_hidden_layers": 4,
        "num_key_value_heads": 4, "pretraining_tp": 2, "max_window_layers": 28, "rope_theta": 5000000.0, "use_sliding_window": false})");
    QVERIFY(smol.layers.at(2).rotary && !smol.layers.at(3).rotary && smol.tied);
    const auto granite = parsed(R"({"model_type": "granite", "attention_dropout": 0.0, "attention_multiplier":
        0.0078125, "embedding_multiplier": 12.0, "hidden_size": 2048, "logits_scaling": 8.0, "num_attention_heads": 32,
        "num_hidden_layers": 4, "num_key_value_heads": 8, "residual_multiplier": 0.22, "tie_word_embeddings": true})");
    QCOMPARE(granite.attentionScale, 0.0078125);
    QCOMPARE(granite.residualMultiplier, 0.22);
    const auto phi = parsed(R"({"model_type": "phi3", "auto_map": {"AutoConfig": "configuration_phi3.Phi3Config"},
        "hidden_size": 8, "num_attention_heads": 1, "num_hidden_layers": 2, "max_position_embeddings": 131072,
        "original_max_position_embeddings": 4096, "partial_rotary_factor": 0.75, "rope_scaling": {"long_factor":
        [1, 2, 3], "short_factor": [1, 1, 1.5], "type": "longrope"}, "sliding_window": 262144,
        "embd_pdrop": 0.0, "resid_pdrop": 0.0, "full_attn_mod": 1, "interpolate_factor": 1, "lm_head_bias": false})");
    QVERIFY(phi.fusedProjections && phi.rotary.at(0).kind == Kind::LongRope);
    QCOMPARE(phi.rotary.at(0).outputFactor, std::sqrt(1 + std::log(32.0) / std::log(4096.0)));
    const auto olmo = parsed(R"({"model_type": "olmo3", "hidden_size": 4096, "num_hidden_layers": 8,
        "max_position_embeddings": 65536, "rope_scaling": {"attention_factor": 1.2079441541679836, "beta_fast": 32,
        "beta_slow": 1, "factor": 8.0, "original_max_position_embeddings": 8192, "rope_type": "yarn"},
        "rope_theta": 500000, "sliding_window": 4096})");
    QVERIFY(olmo.norms == DecoderConfig::Norms::After && olmo.queryKeyNorm == DecoderConfig::QueryKeyNorm::Whole);
    QVERIFY(olmo.rotary.at(0).kind == Kind::Yarn && olmo.rotary.at(1).kind == Kind::Default);
    QCOMPARE(olmo.rotary.at(1).theta, 500000.0);
    QCOMPARE(olmo.layers.at(2).window, std::int64_t(4096));
    QCOMPARE(olmo.layers.at(3).window, std::int64_t(0));
}

void TestDecoderConfig::readsBothGenerationsAlike_data()
{
    QTest::addColumn<QByteArray>("older");
    QTest::addColumn<QByteArray>("newer");
    QTest::newRow("plain") << QByteArray(R"({"model_type": "llama", "rope_theta": 5e5, "torch_dtype": "bfloat16"})")
                           << QByteArray(R"({"model_type": "llama", "dtype": "bfloat16",
                                  "rope_parameters": {"rope_type": "default", "rope_theta": 5e5}})");
    QTest::newRow("scaled") << QByteArray(R"({"model_type": "qwen2", "rope_theta": 1e6, "rope_scaling":
                                   {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}})")
                            << QByteArray(R"({"model_type": "qwen2", "rope_parameters": {"rope_type": "yarn",
                                   "rope_theta": 1e6, "factor": 4.0, "original_max_position_embeddings": 32768}})");
    QTest::newRow("by layer") << QByteArray(R"({"model_type": "gemma3_text", "rope_theta": 2e6,
                                     "rope_local_base_freq": 2e4, "rope_scaling": {"rope_type": "linear", "factor": 8},
                                     "sliding_window_pattern": 2, "num_hidden_layers": 2})")
                              << QByteArray(R"({"model_type": "gemma3_text", "num_hidden_layers": 2, "rope_parameters":
                                     {"full_attention": {"rope_type": "linear", "factor": 8, "rope_theta": 2e6},
                                     "sliding_attention": {"rope_type": "default", "rope_theta": 2e4}},
                                     "layer_types": ["sliding_attention", "full_attention"]})");
}

void TestDecoderConfig::readsBothGenerationsAlike()
{
    QFETCH(QByteArray, older);
    QFETCH(QByteArray, newer);
    QVERIFY(parsed(older.toStdString()) == parsed(newer.toStdString()));
}

void TestDecoderConfig::refusesByName_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("named");
    const auto row = [](const char *name, const char *json, const char *named) {
        QTest::newRow(name) << QByteArray(json) << QString(named);
    };
    row("no object", "[]", "must be a JSON object");
    row("no family", "{}", "model family \"\"");
    row("another family", R"({"model_type": "deepseek_v4"})", "\"deepseek_v4\" (model_type in config.json)");
    row("nothing inside", R"({"model_type": "gemma3"})", "text_config");
    row("another one inside", R"({"model_type": "mistral3", "text_config": {"model_type": "mistral4"}})", "mistral4");
    row("unknown key", R"({"model_type": "llama", "use_sinks": true})", "use_sinks");
    const auto quantised = [&](const char *config, const char *says) {
        row(says, (QByteArray(R"({"model_type": "llama", "quantization_config": )") + config + "}").constData(), says);
    };
    quantised(R"({"quant_method": "bitsandbytes", "load_in_8bit": true})", "bitsandbytes in 8 bits");
    quantised(R"({"quant_method": "bitsandbytes", "load_in_4bit": true})", "bitsandbytes fp4");
    quantised(R"({"quant_method": "gptq", "bits": 4})", "gptq");
    quantised(R"({"quant_method": "fp8"})", "fp8");
    quantised(R"({"load_in_4bit": true, "bnb_4bit_quant_type": "nf4", "bnb_4bit_quant_storage": "bfloat16"})",
        "bnb_4bit_quant_storage");
    row("quantised inside", R"({"model_type": "gemma3", "text_config": {}, "quantization_config": {"a": 1}})",
        "quantization_config");
    row("another activation", R"({"model_type": "llama", "hidden_act": "relu2"})", "relu2");
    row("another rotary", R"({"model_type": "llama", "rope_scaling": {"type": "dynamic", "factor": 2}})", "dynamic");
    row("unknown rotary key", R"({"model_type": "llama", "rope_scaling": {"type": "linear", "factor": 2, "phase": 1}})",
        "phase");
    row("no factors", R"({"model_type": "phi3", "rope_scaling": {"type": "longrope", "short_factor": [1]}})",
        "short_factor and long_factor");
    row("unknown layers", R"({"model_type": "qwen3", "num_hidden_layers": 1, "layer_types": ["chunked_attention"]})",
        "chunked_attention");
    row("few layers", R"({"model_type": "olmo3", "num_hidden_layers": 3, "layer_types": ["full_attention"]})",
        "layer_types");
    row("no window", R"({"model_type": "qwen3", "num_hidden_layers": 1, "layer_types": ["sliding_attention"]})",
        "sliding_window");
    row("experts", R"({"model_type": "gemma4_text", "enable_moe_block": true})", "enable_moe_block");
    row("both directions", R"({"model_type": "gemma3_text", "use_bidirectional_attention": true})",
        "use_bidirectional_attention");
    row("cap of scores", R"({"model_type": "gemma3_text", "attn_logit_softcapping": 50})", "attn_logit_softcapping");
    row("uneven heads", R"({"model_type": "llama", "num_attention_heads": 6, "num_key_value_heads": 4})",
        "num_key_value_heads");
    row("odd heads", R"({"model_type": "llama", "head_dim": 7})", "head_dim");
    row("too many layers", R"({"model_type": "llama", "num_hidden_layers": 1000000000})", "num_hidden_layers");
    row("no number", R"({"model_type": "llama", "hidden_size": "large"})", "hidden_size");
    row("no such layer", R"({"model_type": "gemma4_text", "per_layer_config": {"99": {}}})", "per_layer_config");
    row("unlike heads", R"({"model_type": "gemma4_text", "per_layer_config": {"5": {"head_dim": 512}}})", "head_dim");
    row("nobody's keys", R"({"model_type": "gemma4_text", "num_hidden_layers": 6, "num_kv_shared_layers": 1})",
        "num_kv_shared_layers");
}

void TestDecoderConfig::refusesByName()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, named);
    const auto config = parseDecoderConfig(json.toStdString());
    QVERIFY(!config);
    QVERIFY2(QString::fromStdString(config.error().message).contains(named), config.error().message.c_str());
}

QTEST_APPLESS_MAIN(TestDecoderConfig)

#include "tst_decoderconfig.moc"
