#include "engine/data/tokenizers/pipeline/streamingdecoder.h"

#include "engine/data/tokenizers/pipeline/pipelinetokenizer.h"

#include <utility>

namespace motley {

StreamingDecoder::StreamingDecoder(const PipelineTokenizer &tokenizer, Specials specials)
    : m_tokenizer(tokenizer), m_specials(specials)
{
}

std::string StreamingDecoder::put(std::int32_t id)
{
    for (std::string &token : m_tokenizer.tokensOf({&id, 1}, m_specials == Specials::LeftOut))
        m_held.push_back(std::move(token));
    if (m_held.empty() || m_tokenizer.m_decoding.isUnsettled(m_held, m_atStart))
        return {};
    const bool atStart = std::exchange(m_atStart, false);
    return m_tokenizer.m_decoding.apply(std::exchange(m_held, {}), atStart);
}

std::string StreamingDecoder::finish()
{
    return m_tokenizer.m_decoding.apply(std::exchange(m_held, {}), m_atStart);
}

} // namespace motley
