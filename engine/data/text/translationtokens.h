// The tokens of a translator: the pieces of a SentencePiece model, whatever ids its special pieces have, and where it
// has no padding one more token after all others.
#pragma once

#include "engine/data/tokenizers/sentencepiece.h"

#include <memory>
#include <string>

namespace motley {

struct TranslationTokens {
    std::shared_ptr<const SentencePieceTokenizer> pieces;
    std::int32_t begin = 0; // first input of the decoder
    std::int32_t end = 0;
    std::int32_t pad = 0;

    // Begins with <s> where the model has it, else with the padding, as T5 and Marian do. Errors: a model without </s>.
    static Result<TranslationTokens> of(SentencePieceTokenizer pieces);

    std::int64_t size() const; // of the vocabulary
    std::string text(std::int32_t id) const;
};

} // namespace motley
