#include "engine/data/chat/values/pythontext.h"

#include <utf8proc.h>

#include <algorithm>

namespace motley::jinja {

namespace {

bool isIn(char32_t character, std::optional<std::string_view> set)
{
    if (!set)
        return isPythonSpace(character);
    bool found = false;
    forEachCharacter(*set, [&](char32_t each, std::string_view) { found = found || each == character; });
    return found;
}

std::size_t lastCharacterStart(std::string_view text) // of a text that is not empty
{
    std::size_t at = text.size() - 1;
    while (at > 0 && (std::uint8_t(text[at]) & 0xc0) == 0x80)
        --at;
    return at;
}

std::vector<Text> splitAtSpaces(const Text &text, std::int64_t most)
{
    std::vector<Text> parts;
    const std::string_view bytes = text.bytes();
    std::size_t at = leadingSpaces(bytes);
    while (at < bytes.size()) {
        std::size_t end = at;
        while (most != std::int64_t(parts.size()) && end < bytes.size()) {
            const DecodedCharacter next = firstCharacter(bytes.substr(end));
            if (isPythonSpace(next.character))
                break;
            end += next.bytes;
        }
        if (most == std::int64_t(parts.size())) { // the rest, without the spaces around it
            parts.push_back(text.slice(at, bytes.size() - trailingSpaces(bytes)));
            break;
        }
        parts.push_back(text.slice(at, end));
        at = end + leadingSpaces(bytes.substr(end));
    }
    return parts;
}

} // namespace

bool isPythonSpace(char32_t character)
{
    return (character >= 9 && character <= 13) || (character >= 28 && character <= 32) || character == 0x85
        || character == 0xa0 || character == 0x1680 || (character >= 0x2000 && character <= 0x200a)
        || character == 0x2028 || character == 0x2029 || character == 0x202f || character == 0x205f
        || character == 0x3000;
}

bool isPrintable(char32_t character)
{
    switch (utf8proc_category(utf8proc_int32_t(character))) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return false;
    case UTF8PROC_CATEGORY_ZS:
        return character == ' ';
    default:
        return true;
    }
}

std::size_t leadingSpaces(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const DecodedCharacter next = firstCharacter(text.substr(at));
        if (!isPythonSpace(next.character))
            break;
        at += next.bytes;
    }
    return at;
}

std::size_t trailingSpaces(std::string_view text)
{
    std::size_t end = text.size();
    while (end > 0) {
        const std::size_t start = lastCharacterStart(text.substr(0, end));
        if (!isPythonSpace(firstCharacter(text.substr(start)).character))
            break;
        end = start;
    }
    return text.size() - end;
}

std::size_t characterCount(std::string_view text)
{
    return std::size_t(
        std::count_if(text.begin(), text.end(), [](char byte) { return (std::uint8_t(byte) & 0xc0) != 0x80; }));
}

std::vector<std::size_t> characterStarts(std::string_view text)
{
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; at < text.size(); ++at)
        if ((std::uint8_t(text[at]) & 0xc0) != 0x80)
            starts.push_back(at);
    starts.push_back(text.size());
    return starts;
}

Text stripped(const Text &text, std::optional<std::string_view> set, StripSides sides)
{
    const std::string_view bytes = text.bytes();
    std::size_t begin = 0;
    std::size_t end = bytes.size();
    while (sides.left && begin < end) {
        const DecodedCharacter next = firstCharacter(bytes.substr(begin));
        if (!isIn(next.character, set))
            break;
        begin += next.bytes;
    }
    while (sides.right && begin < end) {
        const std::size_t start = lastCharacterStart(bytes.substr(0, end));
        if (!isIn(firstCharacter(bytes.substr(start)).character, set))
            break;
        end = start;
    }
    return text.slice(begin, end);
}

std::vector<Text> splitText(const Text &text, std::optional<std::string_view> separator, std::int64_t most)
{
    if (!separator)
        return splitAtSpaces(text, most);
    std::vector<Text> parts;
    std::size_t at = 0;
    for (std::size_t found = 0; most < 0 || std::int64_t(parts.size()) < most; at = found + separator->size()) {
        found = text.bytes().find(*separator, at);
        if (found == std::string::npos)
            break;
        parts.push_back(text.slice(at, found));
    }
    parts.push_back(text.slice(at, text.size()));
    return parts;
}

Text replaced(const Text &text, std::string_view old, const Text &with, std::int64_t most)
{
    Text result;
    std::size_t at = 0;
    std::int64_t count = 0;
    if (old.empty()) { // before each character and at the end
        const std::vector<std::size_t> starts = characterStarts(text.bytes());
        for (std::size_t i = 0; i < starts.size(); ++i) {
            if (most < 0 || count++ < most)
                result.append(with);
            if (i + 1 < starts.size())
                result.append(text, starts[i], starts[i + 1]);
        }
        return result;
    }
    for (; most < 0 || count < most; ++count) {
        const std::size_t found = text.bytes().find(old, at);
        if (found == std::string::npos)
            break;
        result.append(text, at, found);
        result.append(with);
        at = found + old.size();
    }
    result.append(text, at, text.size());
    return result;
}

} // namespace motley::jinja
