#include "engine/tasks/madeup/madeupdecoder.h"

#include "engine/models/decoder/decoder.h"
#include "engine/tasks/madeup/madeuptokenizer.h"
#include "engine/tensorfiles/modelfolder.h"

#include <nlohmann/json.hpp>

#include <torch/torch.h>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t seedOfWeights = 1;
constexpr double deviation = 0.02; // of weights, as fresh models of these families have it

// Layers of a window by turns with layers that see everything.
Json turns(std::int64_t layers)
{
    Json types = Json::array();
    for (std::int64_t layer = 0; layer < layers; ++layer)
        types.push_back(layer % 2 == 0 ? "sliding_attention" : "full_attention");
    return types;
}

Json familyKeys(const std::string &family, const MadeUpSize &size)
{
    const std::int64_t head = size.width / size.heads;
    const std::int64_t window = size.positions / 8;
    if (family == "qwen3")
        return {{"model_type", family}, {"head_dim", head}};
    if (family == "qwen3_5")
        return {{"model_type", "qwen3_5_text"}, {"head_dim", head}, {"linear_num_key_heads", size.heads / 2},
            {"linear_num_value_heads", size.heads}, {"linear_key_head_dim", head}, {"linear_value_head_dim", head}};
    if (family == "gemma3")
        return {{"model_type", "gemma3_text"}, {"head_dim", head}, {"query_pre_attn_scalar", head},
            {"sliding_window", window}, {"layer_types", turns(size.layers)}, {"tie_word_embeddings", true},
            {"hidden_activation", "gelu_pytorch_tanh"}};
    if (family == "gemma4")
        return {{"model_type", "gemma4_text"}, {"head_dim", head}, {"global_head_dim", 2 * head},
            {"sliding_window", window}, {"layer_types", turns(size.layers)}, {"num_kv_shared_layers", size.layers / 2},
            {"hidden_size_per_layer_input", head}, {"vocab_size_per_layer_input", size.vocabulary},
            {"use_double_wide_mlp", true}, {"tie_word_embeddings", true}, {"hidden_activation", "gelu_pytorch_tanh"}};
    if (family == "ministral3")
        return {{"model_type", family}, {"head_dim", head}, {"tie_word_embeddings", true},
            {"rope_parameters",
                {{"rope_type", "yarn"}, {"rope_theta", 1e6}, {"factor", 16.0},
                    {"original_max_position_embeddings", size.positions / 16}, {"beta_fast", 32.0}, {"beta_slow", 1.0},
                    {"mscale", 1.0}, {"mscale_all_dim", 1.0}, {"llama_4_scaling_beta", 0.1}}}};
    if (family == "granite")
        return {{"model_type", family}, {"attention_multiplier", 1.0 / double(head)}, {"embedding_multiplier", 12.0},
            {"residual_multiplier", 0.22}, {"logits_scaling", 8.0}, {"tie_word_embeddings", true}};
    if (family == "olmo3")
        return {{"model_type", family}, {"sliding_window", window}, {"layer_types", turns(size.layers)}};
    if (family == "smollm3")
        return {{"model_type", family}, {"no_rope_layer_interval", 4}, {"tie_word_embeddings", true}};
    if (family == "mistral")
        return {{"model_type", family}, {"sliding_window", window}};
    return {{"model_type", family}};
}

std::string configOf(const std::string &family, const MadeUpSize &size)
{
    Json config{{"vocab_size", size.vocabulary}, {"hidden_size", size.width}, {"intermediate_size", 3 * size.width},
        {"num_hidden_layers", size.layers}, {"num_attention_heads", size.heads},
        {"num_key_value_heads", size.heads / 2}, {"max_position_embeddings", size.positions}, {"bos_token_id", 1},
        {"eos_token_id", 2}, {"pad_token_id", 0}, {"dtype", "float32"}, {"tie_word_embeddings", false}};
    config.update(familyKeys(family, size));
    return config.dump(2) + "\n";
}

// Norms begin with a factor of one, however it is written; everything else is random.
at::Tensor valueOf(const NamedTensor &item, bool normAddsOne)
{
    const std::string &name = item.name;
    const auto sizes = item.tensor.sizes();
    if (name.ends_with("A_log"))
        return torch::rand(sizes).mul(15).add(1).log();
    if (name.ends_with("dt_bias") || name.ends_with("layer_scalar") || name.ends_with("linear_attn.norm.weight"))
        return torch::ones(sizes);
    if (name.ends_with("norm.weight"))
        return normAddsOne ? torch::zeros(sizes) : torch::ones(sizes);
    return name.ends_with(".bias") ? torch::zeros(sizes) : torch::randn(sizes).mul(deviation);
}

} // namespace

const std::vector<std::string> &madeUpFamilies()
{
    static const std::vector<std::string> names{"llama", "qwen2", "qwen3", "qwen3_5", "gemma3", "gemma4", "mistral",
        "ministral3", "smollm3", "granite", "phi3", "olmo3"};
    return names;
}

Result<void> writeMadeUpDecoder(const std::string &family, const MadeUpSize &size, const std::string &folder)
{
    if (size.heads % 2 != 0 || size.width % (8 * size.heads) != 0)
        return fail("A width of " + std::to_string(size.width) + " is not divided among " + std::to_string(size.heads)
            + " heads, an even number, in multiples of 8.");
    const std::string text = configOf(family, size);
    const auto config = parseDecoderConfig(text);
    if (!config)
        return tl::unexpected(config.error());
    torch::manual_seed(seedOfWeights);
    const Decoder shape(*config); // its weights claim no memory
    NamedTensors tensors;
    for (const NamedTensor &item : stateDict(shape))
        tensors.push_back({item.name, valueOf(item, config->normAddsOne)});
    return writeModelFolder(folder, tensors, text, madeUpTokenizer(size.vocabulary));
}

} // namespace motley
