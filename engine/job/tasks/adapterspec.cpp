#include "engine/job/tasks/adapterspec.h"

#include <algorithm>
#include <cmath>
#include <locale>
#include <optional>
#include <sstream>

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

// Whatever the language of the system, and with the C++ library of the engine that travels, which reads no floating
// point by from_chars.
std::optional<double> numberIn(const std::string &digits)
{
    std::istringstream stream(digits);
    stream.imbue(std::locale::classic());
    double number = 0;
    stream >> std::noskipws >> number;
    return stream && stream.peek() == std::istringstream::traits_type::eof() && std::isfinite(number)
        ? std::optional(number)
        : std::nullopt;
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
        const auto number = numberIn(digits);
        item.number = number.value_or(0);
        if (!isLayerName(item.layer) || !(item.number > 0))
            return fail("\"" + part + "\" is no layer with its number, as in down_proj=32.");
        numbers.push_back(item);
    }
    return numbers;
}

} // namespace motley
