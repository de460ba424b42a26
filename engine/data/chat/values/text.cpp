#include "engine/data/chat/values/text.h"

#include <algorithm>

namespace motley::jinja {

void Text::append(std::string_view bytes, Origin origin)
{
    if (bytes.empty())
        return;
    m_bytes += bytes;
    if (!m_runs.empty() && m_runs.back().origin == origin)
        m_runs.back().end = m_bytes.size();
    else
        m_runs.push_back({m_bytes.size(), origin});
}

void Text::append(const Text &text, std::size_t begin, std::size_t end)
{
    auto run = std::upper_bound(
        text.m_runs.begin(), text.m_runs.end(), begin, [](std::size_t at, const Run &each) { return at < each.end; });
    const std::string_view bytes = text.m_bytes;
    for (; run != text.m_runs.end() && begin < end; ++run) {
        const std::size_t next = std::min(run->end, end);
        append(bytes.substr(begin, next - begin), run->origin);
        begin = next;
    }
}

Text Text::slice(std::size_t begin, std::size_t end) const
{
    Text part;
    part.append(*this, begin, end);
    part.isMarkup = isMarkup;
    return part;
}

} // namespace motley::jinja
