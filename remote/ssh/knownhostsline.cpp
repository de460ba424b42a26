#include "remote/ssh/knownhostsline.h"

#include "remote/ssh/config/wildcard.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

#include <algorithm>

namespace motley {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view nextWord(std::string_view &rest)
{
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    const auto word = rest.substr(0, rest.find_first_of(blanks));
    rest.remove_prefix(word.size());
    return word;
}

QByteArray fromBase64(std::string_view text)
{
    const auto decoded = QByteArray::fromBase64Encoding(
        QByteArray(text.data(), static_cast<qsizetype>(text.size())), QByteArray::AbortOnBase64DecodingErrors);
    return decoded ? *decoded : QByteArray();
}

bool matchesHashed(std::string_view entry, const std::string &name)
{
    entry.remove_prefix(3); // "|1|"
    const auto bar = entry.find('|');
    if (bar == std::string_view::npos)
        return false;
    const auto hash = QMessageAuthenticationCode::hash(
        QByteArray::fromStdString(name), fromBase64(entry.substr(0, bar)), QCryptographicHash::Sha1);
    return hash == fromBase64(entry.substr(bar + 1));
}

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
        [](char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; });
    return result;
}

} // namespace

std::optional<KnownHostsLine> parseKnownHostsLine(std::string_view line)
{
    auto word = nextWord(line);
    if (word.empty() || word.front() == '#')
        return std::nullopt;
    KnownHostsLine result;
    if (word.front() == '@') {
        if (word == "@revoked")
            result.marker = KnownHostsLine::Marker::Revoked;
        else if (word == "@cert-authority")
            result.marker = KnownHostsLine::Marker::CertAuthority;
        else
            return std::nullopt;
        word = nextWord(line);
    }
    result.hosts = word;
    const auto type = nextWord(line);
    result.key.blob = fromBase64(nextWord(line)).toStdString();
    if (type.empty() || result.key.type() != type)
        return std::nullopt;
    return result;
}

bool matchesHost(const KnownHostsLine &line, const std::string &name)
{
    if (line.hosts.starts_with("|1|"))
        return matchesHashed(line.hosts, name);
    bool matches = false;
    const auto hosts = lower(line.hosts);
    const auto host = lower(name);
    std::string_view rest = hosts;
    while (!rest.empty()) {
        auto pattern = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(pattern.size() + 1, rest.size()));
        const bool negated = pattern.starts_with('!');
        if (negated)
            pattern.remove_prefix(1);
        if (matchesWildcard(pattern, host)) {
            if (negated)
                return false;
            matches = true;
        }
    }
    return matches;
}

} // namespace motley
