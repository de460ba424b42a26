#include "remote/ssh/sshwire.h"

namespace motley {

std::uint32_t numberAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t number = 0;
    for (std::size_t index = at; index < at + 4; ++index)
        number = number << 8 | static_cast<unsigned char>(bytes[index]);
    return number;
}

std::string asBytes(std::uint32_t number)
{
    return {static_cast<char>(number >> 24), static_cast<char>(number >> 16), static_cast<char>(number >> 8),
        static_cast<char>(number)};
}

std::optional<std::string_view> readString(std::string_view &rest)
{
    if (rest.size() < 4 || numberAt(rest, 0) > rest.size() - 4)
        return std::nullopt;
    const auto text = rest.substr(4, numberAt(rest, 0));
    rest.remove_prefix(4 + text.size());
    return text;
}

} // namespace motley
