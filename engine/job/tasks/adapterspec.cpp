#include "engine/job/tasks/adapterspec.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace motley {

namespace {

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

std::vector<std::string> partsOf(const std::string &text)
{
    std::vector<std::string> parts;
    if (trimmed(text).empty())
        return parts;
    for (std::size_t first = 0; first <= text.size();) {
        const std::size_t comma = std::min(text.find(',', first), text.size());
        parts.push_back(trimmed(std::string_view(text).substr(first, comma - first)));
        first = comma + 1;
    }
    return parts;
}

bool isLayerName(const std::string &name)
{
    const auto isGood = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    };
    return !name.empty() && name.front() != '.' && name.back() != '.' && std::all_of(name.begin(), name.end(), isGood);
}

} // namespace

Result<std::vector<std::string>> layerNamesIn(const std::string &text)
{
    std::vector<std::string> names = partsOf(text);
    for (const std::string &name : names)
        if (!isLayerName(name))
            return fail("\"" + name + "\" is no name of a layer.");
    return names;
}

Result<std::vector<LayerNumber>> layerNumbersIn(const std::string &text)
{
    std::vector<LayerNumber> numbers;
    for (const std::string &part : partsOf(text)) {
        const std::size_t equals = std::min(part.find('='), part.size());
        LayerNumber item{trimmed(std::string_view(part).substr(0, equals)), 0};
        const std::string digits = trimmed(std::string_view(part).substr(std::min(equals + 1, part.size())));
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), item.number);
        const bool isNumber = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
        if (!isLayerName(item.layer) || !isNumber || !(item.number > 0) || !std::isfinite(item.number))
            return fail("\"" + part + "\" is no layer with its number, as in down_proj=32.");
        numbers.push_back(item);
    }
    return numbers;
}

} // namespace motley
