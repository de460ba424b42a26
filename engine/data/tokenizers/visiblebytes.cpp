#include "engine/data/tokenizers/visiblebytes.h"

namespace motley {

namespace {

constexpr std::size_t firstInvisible = 0x144; // after the last of the table

std::array<char32_t, 256> makeVisibleBytes()
{
    std::array<char32_t, 256> table{};
    char32_t next = 256;
    for (char32_t byte = 0; byte < 256; ++byte) {
        const bool visible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte != 173);
        table[byte] = visible ? byte : next++;
    }
    return table;
}

std::array<std::int16_t, firstInvisible> makeBytesOfVisible()
{
    std::array<std::int16_t, firstInvisible> bytes{};
    bytes.fill(-1);
    for (std::size_t byte = 0; byte < 256; ++byte)
        bytes[visibleBytes()[byte]] = std::int16_t(byte);
    return bytes;
}

} // namespace

const std::array<char32_t, 256> &visibleBytes()
{
    static const auto table = makeVisibleBytes();
    return table;
}

std::optional<std::uint8_t> byteOfVisible(char32_t character)
{
    static const auto bytes = makeBytesOfVisible();
    if (character >= bytes.size() || bytes[character] < 0)
        return std::nullopt;
    return std::uint8_t(bytes[character]);
}

} // namespace motley
