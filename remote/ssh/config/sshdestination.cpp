#include "remote/ssh/config/sshdestination.h"

#include <QByteArray>
#include <QRegularExpression>

namespace motley {

namespace {

constexpr std::string_view scheme = "ssh://";

bool isAcceptable(const std::string &text)
{
    static const QRegularExpression form(
        QStringLiteral("^[^-\\s\\p{C}'\"`$\\\\;&<>|(){}!*?#][^\\s\\p{C}'\"`$\\\\;&<>|(){}!*?#]{0,511}$"));
    return form.match(QString::fromStdString(text)).hasMatch();
}

// In a URI's user %40 stands for @. nullopt: a % without its two digits, or a character that could harm.
std::optional<std::string> decodedUser(const std::string &text)
{
    static const QRegularExpression broken(QStringLiteral("%(?![0-9A-Fa-f]{2})"));
    if (QString::fromStdString(text).contains(broken))
        return std::nullopt;
    auto user = QByteArray::fromPercentEncoding(QByteArray::fromStdString(text)).toStdString();
    if (!isAcceptable(user))
        return std::nullopt;
    return user;
}

} // namespace

std::optional<SshDestination> parseSshDestination(std::string text)
{
    if (!isAcceptable(text))
        return std::nullopt;
    const bool isUri = text.starts_with(scheme);
    if (isUri) {
        text.erase(0, scheme.size());
        if (text.ends_with('/') && !text.ends_with(":/"))
            text.pop_back();
    }
    SshDestination destination;
    if (const auto at = isUri ? text.find('@') : text.rfind('@'); at != std::string::npos) {
        const auto user = text.substr(0, at);
        const auto meant = isUri ? decodedUser(user) : user;
        if (!meant || meant->empty())
            return std::nullopt;
        destination.user = *meant;
        text.erase(0, at + 1);
    }
    if (isUri && text.find_first_of("%/@") != std::string::npos)
        return std::nullopt;
    if (isUri && !text.empty() && text.find(':') == text.size() - 1) // the port is left open
        text.pop_back();
    static const QRegularExpression withPort(QStringLiteral("^(?:\\[([^\\]]+)\\]|([^:/\\[\\]]+)):([0-9]{1,9})$"));
    const auto match = withPort.match(QString::fromStdString(text));
    if (match.hasMatch()) {
        text = (match.captured(1) + match.captured(2)).toStdString();
        destination.port = match.captured(3).toInt();
        if (destination.port < 1 || destination.port > 65535)
            return std::nullopt;
    }
    if (text.empty() || text.front() == '-')
        return std::nullopt;
    destination.host = std::move(text);
    return destination;
}

} // namespace motley
