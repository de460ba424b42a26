// A text of which each byte is known to come from the template or from a value that was given to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley::jinja {

using Origin = std::int32_t; // 0: the template; others are numbered by who renders

class Text {
public:
    struct Run {
        std::size_t end = 0; // it begins where the one before ends
        Origin origin = 0;
    };

    Text() = default;
    Text(std::string_view bytes, Origin origin) { append(bytes, origin); }

    const std::string &bytes() const { return m_bytes; }
    std::size_t size() const { return m_bytes.size(); }
    bool empty() const { return m_bytes.empty(); }
    const std::vector<Run> &runs() const { return m_runs; } // neighbours have unlike origins; none is empty

    void append(std::string_view bytes, Origin origin);
    void append(const Text &text) { append(text, 0, text.size()); }
    void append(const Text &text, std::size_t begin, std::size_t end); // bytes from `begin` to before `end`
    Text slice(std::size_t begin, std::size_t end) const;

    bool isMarkup = false; // by the filter safe: what is added to it is escaped for HTML

private:
    std::string m_bytes;
    std::vector<Run> m_runs;
};

} // namespace motley::jinja
