#include "remote/ssh/knownhostsline.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

namespace motley {

namespace {

constexpr std::size_t longestLine = 64 << 10;
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

char lower(char character)
{
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

// Goes back to the last star only, so that hostile patterns cost no more than pattern times text.
bool matchesPattern(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0;
    std::size_t t = 0;
    auto star = std::string_view::npos;
    std::size_t starText = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            starText = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || lower(pattern[p]) == lower(text[t]))) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++starText;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

} // namespace

std::optional<KnownHostsLine> parseKnownHostsLine(std::string_view line)
{
    if (line.size() > longestLine)
        return std::nullopt;
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
    std::string_view rest = line.hosts;
    while (!rest.empty()) {
        auto pattern = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(pattern.size() + 1, rest.size()));
        const bool negated = pattern.starts_with('!');
        if (negated)
            pattern.remove_prefix(1);
        if (matchesPattern(pattern, name)) {
            if (negated)
                return false;
            matches = true;
        }
    }
    return matches;
}

} // namespace motley
