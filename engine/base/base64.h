// Bytes as text that fits into JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

inline std::string base64Of(std::string_view bytes)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve(4 * ((bytes.size() + 2) / 3));
    for (std::size_t first = 0; first < bytes.size(); first += 3) {
        std::uint32_t three = 0;
        for (std::size_t i = first; i < first + 3; ++i)
            three = three << 8 | (i < bytes.size() ? std::uint8_t(bytes[i]) : 0);
        for (std::size_t i = 0; i < 4; ++i)
            text += first + i <= bytes.size() ? digits[three >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

// nullopt: not what base64Of() writes.
inline std::optional<std::string> bytesOfBase64(std::string_view text)
{
    const auto valueOf = [](char digit) -> std::uint32_t {
        if (digit >= 'A' && digit <= 'Z')
            return std::uint32_t(digit - 'A');
        if (digit >= 'a' && digit <= 'z')
            return std::uint32_t(digit - 'a') + 26;
        if (digit >= '0' && digit <= '9')
            return std::uint32_t(digit - '0') + 52;
        return digit == '+' ? 62 : digit == '/' ? 63 : 64;
    };
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0; // those that make no whole byte yet
    int count = 0; // of them
    for (const char digit : text.substr(0, text.size() - padding)) {
        const std::uint32_t value = valueOf(digit);
        if (value > 63)
            return std::nullopt;
        bits = bits << 6 | value;
        count += 6;
        if (count < 8)
            continue;
        count -= 8;
        bytes += char(bits >> count);
        bits &= (1u << count) - 1;
    }
    if (bits != 0) // left over
        return std::nullopt;
    return bytes;
}

} // namespace motley
