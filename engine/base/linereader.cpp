#include "engine/base/linereader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace motley {

namespace {

constexpr std::size_t mostPerRead = 1 << 20; // bytes, so that one noisy rank cannot starve the others

}

LineReader::LineReader(Descriptor source, std::size_t longestLine)
    : m_source(std::move(source)), m_longestLine(longestLine)
{
    fcntl(m_source.get(), F_SETFL, fcntl(m_source.get(), F_GETFL) | O_NONBLOCK);
}

std::vector<std::string> LineReader::read()
{
    std::vector<std::string> lines;
    char chunk[65536];
    for (std::size_t total = 0; m_source && total < mostPerRead;) {
        const auto got = ::read(m_source.get(), chunk, sizeof chunk);
        if (got > 0) {
            append(chunk, std::size_t(got), lines);
            total += std::size_t(got);
        } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
            m_source.close();
            if (!m_unfinished.empty())
                lines.push_back(std::move(m_unfinished));
            m_unfinished.clear();
        } else if (errno == EAGAIN) {
            break;
        }
    }
    return lines;
}

void LineReader::append(const char *bytes, std::size_t count, std::vector<std::string> &lines)
{
    const char *const end = bytes + count;
    while (bytes != end) {
        const char *const newline = std::find(bytes, end, '\n');
        const auto room = m_longestLine - std::min(m_longestLine, m_unfinished.size());
        m_unfinished.append(bytes, std::min(std::size_t(newline - bytes), room));
        if (newline == end)
            return;
        lines.push_back(std::move(m_unfinished));
        m_unfinished.clear();
        bytes = newline + 1;
    }
}

} // namespace motley
