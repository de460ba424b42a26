#include "engine/base/words/firstfew.h"

#include <algorithm>
#include <cstdint>

namespace motley {

namespace {

constexpr std::size_t longestShown = 160; // bytes

std::string shortened(const std::string &name)
{
    if (name.size() <= longestShown)
        return name;
    std::size_t end = longestShown;
    while (end > 0 && (std::uint8_t(name[end]) & 0xc0) == 0x80)
        --end; // not inside a UTF-8 character
    return name.substr(0, end) + "...";
}

} // namespace

std::string firstFew(std::span<const std::string> names, std::size_t most)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        text.append(i > 0 ? ", " : "").append(shortened(names[i]));
    if (names.size() > most)
        text.append(" and ").append(std::to_string(names.size() - most)).append(" more");
    return text;
}

} // namespace motley
