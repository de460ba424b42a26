// The pre-tokenizer of a tokenizer.json.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/pipeline/textpieces.h"
#include "engine/formats/tokenizerjson/pretokenizers.h"

#include <functional>
#include <vector>

namespace motley {

class PreTokenization {
public:
    PreTokenization() = default; // a text is one word

    static Result<PreTokenization> make(const PreTokenizer &preTokenizer);

    void apply(TextPieces &text) const; // of valid UTF-8; throws TokenizingTooCostly

private:
    using Step = std::function<void(TextPieces &)>;

    Result<void> add(const PreTokenizer &preTokenizer);

    std::vector<Step> m_steps;
};

} // namespace motley
