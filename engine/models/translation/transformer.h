// The Transformer of Vaswani et al. 2017 for translation: an encoder that reads a sentence and a decoder that writes
// its translation, token after token. One matrix of embeddings, times the root of their size, serves both sides and is
// the output layer too; positions are sinusoids.
#pragma once

#include "engine/models/layers/activationcheckpointing.h"
#include "engine/models/translation/transformerlayers.h"

#include <vector>

namespace motley {

struct TranslationInputs {
    at::Tensor source; // int64 [samples, source tokens], filled up with padId
    at::Tensor target; // int64 [samples, target tokens]: startId, then the translation without its end; filled up
    at::Tensor dropoutKeys; // int64 [samples], see keyeddropout.h; only needed in training
};

// Sentences whose translations are being written, several hypotheses for each.
struct TranslationState {
    std::vector<TransformerDecoderLayer::Source> sources; // for each layer
    std::vector<KeyValueCache> caches; // for each layer; its rows are sentences * hypotheses
};

class Transformer : public torch::nn::Module, public Recomputing {
public:
    explicit Transformer(const MarianConfig &config);

    at::Tensor forward(const TranslationInputs &inputs); // -> [samples, target tokens, size]

    // Of the tokens that follow: [..., size] -> [..., vocabulary], before softmax.
    at::Tensor predict(const at::Tensor &hidden) { return at::linear(hidden, m_words->weight); }

    // Nothing is dropped from here on.
    TranslationState read(const at::Tensor &source); // int64 [sentences, tokens], filled up with padId

    // One token more of each hypothesis: int64 [sentences, hypotheses], startId first -> [sentences, hypotheses, size].
    at::Tensor extend(const at::Tensor &tokens, TranslationState &state);

    const MarianConfig &config() const { return m_config; }

private:
    at::Tensor embed(const at::Tensor &ids, std::int64_t firstPosition, const Dropout &dropout, std::uint64_t layer);
    at::Tensor encode(const at::Tensor &source, const at::Tensor &bias, const Dropout &dropout);

    MarianConfig m_config;
    torch::nn::Embedding m_words = nullptr;
    at::Tensor m_positions; // float [positions, size]; computed, so neither trained nor stored
    std::vector<std::shared_ptr<TransformerEncoderLayer>> m_encoder;
    std::vector<std::shared_ptr<TransformerDecoderLayer>> m_decoder;
};

// From now on only what is left: int64, sentences and hypotheses (of all rows before) that become sentence i and row i.
void select(TranslationState &state, const at::Tensor &sentences, const at::Tensor &rows);

// As fairseq starts: uniformly distributed after Glorot and Bengio 2010, the projections to query, key and value with a
// gain of 1 / sqrt(2); embeddings normally distributed with deviation 1 / sqrt(size), the padding's 0; biases 0,
// LayerNorms 1 and 0. A function of config and seed on every machine.
void initialiseTransformer(torch::nn::Module &model, const MarianConfig &config, std::uint64_t seed);

} // namespace motley
