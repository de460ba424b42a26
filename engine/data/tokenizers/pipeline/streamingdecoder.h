// Makes text of tokens as they come: what was given away never changes, so the bytes of a character are held back until
// it is whole, and all that came together is what the tokenizer's decode() makes of all tokens.
#pragma once

#include "engine/data/tokenizers/tokenizer.h"

#include <string>
#include <vector>

namespace motley {

class PipelineTokenizer;

class StreamingDecoder {
public:
    enum class Specials { Written, LeftOut };

    explicit StreamingDecoder(const PipelineTokenizer &tokenizer, Specials specials = Specials::Written);

    std::string put(std::int32_t id); // the text that is certain by now; empty: none yet
    std::string finish(); // what was held back

private:
    const PipelineTokenizer &m_tokenizer; // must outlive this
    Specials m_specials;
    std::vector<std::string> m_held; // tokens whose text is not certain
    bool m_atStart = true;
};

} // namespace motley
