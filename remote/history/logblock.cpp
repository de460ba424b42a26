#include "remote/history/logblock.h"

#include "engine/base/files/readat.h"
#include "engine/protocol/bytes/eventbytes.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t furtherBytes = 64 << 10; // until a line ends

} // namespace

bool LogBlocks::extend(std::string &bytes, std::int64_t by) const
{
    const std::size_t before = bytes.size();
    bytes.resize(before + std::size_t(by));
    const std::size_t got = readAt(m_file, m_at + std::int64_t(before), bytes.data() + before, std::size_t(by));
    bytes.resize(before + got);
    return got == std::size_t(by);
}

std::optional<LogBlock> LogBlocks::next()
{
    LogBlock block{m_at, {}, m_isInLine};
    bool goesOn = extend(block.bytes, usualBytes);
    std::size_t lineEnd = block.bytes.find('\n', std::size_t(usualBytes - 1));
    while (goesOn && lineEnd == std::string::npos && std::int64_t(block.bytes.size()) < mostBytes) {
        const std::size_t before = block.bytes.size();
        goesOn = extend(block.bytes, std::min(furtherBytes, mostBytes - std::int64_t(before)));
        lineEnd = block.bytes.find('\n', before);
    }
    m_isInLine = goesOn && lineEnd == std::string::npos;
    block.isWhole = !block.beginsInLine && lineEnd != std::string::npos;
    if (!m_isInLine)
        block.bytes.resize((lineEnd == std::string::npos ? block.bytes.rfind('\n') : lineEnd) + 1); // npos + 1 is 0
    m_at = block.end();
    return block.bytes.empty() ? std::nullopt : std::optional(std::move(block));
}

std::vector<EventLine> linesOf(const LogBlock &block, LineTexts texts, std::string *packed)
{
    std::vector<EventLine> lines;
    lines.reserve(std::size_t(std::count(block.bytes.begin(), block.bytes.end(), '\n')));
    std::size_t begin = block.beginsInLine ? std::min(block.bytes.find('\n'), block.bytes.size() - 1) + 1 : 0;
    for (std::size_t end = 0; (end = block.bytes.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const auto text = std::string_view(block.bytes).substr(begin, end - begin);
        auto line = readEventLine(text, texts);
        if (!line)
            continue;
        if (packed)
            pack(*packed, text, line->event);
        lines.push_back(*std::move(line));
    }
    return lines;
}

} // namespace motley
