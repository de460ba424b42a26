// Sentences and their translations for training a Transformer.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/text/paralleltext.h"
#include "engine/data/text/translationtokens.h"

namespace motley {

// Inputs: Source, the source tokens followed by `end`, and Given, the target tokens preceded by `begin`. Targets: the
// target tokens followed by `end`. All int64 [samples, length]; inputs are padded with `pad`, targets with `ignored`.
// Batches count tokens: a pair costs the length of its longer side, and training batches hold pairs of similar length.
class TranslationDataset : public Dataset {
public:
    enum Input : std::size_t { Source, Given };
    static constexpr std::int64_t ignored = -100; // default ignore_index of PyTorch's cross_entropy

    enum class Use { Training, Testing };

    // For training, pairs with a blank side or a side of more than `longest` tokens, `end` included, are left out.
    // Errors: no pair is left. For testing all are kept, as a score is of a whole text, and such sides are cut.
    static Result<TranslationDataset> make(
        const ParallelText &text, const TranslationTokens &tokens, std::int64_t longest, Use use = Use::Training);

    std::int64_t size() const override { return std::int64_t(m_pairs.size()); }
    std::uint64_t fingerprint() const override;
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // target tokens
    std::int64_t cost(std::int64_t id) const override;
    std::unique_ptr<Sampler> sampler(
        std::uint64_t seed, std::int64_t batch, const OrderSpec &order) const override; // batch: tokens

    std::int64_t leftOut() const { return m_leftOut; } // number of pairs
    std::int64_t cut() const { return m_cut; } // number of pairs
    bool hasBlankSource(std::int64_t id) const { return m_pairs[std::size_t(id)].source.empty(); }

private:
    struct Pair {
        TokenIds source; // without `begin` and `end`
        TokenIds target;
    };

    TranslationTokens m_tokens;
    std::vector<Pair> m_pairs;
    std::int64_t m_leftOut = 0;
    std::int64_t m_cut = 0;
};

// The model input of sentences to be translated: int64 [samples, length], as TranslationDataset's Source. Sentences of
// more than `longest` tokens, `end` included, are cut.
at::Tensor translationSource(
    std::span<const std::string> sentences, const TranslationTokens &tokens, std::int64_t longest);

} // namespace motley
