#include "engine/json/fieldscan.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

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
double parseDigitByDigit(std::string_view text)
{
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    std::array<char, longestNumber + 1> room{};
    std::copy(text.begin(), text.end(), room.begin());
    return strtod_l(room.data(), nullptr, plain);
}

// Powers of ten that a long double of 64 bits holds exactly, as it does any 19 digits.
constexpr int mostPower = 27;
constexpr int mostExactDigits = 19;
constexpr bool isLongEnough = std::numeric_limits<long double>::digits >= 64;
constexpr auto powersOfTen = [] {
    std::array<long double, mostPower + 1> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i)
        powers[i] = powers[i - 1] * 10;
    return powers;
}();

// One product or quotient of exact numbers is off by half of its last bit at most. Where all that it may stand for is
// one double, this is the nearest. nullopt: it may be one of two.
std::optional<double> scaled(std::uint64_t digits, int power)
{
    const auto by = powersOfTen[std::size_t(std::abs(power))];
    const auto exact = static_cast<long double>(digits);
    const long double value = power < 0 ? exact / by : exact * by;
    const long double doubt = value * std::numeric_limits<long double>::epsilon();
    const auto least = double(value - doubt);
    return least == double(value + doubt) ? std::optional(least) : std::nullopt;
}

// A number as takeNumber() gives it.
double parseDouble(std::string_view text)
{
    std::uint64_t value = 0;
    int count = 0; // of the digits in it, without zeros in front
    int power = 0;
    bool isFraction = false;
    const bool isNegative = text.front() == '-';
    std::size_t at = isNegative;
    for (; at < text.size() && (isDigit(text[at]) || text[at] == '.'); ++at) {
        isFraction = isFraction || text[at] == '.';
        if (text[at] == '.')
            continue;
        count += count > 0 || text[at] != '0';
        power -= isFraction;
        value = value * 10 + std::uint64_t(text[at] - '0');
    }
    if (at < text.size()) { // its exponent
        const bool isDown = text[at + 1] == '-';
        const auto exponent = text.substr(at + 1 + (isDown || text[at + 1] == '+'));
        if (exponent.size() > 3)
            return parseDigitByDigit(text);
        int by = 0;
        for (const char digit : exponent)
            by = by * 10 + (digit - '0');
        power += isDown ? -by : by;
    }
    const bool isExact = isLongEnough && count <= mostExactDigits && std::abs(power) <= mostPower;
    const auto found = isExact ? scaled(value, power) : std::nullopt;
    return found ? (isNegative ? -*found : *found) : parseDigitByDigit(text);
}

} // namespace

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
