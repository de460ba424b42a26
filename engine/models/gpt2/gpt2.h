// GPT-2 (Radford et al. 2019): a causal language model whose output layer shares the word embeddings. Modules have
// Hugging Face's names.
#pragma once

#include "engine/formats/gpt2config.h"
#include "engine/models/causal/causallanguagemodel.h"
#include "engine/models/layers/keyeddropout.h"

#include "engine/models/layers/torchlayers.h"

#include <memory>
#include <vector>

namespace motley {

// A linear layer with a transposed weight, [from, to], as in GPT-2's files.
class TransposedLinear : public torch::nn::Module {
public:
    TransposedLinear(std::int64_t from, std::int64_t to);

    at::Tensor forward(const at::Tensor &x) { return at::linear(x, m_weight.t(), m_bias); }

private:
    at::Tensor m_weight;
    at::Tensor m_bias;
};

class Gpt2Layer : public torch::nn::Module {
public:
    Gpt2Layer(const Gpt2Config &config, std::int64_t index);

    // x: [samples, tokens, hidden]. With a cache, x are the tokens that follow those in the cache, and are appended to
    // it.
    at::Tensor forward(const at::Tensor &x, const Dropout &dropout, KeyValueCache *cache);

private:
    std::uint64_t dropoutLayer(int index) const { return std::uint64_t(3 * m_index + index); } // 0: embeddings

    Gpt2Config m_config;
    std::int64_t m_index;
    torch::nn::LayerNorm m_attentionNorm = nullptr;
    std::shared_ptr<TransposedLinear> m_attention; // query, key and value in one
    std::shared_ptr<TransposedLinear> m_attentionOutput;
    torch::nn::LayerNorm m_innerNorm = nullptr;
    std::shared_ptr<TransposedLinear> m_inner;
    std::shared_ptr<TransposedLinear> m_innerOutput;
};

class Gpt2 : public CausalLanguageModel {
public:
    explicit Gpt2(const Gpt2Config &config);

    at::Tensor forward(const at::Tensor &ids, const at::Tensor &dropoutKeys = {}) override;
    at::Tensor extend(const at::Tensor &ids, LayerCaches &caches) override;
    LayerCaches caches() const override { return LayerCaches(m_layers.size()); }
    OutputHead head(const at::Tensor &hidden, const at::Tensor & /*dropoutKeys*/ = {}) override
    {
        return {{{hidden, m_words->weight}}};
    }
    std::int64_t positions() const override { return m_config.positions; }
    std::int64_t vocabulary() const override { return m_config.vocabulary; }
    std::string name() const override;

    const Gpt2Config &config() const { return m_config; }

private:
    at::Tensor embed(const at::Tensor &ids, std::int64_t firstPosition);

    Gpt2Config m_config;
    torch::nn::Embedding m_words = nullptr;
    torch::nn::Embedding m_positions = nullptr;
    std::vector<std::shared_ptr<Gpt2Layer>> m_layers;
    torch::nn::LayerNorm m_norm = nullptr;
};

// Initialises the weights as GPT-2 does: normally distributed with standard deviation config.initializerRange, which is
// divided by the square root of the number of residual connections for layers in front of one; biases 0, LayerNorms 1
// and 0. A function of config and seed on every machine.
void initialiseGpt2(torch::nn::Module &model, const Gpt2Config &config, std::uint64_t seed);

} // namespace motley
