// The layers of BERT's encoder (Devlin et al. 2018). Modules have Hugging Face's names, so that tensors in its files
// need no renaming.
#pragma once

#include "engine/formats/bertconfig.h"
#include "engine/models/layers/keyeddropout.h"
#include "engine/models/layers/linear.h"

#include "engine/models/layers/torchlayers.h"

#include <memory>
#include <vector>

namespace motley {

torch::nn::LayerNorm bertLayerNorm(const BertConfig &config);
at::Tensor activate(const at::Tensor &x, BertConfig::Activation activation);

class BertEmbeddings : public torch::nn::Module {
public:
    explicit BertEmbeddings(const BertConfig &config);

    // ids and segments: int64 [samples, tokens]; undefined segments count as 0. -> [samples, tokens, hidden]
    at::Tensor forward(const at::Tensor &ids, const at::Tensor &segments, const Dropout &dropout);

    const at::Tensor &words() const { return m_words->weight; } // [vocabulary, hidden]

private:
    double m_dropout;
    std::int64_t m_padId;
    torch::nn::Embedding m_words = nullptr;
    torch::nn::Embedding m_positions = nullptr;
    torch::nn::Embedding m_segments = nullptr;
    torch::nn::LayerNorm m_norm = nullptr;
};

// A linear layer, dropout, a residual connection and LayerNorm, which end both the attention and the feed-forward
// block.
class BertResidual : public torch::nn::Module {
public:
    BertResidual(const BertConfig &config, std::int64_t from);

    at::Tensor forward(
        const at::Tensor &x, const at::Tensor &residual, const Dropout &dropout, std::uint64_t dropoutLayer);

private:
    double m_dropout;
    Linear m_dense = nullptr;
    torch::nn::LayerNorm m_norm = nullptr;
};

class BertLayer : public torch::nn::Module {
public:
    BertLayer(const BertConfig &config, std::int64_t index);

    // x: [samples, tokens, hidden]. bias is added to the attention scores: [samples, 1, 1, tokens], or undefined.
    at::Tensor forward(const at::Tensor &x, const at::Tensor &bias, const Dropout &dropout);

private:
    std::uint64_t dropoutLayer(int index) const { return std::uint64_t(3 * m_index + index); } // 0: embeddings

    std::int64_t m_index;
    std::int64_t m_heads;
    std::int64_t m_widest;
    double m_attentionDropout;
    BertConfig::Activation m_activation;
    Linear m_query = nullptr;
    Linear m_key = nullptr;
    Linear m_value = nullptr;
    Linear m_intermediate = nullptr;
    std::shared_ptr<BertResidual> m_attentionOutput;
    std::shared_ptr<BertResidual> m_output;
};

} // namespace motley
