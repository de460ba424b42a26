// Sentences and their translations, as a Transformer learns to translate.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/text/paralleltext.h"
#include "engine/data/tokenizers/sentencepiece.h"

namespace motley {

// Inputs: source pieces, ended by `end`, and the translation behind `begin`. Targets: the translation, ended by `end`.
// All samples x length in int64; the inputs are filled up with `pad`, the targets with `ignored`. A batch is counted in
// tokens: a pair costs the longer of its two sides, and training takes batches of pairs of one length.
class TranslationDataset : public Dataset {
public:
    enum Input : std::size_t { Source, Given };
    static constexpr std::int32_t begin = SentencePieceTokenizer::begin;
    static constexpr std::int32_t end = SentencePieceTokenizer::end;
    static constexpr std::int32_t pad = SentencePieceTokenizer::pad;
    static constexpr std::int64_t ignored = -100; // as cross_entropy ignores by default

    // Pairs are left out where a side is blank or has more than `longest` tokens with its end. Errors: none is left.
    static Result<TranslationDataset> make(
        const ParallelText &text, const SentencePieceTokenizer &tokenizer, std::int64_t longest);

    std::int64_t size() const override { return std::int64_t(m_pairs.size()); }
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // target tokens
    std::int64_t cost(std::int64_t id) const override;
    std::unique_ptr<Sampler> sampler(
        std::uint64_t seed, std::int64_t batch, const OrderSpec &order) const override; // batch: tokens

    std::int64_t leftOut() const { return m_leftOut; } // pairs
    std::int64_t lineOf(std::int64_t id) const { return m_pairs[std::size_t(id)].line; } // of the texts, from 0

private:
    struct Pair {
        TokenIds source; // without begin and end
        TokenIds target;
        std::int64_t line = 0;
    };

    std::vector<Pair> m_pairs;
    std::int64_t m_leftOut = 0;
};

// Sentences to be translated: samples x length in int64, as in the batches above. What is longer than `longest` tokens
// with its end is cut.
at::Tensor translationSource(
    std::span<const std::string> sentences, const SentencePieceTokenizer &tokenizer, std::int64_t longest);

} // namespace motley
