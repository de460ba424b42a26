// A long text as a causal language model learns it: block by block, from each token the next.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/tokenizers/tokenizer.h"

namespace motley {

// Inputs: tokens, targets: those that follow them, both samples x length in int64. Blocks to test on cover the whole
// text: the last is filled up with token 0, whose targets are `ignored`. Blocks to train on are full, and every epoch
// has them elsewhere, by less than a block, as seed and epoch say.
class LanguageModelDataset : public Dataset {
public:
    static constexpr std::int64_t ignored = -100; // as cross_entropy ignores by default

    enum class Use { Training, Testing };

    // Errors: not enough tokens for a block.
    static Result<LanguageModelDataset> make(TokenIds tokens, std::int64_t length, Use use);

    std::int64_t size() const override { return m_blocks; }
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // predictions

    std::int64_t tokens() const { return std::int64_t(m_tokens.size()); }

private:
    std::int64_t startOf(std::int64_t block, std::optional<AugmentKey> key) const;
    std::int64_t predictions() const { return tokens() - 1; } // in the whole text

    TokenIds m_tokens;
    std::int64_t m_length = 0; // of a block
    std::int64_t m_blocks = 0;
};

// A text and the part at its end that is kept for tests: about `share` of it, whole lines.
struct HeldOut {
    std::string_view training;
    std::string_view test;
};
HeldOut holdOut(std::string_view text, double share);

} // namespace motley
