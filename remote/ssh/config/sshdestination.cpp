#include "remote/ssh/config/sshdestination.h"

#include <QRegularExpression>

namespace motley {

namespace {

bool isAcceptable(const std::string &text)
{
    static const QRegularExpression form(
        QStringLiteral("^[^-\\s\\p{C}'\"`$\\\\;&<>|(){}!*?#][^\\s\\p{C}'\"`$\\\\;&<>|(){}!*?#]{0,511}$"));
    return form.match(QString::fromStdString(text)).hasMatch();
}

} // namespace

std::optional<SshDestination> parseSshDestination(std::string text)
{
    if (!isAcceptable(text))
        return std::nullopt;
    if (text.starts_with("ssh://")) {
        text.erase(0, 6);
        if (text.ends_with('/'))
            text.pop_back();
    }
    SshDestination destination;
    if (const auto at = text.rfind('@'); at != std::string::npos) {
        destination.user = text.substr(0, at);
        text.erase(0, at + 1);
        if (destination.user.empty())
            return std::nullopt;
    }
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
