#include "engine/data/tokenizers/protobuffield.h"

#include <optional>

namespace motley {

namespace {

enum WireKind : std::uint64_t { Varint = 0, Fixed64 = 1, Delimited = 2, Fixed32 = 5 };

std::optional<std::uint64_t> readVarint(std::string_view &bytes)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = std::uint8_t(bytes.front());
        bytes.remove_prefix(1);
        value |= std::uint64_t(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    return std::nullopt;
}

// The number of bytes that the field's value has; nullopt: malformed.
std::optional<std::uint64_t> readLength(std::uint64_t kind, std::string_view &bytes)
{
    if (kind == Delimited)
        return readVarint(bytes);
    if (kind == Varint)
        return readVarint(bytes) ? std::optional<std::uint64_t>(0) : std::nullopt;
    return kind == Fixed64 ? std::optional<std::uint64_t>(8)
        : kind == Fixed32  ? std::optional<std::uint64_t>(4)
                           : std::nullopt;
}

} // namespace

std::string_view protobufField(std::string_view message, std::uint32_t number)
{
    while (!message.empty()) {
        const auto key = readVarint(message);
        const auto length = key ? readLength(*key & 7, message) : std::nullopt;
        if (!length || *length > message.size())
            return {};
        if (*key == (std::uint64_t(number) << 3 | Delimited))
            return message.substr(0, *length);
        message.remove_prefix(*length);
    }
    return {};
}

} // namespace motley
