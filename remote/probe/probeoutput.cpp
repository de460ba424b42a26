#include "remote/probe/probeoutput.h"

#include "remote/session/sentence.h"
#include "remote/session/untrustedtext.h"

#include <QCoreApplication>

#include <charconv>
#include <cmath>

namespace motley {

namespace {

constexpr std::string_view firstLine = "begin=motley-probe-1";
constexpr std::string_view lastLine = "end=motley-probe-1";
constexpr std::size_t longestValue = 2000;

tl::unexpected<Error> notAProbe(std::string_view output)
{
    return sentence(phraseOf("motley::probe", "The machine did not describe itself to the end."),
        cleaned(output.substr(0, longestValue)));
}

} // namespace

Result<ProbeOutput> ProbeOutput::parse(std::string_view output)
{
    if (output.size() > longestProbeOutput)
        return sentence(phraseOf("motley::probe", "The machine said too much about itself."));
    const auto lines = split(output, "\n");
    ProbeOutput result;
    bool begun = false;
    for (const auto &line : lines) {
        if (line == lastLine && begun)
            return result;
        if (line == firstLine)
            begun = true;
        const auto equals = line.find('=');
        if (begun && equals != std::string::npos)
            result.m_values.emplace(line.substr(0, equals), cleaned(line.substr(equals + 1, longestValue)));
    }
    return notAProbe(output);
}

std::string ProbeOutput::value(const std::string &key) const
{
    const auto found = m_values.lower_bound(key);
    return found == m_values.end() || found->first != key ? std::string() : found->second;
}

std::vector<std::string> ProbeOutput::values(const std::string &key) const
{
    std::vector<std::string> result;
    const auto [first, last] = m_values.equal_range(key);
    for (auto entry = first; entry != last; ++entry)
        result.push_back(entry->second);
    return result;
}

std::optional<std::int64_t> ProbeOutput::number(const std::string &key) const
{
    return wholeNumber(value(key));
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<double> decimalNumber(std::string_view text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

std::vector<std::string> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.emplace_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + separator.size());
    }
}

} // namespace motley
