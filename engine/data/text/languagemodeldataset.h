// A long text as blocks of tokens for a causal language model, which predicts the next token after each token.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/tokenizers/tokenizer.h"

namespace motley {

// Inputs: tokens, targets: the next tokens, both int64 [samples, length]. Test blocks cover the whole text: the last
// one is filled up with token 0, whose targets are `ignored`. Training blocks are all full, and every epoch shifts them
// by a random offset of less than a block, drawn from seed and epoch. Where texts begin with a token of their own, each
// block has it in front, in place of its last input, and predicts its first token too.
class LanguageModelDataset : public Dataset {
public:
    static constexpr std::int64_t ignored = -100; // default ignore_index of PyTorch's cross_entropy

    enum class Use { Training, Testing };

    // `length`: tokens of a block; `begin`: the token that texts begin with, which `tokens` do not hold. Errors: not
    // enough tokens for one block.
    static Result<LanguageModelDataset> make(
        TokenIds tokens, std::int64_t length, Use use, std::optional<std::int32_t> begin = std::nullopt);

    std::int64_t size() const override { return m_blocks; }
    std::uint64_t fingerprint() const override;
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // predictions

    std::int64_t tokens() const { return std::int64_t(m_tokens.size()); }
    std::int64_t length() const { return m_length; } // of a block

private:
    std::int64_t startOf(std::int64_t block, std::optional<AugmentKey> key) const;
    std::int64_t predictions() const { return tokens() - (m_begin ? 0 : 1); } // in the whole text

    TokenIds m_tokens;
    std::int64_t m_length = 0;
    std::optional<std::int32_t> m_begin;
    std::int64_t m_blocks = 0;
};

// Splits whole lines off the end of a text for tests, about `share` of it.
struct HeldOut {
    std::string_view training;
    std::string_view test;
};
HeldOut holdOut(std::string_view text, double share);

} // namespace motley
