#include "engine/formats/lora/loraconfig.h"

#include "engine/formats/decoder/configreader.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace motley {

namespace {

constexpr std::int64_t highestRank = 65536;
constexpr double highestAlpha = 1e6;

struct OtherKind {
    const char *key;
    const char *name;
};

// Each is off where its key is missing, null, false or empty.
constexpr std::array otherKinds{OtherKind{"use_dora", "DoRA"}, OtherKind{"use_qalora", "QALoRA"},
    OtherKind{"alora_invocation_tokens", "aLoRA"}, OtherKind{"velora_config", "VeLoRA"},
    OtherKind{"kasa_config", "KaSA"}, OtherKind{"monteclora_config", "MonteCLoRA"}, OtherKind{"use_bdlora", "BD-LoRA"},
    OtherKind{"arrow_config", "Arrow"}, OtherKind{"loftq_config", "LoftQ"}, OtherKind{"lora_ga_config", "LoRA-GA"},
    OtherKind{"corda_config", "CorDA"}, OtherKind{"megatron_config", "an adapter of Megatron's layers"},
    OtherKind{"lora_bias", "an adapter with biases"}, OtherKind{"layer_replication", "an adapter of repeated layers"},
    OtherKind{"target_parameters", "an adapter of parameters that are no layers"},
    OtherKind{"trainable_token_indices", "an adapter of single tokens"},
    OtherKind{"fan_in_fan_out", "an adapter of transposed weights"}};

// Adapters of these begin with other weights than the model's own have; all that have another name change them.
constexpr std::array<std::string_view, 4> harmlessBeginnings{"gaussian", "eva", "orthogonal", "mica"};

bool isOff(const Json *value)
{
    return !value || *value == Json(false) || (value->is_structured() && value->empty());
}

void refuseOtherKinds(ConfigReader &reader)
{
    const std::string kind = reader.text("peft_type", "");
    if (kind != "LORA")
        reader.refuse("Adapters of the kind \"" + kind + "\" (peft_type) are not supported, only those of LORA.");
    for (const OtherKind &other : otherKinds)
        if (!isOff(reader.find(other.key)))
            reader.refuse(
                std::string("The adapter is ") + other.name + " (" + other.key + "), which is not supported.");
    if (const std::string bias = reader.text("bias", "none"); bias != "none")
        reader.refuse("The adapter also has biases of the model (bias: \"" + bias + "\"), which is not supported.");
    if (const std::string task = reader.text("task_type", "CAUSAL_LM"); task != "CAUSAL_LM")
        reader.refuse(
            "The adapter is for the task \"" + task + "\" (task_type); only those for CAUSAL_LM are supported.");
    const Json *begun = reader.find("init_lora_weights");
    const bool isNamed = begun && begun->is_string();
    if (isNamed
        && std::find(harmlessBeginnings.begin(), harmlessBeginnings.end(), begun->get_ref<const std::string &>())
            == harmlessBeginnings.end())
        reader.refuse("The adapter began with the method " + describeJson(*begun)
            + " (init_lora_weights), which changes the model's own weights; convert it to a usual LoRA in PEFT.");
}

// A pattern is a regular expression to PEFT. One that is the name of a layer is read, and no other.
std::string layerIn(const std::string &pattern)
{
    std::string layer;
    for (std::size_t i = pattern.rfind('^', 0) == 0 ? 1 : 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\' && i + 1 < pattern.size() && pattern[i + 1] == '.')
            continue;
        layer += pattern[i];
    }
    return layer;
}

std::vector<LayerNumber> patternsIn(ConfigReader &reader, const char *key, double most, bool whole)
{
    std::vector<LayerNumber> patterns;
    const Json *found = reader.find(key);
    if (!found)
        return patterns;
    if (!found->is_object() || found->size() > longestArray) {
        reader.refuse(reader.named(key) + " must be an object of names and numbers.");
        return patterns;
    }
    for (const auto &[pattern, value] : found->items()) {
        const std::string layer = layerIn(pattern);
        const auto names = layerNamesIn(layer);
        if (!names || names->size() != 1) {
            reader.refuse(reader.named(key) + " has the pattern \"" + pattern
                + "\". Names of layers are supported, other regular expressions are not.");
            return patterns;
        }
        const auto number = numberFromJson(value);
        if (!number || !(*number > 0) || *number > most || (whole && *number != std::floor(*number))) {
            reader.refuse(
                reader.named(key) + "." + pattern + " must be a number above 0, but is " + describeJson(value) + ".");
            return patterns;
        }
        const auto isSame = [&](const LayerNumber &item) { return item.layer == layer; };
        if (std::none_of(patterns.begin(), patterns.end(), isSame))
            patterns.push_back({layer, *number});
    }
    return patterns;
}

const LayerNumber *findNumber(const std::vector<LayerNumber> &numbers, const std::string &layer)
{
    const auto found = std::find_if(
        numbers.begin(), numbers.end(), [&](const LayerNumber &item) { return isCalled(layer, item.layer); });
    return found == numbers.end() ? nullptr : &*found;
}

Json numbersOf(const std::vector<LayerNumber> &numbers)
{
    Json json = Json::object();
    for (const LayerNumber &item : numbers)
        json.emplace(item.layer, numberToJson(item.number)); // the first counts
    return json;
}

Json wholeNumbersOf(const std::vector<LayerNumber> &numbers)
{
    Json json = numbersOf(numbers);
    for (auto &[layer, number] : json.items())
        number = std::int64_t(number.get<double>());
    return json;
}

std::string written(const Json &json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

std::int64_t LoraConfig::rankOf(const std::string &layer) const
{
    const LayerNumber *found = findNumber(ranks, layer);
    return found ? std::int64_t(found->number) : rank;
}

double LoraConfig::scaleOf(const std::string &layer) const
{
    const LayerNumber *found = findNumber(alphas, layer);
    const auto divisor = double(rankOf(layer));
    return (found ? found->number : alpha) / (rankStabilised ? std::sqrt(divisor) : divisor);
}

bool isCalled(const std::string &layer, const std::string &name)
{
    return layer == name || (layer.size() > name.size() && layer.ends_with("." + name));
}

LoraConfig loraConfigOf(const AdapterSpec &spec)
{
    LoraConfig config;
    config.rank = spec.rank;
    config.alpha = spec.alpha > 0 ? spec.alpha : double(spec.rank);
    config.rankStabilised = spec.rsLora;
    config.dropout = spec.dropout;
    if (spec.targets != "all-linear")
        config.targets = layerNamesIn(spec.targets).value_or(std::vector<std::string>());
    config.ranks = layerNumbersIn(spec.rankPattern).value_or(std::vector<LayerNumber>());
    config.alphas = layerNumbersIn(spec.alphaPattern).value_or(std::vector<LayerNumber>());
    config.modulesToSave = layerNamesIn(spec.modulesToSave).value_or(std::vector<std::string>());
    return config;
}

Result<LoraConfig> parseLoraConfig(std::string_view text)
{
    const auto json = parseModelConfig(text);
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return fail("It must be an object, but is " + describeJson(*json) + ".");
    ConfigReader reader(*json);
    refuseOtherKinds(reader);
    LoraConfig config;
    config.rank = reader.whole("r", 1, highestRank, 8);
    config.alpha = reader.positive("lora_alpha", 8);
    config.rankStabilised = reader.flag("use_rslora", false);
    config.dropout = reader.number("lora_dropout", 0);
    if (!(config.dropout >= 0 && config.dropout < 1) || !(config.alpha <= highestAlpha))
        reader.refuse("The fields lora_dropout and lora_alpha must be from 0 to below 1 and up to 1000000.");
    config.base = reader.text("base_model_name_or_path", "");
    config.tiesWeights = reader.flag("ensure_weight_tying", false);
    config.ranks = patternsIn(reader, "rank_pattern", double(highestRank), /*whole=*/true);
    config.alphas = patternsIn(reader, "alpha_pattern", highestAlpha, /*whole=*/false);
    const auto known = reader.finish(
        {"auto_mapping", "eva_config", "exclude_modules", "inference_mode", "layers_pattern", "layers_to_transform",
            "megatron_core", "modules_to_save", "peft_version", "qalora_group_size", "revision", "target_modules"});
    return known.map([&] { return config; });
}

Result<std::string> withBase(std::string_view text, const std::string &base)
{
    auto json = parseModelConfig(text);
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return fail("It must be an object, but is " + describeJson(*json) + ".");
    (*json)["base_model_name_or_path"] = base;
    return written(*json);
}

std::string toJson(const LoraConfig &config)
{
    Json json{{"peft_type", "LORA"}, {"task_type", "CAUSAL_LM"}, {"base_model_name_or_path", config.base},
        {"r", config.rank}, {"lora_alpha", numberToJson(config.alpha)}, {"use_rslora", config.rankStabilised},
        {"lora_dropout", numberToJson(config.dropout)}};
    json["target_modules"] = config.targets;
    if (config.targets.empty())
        json["target_modules"] = "all-linear";
    json["rank_pattern"] = wholeNumbersOf(config.ranks);
    json["alpha_pattern"] = numbersOf(config.alphas);
    json["modules_to_save"] = nullptr;
    if (!config.modulesToSave.empty())
        json["modules_to_save"] = config.modulesToSave;
    if (config.tiesWeights)
        json["ensure_weight_tying"] = true;
    json.update({{"bias", "none"}, {"fan_in_fan_out", false}, {"use_dora", false}, {"init_lora_weights", true},
        {"inference_mode", true}});
    return written(json);
}

} // namespace motley
