#include "remote/session/commandstreams.h"

#include <algorithm>

namespace motley {

namespace {
constexpr std::size_t inputChunkBytes = 256 << 10;
}

CommandStreams::CommandStreams(const CommandOptions &options) : m_options(options)
{
    if (!options.inputSource) {
        m_pending = options.input;
        m_inputEnded = true;
    }
}

std::string_view CommandStreams::pendingInput()
{
    if (m_pending.empty() && !m_inputEnded) {
        m_chunk.resize(inputChunkBytes);
        const auto filled = std::min(m_options.inputSource(std::span(m_chunk)), m_chunk.size());
        m_pending = std::string_view(m_chunk).substr(0, filled);
        m_inputEnded = filled == 0;
    }
    return m_pending;
}

void CommandStreams::inputTaken(std::size_t bytes)
{
    m_pending.remove_prefix(bytes);
    touch();
}

void CommandStreams::outputArrived(std::string_view bytes)
{
    touch();
    if (m_options.outputSink)
        m_options.outputSink(bytes);
    else
        keep(m_result.output, bytes);
}

void CommandStreams::errorsArrived(std::string_view bytes)
{
    touch();
    keep(m_result.errors, bytes);
}

void CommandStreams::keep(std::string &kept, std::string_view bytes)
{
    const auto room = m_options.outputLimit - kept.size();
    kept += bytes.substr(0, room);
    m_result.truncated |= bytes.size() > room;
}

bool CommandStreams::silentTooLong() const
{
    return m_options.silenceLimit.count() > 0 && Clock::now() - m_lastByte >= m_options.silenceLimit;
}

std::chrono::milliseconds CommandStreams::patience(std::chrono::milliseconds longest) const
{
    using std::chrono::milliseconds;
    if (m_options.silenceLimit.count() <= 0)
        return longest;
    const auto left = std::chrono::ceil<milliseconds>(m_lastByte + m_options.silenceLimit - Clock::now());
    return std::clamp(left, milliseconds(0), longest);
}

CommandResult CommandStreams::finish(int exitCode)
{
    m_result.exitCode = exitCode;
    return std::move(m_result);
}

} // namespace motley
