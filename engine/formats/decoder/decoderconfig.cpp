#include "engine/formats/decoder/decoderconfig.h"

#include "engine/formats/decoder/families.h"
#include "engine/formats/decoder/quantizationconfig.h"

#include <array>
#include <string>

namespace motley {

namespace {

struct Family {
    std::string_view name; // its model_type
    void (*read)(ConfigReader &, DecoderConfig &);
};
constexpr std::array<Family, 12> families{{
    {"llama", readLlama},
    {"qwen2", readQwen2},
    {"qwen3", readQwen3},
    {"qwen3_5_text", readQwen35},
    {"gemma3_text", readGemma3},
    {"gemma4_text", readGemma4},
    {"mistral", readMistral},
    {"ministral3", readMinistral3},
    {"smollm3", readSmolLm3},
    {"granite", readGranite},
    {"phi3", readPhi3},
    {"olmo3", readOlmo3},
}};

// Models that see, and the family of the model for text inside them where the file does not say it.
struct SeeingFamily {
    std::string_view name;
    const char *inside;
    bool usuallyTied;
};
constexpr std::array<SeeingFamily, 4> seeingFamilies{{
    {"qwen3_5", "qwen3_5_text", false},
    {"gemma3", "gemma3_text", true},
    {"gemma4", "gemma4_text", true},
    {"mistral3", "mistral", true},
}};

template <typename Rows>
auto rowCalled(const Rows &rows, std::string_view name) -> decltype(rows.data())
{
    for (const auto &row : rows)
        if (row.name == name)
            return &row;
    return nullptr;
}

std::string supportedNames()
{
    std::string names = "gpt2"; // which has a configuration of its own
    for (const Family &family : families)
        names.append(", ").append(family.name);
    return names;
}

constexpr const char *quantization = "quantization_config";

// Keys that do not change what the model computes: what it is called, how it was trained, how text is made with it.
constexpr std::initializer_list<const char *> harmless{"architectures", "attention_dropout", "auto_map", "bos_token_id",
    "cache_implementation", "dtype", "embd_pdrop", "eos_token_id", "id2label", "initializer_range", "is_llama_config",
    "label2id", "mamba_ssm_dtype", "model_type", "mtp_num_hidden_layers", "mtp_use_dedicated_embeddings",
    "pad_token_id", "pretraining_tp", quantization, "resid_pdrop", "sep_token_id", "tokenizer_class", "torch_dtype",
    "transformers.js_config", "transformers_version", "unk_token_id", "unsloth_fixed", "unsloth_version", "use_cache"};

// Errors: what holds for all families.
Result<void> checkWeights(const Json &json)
{
    const auto found = json.find(quantization);
    return found == json.end() ? Result<void>() : checkQuantization(*found);
}

Result<void> checkShape(const DecoderConfig &decoder)
{
    const auto refuse
        = [](const char *what) { return fail(std::string("The fields of config.json do not fit: ") + what); };
    for (const DecoderLayerConfig &layer : decoder.layers) {
        if (decoder.heads % layer.keyValueHeads != 0)
            return refuse("num_attention_heads must be a multiple of num_key_value_heads.");
        if (!layer.rotary)
            continue;
        const RotaryConfig &rotary = decoder.rotary[*layer.rotary];
        const auto rotated = std::int64_t(double(layer.headSize) * rotary.part);
        if (rotated < 2 || (rotary.kind != RotaryConfig::Kind::Proportional && rotated % 2 != 0))
            return refuse("head_dim times partial_rotary_factor must be even and at least 2.");
        if (layer.headSize % 2 != 0 && rotary.kind == RotaryConfig::Kind::Proportional)
            return refuse("head_dim must be even.");
        const auto pairs = std::size_t(rotated / 2);
        if (rotary.kind == RotaryConfig::Kind::LongRope
            && (rotary.shortFactors.size() != pairs || rotary.longFactors.size() != pairs))
            return refuse("short_factor and long_factor must each have a number for each pair that is rotated.");
    }
    for (const DecoderLayerConfig &layer : decoder.layers)
        for (const DecoderLayerConfig &other : decoder.layers)
            if (layer.rotary && layer.rotary == other.rotary && layer.headSize != other.headSize)
                return refuse("head_dim must be the same for all layers that encode positions in the same way.");
    return {};
}

Result<DecoderConfig> readFamily(const Json &json, const std::string &name)
{
    const Family *family = rowCalled(families, name);
    if (!family)
        return fail("The model family \"" + name.substr(0, 60)
            + "\" (model_type in config.json) is not supported: " + supportedNames() + " are.");
    if (const auto good = checkWeights(json); !good)
        return tl::unexpected(good.error());
    DecoderConfig decoder;
    decoder.family = family->name;
    ConfigReader reader(json);
    family->read(reader, decoder);
    if (const auto read = reader.finish(harmless); !read)
        return tl::unexpected(read.error());
    if (const auto good = checkShape(decoder); !good)
        return tl::unexpected(good.error());
    return decoder;
}

std::string textAt(const Json &json, const char *key, const std::string &otherwise)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

Result<DecoderConfig> readInside(const Json &json, const SeeingFamily &seeing)
{
    const auto inside = json.find("text_config");
    if (inside == json.end() || !inside->is_object())
        return fail("The field text_config, which describes the model for text inside a model that sees, is missing.");
    if (const auto good = checkWeights(json); !good)
        return tl::unexpected(good.error());
    auto decoder = readFamily(*inside, textAt(*inside, "model_type", seeing.inside));
    if (!decoder)
        return decoder;
    decoder->insideVision = true;
    if (seeing.name == "gemma3")
        decoder->logitsCap = 0; // as in transformers, where the model for text alone has it
    const auto outer = json.find("tie_word_embeddings");
    if (outer != json.end() && outer->is_boolean())
        decoder->tied = outer->get<bool>();
    else if (!inside->contains("tie_word_embeddings"))
        decoder->tied = seeing.usuallyTied;
    return decoder;
}

} // namespace

std::string modelTypeOf(std::string_view text)
{
    const auto json = parseModelConfig(text);
    return json && json->is_object() ? textAt(*json, "model_type", "") : "";
}

Result<DecoderConfig> parseDecoderConfig(std::string_view text)
{
    const auto json = parseModelConfig(text);
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return fail("The model configuration must be a JSON object.");
    const std::string name = textAt(*json, "model_type", "");
    const SeeingFamily *seeing = rowCalled(seeingFamilies, name);
    return seeing ? readInside(*json, *seeing) : readFamily(*json, name);
}

std::string withoutQuantization(std::string_view text)
{
    auto json = parseModelConfig(text);
    if (!json || !json->is_object() || json->erase(std::string(quantization)) == 0)
        return std::string(text);
    return json->dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string withDataType(std::string_view text, const std::string &type)
{
    auto json = parseModelConfig(text);
    if (!json || !json->is_object())
        return std::string(text);
    const auto setIn = [&](Json &part) {
        for (const char *key : {"dtype", "torch_dtype"}) // of newer and of older files
            if (part.contains(key))
                part[key] = type;
    };
    setIn(*json);
    if (!json->contains("dtype") && !json->contains("torch_dtype"))
        (*json)["dtype"] = type;
    if (const auto inside = json->find("text_config"); inside != json->end() && inside->is_object())
        setIn(*inside);
    return json->dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace motley
