#include "engine/models/translation/transformer.h"

#include "engine/models/layers/modulegroup.h"
#include "engine/models/layers/randomfill.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr std::uint64_t initialisation = 0x74726e73; // random stream, distinct from those of the samples

enum EmbeddingDropout : std::uint64_t { SourceEmbedding, TargetEmbedding };

// Position embeddings with sines in the first half and cosines in the second; wavelengths from 2 pi to 10000 * 2 pi.
at::Tensor sinusoids(std::int64_t positions, std::int64_t size)
{
    const auto options = at::TensorOptions(at::kDouble);
    const at::Tensor waves = at::pow(10000.0, at::arange(0, size, 2, options).div_(double(-size)));
    const at::Tensor angles = at::arange(positions, options).unsqueeze(1) * waves;
    return at::cat({angles.sin(), angles.cos()}, 1).to(at::kFloat);
}

at::Tensor paddingBias(const at::Tensor &ids, std::int64_t padId)
{
    const at::Tensor padded = ids.eq(padId);
    // On a CPU, checking whether anything is padded is cheaper than adding zeros in every layer; on a GPU it would make
    // the host wait for the device.
    if (padded.is_cpu() && !padded.any().item<bool>())
        return {};
    const at::Tensor bias = at::zeros(padded.sizes(), ids.options().dtype(at::kFloat));
    return bias.masked_fill_(padded, -std::numeric_limits<float>::infinity()).unsqueeze(1).unsqueeze(1);
}

bool contains(const std::string &text, const char *part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

Transformer::Transformer(const MarianConfig &config)
    : m_config(config), m_positions(sinusoids(config.positions, config.size))
{
    const auto model = register_module("model", std::make_shared<ModuleGroup>());
    // Made from given weights, because torch's own initialisation would draw random numbers that are overwritten
    // anyway.
    m_words = model->register_module("shared",
        torch::nn::Embedding::from_pretrained(
            torch::zeros({config.vocabulary, config.size}), torch::nn::EmbeddingFromPretrainedOptions().freeze(false)));
    const auto layersOf = [&](const char *side) {
        const auto group = model->register_module(side, std::make_shared<ModuleGroup>());
        return group->register_module("layers", std::make_shared<ModuleGroup>());
    };
    const auto encoder = layersOf("encoder");
    for (std::int64_t i = 0; i < config.encoderLayers; ++i)
        m_encoder.push_back(
            encoder->register_module(std::to_string(i), std::make_shared<TransformerEncoderLayer>(config, i)));
    const auto decoder = layersOf("decoder");
    for (std::int64_t i = 0; i < config.decoderLayers; ++i)
        m_decoder.push_back(decoder->register_module(
            std::to_string(i), std::make_shared<TransformerDecoderLayer>(config, config.encoderLayers + i)));
}

at::Tensor Transformer::embed(
    const at::Tensor &ids, std::int64_t firstPosition, const Dropout &dropout, std::uint64_t layer)
{
    TORCH_CHECK(firstPosition + ids.size(1) <= m_config.positions, "a sentence is longer than the model has positions");
    if (m_positions.device() != ids.device())
        m_positions = m_positions.to(ids.device());
    const at::Tensor words = at::embedding(m_words->weight, ids) * std::sqrt(double(m_config.size));
    const at::Tensor positions = m_positions.narrow(0, firstPosition, ids.size(1));
    return dropout(words + positions.to(words.scalar_type()), m_config.dropout, layer);
}

at::Tensor Transformer::encode(const at::Tensor &source, const at::Tensor &bias, const Dropout &dropout)
{
    at::Tensor x = embed(source, 0, dropout, SourceEmbedding);
    for (const auto &layer : m_encoder)
        x = runLayer(*layer, x, [=](const at::Tensor &input) { return layer->forward(input, bias, dropout); });
    return x;
}

at::Tensor Transformer::forward(const TranslationInputs &inputs)
{
    const double highest = std::max({m_config.dropout, m_config.attentionDropout, m_config.activationDropout});
    const bool drops = is_training() && highest > 0;
    TORCH_CHECK(!drops || inputs.dropoutKeys.defined(), "training with dropout needs a dropout key for each sample");
    const Dropout dropout{drops ? inputs.dropoutKeys : at::Tensor()};
    const at::Tensor bias = paddingBias(inputs.source, m_config.padId);
    const at::Tensor encoded = encode(inputs.source, bias, dropout);
    at::Tensor x = embed(inputs.target, 0, dropout, TargetEmbedding);
    for (const auto &layer : m_decoder)
        x = layer->forward(x, {layer->sourceOf(encoded), bias}, dropout);
    return x;
}

TranslationState Transformer::read(const at::Tensor &source)
{
    const at::Tensor bias = paddingBias(source, m_config.padId);
    const at::Tensor encoded = encode(source, bias, {});
    TranslationState state;
    for (const auto &layer : m_decoder)
        state.sources.push_back({layer->sourceOf(encoded), bias});
    state.caches.resize(m_decoder.size());
    return state;
}

at::Tensor Transformer::extend(const at::Tensor &tokens, TranslationState &state)
{
    // All hypotheses are equally long, so all of these tokens have the same position.
    at::Tensor x = embed(tokens.reshape({-1, 1}), state.caches[0].tokens(), {}, TargetEmbedding);
    x = x.view({tokens.size(0), tokens.size(1), m_config.size});
    for (std::size_t i = 0; i < m_decoder.size(); ++i)
        x = m_decoder[i]->extend(x, state.sources[i], state.caches[i]);
    return x;
}

void select(TranslationState &state, const at::Tensor &sentences, const at::Tensor &rows)
{
    for (KeyValueCache &cache : state.caches)
        cache.select(rows);
    if (sentences.size(0) == state.sources[0].tokens.key.size(0))
        return; // sentences are only ever removed, so these are all, in order
    for (auto &source : state.sources) {
        source.tokens = {source.tokens.key.index_select(0, sentences), source.tokens.value.index_select(0, sentences)};
        source.bias = source.bias.defined() ? source.bias.index_select(0, sentences) : source.bias;
    }
}

void initialiseTransformer(torch::nn::Module &model, const MarianConfig &config, std::uint64_t seed)
{
    const torch::NoGradGuard noGradients;
    Random random{seed, initialisation};
    for (auto &parameter : model.named_parameters()) {
        const std::string &name = parameter.key();
        const at::Tensor tensor = parameter.value();
        if (tensor.dim() < 2) {
            tensor.fill_(contains(name, "layer_norm.weight") ? 1 : 0);
        } else if (contains(name, "shared")) {
            fillNormally(tensor, 1 / std::sqrt(double(config.size)), random);
            tensor[config.padId].zero_();
        } else {
            const bool projects = contains(name, "q_proj") || contains(name, "k_proj") || contains(name, "v_proj");
            const double gain = projects ? std::sqrt(0.5) : 1;
            fillUniformly(tensor, gain * std::sqrt(6.0 / double(tensor.size(0) + tensor.size(1))), random);
        }
    }
}

} // namespace motley
