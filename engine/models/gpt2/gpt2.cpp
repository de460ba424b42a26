#include "engine/models/gpt2/gpt2.h"

#include "engine/models/layers/attention.h"
#include "engine/models/layers/modulegroup.h"
#include "engine/models/layers/randomfill.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr std::uint64_t initialisation = 0x67707432; // random stream, distinct from those of the samples

torch::nn::LayerNorm layerNorm(const Gpt2Config &config)
{
    return torch::nn::LayerNorm(torch::nn::LayerNormOptions({config.hiddenSize}).eps(config.layerNormEpsilon));
}

at::Tensor activate(const at::Tensor &x, Gpt2Config::Activation activation)
{
    switch (activation) {
    case Gpt2Config::Activation::GeluTanh:
        return at::gelu(x, "tanh");
    case Gpt2Config::Activation::Gelu:
        return at::gelu(x, "none");
    case Gpt2Config::Activation::Relu:
        return at::relu(x);
    case Gpt2Config::Activation::Silu:
        break;
    }
    return at::silu(x);
}

bool endsWith(const std::string &text, const std::string &end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

} // namespace

TransposedLinear::TransposedLinear(std::int64_t from, std::int64_t to)
    : m_weight(register_parameter("weight", torch::zeros({from, to}))),
      m_bias(register_parameter("bias", torch::zeros(to)))
{
}

Gpt2Layer::Gpt2Layer(const Gpt2Config &config, std::int64_t index) : m_config(config), m_index(index)
{
    const std::int64_t size = config.hiddenSize;
    const std::int64_t inner = config.intermediateSize.value_or(4 * size);
    m_attentionNorm = register_module("ln_1", layerNorm(config));
    const auto attention = register_module("attn", std::make_shared<ModuleGroup>());
    m_attention = attention->register_module("c_attn", std::make_shared<TransposedLinear>(size, 3 * size));
    m_attentionOutput = attention->register_module("c_proj", std::make_shared<TransposedLinear>(size, size));
    m_innerNorm = register_module("ln_2", layerNorm(config));
    const auto perceptron = register_module("mlp", std::make_shared<ModuleGroup>());
    m_inner = perceptron->register_module("c_fc", std::make_shared<TransposedLinear>(size, inner));
    m_innerOutput = perceptron->register_module("c_proj", std::make_shared<TransposedLinear>(inner, size));
}

at::Tensor Gpt2Layer::forward(const at::Tensor &x, const Dropout &dropout, KeyValueCache *cache)
{
    const auto parts = m_attention->forward(m_attentionNorm(x)).chunk(3, 2);
    const KeyValue next{parts[1], parts[2]};
    const KeyValue all = cache ? cache->append(next) : next;
    const at::Tensor context = attention({parts[0], all.key, all.value, m_config.heads, {}, /*causal=*/true},
        {dropout, m_config.attentionDropout, dropoutLayer(1), m_config.positions});
    const at::Tensor attended
        = x + dropout(m_attentionOutput->forward(context), m_config.residualDropout, dropoutLayer(2));
    const at::Tensor inner = activate(m_inner->forward(m_innerNorm(attended)), m_config.activation);
    return attended + dropout(m_innerOutput->forward(inner), m_config.residualDropout, dropoutLayer(3));
}

Gpt2::Gpt2(const Gpt2Config &config) : m_config(config)
{
    const auto embedding = [&](std::int64_t rows) {
        // Made from given weights, because torch's own initialisation would draw random numbers that are overwritten
        // anyway.
        return torch::nn::Embedding::from_pretrained(
            torch::zeros({rows, config.hiddenSize}), torch::nn::EmbeddingFromPretrainedOptions().freeze(false));
    };
    const auto transformer = register_module("transformer", std::make_shared<ModuleGroup>());
    m_words = transformer->register_module("wte", embedding(config.vocabulary));
    m_positions = transformer->register_module("wpe", embedding(config.positions));
    const auto layers = transformer->register_module("h", std::make_shared<ModuleGroup>());
    for (std::int64_t i = 0; i < config.layers; ++i)
        m_layers.push_back(layers->register_module(std::to_string(i), std::make_shared<Gpt2Layer>(config, i)));
    m_norm = transformer->register_module("ln_f", layerNorm(config));
}

at::Tensor Gpt2::forward(const at::Tensor &ids, const at::Tensor &dropoutKeys)
{
    const double highest = std::max({m_config.embeddingDropout, m_config.residualDropout, m_config.attentionDropout});
    const bool drops = is_training() && highest > 0;
    TORCH_CHECK(!drops || dropoutKeys.defined(), "training GPT-2 with dropout needs a dropout key for each sample");
    const Dropout dropout{drops ? dropoutKeys : at::Tensor()};
    at::Tensor x = dropout(embed(ids, 0), m_config.embeddingDropout, 0);
    for (const auto &layer : m_layers)
        x = runLayer(*layer, x, [=](const at::Tensor &input) { return layer->forward(input, dropout, nullptr); });
    return m_norm(x);
}

at::Tensor Gpt2::extend(const at::Tensor &ids, LayerCaches &caches)
{
    TORCH_CHECK(!m_layers.empty() && caches.size() == m_layers.size(), "GPT-2 needs one cache for each layer");
    at::Tensor x = embed(ids, caches[0].tokens());
    for (std::size_t i = 0; i < m_layers.size(); ++i)
        x = m_layers[i]->forward(x, {}, &caches[i].attention);
    return m_norm(x);
}

std::string Gpt2::name() const
{
    return "GPT-2, " + std::to_string(m_config.layers) + " layers of " + std::to_string(m_config.hiddenSize);
}

at::Tensor Gpt2::embed(const at::Tensor &ids, std::int64_t firstPosition)
{
    return m_words(ids) + m_positions->weight.narrow(0, firstPosition, ids.size(1));
}

void initialiseGpt2(torch::nn::Module &model, const Gpt2Config &config, std::uint64_t seed)
{
    const torch::NoGradGuard noGradients;
    Random random{seed, initialisation};
    const double beforeResidual = config.initializerRange / std::sqrt(2.0 * double(config.layers));
    for (auto &parameter : model.named_parameters()) {
        const std::string &name = parameter.key();
        const at::Tensor tensor = parameter.value();
        if (tensor.dim() < 2)
            tensor.fill_(endsWith(name, ".weight") ? 1 : 0);
        else
            fillNormally(tensor, endsWith(name, "c_proj.weight") ? beforeResidual : config.initializerRange, random);
    }
}

} // namespace motley
