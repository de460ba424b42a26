// Reads bytes of untrusted origin from front to back; what would go beyond the end is refused, never read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace motley {

class ByteCursor {
public:
    explicit ByteCursor(std::string_view bytes) : m_rest(bytes) { }

    std::size_t left() const { return m_rest.size(); }

    std::optional<std::string_view> take(std::uint64_t count)
    {
        if (count > m_rest.size())
            return std::nullopt;
        const std::string_view taken = m_rest.substr(0, std::size_t(count));
        m_rest.remove_prefix(taken.size());
        return taken;
    }

    // The bytes up to the next newline, which is skipped; nullopt: there is none.
    std::optional<std::string_view> takeLine()
    {
        const auto end = m_rest.find('\n');
        if (end == std::string_view::npos)
            return std::nullopt;
        const std::string_view line = m_rest.substr(0, end);
        m_rest.remove_prefix(end + 1);
        return line;
    }

    // A whole number of 1 to 8 bytes, the lowest first.
    std::optional<std::uint64_t> number(std::size_t bytes)
    {
        const auto taken = take(bytes);
        if (!taken)
            return std::nullopt;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value |= std::uint64_t(std::uint8_t((*taken)[i])) << (8 * i);
        return value;
    }

private:
    std::string_view m_rest;
};

} // namespace motley
