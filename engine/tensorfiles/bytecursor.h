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

    std::optional<std::string_view> read(std::uint64_t count)
    {
        if (count > m_rest.size())
            return std::nullopt;
        const std::string_view text = m_rest.substr(0, std::size_t(count));
        m_rest.remove_prefix(text.size());
        return text;
    }

    // The bytes up to the next newline, which is skipped; nullopt: there is none.
    std::optional<std::string_view> readLine()
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
        const auto text = read(bytes);
        if (!text)
            return std::nullopt;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value |= std::uint64_t(std::uint8_t((*text)[i])) << (8 * i);
        return value;
    }

private:
    std::string_view m_rest;
};

} // namespace motley
