#include "remote/session/commandstreams.h"

#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t inputChunkBytes = 256 << 10;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::CommandStreams)
    MOTLEY_PHRASES(motley::CommandStreams)
};

} // namespace

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
    if (bytes.empty()) // what came was not of the command yet
        return;
    if (m_options.outputSink)
        m_options.outputSink(bytes);
    else
        keep(m_result.output, bytes);
    m_outputBytes += m_options.outputSink ? 0 : bytes.size();
}

void CommandStreams::errorsArrived(std::string_view bytes)
{
    touch();
    keep(m_result.errors, bytes);
    m_errorBytes += bytes.size();
}

void CommandStreams::keep(std::string &kept, std::string_view bytes)
{
    const auto room = m_options.outputLimit - kept.size();
    kept += bytes.substr(0, room);
    m_result.truncated |= bytes.size() > room;
}

CommandStreams::Excess CommandStreams::excess() const
{
    const auto now = Clock::now();
    if (std::max(m_outputBytes, m_errorBytes) > std::max(m_options.byteLimit, m_options.outputLimit))
        return Excess::Bytes;
    if (m_options.timeLimit.count() > 0 && now - m_begun >= m_options.timeLimit)
        return Excess::Time;
    if (m_options.silenceLimit.count() > 0 && now - m_lastByte >= m_options.silenceLimit)
        return Excess::Silence;
    return Excess::None;
}

tl::unexpected<Error> CommandStreams::excessError(Excess passed, const Sentence &machine) const
{
    if (passed == Excess::Time)
        return sentence(Words::phrase("A command on %1 took longer than it may and was ended.").arg(machine));
    if (passed == Excess::Bytes)
        return sentence(Words::phrase("A command on %1 printed more than it may and was ended.").arg(machine));
    const auto silence = std::chrono::ceil<std::chrono::seconds>(m_options.silenceLimit).count();
    return sentence(Words::phrase(
        "A command on %1 gave no sign of life for %Ln second(s) and was ended.", nullptr, static_cast<int>(silence))
                        .arg(machine));
}

std::chrono::milliseconds CommandStreams::patience(std::chrono::milliseconds longest) const
{
    using std::chrono::milliseconds;
    for (const auto &[since, limit] :
        {std::pair{m_lastByte, m_options.silenceLimit}, std::pair{m_begun, m_options.timeLimit}}) {
        const auto left = std::chrono::ceil<milliseconds>(since + limit - Clock::now());
        if (limit.count() > 0)
            longest = std::clamp(left, milliseconds(0), longest);
    }
    return longest;
}

CommandResult CommandStreams::finish(int exitCode)
{
    m_result.exitCode = exitCode;
    return std::move(m_result);
}

} // namespace motley
