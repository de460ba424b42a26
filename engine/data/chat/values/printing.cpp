#include "engine/data/chat/values/problem.h"
#include "engine/data/chat/values/pythontext.h"
#include "engine/data/chat/values/value.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace motley::jinja {

namespace {

std::string escapedCharacter(char32_t character)
{
    char buffer[16];
    const char *format = character < 0x100 ? "\\x%02x" : character < 0x10000 ? "\\u%04x" : "\\U%08x";
    std::snprintf(buffer, sizeof buffer, format, unsigned(character));
    return buffer;
}

// The fewest digits that read back as the same number.
std::string shortestDigits(double number)
{
    char buffer[40];
    for (int digits = 0; digits < 17; ++digits) {
        std::snprintf(buffer, sizeof buffer, "%.*e", digits, number);
        if (std::strtod(buffer, nullptr) == number)
            break;
    }
    return buffer;
}

std::string listed(const Sequence &sequence)
{
    std::string text;
    for (const Value &item : sequence.items)
        text += (text.empty() ? "" : ", ") + quoted(item);
    return text;
}

std::string quotedSequence(const Sequence &sequence)
{
    switch (sequence.kind) {
    case Sequence::Kind::List:
        return "[" + listed(sequence) + "]";
    case Sequence::Kind::Tuple:
        return "(" + listed(sequence) + (sequence.items.size() == 1 ? ",)" : ")");
    case Sequence::Kind::View:
    case Sequence::Kind::Range:
    case Sequence::Kind::Generator:
        break;
    }
    throw Problem("a value of the type " + typeName({std::make_shared<Sequence>(sequence)})
        + " is printed, which is not supported: make a list of it.");
}

std::string quotedMapping(const Mapping &mapping)
{
    std::string text;
    for (const auto &[key, value] : mapping.entries)
        text += (text.empty() ? "" : ", ") + quotedText(key->bytes()) + ": " + quoted(value);
    return "{" + text + "}";
}

} // namespace

std::string printedFloat(double number)
{
    if (std::isnan(number))
        return "nan";
    if (std::isinf(number))
        return number < 0 ? "-inf" : "inf";
    std::string text = shortestDigits(number);
    const std::size_t exponentAt = text.find('e');
    const int exponent = std::atoi(text.c_str() + exponentAt + 1);
    if (exponent < -4 || exponent >= 16)
        return text;
    const std::size_t dot = text.find('.');
    const int digits = dot == std::string::npos ? 1 : int(exponentAt - dot);
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.*f", std::max(digits - 1 - exponent, 1), number);
    return buffer;
}

std::string quotedText(std::string_view text)
{
    const bool doubles = text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
    const char quote = doubles ? '"' : '\'';
    std::string result(1, quote);
    forEachCharacter(text, [&](char32_t character, std::string_view bytes) {
        if (character == char32_t(quote) || character == '\\')
            (result += '\\') += bytes;
        else if (character == '\n' || character == '\r' || character == '\t')
            result += character == '\n' ? "\\n" : character == '\r' ? "\\r" : "\\t";
        else if (isPrintable(character))
            result += bytes;
        else
            result += escapedCharacter(character);
    });
    return result + quote;
}

std::string quoted(const Value &value)
{
    if (const Text *text = value.text()) {
        if (text->isMarkup)
            throw Problem("a list with a text that was marked safe is printed, which is not supported.");
        return quotedText(text->bytes());
    }
    return value.isUndefined() ? "Undefined" : printed(value);
}

std::string printed(const Value &value)
{
    if (value.isUndefined())
        return "";
    if (value.isNone())
        return "None";
    if (const auto *flag = value.as<bool>())
        return *flag ? "True" : "False";
    if (const auto *whole = value.as<std::int64_t>())
        return std::to_string(*whole);
    if (const auto *real = value.as<double>())
        return printedFloat(*real);
    if (const Text *text = value.text())
        return text->bytes();
    if (const Sequence *sequence = value.sequence())
        return quotedSequence(*sequence);
    if (const Mapping *mapping = value.mapping())
        return quotedMapping(*mapping);
    throw Problem("a value of the type " + typeName(value) + " is printed, which is not supported.");
}

} // namespace motley::jinja
