// The decoder of a tokenizer.json: makes text of tokens.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/tokenizerjson/decoders.h"

#include <functional>
#include <string>
#include <vector>

namespace motley {

class TokenDecoding {
public:
    TokenDecoding() = default; // puts spaces between the tokens

    static Result<TokenDecoding> make(const TokenDecoder &decoder);

    // The text of tokens as the vocabulary writes them. `atStart`: they are the first of a text, from which decoders
    // may take a space away. Throws TokenizingTooCostly.
    std::string apply(std::vector<std::string> tokens, bool atStart = true) const;

    // Whether what follows could change the text of these tokens, which are the first of a text or follow tokens that
    // were settled.
    bool isUnsettled(const std::vector<std::string> &tokens, bool atStart) const;

private:
    using Step = std::function<void(std::vector<std::string> &, bool atStart)>;

    Result<void> add(const TokenDecoder &decoder);

    std::vector<Step> m_steps;
    bool m_decodes = false; // whether there is a decoder
    bool m_hasBytes = false; // tokens are bytes of characters: ByteLevel
    bool m_hasFallback = false; // tokens such as <0x0A> are settled together: ByteFallback
    bool m_fused = false; // all tokens became one
    bool m_strips = false; // a character is taken away at the start
    bool m_looksAhead = false; // a step may change text by what follows anywhere
};

} // namespace motley
