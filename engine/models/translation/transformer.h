// The Transformer of Vaswani et al. 2017 for translation: an encoder of the source sentence and a decoder that produces
// its translation token by token. One embedding matrix, scaled by the square root of its width, is shared by encoder,
// decoder and output layer; position embeddings are sinusoids.
#pragma once

#include "engine/models/layers/activationcheckpointing.h"
#include "engine/models/layers/outputlayer.h"
#include "engine/models/translation/transformerlayers.h"

#include <vector>

namespace motley {

struct TranslationInputs {
    at::Tensor source; // int64 [samples, source tokens], padded with padId
    at::Tensor target; // int64 [samples, target tokens]: startId, then the translation without end token; padded
    at::Tensor dropoutKeys; // int64 [samples], see keyeddropout.h; needed only in training
};

// The decoder state of sentences in generation, with several hypotheses for each.
struct TranslationState {
    std::vector<TransformerDecoderLayer::Source> sources; // of each layer
    std::vector<KeyValueCache> caches; // of each layer, with sentences * hypotheses rows
};

class Transformer : public torch::nn::Module, public Recomputing {
public:
    explicit Transformer(const MarianConfig &config);

    at::Tensor forward(const TranslationInputs &inputs); // -> [samples, target tokens, size]

    // Logits of the next token: [..., size] -> [..., vocabulary].
    at::Tensor predict(const at::Tensor &hidden) { return wordLogits(hidden, m_words->weight); }

    // read() and extend() generate translations, without dropout.
    TranslationState read(const at::Tensor &source); // int64 [sentences, tokens], padded with padId

    // Appends one token to each hypothesis, startId first. tokens: int64 [sentences, hypotheses] -> [sentences,
    // hypotheses, size].
    at::Tensor extend(const at::Tensor &tokens, TranslationState &state);

    const MarianConfig &config() const { return m_config; }

private:
    at::Tensor embed(const at::Tensor &ids, std::int64_t firstPosition, const Dropout &dropout, std::uint64_t layer);
    at::Tensor encode(const at::Tensor &source, const at::Tensor &bias, const Dropout &dropout);

    MarianConfig m_config;
    torch::nn::Embedding m_words = nullptr;
    at::Tensor m_positions; // float [positions, size]; computed, neither trained nor saved
    std::vector<std::shared_ptr<TransformerEncoderLayer>> m_encoder;
    std::vector<std::shared_ptr<TransformerDecoderLayer>> m_decoder;
};

// Keeps part of the state: sentence i becomes the old sentence sentences[i], row i the old row rows[i] among all
// sentences * hypotheses. Both int64.
void select(TranslationState &state, const at::Tensor &sentences, const at::Tensor &rows);

// Initialises the weights as fairseq does: uniformly distributed after Glorot and Bengio 2010, the projections to
// query, key and value with a gain of 1 / sqrt(2); embeddings normally distributed with standard deviation 1 /
// sqrt(size), the padding's 0; biases 0, LayerNorms 1 and 0. A function of config and seed on every machine.
void initialiseTransformer(torch::nn::Module &model, const MarianConfig &config, std::uint64_t seed);

} // namespace motley
