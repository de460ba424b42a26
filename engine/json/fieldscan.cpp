#include "engine/json/fieldscan.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <cmath>
#include <cstdlib>

namespace motley {

namespace {

constexpr std::size_t longestNumber = 60; // characters of one that is read here
constexpr std::size_t mostDigits = 18; // of a whole number, which then fits

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

std::size_t digits(std::string_view text)
{
    return std::size_t(std::find_if_not(text.begin(), text.end(), isDigit) - text.begin());
}

// Of this process, which the user's language may have made a comma.
double parseDouble(std::string_view text)
{
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    std::array<char, longestNumber + 1> room{};
    std::copy(text.begin(), text.end(), room.begin());
    return strtod_l(room.data(), nullptr, plain);
}

} // namespace

void FieldScan::take(std::string_view expected)
{
    m_isGood = m_isGood && m_rest.substr(0, expected.size()) == expected;
    if (m_isGood)
        m_rest.remove_prefix(expected.size());
}

void FieldScan::readFlag(bool &value)
{
    value = m_rest.substr(0, 4) == "true";
    take(value ? "true" : "false");
}

std::string_view FieldScan::takeNumber()
{
    const auto part = [this](std::size_t from) { return m_rest.substr(std::min(from, m_rest.size())); };
    std::size_t size = part(0).substr(0, 1) == "-";
    const std::size_t whole = digits(part(size));
    if (whole == 0 || (whole > 1 && m_rest[size] == '0'))
        return {};
    size += whole;
    if (part(size).substr(0, 1) == ".") {
        const std::size_t fraction = digits(part(size + 1));
        if (fraction == 0)
            return {};
        size += 1 + fraction;
    }
    if (const auto mark = part(size).substr(0, 1); mark == "e" || mark == "E") {
        const auto sign = part(size + 1).substr(0, 1);
        const std::size_t begin = size + 1 + (sign == "+" || sign == "-");
        const std::size_t power = digits(part(begin));
        if (power == 0)
            return {};
        size = begin + power;
    }
    if (size > longestNumber)
        return {};
    const auto number = m_rest.substr(0, size);
    m_rest.remove_prefix(size);
    return number;
}

void FieldScan::readWhole64(std::int64_t &value)
{
    const auto number = takeNumber();
    const bool isNegative = number.substr(0, 1) == "-";
    const auto magnitude = number.substr(isNegative);
    m_isGood
        = m_isGood && !magnitude.empty() && magnitude.size() <= mostDigits && digits(magnitude) == magnitude.size();
    if (!m_isGood)
        return;
    for (const char digit : magnitude)
        value = value * 10 + (digit - '0');
    value = isNegative ? -value : value;
}

// A number that is too large for a double, and a whole zero with a sign, are left to the other reader.
void FieldScan::readNumber(double &value)
{
    const auto number = takeNumber();
    m_isGood = m_isGood && !number.empty() && number != "-0";
    if (m_isGood)
        value = parseDouble(number);
    m_isGood = m_isGood && std::isfinite(value);
}

void FieldScan::readText(std::string &value)
{
    take("\"");
    const auto isPlain
        = [](char letter) { return letter >= ' ' && letter < '\x7f' && letter != '"' && letter != '\\'; };
    const auto end = std::find_if_not(m_rest.begin(), m_rest.end(), isPlain);
    const auto size = std::size_t(end - m_rest.begin());
    if (!m_isGood)
        return;
    value.assign(m_rest.data(), size);
    m_rest.remove_prefix(size);
    take("\"");
}

} // namespace motley
